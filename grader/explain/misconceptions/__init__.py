"""Wrong beliefs as engines, by family: what the diagnosis compares a student's numbers with."""

from __future__ import annotations

from grader.explain.misconceptions import (
    accumulation,
    construction,
    functions,
    operators,
    order,
    order_visited,
    seeding,
    zeroing,
)
from grader.explain.misconceptions.base import (
    CommonEngine,
    Misconception,
    WrongEngineRaises,
    combined,
)

__all__ = ["ALL", "CommonEngine", "Misconception", "WrongEngineRaises", "by_id", "combined"]

ALL: tuple[Misconception, ...] = (
    *seeding.MISCONCEPTIONS,
    *order.MISCONCEPTIONS,
    *order_visited.MISCONCEPTIONS,
    *accumulation.MISCONCEPTIONS,
    *zeroing.MISCONCEPTIONS,
    *operators.MISCONCEPTIONS,
    *functions.MISCONCEPTIONS,
    *construction.MISCONCEPTIONS,
)
"""Every misconception, in the order in which they are named when several fit."""


def by_id(name: str) -> Misconception:
    """The misconception of that id. Raises KeyError if there is none."""
    return _BY_ID[name]


_BY_ID = {misconception.id: misconception for misconception in ALL}
