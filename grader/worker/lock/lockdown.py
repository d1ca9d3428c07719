"""Lock a process up before it sees student code: what the kernel then forbids, it forbids for good.

* `prepare()` is called once, in the process that forks: it builds and tries all that a lock needs.
* `apply()` is called in each forked child: afterwards the child can compute, read and write the
  files it was handed, and end. Nothing else. It is locked whole or raises: never half locked.
* `close_all_except()` closes inherited files, whatever their numbers.

Landlock has a module of its own, the system calls allowed in `syscalls.py`.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from grader.worker.lock import kernel, landlock, syscalls

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


if sys.platform != "win32":
    import pwd

# How a kernel or a container says that it lacks a feature. Other errors are faults, not absence.
ABSENT = {errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM, errno.EACCES, errno.EINVAL}

# A user id that no account has, inside the 65536 that a container's own user namespace maps.
FIRST_UID, UIDS = 50_000, 10_000

prctl = kernel.prctl


class LockError(Exception):
    """A step of the lock failed: nothing may run behind it."""

    def __init__(self, step: str, reason: str) -> None:
        super().__init__(f"student code cannot be locked up: the step '{step}' failed: {reason}")
        self.step = step
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Lock:
    """All that a child needs to lock itself up, prepared once by the process that forks it."""

    mode: str  # syscalls.NOOPEN or syscalls.STDLIB
    landlock_abi: int  # 0: without Landlock
    ruleset_fd: int  # -1: without Landlock
    bpf: bytes | None  # None: without a system call filter, which is no isolation
    uid: int | None  # user and group id to take on; None: stay who we are
    missing: tuple[str, ...]  # for people: what this lock lacks, and why
    begun: bool = False  # whether the process that forks has done its part: `begun`

    def describe(self) -> dict[str, object]:
        """The lock in words of JSON: for the grader, which draws no level from it but shows it."""
        return {
            "mode": self.mode,
            "landlock_abi": self.landlock_abi,
            "seccomp": self.bpf is not None,
            "uid": self.uid,
            "missing": list(self.missing),
        }


# ---------------------------------------------------------------------------- prepare


def prepare(mode: str = syscalls.NOOPEN, *, landlock: bool = True, seccomp: bool = True) -> Lock:
    """Build a lock from what this kernel really allows: each part is tried in a child first.

    Missing features are listed in `missing`, and `mode` falls back to "noopen" where "stdlib"
    cannot be had. Raises LockError for any other fault. The caller has a single thread.
    """
    if mode not in syscalls.MODES:
        raise ValueError(f"a lock's mode is one of {', '.join(syscalls.MODES)}, not {mode!r}")
    missing: list[str] = []
    uid = _unused_uid(missing)
    ruleset, abi = _deny_all(missing) if landlock else (-1, 0)
    if mode == syscalls.STDLIB:
        mode = _stdlib_or_noopen(uid, ruleset, missing)
    bpf = _filter(mode, missing) if seccomp else None
    return Lock(mode, abi, ruleset, bpf, uid, tuple(missing))


def begun(lock: Lock) -> Lock:
    """The lock, after its first steps in this process, which lives on to fork those it locks up.

    What is taken away here is what it does not need itself, and what they do not inherit.
    """
    if sys.platform == "linux":
        _step("bounding set", empty_bounding_set)
    _step("environment", os.environ.clear)
    return replace(lock, begun=True)


def _unused_uid(missing: list[str]) -> int | None:
    """For root, a user id that no account has; None when there is no changing it."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    start = os.getpid() % UIDS  # two locks on one machine get different ids, most likely
    uids = (FIRST_UID + (start + step) % UIDS for step in range(UIDS))
    uid = next((uid for uid in uids if not _is_account(uid)), None)
    if uid is not None and _works("change of user", missing, become, uid):
        return uid
    return None


