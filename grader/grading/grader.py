"""The one way into grading: a proven lock, PyTorch, drawn inputs; one report for each hand-in.

What one can do with it:

* say what hand-ins are graded with, in a record that can be sent to another process (`Setup`);
* grade here, one hand-in after the other (`Grader(setup).grade(submission)`).

`grade`, the cluster, `replay`, pytest, Gradescope, Classroom 50 and nbgrader's cells differ in
where files come from and where the report goes. A student's own check is `own_work`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import grader
from grader.checks.declare import Check, load_checks
from grader.course.course import Course
from grader.errors import Exit, TopogradeError
from grader.grading.submission import Graded, failed_to_grade, grade_submission
from grader.judging.context import GradingContext
from grader.judging.report import Report
from grader.programs.pytorch import load_torch
from grader.submissions.submission import OURS, Submission, read_submission
from grader.worker import isolation
from grader.worker.exchange import WorkerUnavailable
from grader.worker.forkserver import ForkServer
from grader.worker.starting import start_server


class IsolationRefused(TopogradeError):
    """Student code is not locked up as is required; the message says what to do."""

    code = Exit.REFUSED


class OtherVersion(TopogradeError):
    """A process has another version of Topograde than the one that asks it."""

    code = Exit.UNGRADED


@dataclass(frozen=True, slots=True)
class Setup:
    """What a class is graded with. It travels with each hand-in, and is shown without the secret.

    check_texts: the files of the course's checks, which the other process may not have. required,
    allowed: as `grader.worker.isolation.refusal` takes them.
    """

    course: Course
    secret: bytes = field(repr=False)
    check_texts: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    only: tuple[str, ...] = ()
    required: str | None = None
    allowed: bool = False
    version: str = grader.__version__

    @staticmethod
    def of(
        course: Course,
        secret: bytes,
        only: Sequence[str] = (),
        required: str | None = None,
        allowed: bool = False,
    ) -> Setup:
        """The setup for a course that is read from disk here."""
        texts = texts_of(course.checks_dir)
        return Setup(course, secret, texts, tuple(only), required, allowed)


class Grader:
    """One zygote, one grading context. A context manager.

    Make it in a thread that stays as long as it does: the zygote ends with that thread.
    """

    def __init__(self, setup: Setup, paths: Sequence[Path] = (), out: Path = Path("out")) -> None:
        """Prove the isolation of this process and import torch.

        paths, out: for the sentence of a refusal. Raises `IsolationRefused`, `OtherVersion`,
        `WorkerUnavailable` or `OracleUnavailable`.
        """
        if setup.version != grader.__version__:
            raise OtherVersion(
                f"this is Topograde {grader.__version__}, and the run needs {setup.version}"
            )
        self.setup = setup
        self.checks = checks_from(setup)
        with ExitStack() as undo:
            server, self.proof = proven_server(setup, paths, out)
            undo.enter_context(server)
            load_torch()
            self.context = GradingContext(setup.secret, server)
            undo.callback(self.context.close)
            self._open = undo.pop_all()

    def __enter__(self) -> Grader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the zygote and its children."""
        self._open.close()

    def grade(self, submission: Submission) -> Graded:
        """The report and what it took; a fault of ours is in it as `ungraded`, never raised."""
        setup, proof = self.setup, self.proof.to_json()
        if OURS in submission.flags:
            unread = OSError("; ".join(fault.sentence for fault in submission.faults))
            return self._failed(submission, unread)
        self.context.serve()
        try:
            return grade_submission(
                submission, setup.course, self.checks, self.context,
                only=setup.only, isolation=proof,
            )  # fmt: skip
        except Exception as error:  # a bug of ours must cost this hand-in only, and be seen
            return self._failed(submission, error)

    def _failed(self, submission: Submission, error: Exception) -> Graded:
        setup = self.setup
        return failed_to_grade(
            submission, setup.course, self.checks, self.context.fingerprint, error,
            only=setup.only, isolation=self.proof.to_json(),
        )  # fmt: skip


def grade_one(
    course: Course, path: Path, student: str, secret: bytes, only: Sequence[str] = ()
) -> Report:
    """The report on what lies at `path`, where a platform hands it over by itself.

    Raises what `Grader` raises.
    """
    submission = read_submission(path, course, course.asked(only), student)
    with Grader(Setup.of(course, secret, only), [path]) as grader:
        return grader.grade(submission).report


def proven_server(
    setup: Setup, paths: Sequence[Path] = (), out: Path = Path("out")
) -> tuple[ForkServer, isolation.Isolation]:
    """A zygote, and how strongly it locks student code up.

    Tried twice: a process that is killed during the self-test proves nothing about the lock.
    Raises `IsolationRefused` or `WorkerUnavailable`.
    """
    for last in (False, True):
        server = None
        try:
            server = start_server(*setup.course.beside)
            proof = isolation.prove(server)
            refused = isolation.refusal(proof, setup.required, setup.allowed, paths, out)
            if not refused:
                return server, proof
            if last:
                raise IsolationRefused(refused)
        except WorkerUnavailable:
            if last:
                raise
        except BaseException:  # Ctrl-C too: it goes on, with no process left behind
            if server is not None:
                server.close()
            raise
        if server is not None:
            server.close()
    raise AssertionError("the second attempt returns or raises")


def texts_of(folder: Path) -> tuple[tuple[str, bytes], ...]:
    """The modules of a folder of checks, by their paths in it."""
    found = sorted(folder.rglob("*.py"))
    return tuple((path.relative_to(folder).as_posix(), path.read_bytes()) for path in found)


def checks_from(setup: Setup) -> Mapping[str, tuple[Check, ...]]:
    """The checks of the course, from its own folder if that is here and holds the same files."""
    ids = [exercise.id for exercise in setup.course.exercises]
    if texts_of(setup.course.checks_dir) == setup.check_texts:
        return load_checks(ids, setup.course.checks_dir)
    with tempfile.TemporaryDirectory(prefix="topograde-checks-") as folder:
        for name, text in setup.check_texts:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        return load_checks(ids, Path(folder))
