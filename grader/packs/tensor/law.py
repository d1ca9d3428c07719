"""The first tensor of a failing program that does not hold what its consumers owe it.

An engine's own values and gradients, as they are at the end, are what is looked at: each value must
follow from those of the operands, and each gradient from those of the consumers. Shapes come before
numbers. Nothing is said where an engine does not keep the gradients of inner tensors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal

import numpy as np

from grader.packs.tensor.answers import by_numpy, use_of
from grader.packs.tensor.judged import decoded_one, same_array, wrong_entries
from grader.packs.tensor.misconceptions import ANY, WRONG, of_any
from grader.packs.tensor.operators import OPERATORS, Array, At, owed, unbroadcast
from grader.packs.tensor.program import Program, Step

Shapes = tuple[tuple[int, ...], tuple[int, ...]]
MOST_USES = 5
"""Of a tensor that is used more often, it is not looked which contributions are left."""
MOVES = ("set", "descend", "again", "zero")
"""Steps after which a graph does not hold any more what it was made of."""


@dataclass(frozen=True, slots=True)
class Broken:
    """Where the law does not hold.

    kind: "value", or "rule" of an operator for one operand, "early" (nothing or a part arrives: the
    rule ran before its gradient was whole), "sets" (some of several contributions are left),
    "adding" (another sum), "shared" (two gradients are one array), "restart" (an earlier call is in
    it), "forgets" (of several calls a leaf has the last), "changed" (its data is not as it was).
    slot: the tensor; other: one that has the same array. name, place, step: the operator, the
    operand, and the step that made the consumer or the value. why: what a wrong rule does, "" if
    nobody knows. shapes: the one that is there and the right one, where they differ. entry: the
    first wrong one of a value, and the right one.
    """

    kind: Literal[
        "value", "rule", "early", "sets", "adding", "shared", "restart", "forgets", "changed"
    ]
    slot: str
    name: str = ""
    place: int = 0
    why: str = ""
    step: Step | None = None
    shapes: Shapes | None = None
    entry: tuple[float, float] | None = None
    other: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """What it is about, whatever the program."""
        return self.kind, self.name, self.why


@dataclass(frozen=True, slots=True)
class Seen:
    """What an engine holds at the end of a program, by slot; plain arrays too."""

    data: Mapping[str, Array]
    grads: Mapping[str, Array | None]
    shared: frozenset[frozenset[str]]
    changed: tuple[str, ...] = ()
    """Tensors whose data at the end is not what it was when they were made."""


def seen_in(program: Program, value: object) -> Seen | None:
    """What a worker saw. None for anything that does not look like it."""
    if not isinstance(value, dict) or not isinstance(value.get("nodes"), dict):
        return None
    data: dict[str, Array] = {
        step[1]: np.array(step[2], dtype=np.float64) for step in program.steps if step[0] == "array"
    }
    grads: dict[str, Array | None] = {}
    changed: list[str] = []
    for slot, pair in value["nodes"].items():
        if not isinstance(pair, list) or len(pair) != 3:
            return None
        found, last = decoded_one(pair[0]), decoded_one(pair[2])
        if found is None or last is None:
            return None
        data[slot], grads[slot] = found, decoded_one(pair[1])
        changed += [] if same_array(last, found) else [slot]
    told = value.get("shared")
    pairs = [each for each in told if isinstance(each, list)] if isinstance(told, list) else []
    shared = frozenset(frozenset(map(str, pair)) for pair in pairs)
    return Seen(data, grads, shared, tuple(changed))


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a tensor below a root: the consumer's step, the place, and what is owed."""

    step: Step
    place: int
    at: At

    @property
    def name(self) -> str:
        """The operator."""
        return str(self.step[2])

    def owed(self, up: Array | None = None) -> Array:
        """What is owed for the gradient that arrives, or for another one."""
        with np.errstate(all="ignore"):
            return owed(self.name, self.place, self.at if up is None else self.at.with_up(up))


