"""build_topo without recursion: the same properties, and 100,000 nodes deep."""

from __future__ import annotations

from grader.checks import DRAWN, Grades, check, trap
from grader.checks.orders import ending_in_topo
from grader.packs.scalar import fixed_graphs, held_before, left_alone, own_numbers, properties
from grader.programs.operators import JOIN
from grader.programs.program import Program, Step
from grader.programs.tracing import repeat

from .build_topo import beside, one_input_and_many, orders, short_and_long, two_products
from .local_rules import LEFT_ALONE
from .zero_grad import EITHER_SIDE

PLAIN = (("apply", "y", JOIN, "y", 0.25), ("apply", "y", JOIN, "y", -0.5))
"""Each plain number is a node too."""
MIXED = (*EITHER_SIDE, *PLAIN)


def deep(length: int, value: float, block: tuple[Step, ...] = EITHER_SIDE) -> Program:
    """A chain of `length` operations, to be ordered."""
    return Program(
        (
            ("leaf", "x", value),
            ("leaf", "a", 0.25),
            ("alias", "y", "x"),
            ("repeat", length // len(block), block),
            ("topo", "y", "flat"),
        )
    )


@check(points=0.75, cpu=10.0)
def test_deep_chain(grades: Grades) -> None:
    """Small graphs and a chain of 5,000 operations are ordered, and no function calls itself."""
    grades.order(lambda x, a: a + (x + a), x=1.5, a=0.25)
    grades.order(lambda x, a: (x + a) + a, x=1.5, a=0.25)
    grades.order(deep(5_000, 1.5))
    for length in (100, 2):
        grades.order(deep(length, 1.5))


@trap(points=0.75, after=test_deep_chain, cpu=10.0)
def test_depth_100000(grades: Grades) -> None:
    """A chain of 100,000 operations is ordered."""
    grades.order(deep(100_000, grades.drawn_value(), MIXED))


@trap(points=0.5, after=test_deep_chain, by_order=True)
def test_shared_inner_node(grades: Grades) -> None:
    """A node with two consumers is listed once, before both."""
    short_and_long(grades)
    one_input_and_many(grades, "flat")


@trap(points=0.5, after=test_deep_chain)
def test_identity(grades: Grades) -> None:
    """All nodes below the root are listed once, also those with equal values, in each call."""
    same = grades.drawn_value()
    grades.order(lambda a, b, c: (a * c) + (b * c), a=same, b=same, c=DRAWN)
    grades.order(lambda a: (a + a) * a, a=DRAWN)
    grades.order(lambda a, b, c: (a * b + c) * (a + b), a=DRAWN, b=DRAWN, c=DRAWN)
    grades.order(lambda a, b, c: (a * b + c) * (a + b), a=2.0, b=3.0, c=1.0)
    leaf = ("leaf", "a", grades.drawn_value())
    grades.order(Program((leaf, ("topo", "a"))))
    square = ("apply", "L", "mul", "a", "a")
    grades.order(Program((leaf, square, ("topo", "L"), ("topo", "L"))))
    grades.order(beside, a=DRAWN, b=DRAWN, c=DRAWN)
    grades.order(two_products, a=2.0, numbers=3)
    grades.order(lambda a: a * 3 + a * 3, a=1.5, numbers=2)
    orders(grades, properties.equal_expressions())
    orders(grades, (*fixed_graphs.several_roots(), *fixed_graphs.of_each_size()))
    orders(grades, properties.ordered(held_before.no_finite_value()))
    for program in left_alone.with_numbers(("topo", "topo")):
        grades.left_alone([program], "grad", *LEFT_ALONE)


@trap(points=0.5, after=test_deep_chain, cpu=10.0)
def test_many_routes(grades: Grades) -> None:
    """40 doublings are ordered in a moment, and so are large graphs: every node once."""
    grades.order(lambda x, h: repeat(40, lambda y: y * h + y * h, x), x=DRAWN, h=0.5)
    for doublings in (15, 40):
        grades.order(lambda x, n=doublings: repeat(n, lambda y: y + y, x), x=1.0)
    graphs = (*properties.shapes(), *fixed_graphs.above_a_ladder())
    orders(grades, properties.ordered(graphs))
    if grades.passed(test_identity):
        orders(grades, fixed_graphs.listed_again())
    for number in grades.own_numbers:
        orders(grades, map(ending_in_topo, own_numbers.sized(number)))
