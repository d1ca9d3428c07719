"""What arrived at gradients in the last call of a run on arrays that remember, and what went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from grader.explain.watching.record import GRAD, Line
from grader.packs.tensor.answers import by_numpy
from grader.packs.tensor.below import Broken
from grader.packs.tensor.judged import same_array
from grader.packs.tensor.listing import Step
from grader.packs.tensor.operators import Array
from grader.packs.tensor.program import Program
from grader.packs.tensor.remembered import Memory, Tree, Write, summands
from grader.packs.tensor.words import EARLY, WHOLE


def brings_some(right: Iterable[Program]) -> bool:
    """Whether a call of a program that is right brings something from a result to a leaf."""
    return any(brings(program) for program in right)


def brings(program: Program) -> bool:
    """Whether its first call is of a result, and something is due to a leaf."""
    made = {step[1] for step in program.steps if step[0] == "apply"}
    root = next((step[1] for step in program.steps if step[0] == "backward"), None)
    return root in made and any(map(np.any, _right(program.steps, _leaves(program.steps))))


def reached(memory: Memory) -> frozenset[str]:
    """The roots that a call gave a gradient, and the tensors to which it wrote something that is
    made of another one's."""
    roots = {memory.names.get(call.root or 0, "") for call in memory.watched.calls}
    return frozenset(
        slot
        for slot in memory.slots
        for write in _written(memory, slot)
        if slot in roots or above(write)
    )


def lost(memory: Memory) -> Broken | None:
    """Where a gradient was lost in an engine that clears them after use: the first operand at
    which nothing arrived and something is due, of a result at which something did; None if there
    is none."""
    arrived = reached(memory)
    for step in reversed(_made(memory)):
        for place, slot in enumerate(step[3]):
            known = isinstance(slot, str) and slot in memory.slots
            if step[1] not in arrived or not known or slot in arrived:
                continue
            if np.any(_right(memory.steps, [slot])[0]):
                nothing = np.zeros(memory.seen.data[slot].shape)
                return Broken("early", slot, step[2], place, step=step, sent=nothing)
    return None


def wiped(memory: Memory) -> tuple[str, Line] | None:
    """A leaf whose gradient was set back to zeros after something had arrived there, and the line
    that did so."""
    arrived = reached(memory)
    for slot in filter(arrived.__contains__, _leaves(memory.steps)):
        last = _written(memory, slot)[-1]
        value = memory.worked_out(last.tree) if isinstance(last.tree, Tree) else None
        if value is not None and not value.any() and last.place and not above(last):
            return slot, last.place[0]
    return None


def ended(memory: Memory) -> str:
    """The result whose gradient, zeros, was the last thing that the last call stored; "" if what it
    stored last is something else, or a leaf's."""
    writes = [(w.when, step[1], w) for step in _made(memory) for w in _written(memory, step[1])]
    leaves = [w.when for leaf in _leaves(memory.steps) for w in _written(memory, leaf)]
    when, slot, last = max(writes, key=lambda each: each[0], default=(0, "", None))
    if last is None or when < max(leaves, default=0) or not above(last):
        return ""
    value = memory.worked_out(last.tree) if isinstance(last.tree, Tree) else None
    return slot if value is not None and not value.any() else ""


def altered(memory: Memory, slot: str) -> Line | None:
    """The line that stored a sum with a gradient in it, and changed what was there before; None if
    no line was seen to do so. A gradient is a sum: what is added to it leaves the rest alone.

    What one line stored, and what two after each other did, is worked out once more with zeros in
    the place of what was there.
    """
    own = (memory.slots.get(slot, -1), GRAD)
    before: list[Array] = []
    writes = memory.written(slot, GRAD)
    if any(isinstance(each.tree, Tree) and each.tree.code == "held" for each in writes):
        return None  # another tensor's own array: who else writes to it is not seen here
    for number, write in enumerate(writes):
        after = _stored(memory, write, own, before[-1] if before else None)
        if after is None:
            return None
        for first in (number, number - 1):
            group = writes[max(first, 0) : number + 1]
            was = before[first - 1] if first > 0 else None
            alone = None if was is None else np.zeros(was.shape)
            for each in group:
                puts = isinstance(each.tree, Tree) and each.tree.code == "setitem"
                adds = alone is not None and own in _held(each) and not puts
                alone = _stored(memory, each, own, alone) if adds else None
            if was is None or alone is None or not was.shape == after.shape == alone.shape:
                continue
            if alone.any() and not same_array(alone + was, after) and write.place:
                return write.place[0]
        before.append(after)
    return None


def _stored(memory: Memory, write: Write, own: tuple[int, int], held: Array | None) -> Array | None:
    """What is stored where this is held; None if that is not known."""
    if not isinstance(write.tree, Tree):
        return None
    return memory.worked_out(write.tree, {} if held is None else {own: held})


def ran_when(memory: Memory, broken: Broken) -> tuple[str, Write | None]:
    """Whether a rule was seen to write something before the last thing had arrived at its result
    (`EARLY`), or after that (`WHOLE`); "" for neither. With what it wrote to the operand. What only
    clears a gradient is neither an arrival nor a rule."""
    step = broken.step
    result = None if step is None else memory.slots.get(step[1])
    if step is None or result is None:
        return "", None
    arrived = [write.when for write in _written(memory, step[1]) if above(write)]
    arrived = arrived or [write.when for write in _written(memory, step[1])][:1]  # of a root
    runs = [run for run in memory.graph().record.rules if run.node == result]
    used = [each for made in _made(memory) for each in made[3]]
    sent = [
        (write.when, slot, write)
        for slot in step[3]
        if isinstance(slot, str) and slot in memory.slots
        for write in _written(memory, slot)
        if result in {part[0] for part in _held(write)}
        or any(run.begins < write.when < run.ends for run in runs)
        or (used.count(slot) == 1 and _adds(write))
    ]
    if not arrived or not sent:
        return "", None
    ran = WHOLE if min(when for when, _, _ in sent) > max(arrived) else EARLY
    return ran, next((write for _, slot, write in sent if slot == broken.slot), None)


def _adds(write: Write) -> bool:
    """Whether what was written is a sum, as a contribution to a gradient makes it."""
    return isinstance(write.tree, Tree) and len(summands(write.tree)) > 1


def _made(memory: Memory) -> list[Step]:
    return [step for step in memory.steps if step[0] == "apply"]


def _written(memory: Memory, slot: str) -> list[Write]:
    """What the last call wrote to a gradient."""
    begun = max((call.begins for call in memory.watched.calls if not call.is_zero), default=0)
    return [write for write in memory.written(slot, GRAD) if write.when > begun]


def _leaves(steps: Sequence[Step]) -> list[str]:
    return [step[1] for step in steps if step[0] == "leaf"]


def _right(steps: Sequence[Step], slots: Sequence[str]) -> list[Array]:
    """The right gradients at the end of a program."""
    return by_numpy([*steps, ["read", "grad", [*slots]]])[-len(slots) :] if slots else []


def _held(write: Write) -> set[tuple[int, int]]:
    """The tensors and their attributes of which something was made."""
    trees = write.tree.all() if isinstance(write.tree, Tree) else ()
    return {(each.parts[0], each.parts[1]) for each in trees if each.code == "held"}


def above(write: Write) -> set[int]:
    """The other tensors of whose gradients something was made."""
    return {node for node, attribute in _held(write) if attribute == GRAD} - {write.node}
