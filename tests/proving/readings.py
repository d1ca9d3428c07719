"""What is read of each wrong belief: `python -m tests.proving.readings` writes `known.json`.

Each form of a belief is read like a student's engine. If what is read gives all of its numbers, its
ids stand for the belief.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from grader.explain.described import EngineClass, combined
from grader.explain.diagnosis.distinguishing import programs, repeated_programs
from grader.explain.diagnosis.predictions import predicted
from grader.explain.diagnosis.reading import engines_of, forms_of, read
from grader.explain.diagnosis.readings import known
from grader.explain.diagnosis.readings.adding import AddingReading
from grader.explain.diagnosis.readings.everywhere import EverywhereReading
from grader.explain.diagnosis.readings.known import STATES, AnyPart, id_of
from grader.explain.diagnosis.readings.state.choices import StateReading
from grader.explain.misconceptions import ALL, Misconception
from grader.explain.styles import LIKELY
from grader.programs.compare import same_answer
from grader.programs.operators import all_forms
from grader.worker.observation import NamedError, Observation

FILE = Path(known.__file__).with_name("known.json")
READ_IN = (*LIKELY, 0)
"""The styles in which a form is read."""


def readings(
    beliefs: Iterable[Misconception], styles: Iterable[int] = READ_IN
) -> list[tuple[str, list[str]]]:
    """The ids of what is read of each form of each belief; most ids first."""
    found: dict[frozenset[str], str] = {}
    for belief in beliefs:
        for engine in belief.engines:
            for style in styles:
                for again in (True, False):
                    if ids := read_as(belief, engine, style, again):
                        found.setdefault(ids, belief.id)
    listed = sorted(found.items(), key=lambda each: -len(each[0]))
    return [(name, sorted(ids)) for ids, name in listed]


def read_as(belief: Misconception, form: EngineClass, style: int, again: bool) -> frozenset[str]:
    """The ids of what is read of a form of a belief, if that gives all its numbers; else none.

    again: whether it is asked what a second call leaves. What is left alone is no sign of a belief
    about something else.
    """
    engine = combined(form, style=style)
    found = read(lambda items: [_answered(engine, item) for item in items], all_forms(), again)
    if found is None or not found.parts or not all(map(is_told, found.parts)):
        return frozenset()
    parts: list[AnyPart] = [*found.everywhere, *found.rules, *found.adding, *found.state]
    made = combined(*engines_of(parts, *forms_of(found.readings)), style=engine.style)
    asked = zip(found.batch.asked.programs, found.batch.answers, strict=True)
    more = (*programs(), *repeated_programs()) if again else programs()
    for program, answer in (*asked, *((program, None) for program in more)):
        given = answer if answer is not None else _answered(engine, program).answer
        said = predicted(made(), program)
        if given is None or not isinstance(said, tuple) or not same_answer(said, given):
            return frozenset()
    if belief.family not in STATES and all(isinstance(p, StateReading) for p in found.parts):
        return frozenset()
    return frozenset(map(id_of, found.parts))


def is_told(part: AnyPart) -> bool:
    """Whether it was read exactly: a rule without a formula is not."""
    if isinstance(part, StateReading | EverywhereReading | AddingReading):
        return True
    return part.formula is not None or part.by_exponent is not None


def _answered(engine: EngineClass, item: Any) -> Observation:
    """What a worker would report of the engine."""
    said = predicted(engine(), item)
    if isinstance(said, tuple):
        return Observation(answer=tuple(map(float, said)))
    if said is None:
        return Observation(error=NamedError("exception", {"message": "division by zero"}))
    return Observation(error=NamedError(said.kind, {"message": said.says}))


if __name__ == "__main__":
    rows = ",\n".join(json.dumps(each) for each in readings(ALL))
    FILE.write_text(f"[\n{rows}\n]\n", encoding="utf-8")
