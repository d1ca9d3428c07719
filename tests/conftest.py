"""Fixtures that cost something, made once for all tests: course, fork server, context."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from grader.checks.declare import Check, load_checks
from grader.course.course import Course, load_course
from grader.explain.guard import RAISE
from grader.judging.context import GradingContext
from grader.programs.interpreter import Answer
from grader.programs.program import Program
from grader.programs.pytorch import Oracle
from grader.worker.forkserver import ForkServer
from tests.support import hand_ins
from tests.support.hand_ins import SECRET
from tests.support.paths import ROOT

os.environ[RAISE] = "1"  # a fault in what explains is a fault of the tests, not kept aside

# A shell's background job ignores Ctrl-C, and so would all that is started from here.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def course() -> Course:
    """The built-in course."""
    return load_course(ROOT / "exercises")


@pytest.fixture(scope="session")
def checks(course: Course) -> Mapping[str, tuple[Check, ...]]:
    """The checks of each exercise of the built-in course."""
    return load_checks([exercise.id for exercise in course.exercises], None)


@pytest.fixture(scope="session")
def server() -> Iterator[ForkServer]:
    """A real fork server: its children are locked up as in earnest."""
    with ForkServer() as server:
        yield server


@pytest.fixture(scope="session")
def context(server: ForkServer) -> GradingContext:
    """A context with a secret of its own; right answers are kept for all tests, drawn ones too."""

    class Keeping(Oracle):
        def answer_once(self, program: Program) -> Answer:
            return self.answer(program)

    return GradingContext(SECRET, server, Keeping())


@pytest.fixture(scope="session")
def grade(
    context: GradingContext, course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> hand_ins.Grade:
    """`grade("engine", text, only=...)`: run an exercise's checks on a text."""

    def graded(exercise: str, text: Any, only: Any = None, **keywords: Any) -> hand_ins.Graded:
        found = hand_ins.exercise_of(course, exercise)
        return hand_ins.grade(context, found, checks[exercise], text, only, **keywords)

    return graded
