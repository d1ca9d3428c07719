"""What is told with a failed check: nothing where its own message says what is wrong."""

from __future__ import annotations

from dataclasses import replace

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
        (Counterexample("L = a * a", "", "`a` appears twice.", "every node once"), ""),
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


def test_what_is_left_over_is_told_of_one_program_and_of_several() -> None:
    found = Finding(None, 7, 9, "Your engine x. Why?", "read", id="adding", rest="uses **")
    said = "in 7 of 9 programs. Each of the others uses **: there something else is wrong"
    assert said in diagnosis_in_words([found])
    assert "The other one uses **: there" in diagnosis_in_words([replace(found, explained=8)])
    close = replace(found, misconception="preorder", kind="close", left=("L = a**2",))
    told = "(2 of 9 programs are not explained by it, such as `L = a**2`; each of them uses **.)"
    assert diagnosis_in_words([close]).endswith(told)
    one = diagnosis_in_words([replace(close, explained=8)])
    assert one.endswith("(1 of 9 programs is not explained by it, such as `L = a**2`; it uses **.)")


def test_a_finding_about_single_programs_says_in_how_many_it_shows() -> None:
    shown = Counterexample("L = a + a", "a.grad", 1.0, 2.0)
    found = Finding(None, 2, 3, "Your engine x. Why?", "read", id="node/early", example=shown)
    told = diagnosis_in_words([found])
    assert told.endswith("The same shows in 2 of the 3 programs looked at. Why?")
    assert "For example, `L = a + a`" in told


def test_an_example_that_is_shown_above_is_not_told_again() -> None:
    shown = Counterexample("L = a + a", "a.grad", 1.0, 2.0)
    found = Finding(None, 1, 1, "Your engine x. Why?", "read", id="node/early", example=shown)
    check = CheckResult("one", "failed", 0.0, 1.0, False, "It holds.", counterexample=shown)
    assert told_at([found], check) == "Your engine x. Why?"
