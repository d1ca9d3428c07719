"""The two local rules: inner nodes are judged too, for this exercise says what they hold."""

from __future__ import annotations

from functools import partial
from typing import Any

from grader.checks import DRAWN, Grades, check, trap
from grader.checks import operator_programs as own
from grader.packs.scalar import (
    fixed_graphs,
    inputs,
    left_alone,
    own_numbers,
    properties,
    set_by_hand,
    used_elsewhere,
)
from grader.programs.program import Program
from grader.programs.tracing import read, trace

RULES = ("add", "mul")
WITH_NUMBERS = ("add_const", "mul_const")
LEFT_ALONE = ("data", "_op", "_backward", "inputs")


def inner_gradients(a: Any, b: Any, c: Any) -> None:
    """A product over a sum over a product, every node read."""
    d = a * b
    e = d + c
    L = e * c
    L.backward()
    read(L, e, d, a, b, c)


def one_of_each(a: Any, b: Any, c: Any) -> None:
    """A product below a sum, every node read."""
    d = a * b
    e = d + c
    e.backward()
    read(a, b, c, d, e)


@check(points=0.5)
def test_add_rule(grades: Grades) -> None:
    """`a + b`, when it is the root, gives 1 to each of its inputs."""
    grades(lambda a, b: a + b, a=2.0, b=-3.0)


@check(points=0.5)
def test_mul_rule(grades: Grades) -> None:
    """`a * b`, when it is the root, gives each input the value of the other."""
    grades(lambda a, b: a * b, a=2.0, b=-3.0)


@check(points=0.25, after=(test_add_rule, test_mul_rule))
def test_two_uses(grades: Grades) -> None:
    """(a*b) * (a+b) at -2, 3 gives -3, -8; the showcase at 2, 3, 1 gives 22, 17, 5."""
    grades(lambda a, b: (a * b) * (a + b), a=-2.0, b=3.0)
    grades(lambda a, b, c: (a * b + c) * (a + b), a=2.0, b=3.0, c=1.0)


@trap(points=0.5, after=(test_add_rule, test_mul_rule))
def test_upstream(grades: Grades) -> None:
    """Each rule multiplies by the gradient that arrives, which need not be 1."""
    grades(lambda a, b, c: (a + b) * c, a=DRAWN, b=DRAWN, c=DRAWN)
    grades(lambda a, b, c: (a * b) * c, a=DRAWN, b=DRAWN, c=DRAWN)
    grades.fixed([trace(lambda a, b: (a * b) * 5, a=2.0, b=3.0)])
    for operator in RULES:
        grades.fixed(inputs.binary_values(operator))
        grades.fixed(properties.tiny_upstreams(operator))
        grades.fixed(properties.whole_leaves(operator))
        grades.fixed(properties.equal_leaves(operator))
        grades.left_alone(left_alone.called(operator), *LEFT_ALONE)
    for form in (*RULES, *WITH_NUMBERS):
        grades.at_own(partial(own_numbers.at, form))
    for form in WITH_NUMBERS:
        grades.fixed((*properties.of_a_rule(form), *inputs.with_numbers(form)))


@trap(points=0.5, after=(test_add_rule, test_mul_rule))
def test_both_contributions(grades: Grades) -> None:
    """Each rule adds to what has arrived before, on each of its sides."""
    grades(lambda a: a + a, a=DRAWN)
    grades(lambda a: a * a, a=DRAWN)
    grades(lambda a, b: a * b + a, a=DRAWN, b=DRAWN)
    grades(lambda a, b: b + b * a, a=DRAWN, b=DRAWN)
    grades(lambda a, b, c: (a + b) + (a + c), a=DRAWN, b=DRAWN, c=DRAWN)
    grades(lambda a, b, c: (b + a) + (c + a), a=DRAWN, b=DRAWN, c=DRAWN)
    grades(lambda a, b, c: (a * b) + (a * c), a=DRAWN, b=DRAWN, c=DRAWN)
    grades(lambda a, b, c: (b * a) + (c * a), a=DRAWN, b=DRAWN, c=DRAWN)
    grades.fixed([trace(lambda a: a + a, a=3.0)])
    if grades.passed(test_upstream):
        grades.fixed(fixed_graphs.made_alike(inner=True))
        grades.fixed(fixed_graphs.above_one_another(RULES, WITH_NUMBERS))
        for form in (*RULES, *WITH_NUMBERS):
            grades.fixed((*own.sums(form, "add"), *used_elsewhere.often(form)))
        grades.fixed(properties.one_consumer_each())
    for operator in RULES:
        if grades.passed(test_upstream):
            grades.fixed(used_elsewhere.inner(operator))
            grades.fixed(fixed_graphs.same_operands(operator))
            grades.fixed(inputs.equal_values(operator))
            grades.fixed(properties.cancelled(operator))
        grades.fixed(properties.moved_leaves(operator))
        called = ("backward", "L")  # by hand: a rule contributes each time it runs
        made = ("leaf", "a", 1.5), ("leaf", "b", -0.5), ("apply", "L", operator, "a", "b")
        grades.fixed([Program((*made, called, called, ("read", "grad", ("a", "b"))))])
    grades.fixed(set_by_hand.between_graphs(float))  # as the 1.0 of the root


@trap(points=0.75, after=(test_upstream, test_both_contributions))
def test_inner_nodes(grades: Grades) -> None:
    """Inner nodes hold the gradient that arrived at them."""
    grades(inner_gradients, a=DRAWN, b=DRAWN, c=DRAWN)
    grades.fixed([trace(one_of_each, a=2.0, b=-3.0, c=10.0)])
