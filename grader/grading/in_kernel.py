"""The points of one exercise for a cell that nbgrader grades.

The code runs in the locked process, as it does for `topograde check`. The number goes back to a
kernel that has run the student's code, which can change it: the grade to trust is that of
`topograde grade submitted/`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec

from grader.checks.declare import Check, load_checks
from grader.course.course import Course, Exercise
from grader.grading.own_work import UNTESTED, ChecksWhenAsked, own_bench
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.judging.report import ExerciseReport
from grader.programs.pytorch import load_torch
from grader.submissions.sources.collected import Source, Sources
from grader.submissions.submission import Submission
from grader.worker.forkserver import ForkServer
from grader.worker.isolation import start_server


@dataclass(frozen=True, slots=True)
class Points:
    """A number from 0 to the exercise's points, and a sentence on where it comes from."""

    points: float
    sentence: str


def points_of(course: Course, exercise: Exercise, source: Source) -> Points:
    """What the source earns. Raises `RuntimeError` if some check could not be judged."""
    whole = find_spec("torch") is not None
    submission = Submission("you", course.root, "", Sources(((exercise.id, source),)))
    checks: Mapping[str, tuple[Check, ...]] = (
        load_checks([exercise.id], course.checks_dir) if whole else ChecksWhenAsked(course)
    )
    with start_server(course.lazy_imports, course.packages) as server:
        context = (
            _drawing_context(course, server) if whole else own_bench(course, server, [exercise.id])
        )
        graded = grade_submission(
            submission, course, checks, context, only=[exercise.id], isolation=UNTESTED,
            public_only=not whole,
        )  # fmt: skip
    if graded.report.ungraded:
        raise RuntimeError(
            f"{exercise.id}: something could not be graded, through no fault of yours, so there "
            "is no number. Run this cell again, or tell your instructor."
        )
    found = next(each for each in graded.report.exercises if each.id == exercise.id)
    return _points(exercise, found, whole)


def _points(exercise: Exercise, found: ExerciseReport, whole: bool) -> Points:
    share = found.score / found.max_score if found.max_score else 0.0
    points = round(min(exercise.points * share, float(exercise.points)), 6)
    passed = sum(check.outcome == "passed" for check in found.checks)
    said = f"{exercise.id}: {points:g} of {exercise.points} points, {passed} of "
    said += f"{len(found.checks)} checks pass."
    if not whole:
        said += " Hidden inputs are drawn where PyTorch is installed."
    return Points(points, said)


def _drawing_context(course: Course, server: ForkServer) -> GradingContext:
    """A context whose hidden inputs are drawn afresh, with PyTorch as the judge."""
    load_torch()
    secret = secrets.token_hex(32).encode()
    return GradingContext(secret, server)
