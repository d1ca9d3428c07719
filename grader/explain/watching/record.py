"""The record of one watched run, read strictly: what does not add up is no record.

The worker's reply is trusted in nothing. Every number is worked out again from its operands, lines
must be lines of the hand-in, nodes and numbers must be there; otherwise all of it is dropped.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from grader.programs.compare import same_number
from grader.programs.operators import OPERATORS
from grader.programs.program import Program, Step, walk
from grader.text import FLOAT_WORDS
from grader.worker.inside.watched.numbers import (
    CODES,
    MOST_EVENTS,
    MOST_HANDLED,
    MOST_NODES,
    MOST_NUMBERS,
)

Line: TypeAlias = tuple[int, int]
"""A cell, from 0, and a line in it, from 1."""
Place: TypeAlias = tuple[Line, ...]
"""A path of lines, innermost first."""
DATA, GRAD = 0, 1
MOST_INPUTS = 400

WORKED_OUT: Mapping[str, Callable[..., object]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "**": operator.pow,
    "//": operator.floordiv,
    "%": operator.mod,
    "neg": operator.neg,
    "abs": operator.abs,
    "int": int,
    "round": lambda x, digits=None: round(x, None if digits is None else int(digits)),
    **{name: getattr(math, name) for name in CODES[CODES.index("exp") :] if hasattr(math, name)},
}


def methods() -> dict[str, str]:
    """The methods that are watched, by operator: "add", "radd" for a number on the left, "iadd"."""
    return {
        f"{way}{row.name}": f"__{way}{row.name}__" if way else row.method
        for row in OPERATORS.values()
        if row.takes != "list"
        for way in (("", "r", "i") if row.sign and row.takes != "node" else ("",))
    }


class Unbelievable(Exception):
    """The record is not one that an honest run gives."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the run: how, where and when it was made of which others.

    A "held" one is what an attribute of a node was set to: `node`, and DATA, GRAD or another.
    """

    code: str
    value: float
    place: Place
    when: int
    operands: tuple[int, ...] = ()
    node: int = -1
    attribute: int = -1


@dataclass(frozen=True, slots=True)
class Node:
    """A node: its number `data`, where and when it was made, and what it lists as its inputs, None
    if nothing; has_lone_input: what it lists is no collection."""

    data: int | None
    place: Place
    when: int
    inputs: tuple[int | None, ...] | None
    has_lone_input: bool


@dataclass(frozen=True, slots=True)
class OperatorCall:
    """A call of an operator's method: `name` is "add" or "radd"; other is a node or a number; last:
    the line that it was left by; gives: 1 if it returned None, 2 if anything else
    that is no node, 0 otherwise."""

    name: str
    node: int | None
    other_node: int | None
    other_number: int | None
    result: int | None
    begins: int
    ends: int
    place: Place
    last: Line | None
    gives: int


@dataclass(frozen=True, slots=True)
class Stored:
    """What was written to a node as its rule: a function, None (`is_none`), or something else; or
    to the inputs that it lists (`is_inputs`); or as its gradient, of which another number was kept
    (`is_dropped`)."""

    node: int
    is_function: bool
    is_none: bool
    is_inputs: bool
    when: int
    place: Place
    is_dropped: bool = False


@dataclass(frozen=True, slots=True)
class RuleRun:
    """A run of the function that a node holds as its rule, and the line that it was left by."""

    node: int
    begins: int
    ends: int
    last: Line | None
    place: Place


@dataclass(frozen=True, slots=True)
class Call:
    """A call of `backward`, or of `zero_grad`, with every node's gradient before and after, none of
    these if it raised an exception, and the line that it was left by."""

    is_zero: bool
    root: int | None
    begins: int
    ends: int
    before: tuple[int | None, ...]
    after: tuple[int | None, ...]
    last: Line | None


@dataclass(frozen=True, slots=True)
class Handled:
    """What a line did with a node, outside of rules, as a call came by: one of NAMED, ASKED, PUT,
    TAKEN, FOUND and TURNED, or READ and the attribute beyond. collection: which one, 0 for none."""

    node: int
    line: Line
    when: int
    what: int
    collection: int


@dataclass(frozen=True, slots=True)
class Mark:
    """An attribute of a node was set to True or False; the attribute is the one that a READ of
    `Handled` counts."""

    node: int
    attribute: int
    is_set: bool
    when: int
    place: Place


@dataclass(frozen=True, slots=True)
class Left:
    """A function was left by this line while a call ran, outside of rules."""

    line: Line
    when: int


@dataclass(frozen=True, slots=True)
class Record:
    """All that was seen. made: the node that each step of the program made. error: the kind and
    the line of what it ended with, ("", 0) if with nothing. times: how often lines were come by."""

    numbers: tuple[Number, ...]
    nodes: tuple[Node, ...]
    made: tuple[int | None, ...]
    operators: tuple[OperatorCall, ...]
    stored: tuple[Stored, ...]
    rules: tuple[RuleRun, ...]
    calls: tuple[Call, ...]
    handled: tuple[Handled, ...]
    lines: tuple[Line, ...]
    answer: tuple[float, ...]
    error: tuple[str, int]
    left: tuple[Left, ...] = ()
    marks: tuple[Mark, ...] = ()
    times: tuple[int, ...] = ()


def record_in(raw: object, program: Program, lengths: Sequence[int]) -> Record | None:
    """The record in what a worker said of a program; None if it is none.

    lengths: how many lines each cell of the hand-in has.
    """
    try:
        return Reader(raw, program.steps, lengths).record()
    except (Unbelievable, KeyError, IndexError, TypeError, ValueError, ArithmeticError):
        return None


class Reader:
    """Reads what a worker said of a program strictly: lists of no more than so many items, whole
    numbers, lines of the hand-in. steps: those of the program that hold single numbers."""

    def __init__(self, raw: object, steps: Sequence[Step], lengths: Sequence[int]) -> None:
        self.data = mapping(raw)
        self.lengths = lengths
        self.places = [self.place(each) for each in self.items("places", MOST_NUMBERS)]
        self.given = {
            float(item) for step in walk(steps) for item in step if type(item) in (int, float)
        }
        self.count = len(self.items("nodes", MOST_NODES))
        self.numbers: list[Number] = []

    def items(self, key: str, most: int) -> list[object]:
        """What stands under a key, a list."""
        return items_of(self.data[key], most)

    def place(self, raw: object) -> Place:
        """A path of lines."""
        return tuple(map(self.line, items_of(raw, 16)))

    def line(self, raw: object) -> Line:
        """A line of the hand-in, cell and line in one number."""
        return line_of(raw, self.lengths)

    def record(self) -> Record:
        """All of it."""
        for raw in self.items("numbers", MOST_NUMBERS):
            self.numbers.append(self.number(items_of(raw, 9)))
        error = self.data["error"]
        return Record(
            tuple(self.numbers),
            tuple(self.node(items_of(raw, 4)) for raw in self.items("nodes", MOST_NODES)),
            tuple(map(self.node_number, self.items("made", MOST_EVENTS))),
            tuple(self.operator(items_of(r, 9)) for r in self.items("operators", MOST_EVENTS)),
            tuple(self.storing(items_of(raw, 4)) for raw in self.items("stored", MOST_EVENTS)),
            tuple(self.rule(items_of(raw, 5)) for raw in self.items("rules", MOST_EVENTS)),
            tuple(self.call(items_of(raw, 7)) for raw in self.items("calls", MOST_EVENTS)),
            tuple(map(self.handling, self.items("handled", MOST_HANDLED))),
            tuple(map(self.line, self.items("lines", MOST_HANDLED))),
            tuple(map(number_of, self.items("answer", MOST_NUMBERS))),
            ("", 0) if error is None else _error(mapping(error)),
            tuple(map(self.leaving, self.items("left", MOST_EVENTS))),
            tuple(map(self.marking, self.items("marks", MOST_EVENTS))),
            tuple(map(whole, self.items("times", MOST_HANDLED))),
        )

    def last(self, raw: object) -> Line | None:
        return None if raw is None else self.line(raw)

    def number(self, raw: list[object]) -> Number:
        code, value = CODES[whole(raw[0])], number_of(raw[1])
        place, when = self.places[whole(raw[2])], whole(raw[3])
        operands = [whole(each) for each in raw[4:]]
        node = attribute = -1
        if code == "held":
            source, node, attribute = operands
            operands = [source]
            if node >= self.count:
                raise Unbelievable
        if any(each >= len(self.numbers) for each in operands):
            raise Unbelievable
        if not self.adds_up(code, value, [self.numbers[each].value for each in operands]):
            raise Unbelievable
        return Number(code, value, place, when, tuple(operands), node, attribute)

    def adds_up(self, code: str, value: float, operands: Sequence[float]) -> bool:
        if code == "plain":
            return not operands
        if code == "given":
            return not operands and value in self.given
        if code in ("held", "same"):
            return len(operands) == 1 and same_number(value, operands[0])
        found = WORKED_OUT[code](*operands)
        return isinstance(found, float | int) and same_number(value, float(found))

    def node(self, raw: list[object]) -> Node:
        data, place, when, inputs = raw
        listed, is_lone = None, type(inputs) is int
        if inputs is not None and not is_lone:
            listed = tuple(map(self.node_number, items_of(inputs, MOST_INPUTS)))
        known = self.known(data)
        return Node(known, self.places[whole(place)], whole(when), listed, is_lone)

    def storing(self, raw: list[object]) -> Stored:
        node, what, when, place = raw
        known, kind, at = below(node, self.count), whole(what), self.places[whole(place)]
        return Stored(known, kind == 1, kind == 2, kind == 4, whole(when), at, kind == 5)

    def operator(self, raw: list[object]) -> OperatorCall:
        name, node, other, result, begins, ends, place, last, gives = raw
        one, number = (None, None) if other is None else items_of(other, 2)
        return OperatorCall(
            [*methods()][whole(name)], self.node_number(node), self.node_number(one),
            self.known(number), self.node_number(result), whole(begins),
            whole(ends), self.places[whole(place)], self.last(last), whole(gives),
        )  # fmt: skip

    def rule(self, raw: list[object]) -> RuleRun:
        node, begins, ends, last, place = raw
        known, at = below(node, self.count), self.places[whole(place)]
        return RuleRun(known, whole(begins), whole(ends), self.last(last), at)

    def call(self, raw: list[object]) -> Call:
        kind, root, begins, ends, before, after, last = raw
        was, now = items_of(before, MOST_NODES), items_of(after, MOST_NODES)
        return Call(
            whole(kind) == 1, self.node_number(root), whole(begins), whole(ends),
            tuple(map(self.known, was)), tuple(map(self.known, now)), self.last(last),
        )  # fmt: skip

    def handling(self, raw: object) -> Handled:
        node, line, when, what, collection = items_of(raw, 5)
        known = below(node, self.count)
        return Handled(known, self.line(line), whole(when), whole(what), whole(collection))

    def marking(self, raw: object) -> Mark:
        node, attribute, is_set, when, place = items_of(raw, 5)
        known, at = below(node, self.count), self.places[whole(place)]
        return Mark(known, whole(attribute), whole(is_set) == 1, whole(when), at)

    def leaving(self, raw: object) -> Left:
        line, when = items_of(raw, 2)
        return Left(self.line(line), whole(when))

    def node_number(self, raw: object) -> int | None:
        return None if raw is None else below(raw, self.count)

    def known(self, raw: object) -> int | None:
        return None if raw is None else below(raw, len(self.numbers))


def mapping(raw: object) -> dict[str, object]:
    """A dict. Raises `Unbelievable` for anything else, as the next two do."""
    if not isinstance(raw, dict):
        raise Unbelievable
    return raw


def items_of(raw: object, most: int) -> list[object]:
    """A list of no more than so many items."""
    if not isinstance(raw, list) or len(raw) > most:
        raise Unbelievable
    return raw


def _error(raw: dict[str, object]) -> tuple[str, int]:
    line = raw.get("line", 0)
    return str(raw.get("kind"))[:20], line if type(line) is int else 0


def whole(raw: object) -> int:
    """A whole number, not below 0."""
    if type(raw) is not int or raw < 0:
        raise Unbelievable
    return raw


def line_of(raw: object, lengths: Sequence[int]) -> Line:
    """A line of the hand-in, cell and line in one number. lengths: how many lines each cell has."""
    cell, line = whole(raw) >> 20, whole(raw) & 0xFFFFF
    if cell >= len(lengths) or not 1 <= line <= lengths[cell]:
        raise Unbelievable
    return cell, line


def below(raw: object, count: int) -> int:
    """A whole number below another one."""
    if whole(raw) >= count:
        raise Unbelievable
    return whole(raw)


def number_of(raw: object) -> float:
    """A number, or the word for one that is not finite."""
    if isinstance(raw, str):
        return FLOAT_WORDS[raw]
    if type(raw) not in (int, float):
        raise Unbelievable
    assert isinstance(raw, int | float)
    return float(raw)
