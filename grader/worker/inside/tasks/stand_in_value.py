"""A `Value` without an engine: it writes down what a student's tests ask of one.

A task of its own, beside the other ones:

{"task": "tests", "function": "tests", "answers": [6.0, 2.0], "known": 5,
 "operators": {"tanh": "node"}}   ->
    {"end": "silent" | "alarm" | "waiting", "steps": [...], "error": null | record}

The student's `tests(Value)` is called with a class whose operators, `backward()` and `zero_grad()`
are written down as steps of a program. Where a number is read, the next of `answers` is returned.
If none is left, the call ends there ("waiting"): the grader runs the program on the engine that is
tested, which is elsewhere, and calls again with one more number. Of a call that waits, only the
steps after the first `known` are told. Nothing of an engine is in here.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

from grader.programs.operators import TOTAL, give_methods, method

MOST_STEPS = 2000
MOST_READ = 400
MOST_DEEP = 100
MOST_WALKS = 200
MOST_VISITED = 20_000
"""Nodes below the roots of all calls of `backward()` and `zero_grad()` together."""


class Trace:
    """Steps of a program that is being made, each looked at. Both sides look in the same way."""

    def __init__(self) -> None:
        self.steps: list[list[Any]] = []
        self.reads = 0
        self._nodes: dict[str, _Made] = {}
        self._walks = self._visited = 0

    def add(self, step: list[Any]) -> None:
        """One more step. Raises ValueError for one too many, KeyError for an unknown node."""
        kind, slot = step[0], step[1]
        if len(self.steps) >= MOST_STEPS:
            raise ValueError(f"your tests took more than {MOST_STEPS} steps: make them smaller")
        if kind == "leaf":
            self._nodes[slot] = _Made((), 0)
        elif kind in ("apply", "inplace"):
            operands = step[3:] if kind == "apply" else (slot, step[3])
            inputs = tuple(self._nodes[each] for each in operands if isinstance(each, str))
            deep = 1 + max(each.deep for each in inputs)
            if deep > MOST_DEEP:
                raise ValueError(f"a graph of your tests is more than {MOST_DEEP} operations deep")
            self._nodes[slot] = _Made(inputs, deep)
        elif kind == "alias":
            self._nodes[slot] = self._nodes[step[2]]
        elif kind == "set":
            if self._nodes[slot].inputs:
                raise ValueError("tests may set the `data` of leaves only")
        elif kind == "read":
            self.reads += 1
            (slot,) = step[2]
            self._nodes[slot]
            if self.reads > MOST_READ:
                raise ValueError(f"your tests read more than {MOST_READ} numbers")
        elif kind in ("backward", "zero"):
            self._walks += 1
            self._visited += _below(self._nodes[slot])
            if self._walks > MOST_WALKS or self._visited > MOST_VISITED:
                raise ValueError("your tests call backward() or zero_grad() too often")
        else:
            raise ValueError(f"tests have no step {kind!r}")
        self.steps.append(step)


class _Made:
    """A node of a trace: what it is made of, and how many operations deep."""

    __slots__ = ("deep", "inputs")

    def __init__(self, inputs: tuple[_Made, ...], deep: int) -> None:
        self.inputs, self.deep = inputs, deep


def _below(root: _Made) -> int:
    """How many nodes there are from this one down."""
    found, waiting = {root}, [root]
    while waiting:
        new = set(waiting.pop().inputs) - found
        found |= new
        waiting += new
    return len(found)


class Waiting(BaseException):
    """A number is wanted that only the engine can give. No `except Exception` of tests stops it."""


class _Dialogue:
    """What the tests have asked so far, and the answers that are there."""

    def __init__(self, answers: list[float]) -> None:
        self.trace = Trace()
        self.answers = answers
        self.waiting = False
        self.names = 0

    def ask(self, *step: Any) -> None:
        if self.waiting:  # caught by the tests: nothing more is known
            raise Waiting
        self.trace.add(list(step))

    def read(self, what: str, slot: str) -> float:
        self.ask("read", what, [slot])
        if self.trace.reads > len(self.answers):
            self.waiting = True
            raise Waiting
        return self.answers[self.trace.reads - 1]

    def slot(self) -> str:
        self.names += 1
        return f"n{self.names}"


def run(
    task: dict[str, Any], function: Callable[..., Any], describe: Callable[[BaseException], Any]
) -> dict[str, Any]:
    """How the student's tests end with these answers, and what they asked."""
    talk = _Dialogue(task["answers"])
    if "random" in sys.modules:  # the same numbers for every engine
        sys.modules["random"].seed(0)
    end, error = "silent", None
    try:
        function(_value_class(talk, task["operators"]))
    except Waiting:
        talk.waiting = True
    except NotImplementedError:
        if not talk.waiting:
            raise  # a stub, still to do
    except Exception as raised:
        end, error = "alarm", describe(raised)
    if talk.waiting:
        return {"end": "waiting", "steps": talk.trace.steps[task["known"] :], "error": None}
    return {"end": end, "steps": talk.trace.steps, "error": error}


def _number(item: Any) -> int | float:
    """The plain number that it is. Raises `TypeError` or `ValueError`."""
    if type(item) not in (int, float):
        raise TypeError(f"expected a Value or a number, found {type(item).__name__}")
    if not math.isfinite(item) or abs(item) > 1e300:
        raise ValueError("a number of your tests is too large")
    return item if abs(item) < 1 << 53 else float(item)


def _value_class(talk: _Dialogue, operators: dict[str, Any]) -> type:
    methods = ", ".join(f"{name}()" for name in operators if method(name) == name != TOTAL)

    class Value:
        __slots__ = ("_slot",)

        def __init__(self, data: Any) -> None:
            self._slot = talk.slot()
            talk.ask("leaf", self._slot, float(_number(data)))

        @property
        def data(self) -> float:
            return talk.read("data", self._slot)

        @data.setter
        def data(self, value: Any) -> None:
            talk.ask("set", self._slot, float(_number(value)))

        @property
        def grad(self) -> float:
            return talk.read("grad", self._slot)

        @grad.setter
        def grad(self, value: Any) -> None:
            raise AttributeError("tests cannot set `grad`; call zero_grad() on the root")

        def backward(self) -> None:
            talk.ask("backward", self._slot)

        def zero_grad(self) -> None:
            talk.ask("zero", self._slot)

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(
                f"tests have no `{name}` to look at: operators, {methods}, "
                "backward(), zero_grad(), data and grad are all there is"
            )

        def __eq__(self, other: object) -> bool:
            raise TypeError("compare numbers, x.data or x.grad, not nodes")

        def __hash__(self) -> int:
            return hash(self._slot[1:])

        def __bool__(self) -> bool:
            raise TypeError("a node is neither true nor false; look at x.data or x.grad")

    def made(operator: str, *operands: Any) -> Any:
        items = [each._slot if isinstance(each, Value) else _number(each) for each in operands]
        if operators[operator] == "number":
            _number(operands[1])
        node = Value.__new__(Value)
        node._slot = talk.slot()
        talk.ask("apply", node._slot, operator, *items)
        return node

    def changed(operator: str, node: Any, operand: Any) -> Any:
        plain = operators[operator] == "number" or not isinstance(operand, Value)
        item = _number(operand) if plain else operand._slot
        result = Value.__new__(Value)
        result._slot = talk.slot()
        talk.ask("alias", result._slot, node._slot)
        talk.ask("inplace", result._slot, operator, item)
        return result

    give_methods(Value, operators, made, changed)
    return Value
