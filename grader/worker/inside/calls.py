"""The task "call": a function of the student's, plain values in and out.

{"task": "call", "function": "median", "arguments": [[3, 1, 2]]}   -> what it returned

Plain values are numbers, texts, true, false and None, and lists, tuples and dicts of them. They
come back in JSON, so what JSON cannot say is spelled: a dict is {"pairs": [[key, value], ...]}, an
infinity, nan or a large whole number {"number": "inf"}. A tuple comes back as a list.
`grader.programs.plain` reads it.
"""

from __future__ import annotations

import math
from typing import Any

from grader.worker.inside.loading import Failure

MAX_DEPTH = 6
MAX_ITEMS = 20_000
MAX_TEXT = 20_000
SMALL = 1 << 53


def run(task: dict[str, Any], function: Any) -> Any:
    """What the function returns for the task's arguments, spelled. Raises `Failure`."""
    name = task["function"]
    if not callable(function):
        got = type(function).__name__[:60]
        raise Failure(kind="type", what="The value", slot=name, got=got)
    result = function(*(_copied(each) for each in task["arguments"]))
    return spelled(result, name)


def spelled(value: Any, name: str) -> Any:
    """A plain value as JSON can say it. Raises `Failure` for what is not plain, or too much."""
    return _Spelling(name).spelled(value, 0)


def _copied(item: Any) -> Any:
    """Arguments of the call's own: what it does to them is seen by no other call."""
    if isinstance(item, (list, tuple)):
        return type(item)(_copied(each) for each in item)
    if isinstance(item, dict):
        return {key: _copied(value) for key, value in item.items()}
    return item


class _Spelling:
    """Spells one result, which may hold so many items and no more."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.left = MAX_ITEMS

    def spelled(self, item: Any, depth: int) -> Any:
        self.left -= 1
        if self.left < 0:
            raise Failure(kind="toolong", name=self.name, most=MAX_ITEMS)
        if item is None or type(item) is bool:
            return item
        if isinstance(item, (int, float)):
            return _number(item, self.name)
        if isinstance(item, str) and len(item) <= MAX_TEXT:
            return str.__str__(item)
        if depth < MAX_DEPTH and isinstance(item, (list, tuple)):
            return [self.spelled(each, depth + 1) for each in item]
        if depth < MAX_DEPTH and isinstance(item, dict):
            pairs = [
                [self.spelled(key, depth + 1), self.spelled(value, depth + 1)]
                for key, value in item.items()
            ]
            return {"pairs": pairs}
        got = type(item).__name__[:60]
        raise Failure(kind="type", what="The result", slot=self.name, got=got)


def _number(item: int | float, name: str) -> Any:
    if isinstance(item, float):
        number = float.__add__(item, 0.0)
        return number if math.isfinite(number) else {"number": repr(number)}
    whole = int.__add__(item, 0)
    if -SMALL <= whole <= SMALL:
        return whole
    try:
        return {"number": str(whole)}
    except ValueError:  # Python writes out no number of more than 4,300 digits
        raise Failure(kind="type", what="the result", slot=name, got="a huge int") from None
