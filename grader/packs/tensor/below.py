"""What is below the root of a call, and the first tensor there that does not hold what it is owed.

An engine's own values and gradients, as they are at the end of the call, are what is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from operator import mul
from typing import Any, Literal

import numpy as np

from grader.packs.tensor.answers import use_of
from grader.packs.tensor.judged import same_array, wrong_entries
from grader.packs.tensor.listing import Step
from grader.packs.tensor.misconceptions import ANY, BEYOND, BY_SIGN, WRONG, of_any, of_shape, times
from grader.packs.tensor.operators import Array, At, owed, unbroadcast
from grader.packs.tensor.program import Program
from grader.packs.tensor.seen import Seen

SAME, LATER, BOTH = "same", "later", "both"
"""Why something is told: a later call left a leaf as the one before had, and both bring the same; a
later `zero_grad` left something, and an earlier one nothing; gradients are set where a tensor is
both operands, and nowhere else."""
Way = tuple[str, int, bool]
"""An operator, an operand, and whether all operands are tensors."""
Shapes = tuple[tuple[int, ...], tuple[int, ...]]
MOST_USES = 5
"""Of a tensor that is used more often, it is not looked which contributions are left."""
SPOILT = ("mul", "truediv", "pow", "exp", "log", "tanh", "relu")
"""Operators whose rules multiply the gradient that arrives: some do so in place."""


@dataclass(frozen=True, slots=True)
class Broken:
    """Where the law does not hold.

    kind: "value", or "rule" of an operator for one operand, "early" (nothing or a part arrives: the
    rule ran before its gradient was whole), "again" (the rule ran for a part, too), "sets" (some of
    several contributions are left), "adding" (another sum), "shared" (two gradients are one array),
    "seed" (a call begins with another one). After a second call: "restart" (the first one is in
    it), "forgets" (a leaf has the last alone), "stuck" (nothing arrived). "kept": `zero_grad` left
    it. "stranger": it got something from what the root `other` does not reach; "beside": the root
    `other` does not reach it, and it holds something else. "changed": its data is not as it was;
    name is what its consumer does. "spoilt": the rule that passes its gradient on changed it.
    "dtype": a leaf's data are other numbers, `why`; `other` is "grad" where its gradient is.
    "given": a leaf does not hold what it was made of. "born": a result has another gradient than
    zeros as soon as it is made. "loses": a rule left its own share, and not what was there.
    slot: the tensor; other: one that has the same array. name, place, step: the operator, the
    operand, and the step that made the consumer or the value. why: what a wrong rule does, "" if
    nobody knows. shapes: the one that is there and the right one, where they differ. entry: the
    first wrong one of a value, and the right one.
    """

    kind: Literal[
        "value", "rule", "early", "again", "sets", "adding", "shared", "seed", "restart", "forgets",
        "stuck", "kept", "changed", "spoilt", "dtype", "born", "stranger",
        "beside", "loses", "given",
    ]  # fmt: skip
    slot: str
    name: str = ""
    place: int = 0
    why: str = ""
    step: Step | None = None
    shapes: Shapes | None = None
    entry: tuple[float, float] | None = None
    other: str = ""
    also: tuple[str, ...] = ()
    """All that a wrong rule may do, `why` among it: what sends the same."""
    sent: Array | None = field(default=None, compare=False)
    """What the rule sent, where that is known."""
    path: tuple[Way, ...] | None = None
    """The operators and operands that a gradient came by on its way to this rule, which have to be
    right if this one is wrong; None if nothing has to be."""
    otherwise: Broken | None = None
    """What may be broken if one of these is not right."""

    @property
    def is_zero_root(self) -> bool:
        """Whether a root's gradient is 0 after the call."""
        return self.kind == "seed" and self.entry is not None and not self.entry[0]

    @property
    def key(self) -> tuple[str, ...]:
        """What it is about, whatever the program."""
        name = "" if self.kind == "changed" else self.name
        return self.kind, name, self.why if self.kind == "rule" else ""


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


def below_of(
    program: Program, seen: Seen, before: Seen | None = None, since: int = 0
) -> Below | None:
    """What is below the root of the last call; None if there is no call. since: the first step
    whose results count."""
    steps = [step for step in program.steps if step[1] in seen.data]
    made = [s for s in program.steps[since:] if s[0] == "apply" and s[1] in seen.data]
    leaves = [step[1] for step in steps if step[0] == "leaf"]
    calls = [step for step in steps if step[0] in ("backward", "rule", "zero")]
    return Below(made, leaves, calls, seen, before) if calls else None


def operands_in(step: Step, seen: Seen) -> list[Any]:
    """What an operator was applied to: arrays, and plain numbers."""
    return [seen.data[each] if isinstance(each, str) else each for each in step[3]]