def broken_in(program: Program, seen: Seen) -> Broken | None:
    """Where the law is broken first, from the root down; None if that cannot be said."""
    made = [step for step in program.steps if step[0] == "apply"]
    slots = [step[1] for step in program.steps if step[0] in ("leaf", "apply", "array")]
    if any(slot not in seen.data for slot in slots):
        return None
    if any(step[0] in MOVES for step in program.steps):
        return None
    if seen.changed:  # before anything is worked out from it
        first = next(slot for slot in slots if slot in seen.changed)
        return Broken("changed", first)
    for step in made:
        wrong = _value(step, seen)
        if wrong is not None:
            return wrong
    calls = [step for step in program.steps if step[0] in ("backward", "rule")]
    roots = {step[1] for step in calls}
    return _Below(made, calls, seen).broken(program) if len(roots) == 1 else None


def _value(step: Step, seen: Seen) -> Broken | None:
    row = OPERATORS.get(step[2])
    if row is None:
        return None
    try:
        with np.errstate(all="ignore"):
            right = np.asarray(row.value(*_operands(step, seen), given=step[4]), dtype=np.float64)
    except (ValueError, IndexError):  # what the operands hold does not fit any more
        return None
    found, broken = seen.data[step[1]], Broken("value", step[1], step[2], step=step)
    if same_array(found, right):
        return None
    if found.shape != right.shape:
        return replace(broken, shapes=(found.shape, right.shape))
    place = tuple(np.argwhere(wrong_entries(found, right))[0])
    return replace(broken, entry=(float(found[place]), float(right[place])))


def _operands(step: Step, seen: Seen) -> list[Any]:
    return [seen.data[each] if isinstance(each, str) else each for each in step[3]]


