"""Plain values: what a function of the student's is called with and returns.

What one can do with it:

* make sure that an author's value is plain (`as_plain`);
* read what the worker spelled (`read`: `grader.worker.inside.tasks` writes it);
* say whether two are the same (`same`): numbers within the tolerance, lists item by item, dicts
  whatever their order;
* write one as Python, in short for messages (`shown`) or with every digit (`written`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from grader.programs.compare import same_number
from grader.text import ten_digits

MAX_DIGITS = 4300
MOST_SHOWN = 120
"""Characters of a value in a message."""


class NotPlain(ValueError):
    """A value that is not plain; the message says what it is."""


def as_plain(value: Any) -> Any:
    """The value, tuples as lists. Raises `NotPlain` for anything but numbers, texts, true, false,
    None, and lists, tuples and dicts of them."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    if type(value) in (list, tuple):
        return [as_plain(each) for each in value]
    if type(value) is dict:
        return {_key(as_plain(key)): as_plain(each) for key, each in value.items()}
    raise NotPlain(f"a {type(value).__name__} is no number, text, list or dict")


def read(spelled: Any) -> Any:
    """The value that a worker spelled. Raises `NotPlain` if it spelled none."""
    if spelled is None or type(spelled) in (bool, int, float, str):
        return spelled
    if type(spelled) is list:
        return [read(each) for each in spelled]
    if type(spelled) is dict and spelled.keys() == {"number"}:
        return _number(spelled["number"])
    if type(spelled) is dict and spelled.keys() == {"pairs"} and type(spelled["pairs"]) is list:
        pairs = [pair for pair in spelled["pairs"] if type(pair) is list and len(pair) == 2]
        if len(pairs) == len(spelled["pairs"]):
            return {_key(read(key)): read(value) for key, value in pairs}
    raise NotPlain("an answer that cannot be read")


def same(found: Any, expected: Any) -> bool:
    """Whether two plain values are the same. A whole number may be a float; true is no number."""
    if type(found) is bool or type(expected) is bool:
        return found is expected
    if isinstance(found, (int, float)) and isinstance(expected, (int, float)):
        return _same_number(found, expected)
    if type(found) is not type(expected):
        return False
    if type(found) is list:
        return len(found) == len(expected) and all(map(same, found, expected))
    if type(found) is dict:
        return found.keys() == expected.keys() and all(
            same(found[key], expected[key]) for key in found
        )
    return bool(found == expected)


def shown(value: Any, most: int = MOST_SHOWN) -> str:
    """The value as Python writes it, cut where it is long; floats with ten digits."""
    text = written(value, lambda number: repr(ten_digits(number)))
    return text if len(text) <= most else f"{text[: most - 4]} ..."


def exactly(number: float) -> str:
    """A float with every digit, as Python reads it."""
    return repr(number) if math.isfinite(number) else f'float("{number}")'


def written(value: Any, number: Callable[[float], str] = exactly) -> str:
    """A plain value as Python writes it. number: how floats are written."""
    if type(value) is float:
        return number(value)
    if type(value) in (list, tuple):
        return f"[{', '.join(written(each, number) for each in value)}]"
    if type(value) is dict:
        pairs = (f"{written(k, number)}: {written(v, number)}" for k, v in value.items())
        return f"{{{', '.join(pairs)}}}"
    return repr(value)


def _same_number(found: int | float, expected: int | float) -> bool:
    if found == expected:
        return True
    if type(found) is int and type(expected) is int:
        return False
    try:
        return same_number(float(found), float(expected))
    except OverflowError:
        return False


def _number(text: Any) -> int | float:
    if text in ("nan", "inf", "-inf"):
        return float(text)
    if type(text) is str and text.lstrip("-").isdecimal() and len(text) <= MAX_DIGITS:
        return int(text)
    raise NotPlain("an answer that cannot be read")


def _key(key: Any) -> Any:
    if type(key) in (list, dict):
        raise NotPlain("a dict whose keys are lists")
    if type(key) is float and math.isnan(key):
        raise NotPlain("a dict with nan among its keys")
    return key
