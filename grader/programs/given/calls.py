"""Which nodes a call has to do with, and in which order their rules may run: data, and no walk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

MOST_MADE = 400
"""Programs that make more nodes are about size: nothing is drawn of them, and nothing read."""
MOST_INNER = 5
"""Of a graph with at most so many results more orders than one are given,"""
MOST_ORDERS = 24
"""but no more than these."""


class Call(NamedTuple):
    """A call of `backward` or `zero_grad`: the steps of the program whose nodes take part.

    A step is named by how many nodes the program has made before it; `sum` of three makes three.
    orders: the steps with a rule, in orders that are right, the last one made first in the first
    of them. leaves: the others.
    """

    orders: tuple[tuple[int, ...], ...]
    leaves: tuple[int, ...]

    @property
    def steps(self) -> tuple[int, ...]:
        """All that take part."""
        return (*self.orders[0], *self.leaves)


Visits: TypeAlias = tuple[Call, ...]
"""One for each call that the program makes, in repeated blocks too."""


def as_listed(found: Visits) -> list[Any]:
    """Plain lists, for a file."""
    return [[[[*order] for order in call.orders], [*call.leaves]] for call in found]


def from_listed(data: Sequence[Any]) -> Visits:
    """What `as_listed` wrote."""
    return tuple(Call(tuple(map(tuple, orders)), tuple(leaves)) for orders, leaves in data)
