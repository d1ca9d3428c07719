"""When two numbers are the same: relative 1e-9, absolute 1e-12, nan equals nan."""

from __future__ import annotations

import math
from collections.abc import Sequence

RELATIVE = 1e-9
ABSOLUTE = 1e-12


def same_number(found: object, expected: float) -> bool:
    """Whether a found number agrees with the expected one; anything but a float does not."""
    if type(found) is not float:
        return False
    if found == expected:
        return True
    if not (math.isfinite(found) and math.isfinite(expected)):
        return math.isnan(found) and math.isnan(expected)
    return abs(found - expected) <= ABSOLUTE + RELATIVE * abs(expected)


def same_answer(found: Sequence[object], expected: Sequence[float]) -> bool:
    """Whether two answers agree, number by number."""
    if len(found) != len(expected):
        return False
    return all(map(same_number, found, expected))