class Below:
    """What is below the root of the last call, or below all results whose rules are run."""

    def __init__(
        self,
        made: list[Step],
        leaves: list[str],
        calls: list[Step],
        seen: Seen,
        before: Seen | None,
    ) -> None:
        self.seen, self.before, self.leaves, self.calls = seen, before, leaves, calls
        self.root = calls[-1][1]
        self.last = calls[-1][0]
        rules = {step[1]: step[2] for step in calls if step[0] == "rule"}
        self.seeds = {
            slot: np.array(up, dtype=np.float64) for slot, up in rules.items() if up is not None
        } or {self.root: np.ones(seen.data[self.root].shape)}
        self.is_rule = bool(rules)
        self.below = {*self.seeds}
        for step in reversed(made):
            if step[1] in self.below:
                self.below |= {each for each in step[3] if isinstance(each, str)}
        self.made = [step for step in made if step[1] in self.below]
        self.every = made
        self.inner = [step[1] for step in reversed(self.made)]

    def earlier(self, slot: str) -> Array | None:
        """What a tensor held before the last call; None if that is not known."""
        return None if self.before is None else self.before.grads.get(slot)

    def kept(self) -> Broken | None:
        """A tensor that `zero_grad` left something in."""
        for slot in (*self.inner, *self.leaves):
            found, right = self.seen.grads.get(slot), self.seen.data[slot].shape
            if found is None:
                continue
            was = self.earlier(slot)
            had = was is not None and bool(was.any())
            if slot not in self.below and had and not found.any():
                return Broken("kept", slot, other=self.root, why="unreached")
            if slot not in self.below:
                continue
            if found.any() or found.shape != right:
                shapes = (found.shape, right) if found.shape != right else None
                again = any(step[0] == "zero" for step in self.calls[:-1])
                why = LATER if again and shapes is None else ""
                return Broken("kept", slot, other=self.root, why=why, shapes=shapes)
        return None

    def seed(self) -> Broken | None:
        """What is wrong with the gradient that a call begins with."""
        for slot, seed in self.seeds.items():
            found, was = self.seen.grads.get(slot), self.earlier(slot)
            if found is None:
                return None
            right = seed if slot in self.inner or was is None else seed + was
            if same_array(found, right) or (self.seen.raised and not found.any()):
                continue
            other = self.sharing(slot)
            if other and found.shape == right.shape:
                return Broken("shared", slot, other=other)
            if self.is_rule:
                return Broken("spoilt", slot, step=self._step(slot))
            if found.shape != right.shape:
                return Broken("seed", slot, shapes=(found.shape, right.shape))
            if was is not None and same_array(found, seed + was):
                stuck = [each for each in self.leaves if self._is_as_before(each)]
                return Broken("stuck", stuck[0]) if stuck else Broken("restart", slot)
            if slot not in self.inner and same_array(found, seed):
                return Broken("forgets", slot)
            entry = float(found.flat[0]), float(right.flat[0])
            held = (self.seen.grads.get(leaf) for leaf in self.leaves)
            nothing = not any(grad is not None and grad.any() for grad in held)
            other = "leaves" if nothing and slot in self.inner else ""
            return Broken("seed", slot, entry=entry, other=other) if was is None else None
        return None

    def _is_as_before(self, slot: str) -> bool:
        """Whether a call that ought to add to a leaf added nothing."""
        found, was = self.seen.grads.get(slot), self.earlier(slot)
        known = slot in self.below and found is not None and was is not None
        return bool(known and np.any(was) and same_array(found, was))

    def broken(self) -> Broken | None:
        """The first tensor that does not hold what it is owed, after the root."""
        if any(self.seen.grads.get(slot) is None for slot in self.seeds):
            return None
        wrong = self.seed() or self._beyond()
        if wrong is not None:
            return wrong
        for slot in (*self.inner, *self.leaves):
            if slot in self.seeds or slot not in self.below:
                continue
            uses, found = self.uses(slot), self.seen.grads.get(slot)
            if uses is None or found is None:
                return None
            wrong = self._gradient(slot, uses, found) if uses else None
            if wrong is not None:
                return wrong
        return None

    def _step(self, slot: str) -> Step:
        return next(step for step in self.made if step[1] == slot)

    def _is_spoilt(self, slot: str, right: Array, found: Array) -> bool:
        """Whether a tensor's gradient is what its own rule sends on: then that rule changed it."""
        if slot not in self.inner or found.shape != right.shape:
            return False
        step = self._step(slot)
        at = use_of(operands_in(step, self.seen), self.seen.data[slot], right, step[4])
        shares = (Use(step, place, at).owed() for place in range(len(step[3])))
        return step[2] in SPOILT and any(same_array(share, found) for share in shares)

    def _again(
        self, slot: str, owed: Array, found: Array, was: Array, one: Use | None
    ) -> Broken | None:
        """What is wrong with a gradient after a second call, where the first was right. one: its
        only use."""
        other = self.sharing(slot) or self.sharing(slot, self.before)
        if other:
            return Broken("shared", slot, other=other)
        if slot in self.inner and same_array(found, owed + was):
            return Broken("restart", slot)
        if slot not in self.inner and same_array(found, owed):
            is_same = same_array(found, was)  # one call brings what the other does
            return Broken("stuck", slot, why=SAME) if is_same else Broken("forgets", slot)
        for step, more in self.of_strangers(slot):
            if same_array(found, owed + more + (0.0 if slot in self.inner else was)):
                return Broken("stranger", slot, step=step, other=self.root)
        stuck = not found.any() or same_array(found, was)
        if stuck or one is None or slot in self.inner or found.shape != owed.shape:
            return Broken("stuck", slot) if stuck else None
        ran_before = self.earlier(one.step[1]) is not None
        about = Broken("rule", slot, one.name, one.place, BEYOND[2] * ran_before, one.step)
        place = tuple(np.argwhere(wrong_entries(found - was, owed))[0])
        entry = float((found - was)[place]), float(owed[place])
        return replace(about, sent=found - was, entry=entry)

    def of_strangers(self, slot: str) -> Iterator[tuple[Step, Array]]:
        """What results that the root does not reach would send to a tensor, of what an earlier call
        left in their gradients or of what they hold now: with one that sends something."""
        for grads in (self.seen.grads, {} if self.before is None else self.before.grads):
            first, more = None, np.zeros(self.seen.data[slot].shape)
            for step in self.every:
                up, out = grads.get(step[1]), self.seen.data[step[1]]
                if step[1] in self.below or up is None or up.shape != out.shape or not up.any():
                    continue
                at = use_of(operands_in(step, self.seen), out, up, step[4])
                for place, each in enumerate(step[3]):
                    if each == slot:
                        first, more = first or step, more + Use(step, place, at).owed()
            if first is not None:
                yield first, more

    def _beyond(self) -> Broken | None:
        """A leaf that the root does not reach, and whose gradient a call changed."""
        for slot in self.leaves:
            found, was = self.seen.grads.get(slot), self.earlier(slot)
            if slot in self.below or found is None or was is None or same_array(found, was):
                continue
            for step, more in self.of_strangers(slot):
                if same_array(found, was + more):
                    return Broken("stranger", slot, step=step, other=self.root)
            return Broken("beside", slot, other=self.root)
        return None

    def uses(self, slot: str) -> list[Use] | None:
        """How a tensor is used; None if a consumer holds no gradient of its own shape."""
        found = []
        for step in self.made:
            for place, each in enumerate(step[3]):
                if each != slot:
                    continue
                up, out = self.seen.grads.get(step[1]), self.seen.data[step[1]]
                up = self.seeds.get(step[1], up) if self.is_rule else up
                if up is None or up.shape != out.shape:
                    return None
                at = use_of(operands_in(step, self.seen), out, up, step[4])
                found.append(Use(step, place, at))
        return found

    def sharing(self, slot: str, when: Seen | None = None) -> str:
        """Another tensor whose gradient is the same memory: at the end, or at another time."""
        pairs = sorted(min(pair - {slot}) for pair in (when or self.seen).shared
                       if slot in pair and len(pair) == 2)  # fmt: skip
        return pairs[0] if pairs else ""

    def _gradient(self, slot: str, uses: list[Use], found: Array) -> Broken | None:
        shares = [use.owed() for use in uses]
        owed = right = sum(shares, np.zeros(self.seen.data[slot].shape))
        was = self.earlier(slot)
        if was is not None and slot not in self.inner and was.shape == owed.shape:
            right = owed + was
        if same_array(found, right):
            return None
        one = uses[0] if len(uses) == 1 else None
        if was is not None:
            return self._again(slot, owed, found, was, one)
        if self._is_spoilt(slot, right, found):
            return Broken("spoilt", slot, step=self._step(slot))
        broken = Broken("adding", slot, step=uses[0].step, why=times(found, right))
        if one is not None and found.shape == right.shape:
            place = tuple(np.argwhere(wrong_entries(found, right))[0])
            entry = float(found[place]), float(right[place])
            broken = Broken("rule", slot, one.name, one.place, step=one.step, entry=entry)
            if not np.isfinite(entry[0]) and np.isfinite(entry[1]):
                x = one.at.y if one.place else one.at.x
                at_zero = x.shape == found.shape and x[place] == 0.0
                broken = replace(broken, why=BEYOND[0] if at_zero else BEYOND[1])
        elif one is not None:
            broken = Broken("rule", slot, one.name, one.place, step=one.step)
        broken = replace(broken, sent=found)
        if found.shape != right.shape:
            why = of_shape(one.name, one.at, owed, found) if one is not None else ""
            return replace(broken, kind="rule", why=why, shapes=(found.shape, right.shape))
        mixed = _mixed(uses, found)
        if mixed is not None:
            return replace(broken, kind="rule", name=mixed.name, place=mixed.place, step=mixed.step,
                           why=BEYOND[3])  # fmt: skip
        other = self.sharing(slot)
        for count in range(1, min(len(uses), MOST_USES)):
            for kept in combinations(range(len(uses)), count):
                if same_array(found, sum((shares[n] for n in kept), np.zeros(right.shape))):
                    use = uses[kept[0]]
                    name = use.name if count == 1 else ""
                    return Broken("sets", slot, name, use.place, step=use.step, other=other)
        if other:
            return Broken("shared", slot, other=other)
        for use, share in zip(uses, shares, strict=True):
            sent = found - (right - share)
            told = self._told(use, share, sent, alone=one is not None)
            if told is not None:
                return replace(told, slot=slot, sent=sent, entry=broken.entry)
        return broken

    def _told(self, use: Use, share: Array, sent: Array, alone: bool) -> Broken | None:
        """What a rule does that sends just this; None if nobody knows."""
        about = Broken("rule", "", use.name, use.place, step=use.step)
        also = _readings(use, share, sent, alone)
        nothing = also[:1] == [ANY["nothing"]]
        if nothing and use.step[1] != self.root:
            return replace(about, kind="early")
        kind = self._ran(use, sent) if not also or also == [times(sent, share)] else None
        if kind is not None:
            return replace(about, kind=kind)
        return replace(about, why=also[0], also=tuple(also)) if also else None

    def _ran(self, use: Use, sent: Array) -> Literal["early", "again"] | None:
        """Whether a rule sent this because it ran while its consumers had not all contributed, or
        more than once: then each contribution is in what it sent no, one or several times."""
        uses = self.uses(use.step[1]) or []
        if not 1 < len(uses) <= MOST_USES:
            return None
        shares = [use.owed(each.owed()) for each in uses]
        counts = product(range(4 if len(uses) < 4 else 3), repeat=len(uses))
        for count in sorted(counts, key=max):
            if {*count} != {1} and same_array(sent, sum(map(mul, count, shares))):
                return "again" if max(count) > 1 else "early"
        return None


