"""The exam's state: what survives a `backward`, a second one, a new graph, and `zero_grad`."""

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
    refused,
    set_by_hand,
    used_elsewhere,
)
from grader.programs.operators import forms, names
from grader.programs.tracing import descend, read, repeat, trace, zero_grad

from . import calls
from .operators import RULE_ADD, RULE_MUL
from .sharing import BASICS, test_equal_values, test_showcase, test_unequal_depth


@check(points=1, after=RULE_MUL, about=())
def test_data_untouched(grades: Grades) -> None:
    """Operators and `backward()` change no `data`, also that of plain numbers, and no inputs."""

    def all_data(a: Any, b: Any, c: Any) -> None:
        d = a * b
        e = d * c
        L = e * d
        L.backward()
        read(a, b, c, d, e, L, what="data")

    grades(all_data, a=2.0, b=3.0, c=-1.5)
    for form in sorted(grades.forms):
        grades.left_alone(left_alone.called(form), "data", "inputs", exactly=False)
    if "add_const" in grades.forms and "mul_const" in grades.forms:
        grades.left_alone(left_alone.with_numbers(), "data", "inputs", exactly=False)


@trap(points=1, after=BASICS, about=())
def test_fresh_graphs_accumulate(grades: Grades) -> None:
    """A leaf adds up what several graphs send it."""

    def two_graphs(a: Any, b: Any, c: Any) -> None:
        first = a * b
        first.backward()
        second = a * c + b
        second.backward()
        read(a, b, c)

    grades(two_graphs, a=DRAWN, b=DRAWN, c=DRAWN)
    if grades.passed(test_unequal_depth):
        grades.fixed((*fixed_graphs.graphs_that_go(), *fixed_graphs.after_a_large_one()))
        grades.fixed(map(let_go.held_by_the_graph, sorted(grades.forms & forms().keys())))
    if grades.passed(test_equal_values):
        grades.fixed(held_before.equal_leaves_again())
        graphs = (*properties.whole_leaves("add"), *properties.whole_leaves("mul"))
        graphs += (*properties.equal(), *held_before.leaf_below_zero())
        grades.fixed(held_before.held(graphs))


@check(points=0.5, after=RULE_ADD, about=())
def test_leaf_root(grades: Grades) -> None:
    """`x.backward()` on a leaf leaves 1, and after a second call 2."""

    def leaf_alone(x: Any) -> None:
        x.backward()
        read(x)
        x.backward()
        read(x)

    grades(leaf_alone, x=3.0)
    grades.fixed(calls.on_leaves())
    if grades.passed(test_fresh_graphs_accumulate):
        grades.fixed((*set_by_hand.on_a_leaf(), *properties.leaf_alone()))


@check(points=2, after=test_showcase, about=())
def test_backward_twice(grades: Grades) -> None:
    """A second `backward()` adds the same again to every leaf, and nothing more."""

    def twice(a: Any, b: Any, c: Any) -> None:
        L = (a * b + c) * (a + b)
        L.backward()
        L.backward()
        read(a, b, c)

    grades(twice, a=2.0, b=3.0, c=1.0)
    calls.sequences(grades, calls.AGAIN, calls.FIXED)
    calls.no_sum_of_two_calls(grades)
    for form in sorted(grades.forms):
        grades.fixed(fixed_graphs.called_twice(form))


@trap(points=1, after=test_backward_twice, about=())
def test_backward_three_times(grades: Grades) -> None:
    """A third `backward()` leaves three times the gradient on every leaf."""

    def three_times(a: Any, b: Any, c: Any) -> None:
        L = (a * b + c) * (b * c + a)
        L.backward()
        L.backward()
        L.backward()
        read(a, b, c)

    grades(three_times, a=DRAWN, b=DRAWN, c=DRAWN)
    calls.sequences(grades, calls.MANY)
    calls.drawn(grades, calls.SEVERAL)
    grades.fixed(calls.many())
    grades.fixed(properties.again(properties.one_consumer_each(), 3))
    grades.fixed(properties.again(properties.tiny_upstreams("mul"), 2))
    grades.at_own(own_numbers.many_again)
    if grades.passed(test_equal_values, test_backward_twice):
        grades.fixed(properties.again(properties.equal(), 2))
        if grades.passed(test_unequal_depth, test_two_losses):
            grades.fixed(fixed_graphs.equal_roots())


