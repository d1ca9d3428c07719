"""Try real attacks on real bait, and say which were done: the student code of the self-test.

`isolation` sends this file as a submission to a worker and asks for `FOUND`. It runs on the
untrusted side and imports the standard library only, nothing of the grader. Each attack is harmless
where it succeeds: it aims at files made for the occasion, asks the grader for signal 0, and puts
back what it changed. `bait` says where to aim:

    folder, machine             a folder of bait, and what this machine is called: x86_64
    memory                      bytes that a worker may have
    grader, group, address      process id and group of the grader, and an address in its memory
    tcp, udp, abstract          two ports on the loopback, the name of an abstract socket

What came of an attack is "open" (the deed was done), the name of the error that refused it, or
"absent" where this system has no such thing. Anything else is a fault of this file and proves
nothing, so `isolation` counts it as open.

Longer than other modules because it is sent as one source: inside the lock nothing is imported.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

# System calls that Python has no function for: (x86_64, aarch64).
RAW = {
    "openat": (257, 56), "socket": (41, 198), "clone": (56, 220), "kill": (62, 129),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "pidfd_open": (434, 434),
    "memfd_create": (319, 279), "shmget": (29, 194), "shmctl": (31, 195),
    "io_uring_setup": (425, 425), "userfaultfd": (323, 282), "keyctl": (250, 219),
    "unshare": (272, 97),
}  # fmt: skip
AT_FDCWD, CLONE_NEWUSER, F_SETOWN, SIGCHLD = -100, 0x1000_0000, 8, 17
PTRACE_SEIZE, PTRACE_INTERRUPT, PTRACE_DETACH, WAIT_ALL = 0x4206, 0x4207, 17, 0x4000_0000
READ_WRITE_EXEC, PRIVATE_ANONYMOUS = 7, 0x22
ENOUGH_SECONDS = 1.0


class Absent(Exception):
    """This system has no such thing to attack."""


class Attacks:
    """Every public method is an attack: it returns when the deed was done, otherwise raises."""

    def __init__(self, bait: Mapping[str, Any]) -> None:
        self.bait = bait
        self.folder = str(bait["folder"])
        self.file = os.path.join(self.folder, "canary")
        self.grader = int(bait["grader"])

    # ------------------------------------------------------------------ files

    def read_a_file(self) -> None:
        with open(self.file, "rb") as file:
            file.read()

    def write_to_a_file(self) -> None:
        descriptor = os.open(self.file, os.O_WRONLY | os.O_APPEND)
        os.write(descriptor, b"!")
        os.close(descriptor)

    def create_a_file(self) -> None:
        path = os.path.join(self.folder, f"made-{os.getpid()}")
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        os.unlink(path)

    def rename_a_file(self) -> None:
        os.rename(self.file, self.file + "-renamed")
        os.rename(self.file + "-renamed", self.file)

    def make_a_folder(self) -> None:
        path = os.path.join(self.folder, f"folder-{os.getpid()}")
        os.mkdir(path)
        os.rmdir(path)

    def list_a_folder(self) -> None:
        os.listdir(self.folder)

    def see_that_a_file_exists(self) -> None:
        os.stat(self.file)

    def change_the_mode_of_a_file(self) -> None:
        os.chmod(self.file, 0o644)

    def change_the_times_of_a_file(self) -> None:
        os.utime(self.file)

    def open_a_file_by_raw_system_call(self) -> None:
        path = ctypes.c_char_p(os.fsencode(self.file))
        os.close(self._raw("openat", AT_FDCWD, path, 0, 0))

    # ------------------------------------------------------------------ the network

    def connect_by_tcp(self) -> None:
        self._contact(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", self.bait["tcp"]))

    def send_by_udp(self) -> None:
        self._contact(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", self.bait["udp"]))

    def listen_on_a_port(self) -> None:
        with socket.socket() as ours:
            ours.bind(("127.0.0.1", 0))
            ours.listen()

    def connect_to_a_unix_socket(self) -> None:
        where = os.path.join(self.folder, "socket")
        self._contact(self._family("AF_UNIX"), socket.SOCK_STREAM, where)

    def connect_to_an_abstract_socket(self) -> None:
        family = self._linux() and self._family("AF_UNIX")
        self._contact(family, socket.SOCK_STREAM, "\0" + self.bait["abstract"])

    def talk_to_the_kernel_by_netlink(self) -> None:
        socket.socket(self._family("AF_NETLINK"), socket.SOCK_RAW, 0).close()

    def make_a_socket_by_raw_system_call(self) -> None:
        os.close(self._raw("socket", 2, 1, 0))

    # ------------------------------------------------------------------ the grader's process

    def signal_the_grader(self) -> None:
        self._posix()
        os.kill(self.grader, 0)

    def signal_the_grader_by_raw_system_call(self) -> None:
        with self._nonsense("kill", self.grader, 999):
            self._raw("kill", self.grader, 0)

    def signal_the_group_of_the_grader(self) -> None:
        self._posix()
        os.killpg(int(self.bait["group"]), 0)

    def open_the_process_of_the_grader(self) -> None:
        os.close(self._raw("pidfd_open", self.grader, 0))

    def see_the_limits_of_the_grader(self) -> None:
        self._linux()
        import resource

        resource.prlimit(self.grader, resource.RLIMIT_NOFILE)

    def set_the_priority_of_the_grader(self) -> None:
        self._posix()
        now = os.getpriority(os.PRIO_PROCESS, self.grader)
        os.setpriority(os.PRIO_PROCESS, self.grader, now)

    def set_the_processors_of_the_grader(self) -> None:
        self._linux()
        os.sched_setaffinity(self.grader, os.sched_getaffinity(self.grader))

    def have_signals_sent_to_the_grader(self) -> None:
        self._linux()
        self._checked(ctypes.CDLL(None, use_errno=True).fcntl(1, F_SETOWN, self.grader))

    def trace_the_grader(self) -> None:
        with self._nonsense("ptrace", PTRACE_SEIZE, -1, 0, 0):
            self._raw("ptrace", PTRACE_SEIZE, self.grader, 0, 0)
        self._raw("ptrace", PTRACE_INTERRUPT, self.grader, 0, 0)
        os.waitpid(self.grader, WAIT_ALL)
        self._raw("ptrace", PTRACE_DETACH, self.grader, 0, 0)

    def copy_the_memory_of_the_grader(self) -> None:
        ours = ctypes.create_string_buffer(8)
        theirs = int(self.bait["address"])  # a local vector, then the grader's
        vectors = [(ctypes.c_size_t * 2)(at, 8) for at in (ctypes.addressof(ours), theirs)]
        with self._nonsense("process_vm_readv", -1, vectors[0], 1, vectors[1], 1, 0):
            self._raw("process_vm_readv", self.grader, vectors[0], 1, vectors[1], 1, 0)

    def read_the_environment_of_the_grader(self) -> None:
        self._read_of_grader("environ")

    def read_the_memory_map_of_the_grader(self) -> None:
        self._read_of_grader("maps")

    def open_the_memory_of_the_grader(self) -> None:
        self._linux()
        os.close(os.open(f"/proc/{self.grader}/mem", os.O_RDONLY))

    def list_the_open_files_of_the_grader(self) -> None:
        self._linux()
        os.listdir(f"/proc/{self.grader}/fd")

    # ------------------------------------------------------------------ processes

    def fork(self) -> None:
        self._posix()
        self._reap(os.fork())

    def fork_by_raw_system_call(self) -> None:
        self._reap(self._raw("clone", SIGCHLD, 0, 0, 0, 0))

    def start_a_thread(self) -> None:
        thread = threading.Thread(target=int)
        thread.start()
        thread.join()

    def run_a_program(self) -> None:
        """Executing the bait fails, but not before the kernel has agreed and read it."""
        self._posix()
        try:
            os.execv(os.path.join(self.folder, "program"), ["program"])
        except OSError as error:
            if error.errno != errno.ENOEXEC:
                raise

    # ------------------------------------------------------------------ memory and limits

    def have_more_memory_than_its_limit(self) -> None:
        """Addresses only: what is never written to needs no memory of the machine."""
        self._checked(-1 if self._mapped(int(self.bait["memory"]), 0) is None else 0)

    def use_more_time_than_its_limit(self) -> None:
        while time.process_time() < ENOUGH_SECONDS:
            pass

    def have_memory_to_write_and_execute(self) -> None:
        self._checked(-1 if self._mapped(4096, READ_WRITE_EXEC) is None else 0)

    def have_a_file_in_memory(self) -> None:
        os.close(self._raw("memfd_create", ctypes.c_char_p(b"canary"), 0))

    def have_shared_memory(self) -> None:
        self._raw("shmctl", self._raw("shmget", 0, 4096, 0o1600), 0, None)

    def set_limits_of_its_own(self) -> None:
        self._posix()
        import resource

        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
        except ValueError:  # what Python makes of EPERM
            raise PermissionError(errno.EPERM, "setrlimit") from None

    # ------------------------------------------------------------------ parts of the kernel

    def use_io_uring(self) -> None:
        parameters = ctypes.create_string_buffer(120)
        os.close(self._raw("io_uring_setup", 1, parameters))

    def handle_page_faults(self) -> None:
        os.close(self._raw("userfaultfd", 1))

    def use_the_keys_of_the_kernel(self) -> None:
        self._raw("keyctl", 0, -3, 0)

    def make_a_user_namespace(self) -> None:
        """Comes last: where it succeeds, this process is somebody else."""
        self._raw("unshare", CLONE_NEWUSER)

    # ------------------------------------------------------------------ how

    def _mapped(self, size: int, protection: int) -> int | None:
        """Address of new memory; None where it is refused, and `errno` says why."""
        self._linux()
        libc = ctypes.CDLL(None, use_errno=True)
        libc.mmap.restype = ctypes.c_void_p
        libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        address: int = libc.mmap(None, size, protection, PRIVATE_ANONYMOUS, -1, 0)
        return None if address == ctypes.c_void_p(-1).value else address

    def _raw(self, name: str, *arguments: Any) -> int:
        self._linux()
        column = {"x86_64": 0, "aarch64": 1}.get(str(self.bait["machine"]))
        if column is None:
            raise Absent
        libc = ctypes.CDLL(None, use_errno=True)
        libc.syscall.restype = ctypes.c_long
        words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
        return self._checked(libc.syscall(ctypes.c_long(RAW[name][column]), *words))

    @contextmanager
    def _nonsense(self, name: str, *arguments: Any) -> Iterator[None]:
        """Where a call is refused, ask for nonsense: only the kernel behind the filter looks at it.

        Its answer is then the one that counts: the call was not refused by the filter.
        """
        try:
            yield
        except PermissionError as refusal:
            try:
                self._raw(name, *arguments)
            except PermissionError:
                raise refusal from None

    def _checked(self, result: int) -> int:
        if result < 0:
            raise OSError(ctypes.get_errno(), "refused")
        return result

    def _contact(self, family: int, kind: int, where: Any) -> None:
        with socket.socket(family, kind) as ours:
            ours.settimeout(1)
            ours.connect(where)
            if kind == socket.SOCK_DGRAM:
                ours.send(b"canary")

    def _family(self, name: str) -> int:
        if not hasattr(socket, name):
            raise Absent
        return int(getattr(socket, name))

    def _read_of_grader(self, name: str) -> None:
        self._linux()
        with open(f"/proc/{self.grader}/{name}", "rb") as file:
            file.read()

    def _reap(self, pid: int) -> None:
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)

    def _linux(self) -> bool:
        if sys.platform != "linux":
            raise Absent
        return True

    def _posix(self) -> None:
        if os.name != "posix":
            raise Absent


ENDS = "use_more_time_than_its_limit"
"""This one is refused by an end of the process, so it has a process of its own."""
NAMES = tuple(name for name in vars(Attacks) if not name.startswith("_") and name != ENDS)


def attack(bait: Mapping[str, Any], names: Iterable[str] = NAMES) -> dict[str, str]:
    """What came of each attack."""
    attacks = Attacks(bait)
    return {name.replace("_", " "): _outcome(getattr(attacks, name)) for name in names}


def _outcome(deed: Callable[[], None]) -> str:
    try:
        deed()
    except Absent:
        return "absent"
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, "unknown error")
    except RuntimeError as error:  # the whole of what Python says about a thread
        return "EAGAIN" if "start new thread" in str(error) else f"fault: {error}"
    except BaseException as error:
        return f"fault: {type(error).__name__}: {error}"
    return "open"
