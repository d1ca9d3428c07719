"""The order of a course's exercises, where course.toml gives another than that of its tables."""

from __future__ import annotations

from typing import Any

from grader.course.table import Place, did_you_mean


def read_order(top: Place, ids: list[Any]) -> list[int]:
    """The tables, counted from 0, in the order of the course: as they are, or as `order` says."""
    order = top.strings("order", default=())
    if not order:
        return list(range(len(ids)))
    for name in order:
        if name not in ids:
            guess = did_you_mean(name, [one for one in ids if isinstance(one, str)])
            raise top.error(f"order names {name!r}, and there is no such exercise", guess)
        if order.count(name) > 1:
            raise top.error(f"order names {name!r} more than once")
    left = [one for one in ids if one not in order]
    if left:
        raise top.error(f"order must name every exercise, {left[0]!r} is missing")
    return sorted(range(len(ids)), key=lambda at: order.index(ids[at]))
