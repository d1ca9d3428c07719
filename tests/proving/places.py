"""Whether the marked line is where the mistake is: mutants of every odd but right engine.

Each mutant changes one line, so the truth is known: the function in the syntax tree that holds
it. Its report is read as a student reads it, at the first failed check. `python -m
tests.proving.places` draws some, prints those that are not located, and the figures.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from grader.checks.declare import load_checks
from grader.course.course import Course, default_course_dir, load_course
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.judging.finding import Finding
from grader.judging.report import CheckResult, ExerciseReport
from grader.reports.words import about
from grader.submissions.sources.collected import Source
from grader.submissions.submission import Submission
from grader.worker.forkserver import ForkServer
from tests.proving.located import SECRET, function_at
from tests.proving.mutants import Change, mutants_of
from tests.proving.proof import the_odd

GRADIENT = re.compile(r"grad|slope|\bg\b|yield|return .*,|lambda")
OWN: tuple[tuple[str, str], ...] = (
    (r"(grad\w*\s*)\+=", r"\1="),
    (r"\s*\*\s*out\.grad", ""),
    (r"out\.grad\s*\*\s*", ""),
    (r"\breversed\(([^()]*)\)", r"\1"),
    (r"\bother\.data\b", "self.data"),
    (r"\bself\.data\b", "out.data"),
    (r"if (\w+) not in (visited|seen)", "if True"),
    (r"\.grad \+= (?!-)", ".grad += -"),
)
"""Mistakes that students make and cosmic-ray does not: what is in a line, and what comes for it."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A mutant of an engine: which line it changes."""

    engine: str
    number: int
    before: str
    after: str
    text: str


@dataclass(frozen=True, slots=True)
class Placed:
    """What the first failed check of a mutant says, and where it points."""

    mutant: Changed
    check: CheckResult
    found: Finding | None

    @property
    def raises(self) -> bool:
        """Whether it ends in an error or runs out of time."""
        return self.check.outcome in ("error", "timeout") or self.check.raised_at is not None

    @property
    def line(self) -> int | None:
        """The line that is shown."""
        if self.raises:
            return self.check.raised_at[1] if self.check.raised_at else None
        where = self.found.where if self.found else None
        return where.marked if where else None

    @property
    def told(self) -> bool:
        """Whether a formula or a name is given, and not an operator only."""
        found = self.found
        return found is not None and not _is_bare(found)

    @property
    def located(self) -> bool:
        """Whether the line is in the changed function."""
        return self.line is not None and self._function(self.line) == self._function(
            self.mutant.number
        )

    @property
    def exact(self) -> bool:
        """Whether it is the very line."""
        return self.line == self.mutant.number

    @property
    def false(self) -> bool:
        """Whether another function is pointed at."""
        return self.line is not None and not self.located

    def _function(self, line: int) -> int:
        return function_at(self.mutant.text, line)


def _is_bare(found: Finding) -> bool:
    """Whether an operator is named of which no formula was found."""
    return found.id.endswith("/unknown")


def mutants(course: Course, count: int, seed: int) -> list[Changed]:
    """Drawn mutants, as many of each engine as of the others; half of them students' mistakes."""
    draw = random.Random(seed)
    engines = [(hand_in.name, hand_in.text) for hand_in in the_odd(course)]
    draw.shuffle(engines)
    found: list[Changed] = []
    seen: set[str] = set()
    for turn in range(20 * count):
        if len(found) >= count:
            break
        name, text = engines[turn % len(engines)]
        made = _own(name, text, draw) if turn % 2 else _systematic(name, text, draw)
        if made is not None and made.text not in seen:
            seen.add(made.text)
            found.append(made)
    return found


def _own(name: str, text: str, draw: random.Random) -> Changed | None:
    lines = text.splitlines()
    places = [
        (number, pattern, new)
        for number, line in enumerate(lines)
        for pattern, new in OWN
        if re.search(pattern, line)
    ]
    if not places:
        return None
    number, pattern, new = draw.choice(places)
    after = re.sub(pattern, new, lines[number], count=1)
    changed = "\n".join([*lines[:number], after, *lines[number + 1 :]]) + "\n"
    try:
        compile(changed, name, "exec", dont_inherit=True)
    except SyntaxError:
        return None
    return Changed(name, number + 1, lines[number].strip(), after.strip(), changed)


def _systematic(name: str, text: str, draw: random.Random) -> Changed | None:
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    operators = [each for each in operator_names() if "Variable" not in each]
    draw.shuffle(operators)
    nodes = list(ast_nodes(get_ast(text)))
    for operator in operators:
        made: Any = get_operator(operator)()
        places = [place for node in nodes for place in made.mutation_positions(node)]
        chosen = [
            number
            for number, ((line, _), _) in enumerate(places)
            if GRADIENT.search(text.splitlines()[line - 1])
        ]
        if chosen:
            (mutant,) = mutants_of([Change("engine", text, operator, draw.choice(chosen))]) or [
                None
            ]
            if mutant is not None:
                return Changed(name, mutant.number, mutant.before, mutant.after, mutant.text)
    return None


def placed(course: Course, context: GradingContext, changed: Iterable[Changed]) -> Iterator[Placed]:
    """Each mutant that is not right after all, graded."""
    checks = load_checks(["engine"], course.checks_dir)
    for mutant in changed:
        source = Source("answer.py", (mutant.text,), False, ())
        submission = Submission("mutant", course.stubs_dir, "0" * 64, {"engine": source})
        graded = grade_submission(submission, course, checks, context, only=["engine"])
        first = _first(graded.report.exercises[0])
        if first is not None:
            found = about(graded.report.exercises[0].diagnosis, first.id)
            yield Placed(mutant, first, found[0] if found else None)


def _first(report: ExerciseReport) -> CheckResult | None:
    wrong = [each for each in report.checks if each.outcome != "passed" and not each.waits]
    return wrong[0] if wrong else None


def main(count: int = 200, seed: int = 0) -> None:
    """Print what is not located, and the figures."""
    course = load_course(default_course_dir())
    numbers: Counter[str] = Counter()
    with ForkServer() as server:
        for each in placed(course, GradingContext(SECRET, server), mutants(course, count, seed)):
            kind = "raises" if each.raises else "numbers"
            numbers[kind] += 1
            for name in ("told", "located", "exact", "false"):
                numbers[f"{kind} {name}"] += bool(getattr(each, name))
            if not each.exact or not (each.told or each.raises):
                mark = "located" if each.located else "FALSE" if each.false else "no place"
                change = f"{each.mutant.before}  ->  {each.mutant.after}"
                print(f"{mark:<9}{each.mutant.engine}, line {each.mutant.number}: {change}")
                told = each.found.id if each.found else "nothing"
                print(f"         {each.check.id}: {told}, line {each.line}", flush=True)
    for name, number in sorted(numbers.items()):
        print(f"{name:<18}{number:>5}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