def _mixed(uses: list[Use], found: Array) -> Use | None:
    """A use whose rule works with what a later use of the same operator was given, or made, where
    just this would be there if each did."""
    last = {(use.name, use.place): use.at for use in uses}
    pairs = [(use, last[use.name, use.place]) for use in uses]
    first = next((use for use, at in pairs if at is not use.at), None)
    if first is None:
        return None
    for of_both in (
        [replace(use, at=at.with_up(use.at.up)) for use, at in pairs],
        [replace(use, at=replace(use.at, out=at.out)) for use, at in pairs],
    ):
        try:
            shares = [use.owed() for use in of_both]
            if same_array(found, sum(shares, np.zeros(found.shape))):
                return first
        except (ValueError, IndexError):  # its shapes do not fit here
            continue
    return None


def _readings(use: Use, share: Array, found: Array, alone: bool) -> list[str]:
    """The wrong rules that send just this. alone: whether it is the only use of the tensor."""
    with np.errstate(all="ignore"):
        also = [why for why, rule in WRONG.get((use.name, use.place), {}).items()
                if gives(rule, use.at, found)]  # fmt: skip
        also += [ANY[key] for key, sent in of_any(use.name, use.place, use.at, share)
                 if same_array(sent, found)]  # fmt: skip
    if ANY["nothing"] in also:
        return [ANY["nothing"]]
    also.sort(key=BY_SIGN.__eq__)  # of positive gradients it passes on all
    factor = times(found, share) if alone and not also else ""
    return [factor] if factor else [*dict.fromkeys(also)]


def gives(rule: Any, at: At, found: Array) -> bool:
    """Whether a wrong rule sends this, summed back to the operand's shape if need be."""
    try:
        sent = np.asarray(rule(at), dtype=np.float64)
        if sent.shape != found.shape and sent.size == found.size:
            sent = sent.reshape(found.shape)
        elif sent.shape != found.shape:
            sent = unbroadcast(sent, found.shape)
        return same_array(sent, found)
    except (ValueError, IndexError):  # its shapes do not fit here
        return False
