"""The slopes of every operator, without a rule for any of them.

A function's slope is had from its value alone, by a step into the complex plane:

    f(x + ih) = f(x) + ih f'(x) + ...   so   f'(x) = imag(f(x + ih)) / h

Nothing is subtracted, so h may be so tiny that the slope is right to the last digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.programs.operators import OPERATORS, Operator

STEP = 2.0**-664
"""A power of two: the slopes of sums and products are right to the last digit."""


def value_and_slopes(operator: str, operands: Sequence[float]) -> tuple[float, tuple[float, ...]]:
    """The value, and its slope for each operand; that for an exponent is 0, it is no node.

    Raises ArithmeticError or ValueError where the operator has no value.
    """
    row = OPERATORS[operator]
    value = row.value
    if len(operands) == 1:
        (x,) = operands
        return _real(value(x)), (value(complex(x, STEP)).imag / STEP,)
    if len(operands) > 2:
        return _real(value(*operands)), tuple(_slopes(row, operands))
    x, y = operands
    data, slope = _real(value(x, y)), value(complex(x, STEP), y).imag / STEP
    return data, (slope, 0.0 if row.takes == "number" else value(x, complex(y, STEP)).imag / STEP)


def _slopes(row: Operator, operands: Sequence[float]) -> Iterator[float]:
    for place, operand in enumerate(operands):
        moved: list[complex] = [*operands]
        moved[place] = complex(operand, STEP)
        yield row.value(*moved).imag / STEP


def _real(value: complex) -> float:
    if isinstance(value, complex):
        raise ArithmeticError("the operator has no real value here")
    return value
