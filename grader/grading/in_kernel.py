"""The points of one exercise for a cell that nbgrader grades.

The code runs in the locked process, as it does for `topograde check`. The number goes back to a
kernel that has run the student's code, which can change it: the grade to trust is that of
`topograde grade submitted/`.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from importlib.util import find_spec

from grader.course.course import Course, Exercise
from grader.grading.grader import Grader, Setup
from grader.grading.own_work import UNTESTED, ChecksWhenAsked, own_bench
from grader.grading.submission import grade_submission
from grader.judging.report import ExerciseReport
from grader.submissions.sources.collected import Source
from grader.submissions.submission import Submission
from grader.worker.isolation import start_server


@dataclass(frozen=True, slots=True)
class Points:
    """A number from 0 to the exercise's points, and a sentence on where it comes from."""

    points: float
    sentence: str


def points_of(course: Course, exercise: Exercise, source: Source) -> Points:
    """What the source earns. Raises `RuntimeError` if some check could not be judged."""
    whole = find_spec("torch") is not None
    submission = Submission("you", course.root, "", {exercise.id: source})
    if whole:  # hidden inputs are drawn afresh, with PyTorch as the judge
        secret = secrets.token_hex(32).encode()
        with Grader(Setup.of(course, secret, only=(exercise.id,), allowed=True)) as grader:
            graded = grader.grade(submission)
    else:
        with start_server(*course.beside) as server:
            graded = grade_submission(
                submission, course, ChecksWhenAsked(course),
                own_bench(course, server, [exercise.id]), only=[exercise.id], isolation=UNTESTED,
                public_only=True,
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
