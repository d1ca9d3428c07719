"""tanh, exp, relu: forward far out, slope from the output, accumulation, upstream, the neuron."""

from __future__ import annotations

from functools import partial
from typing import Any

from grader.checks import DRAWN, NEGATIVE, POSITIVE, Grades, check, trap
from grader.checks import operator_programs as own
from grader.packs.scalar import (
    inputs,
    left_alone,
    own_numbers,
    properties,
    refused,
    remembered,
    used_elsewhere,
)
from grader.programs.tracing import trace

from .local_rules import LEFT_ALONE

NAMES = ("tanh", "exp", "relu")


@check(points=0.5)
def test_tanh(grades: Grades) -> None:
    """`tanh()` has the right value and slope."""
    for a in (0.5, -1.0, 2.0):
        grades(lambda a: a.tanh(), a=a)
    grades.fixed(inputs.points("tanh", upstream=False))


@check(points=0.5)
def test_exp(grades: Grades) -> None:
    """`exp()` has the right value and slope."""
    for a in (0.0, 1.0, 2.0, -1.5):
        grades(lambda a: a.exp(), a=a)
    grades.fixed(inputs.points("exp", upstream=False))


@check(points=0.5)
def test_relu(grades: Grades) -> None:
    """`relu()` is x above zero and 0 below; its slope is 1 and 0, and 0 at zero itself."""
    for a in (2.0, 0.5, -0.5, -2.0, 0.0, -0.0):
        grades(lambda a: a.relu(), a=a)
    grades(lambda a: a.relu() * 3, a=0.0)
    grades.fixed(inputs.points("relu", upstream=False))


@check(points=0.5, after=test_tanh)
def test_neuron(grades: Grades) -> None:
    """The neuron's gradients are -1.5, 0.5, 1.0 and 0.0."""

    def neuron(x1: Any, x2: Any, w1: Any, w2: Any, b: Any) -> Any:
        n = x1 * w1 + x2 * w2 + b
        return n.tanh()

    grades(neuron, x1=2.0, x2=0.0, w1=-3.0, w2=1.0, b=6.8813735870195432)


@check(points=0.5, after=test_tanh)
def test_tanh_extremes(grades: Grades) -> None:
    """`tanh()` far from zero gives 1 or -1 with gradient 0, and no exception."""
    grades.fixed(inputs.far_points("tanh", upstream=False))


@trap(points=0.5, after=(test_tanh, test_exp, test_relu))
def test_upstream(grades: Grades) -> None:
    """Each function multiplies its slope by the gradient that arrives."""
    grades(lambda a, c: a.tanh() * c, a=DRAWN, c=DRAWN)
    grades(lambda a, c: a.exp() * c, a=DRAWN, c=DRAWN)
    grades(lambda a, c: a.relu() * c, a=POSITIVE, c=NEGATIVE, apart=False)
    grades(lambda a, c: a.relu() * c, a=NEGATIVE, c=DRAWN, apart=False)
    grades.fixed([trace(lambda a: a.exp() * 3, a=1.0)])
    grades.fixed(trace(lambda a: a.relu() * 3, a=a) for a in (-2.0, 2.0))
    if grades.passed(test_tanh_extremes):
        grades.fixed(inputs.far_points("tanh"))
    for name, alone in zip(NAMES, (test_tanh, test_exp, test_relu), strict=True):
        grades.fixed(own.upstreams(name, "mul"))
        grades.fixed(properties.tiny_upstreams(name))
        grades.fixed(properties.whole_leaves(name))
        grades.fixed((*properties.equal_leaves(name), *inputs.points(name)))
        grades.at_own(partial(own_numbers.at, name))
        if grades.passed(alone):
            grades.fixed(properties.magnified(name))
        grades.left_alone(left_alone.called(name), *LEFT_ALONE)


@trap(points=0.5, after=(test_tanh, test_exp, test_relu))
def test_contributions_add_up(grades: Grades) -> None:
    """A value that goes through a function twice gets both contributions."""
    grades(lambda a: a.tanh() + a.tanh(), a=DRAWN, apart=False)
    grades(lambda a: a.exp() + a.exp(), a=DRAWN, apart=False)
    grades(lambda a: a.relu() + a.relu(), a=POSITIVE, apart=False)
    grades.fixed([trace(lambda a: a.tanh() + a.tanh(), a=0.5)])
    for name in NAMES:
        grades.fixed((*own.sums(name, "add"), *properties.moved_leaves(name)))
        if grades.passed(test_upstream):
            grades.fixed(used_elsewhere.often(name))
            right = grades.passed(test_tanh, test_exp, test_relu)
            refused.then_asked(grades, name, NAMES if right else (), listed=True)
            grades.fixed(properties.cancelled(name))
            for other in NAMES:
                grades.fixed(properties.two_uses(name, other))
        if grades.passed(test_upstream, test_tanh, test_exp, test_relu):
            for other in NAMES:
                grades.fixed(used_elsewhere.in_a_row(name, other))
            for equal in (False, True):
                grades.fixed(used_elsewhere.special(name, equal))


@trap(points=0.5, after=(test_tanh, test_exp, test_relu))
def test_path(grades: Grades) -> None:
    """Each function gives a new node, and gradients get through it to the leaves below."""
    grades(lambda a, c: (a * c).tanh(), a=DRAWN, c=DRAWN)
    grades(lambda a, c: (a * c).exp(), a=DRAWN, c=DRAWN)
    grades(lambda a, c: (a * c).relu(), a=NEGATIVE, c=NEGATIVE, apart=False)
    for name in NAMES:
        others = frozenset((*NAMES, "add", "mul"))
        one = (*remembered.in_a_row(name), *remembered.at_numbers(name))
        for program in (*one, *remembered.above(name, others)):
            grades.order(program)
