"""The trusted end of the pipe: start a worker, ask it, limit it, end it.

* `ForkServer()` starts the fork server once; `start(source)` gives a `Worker` for a submission;
* `Worker.run(batch, ...)` sends one batch and returns a `Reply`, whatever the student's code does;
* a failure of ours (no process could be started, the lock did not hold) is `WorkerUnavailable`.

What comes back is data from an enemy: frames are capped, JSON is parsed strictly, and everything
else is left to `grader.observation`.
"""

from __future__ import annotations

import array
import json
import os
import secrets
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.worker.onlooker import Onlooker, onlooker

ZYGOTE = Path(__file__).with_name("zygote.py")
KEPT_OUTPUT = 64 << 10
MAX_OUTPUT = 64 << 20
MAX_REPLY = 4 << 20
MAX_FRAME_COUNT = 100_000
START_SECONDS = 20.0
POLL_SECONDS = 0.05


class WorkerUnavailable(RuntimeError):
    """Our fault, not the student's: no locked process could be had. Says what was refused."""


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """Seconds that one batch may take, of CPU and by the clock, and bytes it may print."""

    cpu: float = 2.0
    wall: float = 4.0
    output: int = MAX_OUTPUT


@dataclass(slots=True)
class Reply:
    """What came back for a batch, and how it ended.

    `answers` are raw JSON values, possibly fewer than asked for. `failure` is None when the batch
    ran to its end; otherwise a record with a "kind": what the harness said on loading, or
    "timeout", "output", "reply", "protocol", "exit" or "crash".
    """

    answers: list[Any] = field(default_factory=list)
    failure: dict[str, Any] | None = None
    notices: list[Any] = field(default_factory=list)
    output: bytes = b""
    output_size: int = 0
    cpu: float = 0.0
    wall: float = 0.0


