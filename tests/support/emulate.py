"""Run a command as it would run elsewhere: in Docker, on an old kernel, without being root.

    run_emulated("docker+no-landlock", [sys.executable, "-m", "grader", "doctor"])

The kinds, joined by "+" where several hold:

    real                what this machine has
    docker              Docker's default seccomp profile and its 14 default capabilities
    no-user-namespaces  CLONE_NEWUSER is refused, as on ubuntu-24.04 runners
    no-landlock         a kernel or container without Landlock
    no-seccomp          a kernel or container that takes no system call filter
    user                an ordinary user: no privilege; interpreter and checkout within reach

An emulation, not the thing: no real Docker daemon, AppArmor profile or old kernel takes part.
Works as root and, except for dropping what one does not have, as an ordinary user.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

KINDS = ("real", "docker", "no-user-namespaces", "no-landlock", "no-seccomp", "user")
CANNOT = 125  # exit status: the emulation could not be set up
USER = 23_456
CHECKOUT = Path(__file__).resolve().parents[2]

# What Docker's default profile leaves out for a container with the default capabilities
# (https://github.com/moby/profiles, seccomp/default.json; io_uring since Docker 25).
DENIED_BY_DOCKER = """
    acct add_key bpf clock_settime delete_module fanotify_init finit_module fsconfig fsmount fsopen
    fspick get_mempolicy init_module io_uring_enter io_uring_register io_uring_setup ioperm iopl
    kcmp kexec_file_load kexec_load keyctl lookup_dcookie mbind migrate_pages mount mount_setattr
    move_mount move_pages nfsservctl open_by_handle_at open_tree perf_event_open pidfd_getfd
    pivot_root process_madvise quotactl quotactl_fd reboot request_key set_mempolicy
    set_mempolicy_home_node setdomainname sethostname setns settimeofday swapoff swapon sysfs syslog
    umount2 unshare userfaultfd ustat vhangup
"""
# CAP_CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, SETGID, SETUID, SETPCAP, NET_BIND_SERVICE, NET_RAW,
# SYS_CHROOT, MKNOD, AUDIT_WRITE, SETFCAP
DOCKER_CAPABILITIES = {0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31}
NAMESPACES = (0x20000, *(1 << bit for bit in range(25, 31)))  # CLONE_NEWNS, NEWCGROUP ... NEWNET
CLONE_NEWUSER, CLONE_NEWNS = 0x10000000, 0x20000
LANDLOCK = (444, 445, 446)  # the same number on every machine
AF_VSOCK, ADDR_NO_RANDOMIZE = 40, 0x0040000
MS_BIND, MS_PRIVATE_ALL = 0x1000, 0x44000
PR_SET_SECCOMP, PR_CAPBSET_DROP, LAST_CAPABILITY = 22, 24, 63


def has_landlock() -> bool:
    """Whether the kernel of this machine offers Landlock."""
    from grader.worker.lock import landlock  # not above: this file is run as a script too

    try:
        return landlock.abi() > 0
    except OSError:
        return False


def run_emulated(
    kind: str, argv: Sequence[str], **options: Any
) -> subprocess.CompletedProcess[Any]:
    """Run a command in an emulated environment; `options` are those of `subprocess.run`.

    Raises RuntimeError when this machine cannot emulate that.
    """
    if unknown := set(kind.split("+")) - set(KINDS):
        raise ValueError(f"unknown kind of environment {unknown}, expected some of {KINDS}")
    done = subprocess.run([sys.executable, __file__, kind, *argv], **options)
    if done.returncode == CANNOT:
        raise RuntimeError(f"{kind!r} cannot be emulated here: {done.stderr or ''!r}")
    return done


def shared_folder(prefix: str = "topograde-") -> tempfile.TemporaryDirectory[str]:
    """A temporary folder that every user may use: pytest's own is for its user only."""
    folder = tempfile.TemporaryDirectory(prefix=prefix)
    os.chmod(folder.name, 0o777)
    return folder


