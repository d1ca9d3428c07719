"""A child process as its keeper sees it: its pipes, its clocks and its memory.

Nothing that is read here is trusted: frames are capped and JSON is parsed strictly.
"""

from __future__ import annotations

import os
import select
import struct
import sys
import time
from typing import Any

from grader.worker.exchange import MAX_OUTPUT, Clocks, Reply, parsed

KEPT_OUTPUT = 64 << 10
MAX_REPLY = 4 << 20
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
ENDING_SECONDS = 0.5
"""A process whose pipe has ended is dead in a moment, or later on a busy machine."""


class Child:
    """Reads and writes what a `Worker` exchanges; it does not decide anything."""

    pid: int
    alive: bool
    _handle: int | None
    _requests: int
    _replies: int
    _output: int
    _buffer: bytearray
    _replied: int
    _open: dict[str, int]
    _asleep: float = 0.0
    """Seconds in which we ourselves were stopped."""

    def _fail(self, reply: Reply, record: dict[str, Any]) -> None:
        """End the process and say in the reply why."""
        raise NotImplementedError

    def _write(self, waiting: memoryview, poll: select.poll) -> memoryview:
        try:
            waiting = waiting[os.write(self._requests, waiting[: 1 << 20]) :]
        except BlockingIOError:
            return waiting
        except OSError:  # the child closed its end; its silence will be noticed
            waiting = waiting[:0]
        if not waiting:
            poll.unregister(self._requests)
        return waiting

    def _read_output(self, reply: Reply) -> bool:
        try:
            data = os.read(self._output, 1 << 18)
        except BlockingIOError:
            return True
        except OSError:
            return False
        reply.output_size += len(data)
        reply.output += data[: max(0, KEPT_OUTPUT - len(reply.output))]
        return bool(data)

    def _drain_output(self, reply: Reply) -> None:
        before = -1
        while before != reply.output_size and reply.output_size <= MAX_OUTPUT:
            before = reply.output_size
            if not self._read_output(reply):
                return

    def _read_replies(self, reply: Reply) -> bool:
        try:
            data = os.read(self._replies, 1 << 18)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self._buffer += data
        self._replied += len(data)
        if self._replied > MAX_REPLY:
            self._fail(reply, {"kind": "reply", "limit": MAX_REPLY})
            return True
        return bool(data)

    def _next_frame(self, reply: Reply) -> dict[str, Any] | None:
        if len(self._buffer) < 4:
            return None
        (length,) = struct.unpack_from(">I", self._buffer)
        if length > MAX_REPLY:
            self._fail(reply, {"kind": "protocol"})
            return None
        if len(self._buffer) < 4 + length:
            return None
        body = bytes(self._buffer[4 : 4 + length])
        del self._buffer[: 4 + length]
        frame = parsed(body)
        if frame is None:
            self._fail(reply, {"kind": "protocol"})
        return frame

    def _ended_by_itself(self) -> bool:
        """Whether the process is dead, or is so in a moment. Without a handle: taken to be."""
        if self._handle is None:
            return True
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        return bool(poll.poll(1000 * ENDING_SECONDS))

    def _clocks(self) -> Clocks:
        """CPU time of the child (0 where nobody tells) and the clock."""
        return self._cpu() or 0.0, self._now()

    def _now(self) -> float:
        """The clock, without the time in which we ourselves were stopped."""
        return time.monotonic() - self._asleep

    def memory(self) -> int:
        """Bytes that the process holds in memory; 0 where the system does not tell."""
        numbers = self._told("statm")
        return numbers[1] * _PAGE if numbers else 0

    def _waited(self) -> float | None:
        """Seconds that the child has waited for a processor; None where nobody tells."""
        numbers = self._told("schedstat")
        return numbers[1] / 1e9 if numbers else None

    def _told(self, file: str) -> list[int]:
        """The numbers in one of the child's files in /proc; none where the system does not tell.

        The file stays open: to find it again takes longer than to read it.
        """
        if not self.alive:
            return []
        try:
            if file not in self._open:
                self._open[file] = os.open(f"/proc/{self.pid}/{file}", os.O_RDONLY)
            return [int(word) for word in os.pread(self._open[file], 200, 0).split()]
        except (OSError, ValueError):
            return []

    def _cpu(self) -> float | None:
        """CPU seconds that the child has used so far; None where the system does not tell."""
        if not self.alive or sys.platform != "linux":
            return None
        try:
            # The clock id of another process's CPU time, as clock_getcpuclockid(3) makes it.
            return time.clock_gettime((~self.pid << 3) | 2)
        except OSError:
            return None