class ForkServer:
    """The zygote process. Use as a context manager, from a thread that outlives it."""

    def __init__(self, **options: Any) -> None:
        self._options = options
        self.lock: dict[str, Any] = {}
        self._onlooker: Onlooker | None = None
        self._launch()

    def _launch(self) -> None:
        try:
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        except OSError as error:
            raise WorkerUnavailable(f"the fork server could not be started: {error}") from error
        try:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-I",
                    "-S",
                    str(ZYGOTE),
                    str(theirs.fileno()),
                    json.dumps(self._options),
                ],
                pass_fds=[theirs.fileno()],
                env={},
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            ours.close()
            raise WorkerUnavailable(f"the fork server could not be started: {error}") from error
        finally:
            theirs.close()
        self._control = ours
        self._control.settimeout(START_SECONDS)
        try:
            hello, _ = self._answer()
        except OSError as error:
            self.close()
            raise WorkerUnavailable(f"the fork server did not start: {error}") from error
        self._take_lock(hello["ready"])

    def _take_lock(self, lock: dict[str, Any]) -> None:
        """Keep what the lock is made of. A second server must not have a weaker one."""
        weaker = [part for part in ("seccomp", "landlock_abi") if lock[part] != self.lock.get(part)]
        if self.lock and weaker:
            self.close()
            raise WorkerUnavailable(f"a second fork server has another {' and '.join(weaker)}")
        self.lock = lock
        if lock["seccomp"]:
            self._onlooker = onlooker(lock["uid"], self.pid)
            if self._onlooker is None:
                lock["missing"].append("check from outside: /proc does not show other processes")

    def __enter__(self) -> ForkServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """Process id of the fork server."""
        return self._process.pid

    def close(self) -> None:
        """End the server and every child."""
        self._control.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def start(
        self, source: dict[str, Any], memory: int = 1 << 30, cpu: int = 70, filtered: bool = True
    ) -> Worker:
        """A new locked child that holds this source. Raises `WorkerUnavailable`.

        memory: bytes of address space; cpu: seconds after which the kernel ends it. filtered=False
        leaves the system call filter out, and is for the self-test's own code only: the filter
        would refuse everything before Landlock is asked.
        """
        if (
            self._process.poll() is not None
        ):  # somebody has killed it: the next hand-in gets a new one
            self.close()
            self._launch()
        (
            (child_requests, our_requests),
            (our_replies, child_replies),
            (
                our_output,
                child_output,
            ),
        ) = _pipes(3)
        limits = {"memory_bytes": memory, "cpu_seconds": cpu}
        try:
            line = json.dumps({"start": limits, "filtered": filtered}).encode()
            socket.send_fds(self._control, [line], [child_requests, child_replies, child_output])
            answer, handle = self._answer()
        except BaseException as error:
            for fd in (our_requests, our_replies, our_output):
                os.close(fd)
            if isinstance(error, OSError):
                raise WorkerUnavailable(f"the fork server is gone ({error})") from error
            raise
        finally:
            for fd in (child_requests, child_replies, child_output):
                os.close(fd)
        worker = Worker(self, answer["pid"], handle, our_requests, our_replies, our_output)
        worker.greet(source, filtered)
        return worker

    def check(self, pid: int) -> None:
        """Look at a child that says it is locked. Raises `WorkerUnavailable` if it is not."""
        fault = self._onlooker and self._onlooker.fault(pid)
        if fault:
            raise WorkerUnavailable(f"the worker is not locked as it should be: {fault}")

    def end(self, pid: int) -> int:
        """Kill a child; its wait status."""
        try:
            self._control.sendall(json.dumps({"end": pid}).encode())
            answer, _ = self._answer()
        except OSError as error:
            raise WorkerUnavailable(f"the fork server is gone ({error})") from error
        return int(answer["status"])

    def _answer(self) -> tuple[dict[str, Any], int | None]:
        data, ancillary, _, _ = self._control.recvmsg(4096, socket.CMSG_SPACE(4))
        handles = array.array("i")
        for level, kind, payload in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                handles.frombytes(payload[: len(payload) - len(payload) % handles.itemsize])
        while data and not data.endswith(b"\n"):
            more = self._control.recv(4096)
            if not more:
                break
            data += more
        if not data:
            raise WorkerUnavailable("the fork server ended unexpectedly")
        answer = json.loads(data)
        if "setup" in answer:
            raise WorkerUnavailable(f"no locked process could be made: {answer['setup']}")
        return answer, handles[0] if handles else None


