"""A check that cannot fail is a defect: for each there is a small mistake that it catches."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from grader.checks import Check
from grader.course.course import Course
from grader.judging.limits import Budget
from grader.judging.report import CheckResult
from tests.proving.mistakes import MISTAKES, TABLE, Mistake, checker
from tests.support.hand_ins import Grade

DRAWN_NUMBER = re.compile(r"\d+\.\d{3,}|v\d{4,}")
"""Drawn numbers have four decimals, most of them; a drawn name has the digits of one."""


def assert_nothing_hidden_is_shown(result: CheckResult) -> None:
    """No number of a trap's program or answer is in what the student sees of it."""
    hidden = repr([result.private.get(key) for key in ("program", "found", "expected")])
    shown = repr((result.message, result.counterexample))
    assert not set(DRAWN_NUMBER.findall(hidden)) & set(DRAWN_NUMBER.findall(shown))
    steady = "change from run to run" not in result.message
    assert bool(result.private) == (result.hidden and steady)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_is_caught(grade: Grade, course: Course, mistake: Mistake) -> None:
    caught_by = mistake.caught_by.split()
    # A hand-in that has run too long before gets half a second a check: enough for this, and quick.
    budget = Budget(timeouts=0) if mistake.slow else Budget()
    graded = grade(mistake.exercise, mistake.text(course), only=caught_by, budget=budget)
    for name in caught_by:
        result = graded.results[name]
        assert result.outcome in ("failed", "error", "timeout"), (result, graded.missed)
        assert result.points == 0
        assert result.message
        assert_nothing_hidden_is_shown(result)


def test_every_check_of_every_exercise_can_fail(checks: Mapping[str, tuple[Check, ...]]) -> None:
    caught = {(m.exercise, name) for m in MISTAKES for name in m.caught_by.split()}
    assert caught == {(exercise, check.id) for exercise, found in checks.items() for check in found}


def test_what_the_mistakes_are_made_in_is_right(grade: Grade) -> None:
    """The texts that are changed above pass before the change."""
    assert grade("engine", TABLE).not_passed == {}
    assert grade("check-grad", checker()).not_passed == {}
