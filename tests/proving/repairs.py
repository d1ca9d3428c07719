"""How many mutants of odd engines are one verified edit from right (`python -m` this module).

The clock's limit is left out, since other work on the machine would be measured with it; the CPU
time is that of `replay --repair`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from grader.checks.declare import load_checks
from grader.course.course import Course, default_course_dir, load_course
from grader.grading.repair import Repair, repaired
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.submissions.sources.collected import Source
from grader.submissions.submission import Submission
from grader.worker.forkserver import ForkServer
from tests.proving.located import SECRET
from tests.proving.places import Changed, mutants

NO_CLOCK = 600.0


def repairs(
    course: Course, server: ForkServer, changed: Iterable[Changed]
) -> Iterator[tuple[Changed, Repair]]:
    """Each mutant that loses points, and what came of the search."""
    checks = load_checks(["engine"], course.checks_dir)
    context = GradingContext(SECRET, server)
    exercise = course.exercise("engine")
    for mutant in changed:
        source = Source("answer.py", (mutant.text,), False, ())
        submission = Submission("mutant", course.stubs_dir, "0" * 64, {"engine": source})
        graded = grade_submission(submission, course, checks, context, only=["engine"])
        report = graded.report.exercises[0]
        found = repaired(context, exercise, source, checks["engine"], report, clock=NO_CLOCK)
        if found is not None:
            yield mutant, found


def main(count: int = 200, seed: int = 0) -> None:
    """Print what is not repaired, and the figure."""
    course = load_course(default_course_dir())
    total = good = 0
    with ForkServer() as server:
        for mutant, found in repairs(course, server, mutants(course, count, seed)):
            total += 1
            good += bool(found.diff)
            mark = "repaired" if found.diff else found.reason
            print(f"{mutant.engine}, line {mutant.number}: {mutant.before}  ->  {mutant.after}")
            print(f"    {mark}, {found.tried} tried", flush=True)
    print(f"repaired {good} of {total}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
