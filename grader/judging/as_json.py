"""Records as plain JSON and back: how a report and all that is in it are written and read."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import is_dataclass
from datetime import datetime
from functools import cache, partial
from types import UnionType
from typing import (
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

Made = TypeVar("Made")


def spelled(item: object) -> object:
    """The item as JSON has it: objects for records, lists for tuples, words for some floats."""
    kind = type(item)
    if kind in _AS_THEY_ARE:
        return item
    if kind is tuple or kind is list:  # most of the rest: a look at the type is quicker
        return [value if type(value) in _AS_THEY_ARE else spelled(value) for value in item]  # type: ignore[attr-defined]
    if isinstance(item, float):
        return item if math.isfinite(item) else repr(item)
    if is_dataclass(kind):
        return fields_of(item)
    if isinstance(item, datetime):
        return item.isoformat()
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


Reader: TypeAlias = Callable[[object], object]


def record_of(kind: type[Made], data: object) -> Made:
    """The record that `spelled` wrote, each field as its type says; what is unknown is left out.

    Raises TypeError, with the field, for anything else: a file may be damaged, or made by hand.
    """
    return cast(Made, _reader(cast(Hashable, kind))(data))


@cache
def _reader(kind: Hashable) -> Reader:
    """What reads a value of this type; made once for each type."""
    origin, inner = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return partial(_record, kind, {name: _reader(hints[name]) for name in _names(kind)})
    if origin in (Union, UnionType):
        return partial(_one_of, [_reader(each) for each in inner])
    if origin is Literal:
        return partial(_choice, inner)
    if origin is tuple:
        of_any_length = inner[-1] is ...
        readers = [_reader(each) for each in inner if each is not ...]
        return partial(_tuple, None if of_any_length else len(inner), readers)
    if origin is not None:  # a mapping by name
        return partial(_mapping, _reader(inner[1]))
    if kind is object:
        return lambda item: item
    return partial(_plain, kind)


def _record(kind: Callable[..., object], fields: Mapping[str, Reader], item: object) -> object:
    data = object_in(item)
    found = {}
    for name, read in fields.items():
        if name in data:
            try:
                found[name] = read(data[name])
            except TypeError as error:
                raise TypeError(f"{name}: {error}") from None
    return kind(**found)


def _one_of(readers: Sequence[Reader], item: object) -> object:
    for read in readers:
        try:
            return read(item)
        except TypeError as error:
            said = error
    raise said


def _tuple(size: int | None, readers: Sequence[Reader], item: object) -> object:
    if not isinstance(item, list | tuple) or size not in (None, len(item)):
        raise TypeError(f"a list{'' if size is None else f' of {size}'} is missing")
    return tuple(readers[place % len(readers)](each) for place, each in enumerate(item))


def _choice(known: Sequence[object], item: object) -> object:
    if not isinstance(item, str) or item not in known:
        raise TypeError(f"one of {', '.join(map(str, known))} is missing")
    return item


def _mapping(read: Reader, item: object) -> object:
    return {name: read(value) for name, value in object_in(item).items()}


def _plain(kind: object, item: object) -> object:
    """A text, a number, a yes or a time; floats that JSON lacks are words, and 3 may be 3.0."""
    if type(item) is kind or (kind is float and type(item) is int):
        return item
    if kind is float and item in ("nan", "inf", "-inf"):
        return float(str(item))
    if kind is type(None) and item is None:
        return item
    if kind is datetime and isinstance(item, str):
        return datetime.fromisoformat(item)
    raise TypeError(f"{getattr(kind, '__name__', kind)} is missing, found {type(item).__name__}")


def object_in(item: object) -> Mapping[str, object]:
    """The item, which has to be a JSON object. Raises TypeError."""
    if not isinstance(item, Mapping):
        raise TypeError(f"an object is missing, found {type(item).__name__}")
    return item


def _names(cls: type[object]) -> tuple[str, ...]:
    """The fields of a record, in order: all of ours can be given by place."""
    return getattr(cls, "__match_args__", ())


_AS_THEY_ARE = frozenset({str, int, bool, type(None)})
"""Most of what a report is made of."""
