"""Checks for the attack battery on arrays: public ones before, between and after two traps."""

from functools import partial

from grader.checks import check, trap
from grader.packs.tensor import families
from grader.packs.tensor import properties as of
from grader.packs.tensor.asks import programs, root
from grader.packs.tensor.program import drawn_numbers


@check(points=1)
def test_sum(grades):
    """A sum hands its gradient to both of its inputs."""
    programs(grades, of.broadcasts(of.ROOT, "add")[:40])


@check(points=1)
def test_product(grades):
    """A product hands to each input the value of the other one."""
    programs(grades, of.one_shape(of.ROOT, "mul"))


@trap(points=4)
def test_shared(grades):
    """A tensor with two consumers collects from both."""
    a, b, w = (grades.drawn(lambda rng: drawn_numbers(rng, (2, 3))) for _ in range(3))
    root(grades, lambda a, b: (a * b + a) * (a + b), weights=w, a=a, b=b)


@check(points=1)
def test_square(grades):
    """A tensor times itself collects twice."""
    programs(grades, of.same_operand(of.ROOT, "mul"))


@trap(points=2)
def test_random(grades):
    """Random graphs."""
    for _ in range(10):
        programs(grades, [grades.drawn(partial(families.drawn_graph, operations=4))])


@check(points=1)
def test_showcase(grades):
    """(a * b + a) * (a + b) at frozen numbers."""
    numbers = {"a": [[2.0, -1.0]], "b": [[0.5, 3.0]]}
    root(grades, lambda a, b: (a * b + a) * (a + b), weights=[[1.0, -2.0]], **numbers)
