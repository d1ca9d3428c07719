"""What is told of a wrong `unbroadcast`, the function that rules use: what it does by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from grader.explain.watching.source import SourceText
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Finding
from grader.judging.report import CheckResult
from grader.packs.tensor.answers import by_numpy
from grader.packs.tensor.below import Broken
from grader.packs.tensor.calls import FUNCTIONS
from grader.packs.tensor.common import of_error, where_raised
from grader.packs.tensor.judged import (
    decoded,
    mismatch,
    same_array,
    without_arrays,
    wrong_entries,
)
from grader.packs.tensor.operators import Array, unbroadcast
from grader.packs.tensor.parted import in_common_at
from grader.packs.tensor.program import Program, shape_of
from grader.packs.tensor.where import marked_where
from grader.packs.tensor.words import entries
from grader.worker.observation import Observation


def _summed(
    grad: Array, shape: tuple[int, ...], front: int = 99, axis: int = 0, stretched: bool = True,
    keepdims: bool = True, how: Callable[..., Array] = np.sum,
    before: Callable[..., Array] = np.sum,
) -> Array:  # fmt: skip
    """A gradient summed for a shape, wrongly: so many axes at this end, stretched ones or not.

    how, before: what is taken of stretched axes and of those in front.
    """
    for _ in range(min(front, grad.ndim - len(shape))):
        grad = before(grad, axis=axis)
    for place, n in enumerate(shape if stretched else ()):
        grad = how(grad, axis=place, keepdims=keepdims) if n == 1 else grad
    return grad


def _one_stretched(grad: Array, shape: tuple[int, ...], length: int) -> Array:
    """Summed, but of axes of length 1 whose gradient is longer than that the first alone."""
    found = _summed(grad, shape, stretched=False)
    axes = [n for n, one in enumerate(shape) if one == 1 and found.shape[n] > length]
    return found.sum(axis=axes[0], keepdims=True) if axes else found


def _all_of_one(grad: Array, shape: tuple[int, ...]) -> Array:
    """Summed; where axes were put in front, without any axis of length 1."""
    found = unbroadcast(grad, shape)
    return np.squeeze(found) if grad.ndim > len(shape) else found


def _stretched_first(grad: Array, shape: tuple[int, ...]) -> Array:
    return _summed(_summed(grad, shape, front=0), shape, stretched=False)


_WRONG: Mapping[str, Callable[[Array, tuple[int, ...]], Array]] = {
    "axes that were put in front are not summed away": partial(_summed, front=0),
    "of several axes that were put in front one alone is summed away": partial(_summed, front=1),
    "axes are summed away at the end, and were put in front": partial(_summed, axis=-1),
    "stretched axes of length 1 are not summed": partial(_summed, stretched=False),
    "an axis of the shape is summed away, and has to stay, with length 1": (
        partial(_summed, keepdims=False)
    ),
    "the mean is taken of a stretched axis, and the sum is due": partial(_summed, how=np.mean),
    "the mean is taken, and the sum is due": partial(_summed, how=np.mean, before=np.mean),
    "the largest entry is taken of a stretched axis, and the sum is due": (
        partial(_summed, how=np.max)
    ),
    "it returns the gradient as it is, and nothing is summed": lambda grad, shape: grad,
    "stretched axes are summed while those in front are there, and counted from these": (
        _stretched_first
    ),
    "entries are taken as they come, and nothing is summed": np.resize,
    "of several stretched axes the first alone is summed": partial(_one_stretched, length=1),
    "of several axes of length 1 the first alone is summed": partial(_one_stretched, length=0),
    "where axes were put in front, axes of length 1 are taken away, too": _all_of_one,
}
"""What a wrong `unbroadcast` does."""


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
        changes = example.what.startswith(array[1])
        said = _said(alone, answers, right, given, changes, of_error(each.message))
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
            where=where_raised(each, run, source, results)
            or marked_where((FUNCTIONS[1],), Broken("value", "", ""), source),
        )
    return None


def _said(
    programs: Sequence[Program],
    answers: Sequence[Observation],
    right_ones: Sequence[Program],
    given: str,
    changes: bool,
    meaning: str,
) -> str:
    """The sentences. given: what the first program gives; changes: whether that is another array
    afterwards; meaning: what the error means, if there is one."""
    common = in_common_at([(each, each.steps[1]) for each in programs], right_ones)
    where = f" {common}" if common else ""
    first = answers[0] if answers else None
    if first is not None and first.error is not None:
        how = {"none": "returns None", "type": "returns no array"}.get(
            first.error.kind, "ends with an exception"
        )
        ends = where or f" {meaning}".rstrip()
        return f"Your `{FUNCTIONS[1]}` is wrong: it {how} for {given}.{ends}"
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

    known = (why for why, wrong in _WRONG.items() if all(gives(wrong, *e) for e in asked))
    return next(known, "") if asked else ""
