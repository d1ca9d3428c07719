"""The zygote: one clean interpreter that forks locked children, which hold student code.

Started as `python -I -S zygote.py SOCKET_FD JSON_OPTIONS` with an empty environment, before any
program or expected value is made, so there is nothing in its memory to find. It imports the
standard library, what runs beside student code (this folder, and `grader.programs.operators`), the
lock, and what the course says. The grader asks over a socket; a request is one JSON line:

    {"start": limits, "filtered": bool, "landlocked": bool, "modules": names to import} + three
        descriptors
                    ->  {"pid": n} + a pidfd, where the system has them
    {"end": pid}    ->  {"status": wait status}; the child is dead then

The child locks itself before it reads a byte of student code, then serves
(`harness.py`). If a step of the lock fails it says so and exits. Only the self-test's
own code runs with "filtered" or "landlocked" false, that is with one of the two alone
(`worker/isolation.py`).
"""

from __future__ import annotations

import dataclasses
import gc
import importlib
import json
import os
import signal
import socket
import struct
import sys
from typing import Any

PROCESSES = 3
"""As many processes as are asked what may hang on addresses: their holes are planned here."""
REQUESTS, REPLIES = 3, 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_DUMPABLE = 4


def main() -> None:
    """Serve the grader until it hangs up."""
    control = socket.socket(fileno=int(sys.argv[1]))
    options = json.loads(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    root = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))
    sys.path.insert(0, root)
    _import_without_fork_hooks("logging", "threading")
    from grader.worker.inside import address_shuffle, harness, modules
    from grader.worker.lock import lockdown, neutral

    modules.load(modules.PREIMPORTED)
    modules.load_packages(options["packages"])
    harness.take(options["inside"])
    sys.path.remove(root)
    sys.path[:] = [entry for entry in sys.path if entry != os.path.dirname(__file__)]
    _private_and_reaping(lockdown)
    while os.open(os.devnull, os.O_RDONLY) <= REPLIES:
        pass  # the numbers that a child will use are taken, so that the lock's file is above them
    try:
        lock = lockdown.begun(lockdown.prepare(**options["lock"]))
    except lockdown.LockError as error:
        control.sendall(_line({"setup": str(error)}))
        return
    for name in [name for name in sys.modules if name.partition(".")[0] == "grader"]:
        del sys.modules[name]  # student code cannot import what it cannot find
    control.sendall(_line({"ready": lock.describe()}))
    if _is_locked(lock):
        neutral.prepare(keep_library=lock.mode == "stdlib")
    address_shuffle.plan(PROCESSES)
    gc.collect()
    gc.freeze()
    _Server(control, lock, harness, lockdown, modules, neutral).serve()


def _import_without_fork_hooks(*names: str) -> None:
    """Import modules that would repair themselves in each child, after threads that are not there.

    This process has one thread, so their locks are free and their lists of threads are right in a
    child too. `random` is not among them: each child has random numbers of its own.
    """
    register, os.register_at_fork = os.register_at_fork, lambda **hooks: None
    try:
        for name in names:
            importlib.import_module(name)
    finally:
        os.register_at_fork = register


def _is_locked(lock: Any) -> bool:
    return lock.uid is not None or lock.bpf is not None


def _private_and_reaping(lockdown: Any) -> None:
    """Nobody may read this process's memory; what its children leave behind becomes its own."""
    if sys.platform == "linux":
        lockdown.prctl(PR_SET_DUMPABLE, 0)
        lockdown.prctl(PR_SET_CHILD_SUBREAPER, 1)


