"""Grade many submissions and write what comes of it.

One submission's trouble is its own: whatever goes wrong with it is in its report, and the next one
is graded. Files are written as they come, so an interrupted run keeps what was done.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.bench import Bench
from grader.check import Check
from grader.course import Course
from grader.grading import Graded, Runner, failed_to_grade, grade_submission
from grader.plugin import run_with_pytest
from grader.report import Report
from grader.reports.tables import grades_csv
from grader.submission import OURS, Submission, safe_name

INSTRUCTOR = "instructor"


class OutputError(Exception):
    """The results could not be written; the message says where and why."""


@dataclass(slots=True)
class ClassRun:
    """What a class is graded with, and where its results go."""

    course: Course
    checks: Mapping[str, tuple[Check, ...]]
    bench: Bench
    out: Path
    isolation: Mapping[str, Any]
    only: tuple[str, ...] = ()
    runner: Runner = run_with_pytest
    reports: list[Report] = field(default_factory=list)

    def grade(self, submissions: Sequence[Submission]) -> Iterator[Report]:
        """Grade and write one after the other; yields each report when its files are there."""
        prepare_folder(self.out)
        for submission in submissions:
            graded = self.grade_one(submission)
            with uninterrupted():
                write_reports(self.out, graded)
                self.reports.append(graded.report)
            yield graded.report

    def grade_one(self, submission: Submission) -> Graded:
        """One report; a fault of ours is in it as `ungraded`, never raised."""
        arguments: dict[str, Any] = {"only": self.only, "isolation": self.isolation}
        if OURS in submission.flags:
            unread = OSError("; ".join(fault.sentence for fault in submission.faults))
            return failed_to_grade(
                submission, self.course, self.checks, self.bench, unread, **arguments
            )
        try:
            return grade_submission(
                submission, self.course, self.checks, self.bench, self.runner, **arguments
            )
        except Exception as error:  # a bug of ours must cost this hand-in only, and be seen
            return failed_to_grade(
                submission, self.course, self.checks, self.bench, error, **arguments
            )

    def write_table(self) -> Path:
        """Write grades.csv for what has been graded; returns its path."""
        path = self.out / "grades.csv"
        ids = [e.id for e in self.course.exercises if not self.only or e.id in self.only]
        reports = sorted(self.reports, key=lambda report: report.student.casefold())
        write_text(path, grades_csv(reports, ids))
        return path


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back for a moment: the table and the files must say the same."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def prepare_folder(out: Path) -> None:
    """Make the output folder and its private part (mode 0700)."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / INSTRUCTOR).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{out} cannot be used for results: {error.strerror}") from error


def write_reports(out: Path, graded: Graded) -> None:
    """`STUDENT.json` and `.html` to hand out; the instructor's with everything (mode 0600)."""
    from grader.reports.html import report_page  # brings jinja2, which only a class needs

    name = safe_name(graded.report.student)
    write_text(out / f"{name}.json", as_json(graded.report.to_json()))
    write_text(out / f"{name}.html", report_page(graded.report))
    private = out / INSTRUCTOR / f"{name}.json"
    write_text(private, as_json(graded.report.to_json(instructor=True)), mode=0o600)
    seconds = out / INSTRUCTOR / "timings" / f"{name}.json"
    seconds.parent.mkdir(exist_ok=True)
    write_text(seconds, as_json(dict(graded.seconds)), mode=0o600)


def as_json(data: Mapping[str, Any]) -> str:
    """Indented, with a newline at the end; equal data gives equal bytes."""
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def write_text(path: Path, text: str, mode: int = 0o644) -> None:
    """Write a whole file or none of it. Raises `OutputError`."""
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with open(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise OutputError(
            f"{path} could not be written: {error.strerror}. What was written before is kept; "
            "make room and run the same command again."
        ) from error
