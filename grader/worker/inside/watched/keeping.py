"""What a name of a student's module, class or function holds: look at it, and put it back.

Runs on the untrusted side and imports nothing of ours.
"""

from __future__ import annotations

import functools
import types
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

DEEP = 4
MOST_HELD = 5_000
"""Of what holds more no copy is kept."""
COLLECTIONS = list, deque, set, dict, bytearray
CACHING = type(functools.cache(lambda: None))


def is_function(value: Any) -> bool:
    """Whether a value is a function of the student's, however it is wrapped."""
    kinds = types.FunctionType | staticmethod | classmethod | property | CACHING
    return isinstance(value, kinds)


@dataclass(frozen=True, slots=True)
class Kept:
    """What a name stands for: an attribute of the module, a class, a function or a closure."""

    name: str
    holder: Any
    attribute: str

    def look(self) -> Any:
        """Something that is equal while the same is held; it keeps no node alive."""
        return _look(held_by(self.holder, self.attribute), DEEP)

    def copied(self) -> Callable[[], object]:
        """A function that puts back what is held now."""
        value = held_by(self.holder, self.attribute)
        put_back = _copied(value, DEEP)

        def put() -> None:
            put_back()
            setattr(self.holder, self.attribute, value)

        return put

    def drop(self) -> None:
        """Let the name stand for nothing."""
        delattr(self.holder, self.attribute)


class OfNodes(Kept):
    """An attribute of all nodes."""

    def look(self) -> Any:
        return [_look(held_by(node, self.attribute), 1) for node in self.holder]

    def copied(self) -> Callable[[], object]:
        each = [Kept("", node, self.attribute).copied() for node in self.holder]
        return lambda: [put_back() for put_back in each]


class Inside(Kept):
    """A collection that is the default of an argument."""

    def look(self) -> Any:
        return _look(self.holder[0], DEEP)

    def copied(self) -> Callable[[], object]:
        return _copied(self.holder[0], DEEP)


class Cache(Kept):
    """A function under `@cache`."""

    def look(self) -> Any:
        return self.holder.cache_info().currsize

    def copied(self) -> Callable[[], object]:
        clear: Callable[[], object] = self.holder.cache_clear
        return clear


def held_by(holder: Any, attribute: str) -> Any:
    """What an object, a class or a closure's cell holds."""
    if isinstance(holder, type):
        return vars(holder).get(attribute)  # a descriptor is not asked
    try:
        return getattr(holder, attribute, None)
    except ValueError:  # a cell that is empty
        return None


def _parts(value: Any) -> list[Any]:
    """What a collection holds, or an object of the student's that is no node."""
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, tuple | list | deque | set | frozenset):
        return [*value]
    return [*_own(value).values()]


def _own(value: Any) -> dict[str, Any]:
    is_plain = isinstance(value, type | types.FunctionType | types.ModuleType)
    own = {} if is_plain or hasattr(type(value), "grad") else getattr(value, "__dict__", {})
    return own if isinstance(own, dict) and "grad" not in own else {}


def _look(value: Any, deep: int) -> Any:
    if value is None or type(value) in (int, float, bool, str, bytes):
        return type(value).__name__, repr(value)
    if isinstance(value, bytearray):
        return bytes(value)
    parts = _parts(value) if deep else []
    if len(parts) > MOST_HELD:
        return id(value), len(parts)
    return id(value), tuple(_look(each, deep - 1) for each in parts)


def _copied(value: Any, deep: int) -> Callable[[], object]:
    """A function that puts back what a collection holds now, and what is in that."""
    inner = [_copied(each, deep - 1) for each in (_parts(value) if deep else ())]
    held: Any = None
    if isinstance(value, COLLECTIONS):
        held = value.copy()
    own = dict(_own(value))

    def put_back() -> None:
        if held is not None:
            value.clear()
            value.update(held) if isinstance(value, dict | set) else value.extend(held)
        if own:
            value.__dict__.clear()
            value.__dict__.update(own)
        for each in inner:
            each()

    return put_back
