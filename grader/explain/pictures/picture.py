"""The picture of a counterexample: its graph, with the student's gradients and PyTorch's.

A `Sketch` is what can be drawn of a program: the graph below the root of the last `backward()`
before the first wrong reading. `picture_of` fills in the gradients and marks the first wrong one in
backward order (`judging.picture.Picture`).

Nodes are in order of creation; `inputs` in the order of operands. `yours` and `expected` are
gradients, None where the engine keeps none. Steps hold one entry for each rule that ran, with
every node's gradient after it; `start` holds them before the first. What the student's engine did
comes from `watched`, and is None where that is not known. `calls` counts calls of `backward`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from grader.explain.pictures.sketch import Sketch, rounded
from grader.judging.picture import Grads, Picture, PictureStart, PictureStep
from grader.programs.compare import same_number

Steps = tuple[tuple[int, tuple[float | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """What was noted of one backward pass on the student's engine, node by node.

    `steps`: which node's rule ran, and every gradient when the next one began. `start`: every
    gradient when the first began. None where a number, or the whole, is not known.
    """

    data: tuple[float | None, ...]
    grads: tuple[float | None, ...]
    start: tuple[float | None, ...] | None = None
    steps: tuple[tuple[int, tuple[float | None, ...]], ...] | None = None


def picture_of(sketch: Sketch, notes: Notes | None) -> Picture | None:
    """The picture, with what was noted of the student's engine where that is of use.

    The right gradients are our reference's: PyTorch's, without its import.
    """
    right = sketch.play(sketch.order)
    expected = right[-1][1] if right else sketch.seeded
    if notes is not None and any(map(_differ, notes.data, sketch.data)):
        return None  # a value is wrong, and gradients come after it
    if notes is not None and any(_differ(notes.grads[n], v) for n, v in sketch.read.items()):
        notes = None  # this run was not like the one that was judged
    yours = _yours(sketch, expected, notes)
    inputs = [node.inputs for node in sketch.nodes]
    marks = marks_of(inputs, _wrong(inputs, yours, expected))
    if not any(marks):
        return None
    steps = _rules_only(sketch, notes)
    if steps and _is_right_order(sketch, [node for node, _ in steps]):
        right = sketch.play(node for node, _ in steps)
    start = None if notes is None or not steps else _plain(notes.start)
    return Picture(
        nodes=tuple(
            replace(node, yours=rounded(mine), expected=rounded(theirs), mark=mark)
            for node, mine, theirs, mark in zip(sketch.nodes, yours, expected, marks, strict=True)
        ),
        root=sketch.root,
        calls=sketch.calls,
        yours=_listed(steps),
        right=_listed(right),
        start=PictureStart(start, _plain(sketch.seeded)),
    )


def marks_of(inputs: Sequence[Sequence[int]], wrong: Sequence[bool | None]) -> list[str | None]:
    """What is wrong at each node, seen from the root. inputs: the numbers of each node's; wrong:
    whether its gradient is, None where that is not known.

    A wrong gradient whose consumers' are all right is a first one; the first of these is marked
    "first_wrong". Below another wrong gradient it is a "consequence". "wrong" is any other.
    """
    consumers = _consumers(inputs)
    marks: list[str | None] = [None] * len(inputs)
    found = False
    for number in reversed(range(len(inputs))):
        if not wrong[number]:
            continue
        above = consumers[number]
        if any(marks[consumer] for consumer in above):
            marks[number] = "consequence"
        elif found or any(wrong[consumer] is None for consumer in above):
            marks[number] = "wrong"
        else:
            marks[number], found = "first_wrong", True
    return marks


def _wrong(
    inputs: Sequence[Sequence[int]], yours: Sequence[float | None], expected: Sequence[float]
) -> list[bool | None]:
    """Whether each gradient is wrong. A 0 is, too, where next to nothing is right, if what is
    wrong comes of it: the tolerance takes the two for the same."""
    wrong = [
        None if mine is None else _differ(mine, e) for mine, e in zip(yours, expected, strict=True)
    ]
    for node in range(len(inputs)):
        if any(wrong[source] for source in inputs[node]) and yours[node] == 0.0 != expected[node]:
            wrong[node] = True
    return wrong


def _consumers(inputs: Sequence[Sequence[int]]) -> list[set[int]]:
    consumers: list[set[int]] = [set() for _ in inputs]
    for place, sources in enumerate(inputs):
        for source in sources:
            consumers[source].add(place)
    return consumers


def _yours(sketch: Sketch, expected: Sequence[float], notes: Notes | None) -> list[float | None]:
    """The student's gradient of each node: as it was judged, otherwise as it was noted."""
    noted = [None] * len(sketch.nodes) if notes is None else notes.grads
    yours = [sketch.read.get(place, grad) for place, grad in enumerate(noted)]
    if _forgets(sketch, yours):
        inner = {place for place, node in enumerate(sketch.nodes) if node.inputs}
        yours = [
            None if place in inner and not grad and place not in sketch.read else grad
            for place, grad in enumerate(yours)
        ]
    return yours


def _forgets(sketch: Sketch, yours: Sequence[float | None]) -> bool:
    """Whether the engine drops an inner gradient once it is passed on, as it may.

    A node all of whose consumers hold nothing can have got nothing from them; if it holds
    something all the same, they have dropped it. A leaf may hold what earlier calls left there.
    """
    for place, above in enumerate(_consumers([node.inputs for node in sketch.nodes])):
        if yours[place] and above and not any(yours[consumer] for consumer in above):
            return (
                sketch.calls == 1
                or bool(sketch.nodes[place].inputs)
                or not any(yours[each] for each, node in enumerate(sketch.nodes) if node.inputs)
            )
    return False


def _rules_only(sketch: Sketch, notes: Notes | None) -> Steps | None:
    """The noted steps without those of leaves, which have no rule."""
    if notes is None or notes.steps is None:
        return None
    return tuple(step for step in notes.steps if sketch.nodes[step[0]].inputs)


def _is_right_order(sketch: Sketch, ran: Sequence[int]) -> bool:
    """Whether every rule ran once, after those of all consumers."""
    if sorted(ran, reverse=True) != sketch.order:
        return False
    place = {node: number for number, node in enumerate(ran)}
    return all(
        place[consumer] < place[node]
        for node, above in enumerate(_consumers([node.inputs for node in sketch.nodes]))
        if node in place
        for consumer in above
    )


def _listed(
    steps: Iterable[tuple[int, Sequence[float | None]]] | None,
) -> tuple[PictureStep, ...] | None:
    if not steps:
        return None
    return tuple(PictureStep(node, _plain(grads) or ()) for node, grads in steps)


def _plain(grads: Sequence[float | None] | None) -> Grads | None:
    return None if grads is None else tuple(rounded(grad) for grad in grads)


def _differ(one: float | None, other: float) -> bool:
    """Whether a known number differs from what it should be."""
    return one is not None and not same_number(one, other)
