"""Engines of which only the leaves' gradients are seen: what may have happened above these.

What inner tensors hold after a call is open. Some engines clear them, and some hold gradients
elsewhere. Then one thing at a time is tried that may have gone wrong on the way, and is told if it
gives the leaves just what they hold: gradients are linear in what arrives, so what more or less
arrives somewhere is sent down by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np

from grader.packs.tensor.below import SAME, SPOILT, Below, Broken, Way
from grader.packs.tensor.judged import same_array
from grader.packs.tensor.misconceptions import WRONG
from grader.packs.tensor.operators import Array
from grader.packs.tensor.program import Program
from grader.packs.tensor.seen import Seen

UNSEEN = "unseen"
"""Why something is told: it would give the leaves what they hold."""
MOST_RESULTS, MOST_USES = 12, 4
"""Of a graph in which things are tried, and of a tensor there."""


def leaves_alone_hold(below: Below) -> bool:
    """Whether a call brought something to a leaf, and inner tensors below the root hold zeros."""
    held = {slot for slot, grad in below.seen.grads.items() if grad is not None and grad.any()}
    inner = {*below.inner} - {below.root} or {*below.inner}
    alone = bool(inner) and held.isdisjoint(inner) and not held.isdisjoint(below.leaves)
    return alone and not below.is_rule


def with_due(below: Below) -> Seen:
    """What is seen, with the gradients that are due to inner tensors."""
    due = _sent_down(below, {below.root: below.seeds[below.root]})
    return replace(below.seen, grads={**below.seen.grads, **{s: due[s] for s in below.inner}})


def at_leaves(below: Below) -> Broken | None:
    """The wrong rule at a leaf: with the gradient that is right there it sends just what a mistake
    of this operator's sends; a sign, a factor or an order of axes may come from above. Else what
    happened on the way; after a second call also what an earlier one had left."""
    if below.seen.raised:
        return None
    if below.before is not None:
        wrong = below.seed()
        if wrong is not None and wrong.kind == "restart":
            return wrong
    whole = with_due(below)
    if below.before is None:
        wrong = replace_seen(below, whole).broken()
        if wrong is None:
            return None
        known = [why for why in wrong.also if why in WRONG.get((wrong.name, wrong.place), {})]
        path = _path(below, wrong.step[1]) if wrong.step is not None else None
        if wrong.kind == "rule" and known:
            wrong = replace(wrong, why=known[0], also=tuple(known))
            if path is None:
                return wrong
        if wrong.kind in ("rule", "early") and path is not None:
            return replace(wrong, path=path, otherwise=_on_the_way(replace_seen(below, whole)))
    return _on_the_way(replace_seen(below, whole))


def _path(below: Below, slot: str) -> tuple[Way, ...] | None:
    """The operators, each with the operand, by which a gradient comes from the root to a result;
    None if a tensor of the graph is used more than once: then it may be the walk that is wrong."""
    uses = [(each, (step, place)) for step in below.made
            for place, each in enumerate(step[3]) if isinstance(each, str)]  # fmt: skip
    consumers = dict(uses)
    if len(consumers) < len(uses):
        return None
    found: list[Way] = []
    tensors = {*below.leaves, *(step[1] for step in below.made)}
    while slot != below.root:
        step, place = consumers[slot]
        found.append((step[2], place, tensors.issuperset(step[3])))
        slot = step[1]
    return tuple(found)


def confirmed(broken: Broken, right: Set[Way]) -> Broken | None:
    """What is broken, if all that a gradient came by is right elsewhere; else what else it may be.

    right: operators and operands by which a gradient came to a leaf in programs that are right.
    """
    known = broken.path is None or (right and right >= {*broken.path})
    return replace(broken, path=None, otherwise=None) if known else broken.otherwise


def ways_of(program: Program) -> Iterator[Way]:
    """The operators of a program that calls `backward`, each with the operands that are tensors."""
    if all(step[0] != "backward" for step in program.steps):
        return
    tensors = {step[1] for step in program.steps if step[0] in ("leaf", "apply")}
    for step in program.steps:
        if step[0] == "apply":
            alone = tensors.issuperset(step[3])
            yield from (
                (step[2], place, alone) for place, each in enumerate(step[3]) if each in tensors
            )


def replace_seen(below: Below, seen: Seen) -> Below:
    """The same graph, with something else that is seen of it."""
    return Below(below.every, below.leaves, below.calls, seen, below.before)


def _on_the_way(below: Below) -> Broken | None:
    """What gives the leaves just what they hold; None if nothing does that is known."""
    leaves = [slot for slot in below.leaves if slot in below.below]
    wrong = dict[str, Array]()
    dues = dict[str, Array]()
    for slot in leaves:
        found, was = below.seen.grads.get(slot), below.earlier(slot)
        if found is None or found.shape != below.seen.data[slot].shape:
            return None
        dues[slot] = sum((use.owed() for use in below.uses(slot) or ()), np.zeros(found.shape))
        wrong[slot] = found - dues[slot] - (0.0 if was is None else was)
    some = [slot for slot in leaves if _is_some(wrong[slot])]
    if below.before is not None and some:
        had = [(slot, below.earlier(slot)) for slot in some]
        nothing = all(same_array(wrong[slot], -dues[slot]) for slot in some)
        last = all(was is not None and same_array(wrong[slot], -was) for slot, was in had)
        if nothing:
            return Broken("stuck", some[0], why=SAME if last else "")
        if last:
            return Broken("forgets", some[0])
    if len(below.made) > MOST_RESULTS or not some:
        return None
    for broken, more in _tried(below):
        sent = _sent_down(below, more)
        if all(same_array(sent[slot], wrong[slot]) for slot in leaves):
            return broken
    return None


def _is_some(array: Array) -> bool:
    return not same_array(array, np.zeros(array.shape))


def _tried(below: Below) -> Iterator[tuple[Broken, dict[str, Array]]]:
    """What may have gone wrong, and what more arrives at a tensor then."""
    for slot in below.inner:
        was = below.earlier(slot)
        if was is not None and was.shape == below.seen.data[slot].shape and was.any():
            yield Broken("restart", slot, why=UNSEEN), {slot: was}
    for slot in (*below.inner, *below.leaves):
        if slot not in below.below or slot in below.seeds:
            continue
        for step, more in below.of_strangers(slot):
            yield Broken("stranger", slot, step=step, other=below.root, why=UNSEEN), {slot: more}
        uses = below.uses(slot) or []
        shares = [use.owed() for use in uses]
        if 1 < len(uses) <= MOST_USES:
            for count in range(len(uses) - 1, 0, -1):
                for lost in combinations(range(len(uses)), count):
                    step = uses[next(n for n in range(len(uses)) if n not in lost)].step
                    yield (Broken("sets", slot, step=step, why=UNSEEN),
                           {slot: -sum(shares[n] for n in lost)})  # fmt: skip
        for use, share in zip(uses, shares, strict=True):
            yield Broken("again", slot, use.name, use.place, UNSEEN, use.step), {slot: share}
    yield from _changed_in_place(below)
    slots = [s for s in (*below.leaves, *below.inner[::-1]) if s in below.below - {*below.seeds}]
    for slot, other in permutations(slots, 2):
        for use in below.uses(slot) or ():
            share = use.owed()
            if below.seen.data[other].shape == share.shape:
                yield Broken("shared", slot, other=other, why=UNSEEN), {other: share}


def _changed_in_place(below: Below) -> Iterator[tuple[Broken, dict[str, Array]]]:
    """A rule that makes what it sends in the very array that arrives, where a sum has handed this
    array to its other operand, too."""
    made = {step[1]: step for step in below.made}
    sums = [step for step in below.made if step[2] == "add" and {*step[3]} <= {*below.seen.data}]
    for step, (slot, other) in ((s, each) for s in sums for each in permutations(s[3])):
        rule = made.get(slot)
        if rule is None or rule[2] not in SPOILT or len(below.uses(slot) or ()) != 1:
            continue
        sent = [
            use.owed() for each in rule[3] for use in below.uses(each) or () if use.step is rule
        ]
        due = [use.owed() for use in below.uses(other) or () if use.step is step]
        if len(sent) == len(due) == 1 and sent[0].shape == due[0].shape:
            yield (Broken("spoilt", slot, step=rule, other=other, why=UNSEEN),
                   {other: sent[0] - due[0]})  # fmt: skip


def _sent_down(below: Below, more: Mapping[str, Array]) -> dict[str, Array]:
    """What each tensor gets of a walk that begins with these gradients."""
    grads = dict[str, Array | None]()
    walked = replace_seen(below, replace(below.seen, grads=grads))
    found = dict[str, Array]()
    for slot in (*below.inner, *below.leaves):
        uses = walked.uses(slot) or () if slot in below.below else ()
        due = sum((use.owed() for use in uses), np.zeros(below.seen.data[slot].shape))
        found[slot] = grads[slot] = due + more.get(slot, 0.0)
    return found
