"""Look for one edit from right: an edit of a hand-in's own text with which every check passes.

For the instructor, after grading. Edited text is run in locked workers only, as any hand-in is,
and is kept nowhere. What ended a process, or was too slow, is not looked at.
"""

from __future__ import annotations

import ast
import difflib
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from grader.checks.declare import Check
from grader.course.course import Exercise
from grader.grading.edits import edits
from grader.judging.context import GradingContext
from grader.judging.exercise import ExerciseRun
from grader.judging.limits import Budget
from grader.judging.report import ExerciseReport
from grader.submissions.sources.collected import Source

CPU_SECONDS = 5.0
CLOCK_SECONDS = 10.0
NO_EDIT = "no single edit that was tried gives full marks"
CUT_SHORT = "no single edit was found in the time there is: the search was cut short"
ENDED = "not looked for: it ended a process or ran out of time"


@dataclass(frozen=True, slots=True)
class Repair:
    """What came of it: a diff with the points that it gives, or the reason why there is none."""

    exercise: str
    tried: int
    diff: str = ""
    score: float = 0.0
    reason: str = ""


def repaired(
    context: GradingContext,
    exercise: Exercise,
    source: Source,
    checks: Sequence[Check],
    report: ExerciseReport,
    cpu: float = CPU_SECONDS,
    clock: float = CLOCK_SECONDS,
) -> Repair | None:
    """One verified edit from right; None for what has full marks or was not handed in."""
    if not report.handed_in or report.score >= report.max_score:
        return None
    if any(_ended(report, place) for place in range(len(report.checks))):
        return Repair(exercise.id, 0, reason=ENDED)
    wrong = [c.id for c in report.checks if c.outcome != "passed" and not c.waits]
    in_order = sorted(
        checks, key=lambda check: check.id not in wrong
    )  # what failed decides soonest
    started, spent, tried = time.monotonic(), time.process_time(), 0
    students = 0.0
    for number, text in _edited(source, report):
        used = students + time.process_time() - spent
        if used > cpu or time.monotonic() - started > clock:
            return Repair(exercise.id, tried, reason=CUT_SHORT)
        tried += 1
        cells = (*source.cells[:number], text, *source.cells[number + 1 :])
        budget = Budget(cpu=max(0.1, cpu - used), timeouts=1.0)
        before = budget.cpu
        run = ExerciseRun(
            context, exercise, replace(source, cells=cells), "repair", "0" * 64, budget
        )
        with run:
            passes = all(run.result(check).outcome == "passed" for check in in_order)
        students += before - budget.cpu
        if passes:
            diff = _diff(source.cells[number], text, source.name)
            return Repair(exercise.id, tried, diff, report.max_score)
    return Repair(exercise.id, tried, reason=NO_EDIT)


def told(repair: Repair, before: float, most: float) -> Iterator[str]:
    """What an instructor reads."""
    if not repair.diff:
        yield f"{repair.exercise}: {repair.reason} ({repair.tried} tried)"
        return
    yield f"{repair.exercise}: one edit from {repair.score:g} of {most:g} (it has {before:g}):"
    yield from (f"    {line}" for line in repair.diff.splitlines())


def _ended(report: ExerciseReport, place: int) -> bool:
    check = report.checks[place]
    if check.outcome == "timeout":
        return True
    return check.outcome == "error" and check.raised_at is None


def _edited(source: Source, report: ExerciseReport) -> Iterator[tuple[int, str]]:
    """The number of a cell and its edited text."""
    places: list[Mapping[str, object]] = [
        where for record in report.diagnosis if (where := record.get("where"))
    ]
    raised = [c.raised_at[1] for c in report.checks if c.raised_at and not c.raised_at[0]]
    for number, cell in enumerate(source.cells):
        lines: list[int] = []
        for where in places:
            if int(str(where["cell"] or 1)) == number + 1:
                first, count = int(str(where["first"])), len(list(where["text"]))  # type: ignore[call-overload]
                lines += [int(str(where["marked"])), *range(first, first + count)]
        with suppress(SyntaxError, ValueError, RecursionError):
            ast.parse(cell)
            for text in edits(cell, [*lines, *raised]):
                yield number, text


def _diff(before: str, after: str, name: str) -> str:
    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), name, f"{name}, edited", n=1, lineterm=""
    )
    return "\n".join(lines)
