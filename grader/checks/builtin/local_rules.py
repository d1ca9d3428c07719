"""The two local rules: inner nodes are judged too, for this exercise says what they hold."""

from __future__ import annotations

from typing import Any

from grader.checks import DRAWN, Grades, check, trap
from grader.programs.tracing import read


def inner_gradients(a: Any, b: Any, c: Any) -> None:
    """A product over a sum over a product, every node read."""
    d = a * b
    e = d + c
    L = e * c
    L.backward()
    read(L, e, d, a, b, c)


@check(points=0.5)
def test_add_rule(grades: Grades) -> None:
    """`+` passes the arriving gradient on to both of its inputs."""
    grades(lambda a, b: a + b, a=2.0, b=-3.0)


@check(points=0.5)
def test_mul_rule(grades: Grades) -> None:
    """`*` passes on the gradient times the other input's value."""
    grades(lambda a, b: a * b, a=2.0, b=-3.0)


@trap(points=0.5, after=(test_add_rule, test_mul_rule))
def test_upstream(grades: Grades) -> None:
    """Each rule multiplies by the gradient that arrives, which need not be 1."""
    grades(lambda a, b, c: (a + b) * c, a=DRAWN, b=DRAWN, c=DRAWN)
    grades(lambda a, b, c: (a * b) * c, a=DRAWN, b=DRAWN, c=DRAWN)


@trap(points=0.5, after=(test_add_rule, test_mul_rule))
def test_both_contributions(grades: Grades) -> None:
    """Each rule adds to what has arrived before."""
    grades(lambda a: a + a, a=DRAWN)
    grades(lambda a: a * a, a=DRAWN)
    grades(lambda a, b: a * b + a, a=DRAWN, b=DRAWN)
    grades(lambda a, b: b + b * a, a=DRAWN, b=DRAWN)


@trap(points=1, after=(test_upstream, test_both_contributions))
def test_inner_nodes(grades: Grades) -> None:
    """Inner nodes hold the gradient that arrived at them."""
    grades(inner_gradients, a=DRAWN, b=DRAWN, c=DRAWN)
