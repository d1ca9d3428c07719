"""Which checks were named: exercises, or items of them."""

from __future__ import annotations

from collections.abc import Sequence

from grader.cli.pytest_plugin.items import Asked
from grader.course.course import Course, CourseError


def chosen(course: Course, names: Sequence[str]) -> dict[str, set[str]]:
    """The checks that were named, by exercise; an empty set for all of an exercise's.

    A name is an exercise (`backward`, `4`) or an item (`backward::shared_inner_node`). Raises
    `CourseError`.
    """
    found: dict[str, set[str]] = {}
    for name in names or [exercise.id for exercise in course.exercises]:
        exercise, _, check = name.partition("::")
        found.setdefault(course.exercise(exercise).id, set()).add(check)
    return {exercise: set() if "" in checks else checks for exercise, checks in found.items()}


def of_chosen(planned: list[Asked], wanted: dict[str, set[str]]) -> list[Asked]:
    """The planned checks that were named. Raises `CourseError` for one that does not exist."""
    for exercise, checks in wanted.items():
        known = {asked.check.id for asked in planned if asked.exercise == exercise}
        if missing := sorted(checks - known):
            raise CourseError(
                f"{exercise} has no check {missing[0]}; `pytest --topograde --co -q` lists them."
            )
    return [a for a in planned if not wanted[a.exercise] or a.check.id in wanted[a.exercise]]
