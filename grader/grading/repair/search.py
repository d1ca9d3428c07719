"""Look for one edit from right: an edit of a hand-in's own text with which every check passes.

Where there is none, it is the edit with which most points are added and no check fails that passed.
Edited text is kept nowhere: a diff is all that is left of it.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from grader.checks.declare import Check
from grader.explain.diagnosis.readings.probes import operator_of
from grader.explain.diagnosis.readings.where.functions import end_of, functions_of
from grader.grading.repair.edits import edits
from grader.grading.repair.nearness import Hints
from grader.grading.repair.screen import Screen
from grader.grading.repair.timing import CLOCK_SECONDS, CPU_SECONDS, TimeLeft
from grader.judging.exercise import ExerciseRun
from grader.judging.limits import Budget
from grader.judging.repair import CUT_SHORT, ENDED, LONGEST, MOST_NODES, NO_EDIT, TOO_LONG, Repair
from grader.judging.report import ExerciseReport
from grader.submissions.sources.collected import Source

MOST_PARTIAL = 3
"""Edits that help with a part of what failed, and are run through all checks."""
LEAST_PART = 3
"""An edit gives at least one of so many parts of the points that were lost: else it is no help."""
MOST_ABOUT = 2
"""Operators of a check that is about these and no others."""
WALKS = ("backward", "topo", "zero_grad", "order", "walk", "visit")
"""In the names of functions in which no operator is."""
STUDENT = "repair", "0" * 64
"""For whom hidden inputs are drawn: the same for every edit."""


@dataclass(frozen=True, slots=True)
class _Edit:
    """A cell's number, and its text with the edit."""

    cell: int
    text: str


@dataclass(slots=True)
class Repairs:
    """Looks for one edit in each exercise of one hand-in, within limits that these share."""

    cpu: float = CPU_SECONDS
    clock: float = CLOCK_SECONDS
    _time: TimeLeft | None = None

    def __call__(
        self,
        run: ExerciseRun,
        source: Source,
        checks: Sequence[Check],
        report: ExerciseReport,
        left: int,
    ) -> Repair | None:
        """What was found in one exercise; `left`: how many there still are, with this one."""
        self._time = self._time or TimeLeft(self.cpu, self.clock)
        time = self._time.part(left)
        try:
            return repaired(run, source, checks, report, time)
        finally:
            self._time.students += time.students


def repaired(
    run: ExerciseRun,
    source: Source,
    checks: Sequence[Check],
    report: ExerciseReport,
    time: TimeLeft,
) -> Repair | None:
    """The best edit of one exercise, verified, or why there is none; None for full marks.

    run: in which the hand-in was judged, by these checks.
    """
    failed = [each for each in report.checks if each.outcome != "passed"]
    if not failed:
        return None
    if run.has_ended or any(each.outcome in ("timeout", "ungraded") for each in failed):
        return Repair(0, reason=ENDED)
    if any(map(_is_too_long, source.cells)):
        return Repair(0, reason=TOO_LONG)
    return _Search(run, source, checks, report, time).best()


def _is_too_long(cell: str) -> bool:
    """Whether to make its edits alone would take too much time."""
    if len(cell) > LONGEST:
        return True
    try:
        tree = ast.parse(cell)
    except (SyntaxError, ValueError, RecursionError):
        return False  # it has no edits
    return sum(1 for _ in ast.walk(tree)) > MOST_NODES


