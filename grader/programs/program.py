"""A `Program` is a short, frozen script of engine calls that any engine can run.

What one can do with it:

* build one by tracing an ordinary function (`grader.programs.tracing.trace`) or from steps;
* read one strictly that comes from outside (`from_json`);
* ask for its leaves, its size, and the operator forms that it uses;
* print it as Python that a student can paste (`grader.programs.listing.listing`).

A step is a tuple whose first item names it. Nodes are named by *slots* (Python identifiers); where
an operand may be a plain number, a number stands in place of a slot; None, for what is no number.

    ("leaf", "a", 2.0)                  a = Value(2.0)
    ("apply", "L", "mul", "a", 3)       L = a * 3
    ("apply", "L", "tanh", "a")         L = a.tanh()
    ("apply", "L", "sum", "a", "b")     L = sum([a, b])
    ("inplace", "y", "add", "a")        y += a
    ("alias", "y", "x")                 y = x
    ("set", "a", 5.0)                   a.data = 5.0
    ("set_grad", "a", 0)                a.grad = 0
    ("descend", "p", 0.1)               p.data -= 0.1 * p.grad
    ("backward", "L")                   L.backward()
    ("zero", "L")                       zero_grad(L), or L.zero_grad()
    ("repeat", 40, (step, ...))         for _ in range(40): ...
    ("read", "grad", ("a", "b"))        the numbers that are compared; also "data"
    ("read", "grad", ("h",), "if any")  the same, and nan where there is None
    ("topo", "L")                       build_topo(L, set(), []): slots in the order given
    ("topo", "L", True)                 the same, and the list is turned round afterwards
    ("topo", "L", "flat")               the same, and no function may call itself, nor raise a limit
    ("value", "y", 4.5, ("x",))         y = Value(4.5, (x,)): made by no operator of the table
    ("value", "y", 4.5, ("x",), "sum")  y = Value(4.5, (x,), "sum")
    ("node", "t1", ("z",))              t1 = Node("t1", [z])
    ("node", "t1", ("z",), "1")         t1 = Node("1", [z])
    ("toposort", "t1")                  list(toposort(t1)): slots in the order given
    ("toposort", "t1", True)            the same, while another call goes on beside it
    ("begun", "t1")                     next(toposort(t1)): one node, and the rest never asked for
    ("look", ("a", "L"))                what nodes hold besides their gradient, and their inputs
    ("call", "train", ("p", 3, 0.1))    train(p, 3, 0.1): a function of the exercise

A read gives one number for each of its slots, a look one list for each, an order step one list; a
program's *answer* is the flat tuple of them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from grader.programs.operators import OPERATORS, Operator

Step: TypeAlias = tuple[Any, ...]
Operand: TypeAlias = "str | int | float"

CALLABLE = ("train",)
"""Functions of an exercise that a program may call by name."""

MAX_STEPS = 50_000
_SLOT = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,30}\Z")


class ProgramError(ValueError):
    """A program is malformed; the message says which step and why."""


@dataclass(frozen=True, slots=True)
class Program:
    """A frozen list of steps; equal programs hash equal.

    Steps are trusted to be well formed when they come from tracing or from `families`; use
    `from_json` for anything that comes from outside.
    """

    steps: tuple[Step, ...]
    _hash: int = field(init=False, repr=False, compare=False)
    _length: int = field(init=False, repr=False, compare=False, default=-1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash(self.steps))

    def __hash__(self) -> int:
        return self._hash

    @property
    def leaves(self) -> dict[str, float]:
        """Slot of each leaf and its first value, in the order in which they are made."""
        return {step[1]: step[2] for step in self.steps if step[0] == "leaf"}

    @property
    def size(self) -> int:
        """Number of operations, a repeated block counted as often as it runs."""
        return _size(self.steps)

    @property
    def forms(self) -> frozenset[str]:
        """The operator forms used, as `form_of` names them."""
        return frozenset(
            form_of(step) for step in walk(self.steps) if step[0] in ("apply", "inplace")
        )

    @property
    def answer_length(self) -> int:
        """How many items an answer to this program has."""
        if self._length < 0:
            object.__setattr__(self, "_length", sum(map(answer_items, self.steps)))
        return self._length

    @staticmethod
    def from_json(data: object) -> Program:
        """The program of these steps, as JSON has them: those that student code can take with a
        `Value` of ours. Raises `ProgramError` for anything else."""
        if not isinstance(data, list):
            raise ProgramError(f"a program is a list of steps, found {type(data).__name__}")
        if len(data) > MAX_STEPS:
            raise ProgramError(f"a program has at most {MAX_STEPS} steps, found {len(data)}")
        return Program(tuple(_read_step(item, number) for number, item in enumerate(data)))


def answer_items(step: Step) -> int:
    """How many items of an answer this step gives."""
    if step[0] == "read":
        return len(step[2])
    if step[0] == "look":
        return len(step[1])
    if step[0] == "repeat":
        return int(step[1]) * sum(map(answer_items, step[2]))
    return 1 if step[0] in ("topo", "toposort") else 0


def walk(steps: Sequence[Step]) -> Iterator[Step]:
    """Every step once, those inside repeated blocks too."""
    for step in steps:
        if step[0] == "repeat":
            yield from walk(step[2])
        else:
            yield step


def form_of(step: Step) -> str:
    """The operator form of an `apply` or `inplace` step: which method of an engine it needs.

    "mul" for two nodes, "mul_const" with a number on the right, "rmul" with a number on the left.
    """
    operator, operands = step[2], step[3:]
    if step[0] == "inplace":
        operands = step[1], step[3]
    if OPERATORS[operator].takes != "nodes":
        return str(operator)
    if not isinstance(operands[0], str):
        return f"r{operator}"
    return str(operator) if isinstance(operands[1], str) else f"{operator}_const"


def _size(steps: Sequence[Step]) -> int:
    total = 0
    for step in steps:
        if step[0] == "repeat":
            total += step[1] * _size(step[2])
        elif step[0] in ("apply", "inplace"):
            total += len(step) - 3 if OPERATORS[step[2]].takes == "list" else 1
    return total


def _read_step(item: object, number: int) -> Step:
    if not isinstance(item, list) or not item or not isinstance(item[0], str):
        raise ProgramError(f"step {number} is not a list that starts with a name")
    check = _SHAPES.get(item[0])
    if check is None or not check(item[1:]):
        raise ProgramError(f"step {number}, {item[0][:20]!r}, is not well formed")
    return tuple(tuple(part) if isinstance(part, list) else part for part in item)


def is_slot(item: object) -> bool:
    """Whether this names a node."""
    return isinstance(item, str) and bool(_SLOT.match(item))


def is_number(item: object) -> bool:
    """Whether this is a plain finite number (a bool is not)."""
    if type(item) is int:
        return abs(item) < 1 << 63  # a larger one may not fit into a float
    return type(item) is float and math.isfinite(item)


def _operand(item: object) -> bool:
    return is_slot(item) or is_number(item)


def _slots(items: object) -> bool:
    return isinstance(items, list) and all(map(is_slot, items))


def _operator(item: object) -> Operator | None:
    return OPERATORS.get(item) if isinstance(item, str) else None


def _is_apply(items: list[Any]) -> bool:
    if len(items) < 2 or not is_slot(items[0]):
        return False
    operator, operands = _operator(items[1]), items[2:]
    if operator is None:
        return False
    nodes = [is_slot(operand) for operand in operands]
    if operator.takes == "node":
        return nodes == [True]
    if operator.takes == "list":
        return len(nodes) >= 1 and all(nodes)
    if operator.takes == "number":
        return nodes == [True, False] and is_number(operands[1])
    known = (each is None or _operand(each) for each in operands)
    return len(nodes) == 2 and all(known) and any(nodes)


def _is_inplace(items: list[Any]) -> bool:
    """`y += x`: only what Python writes between two operands has such a form."""
    operator = _operator(items[1]) if len(items) == 3 else None
    takes = operator.takes if operator is not None and operator.sign else "node"
    if takes == "node" or not is_slot(items[0]):
        return False
    return is_number(items[2]) if takes == "number" else _operand(items[2])


_SHAPES: dict[str, Any] = {
    "leaf": lambda items: len(items) == 2 and is_slot(items[0]) and is_number(items[1]),
    "apply": _is_apply,
    "inplace": _is_inplace,
    "alias": lambda items: len(items) == 2 and _slots(items),
    "set": lambda items: len(items) == 2 and is_slot(items[0]) and is_number(items[1]),
    "backward": lambda items: len(items) == 1 and _slots(items),
    "zero": lambda items: len(items) == 1 and _slots(items),
    "read": lambda items: len(items) == 2 and items[0] in ("grad", "data") and _slots(items[1]),
}
"""The steps that come from outside: what student code does with a `Value` of ours."""
