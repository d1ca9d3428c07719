"""Programs that end with an error: what NumPy refuses, and what they alone have in common."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from grader.explain.watching.record import DATA
from grader.explain.watching.source import SourceText
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Finding, Where
from grader.judging.report import CheckResult
from grader.packs.tensor.answers import by_numpy
from grader.packs.tensor.program import Program, of_history, shape_of
from grader.packs.tensor.remembered import remembered

_SHAPE = r"(\([\d, ]*\))"
_REFUSED = re.compile(
    rf"output operand with shape {_SHAPE} doesn't match the broadcast shape {_SHAPE}"
    rf"|could not be broadcast together with shapes {_SHAPE} {_SHAPE} \3 "
)
"""What NumPy says of `grad += ...` where the shapes do not fit."""
_WHOLE = re.compile(r"output from dtype\('float64'\) to dtype\('(int\d+)'\)")
"""What it says where fractions are added to an array of whole numbers."""


def in_common(wrong: Sequence[Program], right: Sequence[Program]) -> str:
    """In words; "" where nothing parts them."""
    common = set.intersection(*(set(_features(each.key)) for each in wrong)) if right else set()
    for each in right:
        common -= {*_features(each.key)}
    return min(common, key=len, default="")


@cache
def _features(key: str) -> tuple[str, ...]:
    steps = json.loads(key)
    made = [step for step in steps if step[0] in ("leaf", "array", "apply")]
    slots = [step[1] for step in made if step[0] == "apply"]
    values = by_numpy([*made, ["read", "data", slots]])
    shapes = dict(zip(slots, (each.shape for each in values), strict=True))
    shapes |= {step[1]: shape_of(step[2]) for step in made if step[0] != "apply"}
    found = set[str]()
    for step in steps:
        if step[0] == "apply":
            found |= {*_of_step(step[2], [shapes.get(each, ()) if isinstance(each, str) else ()
                                          for each in step[3]], step[4])}  # fmt: skip
        elif step[0] == "backward" and shapes[step[1]] and step[1] in slots:
            found.add(f"a root has axes, as in shape {shapes[step[1]]}")
    return tuple(found)


def _of_step(
    name: str, shapes: Sequence[tuple[int, ...]], given: dict[str, object]
) -> Iterator[str]:
    axis = given.get("axis", given.get("axes"))
    several = axis if isinstance(axis, list | tuple) else [axis]
    of_axes = [] if axis is None else ["an axis is given"]
    if any(isinstance(each, int) and each < 0 for each in several):
        of_axes.append("an axis is negative")
    if isinstance(axis, list | tuple):
        of_axes.append("axes are given as a tuple")
        if len(axis) > 1 and all(each < 0 for each in axis):
            of_axes.append("all axes of a tuple are negative")
        if [*axis] != sorted(axis):
            of_axes.append("a tuple of axes is not in order")
    yield from of_axes
    if not given.get("keepdims"):
        yield from (f"{each} and not kept" for each in of_axes)
    if given.get("keepdims"):
        yield "`keepdims` is True"
    if name == "matmul":
        left, right = (len(shape) for shape in shapes)
        if left == 1 or right == 1:
            yield "an operand of `@` is a vector"
            yield (
                "a vector is on the right of `@`" if left > 1 else "a vector is on the left of `@`"
            )
        if left > 2 or right > 2:
            yield "an operand of `@` is a stack of matrices"
            if left != right:
                yield "one operand of `@` is a stack, and the other one is not"


def raised(
    failing: Sequence[tuple[str, Program]],
    right: Mapping[str, Sequence[Program]],
    results: Sequence[CheckResult],
    source: SourceText,
) -> Iterator[Finding]:
    """What the programs of a check have in common that end with an error."""
    for result in results:
        wrong = [program for check, program in failing if check == result.id]
        common = in_common(wrong, right[result.id]) if wrong and result.outcome == "error" else ""
        if common:
            yield Finding(
                misconception=None,
                explained=len(wrong),
                of=len(wrong),
                explanation=(
                    f"In all programs that go wrong here, and in none that is right, {common}."
                ),
                kind="task",
                id="tensor/in-common",
                part="rule",
                checks=(result.id,),
                example=result.counterexample,
                where=_where_raised(result, source),
            )


def _where_raised(result: CheckResult, source: SourceText) -> Where | None:
    at = result.raised_at
    return source.where((0, at[1])) if at is not None and len(source.cells) == 1 else None


def refused(
    results: Sequence[CheckResult], run: ExerciseRun, source: SourceText
) -> Iterator[Finding]:
    """Gradients whose shapes NumPy refused to add."""
    wrong = [
        (each, told) for each in results if each.outcome == "error" and not each.hidden
        and (told := _REFUSED.search(each.message) or _WHOLE.search(each.message))
    ]  # fmt: skip
    if not wrong:
        return
    first, told = wrong[0]
    if told.re is _WHOLE:
        said = (
            f"NumPy refuses to add numbers with fractions to an array of {told[1]}, which holds "
            "whole numbers only. Data and gradients are arrays of float64, whatever numbers a "
            "tensor is made of."
        )
    else:
        mine, other = (_spaced(each) for each in told.groups() if each)
        said = (
            f"NumPy refuses to add something of shape {other} to a gradient of shape {mine}. "
            "What a rule sends to a tensor must have the shape of its data. Which axes are too "
            "many there, or in another order?"
        )
    yield Finding(
        misconception=None,
        explained=len(wrong),
        of=len(wrong),
        explanation=said,
        kind="task",
        id="tensor/refused",
        part="rule",
        checks=tuple(each.id for each, _ in wrong),
        example=first.counterexample,
        where=_where_raised(first, source)
        or (_where_kept(run, source) if told.re is _WHOLE else None),
    )


def _where_kept(run: ExerciseRun, source: SourceText) -> Where | None:
    """Where a leaf stores what it is made of."""
    leaf = of_history(lambda a: a.read("data"), {"a": [1, 2]})
    for memory in remembered([leaf], run, source):
        writes = [] if memory is None else memory.written("a", DATA)
        return source.where(writes[0].place[0]) if writes and writes[0].place else None
    return None


def _spaced(shape: str) -> str:
    """(2,3) as Python writes it: (2, 3)."""
    return re.sub(r",(?=\d)", ", ", shape)
