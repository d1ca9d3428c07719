"""Lock a process up before it sees student code: what the kernel then forbids, it forbids for good.

* `prepare()` is called once, in the process that forks: it builds and tries all that a lock needs.
* `apply()` is called in each forked child: afterwards the child can compute, read and write the
  files it was handed, and end. Nothing else. It is locked whole or raises: never half locked.
* `close_all_except()` closes inherited files, whatever their numbers.

The steps themselves are in `steps.py` and `landlock.py`, the system calls allowed in `syscalls.py`.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from grader.worker.lock import kernel, landlock, steps, syscalls

if sys.platform != "win32":
    import pwd

# How a kernel or a container says that it lacks a feature. Other errors are faults, not absence.
ABSENT = {errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM, errno.EACCES, errno.EINVAL}

# A user id that no account has, inside the 65536 that a container's own user namespace maps.
FIRST_UID, UIDS = 50_000, 10_000

close_all_except = steps.close_all_except
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
        _step("bounding set", steps.empty_bounding_set)
    _step("environment", os.environ.clear)
    return replace(lock, begun=True)


def _unused_uid(missing: list[str]) -> int | None:
    """For root, a user id that no account has; None when there is no changing it."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    start = os.getpid() % UIDS  # two locks on one machine get different ids, most likely
    uids = (FIRST_UID + (start + step) % UIDS for step in range(UIDS))
    uid = next((uid for uid in uids if not _is_account(uid)), None)
    if uid is not None and _works("change of user", missing, steps.become, uid):
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
            steps.become(uid)
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
    `limits` may hold the keys of `steps.DEFAULT_LIMITS`. The order matters: what a step needs, no
    earlier step forbids.
    """
    linux = sys.platform == "linux"
    if linux:
        _step("one thread", steps.single_thread)
    _step("new session", steps.new_session)
    _step("limits", steps.set_limits, limits)
    if linux and not lock.begun:
        _step("bounding set", steps.empty_bounding_set)
    if lock.uid is not None:
        _step("change of user", steps.become, lock.uid)
    if linux:
        _step("capabilities", steps.drop_capabilities)
        _step("death with the parent", steps.die_with, parent)  # a change of user clears it
        _step("no memory dumps", steps.undumpable)
        _step("no new privileges", steps.no_new_privileges)
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
    steps.no_new_privileges()
    landlock.restrict(ruleset)


def _filter_calls(bpf: bytes) -> None:
    steps.no_new_privileges()
    kernel.load_filter(bpf)
