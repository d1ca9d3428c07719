"""Fixtures that cost something, made once for all tests: course, fork server, context."""

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
    """A real fork server: its children are locked up as in earnest."""
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
        return hand_ins.grade(context, found, checks[exercise], text, only, **keywords)

    return graded


@pytest.fixture(scope="session")
def report_on(
    context: GradingContext, course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> hand_ins.ReportOn:
    """`report_on(text, "backward")`: the report on ada's hand-in of an exercise, explained and all;
    `only`: as if it had these checks and what they need."""

    def reported(text: Any, exercise: str = "engine", only: Any = None) -> Report:
        code = hand_ins.source(text) if isinstance(text, str) else text
        submission = Submission("ada", Path("ada.py"), "0" * 64, {exercise: code})
        some = {exercise: tuple(hand_ins.chosen(checks[exercise], only))}
        return grade_submission(submission, course, some, context, only=[exercise]).report

    return reported


@pytest.fixture(scope="session")
def sample_class_results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `topograde grade` has written about the sample class; nobody changes it."""
    return graded_class.graded_once(tmp_path_factory)


SLOW = frozenset(
    "test_address_shuffle test_answers_told test_any_reply test_asleep test_attacks "
    "test_bench_peers test_break_my_engine test_calls test_check_command test_checks "
    "test_checks_can_fail test_class_page test_cli test_cluster test_colliding_names "
    "test_comments test_contexts test_current_folder test_diagnosis test_docs_examples "
    "test_drawn test_engine_attacks test_exports test_feedback_exports "
    "test_gradebook test_growing test_hand_in_budgets test_hint test_history test_html_report "
    "test_isolation test_jobs test_late test_located test_lockdown test_long_blocks "
    "test_lost_workers test_micrograd test_models test_new_course test_notebook "
    "test_operators test_other_pythons test_own_faults test_picture test_places_measured "
    "test_proving test_pytest_attacks test_pytest_door test_pytest_parity "
    "test_pytorch test_questions test_ratios test_reading_budget test_recorded "
    "test_release_classroom50 test_release_github test_release_gradescope "
    "test_release_nbgrader test_release_notebook test_release_only test_release_web "
    "test_released test_replay test_replies test_report test_resume test_sample_class "
    "test_second_folder test_stubs_run test_student_kit test_submission_notebooks "
    "test_task_diagnosis test_tasks_only test_ticks test_unusual_engines test_verify "
    "test_watch test_watching_hostile test_worker test_wrong_engines".split()
)
"""Modules that take more than a few seconds: `make test-fast` leaves them out."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.stem in SLOW:
            item.add_marker(pytest.mark.slow)
