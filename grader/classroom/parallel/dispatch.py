"""Who grades: this process, several, or a cluster; and what a lost process costs.

`each_graded(crew, submissions)` hands submissions to their executor, a few at a time, and yields
each with its report as it comes. A hand-in whose process was lost is graded again; one that takes
two processes with it is left ungraded, and says so.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import sys
import tempfile
import threading
import time
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
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

from grader.grading.grader import Grader, Setup
from grader.grading.submission import Graded
from grader.submissions.submission import Submission
from grader.worker import isolation
from grader.worker.exchange import WorkerUnavailable
from grader.worker.isolation import Isolation
from grader.worker.lock import kernel


class _Place:
    """The one grader of this process and the one thread that works at it.

    A cluster's worker runs several tasks at once: here they queue up. Its task threads come and go,
    and a fork server must be started by a thread that stays.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "topograde-grader")
        self._grader: Grader | None = None

    def grade(self, setup: Setup, submission: Submission) -> Graded:
        return self._thread.submit(self._grade, setup, submission).result()

    def prove(self, setup: Setup, paths: Sequence[Path], out: Path) -> isolation.Isolation:
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


_PLACE = _Place()  # a process has one, whichever of its threads asks first


def grade_there(setup: Setup, submission: Submission) -> Graded:
    """Grade at this process's own grader, which is made at the first call.

    Raises what `Grader` raises; all that a hand-in does is in its report.
    """
    return _PLACE.grade(setup, submission)


def prove_there(setup: Setup, paths: Sequence[Path], out: Path) -> isolation.Isolation:
    """How strongly this process's own grader locks student code up.

    Raises what `Grader` raises.
    """
    return _PLACE.prove(setup, paths, out)


def leave() -> None:
    """Close this process's grader: its fork server ends, and the secret is forgotten."""
    _PLACE.leave()


T = TypeVar("T")
END_SECONDS = 5.0
ENDING_SECONDS = 0.1
"""A killed process hangs up a moment before it has ended."""
SAFE_PATH = "PYTHONSAFEPATH"


class ProcessDied(BrokenExecutor):
    """The process that worked on a call is gone, and nothing is known of its result."""


class Here(Executor):
    """Calls at once, in the caller's own thread and process."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """A future that is done; Ctrl-C is not kept in it but raised."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # an executor's: it is raised where the result is asked for
            future.set_exception(error)
        return future


class Processes(Executor):
    """`count` processes, each made when first needed and again after it was killed.

    A killed one costs the call that it was working on (`ProcessDied`) and no other: each has a pipe
    of its own, so that half an answer blocks nobody, and the others keep what they have learnt.

    As many as there are processors: each stays on one of them, and so does what it starts. A grader
    and the worker that it waits for take turns, and need not wake each other up across processors.
    """

    def __init__(self, count: int) -> None:
        self._processors = queue.SimpleQueue[int | None]()
        free = processors()
        for number in range(count):
            self._processors.put(free[number] if count == len(free) > 1 else None)
        self._mine = threading.local()
        self._threads = ThreadPoolExecutor(count, "topograde-pool", self._settle)
        self._lock = threading.Lock()
        self._open: set[_Process] = set()
        self._closed = False
        if _context().get_start_method() == "forkserver":
            with _started_safely():
                forkserver.ensure_running()  # here: it ends with the thread that starts it

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call `fn` in the next process that is free; what travels is pickled."""
        return self._threads.submit(self._call, fn, args, kwargs)

    def _settle(self) -> None:
        """Of each thread, before its first call: which processor its processes stay on."""
        self._mine.processor = self._processors.get_nowait()

    def _call(self, *call: Any) -> Any:
        process = getattr(self._mine, "process", None)
        if process is None or not process.alive:
            process = self._mine.process = self._start(process)
        good, value = process.ask(call)
        if good:
            return value
        raise value

    def _start(self, before: _Process | None) -> _Process:
        with self._lock:
            if self._closed:
                raise ProcessDied("the pool is closed")
            if before is not None:
                before.kill()
                self._open.discard(before)
            try:
                process = _Process(self._mine.processor)
            except (OSError, EOFError):  # the server that forks them was killed just then
                time.sleep(ENDING_SECONDS)
                process = _Process(self._mine.processor)
            self._open.add(process)
            return process

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes. Without `wait`, those at work are killed at once."""
        if not wait:
            self.kill()
        self._threads.shutdown(wait=True, cancel_futures=cancel_futures or not wait)
        self.kill()  # they are idle, and keep nothing that has to be put away

    def kill(self) -> None:
        """Kill all processes; what they worked on fails with `ProcessDied`."""
        with self._lock:
            self._closed = True
            for process in self._open:
                process.kill()
            self._open.clear()

    def __exit__(self, kind: Any, error: Any, at: Any) -> None:
        self.shutdown(wait=error is None)


