"""The kernel's Landlock: a process gives up files, TCP, signals and abstract sockets for good.

It is the second layer behind the system call filter. What it cannot govern (stat, chmod, UDP,
prlimit and more) the filter refuses.
"""

from __future__ import annotations

import errno
import os
import stat
import struct

from grader.worker.lock import kernel

CREATE_RULESET_VERSION = 1
RULE_PATH_BENEATH = 1

READ_FILE, READ_DIR = 1 << 2, 1 << 3
# What a ruleset may govern grew with the ABI version (and so with the kernel):
FILES = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
TCP = {4: 0b11}  # bind, connect
SCOPES = {6: 0b11}  # no abstract sockets and no signals outside
NEWEST_ABI = 7  # of those that this module was written for; 7 added audit flags only
BEFORE_SCOPES = 5

NOT_FOR_STUDENTS = {"site-packages", "dist-packages", "test", "idlelib", "ensurepip", "lib2to3"}
LIBRARY_FOLDERS = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
FILES_OF_LIBC = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo")


def abi() -> int:
    """The version that this kernel offers. Raises OSError where it offers none."""
    return kernel.syscall("landlock_create_ruleset", None, 0, CREATE_RULESET_VERSION)


def deny_all(version: int) -> tuple[int, int]:
    """A ruleset that forbids all it can: its file descriptor, and the ABI version in force.

    Some kernels of Red Hat report version 6 without its scopes: ask for less then, and say so.
    """
    version = min(version, NEWEST_ABI)
    files, tcp, scopes = (_governed(table, version) for table in (FILES, TCP, SCOPES))
    words = [files] + [tcp] * (version >= 4) + [scopes] * (version >= 6)
    attributes = struct.pack(f"={len(words)}Q", *words)
    try:
        return kernel.syscall("landlock_create_ruleset", attributes, len(attributes), 0), version
    except OSError as error:
        if error.errno == errno.EINVAL and version > BEFORE_SCOPES:
            return deny_all(BEFORE_SCOPES)
        raise


def restrict(ruleset: int) -> None:
    """Put the ruleset on this thread, for good. Needs no_new_privs."""
    kernel.syscall("landlock_restrict_self", ruleset, 0)


def allow_reading_stdlib(ruleset: int) -> None:
    """Let the ruleset's holder read the standard library, and nothing installed beside it.

    A rule on a folder holds for all below it, so the standard library gets a rule an entry:
    site-packages lies among them and may hold the grader with its solutions.
    """
    stdlib = os.path.dirname(os.__file__)
    _allow(ruleset, stdlib, READ_DIR)
    for name in os.listdir(stdlib):
        if name not in NOT_FOR_STUDENTS:
            _allow(ruleset, os.path.join(stdlib, name), READ_FILE | READ_DIR)
    for library in _shared_libraries(os.path.dirname(stdlib)):
        _allow(ruleset, library, READ_FILE)
    for path in FILES_OF_LIBC:
        _allow(ruleset, path, READ_FILE | READ_DIR)


def _governed(table: dict[int, int], version: int) -> int:
    return table[max(since for since in table if since <= version)] if min(table) <= version else 0


def _shared_libraries(prefix_lib: str) -> set[str]:
    """What extension modules load. Single files: such folders may hold a site-packages too."""
    triplet = f"{os.uname().machine}-linux-gnu"
    folders = {prefix_lib, *LIBRARY_FOLDERS}
    folders |= {os.path.join(folder, triplet) for folder in folders}
    return {
        os.path.realpath(os.path.join(folder, name))
        for folder in {os.path.realpath(folder) for folder in folders if os.path.isdir(folder)}
        for name in os.listdir(folder)
        if name.endswith(".so") or ".so." in name
    }


def _allow(ruleset: int, path: str, access: int) -> None:
    """Add a rule for a path, if it exists. Raises OSError when the kernel refuses the rule."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, PermissionError):
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            access &= ~READ_DIR
        rule = struct.pack("=Qi", access, descriptor)
        kernel.syscall("landlock_add_rule", ruleset, RULE_PATH_BENEATH, rule, 0)
    finally:
        os.close(descriptor)
