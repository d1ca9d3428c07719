"""The engine of which all others are made: a change of a few lines each, as a student writes them.

`engine(changes)` is what a `grader` runs programs on. The text is ours, so it runs beside the
grader; a walk that would take every route of a graph is stopped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from grader.programs.operators import in_place, on_nodes

Change = tuple[str, str]
"""What stands in the text, wherever it does, and what stands there instead."""

RIGHT = """
class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            self.grad += (n * self.data ** (n - 1) if n else 0.0) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))

        def _backward():
            self.grad += (1 - t * t) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,))

        def _backward():
            self.grad += e * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def _backward():
            self.grad += (self.data > 0) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -as_value(other)

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + as_value(other)

    def __rtruediv__(self, other):
        return self**-1 * as_value(other)

    def backward(self):
        nodes = ordered(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def as_value(other):
    return other if isinstance(other, Value) else Value(other)


def ordered(root):
    found, visited = [], set()

    def visit(node):
        if node not in visited:
            visited.add(node)
            for source in node._prev:
                visit(source)
            found.append(node)

    visit(root)
    return found[::-1]


def zero_grad(root):
    reached, waiting = {root}, [root]
    while waiting:
        node = waiting.pop()
        node.grad = 0.0
        for below in node._prev:
            if below not in reached:
                reached.add(below)
                waiting.append(below)
"""
MOST_LOOKS = 20_000
"""So often may one call of `backward` or `zero_grad` look at the inputs of nodes."""


def text_of(changes: Iterable[Change]) -> str:
    """The text with these changes. Raises `ValueError` for one that changes nothing."""
    text = RIGHT
    for old, new in changes:
        if old not in text:
            raise ValueError(f"nothing to change: {old!r}")
        text = text.replace(old, new)
    return text


@cache
def _compiled(changes: tuple[Change, ...]) -> Any:
    return compile(text_of(changes), "an engine", "exec")


class HandIn:
    """An engine that is a text, behind what a program asks of an engine."""

    def __init__(self, changes: tuple[Change, ...] = ()) -> None:
        names: dict[str, Any] = {"math": math}
        exec(_compiled(changes), names)  # our own text
        self.looks = 0
        engine = self

        class Inputs:
            """Counts who looks: a walk along every route would never end."""

            def __get__(self, node: Any, _owner: type) -> Any:
                engine.looks += 1
                if engine.looks > MOST_LOOKS:
                    raise TimeoutError("this engine walks every route of the graph")
                return node.__dict__["_prev"]

            def __set__(self, node: Any, inputs: Any) -> None:
                node.__dict__["_prev"] = inputs

        self._value, self._zero_grad = names["Value"], names["zero_grad"]
        self._value._prev = Inputs()

    def leaf(self, value: float) -> Any:
        return self._value(value)

    def apply(self, operator: str, operands: Sequence[Any]) -> Any:
        return on_nodes(operator)(*operands)

    def inplace(self, operator: str, operands: Sequence[Any]) -> Any:
        return in_place(operator)(*operands)

    def backward(self, root: Any) -> None:
        self.looks = 0
        root.backward()

    def zero(self, root: Any) -> None:
        self.looks = 0
        self._zero_grad(root)

    def get_data(self, node: Any) -> float:
        return node.data  # type: ignore[no-any-return]

    def set_data(self, node: Any, value: float) -> None:
        node.data = value

    def set_grad(self, node: Any, value: float) -> None:
        node.grad = value

    def get_grad(self, node: Any) -> float:
        return node.grad  # type: ignore[no-any-return]
