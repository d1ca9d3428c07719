"""What a run of `build_topo` or `toposort` showed, read from what a worker said of it.

A record that does not hold the judged list is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from grader.explain.watching.record import (
    Handled,
    Line,
    Unbelievable,
    below,
    items_of,
    line_of,
    mapping,
    whole,
)
from grader.explain.watching.sampling import Failing
from grader.programs.graph import graph_of
from grader.programs.program import Program, answer_items
from grader.worker.inside.watched.numbers import MOST_HANDLED
from grader.worker.observation import NamedError, named_error

FUNCTIONS: Mapping[str, str] = {"topo": "build_topo", "toposort": "toposort"}
"""By the step that asks for a list: the function that makes it."""


@dataclass(frozen=True, slots=True)
class Count:
    """What a dict held as a node's number: after a line had changed it, or as one came by first."""

    node: int
    line: Line
    when: int
    count: int
    collection: int
    changed: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the function: its root, and which nodes were listed when. One that is left half way
    ends after everything. collection: the list that the function was given, 0 if it got none or no
    line came by it."""

    root: int
    begins: int
    ends: int
    listed: tuple[tuple[int, int], ...]
    collection: int = 0

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(node for node, _ in self.listed)


@dataclass(frozen=True, slots=True)
class Walked:
    """What was seen of a program's calls. changed: the nodes that no longer have the inputs that
    they were made of, with the line that changed them, and when."""

    calls: tuple[Call, ...]
    handled: tuple[Handled, ...]
    counts: tuple[Count, ...]
    changed: tuple[tuple[int, Line, int], ...]
    lines: tuple[Line, ...]
    error: NamedError | None


def function_of(program: Program) -> str:
    """The function that a program asks for a list."""
    return next(FUNCTIONS[step[0]] for step in program.steps if step[0] in FUNCTIONS)


def walked(raw: object, failing: Failing, lengths: Sequence[int]) -> Walked | None:
    """The record in what a worker said, if it ends as the judged run did; None otherwise."""
    try:
        seen = _read(raw, len(graph_of(failing.program).nodes), lengths)
    except (Unbelievable, KeyError, IndexError, TypeError, ValueError):
        return None
    if failing.error is not None:
        same = seen.error is not None and seen.error.kind == failing.error.kind
        return seen if same and seen.error and seen.error.line == failing.error.line else None
    orders = [tuple(node for node in each if node >= 0) for each in _lists(failing)]
    judged = judged_calls(failing.program)
    if seen.error is not None or len(judged) != len(seen.calls):
        return None
    calls, spare = [], len(judged) - sum(judged)
    for call, is_judged in zip(seen.calls, judged, strict=True):
        if is_judged:
            order = orders.pop(0) if orders else ()
            more = len(call.order) - len(order)
            if call.order[: len(order)] != order or more > spare:
                return None
            # `zip` asks the first one for a node once more when the other has none left.
            call = replace(call, listed=call.listed[: len(order)])
        calls.append(call)
    return None if orders else replace(seen, calls=tuple(calls))


def judged_calls(program: Program) -> list[bool]:
    """Of each call that a program makes of the function: whether its list is judged."""
    found: list[bool] = []
    for step in program.steps:
        if step[0] in FUNCTIONS:
            found += (
                [True, False] if step[0] == "toposort" and len(step) > 2 and step[2] else [True]
            )
        elif step[0] == "begun":
            found.append(False)
    return found


def _lists(failing: Failing) -> Iterator[Sequence[int]]:
    """The lists of nodes in an answer, without what was looked at besides."""
    answer: Iterator[Any] = iter(failing.answer)
    for step in failing.program.steps:
        given = [*islice(answer, answer_items(step))]
        yield from given if step[0] in FUNCTIONS else ()


def _read(raw: object, count: int, lengths: Sequence[int]) -> Walked:
    found = mapping(raw)

    def rows(key: str) -> list[list[object]]:
        return [items_of(each, MOST_HANDLED) for each in items_of(found[key], MOST_HANDLED)]

    calls = [
        Call(below(root, count), whole(begins), whole(ends) or 1 << 30,
             tuple((below(node, count), whole(when))
                   for node, when in (items_of(row, 2) for row in items_of(given, MOST_HANDLED))),
             whole(collection))
        for root, begins, ends, given, collection in rows("calls")
    ]  # fmt: skip
    handled = [
        Handled(below(node, count), line_of(at, lengths), whole(when), whole(what), whole(where))
        for node, at, when, what, where in rows("handled")
    ]
    counts = [
        Count(below(node, count), line_of(at, lengths), whole(when), number, whole(where),
              changed == 1)
        for node, at, when, number, where, changed in rows("counts")
        if type(number) is int
    ]  # fmt: skip
    changed = tuple(
        (below(node, count), line_of(at, lengths), whole(when))
        for node, at, when in rows("changed")
    )
    lines = tuple(line_of(each, lengths) for each in items_of(found["lines"], MOST_HANDLED))
    error = None if found["error"] is None else named_error(found["error"])
    return Walked(tuple(calls), tuple(handled), tuple(counts), changed, lines, error)
