"""The attacks that the lock is tested with: each does one deed, or raises OSError when refused.

They are the deeds of the self-test (`grader/worker/inside/canary.py`) and all that can be done with
files. Of the other system calls `test_syscalls.py` says that the filter lets none through.
All are bounded and harmless when they succeed: they aim at bait, at loopback listeners and at
`GRADER`, the process that imported this file and forks the children in which they run.
"""

# ruff: noqa: SIM115 (the process ends right after)

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Callable
from typing import Any

from grader.worker.inside import canary
from grader.worker.lock import lockdown

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
BAIT: dict[str, Any] = {}
GRADER = os.getpid()  # what the attacks aim at
PIPE: list[int] = []
COLUMN = int(os.uname().machine == "aarch64")

# System calls that Python has no function for: (x86_64, aarch64).
RAW = {
    "openat2": (437, 437), "name_to_handle_at": (303, 264), "inotify_init1": (294, 26),
    "umask": (95, 166), "statx": (332, 291),
}  # fmt: skip


def raw(name: str, *args: Any) -> int:
    """Make a system call; OSError when the kernel refuses it."""
    nr = RAW[name][COLUMN]
    if nr is None:
        raise OSError(errno.EOPNOTSUPP, "not on this machine")
    return number(nr, *args)


def number(nr: int, *args: Any) -> int:
    words = [ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    result: int = libc.syscall(ctypes.c_long(nr), *words)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


PROBES: dict[str, Callable[[], Any]] = {}


def probe(function: Callable[[], Any]) -> Callable[[], Any]:
    PROBES[function.__name__] = function
    return function


def attacks(**deeds: Callable[[], Any]) -> None:
    for name, deed in deeds.items():
        assert name not in PROBES, name
        PROBES[name] = deed


def bait(name: str = "secret") -> str:
    return os.path.join(BAIT["folder"], name)


def buffer(*words: int) -> ctypes.Array[ctypes.c_char]:
    return ctypes.create_string_buffer(struct.pack(f"{len(words)}Q", *words))


def own_file(deed: Callable[[str], Any]) -> Callable[[], None]:
    """Do something to a file of our own making, where we can make one."""

    def act() -> None:
        name = bait(f"own-{os.getpid()}")
        try:
            os.close(os.open(name, os.O_CREAT | os.O_WRONLY))
        except OSError:
            name = bait()  # not ours, but a refusal by the lock comes first
        deed(name)

    return act


iovec = ctypes.create_string_buffer(64)

attacks(
    # ------------------------------------------------------------------ files
    read_passwd=lambda: open("/etc/passwd").read(),
    read_grader=lambda: open(lockdown.__file__).read(),
    open_for_writing=lambda: os.open(bait("writable"), os.O_WRONLY),
    open_read_write=lambda: os.open(bait("writable"), os.O_RDWR),
    open_and_truncate=lambda: os.open(bait("writable"), os.O_RDONLY | os.O_TRUNC),
    open_unnamed=lambda: os.open(BAIT["folder"], os.O_WRONLY | os.O_TMPFILE),
    open_path_only=lambda: os.open(bait(), os.O_PATH),
    open_with_openat2=lambda: raw(
        "openat2", -100, ctypes.c_char_p(bait().encode()), buffer(0, 0, 0), 24
    ),
    list_root=lambda: os.listdir("/"),
    lstat_file=lambda: os.lstat(bait()),
    statx_file=lambda: raw(
        "statx", -100, ctypes.c_char_p(bait().encode()), 0, 0xFFF, buffer(*[0] * 32)
    ),
    statfs_root=lambda: os.statvfs("/"),
    access_file=lambda: None if os.access(bait(), os.R_OK) else os.stat("/nonexistent"),
    read_own_link=lambda: os.readlink("/proc/self/exe"),
    read_grader_link=lambda: os.readlink(f"/proc/{GRADER}/cwd"),
    read_own_memory=lambda: open("/proc/self/mem", "rb"),
    read_own_maps=lambda: open("/proc/self/maps").read(),
    list_own_files=lambda: os.listdir("/proc/self/fd"),
    read_grader_command=lambda: open(f"/proc/{GRADER}/cmdline", "rb").read(),
    read_cpu_info=lambda: open("/proc/cpuinfo").read(),
    delete_file=own_file(os.unlink),
    link_file=own_file(lambda name: os.link(name, name + ".l")),
    symlink_file=own_file(lambda name: os.symlink("/etc/passwd", name + ".s")),
    make_fifo=own_file(lambda name: os.mkfifo(name + ".f")),
    chown_file=own_file(lambda name: os.chown(name, -1, -1)),
    set_file_attribute=own_file(lambda name: os.setxattr(name, "user.x", b"1")),
    truncate_file=own_file(lambda name: os.truncate(name, 0)),
    change_folder=lambda: os.chdir(BAIT["folder"]),
    watch_files=lambda: raw("inotify_init1", 0),
    file_handle=lambda: raw(
        "name_to_handle_at", -100, ctypes.c_char_p(bait().encode()), buffer(128, *[0] * 20),
        iovec, 0,
    ),
    change_umask=lambda: raw("umask", 0),
)  # fmt: skip


@probe
def x32_call() -> None:
    """getpid by its x32 number, which has the same effect where the kernel was built with x32."""
    number(0x40000000 + 39)


@probe
def negative_call() -> None:
    number(-1)


def of_the_self_test(name: str) -> Callable[[], Any]:
    return lambda: getattr(canary.Attacks(BAIT), name)()


attacks(**{name: of_the_self_test(name) for name in canary.NAMES})
