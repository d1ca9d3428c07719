"""The system call filter lets through what its policy names, on both machines, and nothing else.

The numbers are checked against libseccomp, the program by running it on made-up system calls.
"""

from __future__ import annotations

import errno
import os
import struct
import sys
from typing import Any

import pytest

from grader.worker.inside import canary
from grader.worker.lock import syscalls

if sys.platform != "linux":
    pytest.skip("the flags and error numbers here are Linux's", allow_module_level=True)

from tests.support import lockdown_deeds

MODES = [(mode, jit) for mode in syscalls.MODES for jit in (False, True)]


# ---------------------------------------------------------------------------- the system calls


def libseccomp() -> Any:
    try:
        import pyseccomp  # type: ignore[import-untyped]
    except (ImportError, RuntimeError, OSError) as error:
        pytest.skip(f"libseccomp.so.2 cannot be loaded: {error}")
    return pyseccomp


@pytest.mark.parametrize("machine", syscalls.MACHINES)
def test_every_number_is_the_one_that_libseccomp_knows(machine: str) -> None:
    seccomp = libseccomp()
    arch = {"x86_64": seccomp.Arch.X86_64, "aarch64": seccomp.Arch.AARCH64}[machine]
    column = syscalls.MACHINES.index(machine)
    for name, numbers in {**syscalls.NUMBERS, **canary.RAW, **lockdown_deeds.RAW}.items():
        known = seccomp.resolve_syscall(arch, name)
        assert numbers[column] == (known if known >= 0 else None), name


@pytest.mark.parametrize("mode", syscalls.MODES)
def test_the_policy_names_each_call_once_and_only_known_ones(mode: str) -> None:
    checked = [call.name for call in syscalls.checked_calls(mode, jit=False)]
    named = [*syscalls.plain_calls(mode), *checked, *syscalls.refusals(mode)]
    assert sorted(named) == sorted(set(named))
    assert set(named) <= set(syscalls.NUMBERS)


# ------------------------------------------------------------------ the filter, simulated


