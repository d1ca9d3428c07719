"""Whether wrong answers to tasks are told: the first failed check of a student's own check.

`tests/data/answers/answers.toml` holds wrong answers in other styles than the catalogue's, with
what would be true of each, written before the first run. Told: a finding that is true of it is
shown, or the failed check says it by itself. Misleading: a finding is shown that is not true of it.
`python -m tests.proving.answers` prints all and the figures.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from grader.checks.declare import load_checks
from grader.course.course import Course, default_course_dir, load_course
from grader.course.stubs import BEGIN, END
from grader.grading.own_work import own_bench
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.judging.finding import Finding
from grader.judging.report import CheckResult
from grader.reports.words import about
from grader.submissions.sources.collected import Source
from grader.submissions.submission import Submission
from grader.worker.forkserver import ForkServer
from tests.proving.located import SECRET
from tests.proving.mutants import code_of
from tests.support.paths import ROOT

FOLDER = ROOT / "tests" / "data" / "answers"


@dataclass(frozen=True, slots=True)
class Answered:
    """One wrong answer: what is true of it, the check that fails first, and what is shown there."""

    name: str
    truth: Mapping[str, Any]
    check: CheckResult | None
    found: Finding | None

    @property
    def misleading(self) -> bool:
        """Whether what is shown is not true of it."""
        if self.found is None:
            return False
        true = [*self.truth["ids"], *self.truth.get("later", ())]
        names = {str(each).rpartition("/")[2] for each in true}
        return not {self.found.id.rpartition("/")[2], self.found.misconception} & names

    @property
    def told(self) -> bool:
        """Whether the mistake is told, by a finding or by the check's own message."""
        if self.check is None or self.misleading:
            return False
        says = self.truth["says"]
        return self.found is not None or bool(says and says in self.shown)

    @property
    def shown(self) -> str:
        """What the failed check says."""
        assert self.check is not None
        example = self.check.counterexample
        return f"{self.check.message} {example.what if example else ''}"


def text_of(truth: Mapping[str, Any], course: Course) -> str:
    """The hand-in: the solution, its answer replaced by a later one or its lines by others."""
    exercise = course.exercise(truth["exercise"])
    code = code_of((course.solutions_dir / exercise.file_name).read_text("utf-8"))
    if "text" in truth:
        return f"{code}\n{truth['text']}"
    before, _, rest = code.rpartition(BEGIN)
    start = before.rstrip(" #")
    return f"{start}{truth['method'].rstrip()}\n{rest.partition(END)[2]}"


def answers(
    course: Course, server: ForkServer, file: str = "answers", only: Collection[str] = ()
) -> Iterator[Answered]:
    """Each wrong answer of a file, or those that are named, checked as a student checks it.

    Where no public check fails, as an instructor grades it.
    """
    truths = tomllib.loads((FOLDER / f"{file}.toml").read_text("utf-8"))
    own, graded = own_bench(course, server), GradingContext(SECRET, server)
    for name, truth in truths.items():
        if only and name not in only:
            continue
        found = _answered(name, truth, course, own, public_only=True)
        yield found if found.check else _answered(name, truth, course, graded, public_only=False)


def _answered(
    name: str, truth: Mapping[str, Any], course: Course, context: GradingContext, public_only: bool
) -> Answered:
    exercise = truth["exercise"]
    source = Source("answer.py", (text_of(truth, course),), False, ())
    submission = Submission(name, FOLDER, "0" * 64, {exercise: source})
    checks = load_checks([exercise], course.checks_dir)
    (report,) = grade_submission(
        submission, course, checks, context, only=[exercise], public_only=public_only
    ).report.exercises
    wrong = [each for each in report.checks if each.outcome != "passed" and not each.waits]
    first = wrong[0] if wrong else None
    found = [e for e in about(report.diagnosis, first.id) if e.explanation] if first else ()
    return Answered(name, truth, first, found[0] if found else None)


def main(file: str = "answers") -> None:
    """Print what is said about each, and the figures."""
    course = load_course(default_course_dir())
    counts = {"told": 0, "misleading": 0}
    total = 0
    with ForkServer() as server:
        for each in answers(course, server, file):
            total += 1
            for name in counts:
                counts[name] += getattr(each, name)
            mark = "told" if each.told else "MISLEADING" if each.misleading else "silent"
            print(f"{mark:<11}{each.name}: {each.truth['nature']}")
            print(f"    {each.shown if each.check else 'no check fails'}")
            if each.found:
                print(f"    {each.found.id}: {each.found.explanation}")
    print(", ".join(f"{name} {count} of {total}" for name, count in counts.items()))


if __name__ == "__main__":
    main(*sys.argv[1:])
