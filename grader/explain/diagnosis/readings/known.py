"""Find the belief of the catalogue that says the same as what was read.

What is read of each belief was found out at release, form by form (`diagnosis/recorded`): so a name
is looked up, and no engine runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from grader.explain.diagnosis.beliefs import known_readings
from grader.explain.diagnosis.readings import everywhere, telling
from grader.explain.diagnosis.readings.adding import AddingReading
from grader.explain.diagnosis.readings.everywhere import EverywhereReading
from grader.explain.diagnosis.readings.examples import Part
from grader.explain.diagnosis.readings.state import telling as state_telling
from grader.explain.diagnosis.readings.state.choices import StateReading
from grader.programs.recorded import digest

AnyPart: TypeAlias = Part | StateReading | EverywhereReading
RULES = frozenset({"operators", "functions", "accumulation"})
"""Families of beliefs about rules: these are read, and not looked for beside what is read."""
STATES = frozenset({"seeding", "zeroing"})
"""Families of beliefs about what is left behind."""


def known_as(parts: Sequence[AnyPart]) -> dict[AnyPart, str]:
    """The beliefs that say the same as some of what was read; those first that say most.

    What is left behind between calls is one thing: a belief must say all of it.
    """
    left = {key_of(part): part for part in parts}
    state = {key_of(part) for part in parts if isinstance(part, StateReading)}
    named: dict[AnyPart, str] = {}
    for name, keys in known_readings():
        if keys <= left.keys() and (keys >= state or not keys & state):
            named |= {left.pop(each): name for each in keys}
    return named


def id_of(part: AnyPart) -> str:
    """The stable id of a reading."""
    if isinstance(part, StateReading):
        return state_telling.id_of(part)
    if isinstance(part, EverywhereReading):
        return everywhere.id_of(part)
    return telling.id_of(part)


def key_of(part: AnyPart) -> int:
    """A number for a reading that is the same on every machine."""
    return digest(id_of(part))


def is_told(part: AnyPart) -> bool:
    """Whether it was read exactly: a rule without a formula is not."""
    if isinstance(part, StateReading | EverywhereReading | AddingReading):
        return True
    return part.formula is not None or part.by_exponent is not None
