"""Attacks on files, other processes, the network and the kernel. Harmless: bait is all they hit."""

from tests.attacks.hostile import Attack

YAMA = "ptrace is restricted to one's own descendants"
ROOT = "needs root"

FILES = [
    Attack("read-passwd", "reads /etc/passwd", r'''
        def attack():
            return open("/etc/passwd").read(20)
        ''', "mark"),
    Attack("read-grader", "reads the grader's sources", r'''
        def attack():
            return open(BAIT["sources"]).read(40)
        ''', "mark"),
    Attack("read-checks", "reads the course's checks through the module that it was loaded by", r'''
        def attack():
            import linecache, sys
            found = [getattr(m, "__file__", None) or "" for m in list(sys.modules.values())]
            for path in [BAIT["checks"], *found]:
                lines = linecache.getlines(path)
                if any("grades" + "(lambda" in line for line in lines):
                    return path
        ''', "mark"),
    Attack("read-other-student", "reads another student's hand-in", r'''
        def attack():
            return open(BAIT["other"]).read()[-60:]
        ''', "mark"),
    Attack("read-secret", "reads the secret that hidden inputs are drawn from", r'''
        def attack():
            return open(BAIT["secret"]).read()
        ''', "mark"),
    Attack("stat-secret", "asks for the size and time of the secret", r'''
        def attack():
            return os.stat(BAIT["secret"]).st_size
        ''', "mark"),
    Attack("list-folders", "lists the root, the hand-ins and its own folder", r'''
        def attack():
            for folder in ("/", BAIT["handins"], ".", "/proc/self/fd"):
                try:
                    return os.listdir(folder)[:3]
                except OSError:
                    continue
            raise FileNotFoundError
        ''', "mark"),
    Attack("write-folders", "writes files into every folder that it can reach", r'''
        def attack():
            done = []
            for folder in BAIT["folders"]:
                try:
                    open(os.path.join(folder, "stolen"), "w").write("here")
                    done.append(folder)
                except OSError:
                    continue
            return done or False
        ''', "mark"),
    Attack("change-file", "changes mode, time and length of a file of the grader's", r'''
        def attack():
            done = []
            for change in (
                lambda p: os.chmod(p, 0o777), lambda p: os.utime(p, (0, 0)),
                lambda p: os.truncate(p, 0), lambda p: os.chown(p, -1, -1),
            ):
                try:
                    change(BAIT["victim"])
                    done.append(1)
                except OSError:
                    continue
            return done or False
        ''', "mark"),
    Attack("move-file", "renames, links and unlinks a file of the grader's", r'''
        def attack():
            done, path = [], BAIT["movable"]
            for change in (
                lambda: os.symlink(path, path + ".soft"), lambda: os.link(path, path + ".hard"),
                lambda: os.rename(path, path + ".gone"), lambda: os.mkdir(path + ".folder"),
            ):
                try:
                    change()
                    done.append(1)
                except OSError:
                    continue
            return done or False
        ''', "mark"),
    Attack("watch-folder", "asks the kernel to watch the folder of results", r'''
        def attack():
            fd = good(libc.inotify_init1(0))
            return good(libc.inotify_add_watch(fd, BAIT["handins"].encode(), 0xFFF)) and True
        ''', "mark"),
    Attack("raw-openat", "opens a file by a raw system call", r'''
        def attack():
            return os.read(call("openat", -100, b"/etc/passwd", 0, 0), 20)
        ''', "mark"),
    Attack("file-handle", "opens by handle and not by name", r'''
        def attack():
            handle = ctypes.create_string_buffer(b"\x80\0\0\0", 256)
            number = ctypes.create_string_buffer(8)
            call("name_to_handle_at", -100, b"/etc/passwd", handle, number, 0)
            return True
        ''', "mark", lacking="the file system has no handles"),
    Attack("memory-of-self", "opens its own memory for writing", r'''
        def attack():
            return open("/proc/self/mem", "r+b").fileno()
        ''', "mark"),
]  # fmt: skip

