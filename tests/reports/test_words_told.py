"""What is told with a failed check: nothing where its own message says what is wrong."""

from __future__ import annotations

import pytest

from grader.judging.finding import Counterexample, Finding
from grader.judging.report import CheckResult
from grader.reports.words import NOT_EXPLAINED, told_at

OTHER = [Finding("preorder", 9, 9, "Your engine x. Why?", "exact", checks=("another",))]


@pytest.mark.parametrize(
    ("example", "told"),
    [
        (Counterexample("L = a - b", "", "Your `Value` does not support - here.", None), ""),
        (None, ""),
        (Counterexample("L = a - b", "a.grad", 1.0, 2.0), NOT_EXPLAINED),
    ],
)
def test_an_error_that_explains_itself_needs_no_more(
    example: Counterexample | None, told: str
) -> None:
    check = CheckResult("one", "failed", 0.0, 1.0, False, "It holds.", counterexample=example)
    assert told_at(OTHER, check) == told
