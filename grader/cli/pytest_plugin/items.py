"""What pytest runs: one item a check, with no more in it than the student may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grader.checks.declare import Check
from grader.course.course import Course, CourseError
from grader.grading.progress import NOT_BEGUN
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.student_view import View, check_lines


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


ROOT = "topograde"
WIDTH = 80
NOT_HANDED_IN = "not handed in"


@dataclass(frozen=True, slots=True)
class Asked:
    """One check to run: the names of its node id, the file that answers it, and what it is."""

    names: tuple[str, ...]
    path: Path
    exercise: str
    check: Check

    @property
    def nodeid(self) -> str:
        return "::".join((ROOT, *self.names))


@dataclass(frozen=True, slots=True)
class ItemResult:
    """What pytest is told of a check. `text`: a failure's long text, or the reason of a skip."""

    outcome: str
    points: float = 0.0
    kind: str = "passed"  # passed, failed, skipped, or ungraded
    text: str = ""


def item_result(report: Report, course: Course, asked: Asked, state: str) -> ItemResult:
    """What pytest is told of one check of a report that a student may see.

    state: how the exercise stands, as `progress.state_of` says.
    """
    exercise = next((e for e in report.exercises if e.id == asked.exercise), None)
    result = (
        next((c for c in exercise.checks if c.id == asked.check.id), None) if exercise else None
    )
    if exercise is None or result is None:
        reasons = [*report.faults] or [f"no file was found for {asked.exercise}"]
        return ItemResult(NOT_HANDED_IN, kind="skipped", text="; ".join(reasons))
    if result.outcome == "passed":
        return ItemResult(result.outcome, result.points)
    if result.outcome == "ungraded":
        return ItemResult(result.outcome, kind="ungraded", text=result.message)
    if state == NOT_BEGUN:
        file = course.exercise(exercise.id).file_name
        return ItemResult(
            result.outcome, kind="skipped", text=f"not begun: do what TODO says in {file}"
        )
    if result.waits:  # it was run, or could not be: the check before it is the one to look at
        sentences = [each.sentence for each in exercise.checks if each.id == result.waits_for]
        reasons = [f"Waits: first this must hold: {each}" for each in sentences]
        text = "".join(reasons) or result.message
        return ItemResult(result.outcome, result.points, kind="skipped", text=text)
    return ItemResult(
        result.outcome, result.points, "failed", long_text(report, course, exercise, result)
    )


def long_text(report: Report, course: Course, exercise: ExerciseReport, result: CheckResult) -> str:
    """A failure as `topograde check` shows it, in plain text."""
    view = View(report, course, {}, {}, width=WIDTH, plain=True)
    lines = [line.plain.rstrip() for line in check_lines(view, exercise, result)]
    return "\n".join(lines).strip("\n")


class Group(pytest.Collector):
    """A step of the tree: the course, a student, an exercise."""

    def collect(self) -> list[pytest.Item]:
        """Nothing: the door makes the items itself."""
        return []


class CheckItem(pytest.Item):
    """One check. Its name is the property that it judges."""

    def __init__(self, *, asked: Asked, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._place = asked.path, asked.check.sentence
        self._result: ItemResult | None = None
        self.extra_keyword_matches.update(asked.names)

    def take(self, found: ItemResult, asked: Asked) -> None:
        """Keep what was found out, for this run of the item."""
        self._result = found
        self.user_properties[:] = [
            ("exercise", asked.exercise),
            ("property", asked.check.sentence),
            ("outcome", found.outcome),
            ("points", found.points),
            ("max_points", asked.check.points),
            ("hidden", asked.check.hidden),
        ]

    def setup(self) -> None:
        """Skip, or tell what could not be graded: that is an error and no failure."""
        assert self._result is not None
        if self._result.kind == "skipped":
            raise pytest.skip.Exception(self._result.text, _use_item_location=True)
        if self._result.kind == "ungraded":
            pytest.fail(self._result.text, pytrace=False)

    def runtest(self) -> None:
        """Pass or fail. There is no traceback: what failed ran in another process."""
        assert self._result is not None
        if self._result.kind == "failed":
            pytest.fail(self._result.text, pytrace=False)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The student's file, and the property as the heading of a failure."""
        path, sentence = self._place
        return path, 0, sentence


def items_of(
    session: pytest.Session, planned: Sequence[Asked], keep: Callable[[str, Asked], None]
) -> Iterator[CheckItem]:
    """An item for each check, below a group for each step of its id. keep: gets id and check."""
    groups: dict[tuple[str, ...], pytest.Collector] = {}
    for asked in planned:
        parent: pytest.Collector = session
        steps = (ROOT, *asked.names[:-1])
        for end in range(1, len(steps) + 1):
            key = steps[:end]
            if key not in groups:
                groups[key] = Group.from_parent(parent, name=key[-1], nodeid="::".join(key))
            parent = groups[key]
        keep(asked.nodeid, asked)
        yield CheckItem.from_parent(
            parent, name=asked.check.sentence, nodeid=asked.nodeid, asked=asked
        )
