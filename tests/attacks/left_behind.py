"""Find processes that outlive what started them: orphans become children of this process."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Collection
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """From now on the orphans of our descendants become our children."""
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError("this kernel does not let a process adopt orphans")


def orphans(known: Collection[int], patience: float = 1.0) -> list[str]:
    """Living children that are not known, after a moment in which they may end; they are killed."""
    deadline = time.monotonic() + patience
    while True:
        living = [pid for pid in _children() if pid not in known and not _ended(pid)]
        if not living or time.monotonic() > deadline:
            break
        time.sleep(0.05)
    found = []
    for pid in living:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ")
        found.append(f"process {pid}: {command.decode(errors='replace')[:80]}")
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return found


def _children() -> list[int]:
    text = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    return [int(pid) for pid in text.split()]


def _ended(pid: int) -> bool:
    """Whether it is dead; then it is buried here."""
    return os.waitpid(pid, os.WNOHANG)[0] == pid
