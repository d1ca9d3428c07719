"""A worker or a zygote that dies, before any one thing that is asked of it, changes no report.

Real processes, really killed: before the first question, before the second, and so on to the last.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from grader.checks.declare import load_checks
from grader.course.course import load_course
from grader.grading.submission import Graded, grade_submission
from grader.judging.context import GradingContext
from grader.submissions.submission import Submission
from grader.worker.client import Worker
from grader.worker.exchange import BatchLimits, WorkerUnavailable, encode_batch
from grader.worker.forkserver import ZYGOTE, ForkServer
from tests.support.class_runs import RIGHT, WRONG, is_alive
from tests.support.hand_ins import sent, source
from tests.support.paths import TINY
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere nobody can tell who killed a process"
)

RECURSIVE = RIGHT.replace("node.grad += self.grad", "node.grad += self.grad\n            down(99)")
RECURSIVE += "\n\ndef down(n):\n    return down(n + 1)\n"
COURSE = load_course(TINY)
CHECKS = load_checks([exercise.id for exercise in COURSE.exercises], COURSE.checks_dir)


class Disturbed(ForkServer):
    """A zygote of which something is killed before the question number `fatal`."""

    fatal, kill = -1, "nothing"
    asked = 0

    def start(self, *arguments: Any, **keywords: Any) -> Worker:
        worker = super().start(*arguments, **keywords)
        run = worker.run

        def run_or_die(*arguments: Any, **keywords: Any) -> Any:
            self.asked += 1
            if self.asked == self.fatal:
                victim = self.pid if self.kill == "zygote" else worker.pid
                os.kill(victim, signal.SIGKILL)
                until(lambda: not is_alive(victim) and not is_alive(worker.pid))
            return run(*arguments, **keywords)

        worker.run = run_or_die  # type: ignore[method-assign]
        return worker

    @contextmanager
    def disturbed(self, kill: str, fatal: int) -> Iterator[None]:
        self.kill, self.fatal, self.asked = kill, fatal, 0
        try:
            yield
        finally:
            self.fatal = -1


@pytest.fixture(scope="module")
def server() -> Iterator[Disturbed]:
    with Disturbed() as server:
        yield server


@pytest.fixture(scope="module")
def grade(server: Disturbed) -> Callable[[str], Graded]:
    context = GradingContext(b"a secret that is long enough", server)

    def graded(text: str) -> Graded:
        sources = {exercise.id: source(text) for exercise in COURSE.exercises}
        submission = Submission("ada", Path("ada.py"), "0" * 64, sources)
        return grade_submission(submission, COURSE, CHECKS, context)

    return graded


@pytest.mark.parametrize("kill", ["worker", "zygote"])
@pytest.mark.parametrize("text", [RIGHT, WRONG, RECURSIVE], ids=["right", "wrong", "recursive"])
def test_what_is_killed_before_any_question_changes_no_report(
    text: str, kill: str, server: Disturbed, grade: Callable[[str], Graded]
) -> None:
    with server.disturbed("nothing", -1):
        expected = grade(text).report.to_json(instructor=True)
        questions = server.asked
    assert questions >= 3
    for fatal in range(1, questions + 1):
        with server.disturbed(kill, fatal):
            assert grade(text).report.to_json(instructor=True) == expected, fatal
            assert server.asked > questions, "what was lost was asked again"


def test_a_zygote_whose_grader_is_gone_says_nothing() -> None:
    """A run that is killed as it begins leaves no traceback on the terminal."""
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs:
        options = '{"packages": {}, "inside": {}, "lock": {}}'
        command = [sys.executable, "-I", "-S", str(ZYGOTE), str(theirs.fileno()), options]
        found = subprocess.run(command, pass_fds=[theirs.fileno()], capture_output=True, timeout=60)
    assert (found.returncode, found.stdout, found.stderr) == (0, b"", b"")


def test_a_worker_of_a_zygote_that_is_gone_did_not_end_by_itself() -> None:
    """Not even when a new zygote serves by now, which knows nothing of it."""
    with ForkServer() as server:
        worker = server.start(sent(RIGHT))
        os.kill(server.pid, signal.SIGKILL)
        until(lambda: not is_alive(worker.pid))
        other = server.start(sent(RIGHT))
        batch = encode_batch([], [])
        with pytest.raises(WorkerUnavailable, match="the fork server that started the worker"):
            worker.run(batch, BatchLimits())
        assert not worker.alive
        assert other.run(batch, BatchLimits()).failure is None
        other.close()
