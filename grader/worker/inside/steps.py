"""The place of each node in an order, and what nodes hold.

Runs on the untrusted side.
"""

from __future__ import annotations

import gc
import sys
import types
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from grader.worker.inside.loading import Failure, wrong_type

MAX_ORDER = 400_000
MOST_IN_ITSELF = 2
HUGE = 1e300
"""A whole number beyond this may not fit into a float."""


class Places:
    """When a program made each of its nodes: 0 is first, -1 is none of them."""

    def __init__(self, made: list[Any]) -> None:
        self.made = made
        self.kinds: set[type] = set()
        self._numbers: dict[int, int] = {}
        self._known = 0

    def go_on(self) -> None:
        """Take in what was made since. Who has several places has the first."""
        for number in range(self._known, len(self.made)):
            node = self.made[number]
            self._numbers.setdefault(id(node), number)
            self.kinds.add(type(node))
        self._known = len(self.made)

    def number(self, node: Any) -> int:
        """When this one was made."""
        return self._numbers.get(id(node), -1)

    def of(self, listed: list[Any], name: str) -> list[int]:
        """When each node of a list was made."""
        if len(listed) > MAX_ORDER:
            raise Failure(kind="toolong", name=name, most=MAX_ORDER)
        for node in listed:
            # An engine may list nodes of its own, of any class of its own: no number, text or list.
            if type(node) not in self.kinds and type(node).__module__ == "builtins":
                raise wrong_type("an entry in the list", name, node)
        return [self._numbers.get(id(node), -1) for node in listed]


@contextmanager
def collected_later(when: bool) -> Iterator[None]:
    """Look for garbage once at the end, if so: to go through a large graph again and again, all of
    which stays, takes longer than to make it."""
    collecting = when and gc.isenabled()
    if collecting:
        gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
            gc.collect(0)


@contextmanager
def no_function_in_itself() -> Iterator[None]:
    """Raise `Failure` if a function has called itself, also through another one.

    Twice is no sign of it: a decorator makes several functions of one text, which call one another.
    """
    running: dict[types.CodeType, int] = {}
    most, name = 0, ""

    def on_event(frame: types.FrameType, event: str, _: Any) -> None:
        nonlocal most, name
        code = frame.f_code
        if event == "call":
            running[code] = running.get(code, 0) + 1
            if running[code] > most:
                most, name = running[code], code.co_name
        elif event == "return":
            running[code] = running.get(code, 0) - 1

    before = sys.getprofile()
    sys.setprofile(on_event)
    try:
        yield
    finally:
        sys.setprofile(before)
    if most > MOST_IN_ITSELF:
        raise Failure(kind="nested", name=name[:60], times=most)


def looked_at(node: Any, places: Places, rules: list[Any]) -> list[int]:
    """What a node holds, as whole numbers of which two are equal where it holds the same.

    Its data, gradient, name or operation, and rule; the data of its inputs; how many of these hold
    a gradient other than 0; then each input by when the program made it, -1 if it did not. Inputs
    in a set are in order. What the node does not have is 0: its class may be the student's own.
    rules: those that were looked at before, by their numbers.
    """
    held = getattr(node, "_prev", None)
    held = getattr(node, "inputs", None) if held is None else held
    inputs = list(held) if isinstance(held, (tuple, list, set, frozenset)) else []
    nodes = [each for each in inputs if not places.kinds.isdisjoint(type(each).__mro__)]
    found = [places.number(each) for each in inputs]
    values = [_marked(each, "data") for each in nodes]
    if isinstance(held, (set, frozenset)):
        found.sort()
        values.sort()
    zero = zlib.crc32(b"0.0")
    unclear = sum(_marked(each, "grad") not in (0, zero) for each in nodes)
    text = str(getattr(node, "_op", getattr(node, "name", "")))
    rule = getattr(node, "_backward", None)
    rule = getattr(rule, "__func__", rule)
    known = next((n for n, each in enumerate(rules) if each is rule), len(rules))
    rules += [rule] if known == len(rules) else []
    own = [_marked(node, "data"), _marked(node, "grad"), zlib.crc32(text.encode()), known]
    return [*own, zlib.crc32(repr(values).encode()), unclear, *found]


def _marked(node: Any, what: str) -> int:
    """A number that a node holds, as a whole one; 0 if it is no number."""
    number = getattr(node, what, None)
    if type(number) is not float and type(number) is not int:
        return 0
    return zlib.crc32(repr(number + 0.0 if abs(number) < HUGE else number).encode())
