"""The exam's families: orders by their properties, every small graph, and drawn large ones."""

from __future__ import annotations

from typing import Any

from grader.checks import DRAWN, Grades, Mismatch, check, trap
from grader.checks.families import every_operator_graph, every_small_graph
from grader.packs.scalar import fixed_graphs, left_alone, properties, remembered
from grader.programs.compare import same_number
from grader.programs.program import Program, Step
from grader.worker.observation import Observation

from .operators import VALUE
from .sharing import BASICS, test_unequal_depth
from .state import test_backward_twice, test_two_losses

RANDOM_GRAPHS, SMALL = 200, 1.23456789e-6
"""So many are drawn, and about as small a gradient comes up inside of some: one is always asked."""


@check(points=1, after=(VALUE["add"], VALUE["mul"]), about=("add", "mul"))
def test_build_topo(grades: Grades) -> None:
    """`build_topo(v, visited, topo)` lists three small graphs, each node after its inputs."""
    grades.order(lambda a: a * a, a=3.0)
    grades.order(lambda a, b, c: (a * b + c) * (a + b), a=2.0, b=3.0, c=1.0)
    grades.order(Program((("leaf", "a", 3.0), ("topo", "a"))))


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
    for program in (
        *(each for form in sorted(grades.forms) for each in remembered.in_a_row(form)),
        *(each for form in sorted(grades.forms) for each in remembered.at_numbers(form)),
        *(each for form in sorted(grades.forms) for each in remembered.above(form, grades.forms)),
        *fixed_graphs.listed_again(),
        *properties.equal_expressions(),
        *fixed_graphs.several_roots(),
        *properties.listed_after_a_call(),
        *properties.ordered(properties.shapes()),
    ):
        grades.order(program)
    _listed_before_a_call(grades)
    if "add_const" in grades.forms and "mul_const" in grades.forms:
        after_a_call = left_alone.with_numbers(("topo", "topo"), ("backward",), leaves=True)
        grades.left_alone(after_a_call, "data", "grad", "inputs", exactly=False)


@check(points=4, after=BASICS, about=(), cpu=10.0)
def test_small_graphs(grades: Grades) -> None:
    """Every graph of up to three operations from {+, *, tanh}, each right alone, has the right
    gradients."""
    grades.programs(every_small_graph())


@check(points=2, after=BASICS, about=(), cpu=5.0)
def test_operator_graphs(grades: Grades) -> None:
    """Every graph of up to two operations, each right alone, has the right gradients."""
    graphs = every_operator_graph()
    if grades.passed(test_small_graphs):  # which has asked some of them
        known = frozenset(every_small_graph())
        others = tuple(each for each in graphs if each not in known)
        graphs = others if any(each.forms <= grades.forms for each in others) else graphs
    grades.programs(graphs)


@trap(points=4, after=BASICS, about=(), cpu=5.0)
def test_random_graphs(grades: Grades) -> None:
    """200 random graphs of operations that are right alone, and large ones, have the right
    gradients."""
    grades.random_graphs(RANDOM_GRAPHS)
    if not grades.passed(test_operator_graphs):
        # What is wrong in these may be drawn, or not: it costs the same whatever is drawn.
        grades.programs(every_operator_graph())
    grades(lambda a, b, u, v: (a * b + a) * v * u, a=0.7, b=-1.2, u=SMALL, v=1 / SMALL)
    grades.fixed(fixed_graphs.large_graphs())
    grades.fixed([properties.wide(), *fixed_graphs.powers_of_powers()])


def _listed_before_a_call(grades: Grades) -> None:
    """What `build_topo` leaves on nodes must not be taken for what `backward` has left there."""
    if not grades.forms >= {"add", "mul"}:
        return
    steps: list[Step] = [("leaf", "a", 2.0), ("leaf", "b", 3.0), ("leaf", "c", 1.0)]
    steps += [("apply", "_1", "mul", "a", "b"), ("apply", "_2", "add", "_1", "c")]
    steps += [("leaf", "d", 4.0), ("apply", "L", "mul", "_2", "d")]
    program = Program((*steps, ("topo", "L"), ("backward", "L"), ("read", "grad", ("a", "b", "c"))))
    _after_the_list(grades, program, (12.0, 8.0, 4.0))
    if grades.passed(test_unequal_depth, test_backward_twice, test_two_losses):
        for each in fixed_graphs.between_calls("topo"):
            _after_the_list(grades, each, (4.0, 4.0, 2.0))


def _after_the_list(grades: Grades, program: Program, right: tuple[float, float, float]) -> None:
    """right: what a, b and c hold at the end, whatever the list is."""

    def judge(observation: Observation) -> Mismatch | None:
        assert observation.answer is not None
        for name, number, owed in zip("abc", observation.answer[1:], right, strict=True):
            if not same_number(number, owed):
                return Mismatch(f"{name}.grad, after build_topo and backward", number, owed)
        return None

    grades.judged(program, judge, "backward after build_topo")


CHECKS = (
    test_build_topo,
    test_build_topo_shared,
    test_small_graphs,
    test_operator_graphs,
    test_random_graphs,
)
