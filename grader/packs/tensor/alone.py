"""Failing programs that come out right by themselves: no rule is to blame for these."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from grader.explain.ranking import ALONE
from grader.explain.watching.after import ASKED, BY_ITSELF, GENERAL
from grader.explain.watching.sampling import unsteady
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import HOW_OFTEN, Finding, how_often
from grader.judging.report import CheckResult
from grader.packs.tensor.answers import by_numpy
from grader.packs.tensor.failing import Failing, is_shown
from grader.packs.tensor.judged import mismatch

RUNS = 8
"""How often a program is run by itself, at other addresses each time; twice if it is wrong twice,
and no check saw answers that change."""
MOST_CHECKS = 6
CHANGING = (
    "A program comes out right in some runs and wrong in others. Does something follow the order "
    "of a set, or addresses?"
)


def as_alone(
    finding: Finding, failing: Failing, run: ExerciseRun, results: Sequence[CheckResult]
) -> Finding:
    """The finding of a program; that this is right where nothing ran before it, if it is, or by
    chance."""
    program = failing.program
    right, is_right = by_numpy(program.steps), set[bool]()
    changes = bool(unsteady(results))
    for shake in range(RUNS):
        for each in run.ask_aside([program.task], shake, stir=shake > 0):
            wrong = each.error is not None or mismatch(program, each.value, right) is not None
            is_right.add(not wrong)
        if len(is_right) == 2 or (shake and True not in is_right and not changes):
            break
    if True not in is_right:
        return finding
    told = CHANGING if changes or False in is_right else f"{GENERAL} {ASKED}"
    own = dict.fromkeys(finding.own, told)
    if is_shown(failing, results) and told != CHANGING:
        own[failing.check] = f"{BY_ITSELF} {ASKED}"
    told = own.get(failing.check, told)
    return replace(finding, id=ALONE, explanation=told, own=own, own_where={}, where=None)


def right_alone(
    failing: Sequence[Failing], checks: Set[str], run: ExerciseRun, results: Sequence[CheckResult]
) -> Iterator[Finding]:
    """What is told of checks in whose programs nothing was seen to be wrong, once they were run
    again: of those whose shown program is right by itself."""
    shown = {each.check: each for each in failing[::-1] if is_shown(each, results)}
    for check in sorted(checks & shown.keys())[:MOST_CHECKS]:
        nothing = Finding(
            of=len(failing), kind="seen", checks=(check,), own={check: ""},
            example=shown[check].example,
        )  # fmt: skip
        found = as_alone(nothing, shown[check], run, results)
        if found is not nothing:
            yield found


def once(told: Sequence[Finding]) -> list[Finding]:
    """Findings, of which only one says that programs are right by themselves, and only one the same
    of a line, whatever the tensors are called."""
    groups = dict[object, list[Finding]]()
    for each in told:
        line = each.where and each.where.marked
        said = re.sub(r"`[^`]*`", "``", each.explanation.partition(HOW_OFTEN)[0])
        groups.setdefault(ALONE if each.id == ALONE else (said, line), []).append(each)
    return [same[0] if len(same) == 1 else _as_one(same) for same in groups.values()]


def _as_one(same: Sequence[Finding]) -> Finding:
    first, explained = same[0], sum(each.explained for each in same)
    checks = tuple(dict.fromkeys(check for each in same for check in each.checks or ()))
    own = {check: said for each in reversed(same) for check, said in each.own.items()}
    places = {check: at for each in reversed(same) for check, at in each.own_where.items()}
    told = replace(first, checks=checks, own=own, own_where=places, explained=explained)
    before, often, _ = first.explanation.partition(HOW_OFTEN)
    if not often:
        return told
    often = how_often(explained, first.of, "looked at")
    own = {check: f"{said.partition(HOW_OFTEN)[0]}{often}" for check, said in own.items()}
    return replace(told, explanation=before + often, own=own)
