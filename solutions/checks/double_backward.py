"""A second backward(): leaves add, inner nodes restart."""

from __future__ import annotations

from functools import partial
from typing import Any

from grader.checks import DRAWN, Grades, check, trap
from grader.packs.scalar import (
    fixed_graphs,
    held_before,
    left_alone,
    let_go,
    own_numbers,
    properties,
    set_by_hand,
)
from grader.programs.tracing import read, trace

from .engine import calls as patterns
from .local_rules import LEFT_ALONE


def calls(count: int) -> Any:
    """The showcase with `count` calls."""

    def called(a: Any, b: Any, c: Any) -> None:
        L = (a * b + c) * (a + b)
        for _ in range(count):
            L.backward()
        read(a, b, c)

    return called


@check(points=0.5)
def test_second_call(grades: Grades) -> None:
    """A second call adds the same again: the showcase then holds 44, 34, 10, not 81, 61, 15."""
    grades(calls(1), a=2.0, b=3.0, c=1.0)
    grades(calls(2), a=2.0, b=3.0, c=1.0)
    grades(twice(lambda a, b, d: a * b), a=2.0, b=3.0, d=1.0)
    grades(twice(lambda a, b, d: (a + b) * d), a=3.0, b=2.0, d=1.0)


def twice(loss: Any) -> Any:
    """Two calls on a loss of three leaves, of which it need not use all."""

    def called(a: Any, b: Any, d: Any) -> None:
        root = loss(a, b, d)
        root.backward()
        root.backward()
        read(a, b, d)

    return called


@trap(points=0.5, after=test_second_call)
def test_more_calls(grades: Grades) -> None:
    """Every further call adds the same again, also after a gradient was set on an inner node."""
    grades(calls(3), a=DRAWN, b=DRAWN, c=DRAWN)
    grades(calls(4), a=DRAWN, b=DRAWN, c=DRAWN)
    grades(twice(lambda a, b, d: (a * b).tanh() * d), a=DRAWN, b=DRAWN, d=DRAWN)
    grades(twice(lambda a, b, d: (a * b).tanh() + d * a.tanh()), a=DRAWN, b=DRAWN, d=DRAWN)
    patterns.sequences(grades, (*patterns.AGAIN, *patterns.MANY))
    grades.fixed([trace(calls(3), a=2.0, b=3.0, c=1.0), *patterns.many()])
    for form in ("add", "mul", "tanh"):
        grades.fixed(fixed_graphs.called_twice(form))
    graphs = (
        *properties.shapes(),
        *fixed_graphs.above_a_ladder(),
        *properties.tiny_upstreams("mul"),
    )
    graphs += properties.whole_leaves("mul")
    grades.fixed((*properties.again(graphs, 3), *set_by_hand.on_inner_nodes()))
    grades.fixed(properties.again((properties.wide(),), 2))
    grades.fixed(fixed_graphs.after_many_leaves())
    grades.at_own(own_numbers.sized)
    grades.at_own(own_numbers.many_again)
    grades.at_own(partial(own_numbers.called, then=("backward",)))


@check(points=0.5, after=test_second_call)
def test_two_losses(grades: Grades) -> None:
    """Two losses add up on a leaf: h = x*x at 3; h*2, then h*5 leave 42. A loss of a loss: 114."""

    def loss_on_a_loss(x: Any) -> None:
        first = x * x
        second = first * first
        first.backward()
        second.backward()
        read(x)

    grades(patterns.two_factors, x=3.0, c=2.0, d=5.0)
    grades(patterns.nothing_more, x=3.0, c=2.0, d=5.0, z=0.0)
    grades(loss_on_a_loss, x=3.0)
    grades.fixed((*properties.grown(), *set_by_hand.after_a_huge_one(1e200)))
    grades.fixed(set_by_hand.after_no_number())


@trap(points=1, after=test_two_losses)
def test_two_losses_in_either_order(grades: Grades) -> None:
    """Two losses on a shared node give the same sum in either order."""
    patterns.two_losses(grades)
    patterns.sequences(grades, patterns.IN_TURN)
    grades.fixed((*fixed_graphs.equal_roots(), *fixed_graphs.made_alike()))
    grades.fixed((*fixed_graphs.met_again(), *fixed_graphs.between_calls("backward")))
    grades.fixed(fixed_graphs.on_a_larger_one())


@trap(points=0.5, after=test_second_call)
def test_leaves_still_add(grades: Grades) -> None:
    """Fresh graphs still add up on their leaves, and on what was set there by hand; a leaf that is
    a root counts its calls."""

    def fresh(a: Any, b: Any, c: Any) -> None:
        first = a * b
        first.backward()
        second = a * c
        second.backward()
        read(a, b, c)

    def leaf_alone(x: Any) -> None:
        x.backward()
        x.backward()
        read(x)

    grades(calls(2), a=DRAWN, b=DRAWN, c=DRAWN)
    grades(fresh, a=DRAWN, b=DRAWN, c=DRAWN)
    grades(leaf_alone, x=DRAWN)
    grades.fixed((*patterns.on_leaves(), *map(let_go.thrown_away, ("add", "mul", "tanh"))))
    grades.fixed([let_go.thrown_away("mul", below=let_go.LARGE)])
    grades.fixed((*properties.again(properties.equal(), 2), *fixed_graphs.graphs_that_go()))
    grades.fixed(fixed_graphs.after_a_large_one())
    grades.fixed((*held_before.equal_leaves_again(), *held_before.no_finite_value()))
    graphs = (*properties.equal(), *properties.shapes(), *held_before.leaf_below_zero())
    grades.fixed(held_before.held(graphs))
    asked = (set_by_hand.between_graphs, set_by_hand.between_calls, set_by_hand.on_a_leaf)
    grades.fixed(program for make in asked for program in make())
    grades.left_alone(left_alone.with_numbers(), *LEFT_ALONE)
    grades.fixed([trace(leaf_alone, x=3.0)])
