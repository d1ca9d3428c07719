"""Records as plain JSON and back: how a report and all that is in it are written and read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any, TypeVar

Made = TypeVar("Made")


def spelled(item: object) -> object:
    """The item as JSON has it: objects for records, lists for tuples, words for some floats."""
    kind = type(item)
    if kind in _AS_THEY_ARE:
        return item
    if kind is tuple or kind is list:  # most of the rest: a look at the type is quicker
        return [value if type(value) in _AS_THEY_ARE else spelled(value) for value in item]  # type: ignore[attr-defined]
    if isinstance(item, float):
        return item if math.isfinite(item) else _word(item)
    if is_dataclass(kind):
        return fields_of(item)
    if isinstance(item, Mapping):
        return {str(key): spelled(value) for key, value in item.items()}
    if isinstance(item, Sequence) and not isinstance(item, str):
        return [spelled(value) for value in item]
    return item


def fields_of(record: object, **instead: object) -> dict[str, object]:
    """The fields of a record as JSON has them; instead: those that are spelled already."""
    data = {}
    for name in _names(type(record)):
        value = instead[name] if name in instead else getattr(record, name)
        as_it_is = type(value) in _AS_THEY_ARE or name in instead
        data[name] = value if as_it_is else spelled(value)
    return data


def unspelled(item: object) -> object:
    """The number that `spelled` made a word of; anything else as it is."""
    return float(item) if item in ("nan", "inf", "-inf") and isinstance(item, str) else item


def made(cls: type[Made], data: Mapping[str, object], **instead: object) -> Made:
    """The record of these fields. What it does not know is left out, and lists become tuples.

    instead: fields that were read already. Raises TypeError if a field is missing.
    """
    names = _names(cls)
    known: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in data.items()
        if name in names
    }
    return cls(**{**known, **instead})


def object_in(item: object) -> Mapping[str, object]:
    """The item, which has to be a JSON object. Raises TypeError."""
    if not isinstance(item, Mapping):
        raise TypeError(f"an object is missing, found {type(item).__name__}")
    return item


def list_in(item: object) -> Sequence[object]:
    """The item, which has to be a JSON list. Raises TypeError."""
    if not isinstance(item, list | tuple):
        raise TypeError(f"a list is missing, found {type(item).__name__}")
    return item


def _names(cls: type[object]) -> tuple[str, ...]:
    """The fields of a record, in order: all of ours can be given by place."""
    return getattr(cls, "__match_args__", ())


_AS_THEY_ARE = frozenset({str, int, bool, type(None)})
"""Most of what a report is made of."""


def _word(number: float) -> str:
    """What a float is called that JSON does not have."""
    return "nan" if math.isnan(number) else "inf" if number > 0 else "-inf"
