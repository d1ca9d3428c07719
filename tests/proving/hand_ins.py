"""Hand-ins whose right verdict is known: what each must come to is in its record."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from tests.proving.beliefs import ALL
from tests.proving.odd import odd_engines
from tests.proving.template import COMPOSED, OWN_RULES, Change, Clash, engine, merged
from tests.proving.traversals import WALKS
from tests.proving.variants import RULES

Kind = Literal["odd", "wrong", "variant", "pair", "mutant"]

EXAM = "engine"
WHOLE_ENGINES = frozenset({"local-rules", "operators", "functions", "backward", "double-backward"})

WRONG_ENGINES: Mapping[str, tuple[Change, ...]] = {**RULES, **WALKS}
"""For each misconception, the changes that make engines of it; the first is the commonest."""

INPUTS: Mapping[str, Change] = {
    "inputs in a set": {"inputs": "set(_prev)"},
    "inputs in a list": {"inputs": "list(_prev)"},
    "inputs turned round": {"inputs": "_prev[::-1]"},
}
"""How else a node may remember its inputs: one misconception, whichever it is."""

RIGHT_AFTER_ALL = frozenset({"kahn-multi-edge, form 1, inputs in a set"})
"""A set has no double edge, so both loops count the same: no variant but a right engine."""

NOT_ASKED_THERE = frozenset({
    *(f"{name} in double-backward" for name in (
        "zero-only-leaves", "zero-only-root", "zero-grad-does-nothing", "grad-none")),
    "unary-no-children in operators",
    "visited-mutable-default in backward",
})  # fmt: skip
"""Engines that are right as far as these exercises ask: no `zero_grad`, no functions of one input,
no second call on the same graph."""

EQUIVALENT: tuple[frozenset[str], ...] = (
    frozenset({"preorder", "recursive-visited-no-topo"}),
    frozenset({"bfs-order", "kahn-first-arrival", "min-depth-layers"}),
    frozenset({"no-visited-set", "recursive-no-topo"}),
    frozenset({"naive-stack-dfs", "mark-on-push"}),
    frozenset({"forward-not-reversed", "preorder-reversed", "call-during-postorder"}),
    frozenset({"no-seed", "skips-root", "early-capture"}),
    frozenset({"relu-open-gate", "relu-wrong-side-of-zero"}),
)  # fmt: skip
"""Beliefs that give the same answers to all that is asked before a first failure blocks the rest:
any of them may be named first."""


def equivalents_of(belief: str) -> frozenset[str]:
    """The beliefs that may be named in its place, itself among them."""
    return next((group for group in EQUIVALENT if belief in group), frozenset({belief}))


@dataclass(frozen=True, slots=True)
class HandIn:
    """A hand-in to one exercise. beliefs: what it holds; none for a right one."""

    name: str
    exercise: str
    text: str
    kind: Kind
    beliefs: tuple[str, ...] = ()


def odd_hand_ins(solution: str) -> list[HandIn]:
    """Every odd engine, made from the text of the exam's solution. Raises `odd.Stale`."""
    return [HandIn(name, EXAM, text, "odd") for name, text in odd_engines(solution).items()]


def wrong_engines() -> list[HandIn]:
    """One engine for each misconception."""
    return [
        HandIn(belief, EXAM, engine(forms[0]), "wrong", (belief,))
        for belief, forms in WRONG_ENGINES.items()
    ]


def engines_elsewhere() -> list[HandIn]:
    """The wrong engines as hand-ins to other exercises that judge a whole engine."""
    return [
        HandIn(f"{record.id} in {exercise}", exercise, engine(WRONG_ENGINES[record.id][0]), "wrong",
               (record.id,))
        for record in ALL
        if record.id in WRONG_ENGINES
        for exercise in sorted(record.exercises & WHOLE_ENGINES)
    ]  # fmt: skip


def variants() -> list[HandIn]:
    """Every other form of each misconception, other ways to hold inputs, other operators."""
    by_order = {record.id for record in ALL if record.by_order}
    found: list[HandIn] = []
    for belief, forms in WRONG_ENGINES.items():
        ways: list[tuple[str, Change]] = [("operators with rules of their own", OWN_RULES)]
        ways += INPUTS.items() if belief in by_order else ()
        for number, form in enumerate(forms):
            told = [("", COMPOSED)] if number else []
            for way, change in [*told, *(ways if number == 0 else ())]:
                name = ", ".join(filter(None, (belief, f"form {number + 1}", way)))
                text = _engine_or_none(form, change)
                if name in RIGHT_AFTER_ALL:
                    continue
                if text is not None and text not in (engine(forms[0]), *(h.text for h in found)):
                    found.append(HandIn(name, EXAM, text, "variant", (belief,)))
    return found


def pairs(count: int, seed: int) -> list[HandIn]:
    """A drawn sample of two beliefs of different families in one engine."""
    drawn = list(_every_pair())
    random.Random(seed).shuffle(drawn)
    return sorted(drawn[:count], key=lambda hand_in: hand_in.name)


def _every_pair() -> Iterator[HandIn]:
    family = {record.id: record.family for record in ALL}
    for one, other in combinations(WRONG_ENGINES, 2):
        if one in family and other in family and family[one] != family[other]:
            text = _engine_or_none(WRONG_ENGINES[one][0], WRONG_ENGINES[other][0])
            if text is not None:
                yield HandIn(f"{one} + {other}", EXAM, text, "pair", (one, other))


def _engine_or_none(*changes: Change) -> str | None:
    try:
        return engine(merged(*changes))
    except Clash:
        return None
