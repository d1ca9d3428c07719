"""Two expressions that several projects share; each file holds one project's cases."""

import operator
from typing import Any


def one_leaf(leaf: Any) -> Any:
    """Value -20 and slope 46 at -4: three relus, two of them open."""
    inner = 2 * leaf + 2 + leaf
    gated = inner.relu() + inner * leaf
    return (inner * inner).relu() + gated + gated * leaf


def two_leaves(left: Any, right: Any, plus: Any = operator.iadd) -> Any:
    """Every operator once at -4 and 2; `plus`: `x += y`, or `x = x + y`."""
    first, second = left + right, left * right + right**3
    first = plus(first, first + 1)
    first = plus(first, 1 + first + (-left))
    second = plus(second, second * 2 + (right + left).relu())
    second = plus(second, 3 * second + (right - left).relu())
    square = (first - second) ** 2
    return plus(square / 2.0, 10.0 / square)
