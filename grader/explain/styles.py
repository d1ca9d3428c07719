"""The ways in which engines make one operator of others: what a belief's numbers may depend on."""

from __future__ import annotations

from functools import cache

NEG, SUB, DIV, MOVED, APART = 1, 2, 4, 8, 16
"""Bits of a style. NEG, SUB, DIV: the operator is made of others (-a is a * -1, a - b is a + -b,
a / b is a * b**-1) and has no rule of its own. MOVED: a number on the left of + or * goes to the
right (`return self * other`); APART: but not where it comes from 5 - a or 5 / a. They are
plain ints: with an IntFlag a diagnosis takes a fifth longer."""

STYLES = tuple(
    dict.fromkeys(
        moved | own
        for own in (NEG | SUB | DIV, SUB | DIV, 0, DIV, NEG | SUB, SUB, NEG | DIV, NEG)
        for moved in (MOVED, 0, MOVED | APART)
        if moved != MOVED | APART or own & (SUB | DIV)
    )
)
"""Likely ways first."""
LIKELY = (MOVED | NEG | SUB | DIV, NEG | SUB | DIV, MOVED | SUB | DIV, MOVED)
"""A few that differ in everything that is common: for a first look."""


@cache
def projections(bits: int) -> tuple[int, ...]:
    """The styles, likely ones first, as far as they matter to a program that uses these `bits`."""
    return tuple(dict.fromkeys([style & bits for style in STYLES]))
