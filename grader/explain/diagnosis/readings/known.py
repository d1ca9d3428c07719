"""Find the belief of the catalogue that says the same as what was read.

What is read of each belief, form by form, is in `known.json`: so a name is looked up, and no engine
runs. `python -m tests.proving.readings` writes the file anew.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

from grader.explain.diagnosis.readings import everywhere, telling
from grader.explain.diagnosis.readings.everywhere import EverywhereReading
from grader.explain.diagnosis.readings.examples import Part
from grader.explain.diagnosis.readings.state import telling as state_telling
from grader.explain.diagnosis.readings.state.choices import StateReading

AnyPart: TypeAlias = Part | StateReading | EverywhereReading
RULES = frozenset({"operators", "functions", "accumulation"})
"""Families of beliefs about rules: these are read, and not looked for beside what is read."""
STATES = frozenset({"seeding", "zeroing"})
"""Families of beliefs about what is left behind."""


def known_as(parts: Sequence[AnyPart]) -> dict[AnyPart, str]:
    """The beliefs that say the same as some of what was read; those first that say most.

    What is left behind between calls is one thing: a belief must say all of it.
    """
    left = {id_of(part): part for part in parts}
    state = {id_of(part) for part in parts if isinstance(part, StateReading)}
    named: dict[AnyPart, str] = {}
    for name, ids in known_readings():
        if ids <= left.keys() and (ids >= state or not ids & state):
            named |= {left.pop(each): name for each in ids}
    return named


@cache
def known_readings() -> tuple[tuple[str, frozenset[str]], ...]:
    """The beliefs that can be read, each with the ids of what is then read; most ids first."""
    found = json.loads(Path(__file__).with_name("known.json").read_bytes())
    return tuple((name, frozenset(ids)) for name, ids in found)


def id_of(part: AnyPart) -> str:
    """The stable id of a reading."""
    if isinstance(part, StateReading):
        return state_telling.id_of(part)
    if isinstance(part, EverywhereReading):
        return everywhere.id_of(part)
    return telling.id_of(part)
