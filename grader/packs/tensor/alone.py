"""Failing programs that come out right by themselves: no rule is to blame for these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.explain.ranking import ALONE
from grader.explain.watching.after import ASKED, BY_ITSELF, GENERAL
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Finding
from grader.judging.report import CheckResult
from grader.packs.tensor.answers import by_numpy
from grader.packs.tensor.failing import Failing, is_shown
from grader.packs.tensor.judged import mismatch


def as_alone(
    finding: Finding, failing: Failing, run: ExerciseRun, results: Sequence[CheckResult]
) -> Finding:
    """The finding of a program; that this is right where nothing ran before it, if it is."""
    program = failing.program
    answers = run.ask_aside([program.task])
    if not answers or answers[0].error is not None:
        return finding
    if mismatch(program, answers[0].value, by_numpy(program.steps)) is not None:
        return finding
    own = dict.fromkeys(finding.own, f"{GENERAL} {ASKED}")
    if is_shown(failing, results):
        own[failing.check] = f"{BY_ITSELF} {ASKED}"
    told = own.get(failing.check, f"{GENERAL} {ASKED}")
    return replace(finding, id=ALONE, explanation=told, own=own, own_where={}, where=None)


def once(told: Sequence[Finding]) -> list[Finding]:
    """Findings, of which only one says that programs are right by themselves."""
    alone = [each for each in told if each.id == ALONE]
    others = [each for each in told if each.id != ALONE]
    if not alone:
        return others
    checks = tuple(dict.fromkeys(check for each in alone for check in each.checks or ()))
    own = {check: said for each in reversed(alone) for check, said in each.own.items()}
    explained = sum(each.explained for each in alone)
    return [*others, replace(alone[0], checks=checks, own=own, explained=explained)]