class _Below:
    """What is below the one root of a program."""

    def __init__(self, made: list[Step], calls: list[Step], seen: Seen) -> None:
        self.seen, self.calls, self.root = seen, calls, calls[-1][1]
        below = {self.root}
        for step in reversed(made):
            if step[1] in below:
                below |= {each for each in step[3] if isinstance(each, str)}
        self.made = [step for step in made if step[1] in below]
        self.below = below

    def broken(self, program: Program) -> Broken | None:
        """The first tensor that does not hold what it is owed, after the root."""
        last = self.calls[-1]
        seed = np.ones(self.seen.data[self.root].shape)
        if last[0] == "rule" and last[2] is not None:
            seed = np.array(last[2], dtype=np.float64)
        start, again = self.seen.grads.get(self.root), len(self.calls)
        if start is None:
            return None
        if not same_array(start, seed):
            other = self.sharing(self.root)
            if other:
                return Broken("shared", self.root, other=other)
            twice = again > 1 and self.made and same_array(start, seed * again)
            return Broken("restart", self.root) if twice and self._too_much(program) else None
        if again > 1 and not self.made:
            return Broken("forgets", self.root)
        slots = [step[1] for step in reversed(self.made) if step[1] != self.root]
        if again == 1:  # leaves add from call to call
            slots += [step[1] for step in program.steps if step[0] == "leaf"]
        for slot in slots:
            uses = self.uses(slot)
            found = self.seen.grads.get(slot)
            if uses is None or found is None:
                return None
            wrong = self._gradient(slot, uses, found) if uses else None
            if wrong is not None and again > 1:  # what one call does is told of programs of one
                too_much = wrong.kind == "restart" and self._too_much(program)
                return wrong if wrong.kind == "shared" or too_much else None
            if wrong is not None:
                return wrong
        return self._forgotten(program) if again > 1 else None

    def _leaves(self, program: Program) -> list[tuple[str, Array, Array]]:
        """The leaves with what they hold, and what is right."""
        slots = [step[1] for step in program.steps if step[0] == "leaf"]
        steps = [step for step in program.steps if step[0] != "read"]
        right = by_numpy([*steps, ["read", "grad", slots]])
        pairs = zip(slots, (self.seen.grads.get(slot) for slot in slots), right, strict=True)
        return [(slot, found, each) for slot, found, each in pairs if found is not None]

    def _too_much(self, program: Program) -> bool:
        """Whether a leaf holds more than all calls are to bring: an earlier one was added again."""
        return any(np.abs(found).max() > 1.01 * np.abs(right).max()
                   for _, found, right in self._leaves(program))  # fmt: skip

    def _forgotten(self, program: Program) -> Broken | None:
        """A leaf that holds what one of several equal calls brought."""
        times = len(self.calls)
        for slot, found, right in self._leaves(program):
            if slot in self.below and same_array(found * times, right) and right.any():
                return Broken("forgets", slot)
        return None

    def uses(self, slot: str) -> list[Use] | None:
        """How a tensor is used; None if a consumer holds no gradient of its own shape."""
        found = []
        for step in self.made:
            for place, each in enumerate(step[3]):
                if each != slot:
                    continue
                up, out = self.seen.grads.get(step[1]), self.seen.data[step[1]]
                if up is None or up.shape != out.shape:
                    return None
                at = use_of(_operands(step, self.seen), out, up, step[4])
                found.append(Use(step, place, at))
        return found

    def sharing(self, slot: str) -> str:
        """Another tensor whose gradient is the same memory."""
        pairs = sorted(min(pair - {slot}) for pair in self.seen.shared
                       if slot in pair and len(pair) == 2)  # fmt: skip
        return pairs[0] if pairs else ""

    def _gradient(self, slot: str, uses: list[Use], found: Array) -> Broken | None:
        shares = [use.owed() for use in uses]
        right = sum(shares, np.zeros(self.seen.data[slot].shape))
        if same_array(found, right):
            return None
        one = uses[0] if len(uses) == 1 else None
        broken = Broken("adding", slot, step=uses[0].step)
        if one is not None and found.shape == right.shape:
            place = tuple(np.argwhere(wrong_entries(found, right))[0])
            entry = float(found[place]), float(right[place])
            broken = Broken("rule", slot, one.name, one.place, step=one.step, entry=entry)
        elif one is not None:
            broken = Broken("rule", slot, one.name, one.place, step=one.step)
        if found.shape != right.shape:
            stretched = one is not None and found.shape == one.at.up.shape
            why = ANY["not-summed"] if stretched else ""
            return replace(broken, kind="rule", why=why, shapes=(found.shape, right.shape))
        other = self.sharing(slot)
        if other:
            return Broken("shared", slot, other=other)
        if len(self.calls) > 1 and same_array(found, right * len(self.calls)):
            return Broken("restart", slot)
        for count in range(1, min(len(uses), MOST_USES)):
            for kept in combinations(range(len(uses)), count):
                if same_array(found, sum((shares[n] for n in kept), np.zeros(right.shape))):
                    use = uses[kept[0]]
                    name = use.name if count == 1 else ""
                    return Broken("sets", slot, name, use.place, step=use.step)
        for use, share in zip(uses, shares, strict=True):
            sent = found - (right - share)
            told = self._told(use, share, sent, alone=one is not None)
            if told is not None:
                return replace(told, slot=slot)
        return broken

    def _told(self, use: Use, share: Array, sent: Array, alone: bool) -> Broken | None:
        """What a rule does that sends just this; None if nobody knows."""
        about = Broken("rule", "", use.name, use.place, step=use.step)
        why = _reading(use, share, sent, alone)
        if why and not (why == ANY["nothing"] and use.step[1] != self.root):
            return replace(about, why=why)
        if why or any(same_array(sent, use.owed(part)) for part in self._parts(use.step[1])):
            return replace(about, kind="early")
        return None

    def _parts(self, slot: str) -> Iterator[Array]:
        """What a consumer holds while some of its own consumers have not contributed."""
        uses = self.uses(slot) or []
        if len(uses) > 1:
            yield from (use.owed() for use in uses)


def _reading(use: Use, share: Array, found: Array, alone: bool) -> str:
    """The wrong rule that sends just this. alone: whether it is the only use of the tensor."""
    with np.errstate(all="ignore"):
        for why, rule in WRONG.get((use.name, use.place), {}).items():
            if _gives(rule, use.at, found):
                return why
        for key, sent in of_any(use.name, use.place, use.at, share):
            if same_array(sent, found):
                return ANY[key]
        if alone and len(np.unique(np.abs(share))) > 1:
            largest = np.unravel_index(int(np.abs(share).argmax()), share.shape)
            factor = float(found[largest] / share[largest])
            if same_array(share * factor, found):
                return f"it is {factor:.6g} times what it should be"
    return ""


def _gives(rule: Any, at: At, found: Array) -> bool:
    """Whether a wrong rule sends this, summed back to the operand's shape if need be."""
    try:
        sent = np.asarray(rule(at), dtype=np.float64)
        return same_array(sent if sent.shape == found.shape else unbroadcast(sent, found.shape),
                          found)  # fmt: skip
    except (ValueError, IndexError):  # its shapes do not fit here
        return False
