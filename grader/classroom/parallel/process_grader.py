"""The grader that each process of a crew has to itself, made at its first call.

What a pool or a cluster calls in its processes, by name: `prove_there`, `grade_there`, `leave`.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from grader.grading.grader import Grader, Setup
from grader.grading.submission import Graded
from grader.submissions.submission import Submission
from grader.worker.isolation import Isolation


class _GraderOfProcess:
    """The one grader of this process and the one thread that works at it.

    A cluster's worker runs several tasks at once: here they queue up. Its task threads come and go,
    and a fork server must be started by a thread that stays.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "topograde-grader")
        self._grader: Grader | None = None

    def grade(self, setup: Setup, submission: Submission) -> Graded:
        return self._thread.submit(self._grade, setup, submission).result()

    def prove(self, setup: Setup, paths: Sequence[Path], out: Path) -> Isolation:
        return self._thread.submit(self._made, setup, paths, out).result().proof

    def leave(self) -> None:
        self._thread.submit(self._clear)  # after what is being graded: nobody has to wait for it

    def _grade(self, setup: Setup, submission: Submission) -> Graded:
        return self._made(setup).grade(submission)

    def _made(self, setup: Setup, paths: Sequence[Path] = (), out: Path = Path("out")) -> Grader:
        if self._grader is None or self._grader.setup != setup:
            self._clear()
            self._grader = Grader(setup, paths, out)
        return self._grader

    def _clear(self) -> None:
        grader, self._grader = self._grader, None
        if grader is not None:
            grader.close()


_OURS = _GraderOfProcess()  # a process has one, whichever of its threads asks first


def grade_there(setup: Setup, submission: Submission) -> Graded:
    """Grade at this process's own grader, which is made at the first call.

    Raises what `Grader` raises; all that a hand-in does is in its report.
    """
    return _OURS.grade(setup, submission)


def prove_there(setup: Setup, paths: Sequence[Path], out: Path) -> Isolation:
    """How strongly this process's own grader locks student code up.

    Raises what `Grader` raises.
    """
    return _OURS.prove(setup, paths, out)


def leave() -> None:
    """Close this process's grader: its fork server ends, and the secret is forgotten."""
    _OURS.leave()
