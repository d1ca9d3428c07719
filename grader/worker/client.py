"""The trusted end of the pipe: ask a worker, limit it, end it.

`Worker.run(batch, ...)` sends one batch and returns a `Reply`, whatever the student's code does.
What comes back is data from an enemy: frames are capped, JSON is parsed strictly, and everything
else is left to `grader.worker.observation`.
"""

from __future__ import annotations

import ast
import os
import select
import signal
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from grader.syntax import parse
from grader.worker.child import Child
from grader.worker.exchange import (
    MAX_OUTPUT,
    START_SECONDS,
    BatchLimits,
    Phases,
    Reply,
    WorkerUnavailable,
    encoded,
    framed,
    loading_record,
)
from grader.worker.inside.harness import ASKS

LOOKS = 5
BETWEEN = 0.01
ANSWER_SECONDS = 0.25
"""By then Python has answered, or is inside a call of C, and no line is told."""
MOST_TEXT = 300

_LOOPS = (ast.While, ast.For, ast.AsyncFor)
_OTHERS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def where_stopped(look: Callable[[], Any], source: Mapping[str, Any]) -> dict[str, Any]:
    """File, line and its text, and whether it begins a loop; empty where that is not known.

    look: asks the process once, and returns its answer or None.
    """
    answer = None
    for number in range(LOOKS):
        if number:
            time.sleep(BETWEEN)
        answer = look()
        if answer is None:
            return {}
    return place(answer, source)


def place(answer: Any, source: Mapping[str, Any]) -> dict[str, Any]:
    """The place in a source that a process names; empty if there is none such."""
    if not isinstance(answer, list) or [type(part) for part in answer] != [str, int, int]:
        return {}
    file, first, last = answer
    text = _texts(source).get(file)
    lines = [] if text is None else text.split("\n")
    if text is None or not 1 <= first <= last <= len(lines):
        return {}
    loop = _loop(text, first, last)
    if loop is None and first != last:
        return {}
    line = loop or first
    told = {"file": file, "line": line, "text": lines[line - 1].strip()[:MOST_TEXT]}
    return told if loop is None else told | {"loop": 1}


def _texts(source: Mapping[str, Any]) -> dict[str, str]:
    """Each text of a source under the name that it has in a process."""
    name, cells = source["name"], source["cells"]
    names = [f"{name}, cell {n}" if source["main"] else name for n in range(1, len(cells) + 1)]
    return {**source["siblings"], **dict(zip(names, cells, strict=True))}


def _loop(text: str, first: int, last: int) -> int | None:
    """The line at which the innermost loop around some lines begins; None if there is none."""
    tree = parse(text)
    inmost: tuple[int, int] = 0, 0
    is_loop = False
    for node in () if tree is None else ast.walk(tree):
        if not isinstance(node, _LOOPS + _OTHERS):
            continue
        start, end = node.lineno, node.end_lineno or node.lineno
        if start <= first and last <= end and (start, -end) >= inmost:
            inmost, is_loop = (start, -end), isinstance(node, _LOOPS)
    return inmost[0] if is_loop else None


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


class Worker(Child):
    """One child that holds one submission's code. Not reusable after a failure: see `alive`."""

    _counted: float | None = None
    """CPU seconds up to the end of the last batch."""
    _queued: float | None = None
    """Seconds of waiting for a processor up to then."""
    _last: tuple[float | None, float | None] = None, None
    """The same two clocks just before we ended it."""
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
        """Wait for the lock to be on, check it from outside, then send the source."""
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

    def run(self, batch: bytes, limits: BatchLimits, shake: int = 0, stir: bool = False) -> Reply:
        """Run one batch (encoded by `encode_batch`). Never raises for what student code does.

        shake: another number gives the student's objects other addresses. stir: addresses change
        between the items of the batch too.
        """
        reply = Reply()
        nonce = self._nonce = os.urandom(8).hex()
        header = encoded({"nonce": nonce, "shake": shake, "stir": stir})
        fresh = bool(self._pending)
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
            if fresh and "code" in frame:  # sent before any student code has run, or not believed
                fresh = False
                reply.code = frame["code"] if isinstance(frame["code"], str) else None
            elif phases.now == "loading":
                phases.turn("running", self._clocks())
                self._take_notices(frame, reply)
                fresh = False
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
        elif (
            not self.alive
        ):  # its clock is gone; one thread used no more than the time that went by
            reply.cpu = min(limits.cpu, reply.wall)
        if queued_before is not None and self._queued is not None:
            reply.queued = self._queued - queued_before
        return reply

    def close(self) -> int | None:
        """End the process, and whatever it started; its wait status.

        Raises `WorkerUnavailable` if the fork server that started it is gone.
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
        poll = select.poll()
        poll.register(self._replies, select.POLLIN)
        poll.register(self._output, select.POLLIN)
        deadline, cpu_limit = self._now() + wall, (self._cpu() or 0.0) + cpu
        seen, asked = time.monotonic(), 0.0
        waiting = memoryview(message)
        if waiting:  # most messages are written at once
            poll.register(self._requests, select.POLLOUT)
            waiting = self._write(waiting, poll)
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
            for fd, event in poll.poll(1000 * asked):
                if fd == self._requests:
                    waiting = self._write(waiting, poll)
                elif fd == self._output:
                    if not self._read_output(reply):
                        poll.unregister(self._output)
                    if reply.output_size > most_output:
                        self._fail(reply, {"kind": "output", "limit": most_output})
                        return None
                elif event and not self._read_replies(reply):
                    self._died(reply)
                    return None

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
            elif poll.poll(1000 * left) and not self._read_replies(unseen):
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
