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
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

from grader.worker.client import KEPT_OUTPUT, MAX_REPLY, Worker
from grader.worker.exchange import CPU_SECONDS, MEMORY, Reply, WorkerUnavailable, encoded, framed
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

    def start(
        self,
        source: dict[str, Any],
        memory: int = MEMORY,
        cpu: int = CPU_SECONDS,
        filtered: bool = True,
        landlocked: bool = True,
    ) -> Worker:
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
        self._process = process
        self._pending = framed(encoded({"source": source}))
        self._buffer = bytearray()
        self._replied = 0
        self._pieces: queue.Queue[tuple[bool, bytes]] = queue.Queue(MOST_WAITING)
        assert process.stdout is not None
        assert process.stderr is not None
        self._readers = [
            threading.Thread(target=self._read, args=(pipe, is_reply), daemon=True)
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

    def _read(self, pipe: IO[bytes], is_reply: bool) -> None:
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

    def _exchange(
        self, message: bytes, reply: Reply, cpu: float, wall: float, most_output: int
    ) -> dict[str, Any] | None:
        if message:
            threading.Thread(target=self._send, args=(message,), daemon=True).start()
        deadline = time.monotonic() + wall
        while True:
            frame = self._next_frame(reply)
            if frame is not None or not self.alive:
                return frame
            left = deadline - time.monotonic()
            if left <= 0:
                self._fail(reply, {"kind": "timeout", "clock": "wall", "limit": wall})
                return None
            try:
                is_reply, piece = self._pieces.get(timeout=left)
            except queue.Empty:
                continue
            self._take(is_reply, piece, reply)
            if reply.output_size > most_output:
                self._fail(reply, {"kind": "output", "limit": most_output})
            elif self._replied > MAX_REPLY:
                self._fail(reply, {"kind": "reply", "limit": MAX_REPLY})
            elif is_reply and not piece:
                self._died(reply)

    def _take(self, is_reply: bool, piece: bytes, reply: Reply) -> None:
        if is_reply:
            self._buffer += piece
            self._replied += len(piece)
        else:
            reply.output_size += len(piece)
            reply.output += piece[: max(0, KEPT_OUTPUT - len(reply.output))]

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