def simulate(bpf: bytes, arch: int, nr: int, *arguments: int) -> int:
    """Run a seccomp filter on a made-up system call, as linux/kernel/bpf would."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=IIQ6Q", nr & 0xFFFFFFFF, arch, 0, *(a % (1 << 64) for a in padded))
    code = [struct.unpack_from("=HBBI", bpf, at) for at in range(0, len(bpf), 8)]
    accumulator, here = 0, 0
    while True:
        operation, yes, no, value = code[here]
        here += 1
        if operation == 0x20:
            accumulator = struct.unpack_from("=I", data, value)[0]
        elif operation == 0x54:
            accumulator &= value
        elif operation == 0x15:
            here += yes if accumulator == value else no
        elif operation == 0x35:
            here += yes if accumulator >= value else no
        elif operation == 0x06:
            return int(value)
        else:
            raise AssertionError(f"unknown operation {operation:#x}")


class Filter:
    def __init__(self, mode: str, machine: str, jit: bool = False) -> None:
        self.machine = machine
        self.arch = syscalls.AUDIT_ARCH[machine]
        self.bpf = syscalls.compile_filter(mode, machine, jit=jit)

    def __call__(self, name: str, *arguments: int) -> int | str:
        number = syscalls.number(name, self.machine)
        assert number is not None, name
        return verdict(simulate(self.bpf, self.arch, number, *arguments))


def verdict(result: int) -> int | str:
    """ "allow", "kill" or an errno."""
    names = {0x7FFF0000: "allow", 0x80000000: "kill"}
    return names.get(result) or (result & 0xFFFF if result >> 16 == 5 else hex(result))


@pytest.mark.parametrize("machine", syscalls.MACHINES)
@pytest.mark.parametrize(("mode", "jit"), MODES)
def test_only_the_calls_of_the_policy_are_allowed(mode: str, jit: bool, machine: str) -> None:
    """Every number up to 1023 and beyond, against the policy read in another way."""
    filtered = Filter(mode, machine, jit)
    column = syscalls.MACHINES.index(machine)
    name_of = {numbers[column]: name for name, numbers in syscalls.NUMBERS.items()}
    plain, refused = set(syscalls.plain_calls(mode)), syscalls.refusals(mode)
    checked = {call.name: call.otherwise for call in syscalls.checked_calls(mode, jit=jit)}
    for number in [*range(1024), 0x3FFFFFFF]:
        name = name_of.get(number)
        result = verdict(simulate(filtered.bpf, filtered.arch, number, *[(1 << 64) - 1] * 6))
        if name in plain:
            assert result == "allow", name
        elif name in checked:
            assert result == checked[name], name  # all bits set fits no check
        else:
            assert result == refused.get(name or "", errno.EPERM), (number, name)


@pytest.mark.parametrize("machine", syscalls.MACHINES)
@pytest.mark.parametrize(("mode", "jit"), MODES)
def test_another_architecture_and_x32_are_killed(mode: str, jit: bool, machine: str) -> None:
    bpf = syscalls.compile_filter(mode, machine, jit=jit)
    others = {0x40000003, 0x40000028, 0, 0xFFFFFFFF, *syscalls.AUDIT_ARCH.values()}
    for arch in others - {syscalls.AUDIT_ARCH[machine]}:
        for number in range(512):
            assert verdict(simulate(bpf, arch, number)) == "kill"
    if machine == "x86_64":
        for number in (*range(0x40000000, 0x40000400), 0x80000000, -1):
            assert verdict(simulate(bpf, syscalls.AUDIT_ARCH[machine], number)) == "kill"


READ, WRITE, EXEC = 1, 2, 4


@pytest.mark.parametrize("machine", syscalls.MACHINES)
def test_arguments_decide_over_the_checked_calls(machine: str) -> None:
    noopen, stdlib = Filter("noopen", machine), Filter("stdlib", machine)
    high = 1 << 32
    for call in (noopen, stdlib):
        assert call("mmap", 0, 4096, READ | WRITE) == "allow"
        assert call("mmap", 0, 4096, READ | WRITE | EXEC) == errno.EACCES
        assert call("mmap", 0, 4096, WRITE | EXEC | 0x1000000) == errno.EACCES
        assert call("mmap", 0, 4096, READ | WRITE, 0x22) == "allow"
        assert call("mmap", 0, 4096, READ | WRITE, 0x40022) == errno.EACCES  # MAP_HUGETLB
        assert call("madvise", 0, 4096, 4) == "allow"
        assert call("madvise", 0, 4096, 12) == errno.EINVAL  # MADV_MERGEABLE
        assert call("mprotect", 0, 4096, READ | WRITE) == "allow"
        assert call("mprotect", 0, 4096, READ | EXEC) == errno.EACCES
        assert [call("fcntl", 0, command) for command in (0, 1, 2, 3, 1030)] == ["allow"] * 5
        for command in (*range(4, 1030), *range(1031, 1100)):
            assert call("fcntl", 0, command) == errno.EPERM
        assert call("prlimit64", 0, 7, 0, 12345) == "allow"
        assert call("prlimit64", 1, 7, 0, 12345) == errno.EPERM
        assert call("prlimit64", 0, 7, 1, 0) == errno.EPERM
        assert call("prlimit64", 0, 7, high, 0) == errno.EPERM
        assert call("sched_getaffinity", 0) == "allow"
        assert call("sched_getaffinity", 1) == errno.EPERM
        for clock in ("clock_gettime", "clock_getres", "clock_nanosleep"):
            assert [call(clock, which) for which in range(16)] == ["allow"] * 16
            assert [call(clock, which) for which in (16, -2, -6, 1 << 31)] == [errno.EINVAL] * 4
        private, real_time = 128, 256
        for command in range(128):
            expected = "allow" if command in (0, 1, 9, 10) else errno.ENOSYS
            assert call("futex", 0, command | private | real_time) == expected
        assert call("clone3") == errno.ENOSYS
        assert call("ioctl", 0, 0x5401) == errno.ENOTTY
    assert noopen("mmap", 0, 4096, READ | EXEC) == errno.EACCES
    assert stdlib("mmap", 0, 4096, READ | EXEC) == "allow"
    assert Filter("noopen", machine, jit=True)("mprotect", 0, 4096, READ | EXEC) == "allow"
    assert Filter("noopen", machine, jit=True)("mprotect", 0, 1, WRITE | EXEC) == errno.EACCES


@pytest.mark.parametrize("machine", syscalls.MACHINES)
def test_stdlib_mode_opens_for_reading_only(machine: str) -> None:
    noopen, stdlib = Filter("noopen", machine), Filter("stdlib", machine)
    calls = {"openat": (0, 0)} | ({"open": (0,)} if machine == "x86_64" else {})
    for name, before in calls.items():
        for flags in (0, os.O_CLOEXEC, os.O_CLOEXEC | os.O_DIRECTORY | os.O_NONBLOCK):
            assert stdlib(name, *before, flags) == "allow"
            assert noopen(name, *before, flags) == errno.ENOENT
        unnamed = 0o20000000
        for flags in (1, 2, 3, os.O_CREAT, os.O_TRUNC, os.O_APPEND, os.O_PATH, unnamed):
            assert stdlib(name, *before, flags | os.O_CLOEXEC) == errno.EACCES
    assert stdlib("openat2") == errno.EPERM


def test_an_unknown_machine_gets_no_filter() -> None:
    with pytest.raises(ValueError, match="riscv64"):
        syscalls.compile_filter("noopen", "riscv64")
