"""Wrong beliefs about `check_grad`: which verdicts a checker gives that holds them.

Checkers differ in tolerances that are their author's choice, so each belief is tried with several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

from grader.explain.answers.base import (
    WrongAnswer,
    WrongAnswerClass,
    answered,
    task_beliefs,
)
from grader.programs.operators import OPERATORS
from grader.programs.program import Program, Step
from grader.worker.observation import Item, Observation

TOLERANCES = (
    (1e-4, 1e-7), (1e-3, 1e-6), (1e-5, 1e-7), (1e-5, 1e-9), (0.0, 1e-3), (0.0, 1e-4), (0.0, 1e-5),
    (0.0, 1e-6), (1e-6, 1e-8), (1e-2, 1e-2), (1e-2, 1e-4), (0.05, 1e-3),
)  # fmt: skip
"""Relative and absolute."""
SMALL = tuple(10.0**-digits for digits in range(9, 17))
USUAL = (1e-5, 1e-6, 1e-4)
LARGE = (1e-1, 1e-2, 1e-3)
KINK = 0.01

Function = Callable[[Sequence[float]], float]
Verdict = Callable[[Function, Sequence[float], Sequence[float]], bool]


def _checking(verdict: Verdict, without: Verdict | None = None) -> type[WrongAnswer]:
    """A checker. without: the same one without the belief; it explains where the two differ."""

    class Checks(WrongAnswer):
        def owns(self, item: Item) -> bool:
            if without is None or isinstance(item, Program):
                return True
            asked = _function(item["program"]), item["xs"], item["grads"]
            try:
                return verdict(*asked) is not without(*asked)
            except (ArithmeticError, ValueError):
                return False

        def answer(self, item: Item) -> Observation | None:
            if isinstance(item, Program) or item.get("task") != "check_grad":
                return None
            try:
                said = verdict(_function(item["program"]), item["xs"], item["grads"])
            except (ArithmeticError, ValueError):
                return None
            # Where it was asked what became of xs too, nothing is said about that.
            return Observation(value={"result": said} if item.get("keeps") else said)

    return Checks


def _function(program: Sequence[Step]) -> Function:
    def value(xs: Sequence[float]) -> float:
        values: dict[str, float] = {}
        waiting, last = list(xs), 0.0
        for step in program:
            if step[0] == "leaf":
                values[step[1]] = waiting.pop(0)
            elif step[0] == "apply":
                x = tuple(values[o] if isinstance(o, str) else float(o) for o in step[3:])
                last = values[step[1]] = OPERATORS[step[2]].value(*x)
        return last

    return value


def _sides(f: Function, xs: Sequence[float], i: int, h: float) -> tuple[float, float]:
    """Slopes to the left and to the right."""

    def at(x: float) -> float:
        return f([*xs[:i], x, *xs[i + 1 :]])

    here = f(xs)
    return (here - at(xs[i] - h)) / h, (at(xs[i] + h) - here) / h


def _mean(left: float, right: float) -> float:
    return (left + right) / 2


def _checker(
    h: float,
    tolerance: tuple[float, float],
    slope: Callable[[float, float], float] = _mean,
    at_kinks: str = "",
    signed: bool = False,
    only: Callable[[int], Iterable[int]] = range,
    without: str | None = None,
) -> type[WrongAnswer]:
    """A checker of the usual make. at_kinks: "pass" it by, "end" there, or compare all the same.

    without: what the same checker does at kinks where the belief is about kinks.
    """
    held = _verdict(h, tolerance, slope, at_kinks, signed, only)
    kinks = at_kinks if without is None else without
    return _checking(held, _verdict(USUAL[0], TOLERANCES[0], _mean, kinks, False, range))


def _verdict(
    h: float,
    tolerance: tuple[float, float],
    slope: Callable[[float, float], float],
    at_kinks: str,
    signed: bool,
    only: Callable[[int], Iterable[int]],
) -> Verdict:
    def verdict(f: Function, xs: Sequence[float], claims: Sequence[float]) -> bool:
        for i in only(len(xs)):
            left, right = _sides(f, xs, i, h)
            if at_kinks and abs(left - right) > KINK * (1 + abs(left)):
                if at_kinks == "end":
                    return True
                continue
            found = slope(left, right)
            most = max(tolerance[0] * max(abs(found), abs(claims[i])), tolerance[1])
            apart = found - claims[i]
            if (apart if signed else abs(apart)) > most:
                return False
        return True

    return verdict


@answered("fd-step-too-small", "check-grad")
def fd_step_too_small() -> Sequence[WrongAnswerClass]:
    """takes so small a step that rounding drowns the slope: two results that agree in nearly all of
    their digits leave noise when one is taken from the other. Two errors fight over h. Which one
    grows as h shrinks?"""
    kinks = ("", "pass")
    return [_checker(h, t, at_kinks=k) for h, t, k in product(SMALL, TOLERANCES, kinks)]


@answered("fd-step-too-large", "check-grad")
def fd_step_too_large() -> Sequence[WrongAnswerClass]:
    """takes so large a step that the curve bends between its ends, and blames the engine. Two
    errors fight over h. Which one grows with h?"""
    kinks = ("", "pass")
    return [_checker(h, t, at_kinks=k) for h, t, k in product(LARGE, TOLERANCES, kinks)]


@answered("fd-one-sided", "check-grad")
def fd_one_sided() -> Sequence[WrongAnswerClass]:
    """looks to one side only, and takes the bend of the curve for an error of the engine. What does
    the error of a difference do as h shrinks if you look to both sides, and if to one?"""
    sides = (lambda left, right: right, lambda left, right: left)
    return [
        _checker(h, t, slope=side, at_kinks=kinks)
        for h, t, side, kinks in product(
            (*USUAL, 1e-3, 1e-7, 1e-8), TOLERANCES, sides, ("", "pass")
        )
    ]


@answered("fd-sign-lost", "check-grad")
def fd_sign_lost() -> Sequence[WrongAnswerClass]:
    """compares the difference with its limit without asking for its size, so errors in one
    direction never count. What is a difference of -3 beside a limit of 0.001?"""
    return [
        _checker(h, t, signed=True, at_kinks=k)
        for h, t, k in product(USUAL, TOLERANCES, ("", "pass"))
    ]


@answered("fd-one-input-only", "check-grad")
def fd_one_input_only() -> Sequence[WrongAnswerClass]:
    """looks at one of the inputs and lets the others pass. When may a loop over inputs end with
    True?"""
    first: Callable[[int], Iterable[int]] = lambda count: range(min(1, count))  # noqa: E731
    last: Callable[[int], Iterable[int]] = lambda count: range(max(0, count - 1), count)  # noqa: E731
    return [
        _checker(h, t, only=only, at_kinks=k)
        for h, t, only, k in product(USUAL, TOLERANCES, (first, last), ("", "pass"))
    ]


@answered("fd-limit-too-wide", "check-grad")
def fd_limit_too_wide() -> Sequence[WrongAnswerClass]:
    """allows so much difference that small errors pass. How large a difference can rounding and the
    bend of the curve explain, and how large is yours?"""
    wide = ((0.0, 0.1), (0.0, 0.05), (0.05, 0.01), (0.1, 0.1), (1e-2, 1e-2), (0.0, 1e-2))
    return [_checker(h, t, at_kinks=k) for h, t, k in product(USUAL, wide, ("", "pass"))]


@answered("fd-kink-is-an-error", "check-grad")
def fd_kink_is_an_error() -> Sequence[WrongAnswerClass]:
    """blames the engine where the curve has a corner. There the slopes to the left and to the right
    differ, and no number is the slope. How would you notice that you stand on a corner?"""
    return [_checker(h, t, without="pass") for h, t in product(USUAL, TOLERANCES)]


@answered("fd-kink-ends-all", "check-grad")
def fd_kink_ends_all() -> Sequence[WrongAnswerClass]:
    """says that all is well as soon as it meets a corner. A corner in one input says nothing about
    the others. Which inputs were never looked at?"""
    return [_checker(h, t, at_kinks="end", without="pass") for h, t in product(USUAL, TOLERANCES)]


@answered("fd-always-true", "check-grad")
def fd_always_true() -> Sequence[WrongAnswerClass]:
    """passes every claim. What would it have to see to say False?"""
    return [_checking(lambda f, xs, claims: True)]


@answered("fd-always-false", "check-grad")
def fd_always_false() -> Sequence[WrongAnswerClass]:
    """passes no claim, not even right ones. Print both numbers for a*b: how far are they apart?"""
    return [_checking(lambda f, xs, claims: False)]


BELIEFS = task_beliefs(
    fd_always_true,
    fd_always_false,
    fd_one_input_only,
    fd_limit_too_wide,
    fd_sign_lost,
    fd_kink_is_an_error,
    fd_kink_ends_all,
    fd_one_sided,
    fd_step_too_small,
    fd_step_too_large,
)
