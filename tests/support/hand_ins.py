"""Ways to make a hand-in from a text and to run checks on it with real workers, for the tests."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from grader.checks import Check
from grader.course.course import Course, Exercise, Limits
from grader.judging.context import GradingContext
from grader.judging.exercise import ExerciseRun
from grader.judging.limits import Budget
from grader.judging.report import CheckResult, Report
from grader.submissions.sources.collected import Source
from grader.worker.exchange import BatchLimits, Reply, encode_batch
from grader.worker.forkserver import ForkServer

SECRET = b"the tests' own secret"


def source(text: str, name: str = "answer.py", **siblings: str) -> Source:
    """A `.py` file with the siblings that it can import."""
    files = tuple((f"{stem}.py", textwrap.dedent(text)) for stem, text in siblings.items())
    return Source(name, (textwrap.dedent(text),), False, files)


def sent(text: str, **more: Any) -> dict[str, Any]:
    """A `.py` file as a worker receives it."""
    made = {"name": "a.py", "cells": [text], "future_flags": [0], "main": False, "siblings": {}}
    return made | more


def replied(
    server: ForkServer,
    text: str,
    *items: Any,
    need: Iterable[str] = ("Value",),
    limits: BatchLimits = BatchLimits(wall=10),  # noqa: B008 (it is frozen)
    **more: Any,
) -> Reply:
    """What a worker of its own replies to one batch, however it ended."""
    worker = server.start(sent(text, **more))
    try:
        return worker.run(encode_batch(items, [*need]), limits)
    finally:
        worker.close()


def notebook(*cells: str, future_flags: tuple[int, ...] = ()) -> Source:
    """A notebook's code cells."""
    texts = tuple(textwrap.dedent(cell) for cell in cells)
    return Source("answer.ipynb", texts, True, future_flags=future_flags or (0,) * len(texts))


def solution(exercise: Exercise | str, course: Course) -> str:
    """The solution file of an exercise, its markers included."""
    if isinstance(exercise, str):
        exercise = exercise_of(course, exercise)
    return (course.solutions_dir / exercise.file_name).read_text()


def exercise_of(course: Course, name: str) -> Exercise:
    return next(exercise for exercise in course.exercises if exercise.id == name)


def brief(course: Course, cpu: float = 0.5) -> Course:
    """The course with so many seconds for a check that has no limit of its own: what never ends
    need not be waited for long, and what is right takes a seventh of it."""
    return replace(
        course,
        exercises=tuple(
            replace(exercise, limits=exercise.limits._replace(cpu=cpu))
            for exercise in course.exercises
        ),
    )


def patched(text: str, *changes: tuple[str, str]) -> str:
    """The text with each (old, new) replaced everywhere; each must be there."""
    for old, new in changes:
        assert old in text, f"{old!r} is not in the text"
        text = text.replace(old, new)
    return text


_NUMBERS = itertools.count()


def tiny_exercise(**limits: Any) -> Exercise:
    """An exercise of our own, with a new name each time: a context keeps plans by name."""
    name = f"tiny-{next(_NUMBERS)}"
    return Exercise(1, name, name, 1, (), None, (), Limits(**limits))


def chosen(checks: Iterable[Check], names: Iterable[str] | None) -> list[Check]:
    """These checks and all that they need, in order; all of them if names is None."""
    checks = list(checks)
    if names is None:
        return checks
    wanted = set(names)
    for check in reversed(checks):
        if check.id in wanted:
            wanted.update(check.after)
    assert wanted <= {check.id for check in checks}
    return [check for check in checks if check.id in wanted]


@dataclass(frozen=True)
class Graded:
    """What came of some checks on one hand-in."""

    results: Mapping[str, CheckResult]
    notices: tuple[str, ...]
    output: str
    budget: Budget = field(compare=False)

    @property
    def not_passed(self) -> dict[str, str]:
        """Outcome of each check that gave no points."""
        return {name: r.outcome for name, r in self.results.items() if r.outcome != "passed"}

    @property
    def missed(self) -> set[str]:
        """The checks that were run and not passed; those shown as waiting for them are left out."""
        return {name for name in self.not_passed if not self.results[name].waits}

    @property
    def score(self) -> float:
        return sum(result.points for result in self.results.values())


def grade(
    context: GradingContext,
    exercise: Exercise,
    checks: Iterable[Check],
    text: str | Source,
    only: Iterable[str] | None = None,
    student: str = "ada",
    budget: Budget | None = None,
    stub: str = "",
) -> Graded:
    """Run checks (and what they need) on a text or a source, through a real worker."""
    code = source(text) if isinstance(text, str) else text
    budget = budget or Budget()
    with ExerciseRun(context, exercise, code, student, "0" * 64, budget, stub) as run:
        results = {check.id: run.result(check) for check in chosen(checks, only)}
        return Graded(results, tuple(run.notices), run.output.decode(), budget)


Grade = Callable[..., Graded]
ReportOn = Callable[..., Report]
