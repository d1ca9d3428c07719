"""`python -m grader` without its imports: each command a process, forked from one that has them.

To import PyTorch and the grader takes two seconds of CPU, which is most of a command that grades a
tiny class. The process that a command runs in is new: it has its own arguments, folder, environment
and streams, and ends as any Python does. What tests say of start-up, of Python's own options, of
signals or of closed streams needs the real command.
"""

from __future__ import annotations

import array
import contextlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tests.support.paths import ROOT

IMPORTED = (
    "grader.cli", "grader.cli.commands.grade", "grader.cli.commands.check",
    "grader.classroom.parallel.dispatch", "grader.explain.watching.findings", "nbformat",
)  # fmt: skip
PYTHON = ("PYTHONPATH", "PYTHONHASHSEED", "PYTHONWARNINGS", "PYTHONUTF8", "LD_PRELOAD")
"""What Python reads when it starts, so that only a real start can follow a change of it."""


def topograde(
    *arguments: object, cwd: Path = ROOT, env: Mapping[str, str] | None = None, timeout: float = 300
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, without input; what it wrote, and its exit code.

    env: its whole environment; by default ours, with this checkout to import from.
    """
    environ = {**os.environ, "PYTHONPATH": str(ROOT)} if env is None else dict(env)
    command = [sys.executable, "-m", "grader", *map(str, arguments)]
    if any(environ.get(name) != _started()[1].get(name) for name in PYTHON):
        return subprocess.run(
            command, cwd=cwd, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=timeout,
        )  # fmt: skip
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        asked = {"arguments": command[3:], "cwd": str(cwd), "environ": environ}
        code = _ask(asked, [out.fileno(), err.fileno()], timeout)
        said = []
        for file in (out, err):
            file.seek(0)
            said.append(file.read().decode())
    return subprocess.CompletedProcess(command, code, *said)


@cache
def _started() -> tuple[socket.socket, Mapping[str, str]]:
    """The process that commands are forked from; it ends with this one, when its socket does."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    with there:
        subprocess.Popen(
            [sys.executable, "-m", "tests.support.warm", str(there.fileno())],
            cwd=ROOT, env=environ, stdin=subprocess.DEVNULL, pass_fds=[there.fileno()],
        )  # fmt: skip
    return here, environ


def _ask(asked: Mapping[str, object], streams: list[int], timeout: float) -> int:
    connection, _ = _started()
    with tempfile.TemporaryFile() as file:
        file.write(json.dumps(asked).encode())
        file.seek(0)
        rights = array.array("i", [file.fileno(), *streams])
        connection.sendmsg([b"run"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
        pid = int(connection.recv(64))
        connection.settimeout(timeout)
        try:
            return int(connection.recv(64))
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            connection.settimeout(None)
            connection.recv(64)
            raise
        finally:
            connection.settimeout(None)


def _serve(connection: socket.socket) -> None:
    """Fork a process for each command, one at a time. Returns in that process, when it is to run
    what `sys.argv` says."""
    while True:
        message, descriptors, _, _ = socket.recv_fds(connection, 16, 3)
        if not message:
            os._exit(0)
        pid = os.fork()
        if not pid:
            with open(descriptors[0], "rb") as file:
                asked = json.load(file)
            for number, descriptor in enumerate(descriptors[1:], 1):
                os.dup2(descriptor, number)
                os.close(descriptor)
            connection.close()
            os.chdir(asked["cwd"])
            tempfile.tempdir = None  # which folder it is may be said in the environment
            os.environ.clear()
            os.environ.update(asked["environ"])
            sys.argv = ["grader", *asked["arguments"]]
            return
        for descriptor in descriptors:
            os.close(descriptor)
        connection.send(str(pid).encode())
        status = os.waitpid(pid, 0)[1]
        connection.send(str(os.waitstatus_to_exitcode(status)).encode())


if __name__ == "__main__":
    import importlib

    sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment] # as in conftest.py
    for name in IMPORTED:
        importlib.import_module(name)
    with contextlib.suppress(Exception):
        from grader.programs.pytorch import load_torch

        load_torch()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    sys.path[0] = os.getcwd()
    runpy.run_module("grader", run_name="__main__", alter_sys=True)
