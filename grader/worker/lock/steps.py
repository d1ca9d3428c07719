"""The single steps of the lock, each one thing that the kernel is asked for.

`lockdown.apply` calls them in the one order that works. Each raises when the kernel refuses.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Iterable, Mapping

from grader.worker.lock import kernel

if sys.platform != "win32":
    import resource

# What `apply` takes, and what holds when it is left out. None: no limit.
DEFAULT_LIMITS: dict[str, int | None] = {
    "cpu_seconds": 5,  # SIGXCPU then; SIGKILL one second later
    "memory_bytes": 1 << 30,  # of address space
    "stack_bytes": 8 << 20,
    "open_files": 32,
}
# No core dumps, files, processes, locked memory, message queues, real time: by the kernel's count.
NEVER = ("CORE", "FSIZE", "NPROC", "MEMLOCK", "MSGQUEUE", "RTPRIO", "NICE")
PENDING_SIGNALS = 64

CAPABILITY_VERSION_3 = 0x2008_0522
CAPABILITIES = 64  # more than any kernel has
MAX_FD = 0xFFFF_FFFF
MOST_FDS_BY_HAND = 1 << 20


def single_thread() -> None:
    """Landlock and seccomp bind the calling thread: another one would stay free."""
    try:
        threads = len(os.listdir("/proc/self/task"))
    except OSError:  # /proc is not there to be seen; a forked child starts with one thread
        return
    if threads != 1:
        raise RuntimeError(f"the process has {threads} threads")


def new_session() -> None:
    """Out of the grader's process group and away from its terminal."""
    if os.getsid(0) != os.getpid():
        os.setsid()


def set_limits(limits: Mapping[str, int | None]) -> None:
    if unknown := set(limits) - set(DEFAULT_LIMITS):
        raise ValueError(f"unknown limits {sorted(unknown)}, expected some of {[*DEFAULT_LIMITS]}")
    wanted = {**DEFAULT_LIMITS, **limits}
    if low := [name for name, limit in wanted.items() if limit is not None and limit <= 0]:
        raise ValueError(f"the limits {low} are not above zero")
    for name in NEVER:
        _limit(name, 0)
    _limit("SIGPENDING", PENDING_SIGNALS)
    _limit("CPU", wanted["cpu_seconds"], grace=1)  # the soft limit's signal can be ignored
    _limit("STACK", wanted["stack_bytes"])
    _limit("NOFILE", wanted["open_files"])
    if sys.platform == "linux":  # macOS does not enforce this one, and may refuse to set it
        _limit("AS", wanted["memory_bytes"])


def _limit(name: str, soft: int | None, grace: int = 0) -> None:
    """Set a limit, or less where the system allows less already."""
    which = getattr(resource, f"RLIMIT_{name}", None)
    if which is None or soft is None:  # this system does not have it, or it is not wanted
        return
    hard = resource.getrlimit(which)[1]
    if hard == resource.RLIM_INFINITY or hard > soft + grace:
        hard = soft + grace
    resource.setrlimit(which, (min(soft, hard), hard))


def empty_bounding_set() -> None:
    """No program run from here could gain a capability; an ordinary user's could not anyway."""
    for capability in range(CAPABILITIES):
        try:
            kernel.prctl(kernel.PR_CAPBSET_DROP, capability)
        except OSError as error:
            if error.errno in (errno.EINVAL, errno.EPERM):  # past the last one; not ours to drop
                return
            raise


def become(uid: int) -> None:
    """Take on a user and group id: as root, these calls set the real, effective and saved one."""
    os.setgroups([])
    os.setgid(uid)
    os.setuid(uid)


def drop_capabilities() -> None:
    if kernel.machine() is not None:
        header = CAPABILITY_VERSION_3.to_bytes(4, sys.byteorder) + bytes(4)  # this process
        effective_permitted_inheritable = bytes(2 * 3 * 4)
        kernel.syscall("capset", header, effective_permitted_inheritable)


def die_with(parent: int) -> None:
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the call above could notice
        raise RuntimeError(f"process {parent}, with which it is to die, is not its parent")


def undumpable() -> None:
    """No core file; and /proc shows this process's memory to root only."""
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


def no_new_privileges() -> None:
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)


def close_all_except(keep: Iterable[int]) -> None:
    """Close every open file but these, up to the largest number that a file can have."""
    first = 0
    for fd in sorted({fd for fd in keep if fd >= 0} | {MAX_FD + 1}):
        if first < fd:
            _close_range(first, fd - 1)
        first = fd + 1


def _close_range(first: int, last: int) -> None:
    try:
        kernel.syscall("close_range", first, last, 0)
    except (OSError, NotImplementedError):  # before Linux 5.9, in some containers, off Linux
        for fd in _open_files():
            if first <= fd <= last:
                _close(fd)


def _open_files() -> Iterable[int]:
    """The open files, or all that might be where the system does not list them."""
    for folder in ("/proc/self/fd", "/dev/fd"):
        try:
            return [int(name) for name in os.listdir(folder)]
        except OSError:
            continue
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return range(hard if 0 <= hard < MOST_FDS_BY_HAND else MOST_FDS_BY_HAND)


def _close(fd: int) -> None:
    try:
        os.close(fd)
    except OSError as error:  # the listing's own file is gone by now
        if error.errno != errno.EBADF:
            raise
