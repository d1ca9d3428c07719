"""Call the Linux kernel directly, with errors that name the call that was refused.

Python has no function for Landlock, seccomp, capabilities and most of prctl; ctypes reaches them.
"""

from __future__ import annotations

import ctypes
import functools
import os
import struct
import sys

from grader.worker.lock import syscalls

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_NO_NEW_PRIVS = 38
LONGEST_SOCKET_PATH = 103
"""Bytes of a path that a Unix socket can have: 107 on Linux, 103 on macOS."""

SECCOMP_MODE_FILTER = 2
SYSCALL_ARGUMENTS, PRCTL_ARGUMENTS = 6, 4


def machine() -> str | None:
    """This machine's column in the table of system calls; None when there is none for it."""
    if sys.platform != "linux" or sys.byteorder != "little" or struct.calcsize("P") != 8:
        return None  # a 32-bit Python on a 64-bit kernel makes other system calls
    name = os.uname().machine
    return name if name in syscalls.MACHINES else None


@functools.cache
def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    # Whole registers for numbers and addresses alike: ctypes by itself passes an int as 32 bits.
    libc.syscall.argtypes = (ctypes.c_long, *[ctypes.c_void_p] * SYSCALL_ARGUMENTS)
    libc.syscall.restype = ctypes.c_long
    libc.prctl.argtypes = (ctypes.c_int, *[ctypes.c_void_p] * PRCTL_ARGUMENTS)
    libc.prctl.restype = ctypes.c_int
    return libc


def syscall(name: str, *arguments: int | bytes | None) -> int:
    """Make a system call of the table. Raises OSError, or NotImplementedError off the table."""
    column = machine()
    nr = None if column is None else syscalls.number(name, column)
    if nr is None:
        raise NotImplementedError(f"no number is known for the system call {name} here")
    padding = (0,) * (SYSCALL_ARGUMENTS - len(arguments))
    return _checked(name, _libc().syscall(nr, *arguments, *padding))


def prctl(option: int, *arguments: int | bytes | None) -> int:
    """Call prctl with its four arguments, zeros for those left out. Raises OSError."""
    padding = (0,) * (PRCTL_ARGUMENTS - len(arguments))
    return _checked(f"prctl({option})", _libc().prctl(option, *arguments, *padding))


def load_filter(bpf: bytes) -> None:
    """Put a seccomp filter on this thread, for good."""
    code = ctypes.cast(ctypes.c_char_p(bpf), ctypes.c_void_p).value
    program = struct.pack("@HP", len(bpf) // 8, code)  # struct sock_fprog
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program)


def _checked(call: str, result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{call}: {os.strerror(code)}")
    return result