def main() -> None:
    kinds, argv = set(sys.argv[1].split("+")), sys.argv[2:]
    root = os.geteuid() == 0
    try:
        if "user" in kinds and root:
            let_everyone_reach([Path(sys.base_prefix).resolve(), CHECKOUT])
        if filters := kinds - {"real", "user"}:
            refuse(filters)
        if "docker" in kinds and root:
            keep_docker_capabilities()
        if "user" in kinds and root:
            os.setgroups([])
            os.setgid(USER)
            os.setuid(USER)
            os.environ["HOME"] = "/tmp"
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (OSError, ImportError, RuntimeError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(CANNOT)
    os.execvp(argv[0], argv)


def refuse(kinds: set[str]) -> None:
    """Load a filter that refuses what the environments refuse, and allows the rest."""
    import pyseccomp as seccomp  # type: ignore[import-untyped]

    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    rules.set_attr(seccomp.Attr.ACT_BADARCH, seccomp.ALLOW)
    rules.set_attr(seccomp.Attr.CTL_NNP, int(os.geteuid() != 0))  # Docker does not set it

    def deny(call: str | int, *arguments: Any, error: int = errno.EPERM) -> None:
        try:
            rules.add_rule(seccomp.ERRNO(error), call, *arguments)
        except OSError as problem:
            if problem.errno != errno.EINVAL:  # a name too new for this libseccomp
                raise

    if "docker" in kinds:
        for name in DENIED_BY_DOCKER.split():
            deny(name)
        deny("clone3", error=errno.ENOSYS)
        for flag in NAMESPACES:
            deny("clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
        deny("socket", seccomp.Arg(0, seccomp.EQ, AF_VSOCK))
        deny("personality", seccomp.Arg(0, seccomp.EQ, ADDR_NO_RANDOMIZE))
    elif "no-user-namespaces" in kinds:
        deny("clone3", error=errno.ENOSYS)  # its flags are in memory, out of a filter's sight
        for name in ("clone", "unshare"):
            deny(name, seccomp.Arg(0, seccomp.MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER))
    if "no-landlock" in kinds:
        for number in LANDLOCK:
            deny(number, error=errno.ENOSYS)
    if "no-seccomp" in kinds:
        deny("seccomp", error=errno.EINVAL)
        deny("prctl", seccomp.Arg(0, seccomp.EQ, PR_SET_SECCOMP), error=errno.EINVAL)
    rules.load()


def keep_docker_capabilities() -> None:
    """Root keeps after the next exec what is in the bounding set."""
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in set(range(LAST_CAPABILITY + 1)) - DOCKER_CAPABILITIES:
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def let_everyone_reach(places: Sequence[Path]) -> None:
    """Show what lies in a private folder, as one of `mktemp -d` is, to all, in our view only."""
    closed: dict[Path, Path] = {}
    for place in places:
        within = (p for p in (*place.parents[::-1], place) if not p.stat().st_mode & 1)
        if first := next(within, None):
            closed[place] = first
    if not closed:
        return
    libc = ctypes.CDLL(None, use_errno=True)

    def mount(source: str, target: str, kind: str | None, flags: int, data: str | None) -> None:
        texts = [None if text is None else text.encode() for text in (source, target, kind)]
        last = None if data is None else data.encode()
        if libc.mount(*texts, ctypes.c_ulong(flags), last) != 0:
            raise OSError(ctypes.get_errno(), f"mount {target}")

    if libc.unshare(CLONE_NEWNS) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    mount("none", "/", None, MS_PRIVATE_ALL, None)
    with tempfile.TemporaryDirectory() as aside:
        kept = {place: f"{aside}/{number}" for number, place in enumerate(closed)}
        for place, folder in kept.items():
            os.mkdir(folder)
            mount(str(place), folder, None, MS_BIND, None)
        for folder in dict.fromkeys(map(str, closed.values())):
            mount("none", folder, "tmpfs", 0, "mode=755")
        for place, folder in kept.items():
            os.makedirs(place, exist_ok=True)
            mount(folder, str(place), None, MS_BIND, None)
            libc.umount2(folder.encode(), 0)


if __name__ == "__main__":
    main()
