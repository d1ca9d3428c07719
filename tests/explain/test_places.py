"""Where to look: the assignment that is wrong, where the formula tells which it is."""

from __future__ import annotations

from typing import Any

import pytest

from grader.explain.diagnosis.readings.where.places import placed
from grader.judging.finding import Finding

ENGINE = """class Value:
    def __truediv__(self, other):
        out = Value(self.data / other.data, (self, other))
        def _backward():
            self.grad += out.grad / other.data
            other.grad += -out.data * out.grad
        out._backward = _backward
        return out
    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), lambda g: (
            g * other.data,
            g * other.data,
        ))
    def __sub__(self, other):
        return self + (-other)
    def __neg__(self):
        out = Value(-self.data, (self,))
        def _backward():
            self.grad += out.grad
        out._backward = _backward
        return out
    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))
        def rule():
            print("rule of tanh", out.grad)
            self.grad = (1 - t * t) * out.grad
        return out
    def __rsub__(self, other):
        out = Value(other - self.data, (self,))
        def _backward():
            print(out.grad)
            self.grad += out.grad
        out._backward = _backward
        return out
"""


def finding(part: str, operator: str, side: str, found: str, right: str) -> Finding:
    return Finding(
        None, 1, 1, "", "read", part=part, operator=operator, side=side, found=found, right=right
    )


@pytest.mark.parametrize(
    ("what", "line"),
    [
        (("rule", "truediv", "right", "-out.data * out.grad", ""), "-out.data * out.grad"),
        (("rule", "truediv", "right", "", "-out.data / other.data * out.grad"), "-out.data"),
        (("rule", "mul", "right", "other.data * out.grad", ""), "            g * other.data,"),
        (("rule", "sub", "right", "out.grad", "-out.grad"), "self.grad += out.grad"),
        (("adding", "tanh", "", "one contribution", ""), "self.grad = (1"),
        (("rule", "rsub", "", "out.grad", "-out.grad"), "self.grad += out.grad"),
    ],
)
def test_the_marked_line_is_the_wrong_assignment(what: Any, line: str) -> None:
    place = placed(finding(*what), [ENGINE], "engine.py")
    assert place is not None
    marked = ENGINE.splitlines()[place.marked - 1]
    assert line in marked


def test_the_second_of_two_slopes_is_the_right_operand_s() -> None:
    place = placed(finding("rule", "mul", "right", "other.data * out.grad", ""), [ENGINE], "e.py")
    assert place is not None
    assert place.marked == 12


def test_text_is_read_and_never_run() -> None:
    text = "class Value:\n    def __mul__(self, other):\n        grad = exec('1/0')(self)\n"
    place = placed(finding("rule", "mul", "left", "self.data", "other.data"), [text], "e.py")
    assert place is not None


def test_a_belief_about_equality_points_at_it() -> None:
    order = "class Value:\n    def build_topo(self):\n        pass\n"
    text = f"{order}    def __eq__(self, o):\n        pass\n"
    found = Finding("eq-without-hash", 1, 1, "", "exact", part="order")
    place = placed(found, [text], "e.py")
    assert place is not None
    assert place.marked == 4


def test_a_belief_about_the_walk_points_at_its_loop() -> None:
    text = "class Value:\n    def backward(self):\n        self.grad = 1\n        for n in topo:\n"
    text += "            n.rule()\n"
    found = Finding("forward-not-reversed", 1, 1, "", "exact", part="order")
    place = placed(found, [text], "e.py")
    assert place is not None
    assert place.marked == 4
