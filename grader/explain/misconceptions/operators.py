"""Wrong beliefs about operators: numbers on the left, minus, division, powers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from grader.explain.misconceptions.base import (
    CommonEngine,
    EngineClass,
    Node,
    Operand,
    WrongEngineRaises,
    believed,
    records,
)


def _reflected(operands: Sequence[Operand]) -> bool:
    return len(operands) == 2 and not isinstance(operands[0], Node)


def _raising(operators: Sequence[str], kind: str) -> EngineClass:
    """An engine that raises when a plain number stands on the left of one of these operators."""

    class RaisesOnTheLeft(CommonEngine):
        def apply(self, operator: str, operands: Sequence[Operand]) -> Node:
            if operator in operators and _reflected(operands):
                raise WrongEngineRaises(kind)
            return super().apply(operator, operands)

    return RaisesOnTheLeft


@believed("radd-missing", "operators")
def radd_missing() -> Sequence[EngineClass]:
    """cannot add a node to a number that stands on the left, and sum() starts from such a number.
    Python asks the right operand only if it was given a way to answer. What does sum() begin
    with?"""
    return [_raising(("add",), "operator"), _raising(("add", "mul"), "operator")]


@believed("rmul-missing", "operators")
def rmul_missing() -> Sequence[EngineClass]:
    """cannot multiply a number on the left with a node. Python asks the right operand only if it
    was given a way to answer. Which method does it look for?"""
    return [_raising(("mul",), "operator")]


@believed("rsub-missing", "operators")
def rsub_missing() -> Sequence[EngineClass]:
    """cannot subtract a node from a number on the left. Python asks the right operand only if it
    was given a way to answer. Which method does it look for?"""
    return [_raising(("sub",), "operator"), _raising(("sub", "truediv"), "operator")]


@believed("rtruediv-missing", "operators")
def rtruediv_missing() -> Sequence[EngineClass]:
    """cannot divide a number on the left by a node. Python asks the right operand only if it was
    given a way to answer. Which method does it look for?"""
    return [_raising(("truediv",), "operator")]


@believed("radd-recurses", "operators")
def radd_recurses() -> Sequence[EngineClass]:
    """answers "number + node" by asking Python for the same sum again, which asks the node again,
    without end. In the reflected method, who will Python ask next?"""
    return [_raising(("add",), "recursion"), _raising(("add", "mul"), "recursion")]


def _flipped(operator_flipped: str) -> EngineClass:
    class Flipped(CommonEngine):
        def apply(self, operator: str, operands: Sequence[Operand]) -> Node:
            if operator == operator_flipped and _reflected(operands):
                operands = operands[::-1]
            return super().apply(operator, operands)

    return Flipped


@believed("rsub-flipped", "operators")
def rsub_flipped() -> Sequence[EngineClass]:
    """works out `a - 5` when asked for `5 - a`. In a reflected method the operands come the other
    way round. Which of the two is the node itself?"""
    return [_flipped("sub")]


@believed("rtruediv-flipped", "operators")
def rtruediv_flipped() -> Sequence[EngineClass]:
    """works out `a / 6` when asked for `6 / a`. In a reflected method the operands come the other
    way round. Which of the two is the node itself?"""
    return [_flipped("truediv")]


Numbers: TypeAlias = tuple[float, ...]
Rule: TypeAlias = Callable[[Numbers], tuple[float, Numbers]]


def _own_rule(wrong: str, rule: Rule) -> EngineClass:
    """An engine in which one operator has a rule of its own, whatever the style."""

    class OwnRule(CommonEngine):
        def apply(self, operator: str, operands: Sequence[Operand]) -> Node:
            if operator == wrong:
                return self.node(operator, self.operands(operator, operands))
            return super().apply(operator, operands)

        def value_and_slopes(self, operator: str, x: Numbers) -> tuple[float, Numbers]:
            return rule(x) if operator == wrong else super().value_and_slopes(operator, x)

    return OwnRule


@believed("sub-plus", "operators")
def sub_plus() -> Sequence[EngineClass]:
    """gives both operands of a minus the same contribution, as a plus does. If b grows by one,
    which way does a - b go?"""
    return [_own_rule("sub", lambda x: (x[0] - x[1], (1.0, 1.0)))]


@believed("int-division", "operators")
def int_division() -> Sequence[EngineClass]:
    """divides and drops what is behind the point. Numbers that divide evenly hide it. What is a
    quarter?"""
    return [
        _own_rule("truediv", lambda x: (x[0] // x[1], (1.0 // x[1], -(x[0] // (x[1] * x[1]))))),
        _own_rule("truediv", lambda x: (x[0] // x[1], (1.0 // x[1], -x[0] // (x[1] * x[1])))),
        _own_rule("truediv", lambda x: (x[0] // x[1], (1.0 / x[1], -x[0] / (x[1] * x[1])))),
    ]


@believed("quotient-rule", "operators")
def quotient_rule() -> Sequence[EngineClass]:
    """has a part of the rule of quotients wrong: what `a / b` contributes to b. If b grows a
    little, does a / b rise or fall, and how does that change when a is twice as large, or b?"""
    return [
        _own_rule("truediv", lambda x: (x[0] / x[1], (1.0 / x[1], -x[0] / x[1]))),
        _own_rule("truediv", lambda x: (x[0] / x[1], (1.0 / x[1], x[0] / (x[1] * x[1])))),
        _own_rule("truediv", lambda x: (x[0] / x[1], (1.0 / x[1], -1.0 / (x[1] * x[1])))),
    ]


def _power_slope(slope: Callable[[float, float], float]) -> EngineClass:
    class PowRule(CommonEngine):
        def slopes(
            self, operator: str, x: Numbers, data: float, right: Numbers
        ) -> tuple[float, ...]:
            if operator == "pow":
                return (slope(x[0], x[1]),)
            return super().slopes(operator, x, data, right)

    return PowRule


def _lowered(x: float, n: float) -> float:
    if x == 0 and n < 1:
        raise WrongEngineRaises("exception", "negative power")
    return float(x ** (n - 1))


@believed("pow-rule", "operators")
def pow_rule() -> Sequence[EngineClass]:
    """does one half of the rule of powers: the exponent comes down as a factor, or it is lowered by
    one, not both; a division made of b**-1 inherits it. Try x**1 and x**2: are your slopes 1 and
    2x?"""
    return [
        _power_slope(_lowered),
        _power_slope(lambda x, n: n * x**n),
        _power_slope(lambda x, n: x ** (n - 1) if n != 0 else 0.0),
    ]


@believed("power-precedence", "operators")
def power_precedence() -> Sequence[EngineClass]:
    """takes one away from the power and not from the exponent; a division made of b**-1 inherits
    it. In which order does Python work out `n * x**n - 1`, and what is your slope of x**1?"""
    return [
        _power_slope(lambda x, n: n * x**n - 1.0),
        _power_slope(lambda x, n: n * (x**n - 1.0)),
    ]


@believed("pow-zero", "operators")
class PowZero(CommonEngine):
    """uses the rule of powers for x**0 at 0 as well, and comes to a division by zero. x**0 is the
    same for every x. What is its slope?"""

    def run_rule(self, node: Node) -> None:
        if node.operator == "pow" and node.sources[0].data == 0 and node.data == 1:
            raise WrongEngineRaises("exception", "negative power")
        super().run_rule(node)


def _giving_nothing(operators: Sequence[str]) -> EngineClass:
    class OpReturnsNone(CommonEngine):
        def apply(self, operator: str, operands: Sequence[Operand]) -> Node:
            made = super().apply(operator, operands)
            if operator in operators:
                raise WrongEngineRaises("none")
            return made

    return OpReturnsNone


@believed("op-returns-none", "local-rules", "operators", "functions")
def op_returns_none() -> Sequence[EngineClass]:
    """has an operator that hands nothing back, so the next one is given None to work with. What
    should stand at the end of every operator?"""
    names = ("add", "mul", "sub", "truediv", "neg", "pow", "tanh", "exp", "relu")
    return [_giving_nothing((name,)) for name in names]


MISCONCEPTIONS = records(
    radd_missing,
    rmul_missing,
    rsub_missing,
    rtruediv_missing,
    rsub_flipped,
    rtruediv_flipped,
    radd_recurses,
    sub_plus,
    int_division,
    quotient_rule,
    pow_rule,
    power_precedence,
    PowZero,
    op_returns_none,
)
