"""One exercise in a notebook's cells: checked for its student, or its points for nbgrader.

The code runs in the locked process, as it does for `topograde check`. Points go back to a kernel
that has run the student's code, which can change them: the grade to trust is that of
`topograde grade submitted/`.
"""

from __future__ import annotations

import secrets
from importlib.util import find_spec

from grader.course.course import Course, Exercise
from grader.grading.grader import Grader, Setup
from grader.grading.own_work import LACKS, UNTESTED, ChecksWhenAsked, is_locked, own_bench
from grader.grading.submission import grade_submission
from grader.judging.report import Report
from grader.submissions.sources.collected import Source
from grader.submissions.submission import Submission
from grader.worker.starting import start_server


def checked(
    course: Course, exercise: Exercise, source: Source, stub: str | None = None
) -> tuple[Report, int, bool]:
    """A student's own checks, by recorded answers; how many are hidden; whether it was locked up.

    stub: what was handed out, so that what was not begun is still to do.
    """
    checks = ChecksWhenAsked(course, LACKS)
    with start_server(*course.beside) as server:
        graded = grade_submission(
            _submission(course, exercise, source), course, checks,
            own_bench(course, server, [exercise.id]), only=[exercise.id], isolation=UNTESTED,
            public_only=True, stub=None if stub is None else lambda _: stub,
        )  # fmt: skip
        locked = is_locked(server)
    return graded.report, sum(check.hidden for check in checks[exercise.id]), locked


def _submission(course: Course, exercise: Exercise, source: Source) -> Submission:
    return Submission("you", course.root, "", {exercise.id: source})


def points_of(course: Course, exercise: Exercise, source: Source) -> tuple[float, str]:
    """What the source earns, from 0 to the exercise's points, and a sentence on how.

    Raises `RuntimeError` if some check could not be judged.
    """
    whole = find_spec("torch") is not None
    if whole:  # hidden inputs are drawn afresh, with PyTorch as the judge
        secret = secrets.token_hex(32).encode()
        with Grader(Setup.of(course, secret, only=(exercise.id,), allowed=True)) as grader:
            report = grader.grade(_submission(course, exercise, source)).report
    else:
        report, _, _ = checked(course, exercise, source)
    if report.ungraded:
        raise RuntimeError(
            f"{exercise.id}: something could not be graded, through no fault of yours, so there "
            "is no number. Run this cell again, or tell your instructor."
        )
    found = next(each for each in report.exercises if each.id == exercise.id)
    share = found.score / found.max_score if found.max_score else 0.0
    points = round(min(exercise.points * share, float(exercise.points)), 6)
    passed = sum(check.outcome == "passed" for check in found.checks)
    said = f"{exercise.id}: {points:g} of {exercise.points} points, {passed} of "
    said += f"{len(found.checks)} checks pass."
    if not whole:
        said += " Hidden inputs are drawn where PyTorch is installed."
    return points, said