class _Search:
    """Goes through the edits of one hand-in, the most promising first."""

    def __init__(
        self,
        run: ExerciseRun,
        source: Source,
        checks: Sequence[Check],
        report: ExerciseReport,
        time: TimeLeft,
    ) -> None:
        self.run, self.source, self.report, self.time = run, source, report, time
        self.passed = {each.id for each in report.checks if each.outcome == "passed"}
        self.checks = sorted(checks, key=lambda check: check.id in self.passed)  # what failed first
        self.points = {check.id: check.points for check in checks}
        observed = {name: found for name, found in run.observed.items() if name not in self.passed}
        self.screen = Screen(observed)
        self.score = report.score
        self.least = report.score + (report.max_score - report.score) / LEAST_PART
        self.edit: _Edit | None = None

    def best(self) -> Repair:
        """The first edit that gives full marks; otherwise the one that gives most."""
        tried = partial = 0
        reason = NO_EDIT
        making = _Making(self.time.part(2))
        for edit in _edited(self.source, self.report, self.checks, making):
            if self.time.over:
                reason = CUT_SHORT
                break
            tried += 1
            partial += self._try(edit, partial < MOST_PARTIAL)
            if self.score >= self.report.max_score:
                reason = ""
                break
        if reason == NO_EDIT and making.cut:
            reason = CUT_SHORT
        if self.edit is None:
            return Repair(tried, reason=reason)
        before = self.source.cells[self.edit.cell]
        diff = _diff(before, self.edit.text, _name(self.source, self.edit.cell))
        part = _part(before, self.edit.text)
        return Repair(tried, diff, self.score, part, reason if reason == CUT_SHORT else "")

    def _try(self, edit: _Edit, partial: bool) -> bool:
        """Run an edit, through all checks if it helps; whether it helps with a part only.

        partial: whether one that does is worth running through all checks.
        """
        cells = list(self.source.cells)
        cells[edit.cell] = edit.text
        source = replace(self.source, cells=tuple(cells))
        budget = Budget(cpu=max(0.1, self.time.left[0]), timeouts=1.0)
        with ExerciseRun(self.run.context, self.run.exercise, source, *STUDENT, budget) as run:
            helped = run.patiently(lambda: self.screen.passed(run, self.time))
            whole = helped == self.screen.checks
            if not helped and not whole:
                return False
            gain = sum(self.points[name] for name in helped)
            if not whole and (not partial or self.report.score + gain <= self.least):
                return False
            before = budget.cpu
            score = self._score(run)
            self.time.students += before - budget.cpu
        if score >= self.least:
            self.score, self.least, self.edit = score, score, edit
        return not whole

    def _score(self, run: ExerciseRun) -> float:
        """The points of an edited hand-in; 0 if a check fails that passed, or no more are to be
        had than are known of."""
        lost = 0.0
        for check in self.checks:
            if run.result(check).outcome != "passed":
                lost += check.points
                if check.id in self.passed or self.report.max_score - lost < self.least:
                    return 0.0
        return 0.0 if run.hid_forms(self.checks) else self.report.max_score - lost


@dataclass(slots=True)
class _Making:
    """The time in which edits are made, before they are tried. cut: whether it was too short."""

    time: TimeLeft
    cut: bool = False

    def is_over(self) -> bool:
        self.cut = self.cut or self.time.over
        return self.cut


def _edited(
    source: Source, report: ExerciseReport, checks: Sequence[Check], making: _Making
) -> Iterator[_Edit]:
    """The edits of every cell, those of the marked lines first."""
    for number, cell in enumerate(source.cells):
        with suppress(SyntaxError, ValueError, RecursionError):
            for text in edits(cell, _hints(number, report, checks), making.is_over):
                yield _Edit(number, text)


def _hints(cell: int, report: ExerciseReport, checks: Sequence[Check]) -> Hints:
    """What the report says about where a cell is wrong."""
    lines: list[int] = []
    operators: list[str] = []
    for finding in report.diagnosis:
        operators += [operator_of(finding.operator)] if finding.operator else []
        where = finding.where
        if where is not None and (where.cell or 1) == cell + 1:
            lines += [where.marked, *range(where.first, where.first + len(where.text))]
    lines += [c.raised_at[1] for c in report.checks if c.raised_at and not c.raised_at[0]]
    failed = {each.id for each in report.checks if each.outcome != "passed" and not each.waits}
    for check in checks:
        if check.id in failed and check.about and len(check.about) <= MOST_ABOUT:
            operators += sorted(map(operator_of, check.about))
    words = [word for word in WALKS if any(word.split("_")[0] in name for name in failed)]
    return Hints(lines, list(dict.fromkeys(operators)), words or WALKS if not operators else words)


def _name(source: Source, cell: int) -> str:
    return f"{source.name}, cell {cell + 1}" if len(source.cells) > 1 else source.name


def _diff(before: str, after: str, name: str) -> str:
    """The lines that differ, with one beside them; line endings are no difference."""
    old, new = before.splitlines(), after.splitlines()
    lines = difflib.unified_diff(old, new, name, f"{name}, edited", n=1, lineterm="")
    return "\n".join(lines)


def _part(before: str, after: str) -> str:
    """The function of the module or of a class in which the first line is that differs."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    line = next((number for number, (a, b) in enumerate(pairs, 1) if a != b), 0)
    inside = [f for f in functions_of(ast.parse(before)) if f.lineno <= line <= end_of(f)]
    return inside[-1].name if inside else ""
