"""Find the expression of a student's own text that contributes what was read off the numbers.

Nothing of the text is run. Arithmetic expressions are worked out at a few points, with their names
taken for what such names mostly are (`other.data` for the right operand, whatever ends in `grad`
for the gradient that arrives); names that say nothing are tried as each of these.
"""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.explain.diagnosis.readings.probes import operands_in, sides_of
from grader.programs.compare import same_number
from grader.programs.operators import operator_of
from grader.programs.slopes import value_and_slopes
from grader.syntax import expression, nodes_of

POINTS = ((1.3, 0.7, 3.1), (0.9, 2.3, -1.7), (1.9, 1.1, 0.6), (0.4, 3.2, 2.9))
"""Left operand, right operand, and the gradient that arrives."""
MOST_UNKNOWN = 2
LEFT, RIGHT, OUT, GRAD = "left", "right", "out", "grad"
_NAMES = {
    LEFT: {"self", "a", "x", "left", "lhs", "v", "base", "l", "u"},
    RIGHT: {"other", "b", "y", "right", "rhs", "n", "k", "p", "r", "exponent", "power"},
    OUT: {"out", "result", "res", "o", "t", "e", "z", "value"},
    GRAD: {"grad", "g", "up", "upstream", "dout", "gradient", "grad_out", "seed", "adj", "bar"},
}
_FUNCTIONS: Mapping[str, Callable[..., float]] = {
    **{name: each for name, each in vars(math).items() if callable(each)},
    "max": max,
    "min": min,
    "abs": abs,
    "float": float,
    "int": int,
    "bool": bool,
}
Terms = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Contribution:
    """An arithmetic expression of the text, and the target that it is written to, if any."""

    node: ast.expr
    target: str
    sign: int
    adds: bool

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.node.lineno


def line_of(
    found: str, right: str, form: str, side: str, region: Sequence[ast.AST]
) -> tuple[int, bool] | None:
    """The line of the expression that gives the formula `found`; else of one that is not `right`.

    region: the statements, or an expression, that hold the rule. With the line comes whether it
    gives the formula. None where nothing is sure.
    """
    points = [_terms(form, *point) for point in POINTS]
    wanted = _formula(found, points)
    expected = _formula(right, points)
    made = [each for node in region for each in contributions(node)]
    if wanted is not None:
        for unknown in range(MOST_UNKNOWN + 1):
            same = [each for each in made if _gives(each, wanted, points, unknown)]
            if same:
                return min(_on_side(same, form, side), key=_unlikely).line, True
    if expected is None:
        return None
    paid = [each for each in made if each.target and "grad" in each.target]
    mine = _on_side(paid, form, side) if paid else []
    wrong = [each for each in mine if not _gives(each, expected, points, MOST_UNKNOWN)]
    return (wrong[0].line, False) if wrong and len(wrong) < len(paid) else None


def _unlikely(made: Contribution) -> tuple[bool, bool]:
    """What is written to a gradient comes first, a bare name last: it is mostly an input."""
    return "grad" not in made.target, isinstance(made.node, ast.Name)


def contributions(node: ast.AST) -> Iterator[Contribution]:
    """The arithmetic expressions below a node: what is assigned, returned, yielded or handed on."""
    for each in nodes_of(node):
        if isinstance(each, ast.AugAssign) and isinstance(each.op, ast.Add | ast.Sub):
            sign = 1 if isinstance(each.op, ast.Add) else -1
            yield Contribution(each.value, ast.unparse(each.target), sign, adds=True)
        elif isinstance(each, ast.Assign):
            yield from _assigned(each)
        elif isinstance(each, ast.Return | ast.Yield | ast.Expr | ast.AnnAssign):
            if each.value is not None:
                yield from _items(each.value)
        elif isinstance(each, ast.Lambda):
            yield from _items(each.body)
        elif isinstance(each, ast.Call):
            for argument in each.args:
                yield from _items(argument)


def overwrites(region: Sequence[ast.AST], side: str, form: str) -> int | None:
    """The line that writes a gradient and adds to nothing."""
    made = [each for node in region for each in contributions(node)]
    found = [
        each
        for each in made
        if "grad" in each.target and not each.adds and not isinstance(each.node, ast.Constant)
    ]
    return _on_side(found, form, side)[0].line if found else None


def _assigned(node: ast.Assign) -> Iterator[Contribution]:
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, item in zip(target.elts, value.elts, strict=False):
            yield _to(ast.unparse(one), item)
    else:
        yield _to(ast.unparse(target), value)
        if isinstance(value, ast.Tuple | ast.List | ast.Dict):
            yield from _items(value)


