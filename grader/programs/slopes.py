"""The slopes of every operator, without a rule for any of them.

A function's slope is had from its value alone, by a step into the complex plane:

    f(x + ih) = f(x) + ih f'(x) + ...   so   f'(x) = imag(f(x + ih)) / h

Nothing is subtracted, so h may be so tiny that the slope is right to the last digit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from grader.programs.operators import OPERATORS, Operator

STEP, LARGER = 2.0**-664, 2.0**-100
"""Powers of two: the slopes of sums and products are right to the last digit."""
SMALL = 2.0**-300
"""Of a smaller slope the first step leaves a number that floats hold with fewer digits."""


def value_and_slopes(operator: str, operands: Sequence[float]) -> tuple[float, tuple[float, ...]]:
    """The value, and its slope for each operand; that for an exponent is 0, it is no node.

    Raises ArithmeticError or ValueError where the operator has no value.
    """
    row = OPERATORS[operator]
    value, x = row.value, operands[0]
    data = value(*operands)
    if isinstance(data, complex):
        raise ArithmeticError("the operator has no real value here")
    if len(operands) == 1:
        slopes = [value(complex(x, STEP)).imag / STEP]
    elif row.takes == "number":
        slopes = [value(complex(x, STEP), operands[1]).imag / STEP, 0.0]
    elif len(operands) == 2:
        y = operands[1]
        slopes = [value(complex(x, STEP), y).imag / STEP, value(x, complex(y, STEP)).imag / STEP]
    else:
        slopes = [_slope(row, operands, place) for place in range(len(operands))]
    nodes = operands[:1] if row.takes == "number" else operands
    for place in range(len(nodes) if data else 0):  # beside 0 a slope that is 0 is not small
        if abs(slopes[place]) < SMALL:
            slopes[place] = _slope(row, operands, place, LARGER)
    if any(slope != slope for slope in slopes):
        slopes = [_limit(row, operands, place, slope) for place, slope in enumerate(slopes)]
    return float(data), tuple(slopes)


def _slope(row: Operator, operands: Sequence[float], place: int, step: float = STEP) -> float:
    moved: list[complex] = [*operands]
    moved[place] = complex(operands[place], step)
    slope: float = row.value(*moved).imag / step
    return slope


def _limit(row: Operator, operands: Sequence[float], place: int, slope: float) -> float:
    """The slope where an operand is infinite, and complex numbers know none: from finite ones."""
    if slope == slope or not any(map(math.isinf, operands)):
        return slope
    near, far = (
        _slope(row, [math.copysign(size, x) if math.isinf(x) else x for x in operands], place)
        for size in (1e20, 1e30)
    )
    if abs(far) > 2 * abs(near):
        return math.copysign(math.inf, far)
    return far if 2 * abs(far) > abs(near) else math.copysign(0.0, far)
