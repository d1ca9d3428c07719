"""Read how the contributions to one node add up: all of them, or one of them only.

Each side of each operator is used by two nodes ("twice"), and one node stands on both sides of it
("both"). What each use contributes is known from the rules that were read; here it is compared with
what has arrived.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from grader.explain.diagnosis.readings.algebra.rows import terms_of
from grader.explain.diagnosis.readings.probes import Probe, operands_in
from grader.explain.diagnosis.readings.rules import Readings
from grader.programs.compare import same_number
from grader.programs.operators import SCALE
from grader.programs.program import Program
from grader.programs.slopes import value_and_slopes

Kept = Literal["one", "left", "right"]

_MADE_OF = {
    ("sub", 0): ("add", 0),
    ("sub", 1): ("neg", 0),
    ("neg", 0): (SCALE, 0),
    ("truediv", 0): (SCALE, 0),
    ("truediv", 1): ("pow", 0),
}
"""Which side of which operator an operator made of others hands its operands to."""


@dataclass(frozen=True, slots=True)
class AddingReading:
    """Contributions that get lost. kept "one": of two uses only one arrives, on this side; "left",
    "right": of a node on both sides only that side's contribution does (`side` is then -1)."""

    operator: str
    side: int
    kept: Kept
    program: Program


def read_adding(readings: Readings) -> list[AddingReading]:
    """Where contributions get lost."""
    found: list[AddingReading] = []
    for probe, observed in readings.answers:
        if probe.kind not in ("twice", "both") or observed.answer is None:
            continue
        if any(r.operator == probe.operator for r in found) and probe.kind == "both":
            continue
        arrived = observed.answer[-1]
        shares = _twice(probe, readings) if probe.kind == "twice" else _both(probe, readings)
        if shares is None or same_number(arrived, sum(shares)):
            continue
        matching = [place for place, share in enumerate(shares) if same_number(arrived, share)]
        if not matching:
            continue
        if probe.kind == "twice":
            known = AddingReading(probe.operator, probe.side, "one", probe.program)
            if not any((r.operator, r.side) == (known.operator, known.side) for r in found):
                found.append(known)
        elif len(matching) == 1 or same_number(shares[0], shares[1]):
            kept: Kept = "right" if 1 in matching else "left"
            found.append(AddingReading(probe.operator, -1, kept, probe.program))
    return _without_both(found)


def own_of(found: Sequence[AddingReading]) -> list[AddingReading]:
    """Without what an operator has from those that it may be made of."""
    lost = {(r.operator, r.side) for r in found}
    return [r for r in found if _MADE_OF.get((r.operator, r.side)) not in lost]


def _without_both(found: list[AddingReading]) -> list[AddingReading]:
    """A node on both sides loses a contribution if one side overwrites: that is said already."""
    sided = {r.operator for r in found if r.side >= 0}
    return [r for r in found if r.side >= 0 or r.operator not in sided]


def _twice(probe: Probe, readings: Readings) -> list[float] | None:
    """What the two nodes contribute; None where a rule is not known."""
    shares = []
    first = probe.g
    uses = ((3.0, first), (5.0, 9.0 - first))
    for other, factor in uses:
        x, y = (probe.x, other) if probe.side == 0 else (other, probe.x)
        share = _share(probe.operator, probe.side, x, y, factor, readings)
        if share is None:
            return None
        shares.append(share)
    return shares


def _both(probe: Probe, readings: Readings) -> list[float] | None:
    shares = []
    for side in (0, 1):
        share = _share(probe.operator, side, probe.x, probe.x, probe.g, readings)
        if share is None:
            return None
        shares.append(share)
    return shares


def _share(
    operator: str, side: int, x: float, y: float, factor: float, readings: Readings
) -> float | None:
    if (operator, side) in readings.inherited:
        return None
    operands = operands_in(operator, x, y)
    value = value_and_slopes(operator, operands)[0]
    product = terms_of(SCALE, value, factor, value * factor, 1.0)
    arriving = readings.contribution(SCALE, 0, product) if factor != 1.0 else 1.0
    if arriving is None:
        return None
    return readings.contribution(operator, side, terms_of(operator, x, y, value, arriving))
