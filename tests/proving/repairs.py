"""How many wrong engines are one verified edit from right (`python -m` this module).

`python -m tests.proving.repairs 200 SEED` draws mutants of the odd but right engines that answer
with wrong numbers; with a folder (`tests/data/strangers/a`) it takes the engines that strangers
wrote. The clock's limit is left out, since other work on the machine would be measured with it; the
CPU time is that of `grade --repair`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.checks.declare import Check, load_checks
from grader.course.course import Course, default_course_dir, load_course
from grader.grading.repair.search import Repairs
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.judging.exercise import ExerciseRun
from grader.judging.repair import Repair
from grader.judging.report import ExerciseReport
from grader.submissions.sources.collected import Source
from grader.submissions.submission import Submission
from grader.worker.forkserver import ForkServer
from tests.proving.located import SECRET
from tests.proving.places import mutants

NO_CLOCK = 600.0
DRAWN_FOR_ONE = 4
"""Mutants that are drawn for one that is wrong by its numbers: the others are right, or raise."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong engine: what it is called, what is wrong with it, and its text."""

    name: str
    mistake: str
    text: str


def drawn(course: Course, count: int, seed: int) -> Iterator[Wrong]:
    """Mutants of the odd engines, more than are wanted."""
    for mutant in mutants(course, DRAWN_FOR_ONE * count, seed):
        mistake = f"{mutant.before}  ->  {mutant.after}"
        yield Wrong(f"{mutant.engine}, line {mutant.number}", mistake, mutant.text)


def written(folder: Path) -> Iterator[Wrong]:
    """What strangers wrote."""
    for path in sorted((folder / "wrong").glob("*.py")):
        yield Wrong(path.stem, "", path.read_text("utf-8"))


def repairs(
    course: Course, server: ForkServer, wrong: Iterable[Wrong]
) -> Iterator[tuple[Wrong, ExerciseReport, Repair]]:
    """Each engine that is wrong by its numbers, its report, and what came of the search."""
    checks = load_checks(["engine"], course.checks_dir)
    context = GradingContext(SECRET, server)
    for each in wrong:
        source = Source("answer.py", (each.text,), False, ())
        submission = Submission("wrong", course.stubs_dir, "0" * 64, {"engine": source})
        graded = grade_submission(
            submission, course, checks, context, only=["engine"], repair=_look
        )
        report = graded.report.exercises[0]
        if report.repair is not None:
            yield each, report, report.repair


def _look(
    run: ExerciseRun, source: Source, checks: Sequence[Check], report: ExerciseReport, left: int
) -> Repair | None:
    """What `grade --repair` finds; engines that raise are left out."""
    if not by_its_numbers(report):
        return None
    return Repairs(clock=NO_CLOCK)(run, source, checks, report, left)


def by_its_numbers(report: ExerciseReport) -> bool:
    """Whether an engine is wrong, and the first thing that is wrong is a number."""
    wrong = [each for each in report.checks if each.outcome != "passed" and not each.waits]
    return bool(wrong) and wrong[0].outcome == "failed" and wrong[0].raised_at is None


def main(what: str = "200", seed: str = "0") -> None:
    """Print what came of each, and the figure."""
    course = load_course(default_course_dir())
    folder = Path(what)
    wrong = written(folder) if folder.is_dir() else drawn(course, int(what), int(seed))
    most = None if folder.is_dir() else int(what)
    total = good = 0
    with ForkServer() as server:
        for each, report, found in repairs(course, server, wrong):
            total += 1
            whole = bool(found.diff) and found.score >= report.max_score
            good += whole
            mark = f"to {found.score:g}" if found.diff else found.reason
            print(f"{'repaired' if whole else '-':<9}{each.name}: {each.mistake}")
            print(f"         from {report.score:g} {mark}; {found.tried} tried", flush=True)
            if not whole and found.diff:
                print(found.diff)
            if total == most:
                break
    print(f"repaired {good} of {total}")


if __name__ == "__main__":
    main(*sys.argv[1:])
