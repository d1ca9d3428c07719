"""Find the belief of the catalogue that says the same as what was read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from grader.explain.diagnosis.predictions import Prediction, predicted
from grader.explain.diagnosis.readings.adding import AddingReading
from grader.explain.diagnosis.readings.composite import engine_of
from grader.explain.diagnosis.readings.everywhere import EverywhereReading
from grader.explain.diagnosis.readings.examples import Part
from grader.explain.diagnosis.readings.probes import operator_of, probes
from grader.explain.diagnosis.readings.rules import RuleReading
from grader.explain.diagnosis.readings.state.choices import State, StateReading, engine_with, whole
from grader.explain.diagnosis.readings.state.probes import state_probes
from grader.explain.misconceptions import ALL, combined
from grader.explain.misconceptions.base import EngineClass
from grader.programs.compare import same_answer
from grader.programs.program import Program

AnyPart: TypeAlias = Part | StateReading | EverywhereReading
RULES = frozenset({"operators", "functions", "accumulation"})
"""Families of beliefs about rules: these are read, and not looked for beside what is read."""
STATES = frozenset({"seeding", "zeroing"})
"""Families of beliefs about what is left behind."""


def known_as(parts: Sequence[AnyPart]) -> dict[AnyPart, str]:
    """The beliefs of the catalogue that say the same of an operator as what was read of it.

    For what is left behind: the belief that says the same as all of it together.
    """
    groups: dict[tuple[str, bool], list[Part]] = {}
    left = tuple(part for part in parts if isinstance(part, StateReading))
    same = _name_of_state(whole(left)) if left else None
    named: dict[AnyPart, str] = dict.fromkeys(left, same) if same else {}
    for part in parts:
        if isinstance(part, StateReading | EverywhereReading):
            continue
        is_rule = isinstance(part, RuleReading)
        operator = operator_of(part.form) if isinstance(part, RuleReading) else part.operator
        groups.setdefault((operator, is_rule), []).append(part)
    for key, group in groups.items():
        name = _name(*key, tuple(group))
        named |= dict.fromkeys(group, name) if name else {}
    return named


@lru_cache(maxsize=500)
def _name_of_state(state: State) -> str | None:
    programs = [probe.program for probe in state_probes()]
    read = combined(engine_with(state), style=0)
    said = [predicted(read(), program) for program in programs]
    for belief in ALL:
        for engine in belief.engines if belief.family in STATES else ():
            if all(_alike(_said(engine, p), s) for p, s in zip(programs, said, strict=True)):
                return belief.id
    return None


@lru_cache(maxsize=500)
def _name(operator: str, is_rule: bool, parts: tuple[Part, ...]) -> str | None:
    rules = [part for part in parts if isinstance(part, RuleReading)]
    adding = [part for part in parts if isinstance(part, AddingReading)]
    kinds = ("root", "below") if is_rule else ("twice", "both")
    asked = [p.program for p in probes() if p.operator == operator and p.kind in kinds]
    read = combined(engine_of(rules, adding), style=0)
    said = [predicted(read(), program) for program in asked]
    for belief in ALL:
        for engine in belief.engines if belief.family in RULES else ():
            if all(_alike(_said(engine, p), s) for p, s in zip(asked, said, strict=True)):
                return belief.id
    return None


def _said(engine: EngineClass, program: Program) -> Prediction:
    """What a belief of the catalogue answers to a probe: there are some thousands of such pairs."""
    known = _SAID.get((engine, program))
    if known is None:
        known = _SAID[engine, program] = predicted(combined(engine, style=0)(), program)
    return known


_SAID: dict[tuple[EngineClass, Program], Prediction] = {}


def _alike(one: Prediction, other: Prediction) -> bool:
    return isinstance(one, tuple) and isinstance(other, tuple) and same_answer(one, other)
