"""The attacks that the lock is tested with: each does one deed, or raises OSError when refused.

They are the deeds of the self-test (`grader/worker/inside/canary.py`) and more, call by call.
All are bounded and harmless when they succeed: they aim at bait, at loopback listeners and at
`GRADER`, the process that imported this file and forks the children in which they run.
"""

# ruff: noqa: SIM115 (the process ends right after)

from __future__ import annotations

import ctypes
import errno
import fcntl
import mmap
import os
import signal
import socket
import struct
import time
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
    "clone3": (435, 435), "openat2": (437, 437),
    "name_to_handle_at": (303, 264), "fanotify_init": (300, 262), "inotify_init1": (294, 26),
    "ptrace": (101, 117), "kcmp": (312, 272), "tgkill": (234, 131),
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), 
    "ioprio_set": (251, 30), 
    "msgctl": (71, 187), "semctl": (66, 191), "umount2": (166, 39), "msgget": (68, 186),
    "semget": (64, 190), "bpf": (321, 280),
    "perf_event_open": (298, 241), "unshare": (272, 97),
    "prctl": (157, 167), "seccomp": (317, 277), "personality": (135, 92),
    "timer_create": (222, 107), "signalfd4": (289, 74), "timerfd_create": (283, 85),
    "eventfd2": (290, 19), "epoll_create1": (291, 20), "syslog": (103, 116), "futex": (202, 98),
    "mlock": (149, 228), "set_robust_list": (273, 99), "adjtimex": (159, 171), "mount": (165, 40),
    "umask": (95, 166), "membarrier": (324, 283), "splice": (275, 76), "statx": (332, 291),
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


def protect_memory(prot: int) -> None:
    area = mmap.mmap(-1, 4096)
    address = ctypes.addressof(ctypes.c_char.from_buffer(area))
    if libc.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(4096), prot):
        raise OSError(ctypes.get_errno(), "mprotect")


def reap(pid: int) -> None:
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def spawn_program() -> None:
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)


def mount_something() -> None:
    target = ctypes.c_char_p(bait("mount").encode())
    raw("mount", ctypes.c_char_p(b"none"), target, ctypes.c_char_p(b"tmpfs"), 0, None)
    raw("umount2", target, 0)


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


CLONE_NEWUSER, CLONE_NEWNS, F_SETPIPE_SZ, PTRACE_SEIZE = 0x10000000, 0x20000, 1031, 0x4206
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
    # ------------------------------------------------------------------ processes
    fork_with_clone3=lambda: reap(raw("clone3", buffer(0, 0, 0, 0, signal.SIGCHLD, *[0] * 6), 88)),
    spawn_program=spawn_program,
    signal_grader_for_real=lambda: os.kill(GRADER, signal.SIGURG),
    signal_grader_thread=lambda: raw("tgkill", GRADER, GRADER, signal.SIGURG),
    signal_grader_thread_old=lambda: raw("tkill", GRADER, signal.SIGURG),
    signal_itself=lambda: os.kill(os.getpid(), signal.SIGURG),
    queue_signal=lambda: raw(
        "rt_sigqueueinfo", os.getpid(), signal.SIGURG,
        buffer((-1 & 0xFFFFFFFF) << 32 | signal.SIGURG, *[0] * 15),
    ),
    trace_me=lambda: raw("ptrace", 0, 0, 0, 0),
    change_own_priority=lambda: os.nice(1),
    read_grader_priority=lambda: os.getpriority(os.PRIO_PROCESS, GRADER),
    move_itself=lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)),
    ask_where_grader_runs=lambda: os.sched_getaffinity(GRADER),
    ask_grader_cpu_time=lambda: time.clock_gettime((~GRADER << 3) | 2),
    change_grader_io_priority=lambda: raw("ioprio_set", 1, GRADER, 2 << 13 | 7),
    ask_grader_session=lambda: os.getsid(GRADER),
    ask_own_session=lambda: os.getsid(0),
    ask_grader_group=lambda: os.getpgid(GRADER),
    ask_for_signals=lambda: fcntl.fcntl(PIPE[0], fcntl.F_SETSIG, signal.SIGURG),
    change_shared_pipe=lambda: os.set_blocking(PIPE[0], False),
    change_pipe_size=lambda: fcntl.fcntl(PIPE[1], F_SETPIPE_SZ, 1 << 16),
    lock_shared_file=lambda: fcntl.flock(PIPE[2], fcntl.LOCK_EX | fcntl.LOCK_NB),
    lock_file_region=lambda: fcntl.lockf(PIPE[2], fcntl.LOCK_SH | fcntl.LOCK_NB),
    replace_file=lambda: os.dup2(PIPE[0], PIPE[2]),
    # ------------------------------------------------------------------ network
    make_socket_pair=socket.socketpair,
    # ------------------------------------------------------------------ memory and code
    written_code=lambda: protect_memory(mmap.PROT_READ | mmap.PROT_EXEC),
    message_queue=lambda: raw("msgctl", raw("msgget", 0, 0o1600), 0, None),
    semaphores=lambda: raw("semctl", raw("semget", 0, 1, 0o1600), 0, 0, None),
    lock_memory=lambda: raw("mlock", iovec, 64),
    lend_priority=lambda: raw("futex", buffer(0), 8, 0, 0, 0, 0),  # FUTEX_TRYLOCK_PI
    # ------------------------------------------------------------------ the lock itself
    outlive_grader=lambda: raw("prctl", 1, 0, 0, 0, 0),
    become_dumpable=lambda: raw("prctl", 4, 1, 0, 0, 0),
    rename_itself=lambda: raw("prctl", 15, ctypes.c_char_p(b"systemd"), 0, 0, 0),
    ask_seccomp=lambda: raw("seccomp", 2, 0, ctypes.byref(ctypes.c_uint32(0x7FFF0000))),
    change_personality=lambda: raw("personality", 0x0040000),
    set_timer=lambda: signal.setitimer(signal.ITIMER_REAL, 100),
    set_posix_timer=lambda: raw("timer_create", 1, None, buffer(0)),
    make_timer_file=lambda: raw("timerfd_create", 1, 0),
    make_signal_file=lambda: raw("signalfd4", -1, buffer(0), 8, 0),
    make_event_file=lambda: raw("eventfd2", 0, 0),
    make_epoll=lambda: raw("epoll_create1", 0),
    make_pipe=os.pipe,
    move_bytes=lambda: raw("splice", PIPE[0], None, PIPE[1], None, 0, 0),
    own_ioctl=lambda: fcntl.ioctl(PIPE[0], 0x541B, bytes(4)),  # FIONREAD
    barrier=lambda: raw("membarrier", 0, 0, 0),
    register_robust_list=lambda: raw("set_robust_list", buffer(0, 0, 0), 24),
    # ------------------------------------------------------------------ only some may do these
    new_mount_namespace=lambda: raw("unshare", CLONE_NEWNS),
    become_root=lambda: os.setuid(0),
    change_groups=lambda: os.setgroups([]),
    change_root=lambda: os.chroot("/"),
    mount_something=mount_something,
    watch_everything=lambda: raw("fanotify_init", 0, 0),
    load_bpf=lambda: raw("bpf", 0, buffer(0x400000002, 0x100000004, *[0] * 14), 128),
    count_events=lambda: raw(
        "perf_event_open", buffer(0x7800000001, *[0] * 15), 0, -1, -1, 0
    ),
    read_kernel_log=lambda: raw("syslog", 10, None, 0),
    compare_processes=lambda: raw("kcmp", os.getpid(), GRADER, 1, 0, 0),
    set_clock=lambda: raw("adjtimex", buffer(*[0] * 32)),
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
