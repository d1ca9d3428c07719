"""What leads a student through a course: ratings, milestones, and the words at its end.

All of it stands in course.toml, and none of it changes a grade.

    difficulty = 2            # 1 to 5
    importance = 5            # 1 to 5
    minutes = 30              # how long it takes, about
    passed = "That was ..."   # what a student reads once it passes
    collected = "New is ..."  # what an exam asks of a student who brings all work along
    [[exercise.milestone]]
    title = "values"
    checks = ["value_*"]      # ids of checks, * for any letters
    hint = "Build the node first."
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from grader.course.table import Place

KEYS = ("difficulty", "importance", "minutes", "passed", "collected", "milestone")
MILESTONE_KEYS = ("title", "checks", "hint")
HIGHEST = 5


class Rating(NamedTuple):
    """How hard and how important an exercise is, from 1 to 5, and about how long it takes."""

    difficulty: int
    importance: int
    minutes: int

    @property
    def sentence(self) -> str:
        """One line for a student."""
        return (
            f"Difficulty {self.difficulty} of {HIGHEST}, importance {self.importance} of "
            f"{HIGHEST}, about {self.minutes} minutes."
        )


class Milestone(NamedTuple):
    """A part of a large exercise: some of its checks, and a hint for them."""

    title: str
    checks: tuple[str, ...]
    hint: str

    def holds(self, check: str) -> bool:
        """Whether a check, by its id, is one of this milestone's."""
        return any(fnmatchcase(check, pattern) for pattern in self.checks)


def read_rating(place: Place) -> Rating | None:
    """The rating of an exercise; None if it has none. Raises `CourseError`."""
    most = {"difficulty": HIGHEST, "importance": HIGHEST, "minutes": 10_000}
    if most.keys().isdisjoint(place.table):
        return None
    return Rating(
        *(place.whole(key, None, f"from 1 to {m}", range(1, m + 1)) for key, m in most.items())
    )


def read_milestones(place: Place) -> tuple[Milestone, ...]:
    """The milestones of an exercise, in order. Raises `CourseError`."""
    tables: Any = place.table.get("milestone", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise place.error("milestone must be [[exercise.milestone]] tables")
    milestones = []
    for number, table in enumerate(tables, start=1):
        inner = Place(f"{place.label}, milestone {number}", table)
        inner.only(MILESTONE_KEYS)
        checks = inner.strings("checks", default=())
        if not checks:
            raise inner.error("expected checks, a list of ids of checks, found none")
        milestones.append(Milestone(inner.string("title"), checks, inner.string("hint")))
    return tuple(milestones)
