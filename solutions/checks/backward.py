"""backward(): seed, reverse, run. First calls only; P1 and P2 in both operand orders."""

from __future__ import annotations

from typing import Any

from grader.checks import DRAWN, Grades, check, trap
from grader.packs.scalar import (
    fixed_graphs,
    held_before,
    left_alone,
    let_go,
    own_numbers,
    properties,
)
from grader.programs.tracing import read, trace

from .local_rules import LEFT_ALONE


@check(points=0.5)
def test_one_operation(grades: Grades) -> None:
    """`backward()` seeds the root with 1 and runs its rule."""
    grades(lambda a, b: a * b, a=2.0, b=-3.0)
    grades(lambda a, b: a + b, a=2.0, b=-3.0)
    grades.fixed(properties.leaf_alone())


@check(points=0.5, after=test_one_operation)
def test_lesson_graph(grades: Grades) -> None:
    """e = a*b + c at 2, -3, 10 gives -3, 2, 1; ((a*b)*3 + 2) * 0.5 at 2, -3 gives -4.5, 3."""

    def lesson(a: Any, b: Any, c: Any) -> None:
        d = a * b
        e = d + c
        e.backward()
        read(a, b, c, d, e)

    grades(lambda a, b, c: a * b + c, a=2.0, b=-3.0, c=10.0)
    grades(lesson, a=2.0, b=-3.0, c=10.0)
    grades(lambda a, b: ((a * b) * 3 + 2) * 0.5, a=2.0, b=-3.0)


@check(points=0.5, after=test_lesson_graph)
def test_showcase(grades: Grades) -> None:
    """The showcase at 2, 3, 1 gives 22, 17, 5; half of x1*w1 + x2*w2 + b is right as well."""
    grades(lambda a, b, c: (a * b + c) * (a + b), a=2.0, b=3.0, c=1.0)
    grades(weighted_sum, x1=2.0, x2=0.0, w1=-3.0, w2=1.0, b=7.0)


def weighted_sum(x1: Any, x2: Any, w1: Any, w2: Any, b: Any) -> Any:
    """Half of a neuron's sum."""
    return (x1 * w1 + x2 * w2 + b) * 0.5


@trap(points=1, after=test_lesson_graph, by_order=True)
def test_shared_inner_node(grades: Grades) -> None:
    """A node waits until both of its consumers have contributed."""

    def left(a: Any, c: Any, d: Any, e: Any) -> Any:
        b = a * c
        return b * d + b * e

    def right(a: Any, c: Any, d: Any, e: Any) -> Any:
        b = a * c
        return d * b + e * b

    def with_a_tail(a: Any, c: Any, d: Any, e: Any) -> Any:
        b = (a * c) * d
        return b * e + b * c

    def squared(a: Any, c: Any) -> Any:
        b = a * c
        return b * b

    for shape in (left, right, left, right):
        grades(shape, a=DRAWN, c=DRAWN, d=DRAWN, e=DRAWN)
    grades(with_a_tail, a=DRAWN, c=DRAWN, d=DRAWN, e=DRAWN)
    grades(squared, a=DRAWN, c=DRAWN)
    same = grades.drawn_value()
    grades(lambda a, b, c: (a * c) * (b * c), a=same, b=same, c=DRAWN, apart=False)

    def p1(a: Any) -> None:
        b = a * 3
        (b * 2 + b * 5).backward()
        read(a, b)

    def p1_swapped(a: Any) -> None:
        b = a * 3
        (b * 5 + b * 2).backward()
        read(a, b)

    grades.fixed([trace(p1, a=2.0), trace(p1_swapped, a=2.0)])
    grades.fixed(properties.all_of_one_number())
    grades.fixed(fixed_graphs.made_alike())


@trap(points=1, after=test_lesson_graph, by_order=True)
def test_unequal_depth(grades: Grades) -> None:
    """A node that is reached by a short and by a long route waits for the long one."""

    def short_first(a: Any, c: Any, d: Any) -> Any:
        b = a * a
        return b * ((b * c) * d)

    def long_first(a: Any, c: Any, d: Any) -> Any:
        b = a * a
        return ((b * c) * d) * b

    for shape in (short_first, long_first) * 2:
        grades(shape, a=DRAWN, c=DRAWN, d=DRAWN)

    def p2(a: Any) -> None:
        b = a * a
        (b * ((b * 2) * 5)).backward()
        read(a, b)

    def p2_swapped(a: Any) -> None:
        b = a * a
        (((b * 2) * 5) * b).backward()
        read(a, b)

    grades.fixed([trace(p2, a=3.0), trace(p2_swapped, a=3.0)])
    grades.fixed((*properties.shapes(), *fixed_graphs.above_a_ladder(), properties.wide()))
    grades.fixed(properties.tiny_upstreams("mul"))
    grades.at_own(own_numbers.sized)
    grades.at_own(own_numbers.many)


@trap(points=0.5, after=test_one_operation)
def test_fresh_graphs(grades: Grades) -> None:
    """A second graph on the same leaves is walked anew and adds; nothing but gradients changes."""

    def two_graphs(a: Any, b: Any, c: Any) -> None:
        first = a * b
        first.backward()
        second = (a + c) * b
        second.backward()
        read(a, b, c)

    def data_kept(a: Any, b: Any, c: Any) -> None:
        d = a * b
        e = d + c
        e.backward()
        read(a, b, c, d, e, what="data")

    grades(two_graphs, a=DRAWN, b=DRAWN, c=DRAWN)
    grades(data_kept, a=DRAWN, b=DRAWN, c=DRAWN)
    gone = (*fixed_graphs.graphs_that_go(), *fixed_graphs.after_a_large_one())
    grades.fixed((*gone, *held_before.equal_leaves_again()))
    grades.at_own(own_numbers.called)
    whole = (*properties.whole_leaves("add"), *properties.whole_leaves("mul"))
    twice = (*fixed_graphs.same_operands("add"), *fixed_graphs.same_operands("mul"))
    graphs = (
        *whole,
        *twice,
        *properties.equal(),
        *properties.shapes(),
        *held_before.leaf_below_zero(),
    )
    grades.fixed((*whole, *held_before.no_finite_value(), *held_before.held(graphs)))
    grades.fixed((*properties.moved_leaves("mul"), *map(let_go.thrown_away, ("add", "mul"))))
    for program in properties.listed_after_a_call():
        grades.order(program)
    for programs in (left_alone.with_numbers(), *map(left_alone.called, ("add", "mul"))):
        grades.left_alone(programs, *LEFT_ALONE)
    grades.left_alone([left_alone.another_number()], *LEFT_ALONE)
