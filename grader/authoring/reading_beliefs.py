"""What a wrong belief is asked, and what is read of it as of a student's engine.

What one can do with it:

* list the programs that beliefs are recorded for (`asked_programs`);
* read one form of a belief (`read_as`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from grader.checks.declare import Check
from grader.checks.plan import Plan
from grader.explain.diagnosis.distinguishing import programs, repeated_programs
from grader.explain.diagnosis.evidence import operator_bits
from grader.explain.diagnosis.predictions import predicted
from grader.explain.diagnosis.reading import engines_of, forms_of, read
from grader.explain.diagnosis.readings.calls.walk import walk_probes
from grader.explain.diagnosis.readings.known import STATES, AnyPart, is_told, key_of
from grader.explain.diagnosis.readings.probes import probes
from grader.explain.diagnosis.readings.state.choices import StateReading
from grader.explain.diagnosis.readings.state.probes import state_probes
from grader.explain.misconceptions import CommonEngine, Misconception, combined
from grader.explain.misconceptions.base import EngineClass
from grader.programs.compare import same_answer
from grader.programs.operators import all_forms
from grader.programs.program import Program
from grader.worker.observation import NamedError, Observation

FIRST_OF_A_CHECK = 30
"""Of each check so many programs are recorded."""

Plans = Sequence[tuple[Check, Plan]]


def asked_programs(plans: Mapping[str, Plans]) -> tuple[Program, ...]:
    """The programs to be recorded: those of the diagnosis, and the first of each check."""
    found = dict.fromkeys(
        (
            *programs(),
            *repeated_programs(),
            *walk_probes(),
            *(probe.program for probe in probes()),
            *(probe.program for probe in state_probes()),
        )
    )
    for each in plans.values():
        found |= dict.fromkeys(_first_programs(each))
    return tuple(program for program in found if operator_bits(program) >= 0)


def read_as(
    belief: Misconception, form: EngineClass, style: int, again: bool = True
) -> frozenset[int]:
    """The keys of what is read of a form of a belief, if that gives all its numbers; else none.

    again: whether it is asked what a second call leaves. What is left alone is no sign of a belief
    about something else.
    """
    engine = combined(form, style=style)
    found = read(lambda items: [_answered(engine, item) for item in items], all_forms(), again)
    if found is None or not found.parts or not all(map(is_told, found.parts)):
        return frozenset()
    parts: list[AnyPart] = [*found.everywhere, *found.rules, *found.adding, *found.state]
    described = engines_of(parts, *forms_of(found.readings))
    made = combined(*described, CommonEngine, style=engine.style)
    asked = zip(found.batch.asked.programs, found.batch.answers, strict=True)
    more = (*programs(), *repeated_programs()) if again else programs()
    for program, answer in (*asked, *((program, None) for program in more)):
        given = answer if answer is not None else _answered(engine, program).answer
        said = predicted(made(), program)
        if given is None or not isinstance(said, tuple) or not same_answer(said, given):
            return frozenset()
    if belief.family not in STATES and all(isinstance(p, StateReading) for p in found.parts):
        return frozenset()
    return frozenset(map(key_of, found.parts))


def _answered(engine: EngineClass, item: Any) -> Observation:
    """What a worker would report of the engine."""
    said = predicted(engine(), item)
    if isinstance(said, tuple):
        return Observation(answer=tuple(map(float, said)))
    if said is None:
        return Observation(error=NamedError("exception", {"message": "division by zero"}))
    return Observation(error=NamedError(said.kind, {"message": said.says}))


def _first_programs(plans: Plans) -> Iterator[Program]:
    """The first programs of each public check."""
    for check, plan in plans:
        judged = [q.item for q in plan.questions if not (q.judge or q.like or check.hidden)]
        programs = (item for item in judged if isinstance(item, Program))
        yield from islice(programs, FIRST_OF_A_CHECK)
