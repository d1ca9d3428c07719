"""Run a program that asks for lists of nodes, and record how each list came about, as plain JSON.

Runs on the untrusted side. Nobody is judged by what comes of it, and nobody trusts it.

    {"task": "walk", "function": "toposort", "steps": [...]}
    -> {"calls": [[root, begins, ends, [[node, when], ...], collection], ...],
        "handled": [[node, line, when, what, collection], ...],
        "counts": [[node, line, when, count, collection, changed], ...],
        "changed": [[node, line, when], ...], "lines": [line, ...], "error": {...} or null}

A node is named by its place among those that the program makes. Of a call of `build_topo` or
`toposort` there is what was listed, and when: at its end, or as `toposort` gave it; and which
collection the list is that `build_topo` was given. "handled" is
what the lines did with nodes (see `handling`). "counts" is what a dict held as a node's number, by
the node or by its `id`: 1 where the line had changed it, 0 where a line came by the dict first. A
whole number that nodes hold as an attribute counts as one of a dict of its own. "changed" are the
nodes that no longer have the inputs that they were made of, each with the line that changed them.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from typing import Any

from grader.worker.inside.loading import StudentCode
from grader.worker.inside.student import StudentEngine
from grader.worker.inside.watched.handling import Handling, Mentions, mentions
from grader.worker.inside.watched.numbers import CLOCK, MOST_HANDLED

ATTRIBUTES = 1 << 20
"""Collections from this number on are attributes."""


def walk(engine: StudentEngine, task: dict[str, Any], *_: object) -> dict[str, Any]:
    """The record of one program, which runs on the student's module executed afresh."""
    code = engine.code
    CLOCK.now, CLOCK.files = 0, code.numbered
    return _Walked(code.execute([task["function"]]).__dict__, code).record(task["steps"])


class _Walked(StudentEngine):
    """The student's functions, with what their lines do while a list is asked for."""

    def __init__(self, names: dict[str, Any], code: StudentCode) -> None:
        super().__init__(names, code, 0, False, {})
        self.lists = True
        self.listed: list[Any] = []  # the program's nodes, in the order in which they are made
        self.handling = _Counting(mentions(tuple(code.cells)), self.listed)
        self.lines: dict[int, None] = {}
        self.calls: list[list[Any]] = []
        self.line = 0

    def record(self, steps: list[Any]) -> dict[str, Any]:
        error = None
        try:
            self.run(steps, {}, self.listed, [])
        except Exception as raised:
            error = self.code.describe(raised)
        finally:
            sys.settrace(None)
        events, counts = self.handling.events, self.handling.counts
        is_too_much = max(len(events), len(counts)) > MOST_HANDLED
        return {
            "calls": self.calls,
            "handled": [] if is_too_much else events,
            "counts": [] if is_too_much else counts,
            "changed": [] if is_too_much else self.handling.changed,
            "lines": [*self.lines][:MOST_HANDLED],
            "error": error,
        }

    def call_function(self, name: str, *arguments: Any) -> Any:
        if name not in ("build_topo", "toposort"):
            return super().call_function(name, *arguments)
        self.handling.begin()
        call: list[Any] = [self.handling.known(arguments[0]), CLOCK.tick(), 0, [], 0]
        self.calls.append(call)
        sys.settrace(self.step)
        result = super().call_function(name, *arguments)
        if name == "build_topo":
            sys.settrace(None)
            listed = [self.handling.known(node) for node in arguments[2]]
            call[2] = CLOCK.tick()
            call[3] = [[node, CLOCK.now] for node in listed if node is not None]
            call[4] = self.handling.numbers.get(id(arguments[2]), -1) + 1
        elif isinstance(result, Iterator):
            return self.given(result, call)
        return result

    def backward(self, root: Any, made: list[Any]) -> None:
        """Call `backward`, of which no more is noted than which line changes a node's inputs."""
        sys.settrace(self.step_aside)
        super().backward(root, made)
        sys.settrace(None)
        self.handling.look_at_inputs(self.line)

    def step_aside(self, frame: types.FrameType, event: str, _: object) -> Any:
        """Look at all inputs when the student's code has come from one line to the next."""
        cell = CLOCK.files.get(frame.f_code.co_filename)
        if cell is None:
            return None
        self.handling.look_at_inputs(self.line)
        self.line = cell << 20 | frame.f_lineno
        return self.step_aside

    def given(self, nodes: Iterator[Any], call: list[Any]) -> Iterator[Any]:
        """The nodes of a generator, each with the moment at which it came."""
        call[1] = CLOCK.tick()  # it did nothing before it was asked for the first node
        for node in nodes:
            number = self.handling.known(node)
            if number is not None:
                call[3].append([number, CLOCK.tick()])
            yield node
        call[2] = CLOCK.tick()
        sys.settrace(None)

    def step(self, frame: types.FrameType, event: str, _: object) -> Any:
        """Note what a line does with nodes, when the student's code comes to it."""
        cell = CLOCK.files.get(frame.f_code.co_filename)
        if cell is None:
            return None
        self.handling.after_line()
        if event == "line":
            line = cell << 20 | frame.f_lineno
            self.lines.setdefault(line)
            self.handling.looked_at(line, frame)
        return self.step


