"""What arrived at gradients in the calls of a run on arrays that remember, and what of it went."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from grader.explain.watching.record import GRAD, Line
from grader.packs.tensor.answers import by_numpy
from grader.packs.tensor.below import Broken
from grader.packs.tensor.program import Program, Step
from grader.packs.tensor.remembered import Memory, Tree, Write
from grader.packs.tensor.words import EARLY, WHOLE


def seeds(right: Iterable[Program]) -> bool:
    """Whether a leaf has a gradient in a program that is right: then the engine gives a root its
    ones."""
    for program in right:
        leaves = [step[1] for step in program.steps if step[0] == "leaf"]
        if leaves and any(step[0] == "backward" for step in program.steps):
            grads = by_numpy([*program.steps, ["read", "grad", leaves]])[-len(leaves) :]
            if any(np.any(grad) for grad in grads):
                return True
    return False


def reached(memory: Memory) -> frozenset[str]:
    """The tensors to which a call wrote something that is made of another tensor's gradient, and
    those that are no operand's result below one: the roots."""
    roots = {memory.names.get(call.root or 0, "") for call in memory.watched.calls}
    of_rules = {slot for slot in memory.slots
                if any(map(_above, _written(memory, slot)))}  # fmt: skip
    return frozenset(of_rules | {slot for slot in roots if [*_written(memory, slot)]})


def lost(memory: Memory) -> Broken | None:
    """Where a gradient was lost in an engine that clears them after use: the first operand at
    which nothing arrived, of a result at which something did; None if there is none."""
    arrived = reached(memory)
    for step in reversed(_made(memory)):
        for place, slot in enumerate(step[3]):
            known = isinstance(slot, str) and slot in memory.slots
            if step[1] in arrived and known and slot not in arrived:
                nothing = np.zeros(memory.seen.data[slot].shape)
                return Broken("early", slot, step[2], place, step=step, sent=nothing)
    return None


def wiped(memory: Memory) -> tuple[str, Line] | None:
    """A leaf whose gradient was set back to zeros after something had arrived there, and the line
    that did so."""
    for step in memory.steps:
        written = [*_written(memory, step[1])] if step[0] == "leaf" else []
        tree = written[-1].tree if written else None
        value = memory.worked_out(tree) if isinstance(tree, Tree) else None
        is_set_back = value is not None and not value.any() and written[-1].place
        if is_set_back and not _above(written[-1]) and step[1] in reached(memory):
            return step[1], written[-1].place[0]
    return None


def ran_when(memory: Memory, broken: Broken) -> str:
    """Whether a rule was seen to run before the last thing had arrived at its result (`EARLY`), or
    to write to an operand that nothing else uses after that (`WHOLE`); "" for neither."""
    step = broken.step
    arrived = [] if step is None else [write.when for write in _written(memory, step[1])]
    if step is None or not arrived:
        return ""
    result = memory.slots.get(step[1])
    writes = _written(memory, broken.slot)
    if any(w.when < max(arrived) and result in _above(w) for w in writes):
        return EARLY
    later = any(
        write.when > max(arrived)
        for slot in step[3]
        if isinstance(slot, str) and slot in memory.slots
        if sum(slot in each[3] for each in _made(memory)) == 1
        for write in _written(memory, slot)
    )
    return WHOLE if later else ""


def _made(memory: Memory) -> list[Step]:
    return [step for step in memory.steps if step[0] == "apply"]


def _written(memory: Memory, slot: str) -> list[Write]:
    """What calls wrote to a gradient."""
    return [write for write in memory.written(slot, GRAD) if write.when > memory.begun]


def _above(write: Write) -> set[int]:
    """The other tensors of whose gradients it was made."""
    trees = write.tree.all() if isinstance(write.tree, Tree) else ()
    held = {each.parts[0] for each in trees if each.code == "held" and each.parts[1] == GRAD}
    return held - {write.node}
