"""Bait for the self-test: things worth attacking, made by the trusted side, looked at afterwards.

Nothing but the lock stands before them: the files belong to the user that student code runs as and
are open to all, the sockets listen, the process to attack is the grader itself. `traces()` says
which attacks have left marks, whatever the attacker says of them.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import secrets
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from grader.worker.exchange import MEMORY
from grader.worker.lock import kernel

FOLDERS = ("/tmp", "/var/tmp", "/dev/shm")
IN_FOLDER = "/topograde-bait-12345678/socket"


class Bait:
    """Use as a context manager. Raises OSError where no bait can be laid."""

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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
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
