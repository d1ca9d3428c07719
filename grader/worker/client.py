"""The trusted end of the pipe: ask a worker, limit it, end it.

`Worker.run(batch, ...)` sends one batch and returns a `Reply`, whatever the student's code does.
What comes back is data from an enemy: frames are capped, JSON is parsed strictly, and everything
else is left to `grader.worker.observation`.
"""

from __future__ import annotations

import os
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeAlias

from grader.worker.exchange import (
    AS_USUAL,
    MAX_OUTPUT,
    START_SECONDS,
    BatchLimits,
    Clocks,
    Phases,
    Reply,
    Way,
    WorkerUnavailable,
    encoded,
    framed,
    loading_record,
    parsed,
)
from grader.worker.inside.harness import ASKS
from grader.worker.stopped_at import where_stopped

Pieces: TypeAlias = Iterator[tuple[bool, bytes]]
"""What came from a process: whether it is of a reply, and bytes; none where a reply's pipe ends."""

ANSWER_SECONDS = 0.25
"""By then Python has answered, or is inside a call of C, and no line is told."""
MAX_FRAME_COUNT = 100_000
POLL_SECONDS = 0.05
ASLEEP_SECONDS = 1.0
"""Later than this after a poll, we ourselves were stopped: by Ctrl-Z, or with the whole machine."""


class Server(Protocol):
    """What started a worker, as the worker needs it."""

    @property
    def tells_lines(self) -> bool:
        """Whether a timeout says where code was stopped."""

    lock: dict[str, Any]

    @property
    def pid(self) -> int:
        """The process that the worker is a child of."""

    def check(self, pid: int) -> None:
        """Raise `WorkerUnavailable` unless the child looks locked from outside."""

    def end(self, pid: int, server: int) -> int:
        """End a child of the process `server`, and say with which status it ended."""


KEPT_OUTPUT = 64 << 10
MAX_REPLY = 4 << 20
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
ENDING_SECONDS = 0.5
"""A process whose pipe has ended is dead in a moment, or later on a busy machine."""


