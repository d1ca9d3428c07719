"""Look at a locked worker from outside, before it is given student code.

A worker says that it is locked; the kernel's own account of it, `/proc/PID/status` and `limits`,
must agree. That shows the filter, the identity, the threads and the limits. Landlock is not visible
there: only an attack that is refused shows it (`grader.worker.isolation`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import NamedTuple

CAPABILITIES = ("CapInh", "CapPrm", "CapEff", "CapAmb")
LOOKED_AT = frozenset(
    ("NoNewPrivs", "Seccomp", "Seccomp_filters", "Threads", "Uid", "Gid", "Groups", *CAPABILITIES)
)
"""The lines of a status that say something about the lock."""
LIMITS = {"memory_bytes": "Max address space", "cpu_seconds": "Max cpu time"}
"""What the kernel calls the limits that a worker is started with."""


class LockAudit(NamedTuple):
    """What a worker's status is held against: as whom it runs, and our own number of filters.

    A container has put a filter on us all: the worker must have one more. None: not told here.
    """

    uid: int | None
    filters: int | None

    def fault(self, pid: int, limits: Mapping[str, int]) -> str | None:
        """What of the lock is not there, in words; None if all of it is.

        limits: as `lockdown.set_limits` takes them. A machine may allow less.
        """
        try:
            status, held = _status(pid), _limits(pid)
        except OSError as error:
            return f"{error.filename} cannot be read: {error.strerror}"
        expected = {"NoNewPrivs": ["1"], "Seccomp": ["2"], "Threads": ["1"]}
        if self.uid is not None:
            expected |= {"Uid": [str(self.uid)] * 4, "Gid": [str(self.uid)] * 4, "Groups": []}
        for name, words in expected.items():
            if status.get(name) != words:
                return _disagrees(pid, name, words, status)
        for name in CAPABILITIES:
            if set("".join(status.get(name, ["?"]))) != {"0"}:
                return _disagrees(pid, name, ["0"], status)
        for limit, name in LIMITS.items():
            most = held.get(name, "nothing")
            if not most.isdecimal() or int(most) > limits[limit]:
                return f"/proc/{pid}/limits should say {name}: {limits[limit]}, found {most}"
        if self.filters is not None and _filters(status) != self.filters + 1:
            return _disagrees(pid, "Seccomp_filters", [str(self.filters + 1)], status)
        return None


def lock_audit_of(uid: int | None, forker: int) -> LockAudit | None:
    """Somebody to look at the children of process `forker`; None where `/proc` does not show them.

    It is so off Linux, and where /proc is mounted to hide other processes (`hidepid`).
    """
    with contextlib.suppress(OSError, ValueError):
        status = _status(forker)
        if {"NoNewPrivs", "Seccomp", "Threads", "CapEff"} <= status.keys():
            return LockAudit(uid, _filters(status))
    return None


def _status(pid: int) -> dict[str, list[str]]:
    """What is looked at of a process's status: names, and the words behind each."""
    with open(f"/proc/{pid}/status", "rb", 0) as file:
        text = file.read().decode("utf-8", "replace")
    lines = (line.partition(":") for line in text.splitlines())
    return {name: value.split() for name, _, value in lines if name in LOOKED_AT}


def _limits(pid: int) -> dict[str, str]:
    """The soft limits of a process, by the kernel's names for them."""
    with open(f"/proc/{pid}/limits", "rb", 0) as file:
        lines = file.read().decode("utf-8", "replace").splitlines()
    return {line[:26].strip(): line[26:].split()[0] for line in lines if line[26:].split()}


def _filters(status: Mapping[str, list[str]]) -> int | None:
    """How many filters are in force; None before Linux 5.9."""
    words = status.get("Seccomp_filters")
    return int(words[0]) if words else None


def _disagrees(pid: int, name: str, words: list[str], status: Mapping[str, list[str]]) -> str:
    found = " ".join(status.get(name, ["nothing"]))
    return f"/proc/{pid}/status should say {name}: {' '.join(words)}, found {found}"
