"""How strongly student code is locked up here: not asked of the kernel but found out by attack.

`prove(server)` sends a submission of our own (`inside/canary.py`) into a worker that is
locked up like any other. It tries to read, write, connect, signal, fork and so on, on bait that was
laid for it. The level is what was refused:

    A   every attack by the filter of system calls alone; Landlock alone stops its share too
    B   every attack; there is the filter only
    C   every attack but seeing that a file exists: the course asked for `lazy_imports`
    D   some attack was done: this is not isolation

`refusal()` says when that is not enough. Nothing here imports more than the standard library.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import secrets
import shlex
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.worker.exchange import MEMORY, BatchLimits, Reply, encode_batch
from grader.worker.forkserver import ForkServer
from grader.worker.inside import canary
from grader.worker.lock import kernel

FOLDERS = ("/tmp", "/var/tmp", "/dev/shm")
IN_FOLDER = "/topograde-bait-12345678/socket"


class Bait:
    """Things worth attacking, made by the trusted side and looked at afterwards.

    Nothing but the lock stands before them: the files belong to the user that student code runs as
    and are open to all, the sockets listen, the process to attack is the grader itself. Use as a
    context manager. Raises OSError where no bait can be laid.
    """

    def __init__(self, uid: int | None) -> None:
        """uid: the user that student code runs as; None if it is our own."""
        self._uid = uid
        self._open = contextlib.ExitStack()
        self._listeners: dict[str, socket.socket] = {}
        self._words = ctypes.create_string_buffer(b"a secret of the grader's")

    def __enter__(self) -> Bait:
        with contextlib.ExitStack() as undo:
            undo.callback(self._open.close)
            self._folder = Path(tempfile.mkdtemp(prefix="topograde-bait-", dir=self._parent()))
            self._open.callback(shutil.rmtree, self._folder, ignore_errors=True)
            self._abstract = f"topograde-bait-{secrets.token_hex(8)}"
            self._lay_files()
            self._listen()
            self._before = self._files_now()
            undo.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def to_json(self) -> dict[str, Any]:
        """Where the bait lies: what `grader.worker.inside.canary` takes."""
        return {
            "folder": str(self._folder),
            "machine": platform.machine(),
            "memory": MEMORY,
            "grader": os.getpid(),
            "group": os.getpgrp() if os.name == "posix" else 0,
            "address": ctypes.addressof(self._words),
            "tcp": self._listeners["connect by tcp"].getsockname()[1],
            "udp": self._listeners["send by udp"].getsockname()[1],
            "abstract": self._abstract,
        }

    def traces(self) -> Iterator[str]:
        """The attacks that have left marks."""
        for attack, listener in self._listeners.items():
            with contextlib.suppress(BlockingIOError):
                if listener.type == socket.SOCK_DGRAM:
                    listener.recv(100)
                else:
                    listener.accept()[0].close()
                yield attack
        now = self._files_now()
        yield from (attack for attack in now if now[attack] != self._before[attack])

    def _parent(self) -> str:
        """A folder for temporary files in which a socket can lie, and which the user of student
        code can reach too."""
        for folder in (tempfile.gettempdir(), *FOLDERS):
            path = Path(folder).resolve()
            with contextlib.suppress(OSError):
                fits = len(os.fsencode(path)) + len(IN_FOLDER) <= kernel.LONGEST_SOCKET_PATH
                if fits and self._is_reachable(path):
                    return str(path)
        raise PermissionError(0, "no folder for bait: none is within reach and has a short name")

    def _is_reachable(self, path: Path) -> bool:
        if self._uid is None:  # as far as ourselves
            return os.access(path, os.W_OK | os.X_OK)
        return all(part.stat().st_mode & 1 for part in (path, *path.parents))

    def _lay_files(self) -> None:
        for name, mode in (("canary", 0o644), ("program", 0o755)):
            (self._folder / name).write_text("no program")
            (self._folder / name).chmod(mode)
        self._folder.chmod(0o755)
        if self._uid is not None:
            for path in (self._folder, *self._folder.iterdir()):
                os.chown(path, self._uid, self._uid)

    def _listen(self) -> None:
        inet = socket.AF_INET
        self._bind("connect by tcp", inet, socket.SOCK_STREAM, ("127.0.0.1", 0))
        self._bind("send by udp", inet, socket.SOCK_DGRAM, ("127.0.0.1", 0))
        if hasattr(socket, "AF_UNIX"):
            path = self._folder / "socket"
            self._bind("connect to a unix socket", socket.AF_UNIX, socket.SOCK_STREAM, str(path))
            path.chmod(0o777)
        if sys.platform == "linux":
            where, name = "\0" + self._abstract, "connect to an abstract socket"
            self._bind(name, socket.AF_UNIX, socket.SOCK_STREAM, where)

    def _bind(self, attack: str, family: int, kind: int, where: Any) -> None:
        listener = self._open.enter_context(socket.socket(family, kind))
        listener.bind(where)
        if kind == socket.SOCK_STREAM:
            listener.listen()
        listener.setblocking(False)
        self._listeners[attack] = listener

    def _files_now(self) -> dict[str, tuple[int, ...]]:
        file, folder = (self._folder / "canary").stat(), self._folder.stat()
        return {
            "write to a file": (file.st_size,),
            "change the mode of a file": (file.st_mode,),
            "create a file": (folder.st_mode, folder.st_mtime_ns),
        }


LIMITS = BatchLimits(cpu=5.0, wall=10.0)
IN_LAZY_MODE = frozenset({"see that a file exists"})
"""Landlock does not govern it, and looking for a module needs it."""

NO_PROCESS = ("run a program", "EAGAIN")

NOT_THE_FILTERS = (("start a thread", "EAGAIN"), ("have more memory than its limit", "ENOMEM"))
"""What Python says of a thread, whatever refused it; and what a limit refuses by itself."""
SPINS = BatchLimits(cpu=0.04, wall=10.0)
FILTER_SAYS = frozenset({"EPERM", "ENOENT", "EACCES", "absent"})
"""What the filter answers to what it refuses. Another error comes from behind it."""

# What each version of Landlock brought, by attack: files; TCP; signals and abstract sockets.
GOVERNED_BY_LANDLOCK: Mapping[int, tuple[str, ...]] = {
    1: ("read a file", "write to a file", "create a file", "rename a file", "make a folder",
        "list a folder", "run a program", "open a file by raw system call"),
    4: ("connect by tcp",),
    6: ("signal the grader", "signal the group of the grader", "connect to an abstract socket"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Isolation:
    """The level, what was refused, and what the lock is made of: the same in every run here."""

    level: str
    refused: int
    tried: int
    open: tuple[str, ...]
    landlock_abi: int
    seccomp: bool
    own_user: bool
    missing: tuple[str, ...]

    @property
    def isolated(self) -> bool:
        """Whether student code is kept from files, network and other processes."""
        return self.level in ("A", "B", "C")

    @property
    def selftest(self) -> str:
        """Attacks refused, of attacks tried."""
        return f"{self.refused}/{self.tried}"

    @property
    def sentence(self) -> str:
        """One line for a person."""
        means = {
            "A": "isolated by Landlock and by seccomp",
            "B": "isolated by seccomp alone",
            "C": "isolated by Landlock and seccomp, standard library readable",
            "D": "NOT ISOLATED: student code can reach what your own programs can",
        }
        attacks = f"{self.refused} of {self.tried} attacks refused"
        return f"level {self.level}, {means[self.level]} ({attacks})"

    def lines(self) -> Iterator[str]:
        """Details for `doctor`."""
        abi = self.landlock_abi
        yield f"Landlock      {f'version {abi}' if abi else 'no'}"
        yield f"seccomp       {'yes' if self.seccomp else 'no'}"
        yield f"user          {'one without an account' if self.own_user else 'yours'}"
        yield f"left open     {', '.join(self.open) or 'nothing that was tried'}"
        for reason in self.missing:
            yield f"missing       {reason}"

    def to_json(self) -> dict[str, Any]:
        """For a report."""
        return {
            "level": self.level,
            "isolated": self.isolated,
            "selftest": self.selftest,
            "open": list(self.open),
            "landlock_abi": self.landlock_abi,
            "seccomp": self.seccomp,
            "own_user": self.own_user,
            "missing": list(self.missing),
        }


def prove(server: ForkServer) -> Isolation:
    """Attack from inside a worker and see what is refused, once a run.

    What it costs is in docs/performance.md.

    Raises `WorkerUnavailable` when no locked worker could be made; a self-test that does not come
    to its end proves nothing, and gives level D.
    """
    lock = server.lock
    missing = [_without_uid(reason, lock["uid"]) for reason in lock["missing"]]
    try:
        with Bait(lock["uid"]) as bait:
            found = _attack(server, bait, canary.NAMES)
            found |= dict.fromkeys(bait.traces(), "open")
            if lock["landlock_abi"] and lock["seccomp"] and lock["mode"] != "stdlib":
                alone = _attack(server, bait, canary.NAMES, landlocked=False)
                alone |= dict.fromkeys(bait.traces(), "open")
                found |= _let_through(found, alone, missing)
            holds = bool(lock["landlock_abi"]) and _landlock_holds(server, bait, missing)
            found |= _spin(server, bait)
    except (OSError, _NoProof) as error:
        missing.append(f"self-test: {_without_uid(str(error), lock['uid'])}")
        found, holds = {}, False
    tried = {name: said for name, said in found.items() if said != "absent"}
    done = tuple(name for name, said in tried.items() if said == "open")
    faults = tuple(f"{name}: {said}" for name, said in tried.items() if said.startswith("fault"))
    missing += [f"self-test: {fault}" for fault in faults]
    level = "D"
    if lock["seccomp"] and tried and not faults:
        if lock["mode"] == "stdlib":
            level = "C" if holds and IN_LAZY_MODE.issuperset(done) else "D"
        elif not done:
            level = "A" if holds else "B"
    return Isolation(
        level=level,
        refused=len(tried) - len(done) - len(faults),
        tried=len(tried),
        open=done,
        landlock_abi=lock["landlock_abi"],
        seccomp=lock["seccomp"],
        own_user=lock["uid"] is not None,
        missing=tuple(missing),
    )


def _let_through(
    found: Mapping[str, str], alone: Mapping[str, str], missing: list[str]
) -> dict[str, str]:
    """What the filter lets through where Landlock is left out: counted as open, and named.

    Also what something else refused: the filter answers in its own way.
    """
    done = [
        name
        for name, said in alone.items()
        if said not in FILTER_SAYS and (name, said) not in NOT_THE_FILTERS
    ]
    hidden = [name for name in done if found.get(name) != "open"]
    if hidden:
        missing.append(f"seccomp: alone it did not stop: {', '.join(hidden)}")
    return dict.fromkeys(done, "open")


class _NoProof(Exception):
    """The self-test did not come to its end."""


def _attack(
    server: ForkServer,
    bait: Bait,
    names: Iterable[str],
    filtered: bool = True,
    landlocked: bool = True,
) -> dict[str, str]:
    """What came of each attack, from a worker of its own."""
    names = list(names)
    reply = _reply(server, bait, names, LIMITS, filtered=filtered, landlocked=landlocked)
    answer = reply.answers[0] if reply.answers else None
    found = answer.get("value") if isinstance(answer, dict) else None
    expected = {name.replace("_", " ") for name in names}
    if not isinstance(found, dict) or found.keys() != expected:
        raise _NoProof(f"it did not come to its end: {reply.failure or answer}")
    return {name: str(said) for name, said in found.items()}


def _spin(server: ForkServer, bait: Bait) -> dict[str, str]:
    """What came of the deed that CPU time must end, as it ends a hand-in."""
    failure = _reply(server, bait, [canary.ENDS], SPINS).failure or {}
    ended = (failure.get("kind"), failure.get("clock")) == ("timeout", "cpu")
    return {canary.ENDS.replace("_", " "): "ended" if ended else "open"}


def _reply(
    server: ForkServer, bait: Bait, names: list[str], limits: BatchLimits, **lock: bool
) -> Reply:
    text = Path(canary.__file__).read_text(encoding="utf-8")
    text += f"\nFOUND = attack({bait.to_json()!r}, {names!r})\n"
    source = {"name": "canary.py", "cells": [text], "future_flags": [0], "main": False}
    worker = server.start({**source, "siblings": {}}, **lock)
    try:
        return worker.run(encode_batch([{"task": "constant", "name": "FOUND"}], ["FOUND"]), limits)
    finally:
        worker.close()


def _landlock_holds(server: ForkServer, bait: Bait, missing: list[str]) -> bool:
    """Whether Landlock alone stops all that its version governs: the filter is left out."""
    if not server.lock["seccomp"]:
        return False  # it is alone anyway, and that is not isolation
    abi = server.lock["landlock_abi"]
    governed = [
        name for since, names in GOVERNED_BY_LANDLOCK.items() if since <= abi for name in names
    ]
    found = _attack(server, bait, [name.replace(" ", "_") for name in governed], filtered=False)
    # EAGAIN: no process may be had, which the kernel says before it asks Landlock when another
    # worker of the same user is alive. It neither proves nor disproves.
    found = {name: said for name, said in found.items() if (name, said) != NO_PROCESS}
    done = [name for name, said in found.items() if said not in ("EACCES", "EPERM")]
    if done:
        missing.append(f"Landlock: version {abi} is there but did not stop: {', '.join(done)}")
    return not done


def _without_uid(reason: str, uid: int | None) -> str:
    """The reason without a number that is another one in each run: reports repeat."""
    return reason if uid is None else reason.replace(str(uid), "of student code")


def is_enough(level: str, isolated: bool, required: str | None, allowed: bool) -> bool:
    """Whether a level is as required (level A is above B); without a requirement, isolation."""
    return (allowed and required is None) or (isolated and (required is None or level <= required))


def refusal(
    proof: Isolation,
    required: str | None,
    allowed: bool,
    paths: Sequence[Path] = (),
    out: Path = Path("results"),
) -> str | None:
    """Why grading is refused at this level, and what to do; None if it is not refused.

    required: the least level asked for; allowed: whether grading without isolation is.
    """
    if is_enough(proof.level, proof.isolated, required, allowed):
        return None
    if required is not None:
        first = f"isolation level {required} is required, and this machine gives {proof.sentence}."
    else:
        first = f"student code cannot be locked up here: {proof.sentence}."
    lines = [first]
    lines += [f"  missing: {reason}" for reason in proof.missing]
    lines += [
        "What to do: grade on Linux (x86_64 or aarch64, kernel 4.14 or newer), in CI, in WSL2, or",
        "from a checkout of Topograde in Docker, with this line (not tested by us):",
        f"  {docker_line(paths, out)}",
    ]
    if required is None:
        lines.append(
            "If you trust every hand-in as you trust your own code, --allow-unsandboxed grades "
            "them here, and every report says NOT ISOLATED."
        )
    return "\n".join(lines)


def docker_line(paths: Sequence[Path], out: Path) -> str:
    """A command that grades these hand-ins in a container: as root there, without the network
    only as far as the lock goes, since pip needs it first."""
    inside = [f"/in/{path.resolve().name}" for path in paths] or ["/in/HAND-INS"]
    outside = [str(path.resolve()) for path in paths] or ["HAND-INS"]
    volumes = [f"{here}:{there}:ro" for here, there in zip(outside, inside, strict=True)]
    volumes += [f"{out.resolve()}:/out", f"{_checkout()}:/src:ro"]
    inner = "pip install -q -c /src/constraints.txt -e /src && topograde grade --out /out "
    inner += shlex.join(inside)
    mounts = [word for volume in volumes for word in ("-v", volume)]
    return shlex.join(["docker", "run", "--rm", *mounts, "python:3.11-slim", "sh", "-c", inner])


def _checkout() -> str:
    return os.fspath(Path(__file__).resolve().parents[2])