def _to(target: str, value: ast.expr) -> Contribution:
    """What is written to a target: without the target itself, where it is added to."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub):
        if ast.unparse(value.left) == target:
            sign = 1 if isinstance(value.op, ast.Add) else -1
            return Contribution(value.right, target, sign, adds=True)
        if ast.unparse(value.right) == target and isinstance(value.op, ast.Add):
            return Contribution(value.left, target, 1, adds=True)
    return Contribution(value, target, 1, adds=False)


def _items(value: ast.expr) -> Iterator[Contribution]:
    if isinstance(value, ast.Tuple | ast.List | ast.Set):
        sides = (LEFT, RIGHT) if len(value.elts) == 2 else ("",) * len(value.elts)
        for side, item in zip(sides, value.elts, strict=True):
            for each in _items(item):
                yield replace(each, target=each.target or side)
    elif isinstance(value, ast.Dict):
        for item in value.values:
            yield from _items(item)
    elif not isinstance(value, ast.Lambda | ast.Yield):
        yield Contribution(value, "", 1, adds=True)


def _on_side(found: Sequence[Contribution], form: str, side: str) -> Sequence[Contribution]:
    """Those that are written to that side's operand, if any are."""
    operand = {"left": LEFT, "right": RIGHT}.get(side)
    if len(sides_of(form)) == 1 or operand is None:
        return found
    mine = [each for each in found if named(each.target.partition(".")[0]) == operand]
    return mine or found


def _terms(form: str, left: float, right: float, grad: float) -> dict[str, float]:
    operator = operator_of(form)
    operands = operands_in(operator, left, right)
    mine, others = (right, left) if sides_of(form) == (1,) else (left, right)  # `5 - a`: a is self
    return {LEFT: mine, RIGHT: others, OUT: value_and_slopes(operator, operands)[0], GRAD: grad}


def _formula(text: str, points: Sequence[Terms]) -> list[float] | None:
    """A formula of ours at the points."""
    try:
        tree = expression(text)
        return None if tree is None else [value_of(tree, each, {}) for each in points]
    except (ArithmeticError, ValueError, KeyError, TypeError):
        return None


def _gives(
    made: Contribution, wanted: Sequence[float], points: Sequence[Terms], unknown: int
) -> bool:
    """Whether an expression gives the numbers, with or without the gradient as a factor."""
    names = sorted({leaf for leaf in leaves_of(made.node) if named(leaf) is None})
    if len(names) > unknown:
        return False
    for meaning in itertools.product((LEFT, RIGHT, OUT, GRAD), repeat=len(names)):
        known = dict(zip(names, meaning, strict=True))
        try:
            values = [made.sign * value_of(made.node, each, known) for each in points]
        except (ArithmeticError, ValueError, KeyError, TypeError):
            continue
        whole = all(map(same_number, values, wanted))
        times = [value * each[GRAD] for value, each in zip(values, points, strict=True)]
        if whole or all(map(same_number, times, wanted)):
            return True
    return False


def named(leaf: str) -> str | None:
    """What a name mostly stands for."""
    head, _, last = leaf.lower().rpartition(".")
    if last in _NAMES[GRAD] or last.endswith("grad"):
        return GRAD
    word = head.rpartition(".")[2] or last
    return next((term for term, names in _NAMES.items() if word.strip("_") in names), None)


def leaves_of(node: ast.AST) -> Iterator[str]:
    """The names, attributes and entries that an expression is made of."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        yield ast.unparse(node)
    elif isinstance(node, ast.Call):
        for argument in node.args:
            yield from leaves_of(argument)
    else:
        for inner in ast.iter_child_nodes(node):
            yield from leaves_of(inner)


def value_of(node: ast.expr, terms: Terms, known: Mapping[str, str]) -> float:
    """An expression's value. Raises KeyError or TypeError for what is not arithmetic."""

    def at(inner: ast.expr) -> float:
        return value_of(inner, terms, known)

    match node:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name() | ast.Attribute() | ast.Subscript():
            leaf = ast.unparse(node)
            return terms[known.get(leaf) or named(leaf) or leaf]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -at(inner)
        case ast.BinOp(left=one, op=sign, right=other):
            return _worked_out(sign, at(one), at(other))
        case ast.IfExp(test=test, body=one, orelse=other):
            return at(one) if at(test) else at(other)
        case ast.Compare(left=one, ops=[sign], comparators=[other]):
            return float(_compared(sign, at(one), at(other)))
        case ast.Call(func=function, args=arguments):
            name = ast.unparse(function).rpartition(".")[2]
            return float(_FUNCTIONS[name](*map(at, arguments)))
    raise TypeError("no arithmetic")


def _worked_out(sign: ast.operator, one: float, other: float) -> float:
    match sign:
        case ast.Add():
            return one + other
        case ast.Sub():
            return one - other
        case ast.Mult():
            return one * other
        case ast.Div():
            return one / other
        case ast.Mod():
            return one % other
        case ast.FloorDiv():
            return one // other
        case ast.Pow():
            return math.pow(one, other)
    raise TypeError("no arithmetic")


def _compared(sign: ast.cmpop, one: float, other: float) -> bool:
    match sign:
        case ast.Gt():
            return one > other
        case ast.GtE():
            return one >= other
        case ast.Lt():
            return one < other
        case ast.LtE():
            return one <= other
        case ast.Eq():
            return one == other
        case ast.NotEq():
            return one != other
    raise TypeError("no comparison")