class _Counting(Handling):
    """What lines do with nodes, and with the number that a dict holds for a node."""

    def __init__(self, mentions: Mentions, made: list[Any]) -> None:
        super().__init__(mentions, self.known)
        self.made = made
        self.places: dict[int, int] = {}
        self.counted: dict[int, dict[int, int]] = {}
        self.attributes: dict[str, int] = {}
        self.counts: list[tuple[int, int, int, int, int, int]] = []
        self.inputs: dict[int, list[int]] = {}
        self.changed: list[tuple[int, int, int]] = []

    def known(self, thing: Any) -> int | None:
        """The number of a node of the program; None for anything else."""
        for place in range(len(self.places), len(self.made)):
            self.places.setdefault(id(self.made[place]), place)
        number = self.places.get(id(thing))
        return number if number is not None and self.made[number] is thing else None

    def after_line(self) -> None:
        line, collections = self.last
        super().after_line()
        for collection in collections:
            held = self.kept[collection]
            if isinstance(held, dict):
                self._count(collection, self._numbers(held), line, True)
        self.look_at_inputs(line)
        for name, numbers in self._held_by_nodes().items():
            self._count(self.attributes[name], numbers, line, True)

    def look_at_inputs(self, line: int) -> None:
        """Note the nodes that have other inputs than when they were looked at first."""
        for number, node in enumerate(self.made):
            own = getattr(node, "__dict__", {})
            inputs = own.get("inputs", own.get("_prev"))
            if isinstance(inputs, list | tuple | set | frozenset):
                now = [*map(id, inputs)]
                if isinstance(inputs, set | frozenset):
                    now.sort()  # a set has no order
                if self.inputs.setdefault(number, now) != now:
                    self.inputs[number] = now
                    self.changed.append((number, line, CLOCK.tick()))

    def _met(self, value: Any, line: int) -> int:
        number = super()._met(value, line)
        if number not in self.counted and isinstance(value, dict):
            self._count(number, self._numbers(value), line, False)
        return number

    def _count(self, collection: int, now: dict[int, int], line: int, changed: bool) -> None:
        was = self.counted.get(collection, {})
        for node, count in now.items():
            # Before the first line it is what the nodes came with.
            if line and was.get(node) != count and len(self.counts) <= MOST_HANDLED:
                event = node, line, CLOCK.tick(), count, collection + 1, int(changed)
                self.counts.append(event)
        self.counted[collection] = now

    def _held_by_nodes(self) -> dict[str, dict[int, int]]:
        """By attribute the whole numbers that nodes hold."""
        found: dict[str, dict[int, int]] = {}
        for number, node in enumerate(self.made):
            for name, count in getattr(node, "__dict__", {}).items():
                if type(count) is int and abs(count) < 1 << 30:
                    self.attributes.setdefault(name, ATTRIBUTES + len(self.attributes))
                    found.setdefault(name, {})[number] = count
        return found

    def _numbers(self, held: dict[Any, Any]) -> dict[int, int]:
        found = {}
        for key, count in list(held.items()):
            node = self.places.get(key) if type(key) is int else self.known(key)
            if node is not None and type(count) is int and abs(count) < 1 << 30:
                found[node] = count
        return found
