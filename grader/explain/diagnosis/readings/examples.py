"""The smallest program that shows what was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from grader.explain.diagnosis.readings import telling
from grader.explain.diagnosis.readings.adding import AddingReading
from grader.explain.diagnosis.readings.algebra.rows import RuleReading
from grader.explain.diagnosis.readings.probes import Probe, probes
from grader.explain.diagnosis.readings.rules import Readings
from grader.judging.finding import Counterexample, Finding
from grader.programs.compare import same_answer, same_number
from grader.programs.listing import listing
from grader.worker.observation import NamedError, Observation

Part: TypeAlias = RuleReading | AddingReading


@lru_cache(maxsize=64)
def chosen(forms: frozenset[str]) -> tuple[Probe, ...]:
    """The probes that use these operators only."""
    return tuple(probe for probe in probes() if probe.program.forms <= forms)


def readings_of(suited: Sequence[Probe], answers: Sequence[Observation]) -> Readings:
    """What is read from the answers to some of the probes."""
    given = dict(zip([id(probe) for probe in suited], answers, strict=True))
    missing = Observation(error=NamedError("missing"))
    return Readings([given.get(id(probe), missing) for probe in probes()])


def overwriting(
    part: AddingReading, readings: Readings, explained: int, of: int, checks: tuple[str, ...]
) -> Finding:
    """Contributions get lost whatever the operator: one finding, and not one for each."""
    both = (probe.program for probe, _ in readings.answers if probe.kind == "both")
    small = replace(part, program=next(both, part.program))  # a + a
    shown = example(small, readings) or example(part, readings)
    return Finding(
        id="adding/every",
        misconception="overwrite-everywhere",
        explained=explained,
        of=of,
        explanation=telling.OVERWRITES_EVERYWHERE,
        kind="read",
        part="accumulation",
        found=telling.found_of(part),
        right=telling.right_of(part),
        checks=checks,
        example=shown,
    )


def operator_of_part(part: Part) -> str:
    """The operator, or its form, that it is about."""
    return part.form if isinstance(part, RuleReading) else part.operator


def example(part: Part, readings: Readings) -> Counterexample | None:
    """The smallest program with simple numbers that shows it."""
    for probe, observed in readings.answers:
        answer = observed.answer
        if not probe.shown or answer is None or same_answer(answer, probe.right):
            continue
        if isinstance(part, RuleReading):
            if probe.form != part.form or probe.kind not in ("root", "below"):
                continue
        elif probe.program != part.program:
            continue
        names = ["data", *probe.program.steps[-1][2]]
        for name, number, right in zip(names, answer, probe.right, strict=True):
            if not same_number(number, right):
                what = f"{probe.program.steps[-3][2][0]}.data" if name == "data" else f"{name}.grad"
                return Counterexample(listing(probe.program), what, number, right)
    return None
