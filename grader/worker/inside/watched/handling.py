"""What the student's lines do with nodes while a call runs: name them, ask them, collect them.

Runs on the untrusted side. A line is looked at before it runs, for the names that it reads, and
after it, for what it changed in the lists, sets and dicts that it names.
"""

from __future__ import annotations

import ast
import functools
import types
from collections import deque
from collections.abc import Callable
from typing import Any

from grader.worker.inside.watched.numbers import CLOCK, MOST_HANDLED

NAMED, ASKED, PUT, TAKEN, FOUND, TURNED, READ = range(7)
"""What a line does with a node: names it, reads its `_prev`, puts it into a collection, takes it
out, finds it there when the call first comes by the collection, puts it first there as it puts all
of them in another order; from READ on reads an attribute."""
_COLLECTIONS = list, deque, set, dict
Mentions = dict[int, dict[tuple[str, ...], None]]


class Handling:
    """The events of one run: (node, line, when, what, collection); no collection is 0."""

    def __init__(self, mentions: Mentions, known: Callable[[Any], int | None]) -> None:
        self.mentions, self.known = mentions, known
        self.events: list[tuple[int, int, int, int, int]] = []
        self.numbers: dict[int, int] = {}
        self.kept: list[Any] = []  # so that no two collections of the run have one address
        self.held: list[list[int]] = []
        self.met: set[int] = set()
        self.last: tuple[int, list[int]] = 0, []

    def begin(self) -> None:
        """A call begins: every collection is met for the first time again."""
        self.met.clear()
        self.last = 0, []

    def add(self, node: int, line: int, what: int, collection: int = 0) -> None:
        """Note an event; when there are too many, one too many is kept, which says so."""
        if len(self.events) <= MOST_HANDLED:
            self.events.append((node, line, CLOCK.tick(), what, collection))

    def looked_at(self, line: int, frame: types.FrameType) -> None:
        """A line is about to run."""
        collections: list[int] = []
        for names in self.mentions.get(line, ()):
            value = _value(frame, names)
            number = self.known(value)
            if number is not None:
                if len(names) == 1:
                    self.add(number, line, NAMED)
            elif isinstance(value, _COLLECTIONS):
                collections.append(self._met(value, line))
        self.last = line, collections

    def after_line(self) -> None:
        """A line has run: what it changed in the collections that it names."""
        line, collections = self.last
        for collection in collections:
            was, now = self.held[collection], self._nodes(self.kept[collection])
            if now != was:
                if sorted(now) == sorted(was):
                    self.add(now[0], line, TURNED, collection + 1)
                left = [*was]
                for node in now:
                    if node in left:
                        left.remove(node)
                    else:
                        self.add(node, line, PUT, collection + 1)
                for node in left:
                    self.add(node, line, TAKEN, collection + 1)
                self.held[collection] = now

    def _met(self, value: Any, line: int) -> int:
        number = self.numbers.get(id(value))
        if number is None:
            number = self.numbers[id(value)] = len(self.kept)
            self.kept.append(value)
            self.held.append([])
        if number not in self.met:
            self.met.add(number)
            self.held[number] = self._nodes(value)
            for node in self.held[number]:
                self.add(node, line, FOUND, number + 1)
        return number

    def _nodes(self, collection: Any) -> list[int]:
        found = []
        for each in list(collection):
            for part in each if type(each) in (tuple, list) else (each,):
                node = self.known(part)
                if node is not None:
                    found.append(node)
                    break
        return found


@functools.cache  # it takes longer than to run a small program
def mentions(cells: tuple[str, ...]) -> Mentions:
    """Which names each line of the student's reads: ("node",), or ("self", "order") too."""
    by_line: dict[int, dict[tuple[str, ...], None]] = {}
    for cell, text in enumerate(cells):
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for node in ast.walk(tree):
            if not isinstance(node, ast.Name | ast.Attribute):
                continue
            names: tuple[str, ...] = ()
            if isinstance(node, ast.Name):
                names = (node.id,)
            elif isinstance(node.value, ast.Name) and node.attr != "_prev":
                names = node.value.id, node.attr
            if names and isinstance(node.ctx, ast.Load):
                by_line.setdefault(cell << 20 | node.lineno, {}).setdefault(names)
    return by_line


def _value(frame: types.FrameType, names: tuple[str, ...]) -> Any:
    """What a name stands for, or what an object holds under one; None if that is not known."""
    first, *rest = names
    value = frame.f_locals.get(first, frame.f_globals.get(first))
    for name in rest:
        try:
            own = object.__getattribute__(value, "__dict__").get(name)
        except AttributeError:
            own = None
        shared = (vars(kind).get(name) for kind in type(value).__mro__)
        value = own if own is not None else next((s for s in shared if s is not None), None)
    return value
