"""Executors that call in this process (`Here`) or in several of our own (`Processes`).

They know nothing of grading. A process that is killed costs the call that it was working on.
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
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from grader.worker.lock import kernel

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
            except (OSError, EOFError):  # the pool's parent was killed just then
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
    """Processes forked from the pool's parent, a fresh one that has imported torch, where that is
    safe; or else new ones.

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
    """Answer calls until the process that makes them hangs up. Ctrl-C is its affair."""
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
    """A killed run can tell nobody to stop; the kernel does it, where it can."""
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
