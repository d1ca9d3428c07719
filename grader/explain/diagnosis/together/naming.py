"""Find the beliefs of the catalogue that say the same as what was read, by what both answer.

What can be read of a belief is found out at release (`readings/known`). Of some, not everything
can: a rule raises at an edge, or no short formula gives it. These are compared on the probes: with
what the parts that were read answer there, or with what the student's engine did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from grader.explain.described import EngineClass
from grader.explain.diagnosis.beliefs import by_id
from grader.explain.diagnosis.evidence import Batch, Evidence
from grader.explain.diagnosis.predictions import Candidate, predicted
from grader.explain.diagnosis.readings.adding import AddingReading
from grader.explain.diagnosis.readings.algebra.rows import RuleReading
from grader.explain.diagnosis.readings.examples import operator_of_part
from grader.explain.diagnosis.readings.known import RULES, AnyPart, is_told, known_as
from grader.explain.diagnosis.readings.probes import operator_of
from grader.explain.diagnosis.search import Search
from grader.explain.styles import LIKELY

MAY_BE_RULES = RULES | {"construction"}
"""Families of beliefs whose numbers may be read as rules."""
STYLES_TRIED = (*LIKELY, 0)
Engines = Callable[[Sequence[AnyPart]], tuple[EngineClass, ...]]
"""The engines that give what some parts say."""


def names_of(
    parts: Sequence[AnyPart], search: Search, style: int, asked: Batch, engines: Engines
) -> dict[AnyPart, str]:
    """The beliefs that say the same as some of the parts. asked: the probes."""
    names = known_as(parts)
    left = [
        part
        for part in parts
        if part not in names and isinstance(part, RuleReading | AddingReading) and is_told(part)
    ]
    tried = []
    while left and left not in tried:  # all that is left, each by itself, what is left after that
        tried.append(left)
        for group in [left, *([part] for part in left)]:
            if not any(part in names for part in group):
                said = _said_by(engines(group), style, _about(_operators(group), asked))
                belief = _giving(said, search, (style, *STYLES_TRIED), ())
                if belief is not None:
                    names |= dict.fromkeys(group, belief.ids[0])
        left = [part for part in left if part not in names]
    return names


def belief_instead(
    unread: Sequence[RuleReading], search: Search, asked: Batch, beside: Sequence[EngineClass]
) -> Candidate | None:
    """The belief that gives the student's own numbers where no formula was found.

    beside: the engines of everything else that was read.
    """
    return _giving(_about(_operators(unread), asked), search, STYLES_TRIED, beside)


def _operators(parts: Iterable[RuleReading | AddingReading]) -> frozenset[str]:
    return frozenset(operator_of(operator_of_part(part)) for part in parts)


def _about(operators: frozenset[str], asked: Batch) -> list[Evidence]:
    """The answers to programs with one of these operators, wrong ones first."""
    found = []
    for number, program in enumerate(asked.asked.programs):
        counts = asked.counts(number) and asked.answers[number] is not None
        if counts and any(operator_of(form) in operators for form in program.forms):
            found.append(asked.evidence(number))
    return sorted(found, key=lambda evidence: not evidence.wrong)


def _said_by(
    engines: tuple[EngineClass, ...], style: int, asked: Sequence[Evidence]
) -> list[Evidence]:
    """The same programs with what these engines answer."""
    found = []
    for evidence in asked:
        made = Candidate(("read",), engines, False).engine(style & evidence.bits)
        said = predicted(made(), evidence.program)
        if isinstance(said, tuple):
            found.append(replace(evidence, answer=said, error=None))
    return found


def _giving(
    said: Sequence[Evidence],
    search: Search,
    styles: Sequence[int],
    beside: Sequence[EngineClass],
) -> Candidate | None:
    """The first belief about rules that gives all of these answers in one of the styles."""
    for each in search.candidates if said else ():
        if each.is_recorded and beside:
            continue
        belief = by_id(each.ids[0])
        if belief.family not in MAY_BE_RULES:
            continue
        engines = each.engines if each.is_recorded else (*each.engines, *beside)
        made = Candidate(("read", *each.ids) if beside else each.ids, engines, each.by_order)
        for style in styles:
            if _gives(made, style, said, search):
                return each
    return None


def _gives(candidate: Candidate, style: int, said: Sequence[Evidence], search: Search) -> bool:
    some = False
    for evidence in said:
        answer = search.answers.explains(candidate, style & evidence.bits, evidence, search.sheet)
        if answer is False or (answer is None and evidence.wrong):
            return False
        some = some or (bool(answer) and evidence.wrong)
    return some
