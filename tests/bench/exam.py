"""What grading the exam costs: `python -m tests.bench.exam` (`make bench`).

Every figure is CPU time of all processes involved, and every claim is a ratio to something that is
measured in the same run:

* the floor: the same programs, as Python, run by the same engine in one process with nothing
  around them;
* flatness: the cost of a hand-in among 10 and among 200;
* the lock: grading with it and without it, and the start of a locked worker against a bare
  `python3 -I -S -c pass`.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from grader.bench import Bench
from grader.check import Check, load_checks
from grader.course import Course, default_course_dir, load_course
from grader.grading import Runner, diagnosed, grade_submission, run_directly
from grader.listing import listing
from grader.plan import ALL_FORMS
from grader.plugin import run_with_pytest
from grader.program import Program
from grader.run import REPEATS
from grader.submission import Submission, read_submission
from grader.worker.exchange import BatchLimits, encode_batch
from grader.worker.forkserver import ForkServer

EXAM = "engine"
WARM_UP = 3
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--many", type=int, default=200, help="hand-ins in the long run (200)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each short measurement")
    options = parser.parse_args()
    course = load_course(default_course_dir())
    checks = load_checks([e.id for e in course.exercises], course.checks_dir)
    solution = course.solutions_dir / course.exercise(EXAM).file_name
    submission = read_submission(solution, course, only=EXAM)
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, {solution.name}")

    started = own_cpu()
    with ForkServer() as server:
        bench = Bench(b"a secret for measuring", server)
        setting = Setting(course, checks, bench, submission)
        setting.grade(run_directly)
        print(f"\nset-up once a run (torch, oracle, plans)  {own_cpu() - started:7.3f} CPU s")
        split(setting, options.rounds)
        flatness(setting, options.many)
        diagnosing(setting)
    lock(course, checks, submission, options.rounds)


class Setting:
    """A course, a bench and a hand-in: all that one measurement needs."""

    def __init__(
        self,
        course: Course,
        checks: dict[str, tuple[Check, ...]],
        bench: Bench,
        submission: Submission,
    ) -> None:
        self.course, self.checks, self.bench, self.submission = course, checks, bench, submission

    def grade(self, runner: Runner, student: str = "ada") -> None:
        """Grade the exam once; it must earn everything."""
        submission = replace(self.submission, student=student)
        self.bench.serve()
        graded = grade_submission(
            submission, self.course, self.checks, self.bench, runner, only=[EXAM]
        )
        if graded.report.score != graded.report.max_score:
            raise SystemExit(f"the solution scored {graded.report.score}: nothing was measured")

    def cpu(self) -> float:
        """CPU seconds of this process, the fork server and its ended children."""
        return own_cpu() + tree_cpu(self.bench.server.pid)

    def mean_cpu(self, action: Callable[[], None], rounds: int) -> float:
        """CPU seconds of one call, everything included; the median of some rounds."""
        found = []
        for _ in range(rounds):
            before = self.cpu()
            action()
            found.append(self.cpu() - before)
        return statistics.median(found)


def split(setting: Setting, rounds: int) -> None:
    """Where the CPU time of one warm hand-in goes, and its ratio to the floor."""
    programs = exam_programs(setting)
    with Floor(setting, programs) as floor:
        plain = statistics.median(floor.seconds() for _ in range(rounds))
    with_pytest = setting.mean_cpu(lambda: setting.grade(run_with_pytest), rounds)
    direct = setting.mean_cpu(lambda: setting.grade(run_directly), rounds)
    own = statistics.median(own_share(setting) for _ in range(rounds))
    oracle = statistics.median(oracle_share(setting) for _ in range(rounds))
    start = setting.mean_cpu(lambda: start_workers(setting), rounds)
    print(f"\none warm exam ({len(programs)} programs and orders)")
    print(f"  all of it                               {with_pytest:7.3f} CPU s")
    print(f"  start of {REPEATS} locked workers               {start:7.3f}")
    print(f"  student code and harness                {direct - own - start:7.3f}")
    print(f"  oracle, for what is drawn               {oracle:7.3f}")
    print(f"  planning and comparing                  {own - oracle:7.3f}")
    print(f"  pytest                                  {with_pytest - direct:7.3f}")
    print(f"  submissions a second, one process       {1 / with_pytest:7.2f}")
    print(f"floor: the same programs, one plain process {plain:5.3f} CPU s")
    print(f"RATIO exam to floor                       {with_pytest / plain:7.2f}   (at most 3)")


def exam_programs(setting: Setting) -> list[Program]:
    """Every program that one hand-in's exam runs, as often as it runs."""
    programs: list[Program] = []
    for check in setting.checks[EXAM]:
        bench = setting.bench
        if check.hidden:
            prepared = bench.hidden(EXAM, check, ALL_FORMS, "ada", setting.submission.sha256)
        else:
            prepared = bench.public(EXAM, check, ALL_FORMS)
        items = [item for item in prepared.plan.items if isinstance(item, Program)]
        programs += items * (REPEATS if check.by_order else 1)
    return programs


class Floor:
    """The programs, as compiled Python, in a plain process with nothing around.

    In this process the garbage collector would go through PyTorch while the programs run.
    """

    def __init__(self, setting: Setting, programs: list[Program]) -> None:
        # Numbers are read and thrown away, not printed.
        texts = [listing(program).replace("print(", "show(") for program in programs]
        engine = setting.submission.sources[EXAM].cells[0]
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", PLAIN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={},
        )
        self.say(json.dumps([engine, texts]))

    def __enter__(self) -> Floor:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def seconds(self) -> float:
        """CPU seconds of all programs, run once."""
        assert self.process.stdout is not None
        self.say("again")
        return float(self.process.stdout.readline())


