"""The zygote as the grader sees it: start it, ask it for workers, end it.

`ForkServer()` starts the zygote (`inside/zygote.py`) once; `start(source)` gives a locked `Worker`
that holds the code of one exercise. A failure of ours is `WorkerUnavailable`; its messages say fork
server. The pool's parent is another process, which forks graders (`classroom.parallel.pool`).
"""

from __future__ import annotations

import array
import ast
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from grader.syntax import nodes_of, parse
from grader.worker.client import Worker
from grader.worker.exchange import CPU_SECONDS, MEMORY, START_SECONDS, WorkerUnavailable
from grader.worker.inside.modules import PREIMPORTED, is_importable
from grader.worker.lock.lock_audit import LockAudit, lock_audit_of

MOST_BYTES = 3_000
"""Of all names in a start's request, as they are sent. The standard library's need 2,000."""


def modules_to_load(source: Mapping[str, Any]) -> list[str]:
    """The standard modules to load for a source, as a worker gets it: cells and siblings.

    `from a import b` gives `a` and `a.b`, since b may be a module.
    """
    texts = (*source.get("cells", ()), *source.get("siblings", {}).values())
    found = dict.fromkeys(name for text in texts for name in _named(text))
    ends = accumulate(len(json.dumps(name)) + 2 for name in found)  # a comma, a space
    return [name for name, end in zip(found, ends, strict=True) if end <= MOST_BYTES]


@lru_cache(maxsize=64)
def _named(text: str) -> tuple[str, ...]:
    tree = parse(text) if "import" in text else None
    if tree is None:
        return ()
    wanted = (name for node in nodes_of(tree) for name in _names(node) if is_importable(name))
    return tuple(dict.fromkeys(name for name in wanted if not _is_there(name)))


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name != "*")


def _is_there(name: str) -> bool:
    package, _, _ = name.rpartition(".")
    return name in PREIMPORTED or package in PREIMPORTED


Places: TypeAlias = Mapping[str, tuple[str, tuple[str, ...]]]
ZYGOTE = Path(__file__).parent / "inside" / "zygote.py"


def unlocked(reason: str) -> dict[str, Any]:
    """What is said of the lock where there is none."""
    lock = {"mode": "none", "landlock_abi": 0, "seccomp": False, "uid": None}
    return {**lock, "missing": [reason]}


class ForkServer:
    """Our handle on the zygote. Use as a context manager, from a thread that outlives it."""

    lacks: frozenset[str] = frozenset()
    """What checks may need and these workers have not got (`grader.checks.declare.NEEDS`)."""

    tells_lines = False
    """Whether a timeout says where code was stopped. Two runs may stop it at different lines: for
    one's own work, not for grades that must come out the same again."""

    def __init__(
        self,
        packages: Places = MappingProxyType({}),
        inside: Mapping[str, str] = MappingProxyType({}),
        **options: Any,
    ) -> None:
        """packages: by name, the folder and the modules to load; inside: by task, a module of ours
        that runs it; options: those of the lock."""
        self._options = {"packages": dict(packages), "inside": dict(inside), "lock": options}
        self.lock: dict[str, Any] = {}
        self._audit: LockAudit | None = None
        self._limits: dict[str, int] = {}  # of the worker that is being started
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
            self._audit = lock_audit_of(lock["uid"], self.pid)
            if self._audit is None:
                lock["missing"].append("check from outside: /proc does not show other processes")

    def __enter__(self) -> ForkServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """Process id of the zygote."""
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
        self,
        source: dict[str, Any],
        memory: int = MEMORY,
        cpu: int = CPU_SECONDS,
        filtered: bool = True,
        landlocked: bool = True,
    ) -> Worker:
        """A new locked child that holds this source. Raises `WorkerUnavailable`.

        memory: bytes of address space; cpu: seconds after which the kernel ends it. filtered=False
        leaves the system call filter out, landlocked=False leaves Landlock out. Both are for the
        self-test's own code only: where one refuses, the other is not seen.
        """
        if self._process.poll() is not None:  # it was killed: the next hand-in gets a new one
            self.close()
            self._launch()
        requests, replies, output = _pipes(3)
        ours = requests[1], replies[0], output[0]
        theirs = requests[0], replies[1], output[1]
        self._limits = {"memory_bytes": memory, "cpu_seconds": cpu}
        try:
            request = {"start": self._limits, "filtered": filtered, "landlocked": landlocked}
            request["modules"] = modules_to_load(source)
            line = json.dumps(request).encode() + b"\n"
            socket.send_fds(self._control, [line], theirs)
            answer, handle = self._answer()
        except BaseException as error:
            for fd in ours:
                os.close(fd)
            if isinstance(error, OSError):
                raise self._gone(error) from error
            raise
        finally:
            for fd in theirs:
                os.close(fd)
        worker = Worker(self, answer["pid"], handle, *ours)
        worker.greet(source, filtered)
        return worker

    def check(self, pid: int) -> None:
        """Look at a child that says it is locked. Raises `WorkerUnavailable` if it is not."""
        fault = self._audit and self._audit.fault(pid, self._limits)
        if fault:
            raise WorkerUnavailable(f"the worker is not locked as it should be: {fault}")

    def end(self, pid: int, server: int) -> int:
        """Kill a child of the process `server`; its wait status.

        When that process died its children died too, and nobody can tell any more how they ended:
        `WorkerUnavailable`, also when a new one serves by now.
        """
        if server != self.pid:
            raise WorkerUnavailable("the fork server that started the worker is gone")
        try:
            self._control.sendall(json.dumps({"end": pid}).encode() + b"\n")
            answer, _ = self._answer()
        except OSError as error:
            raise self._gone(error) from error
        return int(answer["status"])

    def _gone(self, error: object) -> WorkerUnavailable:
        """See that the next start finds an ended server: a killed one hangs up before it ends."""
        self._process.kill()
        self._process.wait()
        return WorkerUnavailable(f"the fork server is gone ({error})")

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
            raise self._gone("it has hung up")
        answer = json.loads(data)
        if "setup" in answer:
            raise WorkerUnavailable(f"no locked process could be made: {answer['setup']}")
        return answer, handles[0] if handles else None


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
