"""Fixtures that cost something, made once for all tests: course, zygote, context."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.checks.declare import Check, checks_of
from grader.course.course import Course, load_course
from grader.explain.guard import RAISE
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.judging.report import Report
from grader.submissions.submission import Submission
from grader.worker.forkserver import ForkServer
from tests.support import graded_class, hand_ins
from tests.support.paths import ROOT
from tests.support.planning import context_of_all

os.environ[RAISE] = "1"  # a fault in what explains is a fault of the tests, not kept aside

# Plans and answers are kept for all tests: to look through them for garbage as often as Python does
# by itself is a sixth of the time.
gc.set_threshold(100_000, 50, 1_000)

# With it (Jupyter brings it), to import nbformat takes more than a second. No notebook needs it.
sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]

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
    return checks_of(course)


@pytest.fixture(scope="session")
def server() -> Iterator[ForkServer]:
    """A real zygote: its children are locked up as in earnest."""
    with ForkServer() as server:
        yield server


@pytest.fixture(scope="session")
def context(server: ForkServer) -> GradingContext:
    """A context with a secret of its own; what is drawn is kept too, for one student."""
    return context_of_all(server)


@pytest.fixture(scope="session")
def grade(
    context: GradingContext, course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> hand_ins.Grade:
    """`grade("engine", text, only=...)`: run an exercise's checks on a text. With `brief=True`
    nothing that never ends is waited for long."""

    def graded(
        exercise: str, text: Any, only: Any = None, brief: bool = False, **keywords: Any
    ) -> hand_ins.Graded:
        found = hand_ins.exercise_of(hand_ins.brief(course) if brief else course, exercise)
        keywords = {"stub": course.stub(found), **keywords}
        return hand_ins.grade(context, found, checks[exercise], text, only, **keywords)

    return graded


@pytest.fixture(scope="session")
def report_on(
    context: GradingContext, course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> hand_ins.ReportOn:
    """`report_on(text, "backward")`: the report on ada's hand-in of an exercise, explained and all;
    `only`: as if it had these checks and what they need; `brief`: as for `grade`."""

    def reported(
        text: Any, exercise: str = "engine", only: Any = None, brief: bool = False
    ) -> Report:
        code = hand_ins.source(text) if isinstance(text, str) else text
        submission = Submission("ada", Path("ada.py"), "0" * 64, {exercise: code})
        some = {exercise: tuple(hand_ins.chosen(checks[exercise], only))}
        its = hand_ins.brief(course) if brief else course
        return grade_submission(submission, its, some, context, only=[exercise]).report

    return reported


@pytest.fixture(scope="session")
def sample_class_results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `topograde grade` has written about the sample class; nobody changes it."""
    return graded_class.graded_once(tmp_path_factory)


FAST = frozenset(
    "test_array_attacks test_between_batches test_by_hand test_call_texts test_check_grad_shown "
    "test_contributing test_corpus test_course test_drawn_answers test_earlier_stubs "
    "test_engine_tests test_english test_executed test_families test_house test_in_place "
    "test_inputs test_layouts test_modules test_neutral test_output_files test_packages "
    "test_program test_pseudonyms test_published test_recipe test_release test_shown_answers "
    "test_similar test_slopes test_stopped test_stretch test_submission test_submission_files "
    "test_syntax test_syscalls test_tensor_answers test_tensor_class test_tensor_course "
    "test_tensor_memory test_tensor_strangers test_terminal test_to_fix test_training_readings "
    "test_unchanged test_words_told test_workflow_linters test_worksheet".split()
)
"""Modules that take no more than a few seconds: `make test-fast` runs no other."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.stem not in FAST:
            item.add_marker(pytest.mark.slow)
