"""What is told of a wrong `unbroadcast`, the function that rules use: what it does by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from grader.explain.watching.source import SourceText
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Finding
from grader.judging.report import CheckResult
from grader.packs.tensor.answers import by_numpy
from grader.packs.tensor.below import Broken
from grader.packs.tensor.calls import FUNCTIONS
from grader.packs.tensor.common import where_raised
from grader.packs.tensor.judged import (
    decoded,
    mismatch,
    same_array,
    without_arrays,
    wrong_entries,
)
from grader.packs.tensor.misconceptions import UNBROADCAST
from grader.packs.tensor.operators import Array
from grader.packs.tensor.parted import in_common_at
from grader.packs.tensor.program import Program, shape_of
from grader.packs.tensor.where import marked_where
from grader.packs.tensor.words import entries
from grader.worker.observation import Observation


def of_unbroadcast(
    failing: Sequence[Program],
    right: Sequence[Program],
    results: Sequence[CheckResult],
    run: ExerciseRun,
    source: SourceText,
) -> Finding | None:
    """What is wrong with `unbroadcast` itself; None if no check shows that it is. right: programs
    that are answered rightly."""
    alone = [program for program in failing if program.needs == FUNCTIONS[1]]
    shown = {program.shown for program in alone}
    for each in results:
        example = each.counterexample
        if example is None or without_arrays(example.program) not in shown:
            continue
        array, call = next(step for step in alone[0].steps if step[0] == "array"), alone[0].steps[1]
        answers = run.ask_aside([program.task for program in alone])
        given = f"a gradient of shape {shape_of(array[2])} and the shape {tuple(call[4]['shape'])}"
        said = _said(alone, answers, right, given, changes=example.what.startswith(array[1]))
        if len(alone) < len(failing):
            said += " Rules that use it are wrong with it."
        return Finding(
            explained=len(alone),
            of=len(alone),
            explanation=said,
            id=f"tensor/{FUNCTIONS[1]}",
            part="rule",
            checks=(each.id,),
            example=example,
            where=where_raised(each, source)
            or marked_where((FUNCTIONS[1],), Broken("value", "", ""), source),
        )
    return None


def _said(
    programs: Sequence[Program],
    answers: Sequence[Observation],
    right_ones: Sequence[Program],
    given: str,
    changes: bool,
) -> str:
    """The sentences. given: what the first program gives; changes: whether that is another array
    afterwards."""
    common = in_common_at([(each, each.steps[1]) for each in programs], right_ones)
    where = f" {common}" if common else ""
    first = answers[0] if answers else None
    if first is not None and first.error is not None:
        how = {"none": "returns None", "type": "returns no array"}.get(
            first.error.kind, "ends with an exception"
        )
        return f"Your `{FUNCTIONS[1]}` is wrong: it {how} for {given}.{where}"
    wrong = f"Your `{FUNCTIONS[1]}` is wrong for {given}."
    if changes:
        return f"{wrong} It changes the gradient that it is given."
    right = by_numpy(programs[0].steps)
    if first is not None and mismatch(programs[0], first.value, right) is None:
        return f"{wrong} It is right by itself, and wrong after other calls. What does it remember?"
    why = _why(programs, [None if each.error else each.value for each in answers])
    found = decoded(first.value) if first is not None else None
    if not why and found:
        why = _differs(found[0], right[0])
        return f"{wrong} {why[:1].upper()}{why[1:]}.{where}"
    return f"{wrong} {why[:1].upper()}{why[1:]}.".replace(" .", "")


def _differs(found: Array, right: Array) -> str:
    if found.shape != right.shape:
        return f"it returns shape {found.shape}, and {right.shape} is due"
    place = tuple(np.argwhere(wrong_entries(found, right))[0])
    return entries((float(found[place]), float(right[place])))


def _why(programs: Sequence[Program], values: Sequence[object]) -> str:
    """What all these answers of `unbroadcast` come from; "" if that is not known."""
    asked = []
    for program, value in zip(programs, values, strict=False):
        found = decoded(value)
        if found:
            array, call = program.steps[:2]
            asked.append((np.array(array[2]), tuple(call[4]["shape"]), found[0]))

    def gives(wrong: Callable[..., Array], grad: Array, shape: Sequence[int], found: Array) -> bool:
        try:
            return same_array(found, np.asarray(wrong(grad, shape)))
        except (ValueError, IndexError):  # it cannot be summed like that
            return False

    known = (why for why, wrong in UNBROADCAST.items() if all(gives(wrong, *e) for e in asked))
    return next(known, "") if asked else ""
