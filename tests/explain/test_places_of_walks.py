"""Where to look for what is no single operator's: a walk, a seed, a function that pays for all."""

from __future__ import annotations

from typing import Any

import pytest

from grader.explain.diagnosis.readings.where.places import placed
from grader.judging.finding import Finding

WALK = """class Value:
    def __init__(self, data, inputs=()):
        self.data, self.grad, self.inputs = data, 0.0, inputs
    def _backward(self):
        for node, slope in zip(self.inputs, self.slopes):
            node.grad += slope - self.grad
    def backward(self):
        with turned(listed(self)) as order:
            for node in order:
                node.grad = 1.0
            self.grad += 2.0
            for node in order:
                node._backward()
    def zero_grad(self):
        cleared(self)
def turned(order):
    return order[::-1]
def listed(v):
    found, stack = [], [v]
    while stack:
        node = stack.pop()
        if node not in found:
            found.append(node)
    return found
def cleared(v):
    for node in listed(v):
        node.grad = 0.5
def build_topo(v, visited, topo):
    topo += listed(v)
"""
BRANCHES = """class Value:
    def __neg__(self): return make("*", (self, -1.0))
    def __add__(self, other): return make("+", (self, other))
    def __radd__(self, other): return make("+", (other, self))
    def __pow__(self, n): return make("**", (self,), n)
def make(name, x):
    if name == "+":
        return x[0] + x[1], (1.0, 1.0)
    if name == "-":
        return x[0] - x[1], (1.0, 1.0)
    if name == "*":
        return x[0] * x[1], (x[1], x[0])
    if name == "/":
        return x[0] / x[1], (1 / x[1], -x[0] / x[1] ** 2)
    if name in ("tanh", "exp"):
        return None
    if name == "**":
        return x[0] ** x[1], (x[1] * x[0] ** (x[1] - 1),)
    return max(x[0], 0), (1.0,)
"""


def finding(part: str, **more: Any) -> Finding:
    return Finding(more.pop("name", None), 1, 1, "", "read", part=part, **more)


def marked(found: Finding, text: str, list_is_right: bool | None = None) -> str | None:
    place = placed(found, [text], "engine.py", list_is_right)
    return None if place is None else text.splitlines()[place.marked - 1].strip()


@pytest.mark.parametrize(
    ("what", "line"),
    [
        (finding("order", name="forward-not-reversed"), "return order[::-1]"),
        (finding("order", name="bfs-order"), "if node not in found:"),
        (finding("seeding", id="everywhere/seed/2"), "self.grad += 2.0"),
        (finding("zeroing", id="everywhere/inner/1"), "node.grad = 1.0"),
        (finding("construction", id="everywhere/leaf/0.5"), "self.data, self.grad, self.inputs = "),
        (finding("zero_grad"), "node.grad = 0.5"),
        (finding("shared", found="slope - out.grad"), "node.grad += slope - self.grad"),
    ],
)
def test_the_part_of_the_walk_is_marked(what: Finding, line: str) -> None:
    found = marked(what, WALK)
    assert found is not None
    assert found.startswith(line)


def test_a_right_list_leaves_the_loop() -> None:
    found = finding("order", id="walk/early")
    assert marked(found, WALK, list_is_right=False) == "if node not in found:"
    assert marked(found, WALK, list_is_right=True) == "return order[::-1]"


def test_of_two_functions_that_may_be_meant_none_is_named() -> None:
    two = WALK.replace("    return order[::-1]", "    return sorted(order)[::-1]").replace(
        "turned(listed(self))", "turned(again(listed(self)))"
    )
    two += "def again(order):\n    return list(reversed(order))\n"
    assert marked(finding("order", name="forward-not-reversed"), two) is None
    other = "class Value:\n    def __add__(self, other): pass\n    def __mul__(self, other): pass\n"
    assert marked(finding("shared", found="slope"), other) is None


def test_beliefs_about_how_nodes_are_made_have_no_one_place() -> None:
    assert marked(finding("construction", name="prev-drops-operand"), WALK) is None


def test_a_branch_is_the_place_and_not_the_method_that_hands_on_to_it() -> None:
    found = marked(finding("rule", operator="add", side="left"), BRANCHES)
    assert found == "return x[0] + x[1], (1.0, 1.0)"
    found = marked(finding("rule", operator="pow"), BRANCHES)
    assert found == "return x[0] ** x[1], (x[1] * x[0] ** (x[1] - 1),)"


def test_what_no_branch_is_for_is_left_over_for_one_operator() -> None:
    assert marked(finding("rule", operator="relu"), BRANCHES) == "return max(x[0], 0), (1.0,)"


def test_an_operator_made_of_one_that_gave_no_numbers_has_no_place() -> None:
    text = "class Value:\n    def __sub__(self, other):\n        return self + (-other)\n"
    value = {"operator": "sub", "found": "self.data", "right": "self.data - other.data"}
    assert marked(finding("value", **value), text) == "return self + (-other)"
    assert marked(finding("value", **value, unread=("neg",)), text) is None


def test_a_belief_about_an_operator_is_placed_by_its_name() -> None:
    text = "class Value:\n    def __pow__(self, n):\n        def _backward():\n"
    text += "            self.grad = n * self.data ** (n - 1) * out.grad\n"
    found = marked(finding("accumulation", name="overwrite-pow"), text)
    assert found is not None
    assert found.startswith("self.grad = n")
