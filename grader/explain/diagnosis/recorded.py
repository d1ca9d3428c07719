"""Name the misconception behind a student's numbers from recorded wrong answers alone.

For a student's own check: no engine runs and no code of one is needed (`recorded_wrong`). It names
single beliefs as `diagnosis` does: only what nothing contradicts, in one style for all programs.
Where there is none, rules are read as formulas (`readings`), any number of them, or one belief that
comes close is named. Two beliefs at once are for the instructor's run to find.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from grader.checks.plan import ALL_FORMS
from grader.explain.diagnosis.features import in_common
from grader.explain.diagnosis.recorded_search import Observed, RecordedFit, RecordedSearch, seen
from grader.explain.diagnosis.recorded_wrong import WrongAnswers, wrong_answers
from grader.explain.followup import Ask
from grader.judging.context import Diagnoser
from grader.judging.finding import Finding
from grader.judging.verdict import is_right
from grader.programs.program import Program
from grader.programs.recorded import RecordedError

NO_SEED = "no-seed"
ROOT_ALONE = Program(
    (
        ("leaf", "a", 2.0),
        ("leaf", "b", 3.0),
        ("apply", "L", "mul", "a", "b"),
        ("backward", "L"),
        ("read", "grad", ("L",)),
    )
)


def diagnoser_of(folder: Path) -> Diagnoser:
    """What a context diagnoses with: recorded answers first, the engines for what these leave open.

    Where the engines are not installed, what the recorded answers say is all that is said.
    """

    def diagnose(
        observed: Observed,
        exercise: str,
        memo: dict[Any, Any],
        hidden: frozenset[str] = frozenset(),
        unsteady: bool = False,
        *more: Any,
    ) -> Sequence[Finding]:
        try:
            answers = wrong_answers(exercise, folder)
        except RecordedError:
            answers = None
        exact: Sequence[Finding] = ()
        if answers:
            exact = diagnose_recorded(observed, answers, unsteady)
        exact = _with_the_root(exact, *more[:1])
        if exact or not engines_are_installed():
            return (
                exact
                or _by_formulas(observed, unsteady, *more)
                or likely(observed, answers, unsteady)
            )
        from grader.explain.diagnosis.diagnosis import diagnose as by_engines

        return by_engines(observed, exercise, memo, hidden, unsteady, *more)

    return diagnose


def _with_the_root(exact: Sequence[Finding], ask: Ask | None = None) -> Sequence[Finding]:
    """Without "no-seed" where another fits as well and the root does hold a gradient.

    Recorded programs read leaves only, and these are 0 in both cases.
    """
    if ask is None or len(exact) < 2 or all(each.misconception != NO_SEED for each in exact):
        return exact
    found = ask([ROOT_ALONE])
    if not found or found[0].answer is None or found[0].answer[0] == 0:
        return exact
    return [found for found in exact if found.misconception != NO_SEED]


def _by_formulas(
    observed: Observed, unsteady: bool, ask: Ask | None = None, forms: frozenset[str] = ALL_FORMS
) -> Sequence[Finding]:
    """What is read of the rules, each with the failed checks whose first wrong program uses it."""
    if ask is None or unsteady:
        return ()
    first: dict[str, frozenset[str]] = {}
    for check, (prepared, observations) in observed.items():
        for number, found in zip(prepared.numbers, observations, strict=True):
            question, right = prepared.plan.questions[number], prepared.expected[number]
            if not is_right(question, right, found):
                if isinstance(question.item, Program) and found.error is None:
                    first[check] = question.item.forms
                break
    if not first:
        return ()
    from grader.explain.diagnosis.readings.examples import (
        asked,
        findings,
    )  # when something is wrong

    readings = asked(ask, forms)
    told = []
    for finding in findings(readings) if readings is not None else ():
        checks = tuple(check for check, used in first.items() if finding.operator in used)
        if checks:
            told.append(replace(finding, checks=checks))
    return told


def engines_are_installed() -> bool:
    """Whether this Topograde has wrong engines: what students get has none."""
    return find_spec("grader.explain.misconceptions") is not None


def diagnose_recorded(
    observed: Observed, answers: WrongAnswers, unsteady: bool = False
) -> tuple[Finding, ...]:
    """The misconceptions that give every recorded number."""
    wrong, right = seen(observed, answers)
    search = RecordedSearch(answers, wrong, right, unsteady)
    return tuple(_finding(fit, "exact") for fit in search.exact()) if wrong else ()


def likely(
    observed: Observed, answers: WrongAnswers | None, unsteady: bool = False
) -> tuple[Finding, ...]:
    """A misconception that comes close; otherwise what all wrong programs have in common.

    For answers that no misconception gives exactly.
    """
    if answers is None or unsteady:
        return ()
    wrong, right = seen(observed, answers)
    if all(each.errors is not None for each in wrong):
        return ()
    close = RecordedSearch(answers, wrong, right, unsteady).close()
    if close is not None:
        return (_finding(close, "close"),)
    common = in_common([each.program for each in wrong], [each.program for each in right])
    of = len({each.question for each in (*wrong, *right)})
    return (Finding("unknown", 0, of, common, "unknown", "unknown"),)


def _finding(fit: RecordedFit, kind: str) -> Finding:
    belief = fit.engine.belief
    told = f"Your engine {belief.explanation}"
    return Finding(belief.id, fit.explained, fit.of, told, kind, belief.id)