class Worker:
    """One child that holds one submission's code. Not reusable after a failure: see `alive`."""

    def __init__(
        self,
        server: ForkServer,
        pid: int,
        handle: int | None,
        requests: int,
        replies: int,
        output: int,
    ) -> None:
        self.server = server
        self.pid = pid
        self.alive = True
        self._handle = handle
        self._requests, self._replies, self._output = requests, replies, output
        self._buffer = bytearray()
        self._replied = 0
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
        self._pending = _frame(json.dumps({"source": source}).encode())

    def run(self, batch: bytes, limits: BatchLimits, shake: int = 0, stir: bool = False) -> Reply:
        """Run one batch (encoded by `encode_batch`). Never raises for what student code does.

        shake: another number gives the student's objects other addresses. stir: addresses change
        between the items of the batch too.
        """
        reply = Reply()
        nonce = secrets.token_hex(8)
        header = json.dumps({"nonce": nonce, "shake": shake, "stir": stir}).encode()
        message = self._pending + _frame(header) + _frame(batch)
        self._pending = b""
        self._replied = 0
        started, cpu_before = time.monotonic(), self._cpu()
        # Loading has a limit of its own, the same again: a slow file is told apart from a slow
        # engine, and a student's demonstration at the end of the file costs no check its time.
        phase = "loading"
        for _ in range(MAX_FRAME_COUNT):
            frame = self._exchange(message, reply, limits.cpu, limits.wall, limits.output)
            message = b""
            if frame is None:
                break
            if frame.get("nonce") != nonce:
                self._fail(reply, {"kind": "protocol"})
                break
            if phase == "loading":
                phase = "running"
                self._take_notices(frame, reply)
                if frame.get("loaded") is not None:
                    reply.failure = {"phase": "loading", **_record(frame["loaded"])}
                    break
                if "loaded" not in frame:
                    self._fail(reply, {"kind": "protocol"})
                    break
            elif frame.get("done") is True:
                self._take_notices(frame, reply)
                break
            elif isinstance(frame.get("answers"), list):
                reply.answers += frame["answers"]
            else:
                self._fail(reply, {"kind": "protocol"})
                break
        else:
            self._fail(reply, {"kind": "protocol"})
        if self.alive:
            self._drain_output(reply)
        if reply.failure is not None:
            reply.failure.setdefault("phase", phase)
        reply.wall = time.monotonic() - started
        if self.alive:
            reply.cpu = max(0.0, (self._cpu() or 0.0) - (cpu_before or 0.0))
        else:  # its clock is gone; one thread used no more than the time that went by
            reply.cpu = min(limits.cpu, reply.wall)
        return reply

    def close(self) -> int | None:
        """End the process, and whatever it started; its wait status."""
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
            return self.server.end(self.pid)
        finally:
            for fd in (self._requests, self._replies, self._output):
                os.close(fd)

    def _exchange(
        self, message: bytes, reply: Reply, cpu: float, wall: float, most_output: int
    ) -> dict[str, Any] | None:
        """Write the message and read one frame; None after a failure, which `reply` then holds."""
        poll = select.poll()
        poll.register(self._replies, select.POLLIN)
        poll.register(self._output, select.POLLIN)
        waiting = memoryview(message)
        if waiting:
            poll.register(self._requests, select.POLLOUT)
        now = time.monotonic()
        deadline, cpu_limit = now + wall, (self._cpu() or 0.0) + cpu
        while True:
            frame = self._next_frame(reply)
            if frame is not None or not self.alive:
                return frame
            left = deadline - time.monotonic()
            used = self._cpu()
            if left <= 0 or (used is not None and used > cpu_limit):
                kind = "wall" if left <= 0 else "cpu"
                self._fail(
                    reply, {"kind": "timeout", "clock": kind, "limit": wall if left <= 0 else cpu}
                )
                return None
            for fd, event in poll.poll(1000 * min(left, POLL_SECONDS)):
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
        try:
            frame = json.loads(body, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            frame = None
        if not isinstance(frame, dict):
            self._fail(reply, {"kind": "protocol"})
            return None
        return frame

    def _take_notices(self, frame: dict[str, Any], reply: Reply) -> None:
        notices = frame.get("notices")
        if isinstance(notices, list):
            reply.notices = notices[:50]

    def _fail(self, reply: Reply, record: dict[str, Any]) -> None:
        self._drain_output(reply)
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

    def _ended_by_itself(self) -> bool:
        """Whether the process is dead, or is so in a moment. Without a handle: taken to be."""
        if self._handle is None:
            return True
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        return bool(poll.poll(200))

    def _cpu(self) -> float | None:
        """CPU seconds that the child has used so far; None where the system does not tell."""
        if not self.alive or sys.platform != "linux":
            return None
        try:
            # The clock id of another process's CPU time, as clock_getcpuclockid(3) makes it.
            return time.clock_gettime((~self.pid << 3) | 2)
        except OSError:
            return None


def encode_batch(items: list[Any], need: list[str]) -> bytes:
    """The bytes of a batch, ready to be sent any number of times."""
    return json.dumps({"need": need, "items": items}, separators=(",", ":")).encode()


def _pipes(count: int) -> list[tuple[int, int]]:
    """Pipes (read end, write end), all or none of them. Raises `WorkerUnavailable`."""
    made: list[tuple[int, int]] = []
    try:
        for _ in range(count):
            made.append(os.pipe())
    except OSError as error:
        for pair in made:
            os.close(pair[0])
            os.close(pair[1])
        raise WorkerUnavailable(f"no pipe to a worker could be made: {error.strerror}") from error
    return made


def _frame(body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + body


def _record(loaded: Any) -> dict[str, Any]:
    return dict(loaded) if isinstance(loaded, dict) else {"kind": "protocol"}


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
