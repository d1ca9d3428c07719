"""One more question: when several beliefs give a student's numbers, ask where they differ.

The smallest public program on which the candidates differ is run on the student's engine, after
everything has been judged; candidates that cannot give the answer are dropped. An answer tells
about names only, it changes no score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

from grader.evidence import operator_bits
from grader.misconceptions import by_id
from grader.misconceptions.base import EngineClass, WrongEngineRaises, combined
from grader.misconceptions.twins import are_twins
from grader.observation import Observation
from grader.parting import programs
from grader.predictions import Candidate, Prediction, agrees, predicted
from grader.program import Program
from grader.search import STYLES, Fit

Ask: TypeAlias = Callable[[Sequence[Program]], Sequence[Observation]]
"""Runs public programs on the student's engine, in a fresh process; fewer answers if it cannot."""

Case: TypeAlias = tuple[int, int]

MOST_ASKED = 8
MOST_TURNS = 6
CASES = 8
"""Two candidates, which reset inner nodes or not, and go through inputs from the left or right."""
RESETS_NOTHING = by_id("nothing-reset").engines[0]


def narrowed(fits: list[Fit], ask: Ask, memo: dict[Any, Any]) -> tuple[list[Fit], Program | None]:
    """The fits that the answers do not contradict.

    If they contradict all of them, no fit, and the program that did it.
    """
    candidates = tuple(fit.candidate for fit in fits)
    key = ("questions", candidates)
    asked = memo.get(key)
    if asked is None:
        asked = memo[key] = parting_programs(candidates)
    if not asked:
        return fits, None
    answers = ask(asked)
    if len(answers) < len(asked):
        return fits, None
    left, against = [], None
    for fit in fits:
        contradiction = contradicted_by(fit.candidate, asked, answers)
        if contradiction is None:
            left.append(fit)
        against = against or contradiction
    return left, None if left else against


def parting_programs(candidates: Sequence[Candidate]) -> tuple[Program, ...]:
    """Few, small programs that tell the candidates apart as far as any in the list can."""
    chosen: dict[Program, None] = {}
    for one, other in combinations(candidates, 2):
        if are_twins(one.ids, other.ids):
            continue
        settled: set[Case] = set()
        for program in (*chosen, *programs()):
            more = cases(program, one, other) - settled
            if more:
                chosen[program] = None
                settled |= more
            if len(settled) == CASES:
                break
    return tuple(list(chosen)[:MOST_ASKED])


def cases(program: Program, one: Candidate, other: Candidate) -> set[Case]:
    """In which cases this program's answer leaves one of the two.

    A case: which of them is true, and which of the likely ways the engine was written in.
    """
    found = set()
    for number, (true, false) in enumerate(((one, other), (other, one))):
        possible = {_plain(said) for said in answers_of(false, program)}
        if None in possible:
            continue
        for way, said in enumerate(_likely(true, program)):
            if _plain(said) is not None and _plain(said) not in possible:
                found.add((number, way))
    return found


def contradicted_by(
    candidate: Candidate, asked: Sequence[Program], answers: Sequence[Observation]
) -> Program | None:
    """The first program whose answer the candidate cannot give, at any order of inputs.

    Whether the engine resets inner nodes is often not known when a question is asked, so both will
    do. An engine that keeps something between programs is only held to the first.
    """
    if any(engine.keeps_state for engine in candidate.engines):
        asked = asked[:1]
    for program, found in zip(asked, answers, strict=False):
        said = (agrees(p, found.answer, found.error) for p in answers_of(candidate, program))
        if all(each is False for each in said):
            return program
    return None


@cache
def answers_of(candidate: Candidate, program: Program) -> tuple[Prediction, ...]:
    """What it answers: in every style, at every order of inputs, resetting inner nodes or not."""
    found: dict[Prediction, None] = {}
    bits = operator_bits(program)
    for engines in _with_and_without_reset(candidate):
        for style in dict.fromkeys(style & bits for style in STYLES):
            engine = combined(*engines, style=style)
            first = engine(0)
            found[predicted(first, program)] = None
            if candidate.by_order and first.turnable:
                most = 1 << min(first.turnable, MOST_TURNS)
                for turns in (-1, *range(1, most - 1)):
                    found[predicted(engine(turns), program)] = None
    return tuple(found)


def _likely(candidate: Candidate, program: Program) -> list[Prediction]:
    """Its answers in the usual style, resetting or not, from left or right."""
    reset = _with_and_without_reset(candidate)
    return [
        predicted(combined(*engines)(turns), program)
        for engines in (reset[0], reset[-1])
        for turns in (0, -1)
    ]


def _with_and_without_reset(candidate: Candidate) -> list[tuple[EngineClass, ...]]:
    if RESETS_NOTHING in candidate.engines:
        return [candidate.engines]
    return [candidate.engines, (*candidate.engines, RESETS_NOTHING)]


def _plain(said: Prediction) -> object:
    """A prediction as something that equals another if a student's answer could be both."""
    if isinstance(said, WrongEngineRaises):
        return said.kind
    return None if said is None else tuple([f"{number:.7g}" for number in said])
