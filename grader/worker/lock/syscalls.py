"""Which system calls student code may make, and that list as a filter program for the kernel.

* `NUMBERS` has one row a system call, with a column for each machine: x86_64 and aarch64.
* `plain_calls`, `checked_calls` and `refusals` are the whole policy. What they do not name is
  refused with EPERM.
* `compile_filter` turns the policy into seccomp's classic BPF.

Nothing here talks to the kernel, so a test can run the filter on made-up calls for both machines.
"""

from __future__ import annotations

import errno
import struct
from dataclasses import dataclass

# BPF: load a word of seccomp_data; and; jump if equal; jump if greater or equal; return.
LOAD, AND, JUMP_EQUAL, JUMP_AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
LONGEST_JUMP = 255


@dataclass(frozen=True, slots=True)
class Instruction:
    """One step of a filter; a jump names the label that it goes to."""

    code: int
    value: int
    yes: str | None = None  # the label to jump to; None: go on with the next instruction
    no: str | None = None


def assemble(program: list[Instruction | str]) -> bytes:
    """Replace labels by distances; every jump of classic BPF goes forward, at most 255 far.

    Raises ValueError for a label that is used twice and for a jump that is none.
    """
    labels: dict[str, int] = {}
    instructions: list[Instruction] = []
    for item in program:
        if isinstance(item, Instruction):
            instructions.append(item)
        elif item in labels:
            raise ValueError(f"the label {item!r} is used twice in the system call filter")
        else:
            labels[item] = len(instructions)

    def distance(label: str | None, here: int) -> int:
        far = 0 if label is None else labels[label] - (here + 1)
        if not 0 <= far <= LONGEST_JUMP:
            raise ValueError(f"the jump to {label!r} in the system call filter is {far} far")
        return far

    return b"".join(
        struct.pack("=HBBI", one.code, distance(one.yes, here), distance(one.no, here), one.value)
        for here, one in enumerate(instructions)
    )


MACHINES = ("x86_64", "aarch64")  # the columns of NUMBERS; what Linux calls them in uname()

NOOPEN = "noopen"  # no path is ever looked up: every such call answers "no such file"
STDLIB = "stdlib"  # files may be opened for reading: only together with Landlock, which says which
MODES = (NOOPEN, STDLIB)

# name: (x86_64, aarch64). None: that machine does not have the call.
NUMBERS: dict[str, tuple[int | None, int | None]] = {
    # memory
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "mremap": (25, 216),
    "madvise": (28, 233),
    # files that are open already
    "read": (0, 63),
    "write": (1, 64),
    "readv": (19, 65),
    "writev": (20, 66),
    "pread64": (17, 67),
    "lseek": (8, 62),
    "close": (3, 57),
    "dup": (32, 23),
    "fstat": (5, 80),
    "fcntl": (72, 25),
    "ioctl": (16, 29),
    "select": (23, None),
    "pselect6": (270, 72),
    "poll": (7, None),
    "ppoll": (271, 73),
    # time and chance
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101),
    "restart_syscall": (219, 128),
    "gettimeofday": (96, 169),
    "times": (100, 153),
    "getrusage": (98, 165),
    "getrandom": (318, 278),
    # the process itself
    "getpid": (39, 172),
    "getppid": (110, 173),
    "gettid": (186, 178),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "getcwd": (79, 17),
    "prlimit64": (302, 261),
    "sched_getaffinity": (204, 123),
    "sched_yield": (24, 124),
    "futex": (202, 98),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "exit": (60, 93),
    "exit_group": (231, 94),
    # paths
    "open": (2, None),
    "openat": (257, 56),
    "openat2": (437, 437),
    "stat": (4, None),
    "lstat": (6, None),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "getdents64": (217, 61),
    # refused with a reason of its own
    "clone3": (435, 435),
    # made by the lock itself, before the filter is on
    "capset": (126, 91),
    "close_range": (436, 436),
    "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446),
}


def number(name: str, machine: str) -> int | None:
    """The number of a system call on a machine, or None where that machine does not have it."""
    return NUMBERS[name][MACHINES.index(machine)]


# ---------------------------------------------------------------------------- the policy