PROCESSES = [
    Attack("parent-environ", "reads the environment of the grader's processes", r'''
        def attack():
            for pid in (os.getppid(), BAIT["pid"]):
                found = open(f"/proc/{pid}/environ", "rb").read()
                if found:
                    return found[:80]
        ''', "mark"),
    Attack("parent-maps", "reads the memory map of its parent", r'''
        def attack():
            return open(f"/proc/{os.getppid()}/maps").read(40)
        ''', "mark"),
    Attack("parent-memory", "reads the memory of its parent", r'''
        def attack():
            for line in open(f"/proc/{os.getppid()}/maps"):
                if "[heap]" in line:
                    start = int(line.split("-")[0], 16)
                    with open(f"/proc/{os.getppid()}/mem", "rb", buffering=0) as memory:
                        memory.seek(start)
                        return len(memory.read(64))
        ''', "mark", lacking=YAMA),
    Attack("parent-files", "opens the files that its parent has open", r'''
        def attack():
            folder = f"/proc/{os.getppid()}/fd"
            return [os.readlink(f"{folder}/{fd}") for fd in os.listdir(folder)][:3]
        ''', "mark"),
    Attack("ptrace", "traces a process of the grader's", r'''
        def attack():
            seize = 0x4206
            return good(libc.ptrace(seize, BAIT["pid"], 0, 0)) == 0
        ''', "mark", lacking=YAMA),
    Attack("process-vm", "copies memory out of its parent", r'''
        def attack():
            class Vector(ctypes.Structure):
                _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
            good(0)
            room = ctypes.create_string_buffer(8)
            here = Vector(ctypes.addressof(room), 8)
            for address in (id(None), id(os)):
                there = Vector(address, 8)
                libc.process_vm_readv.restype = ctypes.c_long
                got = libc.process_vm_readv(
                    BAIT["pid"], ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
                if got == 8 or ctypes.get_errno() == 14:  # a bad address: it was let in
                    return True
            raise PermissionError
        ''', "mark", lacking=YAMA),
    Attack("kill-bait", "sends a signal to a process of the grader's", r'''
        def attack():
            import signal
            os.kill(BAIT["pid"], signal.SIGUSR1)
            return True
        ''', "mark"),
    Attack("kill-parent", "asks whether it could kill its parent and everybody (signal 0)", r'''
        def attack():
            for victim in (os.getppid(), -1):
                try:
                    os.kill(victim, 0)
                    return victim
                except OSError as error:
                    refusal = error
            raise refusal
        ''', "mark"),
    Attack("killpg", "asks whether it could kill its parent's process group (signal 0)", r'''
        def attack():
            os.killpg(os.getpgid(os.getppid()), 0)
            return True
        ''', "mark"),
    Attack("pidfd-signal", "signals a process of the grader's through a pidfd", r'''
        def attack():
            fd = call("pidfd_open", BAIT["pid"], 0)
            return call("pidfd_send_signal", fd, 10, 0, 0) == 0
        ''', "mark"),
    Attack("pidfd-getfd", "takes an open file out of a process of the grader's", r'''
        def attack():
            return call("pidfd_getfd", call("pidfd_open", BAIT["pid"], 0), 1, 0)
        ''', "mark", lacking=YAMA),
    Attack("prlimit", "sets the limits of a process of the grader's", r'''
        def attack():
            import resource
            soft, hard = resource.prlimit(BAIT["pid"], resource.RLIMIT_CORE)
            resource.prlimit(BAIT["pid"], resource.RLIMIT_CORE, (0, hard))
            return True
        ''', "mark"),
    Attack("prlimit-raw", "the same without the module", r'''
        def attack():
            room = ctypes.create_string_buffer(16)
            return good(libc.prlimit(BAIT["pid"], 7, None, room)) == 0
        ''', "mark"),
    Attack("own-limits", "raises its own limits", r'''
        def attack():
            class Limit(ctypes.Structure):
                _fields_ = [("soft", ctypes.c_ulong), ("hard", ctypes.c_ulong)]
            limit = Limit()
            good(libc.getrlimit(4, ctypes.byref(limit)))
            limit.soft = limit.hard
            good(libc.setrlimit(4, ctypes.byref(limit)))
            return (limit.soft, limit.hard)
        ''', "mark"),
    Attack("priority", "changes priority, processors and scheduling of a process of ours", r'''
        def attack():
            pid, done = BAIT["pid"], []
            for change in (
                lambda: os.setpriority(os.PRIO_PROCESS, pid, 1),
                lambda: os.sched_setaffinity(pid, os.sched_getaffinity(pid)),
                lambda: os.sched_setscheduler(pid, os.SCHED_OTHER, os.sched_param(0)),
                lambda: call("ioprio_set", 1, pid, 2 << 13 | 5),
            ):
                try:
                    change()
                    done.append(1)
                except OSError:
                    continue
            return done or False
        ''', "mark"),
    Attack("fcntl-owner", "has the kernel signal a process of ours when a pipe moves", r'''
        def attack():
            import fcntl
            fcntl.fcntl(1, fcntl.F_SETOWN, BAIT["pid"])
            return True
        ''', "mark"),
    Attack("fcntl-owner-raw", "the same through the C library", r'''
        def attack():
            return good(libc.fcntl(1, 8, ctypes.c_long(BAIT["pid"]))) == 0
        ''', "mark"),
]  # fmt: skip

