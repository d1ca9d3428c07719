"""Whether what is recorded of wrong beliefs is what would be recorded today, on a part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.authoring.reading_beliefs import Plans, asked_programs, read_as
from grader.explain.diagnosis.predictions import Prediction, predicted
from grader.explain.diagnosis.recorded import (
    FIRST_ERROR,
    NOTHING,
    Recorded,
    RecordedBelief,
)
from grader.explain.misconceptions import ALL, WrongEngineRaises, combined
from grader.explain.misconceptions.base import EngineClass
from grader.explain.styles import LIKELY
from grader.programs.compare import same_answer
from grader.programs.program import Program

STYLE = LIKELY[0]
EVERY = 7


def differs(recorded: Recorded | None, plans: Mapping[str, Plans]) -> str:
    """What is wrong with what is recorded; "" if nothing is."""
    if recorded is None:
        return "is missing"
    programs = asked_programs(plans)
    if {recorded.number(program) for program in programs} != {*range(recorded.count)}:
        return "is not of the programs that are asked"
    told = [(b.id, b.family, b.exercises, b.explanation, b.by_order) for b in ALL]
    known = [(b.id, b.family, b.exercises, b.explanation, b.by_order) for b in recorded.beliefs]
    if told != known:
        return "other misconceptions are recorded than there are"
    readings = {keys: name for name, keys in recorded.readings}
    for belief, kept in zip(ALL, recorded.beliefs, strict=True):
        for engine in belief.engines:
            keys = read_as(belief, engine, STYLE)
            if keys and keys not in readings:
                return f"{belief.id} is read otherwise than recorded"
            stays = not keys and not engine.keeps_state
            if stays and not _answers_so(engine, kept, recorded, programs[::EVERY]):
                return f"{belief.id} answers otherwise than recorded"
    return ""


def _answers_so(
    engine: EngineClass, kept: RecordedBelief, recorded: Recorded, programs: Sequence[Program]
) -> bool:
    """Whether some recorded form of a belief answers like this engine."""
    said = [(program, predicted(combined(engine, style=STYLE)(), program)) for program in programs]
    return any(
        all(_says(recorded, form.rows[STYLE][0], program, each) for program, each in said)
        for form in kept.engines
        if form.rows
    )


def _says(recorded: Recorded, row: int, program: Program, said: Prediction) -> bool:
    """Whether this is what a row of the table says to a program; of another style it says none."""
    number = recorded.number(program)
    if number is None:
        return False
    entry = recorded.table[row * recorded.count + number]
    if entry >= NOTHING:
        return True
    if entry >= FIRST_ERROR:
        error = recorded.errors[entry - FIRST_ERROR]
        return isinstance(said, WrongEngineRaises) and error == (said.kind, said.says)
    return isinstance(said, tuple) and same_answer(said, recorded.answer(number, entry))
