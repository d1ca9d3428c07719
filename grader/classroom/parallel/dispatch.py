"""Who grades: this process, several, or a cluster; and what a lost process costs.

`each_graded(crew, submissions)` hands submissions to their executor, a few at a time, and yields
each with its report as it comes. A hand-in whose process was lost is graded again; one that takes
two processes with it is left ungraded, and says so.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from grader.classroom.parallel.pool import Here, Processes, processors
from grader.classroom.parallel.process_grader import grade_there, prove_there
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
    """Each submission with its report, or with what lost it, in the order in which they are done.

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
