"""One submission graded by itself, where a platform hands them over one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grader.checks.declare import checks_of
from grader.course.course import Course
from grader.course.digest import fingerprint
from grader.grading.submission import failed_to_grade, grade_submission
from grader.judging.context import GradingContext
from grader.judging.report import Report
from grader.programs.pytorch import load_torch
from grader.submissions.submission import OURS, read_submission
from grader.worker import isolation


def grade_alone(
    course: Course, path: Path, student: str, secret: bytes, only: Sequence[str] = ()
) -> Report:
    """The report on what lies at `path`. Raises whatever keeps it from being graded."""
    checks = checks_of(course)
    submission = read_submission(path, course, course.asked(only), student)
    with isolation.start_server(course.lazy_imports, course.packages) as server:
        proof = isolation.prove(server)
        if not proof.isolated:
            raise RuntimeError(f"student code cannot be locked up here: {proof.sentence}")
        load_torch()
        locked = proof.to_json()
        if OURS in submission.flags:
            unread = OSError("; ".join(fault.sentence for fault in submission.faults))
            named = fingerprint(secret)
            failed = failed_to_grade(submission, course, checks, named, unread, only, locked)
            return failed.report
        context = GradingContext(secret, server)
        graded = grade_submission(submission, course, checks, context, only=only, isolation=locked)
        return graded.report
