"""The first tensor of a failing program that does not hold what its consumers owe it.

An engine's own values and gradients, as they are at the end, are what is looked at: each value must
follow from those of the operands, and each gradient from those of the consumers. Shapes come before
numbers. Nothing is said where an engine does not keep the gradients of inner tensors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from grader.packs.tensor.answers import use_of
from grader.packs.tensor.judged import decoded, same_array
from grader.packs.tensor.misconceptions import ANY, WRONG, of_any
from grader.packs.tensor.operators import OPERATORS, Array, At, owed
from grader.packs.tensor.program import Program, Step


@dataclass(frozen=True, slots=True)
class Broken:
    """Where the law does not hold.

    kind: "value", or "rule" of an operator for one operand, or "adding" (several contributions),
    "shared" (two gradients are one array), "seed", "start". name, place: the operator and the
    operand. why: what a wrong rule does, "" if nobody knows. found, right: shapes, where these
    differ. slot: the tensor. step: what made the consumer, or the value.
    """

    kind: Literal["value", "rule", "adding", "shared", "seed"]
    slot: str
    name: str = ""
    place: int = 0
    why: str = ""
    shapes: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    step: Step | None = None
    other: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        """What it is about, whatever the program."""
        return self.kind, self.name, self.place, self.why


@dataclass(frozen=True, slots=True)
class Seen:
    """What an engine holds at the end of a program, by slot; plain arrays too."""

    data: Mapping[str, Array]
    grads: Mapping[str, Array | None]
    shared: frozenset[frozenset[str]]


def seen_in(program: Program, value: object) -> Seen | None:
    """What a worker saw. None for anything that does not look like it."""
    if not isinstance(value, dict) or not isinstance(value.get("nodes"), dict):
        return None
    data: dict[str, Array] = {
        step[1]: np.array(step[2], dtype=np.float64) for step in program.steps if step[0] == "array"
    }
    grads: dict[str, Array | None] = {}
    for slot, pair in value["nodes"].items():
        if not isinstance(pair, list) or len(pair) != 2:
            return None
        found = decoded(pair[0])
        if found is None:
            return None
        data[slot], grads[slot] = found, decoded(pair[1])
    shared = [pair for pair in value.get("shared", ()) if isinstance(pair, list)]
    return Seen(data, grads, frozenset(frozenset(map(str, pair)) for pair in shared))


def broken_in(program: Program, seen: Seen) -> Broken | None:
    """Where the law is broken first, from the root down; None if that cannot be said."""
    made = [step for step in program.steps if step[0] == "apply"]
    calls = [step for step in program.steps if step[0] in ("backward", "rule")]
    moved = any(step[0] in ("set", "descend", "again", "zero") for step in program.steps)
    if moved or any(slot not in seen.data for slot in _slots(program)):
        return None
    for step in made:
        wrong = _value(step, seen)
        if wrong is not None:
            return wrong
    if not calls or len({step[1] for step in calls}) > 1:
        return None
    ups = {step[1]: _seed(step, seen) for step in calls}
    root = calls[-1][1]
    below = _below(root, made)
    start = seen.grads.get(root)
    if start is None:
        return None
    if not same_array(start, ups[root]):
        shares = _sharing(root, seen)
        return Broken("shared", root, other=shares) if shares else None
    inner = [step[1] for step in reversed(made) if step[1] in below and step[1] != root]
    leaves = [step[1] for step in program.steps if step[0] == "leaf" and step[1] in below]
    if len(calls) == 1:
        inner += leaves
    for slot in inner:
        wrong = _gradient(slot, made, below, seen)
        if wrong is not None:
            return wrong
        if seen.grads.get(slot) is None:
            return None
    return None


def _slots(program: Program) -> list[str]:
    return [step[1] for step in program.steps if step[0] in ("leaf", "apply", "array")]


def _seed(step: Step, seen: Seen) -> Array:
    if step[0] == "rule" and step[2] is not None:
        return np.array(step[2], dtype=np.float64)
    return np.ones(seen.data[step[1]].shape)


def _below(root: str, made: list[Step]) -> set[str]:
    found = {root}
    for step in reversed(made):
        if step[1] in found:
            found |= {each for each in step[3] if isinstance(each, str)}
    return found


def _operands(step: Step, seen: Seen) -> list[Any]:
    return [seen.data[each] if isinstance(each, str) else each for each in step[3]]


def _value(step: Step, seen: Seen) -> Broken | None:
    row = OPERATORS.get(step[2])
    if row is None:
        return None
    try:
        with np.errstate(all="ignore"):
            right = np.asarray(row.value(*_operands(step, seen), given=step[4]), dtype=np.float64)
    except (ValueError, IndexError):  # what the operands hold does not fit any more
        return None
    found = seen.data[step[1]]
    if same_array(found, right):
        return None
    shapes = None if found.shape == right.shape else (found.shape, right.shape)
    return Broken("value", step[1], step[2], shapes=shapes, step=step)


def _gradient(slot: str, made: list[Step], below: set[str], seen: Seen) -> Broken | None:
    """What is wrong with a tensor's gradient, if its consumers' are there."""
    found = seen.grads.get(slot)
    uses = []
    for step in made:
        if step[1] not in below:
            continue
        for place, each in enumerate(step[3]):
            if each == slot:
                up = seen.grads.get(step[1])
                if up is None or up.shape != seen.data[step[1]].shape:
                    return None
                uses.append(
                    (step, place, use_of(_operands(step, seen), seen.data[step[1]], up, step[4]))
                )
    if found is None or not uses:
        return None
    with np.errstate(all="ignore"):
        shares = [owed(step[2], place, at) for step, place, at in uses]
    right = sum(shares, np.zeros(seen.data[slot].shape))
    if same_array(found, right):
        return None
    step, place, at = uses[0]
    if found.shape != right.shape:
        why = ANY["not-summed"] if found.shape == at.up.shape and len(uses) == 1 else ""
        shapes = (found.shape, right.shape)
        name = step[2] if len(uses) == 1 else ""
        return Broken("rule", slot, name, place, why, shapes, step)
    shares_with = _sharing(slot, seen)
    if shares_with:
        return Broken("shared", slot, other=shares_with)
    if len(uses) > 1 and any(same_array(found, each) for each in shares):
        return Broken("adding", slot, step=step)
    for (step, place, at), share in zip(uses, shares, strict=True):
        why = _reading(step[2], place, at, share, found - (right - share))
        if why:
            return Broken("rule", slot, step[2], place, why, None, step)
    if len(uses) == 1:
        return Broken("rule", slot, step[2], place, "", None, step)
    return Broken("adding", slot, why="unknown", step=step)


def _reading(name: str, place: int, at: At, share: Array, found: Array) -> str:
    """The wrong rule that sends just this."""
    with np.errstate(all="ignore"):
        for why, rule in WRONG.get((name, place), {}).items():
            if _gives(rule(at), found):
                return why
        for key, sent in of_any(name, place, at, share):
            if _gives(sent, found):
                return ANY[key]
        sizes = np.abs(share)
        if sizes.max(initial=0.0) > 0:
            at_largest = np.unravel_index(int(sizes.argmax()), share.shape)
            factor = float(found[at_largest] / share[at_largest])
            if _gives(share * factor, found):
                return f"it is {factor:.6g} times what it should be"
    return ""


def _gives(sent: Array, found: Array) -> bool:
    """Whether a wrong rule sends this; summed back, where the rule itself does that."""
    sent = np.asarray(sent, dtype=np.float64)
    if sent.shape != found.shape:
        from grader.packs.tensor.operators import unbroadcast

        try:
            sent = unbroadcast(sent, found.shape)
        except (ValueError, IndexError):
            return False
    return same_array(found, sent)


def _sharing(slot: str, seen: Seen) -> str:
    """Another tensor whose gradient is the same memory."""
    return next((min(pair - {slot}) for pair in seen.shared if slot in pair and len(pair) == 2), "")