NETWORK = [
    Attack("tcp", "connects to a listener on the loopback", r'''
        def attack():
            import socket
            with socket.create_connection(("127.0.0.1", BAIT["tcp"]), 1) as s:
                s.sendall(BAIT["mark"].encode())
            return True
        ''', "mark"),
    Attack("udp", "sends a datagram to the loopback", r'''
        def attack():
            import socket
            s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            return s.sendto(BAIT["mark"].encode(), ("127.0.0.1", BAIT["udp"]))
        ''', "mark"),
    Attack("unix-socket", "connects to a socket in a folder, and to an abstract one", r'''
        def attack():
            import socket
            for address in (BAIT["unix"], "\0" + BAIT["mark"]):
                s = socket.socket(socket.AF_UNIX)
                s.connect(address)
                return address
        ''', "mark"),
    Attack("netlink", "opens a socket to the kernel", r'''
        def attack():
            import socket
            return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).fileno()
        ''', "mark"),
    Attack("listen", "listens on the loopback", r'''
        def attack():
            import socket
            s = socket.create_server(("127.0.0.1", 0))
            return s.getsockname()
        ''', "mark"),
    Attack("raw-socket-call", "makes a socket by a raw system call", r'''
        def attack():
            return call("socket", 2, 1, 0)
        ''', "mark"),
    Attack("socketpair", "makes a pair of sockets, to hide a channel in", r'''
        def attack():
            import socket
            return [s.fileno() for s in socket.socketpair()]
        ''', "mark"),
]  # fmt: skip

