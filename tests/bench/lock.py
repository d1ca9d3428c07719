"""What the lock costs: the exam with and without it, and the start of a locked worker."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from grader.judging.context import GradingContext
from grader.submissions.submission import Submission
from grader.worker.exchange import BatchLimits, encode_batch
from grader.worker.forkserver import ForkServer
from tests.bench.setting import SECRET, Setting, worker_source


def lock(exam: Setting, rounds: int) -> None:
    """What the lock costs: the exam with and without it, and the start of a worker."""
    with ForkServer() as locked, ForkServer(landlock=False, seccomp=False) as bare:
        settings = [
            Setting(exam.course, exam.checks, GradingContext(SECRET, server), exam.submission)
            for server in (locked, bare)
        ]
        for setting in settings:
            setting.grade()
        pairs = []
        for _ in range(2 * rounds):
            costs = [s.mean_cpu(lambda s=s: s.grade(), 1) for s in settings]  # type: ignore[misc]
            pairs.append(costs[0] / costs[1])
        ratio = statistics.median(pairs)
        print(f"\nRATIO exam with the lock to without       {ratio:7.2f}   (at most 1.05)")
        starts, bares = [], []
        for _ in range(10 * rounds):
            starts.append(first_reply(locked, exam.submission))
            bares.append(seconds(bare_python))
        ratio = statistics.median(starts) / statistics.median(bares)
        print(
            f"locked worker to its first reply {1e3 * statistics.median(starts):.1f} ms, "
            f"bare interpreter {1e3 * statistics.median(bares):.1f} ms"
        )
        print(f"RATIO start to bare interpreter           {ratio:7.2f}   (at most 1.0)")


def first_reply(server: ForkServer, submission: Submission) -> float:
    """Seconds from asking for a worker to the first answer of the hand-in in it."""
    program = [["leaf", "a", 2.0], ["read", "data", ["a"]]]
    before = time.perf_counter()
    worker = server.start(worker_source(submission))
    reply = worker.run(encode_batch([program], ["Value"]), BatchLimits())
    elapsed = time.perf_counter() - before
    worker.close()
    if reply.answers != [[2.0]]:
        raise SystemExit(f"the worker answered {reply}: nothing was measured")
    return elapsed


def bare_python() -> None:
    """Start an interpreter that does nothing."""
    subprocess.run([sys.executable, "-I", "-S", "-c", "pass"], check=True, env={})


def seconds(action: Callable[[], None]) -> float:
    """Seconds by the clock."""
    before = time.perf_counter()
    action()
    return time.perf_counter() - before
