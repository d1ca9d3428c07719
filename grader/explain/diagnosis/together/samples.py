"""Parts of what was judged: a sample, the programs with one call, and what is an edge case."""

from __future__ import annotations

from collections.abc import Callable

from grader.explain.diagnosis.evidence import Batch, Sheet
from grader.programs.program import Program, walk

LARGE_BATCH = 150
"""Of a larger batch a sample of about this size is compared, the first wrong answers among it."""
MOST_WRONG = 40
FAR_OUT = 300.0


def sampled(sheet: Sheet) -> Sheet:
    """A part of the evidence, without edge cases: they are found by themselves."""
    sample = Sheet(unsteady=sheet.unsteady)
    for batch in sheet.batches:
        step = len(batch) // LARGE_BATCH + 1
        first = sorted(batch.wrong)[:MOST_WRONG]
        programs = batch.asked.programs
        chosen = {programs[number] for number in (*first, *range(0, len(batch), step))}
        sample.add(
            Batch(
                batch.check,
                batch.asked,
                batch.observations,
                batch.kept,
                lambda program, chosen=chosen: program not in chosen or is_edge(program),  # type: ignore[misc]
            )
        )
    return sample


def is_edge(program: Program) -> bool:
    """Whether a program is about an edge: a power of 0, numbers far out, relu at its kink."""
    zeros = {step[1] for step in program.steps if step[0] == "leaf" and step[2] == 0}
    for step in walk(program.steps):
        if step[0] == "leaf" and abs(step[2]) >= FAR_OUT:
            return True
        if step[0] == "apply" and step[2] == "pow" and step[4] == 0:
            return True
        if step[0] == "apply" and step[2] in ("relu", "pow") and step[3] in zeros:
            return True
    return False


def only(sheet: Sheet, holds: Callable[[Program], bool]) -> Sheet:
    """The evidence about programs of which something holds."""
    found = Sheet(unsteady=sheet.unsteady)
    for batch in sheet.batches:
        numbered = enumerate(batch.asked.programs)
        chosen = {program for n, program in numbered if batch.counts(n) and holds(program)}
        found.add(
            Batch(
                batch.check,
                batch.asked,
                batch.observations,
                batch.kept,
                lambda program, chosen=chosen: program not in chosen,  # type: ignore[misc]
            )
        )
    return found


def has_one_call(program: Program) -> bool:
    """Whether `backward` is called once, and nothing is cleared: nothing can be left behind."""
    steps = [step[0] for step in walk(program.steps)]
    return steps.count("backward") == 1 and not {"zero", "repeat", "call", "descend"} & {*steps}