class Worker:
    """Our handle on one child that holds the code of one exercise of a submission.

    The child itself runs `inside/`. Not reusable after a failure: see `alive`.
    """

    _counted: float | None = None
    """CPU seconds up to the end of the last batch."""
    _queued: float | None = None
    """Seconds of waiting for a processor up to then."""
    _last: tuple[float | None, float | None] = None, None
    """The same two clocks just before we ended it."""
    _asleep: float = 0.0
    """Seconds in which we ourselves were stopped."""
    _nonce: str | None = None
    """What marks the replies to the batch at work."""

    def __init__(
        self,
        server: Server,
        pid: int,
        handle: int | None,
        requests: int,
        replies: int,
        output: int,
    ) -> None:
        self.server = server
        self.server_pid = server.pid
        self.pid = pid
        self.alive = True
        self._handle = handle
        self._requests, self._replies, self._output = requests, replies, output
        self._buffer = bytearray()
        self._replied = 0
        self._open: dict[str, int] = {}
        for fd in (requests, replies, output):
            os.set_blocking(fd, False)

    def greet(self, source: dict[str, Any], filtered: bool = True) -> None:
        """Wait for the lock to be on and check it from outside; the source is sent after that,
        with the first batch."""
        reply = Reply()
        frame = self._exchange(b"", reply, START_SECONDS, START_SECONDS, MAX_OUTPUT)
        if frame is None or "locked" not in frame:
            self.close()
            reason = (frame or {}).get("setup") or reply.failure
            raise WorkerUnavailable(f"the worker could not be locked: {reason}")
        try:
            if filtered:
                self.server.check(self.pid)
        except WorkerUnavailable:
            self.close()
            raise
        self._source = source
        self._pending = framed(encoded({"source": source}))
        # The lock's own time is not the student's.
        self._counted, self._queued = self._both_clocks()

    def run(self, batch: bytes, limits: BatchLimits, way: Way = AS_USUAL) -> Reply:
        """Run one batch (encoded by `encode_batch`). Never raises for what student code does."""
        reply = Reply()
        nonce = self._nonce = os.urandom(8).hex()
        header = encoded({"nonce": nonce, **way._asdict()})
        message = self._pending + framed(header) + framed(batch)
        self._pending = b""
        self._replied = 0
        # From the end of the last batch: what ran in between is counted too.
        started, cpu_before, queued_before = self._now(), self._counted, self._queued
        # Loading has a limit of its own, the same again: a slow file is told apart from a slow
        # engine, and a student's demonstration at the end of the file costs no check its time.
        # A limit holds for all frames of a phase together: one that trickles would never run out.
        phases = Phases(limits, self._clocks())
        for _ in range(MAX_FRAME_COUNT):
            frame = None if message else self._next_frame(reply)  # it came with the one before
            if frame is None and self.alive:
                left = phases.left(self._clocks())
                frame = self._exchange(message, reply, *left, limits.output)
            message = b""
            if frame is None:
                reply.name_limit(limits)
                if reply.failure and reply.failure["kind"] == "timeout":
                    reply.failure |= {"skipped": 1} if phases.over(self._now()) else {}
                break
            if frame.get("nonce") != nonce:
                self._fail(reply, {"kind": "protocol"})
                break
            if phases.now == "loading":
                phases.turn("running", self._clocks())
                self._take_notices(frame, reply)
                if frame.get("loaded") is not None:
                    reply.failure = {"phase": "loading", **loading_record(frame["loaded"])}
                    break
                if "loaded" not in frame:
                    self._fail(reply, {"kind": "protocol"})
                    break
            elif frame.get("again") is True:
                phases.turn("loading", self._clocks())
            elif isinstance(frame.get("answers"), list):
                reply.answers += frame["answers"]
                if frame.get("done") is True:
                    self._take_notices(frame, reply)
                    break
            else:
                self._fail(reply, {"kind": "protocol"})
                break
        else:
            self._fail(reply, {"kind": "protocol"})
        if self.alive:
            self._drain_output(reply)
        if reply.failure is not None:
            reply.failure.setdefault("phase", phases.now)
        reply.wall = self._now() - started
        self._counted, self._queued = self._both_clocks() if self.alive else self._last
        if self._counted is not None:
            reply.cpu = max(0.0, self._counted - (cpu_before or 0.0))
        elif not self.alive:  # its clock is gone; one thread used no more than went by
            reply.cpu = min(limits.cpu, reply.wall)
        if queued_before is not None and self._queued is not None:
            reply.queued = self._queued - queued_before
        return reply

    def close(self) -> int | None:
        """End the process, and whatever it started; its wait status.

        Raises `WorkerUnavailable` if the zygote that started it is gone.
        """
        if not self.alive:
            return None
        self.alive = False
        if self._handle is not None:
            try:
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            except OSError:  # it is dead already
                pass
            os.close(self._handle)
        try:
            return self.server.end(self.pid, self.server_pid)
        finally:
            for fd in (self._requests, self._replies, self._output, *self._open.values()):
                os.close(fd)

    def _exchange(
        self, message: bytes, reply: Reply, cpu: float, wall: float, most_output: int
    ) -> dict[str, Any] | None:
        """Write the message and read one frame; None after a failure, which `reply` then holds."""
        pieces = self._sent(message)
        deadline, cpu_limit = self._now() + wall, (self._cpu() or 0.0) + cpu
        seen, asked = time.monotonic(), 0.0
        while True:
            now = time.monotonic()
            if now - seen - asked > ASLEEP_SECONDS:
                self._asleep += now - seen - asked
            seen = now
            frame = self._next_frame(reply)
            if frame is not None or not self.alive:
                return frame
            left = deadline - self._now()
            used = self._cpu()
            if left <= 0 or (used is not None and used > cpu_limit):
                clock, limit = ("wall", wall) if left <= 0 else ("cpu", cpu)
                told = self.server.tells_lines and self._nonce is not None
                where = where_stopped(self._look, self._source) if told else {}
                self._fail(reply, {"kind": "timeout", "clock": clock, "limit": limit, **where})
                return None
            asked = min(left, POLL_SECONDS)
            for is_reply, piece in pieces(asked):
                self._take(is_reply, piece, reply)
                if reply.output_size > most_output:
                    self._fail(reply, {"kind": "output", "limit": most_output})
                    return None
                if is_reply and not piece:
                    self._died(reply)
                    return None
                if self._replied > MAX_REPLY:
                    self._fail(reply, {"kind": "reply", "limit": MAX_REPLY})
                    break

    def _sent(self, message: bytes) -> Callable[[float], Pieces]:
        """Begin to write a message; what waits so many seconds, and gives what has come."""
        poll = select.poll()
        poll.register(self._replies, select.POLLIN)
        poll.register(self._output, select.POLLIN)
        waiting = memoryview(message)
        if waiting:  # most messages are written at once
            poll.register(self._requests, select.POLLOUT)
            waiting = self._write(waiting, poll)

        def pieces(seconds: float) -> Pieces:
            nonlocal waiting
            for fd, _ in poll.poll(1000 * seconds):
                if fd == self._requests:
                    waiting = self._write(waiting, poll)
                elif (piece := self._read(fd)) is not None:
                    if fd == self._output and not piece:
                        poll.unregister(fd)
                    yield fd == self._replies, piece

        return pieces

    def _look(self) -> Any:
        """Where the process says that it is; None if it does not say."""
        if not self.alive or ASKS is None or self._handle is None:
            return None
        try:
            signal.pidfd_send_signal(self._handle, ASKS)
        except OSError:
            return None
        poll = select.poll()
        poll.register(self._replies, select.POLLIN)
        late, unseen = time.monotonic() + ANSWER_SECONDS, Reply()
        while self.alive and (left := late - time.monotonic()) > 0:
            frame = self._next_frame(unseen)
            if frame is not None:
                if frame.get("nonce") == self._nonce and "at" in frame:
                    return frame["at"]
            elif poll.poll(1000 * left) and (piece := self._read(self._replies)) is not None:
                self._take(True, piece, unseen)
                if not piece or self._replied > MAX_REPLY:
                    return None
        return None

    def _take_notices(self, frame: dict[str, Any], reply: Reply) -> None:
        notices = frame.get("notices")
        if isinstance(notices, list):
            reply.notices = notices[:50]

    def _both_clocks(self) -> tuple[float | None, float | None]:
        return self._cpu(), self._waited()

    def _fail(self, reply: Reply, record: dict[str, Any]) -> None:
        self._drain_output(reply)
        self._last = self._both_clocks()
        self.close()
        reply.failure = record

    def _died(self, reply: Reply) -> None:
        """The reply pipe ended: the process is gone, or has closed it to look so."""
        self._drain_output(reply)
        ended = self._ended_by_itself()
        status = self.close() or 0
        if not ended:
            reply.failure = {"kind": "protocol"}
        elif self.server.lock.get("seccomp") and status == signal.SIGKILL:
            # Locked code can neither send a signal nor outlive its limits by so much.
            raise WorkerUnavailable(
                "the worker was killed from outside, perhaps for want of memory"
            )
        elif os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number == signal.SIGXCPU:
                reply.failure = {"kind": "timeout", "clock": "cpu", "limit": 0}
            else:
                reply.failure = {"kind": "crash", "signal": number}
        else:
            reply.failure = {"kind": "exit", "code": os.waitstatus_to_exitcode(status)}

    # What its keeper sees of it: pipes, clocks and memory. Nothing that is read here is trusted.

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

    def _read(self, fd: int) -> bytes | None:
        """What is there to be read; None where nothing is yet."""
        try:
            return os.read(fd, 1 << 18)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def _take(self, is_reply: bool, piece: bytes, reply: Reply) -> None:
        if is_reply:
            self._buffer += piece
            self._replied += len(piece)
        else:
            reply.output_size += len(piece)
            reply.output += piece[: max(0, KEPT_OUTPUT - len(reply.output))]

    def _drain_output(self, reply: Reply) -> None:
        while reply.output_size <= MAX_OUTPUT and (piece := self._read(self._output)):
            self._take(False, piece, reply)

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
        numbers = self._numbers_in("statm")
        return numbers[1] * _PAGE if numbers else 0

    def _waited(self) -> float | None:
        """Seconds that the child has waited for a processor; None where nobody tells."""
        numbers = self._numbers_in("schedstat")
        return numbers[1] / 1e9 if numbers else None

    def _numbers_in(self, file: str) -> list[int]:
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