class _Process:
    """A process that answers one call after the other."""

    def __init__(self, processor: int | None) -> None:
        context = _context()
        self._ours, theirs = context.Pipe()
        arguments = theirs, processor
        self._process: BaseProcess = context.Process(target=_serve, args=arguments, daemon=True)
        with _started_safely():
            self._process.start()
        theirs.close()  # so that ours ends when the process does

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def ask(self, call: Any) -> tuple[bool, Any]:
        try:
            self._ours.send(call)
            answer: tuple[bool, Any] = self._ours.recv()
        except (EOFError, OSError) as error:
            self.kill()
            raise ProcessDied(f"a process of the pool ended ({self._end()})") from error
        return answer

    def _end(self) -> str:
        code = self._process.exitcode
        if code is not None and code < 0:
            return f"killed by {signal.Signals(-code).name}"
        return f"exit code {code}"

    def kill(self) -> None:
        if self.alive:  # of a dead one the system may have given the number away
            self._process.kill()
        self._process.join(END_SECONDS)


def _context() -> Any:
    """Processes forked from a fresh one that has imported torch, where that is safe, or new ones.

    Our own process must not be forked: it has threads and an open database. The fresh one listens
    at a socket in the folder for temporary files, whose name can be too long for that.
    """
    socket = f"{tempfile.gettempdir()}/pymp-12345678/listener-12345678"
    if sys.platform != "linux" or len(os.fsencode(socket)) > kernel.LONGEST_SOCKET_PATH:
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["grader.classroom.parallel.preloaded"])
    return context


def processors() -> list[int]:
    """The numbers of the processors that this process may use; zeros where they are not told."""
    if sys.platform == "linux":
        return sorted(os.sched_getaffinity(0))
    return [0] * (os.cpu_count() or 1)


def _serve(connection: Connection, processor: int | None) -> None:
    """Answer calls until the parent hangs up. Ctrl-C is the parent's affair."""
    if processor is not None and sys.platform == "linux":
        with suppress(OSError):  # it may have been taken away from us by now
            os.sched_setaffinity(0, {processor})
            # A worker's answers come one by one: each would stop it for the grader to read it.
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _end_with_parent()
    while True:
        try:
            fn, args, kwargs = connection.recv()
        except EOFError:
            return
        try:
            answer = (True, fn(*args, **kwargs))
        except Exception as error:  # raised by the other process, where the result is asked for
            answer = (False, error)
        try:
            connection.send(answer)
        except OSError:  # nobody waits for it any more
            return


def _end_with_parent() -> None:
    """A killed parent can tell nobody to stop; the kernel does it, where it can."""
    if sys.platform == "linux":
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        parent = multiprocessing.parent_process()
        if parent is None or not parent.is_alive():  # it was gone before we asked
            sys.exit(1)


@contextmanager
def _started_safely() -> Iterator[None]:
    """A process that is started in here is deaf to Ctrl-C until it says otherwise, and imports
    nothing from the current folder, in which hand-ins may lie. (`python -c` would.)"""
    safe = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    before = None
    if hasattr(signal, "pthread_sigmask"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if safe is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = safe


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
                yield submission, lost(error)
            else:
                yield submission, graded


def lost(error: BaseException) -> Exception:
    """What is said of a hand-in that took its processes with it."""
    return RuntimeError(f"{MOST_LOSSES} processes ended while they graded this hand-in ({error})")
