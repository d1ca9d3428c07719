"""Which line of a file to look at, when its numbers are wrong and no line raised.

The `def` that the diagnosis is about, or `class Value`, or what the exercise asks for.
"""

from __future__ import annotations

import re

from grader.judging.report import CheckResult, ExerciseReport
from grader.programs.operators import method_of, named_in
from grader.reports.words import about

# Where a belief is written down that is about no operator, by its id's start; the longest counts.
_DEFS = {
    "zero-": "zero_grad",
    "grad-none": "zero_grad",
    "eq-without-hash": "__eq__",
    **dict.fromkeys(
        ("no-seed", "seed-", "nothing-reset", "backward-zeroes-all", "forward-", "preorder", "bfs-",
         "min-depth-", "naive-", "mark-", "recursive-", "call-during-", "kahn-", "skips-root",
         "order-cached", "no-visited-set", "dedupe-", "visited-"), "backward"),
}  # fmt: skip


def line_of(exercise: ExerciseReport, check: CheckResult, text: str) -> int:
    """The line, from 1, of a wrong answer's text. A constant in the check's sentence is one too."""
    constants = re.findall(r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b", check.sentence)
    for finding in about(exercise.diagnosis, check.id):
        if finding.where is not None and not finding.where.cell:
            return finding.where.marked
    wanted = [name for each in exercise.diagnosis if (name := def_of(each.misconception or ""))]
    for pattern in (
        *(rf"^{name}\b" for name in constants),
        *(rf"^[ \t]*def {re.escape(name)}\b" for name in wanted),
        r"^class Value\b",
        rf"^(?:class|def) {re.escape(exercise.id.replace('-', '_'))}\b",
        r"^(?:class|def) \w",
    ):
        if found := re.search(pattern, text, re.MULTILINE):
            return text.count("\n", 0, found.start()) + 1
    return 1


def def_of(misconception: str) -> str | None:
    """The function in which a belief is written down, if it is in one."""
    starts = [start for start in _DEFS if misconception.startswith(start)]
    form = "" if starts else named_in(misconception.split("-"))
    if form:
        return method_of(form)
    return _DEFS[max(starts, key=len)] if starts else None
