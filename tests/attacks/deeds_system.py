"""Attacks on files, other processes, the network and the kernel. Harmless: bait is all they hit.

Most are the deeds of the self-test (`grader/worker/inside/canary.py`), each handed in by a student.
"""

from pathlib import Path

from grader.worker.inside import canary
from tests.attacks.hostile import Attack

DEEDS = Path(canary.__file__).read_text("utf-8").replace("from __future__ import annotations", "")
YAMA = "ptrace is restricted to one's own descendants"
NOT_EVERYWHERE = "the kernel is built without it, or allows it to nobody"
LACKING = {
    "trace_the_grader": YAMA,
    "copy_the_memory_of_the_grader": YAMA,
    "open_the_memory_of_the_grader": YAMA,
    "have_shared_memory": NOT_EVERYWHERE,
    "use_io_uring": NOT_EVERYWHERE,
    "handle_page_faults": NOT_EVERYWHERE,
    "use_the_keys_of_the_kernel": NOT_EVERYWHERE,
    "make_a_user_namespace": NOT_EVERYWHERE,
}
CODE = """

def attack():
    Attacks(BAIT).{deed}()
    return "{deed}"
"""


def of_the_self_test(deed: str) -> Attack:
    """A hand-in that does a deed of the self-test."""
    words = deed.replace("_", " ")
    code = DEEDS + CODE.format(deed=deed)
    return Attack(words.replace(" ", "-"), words, code, "mark", lacking=LACKING.get(deed, ""))


OTHERS = [
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
    Attack("list-folders", "lists the root, the hand-ins and its own folder", r'''
        def attack():
            for folder in ("/", BAIT["handins"], ".", "/proc/self/fd"):
                try:
                    return os.listdir(folder)[:3]
                except OSError:
                    continue
            raise FileNotFoundError
        ''', "mark"),
    Attack("memory-of-self", "opens its own memory for writing", r'''
        def attack():
            return open("/proc/self/mem", "r+b").fileno()
        ''', "mark"),
    Attack("parent-files", "opens the files that its parent has open", r'''
        def attack():
            folder = f"/proc/{os.getppid()}/fd"
            return [os.readlink(f"{folder}/{fd}") for fd in os.listdir(folder)][:3]
        ''', "mark"),
    Attack("pidfd-getfd", "takes an open file out of a process of the grader's", r'''
        def attack():
            return call("pidfd_getfd", call("pidfd_open", BAIT["pid"], 0), 1, 0)
        ''', "mark", lacking=YAMA),
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
    Attack("int80", "makes a 32-bit system call out of machine code", r'''
        def attack():
            libc.mmap.restype = ctypes.c_long
            if os.uname().machine != "x86_64":
                return False
            at = good(libc.mmap(None, 4096, 7, 0x22, -1, 0))
            ctypes.memmove(at, b"\x53\xb8\x14\0\0\0\xcd\x80\x5b\xc3", 10)  # getpid
            return ctypes.CFUNCTYPE(ctypes.c_int)(at)() == os.getpid()
        ''', "mark", lacking="32-bit system calls are not built, or not this machine"),
]  # fmt: skip

ATTACKS = [*map(of_the_self_test, canary.NAMES), *OTHERS]
