"""What programs that go wrong have in common, and none has that is right.

Said where nobody knows what a wrong rule does, or nothing is known but that numbers differ. It is
true of the programs that were compared, and need not be what a student's code asks.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, islice, zip_longest
from math import prod
from typing import Any

import numpy as np

from grader.packs.tensor.answers import by_numpy, shapes_of
from grader.packs.tensor.calls import FUNCTIONS, SIGNS
from grader.packs.tensor.listing import Step
from grader.packs.tensor.operators import OPERATORS
from grader.packs.tensor.program import Program, operands

Shape = tuple[int, ...]
MOST_ASKED = 400
"""Right programs that wrong ones are compared with."""
MOST_OPERATIONS = 20
"""Of programs that are compared."""
LEAST_FOR_TWO = 3
"""Wrong programs of which two things together are said: of fewer they may be so by chance."""
COMPARED = "Of the programs that were compared, just those go wrong in which {}."
BYTE, FAR = 255, 30.0
_OF_DATA = ("an entry is negative", "an entry is 0", "an entry is far from 0")
ENTRYWISE = ("neg", "pow", "relu", "exp", "log", "tanh")
"""Operators that do the same with each entry, whatever the shape."""
_SHAPING = ("sum", "mean", "reshape", "transpose", "T", "getitem")
"""Operators that take entries together, or put them elsewhere, whatever numbers they are."""
_CLUES = {
    "is kept": "Then `out.grad` has that axis already.",
    "are vectors": "Their product is a single number, and so is `out.grad`.",
    "of `@`": "`@` takes a vector as a row on its left side and as a column on its right one, and "
    "takes that axis away again.",
    "numbers of matrices": "What is sent to an operand is summed over the axes in front that only "
    "the other one has, or that are stretched.",
    "does not reach": "Is something waited for, or counted, that the root cannot reach?",
    "a transposed tensor": "Does something depend on the order in which entries lie in memory?",
    "on another tensor, too": "Is something that a rule needs kept in one place for all of them?",
    "was transposed": "Does something depend on the order in which entries lie in memory?",
    "not contiguous": "Does something depend on the order in which entries lie in memory?",
    "plain array is changed": "Is something of an array kept that is not the array's any more?",
    "are negative and some are not": "Is a negative axis counted from the front before the order "
    "of axes is worked out?",
    "not in order and not kept": "Axes are put back from the lowest one on, as `np.expand_dims` "
    "does by itself if it is given all of them.",
    "hold the same entries": "Is something kept, and found again by something that says too "
    "little of it?",
    f"above {BYTE}": "Is it kept in a type that holds no larger number?",
}
"""What follows from what programs have in common, or is to be asked, by words in it."""


def in_common(wrong: Sequence[Program], right: Iterable[Program]) -> str:
    """What all of the wrong programs have that end with an error, and no right one, as a sentence;
    "" for nothing. All that they do is looked at first, then one operator at a time."""
    found, others = [_without_numbers(_features(each.key)) for each in wrong], [*right]
    said = _parting(found, (_features(each.key) for each in others))
    names = dict.fromkeys(
        step[2] for each in wrong[:1] for step in each.steps if step[0] == "apply"
    )
    for name in names if not said else ():
        uses = [next((s for s in each.steps if s[0] == "apply" and s[2] == name), None)
                for each in wrong]  # fmt: skip
        pairs = [(each, step) for each, step in zip(wrong, uses, strict=True) if step is not None]
        whole = len(pairs) == len(wrong)
        said = said or (in_common_at(pairs, others, numbers=False) if whole else "")
    return said


def in_common_at(
    wrong: Sequence[tuple[Program, Step]],
    right: Iterable[Program],
    place: int | None = None,
    numbers: bool = True,
) -> str:
    """The same of one operator: at these steps of wrong programs, and at none of its uses in right
    ones, where the operand at a place is a tensor. numbers: whether these may matter."""
    name = wrong[0][1][2]
    found = [_at(program.key, step[1]) for program, step in wrong]
    found = found if numbers and name not in _SHAPING else [*map(_without_numbers, found)]
    uses = (
        _at(program.key, step[1])
        for program in right
        if program.size <= MOST_OPERATIONS
        for step in program.steps
        if step[0] == "apply" and step[2] == name
        if place is None or _is_tensor(step[3][place], program)
    )
    return _parting(found, uses)


def _is_tensor(operand: Any, program: Program) -> bool:
    made = (step for step in program.steps if step[1] == operand)
    return any(step[0] in ("leaf", "apply") for step in made)


def _parting(wrong: Sequence[tuple[str, ...]], right: Iterable[tuple[str, ...]]) -> str:
    """The sentence with one thing that parts them, the first that is named; of several wrong
    programs also two together, or one of two."""
    others = [{*each} for each in islice(right, MOST_ASKED)]
    if not others:
        return ""
    alone = [each for each in dict.fromkeys(chain(*wrong)) if not any(each in o for o in others)]
    alone.sort(key=_OF_DATA.__contains__)  # what numbers there are may be so by chance
    common = [each for each in wrong[0] if all(each in other for other in wrong)]
    parting = next((each for each in alone if each in common), "")
    if not parting and len(wrong) >= LEAST_FOR_TWO:
        both = (f"{one} and {other}" for one, other in combinations(common, 2)
                if not any(each.issuperset((one, other)) for each in others))  # fmt: skip
        parting = next(both, "")
    if parting:
        clues = [said for words, said in _CLUES.items() if words in parting][:1]
        return " ".join([COMPARED.format(parting), *clues])
    either = (f"{one}, or {other}" for one, other in combinations(alone, 2)
              if all(one in each or other in each for each in wrong))  # fmt: skip
    parting = next(either, "") if len(wrong) >= LEAST_FOR_TWO else ""
    return COMPARED.format(parting) if parting else ""


def in_common_of_calls(wrong: Sequence[Program], right: Iterable[Program]) -> str:
    """The same of how calls follow one another, among programs of several calls."""
    least = min(_calls(each) for each in wrong)
    others = (each for each in right
              if _calls(each) >= min(least, 2) and each.size <= MOST_OPERATIONS)  # fmt: skip
    found = [(*_of_history(each.steps),) for each in wrong]
    return _parting(found, ((*_of_history(each.steps),) for each in others))


def _calls(program: Program) -> int:
    return sum(step[0] in ("backward", "zero") for step in program.steps)


@cache
def _features(key: str) -> tuple[str, ...]:
    """What may be said of a program: of all of its steps, and of what is called."""
    steps = json.loads(key)
    shapes = shapes_of(steps)
    slots = [step[1] for step in steps if step[0] == "apply"]
    found = dict[str, None]()
    for step in steps:
        if step[0] == "apply":
            found |= dict.fromkeys(_of_step(step, steps, shapes))
        elif step[0] == "backward" and shapes[step[1]] and step[1] in slots:
            found[f"a root has axes, as in shape {shapes[step[1]]}"] = None
    return (*found, *_of_history(steps))


@cache
def _at(key: str, slot: str) -> tuple[str, ...]:
    """What may be said of the step that makes this tensor."""
    steps = json.loads(key)
    step = next(step for step in steps if step[:2] == ["apply", slot])
    found = [*_of_step(step, steps, shapes_of(steps)), *_around(step, steps), *_of_history(steps)]
    if step[2] == "matmul" and any(1 in shapes_of(steps).get(each, ()) for each in step[3]):
        found.append("an axis of an operand of `@` has length 1")
    return (*dict.fromkeys(found),)


def _without_numbers(found: Sequence[str]) -> tuple[str, ...]:
    """Without what numbers there are: it makes no difference to a shape, or to an error."""
    return tuple(each for each in found if each not in _OF_DATA)


def _of_history(steps: Sequence[Step]) -> Iterator[str]:
    """What is called, and what changes between two calls."""
    kinds = [step[0] for step in steps]
    roots = [step[1] for step in steps if step[0] == "backward"]
    above = _operands_of(steps)
    if any(step[0] == "leaf" and step[3][:3] == "of " for step in steps):
        yield "two tensors are made of one array"
    arrays = [np.asarray(step[2], dtype=np.float64) for step in steps if step[0] == "array"]
    if any(one.shape != other.shape and one.tobytes() == other.tobytes()
           for one, other in combinations(arrays, 2)):  # fmt: skip
        yield "two plain arrays of different shapes hold the same entries"
    if _has_zero(steps):
        yield "the gradient of a result is 0"
    if "raise" in kinds:
        yield "a plain array is changed between two operations"
    if "set" in kinds:
        yield "`data` is set between two calls"
    if any(root in _below(later, above) - {later} for root, later in combinations(roots, 2)):
        yield "an earlier root is part of a larger graph later"
    shared = (_below(one, above) & _below(other, above) & above.keys()
              for one, other in combinations({*roots}, 2))  # fmt: skip
    if any(shared):
        yield "two roots have a result in common"
    if len({*roots}) > 1:
        yield "calls are of different roots"
    if any(count > 1 for count in Counter(roots).values()):
        yield "`backward()` is called of one root again"
    if kinds.count("zero") > 1:
        yield "`zero_grad` is called more than once"
    called = set[str]()
    for step in steps:
        if step[0] == "zero" and step[1] not in called:
            yield "`zero_grad` is called of a new graph, above leaves that have gradients"
            break
        called |= _below(step[1], above) if step[0] == "backward" else set()
    if any(_uses_aside(step[1], steps[:n], above)
           for n, step in enumerate(steps) if step[0] == "backward"):  # fmt: skip
        yield "a result has a use that the root of a call does not reach"


def _uses_aside(root: str, before: Sequence[Step], above: dict[str, set[str]]) -> bool:
    """Whether a result that a root is made of was used, before its call, by what it is not."""
    made = {step[1] for step in before if step[0] == "apply"}
    below = _below(root, above)
    return any(above[slot] & below & above.keys() for slot in made - below)


def _has_zero(steps: Sequence[Step]) -> bool:
    """Whether the first call of a program owes nothing to a result below its root."""
    calls = [n for n, step in enumerate(steps) if step[0] == "backward"]
    steps = steps[: calls[0] + 1] if calls else []
    made = _below(steps[-1][1], _operands_of(steps)) if calls else set()
    slots = [step[1] for step in steps if step[0] == "apply" and step[1] in made]
    moves = any(step[0] not in ("leaf", "array", "apply", "backward", "read") for step in steps)
    if moves or not slots or len(steps) > MOST_OPERATIONS:
        return False
    kept = [step for step in steps if step[0] != "read"]
    return not all(each.any() for each in by_numpy([*kept, ["read", "grad", slots]]))


def _operands_of(steps: Sequence[Step]) -> dict[str, set[str]]:
    made = (step for step in steps if step[0] == "apply")
    return {step[1]: {each for each in step[3] if isinstance(each, str)} for step in made}


def _below(root: str, above: dict[str, set[str]]) -> set[str]:
    found, waiting = {root}, [root]
    while waiting:
        new = above.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def _around(step: Step, steps: Sequence[Step]) -> Iterator[str]:
    """What stands around one use of an operator."""
    name = step[2]
    row = OPERATORS.get(name)
    said = row.said if row is not None and row.said else f"`{SIGNS.get(name, name)}`"
    at, calls = steps.index(step), [n for n, s in enumerate(steps) if s[0] in ("backward", "rule")]
    first = max((n for n in calls if n < at), default=0)
    last = min((n for n in calls if n > at), default=len(steps))
    uses = [each for each in steps[first:last] if each[0] == "apply" and each[2] == name]
    above = _operands_of(steps)
    mine = _below(step[1], above)
    apart = [each for each in uses if each[1] not in mine and step[1] not in _below(each[1], above)]
    if any(each[3] != step[3] for each in apart):
        yield f"{said} is used on another tensor, too, before `backward()`"
    if any(each[3] == step[3] for each in apart):
        yield f"{said} is used on the same tensor again before `backward()`"
    if sum(operands(each).count(step[1]) for each in steps) > 1:
        yield "the result is used more than once"
    if any(each[0] == "rule" and each[1] == step[1] and each[3] not in ("", "array")
           for each in steps):  # fmt: skip
        yield "the gradient that arrives is no contiguous array"


def _of_step(step: Step, steps: Sequence[Step], shapes: dict[str, Shape]) -> Iterator[str]:
    """What may be said of one use of an operator; what says most comes first."""
    _, _, name, slots, given = step
    mine = [shapes.get(each, ()) if isinstance(each, str) else () for each in slots]
    made = {each[1]: each for each in steps if each[0] in ("leaf", "array", "apply")}
    turned = isinstance(slots[0], str) and made[slots[0]][3] == "T"
    turned = turned and sum(length > 1 for length in mine[0]) > 1
    yield from _of_given(name, given, mine, turned)
    if name == "matmul":
        yield from _of_matmul(mine)
    if len(slots) == 2:
        yield from _of_two(name, slots, mine, made)
    for each in slots:
        if isinstance(each, str):
            called = "the gradient" if name == FUNCTIONS[1] else "an operand"
            yield from _of_operand(made[each], shapes.get(each, ()), called)
    if name not in (*SIGNS, *ENTRYWISE):
        yield from _of_shape(mine[0])


def _of_given(
    name: str, given: dict[str, Any], shapes: Sequence[Shape], turned: bool
) -> Iterator[str]:
    """turned: whether the first operand is an array that was transposed."""
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
        if any(each < 0 for each in axis) and any(each >= 0 for each in axis):
            of_axes.append("some axes of a tuple are negative and some are not")
    yield from of_axes[::-1]
    if name in ("sum", "mean") and axis is not None:
        count = len(shapes[0])
        summed = {each % count for each in several if each is not None}
        yield from _chosen({"the last axis is not summed": count - 1 not in summed,
                            "axis 0 is not summed": 0 not in summed})  # fmt: skip
    if name in ("sum", "mean"):
        for each in of_axes[::-1]:
            yield f"{each} and {'is kept' if given.get('keepdims') else 'not kept'}"
    if given.get("keepdims"):
        yield "`keepdims` is True"
    if name == "pow":
        n = given["n"]
        yield from _chosen({"the exponent is 0": n == 0, "the exponent is 1": n == 1,
                            "the exponent is negative": n < 0,
                            "the exponent is no whole number": n != int(n)})  # fmt: skip
    if name == "cross_entropy":
        labels = given["labels"]
        yield from _chosen({
            f"a label is above {BYTE}": max(labels) > BYTE,
            "the last class is no label": shapes[0][-1] - 1 not in labels,
            "a class is no label": shapes[0][-1] > len({*labels}),
            "a label is there twice": len({*labels}) < len(labels),
            "one array of labels is used twice": "named" in given,
            "labels are an array": bool(given.get("array")),
            "there are several rows, and not as many as classes": 1 < len(labels) != shapes[0][-1],
            "there is one row": len(labels) == 1,
        })  # fmt: skip
    if name == "getitem":
        yield from _of_index(given["index"], shapes[0])
    if name == "reshape":
        yield from _chosen({"a length is given as -1": -1 in given["shape"],
                            "the shape is given as a tuple": bool(given.get("tuple"))})  # fmt: skip
    if name == "transpose" and axis is None:
        yield "no axes are given"
    if name == FUNCTIONS[1]:
        if turned and prod(given["shape"]) > 1:
            yield "the gradient was transposed, and the shape has more than one entry"
        stretched = _of_stretching(tuple(given["shape"]), shapes[0])
        yield from (f"the shape has {words}" for words in stretched)


def _chosen(said: dict[str, bool]) -> Iterator[str]:
    yield from (words for words, holds in said.items() if holds)


def _of_index(parts: Sequence[Any], shape: Shape) -> Iterator[str]:
    lists = [part for part in parts if isinstance(part, list)]
    rows = [row for part in lists if part[0] != "slice" for row in np.ravel(part[1]).tolist()]
    numbers = [part for part in parts if isinstance(part, int)]
    yield from _chosen({
        "an index is a list or an array of several": bool(rows),
        "an index is an array": any(part[0] == "array" for part in lists),
        "an entry is taken twice, once counted from the end": (
            len({row % shape[0] for row in rows}) < len({*rows})
        ),
        "an entry is taken twice": len({*rows}) < len(rows),
        "an index is counted from the end": any(each < 0 for each in (*rows, *numbers)),
        f"an index is above {BYTE}": any(each > BYTE for each in (*rows, *numbers)),
        "a slice has a step": any(part[0] == "slice" and len(part) == 4 for part in lists),
        "an index is a slice": any(part[0] == "slice" for part in lists),
        "the index has several parts": len(parts) > 1,
        "an index is a number": bool(numbers),
    })  # fmt: skip


def _of_matmul(shapes: Sequence[Shape]) -> Iterator[str]:
    left, right = (len(shape) for shape in shapes)
    if left == 1 or right == 1:
        if left == right == 1:
            yield "both operands of `@` are vectors"
        yield "a vector is on the right of `@`" if left > 1 else "a vector is on the left of `@`"
        yield "an operand of `@` is a vector"
        side = "right" if left > 1 else "left"
        if left > 2 or right > 2:
            yield f"a vector is on the {side} of `@` and a stack of matrices on the other side"
    for side, axes in (("left", left), ("right", right)):
        if axes != 2:
            yield f"the {side} operand of `@` is no matrix"
    if left > 2 or right > 2:
        if len({prod(shape[:-2]) for shape in shapes}) > 1:
            yield "the operands of `@` are different numbers of matrices"
        if left != right:
            yield "one operand of `@` is a stack, and the other one is not"
        for side, axes in (("left", left), ("right", right)):
            if axes > 2:
                yield f"the {side} operand of `@` has {axes} axes"
        yield "an operand of `@` is a stack of matrices"


def _of_two(
    name: str, slots: Sequence[Any], shapes: Sequence[Shape], made: dict[str, Step]
) -> Iterator[str]:
    if slots[0] == slots[1]:
        yield "both operands are one tensor"
    for side, each in zip(("left", "right"), slots, strict=True):
        if not isinstance(each, str):
            yield f"the {side} operand is a plain number"
        elif made[each][0] == "array":
            if prod(shapes[side == "right"]) == 1:
                yield "an operand is a plain array of one entry"
            yield "an operand is a plain array"
            yield f"the {side} operand is a plain array"
    if name == "matmul":
        return
    whole = np.broadcast_shapes(*shapes)
    for side, shape in zip(("left", "right"), shapes, strict=True):
        yield from (f"the {side} operand has {words}" for words in _of_stretching(shape, whole))
    if shapes[0] != shapes[1]:
        yield "the operands have different shapes"


def _of_stretching(shape: Shape, whole: Shape) -> Iterator[str]:
    """What is done to a shape that is broadcast to another one."""
    front = len(whole) - len(shape)
    pairs = zip_longest(shape[::-1], whole[::-1])
    stretched = sum(one == 1 and other != 1 for one, other in pairs if one is not None)
    if front and stretched:
        yield "axes put in front of it and another one stretched"
    if front and 1 in shape:
        yield "axes put in front of it and another one of length 1"
    if front:
        yield "axes put in front of it"
    if front > 1:
        yield "several axes put in front of it"
    if stretched > 1:
        yield "several axes stretched"
    if stretched:
        yield "an axis stretched"
    if shape.count(1) > 1:
        yield "several axes of length 1"


def _of_operand(step: Step, shape: Shape, called: str) -> Iterator[str]:
    kind, long = step[0], sum(length > 1 for length in shape)
    if kind == "apply":
        turned = long > 1 and step[2] in ("T", "transpose")
        yield f"{called} is a transposed tensor" if turned else f"{called} is itself a result"
        return
    layout, entries = step[3], np.ravel(np.asarray(step[2], dtype=np.float64))
    if layout[:3] == "of ":
        yield "two tensors are made of one array"
    elif layout == "single":
        yield f"{called} is made of float32"
    elif layout not in ("", "array") and long > (layout == "T"):
        if layout == "T":
            yield f"{called} is an array that was transposed"
        yield f"{called} is an array that is not contiguous"
    elif layout and kind == "leaf":
        yield f"{called} is made of an array"
    has = (entries < 0.0, entries == 0.0, np.abs(entries) > FAR)
    yield from (words for words, holds in zip(_OF_DATA, has, strict=True) if holds.any())


def _of_shape(shape: Shape) -> Iterator[str]:
    yield from _chosen({
        "the operand is a single number": not shape,
        "several axes of the operand have length 1": shape.count(1) > 1,
        "an axis of the operand has length 1": 1 in shape,
        f"the operand has {len(shape)} axes": len(shape) > 2,
        "the operand is a vector": len(shape) == 1,
    })  # fmt: skip
