"""What is told with a failed check: nothing where its own message says what is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.judging.finding import Counterexample, Finding
from grader.judging.report import CheckResult
from grader.reports.words import NOT_EXPLAINED, diagnosis_in_words, told_at

OTHER = [Finding("preorder", 9, 9, "Your engine x. Why?", "seen", checks=("another",))]


@pytest.mark.parametrize(
    ("example", "told"),
    [
        (Counterexample("L = a - b", "", "Your `Value` does not support - here.", None), ""),
        (None, ""),
        (Counterexample("L = a * a", "", "`a` appears twice.", "every node once"), ""),
        (Counterexample("L = a - b", "a.grad", 1.0, 2.0), NOT_EXPLAINED),
    ],
)
def test_an_error_that_explains_itself_needs_no_more(
    example: Counterexample | None, told: str
) -> None:
    check = CheckResult("one", "failed", 0.0, 1.0, False, "It holds.", counterexample=example)
    assert told_at(OTHER, check) == told


def test_a_finding_that_all_programs_show_says_so() -> None:
    shown = Counterexample("L = a + a", "a.grad", 1.0, 2.0)
    found = Finding(None, 3, 3, "Your engine x. Why?", "seen", id="node/early", example=shown)
    told = diagnosis_in_words([found])
    assert told.endswith("The same was seen in all 3 failing programs that were watched. Why?")
    assert "For example, `L = a + a`" in told
    assert "The same was seen" not in diagnosis_in_words([replace(found, explained=2)])


def test_an_example_that_is_shown_above_is_not_told_again() -> None:
    shown = Counterexample("L = a + a", "a.grad", 1.0, 2.0)
    found = Finding(None, 1, 1, "Your engine x. Why?", "seen", id="node/early", example=shown)
    check = CheckResult("one", "failed", 0.0, 1.0, False, "It holds.", counterexample=shown)
    assert told_at([found], check) == "Your engine x. Why?"


def test_the_numbers_of_an_example_come_after_it() -> None:
    shown = Counterexample("a = Value(2.0)\nL = a + a", "a.grad", 1.0, 2.0)
    said = "Your `a + b` errs. In the example that is 1, and 2 is owed. Why?"
    told = diagnosis_in_words([Finding(None, 1, 1, said, "seen", example=shown)])
    assert told.index("errs") < told.index("For example, `L = a + a`") < told.index("that is 1")
