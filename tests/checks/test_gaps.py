"""What slips through where inputs have a gap: each subtle mistake is caught."""

from __future__ import annotations

import pytest

from grader.course.course import Course
from tests.proving.gaps import EMPTY, GAPS, cells
from tests.proving.mistakes import Mistake
from tests.support.hand_ins import Grade

ROWS = [
    pytest.param(mistake, id=f"{kind}: {mistake.name}")
    for kind, mistakes in GAPS.items()
    for mistake in mistakes
]


def test_no_cell_of_the_table_is_empty_without_its_reason(course: Course) -> None:
    exercises = [exercise.id for exercise in course.exercises]
    table = {kind: dict(zip(exercises, found, strict=True)) for kind, found in cells(exercises)}
    del table["exercises"]
    assert table.keys() == EMPTY.keys()
    for kind, found in table.items():
        unexplained = {name for name in exercises if not isinstance(found[name], int)}
        assert unexplained == set(EMPTY[kind]), kind


@pytest.mark.parametrize("mistake", ROWS)
def test_a_subtle_mistake_is_caught(grade: Grade, course: Course, mistake: Mistake) -> None:
    caught_by = set(mistake.caught_by.split())
    graded = grade(mistake.exercise, mistake.text(course), only=caught_by)
    assert caught_by <= set(graded.not_passed), graded.not_passed
