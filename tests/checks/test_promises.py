"""The checks judge what stubs promise: hand-ins hold each sentence of "What is judged"."""

from __future__ import annotations

import pytest

from grader.course.course import Course
from grader.judging.limits import Budget
from tests.proving.mistakes import MISTAKES
from tests.proving.promises import PROMISES, Row, judged
from tests.proving.promises_exam import EXAM
from tests.support.hand_ins import Grade, exercise_of

TABLE = {**PROMISES, "engine": EXAM}
HAND_INS = {
    (exercise, row): f"{exercise}: {sentence[:40]} ({number})"
    for exercise, promises in TABLE.items()
    for sentence, rows in promises.items()
    for number, row in enumerate(rows)
    if not row.known
}


@pytest.mark.parametrize(("exercise", "row"), HAND_INS, ids=HAND_INS.values())
def test_a_promise_is_judged(grade: Grade, course: Course, exercise: str, row: Row) -> None:
    fails = row.fails.split()
    if exercise == "engine" and fails:  # the whole exam takes seconds
        graded = grade(exercise, row.text(exercise, course), only=fails)
        assert set(fails) <= set(graded.not_passed)
    elif row.slow:  # half a second a check: enough for these, and quick
        graded = grade(exercise, row.text(exercise, course), only=fails, budget=Budget(timeouts=0))
        assert set(fails) <= set(graded.not_passed)
    else:
        graded = grade(exercise, row.text(exercise, course))
        assert sorted(graded.not_passed) == sorted(fails)


def test_the_exams_checks_are_caught_by_mistakes_that_are_known() -> None:
    caught = {name for m in MISTAKES if m.exercise == "engine" for name in m.caught_by.split()}
    named = {
        name for rows in EXAM.values() for row in rows if row.known for name in row.fails.split()
    }
    assert named <= caught


@pytest.mark.parametrize("exercise", TABLE)
def test_each_sentence_of_a_stub_is_in_the_table(course: Course, exercise: str) -> None:
    """A new promise needs a hand-in that breaks it."""
    stub = course.stubs_dir / exercise_of(course, exercise).file_name
    assert judged(stub.read_text(encoding="utf-8")) == list(TABLE[exercise])


def test_every_exercise_makes_promises(course: Course) -> None:
    assert {exercise.id for exercise in course.exercises} == set(TABLE)
