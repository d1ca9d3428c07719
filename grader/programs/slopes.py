"""The value of every operator, and its slopes without a rule for any of them.

A function's slope is had from its value alone, by a step into the complex plane:

    f(x + ih) = f(x) + ih f'(x) + ...   so   f'(x) = imag(f(x + ih)) / h

Nothing is subtracted, so h may be so tiny that the slope is right to the last digit. Hence a copy
of Topograde for students draws right gradients and has no local rule in it that they could read.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable, Mapping, Sequence

STEP = 1e-200


def _relu(x: complex) -> complex:
    return x if x.real > 0 else 0 * x


VALUES: Mapping[str, Callable[..., complex]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "truediv": lambda x, y: x / y,
    "pow": lambda x, n: x**n,
    "neg": lambda x: -x,
    "tanh": cmath.tanh,
    "exp": cmath.exp,
    "relu": _relu,
}


def value_and_slopes(operator: str, operands: Sequence[float]) -> tuple[float, tuple[float, ...]]:
    """The value, and its slope for each operand; that for an exponent is 0, it is no node.

    Raises ArithmeticError or ValueError where the operator has no value.
    """
    function = VALUES[operator]
    exact = [complex(operand) for operand in operands]
    if operator == "pow":
        exact[1] = exact[1].real  # a whole exponent multiplies: no detour by logarithms
    slopes = []
    for place in range(len(exact)):
        if operator == "pow" and place == 1:
            slopes.append(0.0)
            continue
        moved = [*exact]
        moved[place] += STEP * 1j
        slopes.append(function(*moved).imag / STEP)
    return function(*exact).real, tuple(slopes)
