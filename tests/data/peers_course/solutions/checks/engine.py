"""The twelve checks of `twelve.py`, as checks of ours."""

from __future__ import annotations

from grader.checks import Grades, check


@check(points=1)
def test_add(grades: Grades) -> None:
    """A sum."""
    grades(lambda a, b: a + b, a=2.0, b=3.0)


@check(points=1)
def test_mul(grades: Grades) -> None:
    """A product."""
    grades(lambda a, b: a * b, a=2.0, b=3.0)


@check(points=1)
def test_same_operand_twice(grades: Grades) -> None:
    """A value added to itself."""
    grades(lambda a: a + a, a=3.0)


@check(points=1)
def test_square(grades: Grades) -> None:
    """A value times itself."""
    grades(lambda a: a * a, a=3.0)


@check(points=1)
def test_constant(grades: Grades) -> None:
    """Plain numbers."""
    grades(lambda a: a * 2 + 1, a=3.0)


@check(points=1)
def test_reflected(grades: Grades) -> None:
    """A plain number on the left."""
    grades(lambda a: 5 - a, a=3.0)


@check(points=1)
def test_division(grades: Grades) -> None:
    """A quotient."""
    grades(lambda a, b: a / b, a=3.0, b=4.0)


@check(points=1)
def test_tanh(grades: Grades) -> None:
    """tanh with something above it."""
    grades(lambda a: a.tanh() * 3, a=0.5)


@check(points=1)
def test_exp_and_relu(grades: Grades) -> None:
    """exp and relu."""
    grades(lambda a, b: a.exp() + b.relu(), a=0.5, b=2.0)


@check(points=1)
def test_showcase(grades: Grades) -> None:
    """Shared leaves."""
    grades(lambda a, b, c: (a * b + c) * (a + b), a=2.0, b=3.0, c=1.0)


def _shared(a):  # type: ignore[no-untyped-def]
    b = a * 3
    return b * 2 + b * 5


def _unequal(a):  # type: ignore[no-untyped-def]
    b = a * a
    return b * ((b * 2) * 5)


@check(points=1)
def test_shared_inner_node(grades: Grades) -> None:
    """A shared inner node."""
    grades(_shared, a=2.0)


@check(points=1)
def test_unequal_routes(grades: Grades) -> None:
    """Two routes of unequal length."""
    grades(_unequal, a=3.0)