@check(points=2, after=test_showcase, about=())
def test_two_losses(grades: Grades) -> None:
    """Two losses on a shared inner node leave their sum, in either order."""

    def loss_of_a_loss(x: Any) -> None:
        first = x * x
        first.backward()
        second = first * first
        second.backward()
        read(x)

    grades(calls.two_factors, x=3.0, c=2.0, d=5.0)
    grades(calls.nothing_more, x=3.0, c=2.0, d=5.0, z=0.0)
    if "relu" in grades.forms:
        grades(calls.switched_off, x=2.0, c=-1.0, d=3.0)
    calls.two_losses(grades, 2.0, 3.0)
    grades(loss_of_a_loss, x=3.0)
    calls.sequences(grades, calls.IN_TURN, calls.FIXED)
    if grades.passed(test_unequal_depth):
        grades.fixed((*properties.grown(), *fixed_graphs.met_again()))
        if grades.passed(test_backward_twice):
            again = fixed_graphs.between_calls("backward")
            grades.fixed((*again, *fixed_graphs.on_a_larger_one()))
        routes = (*fixed_graphs.same_and_longer(), fixed_graphs.unequal_routes())
        grades.fixed(used_elsewhere.by_others(routes))


@check(points=1, after=BASICS, about=())
def test_zero_grad_clears(grades: Grades) -> None:
    """`zero_grad(root)` sets every gradient below the root to 0 and changes no `data`."""

    def cleared(a: Any, b: Any, c: Any) -> None:
        d = a * b
        e = d + c
        L = e * d
        L.backward()
        zero_grad(L)
        read(a, b, c, d, e, L)
        read(d, L, what="data")  # that of `a` depends on its gradient

    def leaf_alone(x: Any, c: Any) -> None:
        (x * c).backward()
        zero_grad(x)
        read(x, c)
        (x * c).backward()
        read(x)

    grades(cleared, a=2.0, b=3.0, c=1.0)
    grades(cleared, a=2e6, b=-3e6, c=0.5)  # no part of a large gradient may stay
    grades(leaf_alone, x=3.0, c=-1.5)
    grades.fixed(properties.cleared(properties.huge_gradients(), used_again=False))
    grades.fixed(set_by_hand.cleared(names("node")))
    called = left_alone.with_numbers(("backward", "zero"))
    if grades.passed(test_data_untouched):
        grades.left_alone(called, "data", "inputs", exactly=False, cleared=True)


@trap(points=1, after=(test_showcase, test_zero_grad_clears), about=())
def test_zero_grad_then_again(grades: Grades) -> None:
    """After `zero_grad(root)` the same graph gives the same gradients as the first time."""

    def again(a: Any, b: Any, c: Any) -> None:
        L = (a * b + c) * (a + b)
        L.backward()
        zero_grad(L)
        L.backward()
        read(a, b, c)

    grades(again, a=DRAWN, b=DRAWN, c=DRAWN)
    calls.sequences(grades, calls.ZEROED)
    calls.drawn(grades, calls.SEVERAL_ZEROED)
    if grades.passed(test_backward_three_times):
        calls.sequences(grades, calls.ZEROED_IN_PART)

    def doubled(x: Any, c: Any) -> None:
        """2**40 routes lead down, and each node is cleared once."""
        y = repeat(40, lambda y: y + y, x)
        (x * c).backward()
        zero_grad(y)
        read(x)

    def doubled_apart(x: Any, c: Any) -> None:
        """As many, by way of two nodes each time: what one of them has met, the other knows."""
        y = repeat(40, lambda y: y * 0.5 + y * 0.25, x)
        (x * c).backward()
        zero_grad(y)
        read(x)

    grades.fixed([trace(doubled, x=1.5, c=-0.5), trace(doubled_apart, x=1.5, c=-0.5)])
    graphs = properties.shapes()
    if grades.passed(test_equal_values):
        whole = (*properties.whole_leaves("add"), *properties.whole_leaves("mul"))
        graphs += (*properties.equal(), *whole)
    grades.fixed(properties.cleared(graphs, used_again=False))
    grades.fixed(let_go.thrown_away(form, zeroed=True) for form in names("node"))
    grades.fixed([let_go.thrown_away("mul", zeroed=True, below=let_go.LARGE)])
    grades.fixed((*calls.cleared_often(), *set_by_hand.cleared_again()))
    if grades.passed(test_unequal_depth):
        grades.fixed(properties.grown(zeroed=True))
    grades.at_own(own_numbers.cleared)