class _Server:
    def __init__(
        self,
        control: socket.socket,
        lock: Any,
        harness: Any,
        lockdown: Any,
        modules: Any,
        neutral: Any,
    ) -> None:
        self.neutral = neutral
        self.control = control
        self.modules = modules
        self.lock = lock
        self.harness = harness
        self.lockdown = lockdown
        self.children: set[int] = set()

    def serve(self) -> None:
        while True:
            line, descriptors = self.request()
            if not line:
                break
            try:
                request = dict(json.loads(line))
            except (ValueError, TypeError) as error:  # it costs one hand-in, and no other
                self.refuse(descriptors, f"a request cannot be read: {error}")
                continue
            if "start" in request:
                self.start(request, descriptors)
            else:
                self.control.sendall(_line({"status": self.end(request["end"])}))
        for child in list(self.children):
            self.end(child)

    def request(self) -> tuple[bytes, list[int]]:
        """The next line, whatever its length, with its descriptors; empty once nobody asks."""
        line, descriptors = b"", []
        while not line.endswith(b"\n"):
            try:
                data, came, _, _ = socket.recv_fds(self.control, 4096, 3)
            except ConnectionResetError:
                return b"", []  # the grader ended before it read our last line
            if not data:
                return b"", []
            line += data
            descriptors += came
        return line, descriptors

    def refuse(self, descriptors: list[int], reason: str) -> None:
        for descriptor in descriptors:
            os.close(descriptor)
        self.control.sendall(_line({"setup": reason}))

    def start(self, request: dict[str, Any], descriptors: list[int]) -> None:
        parent = os.getpid()
        try:
            pid = os.fork()
        except OSError as error:
            self.refuse(descriptors, f"fork: {error.strerror}")
            return
        if pid == 0:
            self.become_child(request, descriptors, parent)
        for descriptor in descriptors:
            os.close(descriptor)
        self.children.add(pid)
        self.answer_start(pid)

    def answer_start(self, pid: int) -> None:
        line = _line({"pid": pid})
        try:
            handle = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
        except OSError:  # a kernel before 5.3: the grader then asks us to end the child
            handle = None
        if handle is None:
            self.control.sendall(line)
        else:
            socket.send_fds(self.control, [line], [handle])
            os.close(handle)

    def become_child(self, request: dict[str, Any], descriptors: list[int], parent: int) -> None:
        replies = -1
        try:
            lock = self.lock
            if not request["filtered"]:
                lock = dataclasses.replace(lock, bpf=None)
            if not request["landlocked"]:
                lock = dataclasses.replace(lock, ruleset_fd=-1)
            replies = _take_descriptors(descriptors)
            if request["modules"]:
                self.neutral.show_paths()
                self.modules.load(request["modules"])
            self.lockdown.close_all_except({0, 1, 2, REQUESTS, REPLIES, lock.ruleset_fd})
            self.lockdown.apply(lock, request["start"], parent)
            if _is_locked(lock):
                self.neutral.hide_machine(lock.mode == "stdlib", bool(request["modules"]))
            _send(REPLIES, {"locked": True})
            self.harness.serve(REQUESTS, REPLIES)
        except BaseException as error:
            if replies >= 0:
                _send(replies, {"setup": f"{type(error).__name__}: {error}"})
        finally:
            os._exit(0)

    def end(self, pid: int) -> int:
        """Kill the child and whatever it started; its wait status."""
        if pid not in self.children:
            return 0
        self.children.discard(pid)
        for kill in (os.killpg, os.kill):
            try:
                kill(pid, signal.SIGKILL)
            except OSError:
                continue
        _, status = os.waitpid(pid, 0)
        self.end_strays()
        return status

    def end_strays(self) -> None:
        """Kill orphans of dead children, which the system has handed to us as subreaper."""
        while True:
            strays = [pid for pid in _child_pids() if pid not in self.children]
            if not strays:
                return
            for pid in strays:
                try:
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                except OSError:
                    continue


def _child_pids() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:  # not Linux: only the child's process group can be killed
        return []


def _take_descriptors(descriptors: list[int]) -> int:
    """Put requests on 3, replies on 4, output on 1 and 2, nothing on 0; returns replies."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDONLY)
    high = [os.dup2(fd, 100 + i, False) for i, fd in enumerate([*descriptors, nothing])]
    for target, source in ((0, 3), (1, 2), (2, 2), (REQUESTS, 0), (REPLIES, 1)):
        os.dup2(high[source], target)
    return REPLIES


def _send(descriptor: int, message: dict[str, Any]) -> None:
    body = json.dumps(message).encode()
    try:
        os.write(descriptor, struct.pack(">I", len(body)) + body)
    except OSError:  # the grader has hung up
        return


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message).encode() + b"\n"


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, ConnectionResetError):  # the grader ended while we started
        sys.exit(0)
