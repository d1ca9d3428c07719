"""A check that cannot fail is a defect: for each there is a small mistake that it catches.

Three tables of hand-ins say so: what each sentence of a stub promises (`promises`), what shows with
inputs of one kind only (`gaps`), and what is left (`mistakes`, most of it the exam's).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from grader.checks import Check
from grader.course.course import Course
from grader.judging.limits import Budget
from grader.judging.report import CheckResult
from tests.proving.gaps import EMPTY, GAPS, cells
from tests.proving.mistakes import MISTAKES, Mistake, checker
from tests.proving.promises import PROMISES, Row, judged
from tests.proving.promises_exam import EXAM
from tests.proving.template import OWN_RULES, engine
from tests.support.hand_ins import Grade, Graded, exercise_of

PROMISED = {**PROMISES, "engine": EXAM}
ROWS = {
    (exercise, row): f"{exercise}: {sentence[:40]} ({number})"
    for exercise, promises in PROMISED.items()
    for sentence, rows in promises.items()
    for number, row in enumerate(rows)
    if not row.known
}
SUBTLE = [
    pytest.param(mistake, id=f"{kind}: {mistake.name}")
    for kind, mistakes in GAPS.items()
    for mistake in mistakes
]
DRAWN_NUMBER = re.compile(r"\d+\.\d{3,}|v\d{4,}")
"""Drawn numbers have four decimals, most of them; a drawn name has the digits of one."""


def assert_caught(graded: Graded, names: str) -> None:
    """These checks fail by themselves and give no points."""
    for name in names.split():
        result = graded.results[name]
        assert result.outcome in ("failed", "error", "timeout"), (result, graded.missed)
        assert result.points == 0
        assert result.message


def assert_nothing_hidden_is_shown(result: CheckResult, constants: int = 0) -> None:
    """No number of a trap's program or answer is in what the student sees of it, but for so many:
    a constant of the program's, or of the hand-in's."""
    hidden = repr([result.private.get(key) for key in ("program", "found", "expected")])
    shown = repr((result.message, result.counterexample))
    seen = set(DRAWN_NUMBER.findall(hidden)) & set(DRAWN_NUMBER.findall(shown))
    assert len(seen) <= constants, seen
    steady = "change from run to run" not in result.message
    assert bool(result.private) == (result.hidden and steady)


@pytest.mark.parametrize("mistake", SUBTLE)
def test_a_subtle_mistake_is_caught(grade: Grade, course: Course, mistake: Mistake) -> None:
    caught_by = set(mistake.caught_by.split())
    graded = grade(mistake.exercise, mistake.text(course), only=caught_by)
    assert caught_by <= set(graded.not_passed), graded.not_passed


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_is_caught(grade: Grade, course: Course, mistake: Mistake) -> None:
    # A hand-in that has run too long before gets half a second a check: enough for this, and quick.
    budget = Budget(timeouts=0) if mistake.slow else Budget()
    only = mistake.caught_by.split()
    graded = grade(mistake.exercise, mistake.text(course), only=only, budget=budget)
    assert_caught(graded, mistake.caught_by)
    for name in only:
        assert_nothing_hidden_is_shown(graded.results[name])


@pytest.mark.parametrize(("exercise", "row"), ROWS, ids=ROWS.values())
def test_a_promise_is_judged(grade: Grade, course: Course, exercise: str, row: Row) -> None:
    fails = row.fails.split()
    if (exercise == "engine" and fails) or row.slow:  # the whole exam takes seconds
        budget = Budget(timeouts=0) if row.slow else Budget()
        graded = grade(exercise, row.text(exercise, course), only=fails, budget=budget)
    else:
        graded = grade(exercise, row.text(exercise, course))
        assert sorted(graded.not_passed) == sorted(fails)
    assert_caught(graded, row.fails)
    for result in (graded.results[name] for name in fails):
        example = result.counterexample
        if example is None or example.program != result.private.get("program"):  # some are public
            assert_nothing_hidden_is_shown(result, constants=1)


def test_every_check_of_every_exercise_can_fail(checks: Mapping[str, tuple[Check, ...]]) -> None:
    caught = {(m.exercise, name) for m in MISTAKES for name in m.caught_by.split()}
    caught |= {(exercise, name) for exercise, row in ROWS for name in row.fails.split()}
    assert caught == {(exercise, check.id) for exercise, found in checks.items() for check in found}


def test_what_the_mistakes_are_made_in_is_right(grade: Grade) -> None:
    """The texts that are changed above pass before the change."""
    assert grade("engine", engine(OWN_RULES)).not_passed == {}
    assert grade("check-grad", checker()).not_passed == {}


def test_the_exams_checks_are_caught_by_mistakes_that_are_known() -> None:
    caught = {name for m in MISTAKES if m.exercise == "engine" for name in m.caught_by.split()}
    rows = (row for rows in EXAM.values() for row in rows if row.known)
    assert {name for row in rows for name in row.fails.split()} <= caught


def test_each_sentence_of_a_stub_is_in_the_table(course: Course) -> None:
    """A new promise needs a hand-in that breaks it."""
    assert {exercise.id for exercise in course.exercises} == set(PROMISED)
    for name, promises in PROMISED.items():
        stub = course.stubs_dir / exercise_of(course, name).file_name
        assert judged(stub.read_text(encoding="utf-8")) == list(promises), name


def test_no_cell_of_the_table_of_gaps_is_empty_without_its_reason(course: Course) -> None:
    exercises = [exercise.id for exercise in course.exercises]
    table = {kind: dict(zip(exercises, found, strict=True)) for kind, found in cells(exercises)}
    del table["exercises"]
    assert table.keys() == EMPTY.keys()
    for kind, found in table.items():
        unexplained = {name for name in exercises if not isinstance(found[name], int)}
        assert unexplained == set(EMPTY[kind]), kind
