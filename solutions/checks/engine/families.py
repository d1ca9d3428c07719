"""The exam's families: orders by their properties, every small graph, and drawn large ones."""

from __future__ import annotations

from typing import Any

from grader.checks import DRAWN, Grades, check, fixed_graphs, trap
from grader.checks.families import every_operator_graph, every_small_graph
from grader.programs.program import Program, Step, form_of

from .operators import VALUE
from .sharing import BASICS

RANDOM_GRAPHS = 200
NEW_NODES: tuple[tuple[str | float, ...], ...] = (
    *(("add", "a", 2), ("sub", "a", 2), ("mul", "a", 3), ("truediv", "a", 4), ("pow", "a", 2)),
    *(("add", 2, "a"), ("mul", 2, "a"), ("tanh", "a"), ("exp", "a")),
)
"""Operations of which two in a row could be merged into one: each makes a node."""


@check(points=1, after=(VALUE["add"], VALUE["mul"]), about=("add", "mul"))
def test_build_topo(grades: Grades) -> None:
    """`build_topo(v, visited, topo)` lists every node below `v` once, each after its inputs."""
    grades.order(lambda a: a * a, a=3.0)
    grades.order(lambda a, b, c: (a * b + c) * (a + b), a=2.0, b=3.0, c=1.0)
    leaf = ("leaf", "a", 3.0)
    grades.order(Program((leaf, ("topo", "a"))))
    for operation in NEW_NODES:
        steps: tuple[Step, ...] = tuple(
            ("apply", slot, *(node if item == "a" else item for item in operation))
            for slot, node in (("_1", "a"), ("L", "_1"))
        )
        if form_of(steps[0]) in grades.forms:
            grades.order(Program((leaf, *steps, ("topo", "L"))))


@trap(points=1, after=test_build_topo, about=("add", "mul"))
def test_build_topo_shared(grades: Grades) -> None:
    """`build_topo` tells nodes apart by what they are, not by their value, and starts afresh."""

    def shared(a: Any, b: Any, c: Any) -> Any:
        d = a * c
        e = b * c
        return (d * e) * d + e

    same = grades.drawn_value()
    grades.order(shared, a=same, b=same, c=DRAWN)
    grades.order(lambda a, b: b * (a + a), a=DRAWN, b=DRAWN)
    grades.order(shared, a=DRAWN, b=DRAWN, c=DRAWN)


@check(points=4, after=BASICS, about=(), cpu=10.0)
def test_small_graphs(grades: Grades) -> None:
    """Every graph of up to three operations from {+, *, tanh} has the right gradients."""
    grades.programs(every_small_graph())


@check(points=2, after=BASICS, about=(), cpu=5.0)
def test_operator_graphs(grades: Grades) -> None:
    """Every graph of up to two operations has the right gradients."""
    grades.programs(every_operator_graph())


@trap(points=4, after=BASICS, about=(), cpu=5.0)
def test_random_graphs(grades: Grades) -> None:
    """200 random graphs of up to twelve operations, and large ones, have the right gradients."""
    grades.random_graphs(RANDOM_GRAPHS)
    grades.fixed(fixed_graphs.same_and_longer())
    grades.fixed(fixed_graphs.large_graphs())


CHECKS = (
    test_build_topo,
    test_build_topo_shared,
    test_small_graphs,
    test_operator_graphs,
    test_random_graphs,
)
