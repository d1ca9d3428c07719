"""The exam's shared nodes: where order and accumulation bugs show.

Only an *inner* node with two consumers and something below it exposes a wrong order; the showcase,
in which only leaves are shared, passes with almost any. Factors are leaves, not constants, so that
an engine without constants is judged on its order alone.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from grader.checks import DRAWN, Grades, check, trap
from grader.packs.scalar import fixed_graphs, inputs, properties, used_elsewhere
from grader.programs.operators import forms

from .operators import BINARY, RULE, RULE_ADD, RULE_MUL, UNARY

BASICS = (RULE_ADD, RULE_MUL)


@check(points=0.5, after=RULE_ADD, about=("add",))
def test_same_operand_add(grades: Grades) -> None:
    """`a + a` sends two contributions to `a`."""
    grades(lambda a: a + a, a=3.0)
    grades(lambda a, b: (a + a) * b, a=-1.5, b=2.0)


@check(points=0.5, after=RULE_MUL, about=("mul",))
def test_same_operand_mul(grades: Grades) -> None:
    """`a * a` sends two contributions to `a`."""
    grades(lambda a: a * a, a=3.0)
    grades(lambda a, b: (a * a) * b, a=-1.5, b=2.0)


@check(points=0.5, after=BASICS, about=("add", "mul"))
def test_showcase(grades: Grades) -> None:
    """`(a*b + c) * (a + b)` and `(a*b) * (a + b)` have the right gradients."""
    grades(lambda a, b, c: (a * b + c) * (a + b), a=2.0, b=3.0, c=1.0)
    grades(_two_uses, a=-2.0, b=3.0)


def _two_uses(*, a: Any, b: Any) -> Any:
    d = a * b
    e = a + b
    return d * e


@check(points=0.5, after=(*BASICS, RULE["tanh"]), about=("add", "mul", "tanh"))
def test_neuron(grades: Grades) -> None:
    """A neuron, tanh(x1*w1 + x2*w2 + b), gives -1.5, 0.5, 1.0, 0.0."""

    def neuron(x1: Any, x2: Any, w1: Any, w2: Any, b: Any) -> Any:
        n = x1 * w1 + x2 * w2 + b
        return n.tanh()

    grades(neuron, x1=2.0, x2=0.0, w1=-3.0, w2=1.0, b=6.8813735870195432)


@trap(points=2, after=BASICS, about=(), by_order=True)
def test_shared_inner_node(grades: Grades) -> None:
    """A node waits until both of its consumers have contributed."""

    def left(a: Any, c: Any, d: Any, e: Any) -> Any:
        b = a * c
        return b * d + b * e

    def right(a: Any, c: Any, d: Any, e: Any) -> Any:
        b = a * c
        return d * b + e * b

    for shape in (left, right, left, right):
        grades(shape, a=DRAWN, c=DRAWN, d=DRAWN, e=DRAWN)


@trap(points=5, after=BASICS, about=(), by_order=True)
def test_unequal_depth(grades: Grades) -> None:
    """A node that is reached by a short and by a long route waits for the long one."""

    def short_first(a: Any, c: Any, d: Any) -> Any:
        b = a * a
        return b * ((b * c) * d)

    def long_first(a: Any, c: Any, d: Any) -> Any:
        b = a * a
        return ((b * c) * d) * b

    def added(a: Any, c: Any, d: Any) -> Any:
        b = a * c
        return ((b * d) * d + c) + b

    for shape in (short_first, long_first, added) * 2:
        grades(shape, a=DRAWN, c=DRAWN, d=DRAWN)
    grades.fixed(properties.deep())
    for operator in ("sub", "truediv"):  # often made of other operators, some of them longer
        grades.fixed(fixed_graphs.same_operands(operator))


@trap(points=1, after=BASICS, about=())
def test_diamond_with_tail(grades: Grades) -> None:
    """What lies two steps below a shared node gets everything, once."""

    def diamond(a: Any, c: Any, d: Any, e: Any) -> Any:
        b = (a * c) * d
        return b * e + b * c

    grades(diamond, a=DRAWN, c=DRAWN, d=DRAWN, e=DRAWN)


@trap(points=1, after=(test_same_operand_mul, test_same_operand_add), about=())
def test_same_inner_operand(grades: Grades) -> None:
    """An inner node may be on both sides of an operator."""

    def squared_twice(a: Any, b: Any) -> Any:
        s = a * b
        return s * s

    def doubled_twice(a: Any, b: Any) -> Any:
        s = a * b
        t = s + s
        return t * t

    grades(squared_twice, a=DRAWN, b=DRAWN)
    grades(doubled_twice, a=DRAWN, b=DRAWN)
    for operator in ("add", "mul"):
        grades.fixed(fixed_graphs.same_operands(operator))
    if grades.passed(test_unequal_depth):
        grades.fixed(fixed_graphs.same_and_longer())


@trap(points=1, after=BASICS, about=())
def test_equal_values(grades: Grades) -> None:
    """Two nodes that hold the same number are still two nodes."""
    same, factor = grades.drawn_value(), grades.drawn_value()
    grades(lambda a, b, c: (a * c) * (b * c), a=same, b=same, c=factor)
    grades(lambda a, b: a * b + b, a=same, b=same)
    grades.fixed(properties.all_of_one_number())
    for operator in BINARY:
        grades.fixed(inputs.equal_values(operator))
    for form in forms():
        grades.fixed(properties.equal_leaves(form))
        grades.fixed((*used_elsewhere.special(form, equal=True), *used_elsewhere.often(form)))
    for form in [each.name for each in forms().values() if each.number]:
        grades.fixed(inputs.equal_numbers(form))
    if grades.passed(test_unequal_depth):
        for name in BINARY:
            grades.fixed(used_elsewhere.inner(name))
        for one, other in product(UNARY, repeat=2):
            grades.fixed(used_elsewhere.in_a_row(one, other))


CHECKS = (
    test_same_operand_add,
    test_same_operand_mul,
    test_showcase,
    test_neuron,
    test_shared_inner_node,
    test_unequal_depth,
    test_diamond_with_tail,
    test_same_inner_operand,
    test_equal_values,
)
