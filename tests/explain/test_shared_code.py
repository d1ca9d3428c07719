"""A mistake in what several operators share is told as that, and the line of it is marked."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grader.checks import Check
from tests.support.earlier import asked_since
from tests.support.hand_ins import ReportOn, patched

ENGINE = """
import math
import operator


class Value:
    epoch = 0

    def __init__(self, data, *arrows):
        self._number, self._slope, self.seen = float(data), 0.0, 0
        self.arrows = arrows
        self._prev = tuple(node for node, _ in arrows)
        self.rank = self._rank()

    @property
    def data(self):
        return self._number

    @data.setter
    def data(self, number):
        self._number = float(number)

    @property
    def grad(self):
        return self._slope

    @grad.setter
    def grad(self, number):
        self._slope = number

    def _rank(self):
        return max([node.rank + 1 for node in self._prev], default=0)

    def _clear(self):
        if self._prev:
            self.grad = 0.0

    def _key(self):
        return id(self)

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return hash(self._key())

    def __add__(self, other):
        other = lifted(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = lifted(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self, slope))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -lifted(other)

    def __truediv__(self, other):
        return self * lifted(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return lifted(other) - self

    def __rtruediv__(self, other):
        return lifted(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        return Value(max(self.data, 0.0), (self, float(self.data > 0)))

    def _backward(self):
        for node, slope in self.arrows:
            node.grad += slope * self.grad

    def backward(self):
        Value.epoch += 1
        order = met(self)
        for node in order:
            node._clear()
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def lifted(x):
    return x if isinstance(x, Value) else Value(x)


def met(root):
    found, waiting = [root], [root]
    root.seen = Value.epoch
    while waiting:
        node = waiting.pop()
        for each in node._prev:
            if each.seen != Value.epoch:
                each.seen = Value.epoch
                found.append(each)
                waiting.append(each)
    return sorted(found, key=operator.attrgetter("rank"))


def build_topo(v, visited, topo):
    Value.epoch += 1
    topo.extend(met(v))


def zero_grad(root):
    Value.epoch += 1
    for node in met(root):
        node.grad = 0.0
"""


RANK = "max([node.rank + 1 for node in self._prev], default=0)"
COUNTED = """    uses, met_by = {}, {}
    for node in found:
        for each in node._prev:
            uses[each] = uses.get(each, 0) + 1
            met_by[each] = 0
    ready = [root]
    for node in ready:
        for each in node._prev:
            met_by[each] += 1
            if met_by[each] is uses[each]:
                ready.append(each)
    return ready[::-1]
"""
WRITES_BOTH = """    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        if name == "data":
            object.__setattr__(self, "_slope", 0.0)

    def _rank(self):
"""
HEIGHT = """
    def height(self):
        if not hasattr(self, "_height"):
            self._height = max([each.height() + 1 for each in self._prev], default=0)
        return self._height
"""
MISTAKES = {
    "an operator clears its operand": (
        [("        t = math.tanh", "        self.grad = 0.0\n        t = math.tanh")],
        "and 0 when the next call begins: it changes as `M` is computed",
        "self.grad = 0.0",
    ),
    "what writes to data clears the gradient": (
        [("    def _rank(self):\n", WRITES_BOTH)],
        "after the first call of `backward()`, and 0 when the next call begins.",
        "",
    ),
    "a setter cuts": (
        [("self._slope = number", "self._slope = max(-1.0, min(1.0, number))")],
        "2.5 is written to the gradient of `b`, and `b` keeps another number",
        "self._slope = max(-1.0, min(1.0, number))",
    ),
    "a setter adds": (
        [("self._slope = number", "self._slope += number")],
        "2 is written to the gradient of `a`, and `a` keeps another number",
        "self._slope += number",
    ),
    "a rank by one input": (
        [(RANK, "self._prev[0].rank + 1 if self._prev else 0"),
         ("(self, 1.0), (other, 1.0)", "(self, float), (other, float)"),
         ("            node.grad += slope * self.grad",
          "            share = self.grad\n            node.grad += slope(share) if "
          "callable(slope) else slope * share")],
        "the rule of `b + a` runs before its consumer `L` has contributed",
        "return self._prev[0].rank + 1 if self._prev else 0",
    ),
    "a hash of what changes": (
        [("return id(self)", "return self.data"), ("import math\n", "import math\n\nTABLE = {}\n"),
         ("        self.arrows = arrows\n", "        TABLE[self] = arrows\n"),
         ("in self.arrows:", "in TABLE[self]:")],
        "raises KeyError: line 41 makes the hash of a node, and the data of `w` has changed",
        "return self.data",
    ),
    "a method that calls itself": (
        [("        return hash(self._key())\n", f"        return hash(self._key())\n{HEIGHT}"),
         (RANK, "self"), ('operator.attrgetter("rank")', "Value.height")],
        "Large graphs end in RecursionError",
        "self._height = max([each.height() + 1 for each in self._prev], default=0)",
    ),
    "clears results of two": (
        [("if self._prev:", "if len(self._prev) == 2:")],
        "The result of your `a.exp()` does not begin again with each call",
        "if len(self._prev) == 2:",
    ),
    "clears by a number": (
        [("if self._prev:", "if self._prev and self.data > 0:")],
        "`L` holds 1 from an earlier call when the second call of `backward()` begins",
        "if self._prev and self.data > 0:",
    ),
    "a walk without leaves": (
        [("                found.append(each)\n", "                if each._prev:\n"
          "                    found.append(each)\n")],
        "`zero_grad(L)` leaves 7 on `a`, where 0 is due",
        "for each in node._prev:",
    ),
    "a walk that is not begun": (
        [("    Value.epoch += 1\n    for node in met(root):", "    for node in met(root):")],
        "where 0 is due",
        "for node in met(root):",
    ),
    "a square by equal numbers": (
        [("        return Value(self.data * other", "        if self.data == other.data:\n"
          "            return self**2\n        return Value(self.data * other")],
        "does not list its right input",
        "if self.data == other.data:",
    ),
    "counts that are one object": (
        [("    return sorted(found, key=operator.attrgetter(\"rank\"))\n", COUNTED)],
        "asks with `is` whether two counts are one object",
        "if met_by[each] is uses[each]:",
    ),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_it_is_told_and_its_line_is_marked(
    report_on: ReportOn, checks: Mapping[str, tuple[Check, ...]], mistake: str
) -> None:
    changes, says, marked = MISTAKES[mistake]
    text = patched(ENGINE, *changes)
    asked = {check.id for check in checks["engine"]} - asked_since(checks["engine"])
    found = report_on(text, "engine", only=asked).exercises[0].diagnosis[0]
    assert says in found.explanation
    assert (text.splitlines()[found.where.marked - 1].strip() if found.where else "") == marked


def test_the_engine_itself_is_right(
    report_on: ReportOn, checks: Mapping[str, tuple[Check, ...]]
) -> None:
    report = report_on(ENGINE, "engine").exercises[0]
    lost = {check.id for check in report.checks if check.outcome != "passed"}
    assert lost == asked_since(checks["engine"])
