"""The first tensor of a failing program that does not hold what its consumers owe it.

An engine's own values and gradients, as they are at the end, are what is looked at: each value must
follow from those of the operands, and each gradient from those of the consumers. Shapes come before
numbers. Where an engine does not keep the gradients of inner tensors, `unseen` looks at the leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from grader.packs.tensor.answers import use_of
from grader.packs.tensor.below import SAME, Broken, below_of, gives, operands_in
from grader.packs.tensor.judged import same_array, wrong_entries
from grader.packs.tensor.listing import Step
from grader.packs.tensor.misconceptions import VALUES, times
from grader.packs.tensor.operators import OPERATORS
from grader.packs.tensor.program import Program
from grader.packs.tensor.seen import Seen
from grader.packs.tensor.unseen import at_leaves, leaves_alone_hold

MOVES = ("set", "descend", "again", "raise")
"""Steps after which a graph does not hold any more what it was made of."""
MOST_STAGES = 6
"""Calls of a program that are looked at one by one."""


def stages(program: Program) -> list[Program]:
    """What of a program is looked at: all until its first call ended, until its second one, and so
    on; or all until it adds to gradients itself, and the whole, where a rule runs after that."""
    found, end = list[Program](), len(program.steps)
    for place, step in enumerate(program.steps):
        if step[0] == "shift" or (step[0] in MOVES and not found):
            end = place
            break
        if step[0] in ("backward", "zero"):
            found.append(Program(program.steps[: place + 1]))
    if not found and any(step[0] == "rule" for step in program.steps[end:]):
        return [Program(program.steps[:end]), program]
    return found[:MOST_STAGES] or [Program(program.steps[:end])]


Place: TypeAlias = tuple[Program, Broken]
"""As much of a program as shows it, and what is broken there."""


def one_of_two(places: Sequence[Place | None]) -> list[Place | None]:
    """The places. Where a later call brings what one before did, a leaf that holds the last alone
    is like one that nothing arrived at: then it is what other programs show."""
    forgets = any(place is not None and place[1].kind == "forgets" for place in places)
    return [
        (place[0], replace(place[1], kind="forgets", why=""))
        if forgets and place is not None and place[1].why == SAME
        else place
        for place in places
    ]


def broken_in(looked_at: Sequence[tuple[Program, Seen]], whole: Program) -> Place | None:
    """Where the law is broken first, in which stage of a program; None if that cannot be said. Of a
    program that adds to gradients itself it is which are one array."""
    before = None
    shifted = [step[1] for step in whole.steps if step[0] == "shift"]
    for program, seen in looked_at:
        if shifted and program is whole:
            set_only = None if before is None or seen.raised else _set(program, seen, before)
            return None if set_only is None else (program, set_only)
        broken = _broken(program, seen, before)
        if broken is not None or seen.raised:
            return None if broken is None else (program, broken)
        before = seen
        pairs = [pair for pair in map(sorted, seen.shared) if {*pair} & {*shifted}]
        for slot, other in sorted(pairs, key=lambda pair: (not {*pair} <= {*shifted}, pair)):
            return program, Broken("shared", slot, other=other)
    return None


def _broken(program: Program, seen: Seen, before: Seen | None) -> Broken | None:
    moved = max((n for n, step in enumerate(program.steps) if step[0] in MOVES), default=-1)
    steps = [step for step in program.steps[moved + 1 :] if step[1] in seen.data]
    made = [step for step in steps if step[0] == "apply"]
    if moved >= 0:  # the graph that was made since, of what leaves hold by now
        leaves = {step[1] for step in program.steps if step[0] == "leaf"} & seen.last.keys()
        since = {step[1] for step in made}
        if before is None or any(s[1] not in since | leaves for s in steps if s[0] == "backward"):
            return None
        used = {each for step in made for each in step[3] if isinstance(each, str)}
        arrays = {step[1] for step in program.steps if step[0] == "array"}
        if not used <= since | leaves | arrays or since & {*seen.changed}:
            return None
        seen = replace(seen, data={**seen.data, **{each: seen.last[each] for each in leaves}})
    else:
        for step in steps:
            if step[0] == "leaf" and step[1] in seen.born:
                return Broken("born", step[1])
            if step[0] == "leaf" and step[1] in seen.kinds:
                return Broken("dtype", step[1], why=seen.kinds[step[1]])
            if step[0] == "leaf" and step[1] in seen.of_grads:
                return Broken("dtype", step[1], why=seen.of_grads[step[1]], other="grad")
            unlike = _other_data(step, seen) if step[0] == "leaf" else None
            if unlike is not None:
                return unlike
        if seen.changed:  # before anything is worked out from it
            slots = [step[1] for step in steps if step[0] in ("leaf", "apply", "array")]
            slot = next((slot for slot in slots if slot in seen.changed), "")
            names = {step[2] for step in made if slot in step[3]}
            name = names.pop() if len(names) == 1 else ""
            return Broken("changed", slot, name) if slot else None
    for step in made:
        if step[1] in seen.born:
            for slot, other in sorted(
                map(sorted, (each for each in seen.shared if len(each) == 2))
            ):
                return Broken("shared", slot, other=other)
            return Broken("born", step[1], step[2], step=step)
        wrong = _value(step, seen)
        if wrong is not None:
            return wrong
    below = below_of(program, seen, before, moved + 1)
    if below is None:
        return None
    if below.last == "zero":
        return None if seen.raised else below.kept()
    if leaves_alone_hold(below):
        return at_leaves(below)
    return below.seed() if seen.raised else below.broken()


def _set(program: Program, seen: Seen, before: Seen) -> Broken | None:
    """A tensor to whose gradient a number was added before the last rule ran, and in which there is
    that rule's share alone wherever something is wrong."""
    below, last = below_of(program, seen), [s for s in program.steps if s[0] == "rule"][-1][1]
    for step in program.steps:
        had = before.grads.get(step[1]) if step[0] == "shift" else None
        uses = None if below is None else below.uses(step[1])
        found = seen.grads.get(step[1])
        if had is None or found is None or not uses or found.shape != had.shape:
            continue
        of_last = [use for use in uses if use.step[1] == last]
        share = sum((use.owed() for use in of_last), np.zeros(had.shape))
        wrong = wrong_entries(found, had + step[2] + share)
        if of_last and wrong.any() and not wrong_entries(found, share)[wrong].any():
            place = tuple(np.argwhere(wrong)[0])
            entry = float((had + step[2])[place]), float(share[place])
            use = of_last[0]
            return Broken("loses", step[1], use.name, use.place, step=use.step, entry=entry)
    return None


