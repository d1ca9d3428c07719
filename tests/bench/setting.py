"""What the measurements of the exam share: a course, a hand-in that is graded, and clocks."""

from __future__ import annotations

import os
import resource
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from grader.checks import Check
from grader.checks.declare import load_checks
from grader.course.course import Course, load_course
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.submissions.submission import Submission, read_submission
from grader.worker.starting import start_server

EXAM = "engine"
SECRET = b"a secret for measuring"
TICKS = os.sysconf("SC_CLK_TCK")


class Setting:
    """A course, a bench, a hand-in: all that one measurement needs."""

    def __init__(
        self,
        course: Course,
        checks: dict[str, tuple[Check, ...]],
        bench: GradingContext,
        submission: Submission,
        exam: str = EXAM,
    ) -> None:
        self.course, self.checks, self.context, self.submission = course, checks, bench, submission
        self.exam = exam

    def grade(self, student: str = "ada") -> None:
        """Grade the exam once; it must earn everything."""
        submission = replace(self.submission, student=student)
        self.context.serve()
        graded = grade_submission(
            submission, self.course, self.checks, self.context, only=[self.exam]
        )
        if graded.report.score != graded.report.max_score:
            raise SystemExit(f"the solution scored {graded.report.score}: nothing was measured")

    def cpu(self) -> float:
        """CPU seconds of this process, the zygote and its ended children."""
        return own_cpu() + tree_cpu(self.context.server.pid)

    def mean_cpu(self, action: Callable[[], None], rounds: int) -> float:
        """CPU seconds of one call, everything included; the median of some rounds."""
        found = []
        for _ in range(rounds):
            before = self.cpu()
            action()
            found.append(self.cpu() - before)
        return statistics.median(found)


def worker_source(submission: Submission) -> dict[str, object]:
    """The source of a hand-in's exam, as a worker gets it."""
    source = submission.sources[EXAM]
    return {
        "name": source.name,
        "cells": list(source.cells),
        "future_flags": list(source.future_flags),
        "main": source.is_notebook,
        "siblings": dict(source.siblings),
    }


@contextmanager
def opened(folder: Path, exam: str = EXAM) -> Iterator[Setting]:
    """The exam of a course in a folder, with its solution as the hand-in."""
    course = load_course(folder)
    checks = load_checks([each.id for each in course.exercises], course.checks_dir)
    solution = course.solutions_dir / course.exercise(exam).file_name
    submission = read_submission(solution, course, exam)
    with start_server(*course.beside) as server:
        context = GradingContext(SECRET, server)
        yield Setting(course, checks, context, submission, exam)


def own_cpu(who: int = resource.RUSAGE_SELF) -> float:
    """CPU seconds of this process."""
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def children_cpu() -> float:
    """CPU seconds of all processes that this one started and that have ended."""
    return own_cpu(resource.RUSAGE_CHILDREN)


def tree_cpu(pid: int) -> float:
    """CPU seconds of a process and of its children that have ended (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS
