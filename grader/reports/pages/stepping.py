"""Say in words what each step of a backward pass did: which rule ran, who got what, and how late.

`steps_of(picture, "yours")` turns the notes of a counterexample's picture into steps that a page, a
terminal or a screen reader can play one after the other. Nothing is judged here: only what the
notes hold is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from grader.explain.pictures.drawn.boxes import UNKNOWN, clean, number, title_of
from grader.judging.picture import Picture, PictureNode, PictureStep

Side: TypeAlias = Literal["yours", "right"]
Grads: TypeAlias = Sequence[float | str | None]

MOST_TOLD = 3
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True, slots=True)
class Change:
    """A gradient that a step changed: the node's place in the picture, both values as written."""

    node: int
    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Step:
    """One rule that ran. `node` is None for the start, before any rule has run."""

    node: int | None
    said: str
    changes: tuple[Change, ...]
    too_early: bool = False


def steps_of(picture: Picture, side: Side) -> tuple[Step, ...]:
    """The start and then every rule in the order in which it ran; empty where nothing was noted."""
    noted = getattr(picture, side)
    if not noted:
        return ()
    order = [item.node for item in noted]
    before: Grads = getattr(picture.start, side, None) or _at_the_start(picture, noted)
    steps = [_start(picture, before)]
    for place, item in enumerate(noted):
        steps.append(_step(picture, order, place, before, item.grads))
        before = item.grads
    if side == "yours":
        said = [steps[-1].said, *_never_ran(picture, order), *_in_the_end(picture, before)]
        steps[-1] = replace(steps[-1], said=" ".join(said))
    return tuple(steps)


def _at_the_start(picture: Picture, noted: Sequence[PictureStep]) -> Grads:
    """Where no start was noted: the root has its own gradient, all others have none yet."""
    first = noted[0].grads
    root = picture.root
    return [
        None if value is None else value if index == root else 0.0
        for index, value in enumerate(first)
    ]


def _never_ran(picture: Picture, order: Sequence[int]) -> list[str]:
    missing = [
        f"`{clean(node.name)}`"
        for index, node in enumerate(picture.nodes)
        if node.inputs and index not in order
    ]
    return [f"The rule of {name} never ran." for name in missing[:MOST_TOLD]]


def _in_the_end(picture: Picture, grads: Grads) -> list[str]:
    """Which leaves have ended wrong, the first few; inner nodes have been told of on the way."""
    wrong = [
        f"`{clean(node.name)}` ends with {number(grad)}, and should with {number(right)}"
        for node, grad in zip(picture.nodes, grads, strict=True)
        for right in [node.expected]
        if node.mark and not node.inputs and number(grad) != number(right)
    ]
    return [f"In the end: {'; '.join(wrong[:MOST_TOLD])}."] if wrong else []


def _start(picture: Picture, grads: Grads) -> Step:
    root, names = picture.root, [clean(node.name) for node in picture.nodes]
    changes = tuple(
        Change(index, names[index], "", number(value)) for index, value in enumerate(grads)
    )
    calls = picture.calls
    when = f"Before the first rule of call {calls}" if calls > 1 else "Before the first rule"
    others = [change for change in changes if change.node != root]
    left = [f"`{change.name}` {change.after}" for change in others if change.after != "0.0"]
    rest = "all others hold 0.0" if not left else f"others hold {', '.join(left)}"
    if all(change.after == UNKNOWN for change in others):
        rest = "what others hold is not known"
    said = f"{when}: `{names[root]}` holds {number(grads[root])}, {rest}."
    return Step(None, said, changes)


def _step(picture: Picture, order: Sequence[int], place: int, before: Grads, after: Grads) -> Step:
    nodes = picture.nodes
    ran = order[place]
    changes = tuple(
        Change(index, clean(nodes[index].name), number(before[index]), number(after[index]))
        for index in range(len(nodes))
        if after[index] is not None and number(before[index]) != number(after[index])
    )
    again = " again" if ran in order[:place] else ""
    parts = [f"The rule of `{title_of(nodes[ran])}` ran{again}: {_handed_on(nodes[ran], changes)}."]
    waited_for = _not_yet_paid_in(nodes, order, place)
    if waited_for and not again:
        parts.append(f"Too early: {waited_for}.")
    parts += [
        f"Too late for `{change.name}`: its own rule has run already, and nothing passes this on."
        for change in changes
        if _has_spoken(nodes, order, place, change.node)
    ]
    return Step(ran, " ".join(parts), changes, bool(waited_for))


def _handed_on(node: PictureNode, changes: Sequence[Change]) -> str:
    if not changes:
        return "a leaf has no inputs to contribute to" if not node.inputs else "no gradient changed"
    told = [
        f"`{change.name}` gets {change.after}"
        if change.before in ("0.0", UNKNOWN)
        else f"`{change.name}` goes from {change.before} to {change.after}"
        for change in changes
    ]
    return ", ".join(told)


def _not_yet_paid_in(nodes: Sequence[PictureNode], order: Sequence[int], place: int) -> str:
    """Which consumers of the node that ran had not run before it; "" if all had."""
    ran = order[place]
    consumers = [index for index, node in enumerate(nodes) if ran in node.inputs]
    missing = [index for index in consumers if index not in order[:place] and index != ran]
    if not missing:
        return ""
    named = [f"`{clean(nodes[index].name)}`" for index in missing]
    if len(missing) > 1:
        return f"its consumers {' and '.join(named)} had not contributed yet"
    if len(consumers) == 1:
        return f"its consumer {named[0]} had not contributed yet"
    which = consumers.index(missing[0])
    ordinal = f"{_ORDINALS[which]} " if which < len(_ORDINALS) else ""
    return f"its {ordinal}consumer {named[0]} had not contributed yet"


def _has_spoken(nodes: Sequence[PictureNode], order: Sequence[int], place: int, node: int) -> bool:
    """Whether an inner node's rule ran before this step and will not run again."""
    return bool(nodes[node].inputs) and node in order[:place] and node not in order[place:]