STEPS = 3
"""Few enough for the loop to be tried in several orders of inputs."""


@check(points=1, after=test_zero_grad_clears, about=())
def test_training_loop(grades: Grades) -> None:
    """Steps of gradient descent, each with a fresh graph and gradients set to 0, are right."""

    def fit(w: Any, b: Any, x: Any, target: Any) -> None:
        def step(_: Any) -> None:
            error = w * x + b + target
            loss = error * error
            zero_grad(loss)
            loss.backward()
            descend(w, 0.05)
            descend(b, 0.05)

        repeat(5, step, w)
        read(w, b, what="data")

    def everything(w: Any, b: Any, x: Any) -> None:
        """`w` comes from below 0 and goes beyond it; every node is made anew in each step."""

        def step(_: Any) -> None:
            error = (w * x - b) / 2 + 1
            loss = error**2 + 0.1 * w.exp() + w.relu() - (-b).tanh()
            loss = loss + w * w / 4 + 1 / (b**2 + 2) + (w - 1) ** 2 + (2 - b) * 0.1
            zero_grad(loss)
            loss.backward()
            descend(w, 0.2)
            descend(b, 0.2)
            read(w, b)
            read(w, b, loss, what="data")
            zero_grad(loss)
            read(w, b, loss)

        repeat(STEPS, step, w)
        read(w, b, x, what="data")

    grades(fit, w=0.5, b=-0.25, x=1.5, target=-2.0)
    grades.fixed([trace(everything, w=-0.5, b=0.25, x=1.5)])
    if grades.passed(test_fresh_graphs_accumulate):
        for form in forms():
            grades.fixed(properties.moved_leaves(form))
        grades.fixed(set_by_hand.between_graphs())
        if grades.passed(test_backward_twice):
            grades.fixed(set_by_hand.between_calls())
            if grades.passed(test_two_losses):
                grades.fixed(set_by_hand.after_a_huge_one())


@trap(points=0.5, after=(test_showcase, test_fresh_graphs_accumulate), about=())
def test_nothing_leaks(grades: Grades) -> None:
    """A graph's gradients do not depend on the graphs that came before it, nor on exceptions."""

    def three_graphs(a: Any, b: Any, c: Any, d: Any) -> None:
        first = a * b
        first.backward()
        second = (c + d) * (c * d)
        second.backward()
        third = second * c
        read(a, b, c, d)
        fourth = c * c
        fourth.backward()
        read(c, third)

    grades(three_graphs, a=DRAWN, b=DRAWN, c=DRAWN, d=DRAWN)
    calls.kept_where_not_reached(grades)
    if grades.passed(test_fresh_graphs_accumulate):
        grades.fixed(map(let_go.thrown_away, names("node")))
        grades.fixed([let_go.thrown_away("mul", below=let_go.LARGE)])
    if grades.passed(test_backward_twice):
        grades.fixed(fixed_graphs.after_many_leaves())
    grades(lambda a, b: a * b, a=DRAWN, b=DRAWN)
    grades(lambda a, b: a * b + b, a=DRAWN, b=DRAWN)
    right = grades.forms & forms().keys()
    for form in sorted(right):
        refused.then_asked(grades, form, right, twice=grades.passed(test_backward_twice))
    for then in ((), ("backward",), ("zero", "backward")):
        grades.at_own(partial(own_numbers.called, then=then))
    grades.at_own(own_numbers.sized)
    # Last: who keeps every node goes through all of them.
    grades.of_own(own_numbers.between(grades.own_numbers))


CHECKS = (
    test_data_untouched,
    test_fresh_graphs_accumulate,
    test_leaf_root,
    test_backward_twice,
    test_backward_three_times,
    test_two_losses,
    test_zero_grad_clears,
    test_zero_grad_then_again,
    test_training_loop,
    test_nothing_leaks,
)
