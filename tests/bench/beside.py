"""One warm exam here beside one of another checkout: `python -m tests.bench.beside CHECKOUT`.

Each of the two has a process of its own that imports its own grader, and they grade by turns: the
speed of a shared machine drifts. CPU time of all processes.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[2]
WARM_UP = 3


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=Path, help="another checkout of this repository")
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    both = [_grading(checkout) for checkout in (options.checkout.resolve(), HERE)]
    pairs = [[_once(each) for each in both] for _ in range(options.rounds)]
    for each in both:
        each.communicate()
    there, here = map(statistics.median, zip(*pairs, strict=True))
    ratio = statistics.median(new / old for old, new in pairs)
    print(f"one warm exam there {there:.3f} CPU s, here {here:.3f}, {options.rounds} rounds")
    print(f"RATIO here to there, median of the rounds {ratio:.3f}")


def _grading(checkout: Path) -> subprocess.Popen[str]:
    """A process that grades the exam whenever it is sent a line; it has done so a few times."""
    process = subprocess.Popen(
        [sys.executable, "-c", GRADING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
    )
    for _ in range(WARM_UP):
        _once(process)
    return process


def _once(process: subprocess.Popen[str]) -> float:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("again\n")
    process.stdin.flush()
    return float(process.stdout.readline())


GRADING = """
import sys
from grader.checks.declare import load_checks
from grader.course.course import default_course_dir, load_course
from grader.judging.context import GradingContext
from grader.submissions.submission import read_submission
from grader.worker.forkserver import ForkServer
from tests.bench.setting import EXAM, Setting
course = load_course(default_course_dir())
checks = load_checks([each.id for each in course.exercises], course.checks_dir)
solution = course.solutions_dir / course.exercise(EXAM).file_name
submission = read_submission(solution, course, EXAM)
with ForkServer() as server:
    context = GradingContext(b"a secret for measuring", server)
    setting = Setting(course, checks, context, submission)
    for _ in sys.stdin:
        before = setting.cpu()
        setting.grade()
        print(setting.cpu() - before, flush=True)
"""


if __name__ == "__main__":
    main()
