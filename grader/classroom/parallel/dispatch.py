"""Who grades: this process, several, or a cluster; and what a lost process costs.

`each_graded(crew, submissions)` hands submissions to their executor, a few at a time, and yields
each as it comes, with a `Graded`: its report, and what that took. A hand-in whose process was lost
is graded again; one that takes two processes with it is left ungraded, and says so. What a pool or
a cluster calls in its processes is at the end: each has a grader to itself.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from grader.classroom.parallel.pool import Here, Processes, processors
from grader.grading.grader import Grader, Setup
from grader.grading.submission import Graded
from grader.submissions.submission import Submission
from grader.worker.exchange import WorkerUnavailable
from grader.worker.isolation import Isolation

MOST_LOSSES = 2
"""How many processes a hand-in may take with it."""
PAYS = 240
"""Checks that a process must have to itself before a second one pays for what each must do first:
about two seconds of work."""


@dataclass(frozen=True, slots=True)
class Crew:
    """An executor, what it calls, how many calls may be under way, and what a loss looks like.

    isolation: a sentence on how strongly student code is locked up.
    """

    executor: Executor
    grade: Callable[[Submission], Graded]
    width: Callable[[], int]
    isolation: str
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)


def jobs_for(hand_ins: int, checks: int) -> int:
    """How many processes for so many checks a hand-in: one a core if each has enough to do."""
    return max(1, min(cores(), hand_ins, hand_ins * checks // PAYS))


def cores() -> int:
    """The processors that this process may use."""
    return len(processors())


@contextmanager
def crew_here(setup: Setup, jobs: int, paths: Iterable[Path], out: Path) -> Iterator[Crew]:
    """The crew on this machine: this very process if `jobs` is 1, otherwise as many others.

    Raises what `Grader` raises.
    """
    if jobs == 1:
        with Grader(setup, list(paths), out) as grader:
            yield Crew(Here(), grader.grade, lambda: 1, grader.proof.sentence)
        return
    with Processes(jobs) as executor:
        # Each process proves that it can lock up; where the first cannot, no other is started.
        proof = proof_of_one(executor, setup, list(paths), out)
        yield Crew(executor, partial(grade_there, setup), lambda: 2 * jobs, proof.sentence)


def proof_of_one(executor: Executor, setup: Setup, paths: list[Path], out: Path) -> Isolation:
    """How strongly one of the processes locks student code up: asked again if it is killed.

    Raises `WorkerUnavailable` if it is killed again, and what `Grader` raises.
    """
    for left in reversed(range(MOST_LOSSES)):
        try:
            return executor.submit(prove_there, setup, paths, out).result()
        except BrokenExecutor as error:
            if not left:
                raise WorkerUnavailable(f"nothing can be graded: {error}") from error
    raise AssertionError("the last attempt returns or raises")


def each_graded(
    crew: Crew, submissions: Iterable[Submission]
) -> Iterator[tuple[Submission, Graded | Exception]]:
    """Each submission with what came of it, or with what lost it, in the order in which they are
    done.

    Raises what the crew raises.
    """
    todo, again = iter(submissions), deque[Submission]()
    waiting: dict[Future[Graded], Submission] = {}
    losses: Counter[str] = Counter()
    while True:
        while len(waiting) < max(1, crew.width()):
            submission = again.popleft() if again else next(todo, None)
            if submission is None:
                break
            waiting[crew.executor.submit(crew.grade, submission)] = submission
        if not waiting:
            return
        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
            submission = waiting.pop(future)
            try:
                graded = future.result()
            except crew.lost as error:
                losses[submission.student] += 1
                if losses[submission.student] < MOST_LOSSES:
                    again.append(submission)
                    continue
                told = f"{MOST_LOSSES} processes ended while they graded this hand-in ({error})"
                yield submission, RuntimeError(told)
            else:
                yield submission, graded


_THREAD = ThreadPoolExecutor(1, "topograde-grader")
"""The one thread of a process that works at its one grader. A cluster's worker runs several tasks
at once: here they queue up. Its task threads come and go, and a zygote must be started by a
thread that stays."""
_OURS: list[Grader] = []
"""The grader of this process, once there is one."""


def grade_there(setup: Setup, submission: Submission) -> Graded:
    """Called in a process of the crew: grade at its own grader, which is made at the first call.

    Raises what `Grader` raises; all that a hand-in does is in its report.
    """
    return _THREAD.submit(lambda: _grader(setup).grade(submission)).result()


def prove_there(setup: Setup, paths: Sequence[Path], out: Path) -> Isolation:
    """Called there too: how strongly that grader locks student code up. Raises the same."""
    return _THREAD.submit(_grader, setup, paths, out).result().proof


def leave() -> None:
    """Called there at the end: its zygote ends, and the secret is forgotten."""
    _THREAD.submit(_close)  # after what is being graded: nobody has to wait for it


def _grader(setup: Setup, paths: Sequence[Path] = (), out: Path = Path("out")) -> Grader:
    if not _OURS or _OURS[0].setup != setup:
        _close()
        _OURS.append(Grader(setup, paths, out))
    return _OURS[0]


def _close() -> None:
    while _OURS:
        _OURS.pop().close()