KERNEL = [
    Attack("fork", "forks twenty times", r'''
        def attack():
            import time
            made = []
            for _ in range(20):
                pid = os.fork()
                if pid == 0:
                    time.sleep(0.3)
                    os._exit(0)
                made.append(pid)
            return made[:2]
        ''', "mark"),
    Attack("fork-raw", "forks by a raw system call", r'''
        def attack():
            pid = call("clone", 17, 0, 0, 0, 0)
            if pid == 0:
                os._exit(0)
            return pid
        ''', "mark"),
    Attack("daemon", "forks twice, leaves the session and lives on", r'''
        def attack():
            import time
            pid = os.fork()
            if pid == 0:
                os.setsid()
                if os.fork() == 0:
                    time.sleep(5)
                os._exit(0)
            os.waitpid(pid, 0)
            return pid
        ''', "mark"),
    Attack("thread", "starts a thread", r'''
        def attack():
            import threading
            done = []
            thread = threading.Thread(target=done.append, args=(1,))
            thread.start()
            thread.join(1)
            return done or False
        ''', "mark"),
    Attack("execve", "becomes another program", r'''
        def attack():
            os.execv("/bin/echo", ["echo", BAIT["mark"][::-1]])
        ''', "mark"),
    Attack("subprocess", "runs a shell", r'''
        def attack():
            import subprocess
            return subprocess.run(["/bin/sh", "-c", "id"], capture_output=True).stdout or False
        ''', "mark"),
    Attack("posix-spawn", "spawns a program without fork", r'''
        def attack():
            return os.posix_spawn("/bin/true", ["true"], {})
        ''', "mark"),
    Attack("memfd", "makes a file in memory, to run it", r'''
        def attack():
            return call("memfd_create", b"payload", 0)
        ''', "mark"),
    Attack("io-uring", "asks for a ring, through which calls go unseen", r'''
        def attack():
            return call("io_uring_setup", 1, ctypes.create_string_buffer(120))
        ''', "mark", lacking="io_uring is switched off or not built"),
    Attack("keyctl", "stores a key in the kernel, for the next student to find", r'''
        def attack():
            return call("add_key", b"user", b"topograde", b"note", 4, -2)
        ''', "mark", lacking="keyrings are not built or not allowed"),
    Attack("shared-memory", "makes shared memory that outlives it", r'''
        def attack():
            made = good(libc.shmget(0, 4096, 0o1600))
            libc.shmctl(made, 0, None)
            return True
        ''', "mark", lacking="System V memory is not built"),
    Attack("message-queue", "makes a message queue that outlives it", r'''
        def attack():
            made = good(libc.msgget(0, 0o1600))
            libc.msgctl(made, 0, None)
            return True
        ''', "mark", lacking="System V queues are not built"),
    Attack("userfaultfd", "handles its own page faults", r'''
        def attack():
            return call("userfaultfd", 1)
        ''', "mark", lacking="userfaultfd is not built or not allowed"),
    Attack("perf-event", "measures the machine with perf", r'''
        def attack():
            room = ctypes.create_string_buffer((1).to_bytes(4, "little") + b"\x70\0\0\0", 112)
            return call("perf_event_open", room, 0, -1, -1, 0)
        ''', "mark", lacking="perf is not built or not allowed"),
    Attack("bpf", "loads a map into the kernel", r'''
        def attack():
            numbers = b"".join(n.to_bytes(4, "little") for n in (2, 4, 4, 1))
            return call("bpf", 0, ctypes.create_string_buffer(numbers, 72), 72)
        ''', "mark", lacking="bpf is not built or not allowed"),
    Attack("namespaces", "asks for a user namespace of its own", r'''
        def attack():
            return good(libc.unshare(0x10000000)) == 0
        ''', "mark", lacking="user namespaces are not allowed"),
    Attack("chroot", "changes its root folder to escape from another", r'''
        def attack():
            os.chroot(BAIT["folders"][0])
            return True
        ''', "mark", lacking=ROOT),
    Attack("become-root", "takes on the user id of root", r'''
        def attack():
            os.setresuid(0, 0, 0)
            return True
        ''', "mark", lacking=ROOT),
    Attack("writable-code", "asks for memory that is writable and executable", r'''
        def attack():
            libc.mmap.restype = ctypes.c_long
            return good(libc.mmap(None, 4096, 7, 0x22, -1, 0)) and True
        ''', "mark"),
    Attack("int80", "makes a 32-bit system call out of machine code", r'''
        def attack():
            libc.mmap.restype = ctypes.c_long
            if os.uname().machine != "x86_64":
                return False
            at = good(libc.mmap(None, 4096, 7, 0x22, -1, 0))
            ctypes.memmove(at, b"\x53\xb8\x14\0\0\0\xcd\x80\x5b\xc3", 10)  # getpid
            return ctypes.CFUNCTYPE(ctypes.c_int)(at)() == os.getpid()
        ''', "mark", lacking="32-bit system calls are not built, or not this machine"),
    Attack("x32", "makes a system call by its x32 number", r'''
        def attack():
            if os.uname().machine != "x86_64":
                return False
            return call(0x40000000 + 39) == os.getpid()
        ''', "mark", lacking="the kernel has no x32"),
    Attack("alarm", "sets timers that signal it later", r'''
        def attack():
            import signal
            signal.setitimer(signal.ITIMER_REAL, 30)
            signal.setitimer(signal.ITIMER_REAL, 0)
            return True
        ''', "mark"),
]  # fmt: skip

ATTACKS = [*FILES, *PROCESSES, *NETWORK, *KERNEL]