# Allowed whatever their arguments: they reach only this process and files it was handed.
_ALWAYS = (
    *("munmap", "brk", "mremap"),
    *("read", "write", "readv", "writev", "pread64", "lseek", "close", "dup"),
    *("select", "pselect6", "poll", "ppoll"),
    *("nanosleep", "restart_syscall", "gettimeofday", "times", "getrusage", "getrandom"),
    *("getcwd", "sched_yield"),
    *("rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "exit", "exit_group"),
)
# Looking at paths without opening them, and at an open file, which tells whose it is. Landlock does
# not govern these.
_LOOK = (
    "fstat",
    *("stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2"),
    *("readlink", "readlinkat", "getdents64"),
)
_OPEN = ("open", "openat", "openat2")
# Who the process is on this machine. The filter answers 0, the one result that it can choose.
_WHO = ("getpid", "getppid", "gettid", "getuid", "geteuid", "getgid", "getegid")

ALL_BITS = 0xFFFF_FFFF
PROT_WRITE, PROT_EXEC = 2, 4
MAP_HUGETLB = 0x40000
PLAIN_ADVICE = 0, 4, 8, 14, 15  # normal, not needed, free, with and without huge pages
F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC = 0, 1, 2, 3, 1030
FUTEX_WAIT, FUTEX_WAKE, FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET = 0, 1, 9, 10
FUTEX_COMMAND = 0x7F  # the rest are the flags "private" and "by the wall clock"
CLOCKS = 0xF  # clocks 0 to 15 are the system's and our own; others name a process or a device
# O_NOCTTY, O_NONBLOCK, O_CLOEXEC, and O_DIRECT, O_LARGEFILE, O_DIRECTORY, O_NOFOLLOW, which the
# two machines number differently among the same four bits. No bit here writes, creates or skips.
HARMLESS_OPEN_FLAGS = 0o400 | 0o4000 | 0o2000000 | 0o740000


@dataclass(frozen=True, slots=True)
class Check:
    """Half of an argument (32 bits), masked, must be one of some values."""

    argument: int
    values: tuple[int, ...]
    mask: int = ALL_BITS
    high: bool = False  # look at bits 32 to 63 instead of 0 to 31


@dataclass(frozen=True, slots=True)
class CheckedCall:
    """A system call that is allowed when all its checks hold; if not, refused with `otherwise`."""

    name: str
    checks: tuple[Check, ...]
    otherwise: int = errno.EPERM


def plain_calls(mode: str) -> tuple[str, ...]:
    """The calls that are allowed with any arguments."""
    return _ALWAYS + _LOOK if mode == STDLIB else _ALWAYS


def checked_calls(mode: str, *, jit: bool) -> tuple[CheckedCall, ...]:
    """The calls that are allowed with some arguments only.

    `jit` says that this Python compiles to machine code while it runs: memory may then be turned
    from writable into executable, but still never be both at once.
    """
    never = Check(2, (0,), mask=PROT_EXEC)
    never_both = Check(2, (0, PROT_WRITE, PROT_EXEC), mask=PROT_WRITE | PROT_EXEC)
    loads_libraries = mode == STDLIB  # an extension module is mapped executable from its file
    own_clock = Check(0, (0,), mask=ALL_BITS & ~CLOCKS)
    # Huge pages are the machine's own store, not counted by the limit of memory.
    ordinary_pages = Check(3, (0,), mask=MAP_HUGETLB)
    written = never_both if loads_libraries or jit else never
    calls: tuple[CheckedCall, ...] = (
        CheckedCall("mmap", (written, ordinary_pages), errno.EACCES),
        # No merging of equal pages: how long a write takes would tell what others hold in memory.
        CheckedCall("madvise", (Check(2, PLAIN_ADVICE),), errno.EINVAL),
        CheckedCall("mprotect", (never_both if jit else never,), errno.EACCES),
        # F_SETOWN with F_SETSIG would signal the grader; F_SETFL changes a pipe's other holders.
        CheckedCall("fcntl", (Check(1, (F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC)),)),
        # Read one's own limits: process 0 is the caller, and there are no new limits to set.
        CheckedCall("prlimit64", (Check(0, (0,)), Check(2, (0,)), Check(2, (0,), high=True))),
        # Another process's clock or processors would tell that it exists and how busy it is.
        CheckedCall("clock_gettime", (own_clock,), errno.EINVAL),
        CheckedCall("clock_getres", (own_clock,), errno.EINVAL),
        CheckedCall("clock_nanosleep", (own_clock,), errno.EINVAL),
        CheckedCall("sched_getaffinity", (Check(0, (0,)),)),
        # The other futex commands lend priorities to other processes, and have a history of bugs.
        CheckedCall(
            "futex",
            (
                Check(
                    1,
                    (FUTEX_WAIT, FUTEX_WAKE, FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET),
                    mask=FUTEX_COMMAND,
                ),
            ),
            errno.ENOSYS,
        ),
    )
    if mode == STDLIB:
        read_only = ALL_BITS & ~HARMLESS_OPEN_FLAGS
        calls += (
            CheckedCall("open", (Check(1, (0,), mask=read_only),), errno.EACCES),
            CheckedCall("openat", (Check(2, (0,), mask=read_only),), errno.EACCES),
        )
    return calls


def refusals(mode: str) -> dict[str, int]:
    """The calls that are refused with another error than EPERM, and that error.

    With error 0 a call is not made either, and its result is 0.
    """
    answers = {
        **dict.fromkeys(_WHO, 0),
        "ioctl": errno.ENOTTY,  # what `isatty` expects of a file that is no terminal
        "clone3": errno.ENOSYS,  # the C library then tries `clone`, which says EPERM
    }
    if mode == NOOPEN:  # Python then says FileNotFoundError and ModuleNotFoundError
        answers.update(dict.fromkeys(_LOOK + _OPEN, errno.ENOENT))
    return answers


# ---------------------------------------------------------------------------- the filter

# struct seccomp_data: nr (32 bits), arch (32), instruction_pointer (64), args[6] (64 each).
AT_NUMBER, AT_ARCH, AT_ARGUMENTS = 0, 4, 16
AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
X32_BIT = 0x4000_0000  # set in the numbers of x86_64's second, 32-bit set of system calls

KILL, ALLOW, REFUSE = 0x8000_0000, 0x7FFF_0000, 0x0005_0000  # REFUSE | errno


def _check_code(check: Check, refused: str) -> list[Instruction | str]:
    """Go on when the check holds, otherwise jump to `refused`."""
    held = f"{refused} / {check}"
    code: list[Instruction | str] = [
        Instruction(LOAD, AT_ARGUMENTS + 8 * check.argument + (4 if check.high else 0)),
        Instruction(AND, check.mask),
    ]
    code += [Instruction(JUMP_EQUAL, value, yes=held) for value in check.values[:-1]]
    return [*code, Instruction(JUMP_EQUAL, check.values[-1], no=refused), held]


def _program(mode: str, machine: str, jit: bool) -> list[Instruction | str]:
    """The filter as instructions and labels, top to bottom."""
    code: list[Instruction | str] = [
        Instruction(LOAD, AT_ARCH),
        Instruction(JUMP_EQUAL, AUDIT_ARCH[machine], no="kill"),
        Instruction(LOAD, AT_NUMBER),
    ]
    if machine == "x86_64":
        code += [Instruction(JUMP_AT_LEAST, X32_BIT, yes="kill")]
    for name in plain_calls(mode):
        if (nr := number(name, machine)) is not None:
            code += [Instruction(JUMP_EQUAL, nr, yes="allow")]
    for call in checked_calls(mode, jit=jit):
        if (nr := number(call.name, machine)) is not None:
            refused, following = f"refuse {call.name}", f"after {call.name}"
            code += [Instruction(JUMP_EQUAL, nr, no=following)]
            for check in call.checks:
                code += _check_code(check, refused)
            code += [Instruction(RETURN, ALLOW), refused]
            code += [Instruction(RETURN, REFUSE | call.otherwise), following]
    for name, reason in refusals(mode).items():
        if (nr := number(name, machine)) is not None:
            following = f"after {name}"
            code += [Instruction(JUMP_EQUAL, nr, no=following)]
            code += [Instruction(RETURN, REFUSE | reason), following]
    code += [Instruction(RETURN, REFUSE | errno.EPERM)]
    return [*code, "allow", Instruction(RETURN, ALLOW), "kill", Instruction(RETURN, KILL)]


def compile_filter(mode: str, machine: str, *, jit: bool = False) -> bytes:
    """The policy of a mode as seccomp filter for a machine: 8 bytes an instruction."""
    if mode not in MODES or machine not in MACHINES:
        raise ValueError(f"no system call filter for mode {mode!r} on machine {machine!r}")
    return assemble(_program(mode, machine, jit))
