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
import os
import statistics
import sys
import time
from functools import partial
from typing import Any

from grader.course.course import default_course_dir
from grader.grading import explaining
from grader.grading.submission import grade_submission
from grader.programs.operators import all_forms
from grader.programs.program import Program
from grader.submissions.submission import read_submission
from tests.bench.floor import Floor, exam_programs
from tests.bench.lock import lock
from tests.bench.setting import EXAM, Setting, opened, own_cpu, worker_source
from tests.support.paths import SAMPLE_CLASS

WARM_UP = 3
WORKERS = 4
"""For public and for hidden batches, for what is asked first and again."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--many", type=int, default=200, help="hand-ins in the long run (200)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each short measurement")
    options = parser.parse_args()
    started = own_cpu()
    with opened(default_course_dir()) as setting:
        print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, {setting.course.title}")
        setting.grade()
        print(f"\nset-up once a run (torch, oracle, plans)  {own_cpu() - started:7.3f} CPU s")
        split(setting, options.rounds)
        flatness(setting, options.many)
        diagnosing(setting)
    lock(setting, options.rounds)


def split(setting: Setting, rounds: int) -> None:
    """Where the CPU time of one warm hand-in goes, and its ratio to the floor."""
    programs = exam_programs(setting)
    with Floor(setting, programs) as floor:  # by turns: the speed of a shared machine drifts
        turns = [(floor.seconds(), setting.mean_cpu(setting.grade, 1)) for _ in range(2 * rounds)]
    plain, direct = map(statistics.median, zip(*turns, strict=True))
    own = statistics.median(own_share(setting) for _ in range(rounds))
    oracle = statistics.median(oracle_share(setting) for _ in range(rounds))
    start = setting.mean_cpu(lambda: start_workers(setting), rounds)
    print(f"\none warm exam ({len(programs)} programs and orders)")
    print(f"  all of it                               {direct:7.3f} CPU s")
    print(f"  start of {WORKERS} locked workers               {start:7.3f}")
    print(f"  student code and harness                {direct - own - start:7.3f}")
    print(f"  oracle, for what is drawn               {oracle:7.3f}")
    print(f"  planning and comparing                  {own - oracle:7.3f}")
    print(f"  submissions a second, one process       {1 / direct:7.2f}")
    print(f"floor: the same programs, one plain process {plain:5.3f} CPU s")
    print(f"RATIO exam to floor                       {direct / plain:7.2f}   (aim: 3)")


def own_share(setting: Setting) -> float:
    """CPU seconds of the grader's own process in one run."""
    before = own_cpu()
    setting.grade()
    return own_cpu() - before


def oracle_share(setting: Setting) -> float:
    """CPU seconds of PyTorch on one hand-in's drawn programs."""
    hidden = [check for check in setting.checks[EXAM] if check.hidden]
    bench, total = setting.context, 0.0
    for check in hidden:
        prepared = bench.hidden(EXAM, check, all_forms(), "ada", setting.submission.sha256)
        asked = [q for q in prepared.plan.questions if q.judge is None and not q.fixed]
        programs = [q.like or q.item for q in asked]
        before = own_cpu()
        bench.oracle.answers_once([each for each in programs if isinstance(each, Program)])
        total += own_cpu() - before
    return total


def start_workers(setting: Setting) -> None:
    """Start the workers of an exam, ask them nothing, end them."""
    for _ in range(WORKERS):
        setting.context.server.start(worker_source(setting.submission)).close()


def flatness(setting: Setting, many: int) -> None:
    """CPU cost of a hand-in at the start and at the end of a class of `many`.

    Each of the ten at either end is divided by the floors measured before and after it, since the
    speed of a shared machine drifts by more than what is looked for.
    """
    with Floor(setting, exam_programs(setting)) as floor:

        def cost(number: int) -> float:
            before = floor.seconds()
            grade = partial(setting.grade, f"student-{number}")
            return 2 * setting.mean_cpu(grade, 1) / (before + floor.seconds())

        for number in range(-WARM_UP, 0):  # memos fill, the processor wakes up
            cost(number)
        first = statistics.median(cost(number) for number in range(10))
        for number in range(10, many - 10):
            setting.grade(f"student-{number}")
        last = statistics.median(cost(number) for number in range(many - 10, many))
    print(f"\ncost in floors: the first 10 {first:.2f}, the last 10 of {many} {last:.2f}")
    print(f"RATIO last to first                       {last / first:7.2f}   (0.9 to 1.1)")


def diagnosing(setting: Setting) -> None:
    """CPU cost of saying what is wrong with a failing exam: name, further questions, sizes.

    Over the wrong hand-ins of the sample class, once to fill what a run keeps and once warm. The
    grader's own time only: the questions' processes are counted with student code.
    """
    folder = SAMPLE_CLASS
    wrong = []
    for path in sorted(folder.iterdir()):
        submission = read_submission(path, setting.course, EXAM)
        if EXAM in submission.sources:
            wrong.append(submission)
    costs: list[float] = []
    bench, tell = setting.context, explaining.diagnosis_of

    def timed(*arguments: Any) -> Any:
        before = time.process_time()
        try:
            return tell(*arguments)
        finally:
            costs.append(time.process_time() - before)

    explaining.diagnosis_of = timed
    try:
        for _ in ("cold", "warm"):
            costs.clear()
            for submission in wrong:
                bench.serve()
                grade_submission(submission, setting.course, setting.checks, bench, only=[EXAM])
    finally:
        explaining.diagnosis_of = tell
    print(f"\ndiagnosis of {len(costs)} failing exams, warm")
    print(f"  median                                  {statistics.median(costs):7.3f} CPU s")
    print(f"  LARGEST                                 {max(costs):7.3f}   (at most 0.2)")


if __name__ == "__main__":
    main()