PLAIN = """
import json, sys, time
engine, texts = json.loads(sys.stdin.readline())
codes = [compile(text, "program", "exec") for text in texts]
engine = compile(engine, "engine.py", "exec")
for _ in sys.stdin:
    names = {"__name__": "engine", "show": lambda *numbers: None}
    exec(engine, names)
    before = time.process_time()
    for code in codes:
        exec(code, names)
    print(time.process_time() - before, flush=True)
"""


def own_share(setting: Setting) -> float:
    """CPU seconds of the grader's own process in one run without pytest."""
    before = own_cpu()
    setting.grade(run_directly)
    return own_cpu() - before


def oracle_share(setting: Setting) -> float:
    """CPU seconds of PyTorch on one hand-in's drawn programs."""
    hidden = [check for check in setting.checks[EXAM] if check.hidden]
    bench, total = setting.bench, 0.0
    for check in hidden:
        prepared = bench.hidden(EXAM, check, ALL_FORMS, "ada", setting.submission.sha256)
        programs = [q.like or q.item for q in prepared.plan.questions if q.judge is None]
        before = own_cpu()
        for program in programs:
            if isinstance(program, Program):
                bench.oracle.answer_once(program)
        total += own_cpu() - before
    return total


def start_workers(setting: Setting) -> None:
    """Start the three workers of an exam, ask them nothing, end them."""
    for _ in range(REPEATS):
        setting.bench.server.start(worker_source(setting.submission)).close()


def worker_source(submission: Submission) -> dict[str, object]:
    """The source of a hand-in's exam, as a worker gets it."""
    source = submission.sources[EXAM]
    return {
        "name": source.name,
        "cells": list(source.cells),
        "future_flags": list(source.future_flags),
        "main": source.is_notebook,
        "siblings": dict(source.siblings),
    }


def flatness(setting: Setting, many: int) -> None:
    """CPU cost of a hand-in at the start and at the end of a class of `many`.

    Each of the ten at either end is divided by the floors measured before and after it, since the
    speed of a shared machine drifts by more than what is looked for.
    """
    with Floor(setting, exam_programs(setting)) as floor:

        def cost(number: int) -> float:
            before = floor.seconds()
            grade = partial(setting.grade, run_with_pytest, f"student-{number}")
            return 2 * setting.mean_cpu(grade, 1) / (before + floor.seconds())

        for number in range(-WARM_UP, 0):  # memos fill, the processor wakes up
            cost(number)
        first = statistics.median(cost(number) for number in range(10))
        for number in range(10, many - 10):
            setting.grade(run_with_pytest, f"student-{number}")
        last = statistics.median(cost(number) for number in range(many - 10, many))
    print(f"\ncost in floors: the first 10 {first:.2f}, the last 10 of {many} {last:.2f}")
    print(f"RATIO last to first                       {last / first:7.2f}   (0.9 to 1.1)")


def diagnosing(setting: Setting) -> None:
    """CPU cost of saying what is wrong with a failing exam: name, further questions, sizes.

    Over the wrong hand-ins of the sample class, once to fill the memo of the run and once warm. The
    grader's own time only: the questions' processes are counted with student code.
    """
    folder = Path(__file__).parents[1] / "sample_class"
    wrong = []
    for path in sorted(folder.iterdir()):
        submission = read_submission(path, setting.course, only=EXAM)
        if EXAM in submission.sources:
            wrong.append(submission)
    costs: list[float] = []
    bench = setting.bench

    def timed(*arguments: Any) -> Any:
        before = time.process_time()
        try:
            return diagnosed(*arguments)
        finally:
            costs.append(time.process_time() - before)

    bench.diagnoser = timed
    try:
        for _ in ("cold", "warm"):
            costs.clear()
            for submission in wrong:
                bench.serve()
                grade_submission(submission, setting.course, setting.checks, bench, only=[EXAM])
    finally:
        bench.diagnoser = None
    print(f"\ndiagnosis of {len(costs)} failing exams, warm")
    print(f"  median                                  {statistics.median(costs):7.3f} CPU s")
    print(f"  LARGEST                                 {max(costs):7.3f}   (at most 0.2)")


def lock(
    course: Course, checks: dict[str, tuple[Check, ...]], submission: Submission, rounds: int
) -> None:
    """What the lock costs: the exam with and without it, and the start of a worker."""
    with ForkServer() as locked, ForkServer(landlock=False, seccomp=False) as bare:
        settings = [
            Setting(course, checks, Bench(b"a secret for measuring", server), submission)
            for server in (locked, bare)
        ]
        for setting in settings:
            setting.grade(run_directly)
        pairs = []
        for _ in range(2 * rounds):
            costs = [s.mean_cpu(lambda s=s: s.grade(run_directly), 1) for s in settings]  # type: ignore[misc]
            pairs.append(costs[0] / costs[1])
        ratio = statistics.median(pairs)
        print(f"\nRATIO exam with the lock to without       {ratio:7.2f}   (at most 1.05)")
        starts, bares = [], []
        for _ in range(10 * rounds):
            starts.append(first_reply(locked, submission))
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


def own_cpu() -> float:
    """CPU seconds of this process."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def tree_cpu(pid: int) -> float:
    """CPU seconds of a process and of its children that have ended (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


if __name__ == "__main__":
    main()
