"""Try what hostile and what honest code does, each in a child of its own, and say what came of it.

Run as `python -I -S lockdown_probe.py JSON`, as the zygote is: clean, no site-packages.
The JSON says how to lock the children (`"lock": null` for not at all) and where the bait lies.
Prints one JSON object: the lock's description, and for each probe

    "open"            the deed was done
    "refused ENOENT"  the kernel (or Python) said no, with this error
    "ended 9"         the process died of this signal
"""

from __future__ import annotations

import ctypes
import errno
import json
import math
import os
import random
import resource
import select
import signal
import sys
import threading
import time
import traceback
from typing import Any

sys.path.insert(0, os.path.abspath(os.path.join(os.path.dirname(__file__), os.pardir, os.pardir)))
from grader.worker.exchange import MEMORY
from grader.worker.lock import lockdown
from tests.support.lockdown_deeds import BAIT, GRADER, PIPE, PROBES, iovec, probe

# ---------------------------------------------------------------------- honest code: all allowed


@probe
def honest_deep_recursion() -> None:
    sys.setrecursionlimit(20_000)

    def down(n: int) -> int:
        return 0 if n == 0 else 1 + down(n - 1)

    assert down(15_000) == 15_000


@probe
def honest_memory_error() -> None:
    hoard = []
    try:
        while True:
            hoard.append(bytearray(16 << 20))
    except MemoryError:
        got = len(hoard) * 16
        hoard.clear()
        assert 100 <= got <= 512, f"{got} MiB"
        return


@probe
def honest_json_math_random() -> None:
    assert json.loads(json.dumps([math.tanh(0.5)])) == [math.tanh(0.5)]
    random.seed()
    assert len(os.urandom(8)) == 8


@probe
def honest_traceback() -> None:
    try:
        exec(compile("1/0", "/nowhere/student.py", "exec"))
    except ZeroDivisionError:
        assert "student.py" in traceback.format_exc()


@probe
def honest_sleep_and_clocks() -> None:
    time.sleep(0.001)
    select.select([], [], [], 0.001)
    times = [time.time(), time.perf_counter(), time.process_time(), time.thread_time()]
    assert all(times)
    time.clock_getres(time.CLOCK_MONOTONIC)
    threading.Lock().acquire(timeout=0.001)
    lock = threading.Lock()
    lock.acquire()
    assert not lock.acquire(timeout=0.001)
    assert not threading.Event().wait(0.001)
    threading.Condition().__enter__()


@probe
def honest_import_of_nothing() -> None:
    try:
        import no_such_module  # type: ignore[import-not-found]  # noqa: F401
    except ModuleNotFoundError:
        return


@probe
def honest_missing_file() -> None:
    try:
        open("/nowhere/data.txt").close()
    except FileNotFoundError:
        return


@probe
def honest_end_of_input() -> None:
    try:
        input()
    except EOFError:
        return


@probe
def honest_reads_and_writes() -> None:
    os.write(PIPE[1], b"x")
    assert os.read(PIPE[0], 1) == b"x"
    poll = select.poll()
    poll.register(PIPE[0], select.POLLIN)
    assert poll.poll(0) == []
    assert os.getcwd()
    print("output", file=sys.stderr, flush=True)
    assert not os.isatty(PIPE[0])
    os.close(os.dup(PIPE[0]))
    resource.getrlimit(resource.RLIMIT_AS)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


@probe
def honest_exit() -> None:
    sys.exit(0)


# ---------------------------------------------------------------------- the end of a process


@probe
def end_by_abort() -> None:
    os.abort()


@probe
def end_by_crash() -> None:
    ctypes.string_at(0)


@probe
def end_by_cpu_limit() -> None:
    while True:
        pass


@probe
def end_by_cpu_limit_ignored() -> None:
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 64))
    while True:
        pass


@probe
def end_by_stack() -> None:
    sys.setrecursionlimit(10**9)
    deep: list[Any] = []
    for _ in range(10**6):
        deep = [deep]
    repr(deep)


@probe
def import_lazily() -> None:
    import colorsys
    import sqlite3

    assert colorsys
    assert sqlite3


@probe
def import_site_packages() -> None:
    sys.path.append(BAIT["site_packages"])
    import pytest  # noqa: F401


def run_probe(name: str, lock: Any, limits: dict[str, int]) -> str:
    """Run one probe in a child and say what came of it."""
    reader, writer = os.pipe()
    if (pid := os.fork()) == 0:
        os.close(reader)
        try:
            if lock is not None:
                lockdown.close_all_except({0, 1, 2, writer, lock.ruleset_fd, *PIPE})
                lockdown.apply(lock, limits, GRADER)
            else:
                resource.setrlimit(resource.RLIMIT_CPU, (3, 3))
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            said = "open"
        except BaseException as error:  # whatever it is, this child says it and ends here
            os.write(writer, f"not locked: {error!r}".encode())
            os._exit(0)
        try:
            PROBES[name]()
        except OSError as error:
            said = f"refused {errno.errorcode.get(error.errno or 0, error.errno)}"
        except SystemExit:
            pass
        except BaseException as error:  # as above
            no_thread = "start new thread" in str(error)  # the whole of what Python says of it
            said = "refused EAGAIN" if no_thread else f"{type(error).__name__}: {error}"
        os.write(writer, said.encode())
        os._exit(0)
    os.close(writer)
    said = os.read(reader, 1000).decode()
    os.close(reader)
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return said or ("open" if code == 0 else f"ended {-code}" if code < 0 else f"exit {code}")


def main() -> None:
    asked = json.loads(sys.argv[1])
    aims = {"machine": os.uname().machine, "memory": MEMORY, "address": ctypes.addressof(iovec)}
    BAIT.update(asked["bait"], grader=GRADER, group=os.getpgrp(), **aims)
    PIPE[:] = [*os.pipe(), os.open(os.devnull, os.O_RDONLY)]
    lock = None if asked["lock"] is None else lockdown.prepare(**asked["lock"])
    names = [name for name in PROBES if name not in asked.get("skip", ())]
    results = {name: run_probe(name, lock, asked["limits"]) for name in names}
    print(json.dumps({"lock": lock and lock.describe(), "results": results}))


if __name__ == "__main__":
    main()
