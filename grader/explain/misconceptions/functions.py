"""Wrong beliefs about tanh, exp and relu."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from grader.explain.misconceptions.base import (
    CommonEngine,
    EngineClass,
    Node,
    WrongEngineRaises,
    believed,
    records,
)


def _slope(function: str, slope: Callable[[float, float], float]) -> EngineClass:
    """An engine whose `function` has this slope, of the operand's and the result's value."""

    class WrongSlope(CommonEngine):
        def slopes(
            self, operator: str, x: tuple[float, ...], data: float, right: tuple[float, ...]
        ) -> tuple[float, ...]:
            if operator == function:
                return (slope(x[0], data),)
            return super().slopes(operator, x, data, right)

    return WrongSlope


@believed("tanh-uses-x", "functions")
def tanh_uses_x() -> Sequence[EngineClass]:
    """works out the slope of tanh from what went in. The formula asks for what came out. Is your
    slope 1 at zero, and does it die away far out?"""
    return [_slope("tanh", lambda x, t: 1.0 - x * x)]


@believed("tanh-not-squared", "functions")
def tanh_not_squared() -> Sequence[EngineClass]:
    """takes one minus the result as the slope of tanh and leaves out a square. The slope should be
    the same at x and at -x. Is yours?"""
    return [_slope("tanh", lambda x, t: 1.0 - t)]


@believed("tanh-like-sigmoid", "functions")
def tanh_like_sigmoid() -> Sequence[EngineClass]:
    """gives tanh the slope that belongs to the sigmoid, the result times one minus the result. How
    steep is tanh at zero, and how steep is yours?"""
    return [_slope("tanh", lambda x, t: t * (1.0 - t))]


@believed("tanh-overflow", "functions")
class TanhOverflow(CommonEngine):
    """goes through exp(2x) on the way to tanh, a number too large for a float from about 355 on.
    The answer is near 1 there. Why does the road to it pass through a huge number?"""

    def value_and_slopes(
        self, operator: str, x: tuple[float, ...]
    ) -> tuple[float, tuple[float, ...]]:
        if operator == "tanh" and x[0] >= 355.0:
            raise WrongEngineRaises("exception", "math range error")
        return super().value_and_slopes(operator, x)


@believed("exp-uses-x", "functions")
def exp_uses_x() -> Sequence[EngineClass]:
    """takes x itself as the slope of exp(x). What is the slope of exp at 0, where the curve is
    clearly rising?"""
    return [_slope("exp", lambda x, e: x)]


@believed("exp-power-rule", "functions")
def exp_power_rule() -> Sequence[EngineClass]:
    """uses the rule of powers on exp: x times e to the x - 1. In a power the base varies and the
    exponent is fixed. Which of the two varies in e to the x?"""
    return [_slope("exp", lambda x, e: x * math.exp(x - 1.0))]


_OpenGate = _slope("relu", lambda x, r: 1.0)


@believed("relu-open-gate", "functions")
def relu_open_gate() -> Sequence[EngineClass]:
    """lets the gradient through relu at every input. Where relu is flat, a small step of the input
    changes nothing. What is the slope of a flat line?"""
    return [_OpenGate]


@believed("relu-wrong-side-of-zero", "functions")
def relu_wrong_side_of_zero() -> Sequence[EngineClass]:
    """opens the gate of relu at zero as well as above it. The output is 0 for every negative input,
    and at 0 itself the convention says slope 0. Which numbers does your comparison let through?"""
    return [
        _OpenGate,  # `out.data >= 0` is true of every output
        _slope("relu", lambda x, r: float(x >= 0.0)),
    ]


def _gated(by_input_too: bool) -> EngineClass:
    class ReluGatesOnGradient(CommonEngine):
        def add(self, node: Node, side: int, source: Node, share: float) -> None:
            if node.operator == "relu":
                is_open = node.grad > 0 and (node.data > 0 or not by_input_too)
                share = node.grad if is_open else 0.0
            super().add(node, side, source, share)

    return ReluGatesOnGradient


@believed("relu-gates-on-gradient", "functions")
def relu_gates_on_gradient() -> Sequence[EngineClass]:
    """opens the gate of relu by the sign of the gradient that arrives. The gate was set in the
    forward pass, by the sign of the input. What has the gradient's sign to do with it?"""
    return [_gated(False), _gated(True)]


MISCONCEPTIONS = records(
    tanh_uses_x,
    tanh_not_squared,
    tanh_like_sigmoid,
    TanhOverflow,
    exp_uses_x,
    exp_power_rule,
    relu_open_gate,
    relu_wrong_side_of_zero,
    relu_gates_on_gradient,
)
