"""build_topo by its properties: once each, inputs first, exactly what is reachable, identity."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grader.checks import DRAWN, Grades, check, trap
from grader.checks.orders import ending_in_topo
from grader.packs.scalar import fixed_graphs, held_before, left_alone, own_numbers, properties
from grader.programs.program import Program, Step
from grader.programs.tracing import repeat

from .local_rules import LEFT_ALONE

MANY = 300
"""Inputs of one node."""


def beside(a: Any, b: Any, c: Any) -> Any:
    """A root, and nodes of the same leaves that it was not made of."""
    unused = a * b
    unused + c
    return b * c + c


def two_products(a: Any) -> Any:
    """P1 of exercise 1, with three plain numbers."""
    b = a * 3
    return b * 2 + b * 5


def short_and_long(grades: Grades) -> None:
    """Ask for a node that is reached by a short and by a long route, from either side."""

    def short_first(a: Any, c: Any) -> Any:
        b = a * a
        return b * ((b * c) * c)

    def long_first(a: Any, c: Any) -> Any:
        b = a * a
        return ((b * c) * c) * b

    for shape in (short_first, long_first) * 2:
        grades.order(shape, a=DRAWN, c=DRAWN)


def one_input_and_many(grades: Grades, *how: str) -> None:
    """Ask for nodes made of one node, of two to ten, and of many; of one node more than once:
    first and last, or twice in a row, before the one that lies deeper or after it."""
    small: tuple[Step, ...] = (
        *(
            ("leaf", name, number)
            for name, number in zip("abcd", (0.5, 1.5, 2.5, 3.5), strict=True)
        ),
        ("value", "e", 4.5, ("a",)),
        ("value", "f", 5.5, ("e",), "sum"),  # and whatever operation it says
        ("value", "g", 6.5, ("a", "b", "c", "d", "f")),
        ("value", "h", 7.5, ("f", "g", "e"), "+"),
        ("value", "i", 8.5, ("a", "a", "h")),
        ("value", "j", 9.5, ("i", "b", "i", "h")),
    )
    grades.order(Program((*small, ("topo", "j", *how))))
    in_a_row: tuple[Step, ...] = (
        ("value", "t", 10.5, ("f",)),
        ("value", "u", 11.5, ("t",)),
        ("value", "v", 12.5, ("t",)),
        ("value", "w", 13.5, ("u", "v")),
    )
    grades.order(Program((*small[:6], *in_a_row, ("topo", "w", *how))))
    large: tuple[Step, ...] = (
        ("value", "m", 10.25, ("c", "j", "c")),
        ("value", "o", 11.25, ("d", "d", "m")),
        ("value", "p", 12.25, ("o", "d", "d")),
        ("value", "q", 13.25, ("a", "p", "p", "a")),
        *(("leaf", f"l{number}", 10.5 + number) for number in range(MANY)),
        *(
            ("value", f"s{size}", -size, ("q", *(f"l{size + n}" for n in range(size - 1))))
            for size in (*range(2, 11), 40)
        ),
        *(("apply", "q", "mul", "q", f"s{size}") for size in (*range(2, 11), 40)),
        ("value", "k", 60.5, ("q", *(f"l{number}" for number in range(MANY)))),
        *(("set_grad", name, 7) for name in "afkm"),  # what a node holds does not matter
        ("topo", "k", *how),
    )
    grades.order(Program((*small, *large)))


def orders(grades: Grades, programs: Iterable[Program]) -> None:
    """Ask for the orders of each program."""
    for program in programs:
        grades.order(program)


@check(points=0.5)
def test_chain(grades: Grades) -> None:
    """Each node is listed once, after its inputs; the root is last."""
    grades.order(lambda a, b: (a * b) * b + b, a=2.0, b=-3.0)


@check(points=0.5, after=test_chain)
def test_showcase(grades: Grades) -> None:
    """In the showcase, `a + a` and a ladder every node is listed once, after its inputs."""
    grades.order(lambda a, b, c: (a * b + c) * (a + b), a=2.0, b=3.0, c=1.0)
    grades.order(lambda a: a + a, a=3.0)
    grades.order(lambda x: repeat(15, lambda y: y + y, x), x=1.0)


@trap(points=0.5, after=test_chain, by_order=True)
def test_shared_inner_node(grades: Grades) -> None:
    """A node with two consumers is listed once, before both."""
    short_and_long(grades)
    grades.order(two_products, a=2.0)
    one_input_and_many(grades)


@trap(points=0.5, after=test_chain)
def test_equal_values(grades: Grades) -> None:
    """Nodes with equal values are different nodes: identity counts, not value."""
    same = grades.drawn_value()
    grades.order(lambda a, b, c: (a * c) + (b * c), a=same, b=same, c=DRAWN)
    grades.order(lambda a, b: (a * 2) * (b * 2), a=3.0, b=3.0)
    grades.order(lambda a: a * 3 + a * 3, a=1.5, numbers=2)
    orders(grades, properties.equal_expressions())


@trap(points=0.5, after=test_chain)
def test_nothing_else(grades: Grades) -> None:
    """All nodes below the root are listed, plain numbers too, and no others, in each call; the
    nodes stay as they are."""
    grades.order(beside, a=DRAWN, b=DRAWN, c=DRAWN)
    leaf = grades.drawn_value()
    grades.order(Program((("leaf", "a", leaf), ("topo", "a"))))
    square = ("apply", "L", "mul", "a", "a")
    grades.order(Program((("leaf", "a", leaf), square, ("topo", "L"), ("topo", "L"))))
    grades.order(beside, a=DRAWN, b=DRAWN, c=DRAWN)
    grades.order(lambda a: a * 3, a=2.0, numbers=1)
    grades.order(two_products, a=1.5, numbers=3)
    orders(grades, (*fixed_graphs.several_roots(), *fixed_graphs.of_each_size()))
    orders(grades, properties.ordered(held_before.no_finite_value()))
    for program in left_alone.with_numbers(("topo", "topo")):
        grades.left_alone([program], "grad", *LEFT_ALONE)


@trap(points=0.5, after=test_chain)
def test_many_routes(grades: Grades) -> None:
    """40 doublings are listed in a moment, and so are large graphs: every node once."""
    grades.order(lambda x, h: repeat(40, lambda y: y * h + y * h, x), x=DRAWN, h=0.5)
    graphs = (*properties.shapes(), *fixed_graphs.above_a_ladder())
    orders(grades, properties.ordered((*graphs, properties.wide())))
    if grades.passed(test_equal_values):
        orders(grades, fixed_graphs.listed_again())
    for number in grades.own_numbers:
        of_size = (*own_numbers.sized(number), *own_numbers.many(number))
        orders(grades, map(ending_in_topo, of_size))
