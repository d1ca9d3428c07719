"""The picture of a failing program: its tensors with shapes, and where yours and PyTorch's part.

Of each gradient one entry is shown, the first wrong one; of one that has another shape its shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from grader.explain.pictures.picture import marks_of
from grader.judging.check_results import with_example
from grader.judging.finding import Counterexample
from grader.judging.picture import Picture, PictureNode
from grader.judging.report import CheckResult
from grader.packs.tensor.answers import by_numpy
from grader.packs.tensor.below import below_of
from grader.packs.tensor.judged import Asked, same_array, without_arrays, wrong_entries
from grader.packs.tensor.law import MOVES, stages
from grader.packs.tensor.listing import written
from grader.packs.tensor.operators import Array
from grader.packs.tensor.program import Program, operands
from grader.packs.tensor.seen import Seen, seen_in
from grader.packs.tensor.unseen import leaves_alone_hold
from grader.programs.listing import ATOM
from grader.text import apart

if TYPE_CHECKING:
    from grader.judging.exercise import ExerciseRun

ONE_OF_THEM = "this is one of them."
MOST_DRAWN = 3
MOST_NODES = 14


def with_pictures(
    run: ExerciseRun, results: Sequence[CheckResult], _: Counterexample | None
) -> list[CheckResult]:
    """The results, each with the program that is explained, and pictures in the first ones."""
    results = [
        with_example(each, run.explained[each.id], ONE_OF_THEM)
        if each.id in run.explained
        else each
        for each in results
    ]
    programs: dict[str, Program] = {}
    for result in results:
        program = _program_of(run, result)
        if program is not None and len(programs) < MOST_DRAWN:
            whole = [s for s in stages(program) if all(t[0] not in MOVES for t in s.steps)]
            programs[result.id] = whole[-1]
    tasks = [{**program.task, "look": True} for program in programs.values()]
    answers = run.ask_aside(tasks) if tasks else []
    drawn = {}
    for (check, program), answer in zip(programs.items(), answers, strict=False):
        seen = None if answer.error else seen_in(program, answer.value)
        drawn[check] = None if seen is None or seen.raised else picture_of(program, seen)
    return [
        replace(each, counterexample=replace(each.counterexample, picture=drawn[each.id]))
        if each.counterexample is not None and drawn.get(each.id) is not None
        else each
        for each in results
    ]


def _program_of(run: ExerciseRun, result: CheckResult) -> Program | None:
    """The program that a failed check shows, where all may see it and it is small."""
    example, known = result.counterexample, run.observed.get(result.id)
    if example is None or known is None or result.hidden or result.outcome != "failed":
        return None
    text = without_arrays(example.program)
    asked = (each.of_pack for each in known[0].plan.questions)
    found = (a.program for a in asked if isinstance(a, Asked) and a.program.shown == text)
    program = next(found, None)
    return program if program is not None and program.size <= MOST_NODES else None


def picture_of(program: Program, seen: Seen) -> Picture | None:
    """The graph below the root; None where a value is wrong, or no gradient is."""
    calls = [step for step in program.steps if step[0] in ("backward", "rule")]
    if not calls:
        return None
    made = program.below([calls[-1][1]])
    slots = [step[1] for step in made]
    moved = [step for step in program.steps if step[0] != "read"]
    answer = by_numpy([*moved, ["read", "data", slots], ["read", "grad", slots]])
    data = dict(zip(slots, answer, strict=False))
    right = dict(zip(slots, answer[len(slots) :], strict=True))
    if not all(same_array(seen.data[slot], data[slot]) for slot in slots):
        return None
    numbers = {slot: number for number, slot in enumerate(slots)}
    inputs = [tuple(numbers[each] for each in operands(step) if each in numbers) for step in made]
    below = below_of(program, seen)
    cleared = below.inner if below is not None and leaves_alone_hold(below) else ()
    grads = [None if slot in cleared else seen.grads.get(slot) for slot in slots]
    marks = marks_of(
        inputs,
        [
            None if found is None else not same_array(found, right[slot])
            for slot, found in zip(slots, grads, strict=True)
        ],
    )
    if not any(marks):
        return None
    names = {slot: name if name.isidentifier() else slot for slot, name in program.names.items()}
    nodes = []
    for step, its, found, mark in zip(made, inputs, grads, marks, strict=True):
        slot, wanted = step[1], right[step[1]]
        is_made = step[0] == "apply"
        parts = [(names.get(each, repr(each)), ATOM) for each in operands(step)]
        nodes.append(
            PictureNode(
                name=names[slot],
                op=step[2] if is_made else "leaf",
                label=written(step[2], parts, step[4])[0] if is_made else "",
                inputs=its,
                data=None,
                yours=None if found is None else float(found.flat[0]),
                expected=float(wanted.flat[0]),
                mark=mark,
                shown=(str(seen.data[slot].shape), *_gradients(found, wanted)),
            )
        )
    return Picture(tuple(nodes), numbers[calls[-1][1]], sum(s[0] == "backward" for s in calls))


def _gradients(found: Array | None, right: Array) -> tuple[str, str]:
    """Both gradients: shapes where these differ, else the first entry, or the first wrong one."""
    if found is None:
        place = (0,) * right.ndim
        return "?", _at(place, f"{float(right[place]) + 0.0:.6g}")
    if found.shape != right.shape:
        return f"shape {found.shape}", f"shape {right.shape}"
    wrong = np.argwhere(wrong_entries(found, right))
    place = tuple(map(int, wrong[0])) if len(wrong) else (0,) * right.ndim
    yours, wanted = apart(float(found[place]) + 0.0, float(right[place]) + 0.0)
    return _at(place, yours), _at(place, wanted)


def _at(place: tuple[int, ...], text: str) -> str:
    return f"[{', '.join(map(str, place))}] {text}" if place else text
