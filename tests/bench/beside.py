"""A warm exam and a cold check beside those of another checkout.

`python -m tests.bench.beside CHECKOUT`. Each of the two has a process of its own that imports its
own grader, and they work by turns: the speed of a shared machine drifts. CPU time of all processes.
The check is that of each exercise's own solution, from the start of Python to its last line.
"""

from __future__ import annotations

import argparse
import compileall
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from grader.course.course import default_course_dir, load_course
from tests.bench.setting import EXAM, children_cpu

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
    print(f"RATIO here to there, median of the rounds {ratio:.3f}   (aim: 1.15)")
    cold_checks(options.checkout.resolve(), options.rounds)


def cold_checks(checkout: Path, rounds: int) -> None:
    """Check each exercise's solution with either checkout by turns, and print the ratios."""
    course = load_course(default_course_dir())
    for each in (checkout, HERE):
        for folder in (each / "grader", each / "solutions" / "checks"):
            compileall.compile_dir(folder, quiet=1)
    print(f"\none cold check, {rounds} rounds    there   here   RATIO, median")
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for exercise in course.exercises:
            if exercise.id == EXAM:
                continue
            shutil.copy(course.solutions_dir / exercise.file_name, work)
            pairs = [
                [_checked(each, exercise.id, work) for each in (checkout, HERE)]
                for _ in range(rounds)
            ]
            there, here = map(statistics.median, zip(*pairs, strict=True))
            ratios.append(statistics.median(new / old for old, new in pairs))
            print(f"  {exercise.id:24} {there:9.3f} {here:6.3f} {ratios[-1]:7.3f}")
    print(f"RATIO here to there, median of the exercises {statistics.median(ratios):.3f}", end="")
    print(f", largest {max(ratios):.3f}   (aim: 1.1)")


def _checked(checkout: Path, exercise: str, work: Path) -> float:
    """CPU seconds of one check of a file that earns everything."""
    before = children_cpu()
    command = [sys.executable, "-m", "grader", "check", exercise]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    ended = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True)
    if ended.returncode:
        raise SystemExit(f"{exercise} in {checkout}: {ended.stdout[-500:]}{ended.stderr[-500:]}")
    return children_cpu() - before


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