def _is_account(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def _deny_all(missing: list[str]) -> tuple[int, int]:
    """The deny-all ruleset's file descriptor and ABI version; -1 and 0 without Landlock."""
    if kernel.machine() is None:
        missing.append("Landlock: unknown machine")
        return -1, 0
    try:
        ruleset, abi = landlock.deny_all(landlock.abi())
    except OSError as error:
        if error.errno not in ABSENT:
            raise LockError("create a Landlock ruleset", _reason(error)) from None
        missing.append(f"Landlock: {_reason(error)}")
        return -1, 0
    if not _works("Landlock", missing, _restrict, ruleset):
        os.close(ruleset)
        return -1, 0
    return ruleset, abi


def _stdlib_or_noopen(uid: int | None, ruleset: int, missing: list[str]) -> str:
    """Open the standard library's files to student code; the mode that came of it."""
    stdlib = os.path.dirname(os.__file__)

    def look() -> None:
        if uid is not None:
            become(uid)
        os.listdir(stdlib)

    if ruleset < 0:
        missing.append("lazy imports: only Landlock can open some files and no others")
        return syscalls.NOOPEN
    if (code := _try_in_child(look)) != 0:
        missing.append(f"lazy imports: user {uid} cannot read {stdlib}: {_name(code)}")
        return syscalls.NOOPEN
    _step("allow reading the standard library", landlock.allow_reading_stdlib, ruleset)
    return syscalls.STDLIB


def _filter(mode: str, missing: list[str]) -> bytes | None:
    """The compiled system call filter, tried out; None when this kernel takes none."""
    machine = kernel.machine()
    if machine is None:
        missing.append("seccomp: the system call numbers of this machine are not known")
        return None
    jit = getattr(sys, "_jit", None)
    compiles = jit is not None and jit.is_enabled()
    bpf = syscalls.compile_filter(mode, machine, jit=compiles)
    if not _works("seccomp", missing, _filter_calls, bpf):
        return None
    if compiles:
        missing.append("write-xor-execute: this Python makes machine code while it runs")
    return bpf


def _works(feature: str, missing: list[str], action: Callable[..., None], *args: object) -> bool:
    """Try an action in a child. Where the feature is absent, say so in `missing`."""
    code = _try_in_child(action, *args)
    if code > 0 and code not in ABSENT:
        raise LockError(f"try {feature}", _name(code))
    if code != 0:
        missing.append(f"{feature}: {_name(code)}")
    return code == 0


def _try_in_child(action: Callable[..., None], *args: object) -> int:
    """Run an action in a throw-away child: 0, the errno it failed with, or minus a signal."""
    if (pid := os.fork()) == 0:
        code = errno.ENOTRECOVERABLE
        try:
            action(*args)
            code = 0
        except OSError as error:
            code = error.errno or code
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _name(code: int) -> str:
    """A result of `_try_in_child` in words."""
    if code < 0:
        return f"the trial was ended by signal {-code}"
    return f"{os.strerror(code)} ({errno.errorcode.get(code, code)})"


def _reason(error: BaseException) -> str:
    """What the kernel said."""
    if not isinstance(error, OSError) or error.errno is None:
        return f"{type(error).__name__}: {error}"
    return f"{error.strerror} ({errno.errorcode.get(error.errno, error.errno)})"


# ---------------------------------------------------------------------------- apply


def apply(lock: Lock, limits: Mapping[str, int | None], parent: int) -> None:
    """Lock this process up, for good. Raises LockError, and then nothing may run in it.

    To be called in a child of `parent`, with which it is to die, while it has a single thread.
    `limits` may hold the keys of `DEFAULT_LIMITS`. The order matters: what a step needs, no
    earlier step forbids.
    """
    linux = sys.platform == "linux"
    if linux:
        _step("one thread", single_thread)
    _step("new session", new_session)
    _step("limits", set_limits, limits)
    if linux and not lock.begun:
        _step("bounding set", empty_bounding_set)
    if lock.uid is not None:
        _step("change of user", become, lock.uid)
    if linux:
        _step("capabilities", drop_capabilities)
        _step("death with the parent", die_with, parent)  # a change of user clears it
        _step("no memory dumps", undumpable)
        _step("no new privileges", no_new_privileges)
    if lock.ruleset_fd >= 0:
        _step("Landlock", _restrict, lock.ruleset_fd)
        _step("close the ruleset", os.close, lock.ruleset_fd)
    _step("working directory", os.chdir, "/")
    if os.environ:
        _step("environment", os.environ.clear)
    if lock.bpf is not None:
        _step("seccomp", kernel.load_filter, lock.bpf)


def _step(name: str, action: Callable[..., None], *args: object) -> None:
    try:
        action(*args)
    except Exception as error:
        raise LockError(name, _reason(error)) from error


def _restrict(ruleset: int) -> None:
    no_new_privileges()
    landlock.restrict(ruleset)


def _filter_calls(bpf: bytes) -> None:
    no_new_privileges()
    kernel.load_filter(bpf)
