"""What is told with a failed check: nothing where its own message says what is wrong."""

from __future__ import annotations

import pytest

from grader.judging.finding import Counterexample, Finding
from grader.judging.report import CheckResult
from grader.reports.words import NOT_EXPLAINED, diagnosis_in_words, told_at

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


@pytest.mark.parametrize(
    ("explained", "told"),
    [
        (9, "This gives your numbers in 9 of 9 programs. Why?"),
        (8, "in 8 of 9 programs, and not in the others: something else is wrong, too or instead."),
    ],
)
def test_what_does_not_give_all_of_the_numbers_says_so(explained: int, told: str) -> None:
    found = Finding(None, explained, 9, "Your engine x. Why?", "read", id="adding")
    assert told in diagnosis_in_words([found])
