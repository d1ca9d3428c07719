"""What a worker saw of an engine at the end of a program, read strictly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.packs.tensor.judged import decoded_one, same_array
from grader.packs.tensor.operators import Array
from grader.packs.tensor.program import Program

KINDS = ("int64", "int32", "float32", "float16", "bool", "longdouble")
"""Names of numbers that data may be of, and should not."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What an engine holds at the end of a program, by slot; plain arrays too."""

    data: Mapping[str, Array]
    grads: Mapping[str, Array | None]
    shared: frozenset[frozenset[str]]
    changed: tuple[str, ...] = ()
    """Tensors whose data at the end is not what it was when they were made."""
    raised: bool = False
    """Whether the program ended with an exception of the student's."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Of tensors whose data are not float64: of which numbers they are."""
    of_grads: Mapping[str, str] = field(default_factory=dict)
    """The same of gradients."""
    born: frozenset[str] = frozenset()
    """Tensors with another gradient than zeros as soon as they are made."""
    last: Mapping[str, Array] = field(default_factory=dict)
    """What tensors hold as data at the end."""


def seen_in(program: Program, value: object) -> Seen | None:
    """What a worker saw. None for anything that does not look like it."""
    if not isinstance(value, dict) or not isinstance(value.get("nodes"), dict):
        return None
    data: dict[str, Array] = {
        step[1]: np.array(step[2], dtype=np.float64) for step in program.steps if step[0] == "array"
    }
    for step in program.steps:
        if step[0] == "raise":
            data[step[1]] = data[step[1]] + step[2]
    grads: dict[str, Array | None] = {}
    changed: list[str] = []
    lasts: dict[str, Array] = {}
    for slot, pair in value["nodes"].items():
        if not isinstance(pair, list) or len(pair) != 3:
            return None
        found, last = decoded_one(pair[0]), decoded_one(pair[2])
        if found is None or last is None:
            return None
        data[slot], grads[slot], lasts[slot] = found, decoded_one(pair[1]), last
        changed += [] if same_array(last, found) else [slot]
    told = value.get("shared")
    pairs = [each for each in told if isinstance(each, list)] if isinstance(told, list) else []
    shared = frozenset(frozenset(map(str, pair)) for pair in pairs)
    kinds, of_grads = _kinds(value.get("kinds")), _kinds(value.get("of_grads"))
    first: Any = value.get("born") if isinstance(value.get("born"), dict) else {}
    zeros = {slot: decoded_one(each) for slot, each in first.items()}
    leaves = [step[1] for step in program.steps if step[0] == "leaf"]
    born = frozenset(
        slot
        for slot, each in zeros.items()
        if (slot in leaves and (each is None or each.shape != data[slot].shape))
        or (each is not None and each.any())
    )
    raised = value.get("raised") is True
    return Seen(
        data, grads, shared, tuple(changed), raised, kinds, of_grads, frozenset(born), lasts
    )


def _kinds(told: Any) -> dict[str, str]:
    named = told if isinstance(told, dict) else {}
    return {str(slot): str(kind) for slot, kind in named.items() if kind in KINDS}


def ends_unmade(found: Sequence[tuple[Program, Seen]]) -> bool:
    """Whether a program ended with an exception before all of its results were made."""
    return any(seen.raised and any(step[0] == "apply" and step[1] not in seen.data
                                   for step in stage.steps) for stage, seen in found)  # fmt: skip
