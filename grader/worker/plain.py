"""Workers where the system cannot fork (Windows): a process each, a limit by the clock, no lock.

`PlainServer` and its workers have the interface of `grader.worker.client`, so that nobody else has
to know. Pipes cannot be polled everywhere: a thread reads each. This is level D, for a student's
own check.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

from grader.worker.client import Pieces, Worker
from grader.worker.exchange import Reply, WorkerUnavailable, encoded, framed
from grader.worker.forkserver import ForkServer, Places, unlocked

CHILD = Path(__file__).parent / "inside" / "plain_child.py"
NEEDED = ("SYSTEMROOT",)
"""Variables without which Python does not start on Windows."""
MOST_WAITING = 64
PIECE = 1 << 16
ENDING_SECONDS = 5.0
LATE_SECONDS = 0.02
"""How long what was printed last may take through its thread, after the last answer is there."""


class PlainServer(ForkServer):
    """Starts a process for each submission. Nothing is kept between them."""

    def __init__(
        self,
        packages: Places = MappingProxyType({}),
        inside: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._beside = json.dumps([dict(packages), dict(inside)])
        reason = "fork: this system cannot fork, so student code runs as a process like any other"
        self.lock = unlocked(reason)

    @property
    def pid(self) -> int:
        """There is no process between the grader and its workers."""
        return os.getpid()

    def close(self) -> None:
        """Nothing is left to end: workers are closed by those who asked for them."""

    def start(self, source: dict[str, Any], *_: Any, **__: Any) -> Worker:
        """A process that holds this source; it is not held to the limits of memory and CPU."""
        try:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-X", "utf8", str(CHILD), self._beside],
                env={name: os.environ[name] for name in NEEDED if name in os.environ},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
            )
        except OSError as error:
            raise WorkerUnavailable(f"no process could be started: {error}") from error
        return PlainWorker(self, process, source)


class PlainWorker(Worker):
    """One process that holds one submission's code, at the end of three pipes."""

    def __init__(
        self, server: PlainServer, process: subprocess.Popen[bytes], source: dict[str, Any]
    ) -> None:
        self.server, self.pid, self.alive = server, process.pid, True
        self._process, self._source, self._handle = process, source, None
        self._pending = framed(encoded({"source": source}))
        self._buffer = bytearray()
        self._replied = 0
        self._pieces: queue.Queue[tuple[bool, bytes]] = queue.Queue(MOST_WAITING)
        assert process.stdout is not None
        assert process.stderr is not None
        self._readers = [
            threading.Thread(target=self._pass_on, args=(pipe, is_reply), daemon=True)
            for pipe, is_reply in ((process.stdout, True), (process.stderr, False))
        ]
        for reader in self._readers:
            reader.start()

    def close(self) -> int | None:
        """End the process; its exit code."""
        if not self.alive:
            return None
        self.alive = False
        self._process.kill()
        code = self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
        deadline = time.monotonic() + ENDING_SECONDS
        while any(reader.is_alive() for reader in self._readers) and time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):
                self._pieces.get(timeout=0.01)
        return code

    def _pass_on(self, pipe: IO[bytes], is_reply: bool) -> None:
        """Run by a thread: pass on what comes, and nothing at the end."""
        with pipe:
            while True:
                try:
                    piece = pipe.read(PIECE)
                except (OSError, ValueError):
                    piece = b""
                self._pieces.put((is_reply, piece))
                if not piece:
                    return

    def _send(self, message: bytes) -> None:
        """Run by a thread: the process may never read it."""
        assert self._process.stdin is not None
        view = memoryview(message)
        with contextlib.suppress(OSError, ValueError):  # its silence will be noticed
            while view:
                view = view[self._process.stdin.write(view) :]

    def _sent(self, message: bytes) -> Callable[[float], Pieces]:
        if message:
            threading.Thread(target=self._send, args=(message,), daemon=True).start()

        def pieces(seconds: float) -> Pieces:
            with contextlib.suppress(queue.Empty):
                yield self._pieces.get(timeout=seconds)

        return pieces

    def _drain_output(self, reply: Reply) -> None:
        with contextlib.suppress(queue.Empty):
            for _ in range(MOST_WAITING):
                self._take(*self._pieces.get(timeout=LATE_SECONDS), reply)

    def _died(self, reply: Reply) -> None:
        """The reply pipe ended: the process is gone, or has closed it to look so."""
        try:
            code = self._process.wait(timeout=0.2)
        except subprocess.TimeoutExpired:
            self._fail(reply, {"kind": "protocol"})
            return
        ended = {"kind": "crash", "signal": -code} if code < 0 else {"kind": "exit", "code": code}
        self._fail(reply, ended)

    def _cpu(self) -> float | None:
        return None

    def _numbers_in(self, file: str) -> list[int]:
        return []