def _other_data(step: Step, seen: Seen) -> Broken | None:
    """A leaf that does not hold the numbers it was made of."""
    found, right = seen.data[step[1]], np.array(step[2], dtype=np.float64)
    if found.shape != right.shape or same_array(found, right):
        return None
    place = tuple(np.argwhere(wrong_entries(found, right))[0])
    return Broken("given", step[1], entry=(float(found[place]), float(right[place])))


def _value(step: Step, seen: Seen) -> Broken | None:
    row = OPERATORS.get(step[2])
    if row is None:
        return None
    try:
        with np.errstate(all="ignore"):
            right = np.asarray(row.value(*operands_in(step, seen), given=step[4]), dtype=np.float64)
    except (ValueError, IndexError):  # what the operands hold does not fit any more
        return None
    found, broken = seen.data[step[1]], Broken("value", step[1], step[2], step=step)
    if same_array(found, right):
        return None
    at = use_of(operands_in(step, seen), right, right, step[4])
    if found.size == right.size and same_array(found.reshape(right.shape), right):
        return replace(broken, shapes=(found.shape, right.shape))
    with np.errstate(all="ignore"):
        wrong = [why for why, value in VALUES.get(step[2], {}).items() if gives(value, at, found)]
        broken = replace(broken, why=wrong[0] if wrong else "", also=tuple(wrong))
    if found.shape != right.shape:
        return replace(broken, shapes=(found.shape, right.shape))
    place = tuple(np.argwhere(wrong_entries(found, right))[0])
    factor = "" if step[2] == "log_softmax" else times(found, right)  # by chance, if at all
    broken = replace(broken, why=broken.why or factor)
    return replace(broken, entry=(float(found[place]), float(right[place])))
