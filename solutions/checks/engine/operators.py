"""The exam's operators, one by one: value, slope, accumulation, path, constants, edges.

Each operator has the same four checks, made by four factories, so a missing or wrong operator costs
its own checks and no other's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from grader.checks import DRAWN, NEGATIVE, POSITIVE, Grades, LeafValue, check, trap
from grader.checks import operator_programs as own
from grader.checks.declare import CheckFunction as Fn
from grader.packs.scalar import fixed_graphs, inputs, own_numbers, properties, used_elsewhere
from grader.programs.operators import JOIN, OPERATORS, SCALE, on_nodes, ranked
from grader.programs.program import Program
from grader.programs.tracing import read, sum_of

_ROWS = sorted(OPERATORS.values(), key=lambda row: (row.name not in (JOIN, SCALE), not row.sign))
BINARY = tuple(row.name for row in _ROWS if row.takes == "nodes")
UNARY = tuple(row.name for row in _ROWS if row.takes in ("node", "number"))


def expression(name: str) -> tuple[str, Callable[..., Any]]:
    """An operator as it is written with `a` and `b`, and as a function of nodes."""
    row, function = OPERATORS[name], on_nodes(name)
    if row.takes != "number":
        return row.written("a", "b"), function
    # No number is named: the program that a failure shows may have another one.
    return row.written("a", "n"), lambda a: function(a, row.numbers[0])


def operands(name: str) -> tuple[float, ...]:
    """Values at which an operator with one node is asked."""
    row = OPERATORS[name]
    return tuple(a for a in (0.6, -1.25, 2.0) if row.calm(a, *row.numbers[:1]))


def drawn(name: str) -> tuple[LeafValue, ...]:
    """An operator with a kink has two sides; others are tried at one value of either sign."""
    return (POSITIVE, NEGATIVE) if OPERATORS[name].kink else (DRAWN,)


TAKEN_APART = frozenset("sub truediv pow add_const mul_const truediv_const sub_const".split())


def named(function: Fn, name: str, sentence: str) -> Fn:
    """The function with a name and a docstring of its own."""
    function.__name__ = function.__qualname__ = f"test_{name}"
    function.__doc__ = sentence
    return function


def each(grades: Grades, programs: Iterable[Program]) -> None:
    """Ask for each program, none left out."""
    for program in programs:
        grades.program(program)


def alone(grades: Grades, form: str) -> None:
    """The form's slopes at the root and below another operator: what decides if it is right."""
    by = [other for other in ranked("scales") if other in grades.forms]
    each(grades, (*own.slopes(form), *(own.upstreams(form, by[0]) if by else ())))


def twice(grades: Grades, form: str) -> None:
    """The sums of two uses of the form: what decides if it is right."""
    joins = [other for other in ranked("joins") if other in grades.forms]
    each(grades, own.sums(form, joins[0] if joins else None))


def by_itself(grades: Grades, form: str) -> None:
    """What a rule does with numbers of every kind, where the other forms around it are right."""
    for kind in (properties.tiny_upstreams, properties.whole_leaves, properties.magnified):
        beside_right_ones(grades, form, kind(form))
    grades.at_own(partial(own_numbers.at, form))


def beside_right_ones(grades: Grades, form: str, programs: Iterable[Program]) -> None:
    """Ask for those programs in which every other form is right."""
    grades.fixed(each for each in programs if each.forms - {form} <= grades.forms)


def value_check(name: str) -> Fn:
    """`data` of one operator."""
    text, operator = expression(name)

    def test(grades: Grades) -> None:
        def value_of(**leaves: Any) -> None:
            L = operator(*leaves.values())
            read(L, what="data")

        if name in BINARY:
            grades(value_of, a=2.5, b=-0.75)
            grades(value_of, a=-1.5, b=4.0)
        else:
            for a in operands(name):
                grades(value_of, a=a)
        each(grades, own.values(name))

    named(test, f"value_{name}", f"`{text}` has the right value.")
    return check(points=0.25, about=(name,))(test)


NAMES = (*BINARY, *UNARY)
RULE_POINTS = {JOIN: 1.0}
VALUE = {name: value_check(name) for name in NAMES}


@check(points=0.5, after=VALUE["mul"], about=("mul",))
def test_root_mul(grades: Grades) -> None:
    """`a * b`, when it is the root, gives each input the value of the other."""
    grades(lambda a, b: a * b, a=2.5, b=-0.75)
    grades(lambda a, b: a * b, a=-1.5, b=4.0)


def rule_check(name: str, after: tuple[Fn, ...]) -> Fn:
    """The slope of one operator, with an upstream gradient that is not 1."""
    text, operator = expression(name)

    def test(grades: Grades) -> None:
        if name in BINARY:
            grades(lambda a, b, c: operator(a, b) * c, a=2.5, b=-0.75, c=3.0)
            grades(lambda a, b, c: c * operator(b, a), a=-1.5, b=0.4, c=-2.0)
        else:
            for a in operands(name):
                grades(lambda a, c: operator(a) * c, a=a, c=-3.0)
        alone(grades, name)
        if name in BINARY:
            grades.fixed(inputs.binary_values(name))
        else:
            grades.fixed(inputs.points(name))
        by_itself(grades, name)

    sentence = f"`{text}` passes on its slope times the gradient that arrives at it."
    return check(points=RULE_POINTS.get(name, 0.5), after=after, about=(name,))(
        named(test, f"rule_{name}", sentence)
    )


def adds_up_check(name: str, after: tuple[Fn, ...]) -> Fn:
    """Two nodes of one operator on the same input, each side by itself."""
    text, operator = expression(name)

    def test(grades: Grades) -> None:
        if name in BINARY:
            left = DRAWN if OPERATORS[name].total else POSITIVE
            grades(lambda a, b, c: operator(a, b) + operator(a, c), a=DRAWN, b=left, c=left)
            grades(lambda a, b, c: operator(b, a) + operator(c, a), a=left, b=DRAWN, c=DRAWN)
        else:
            for sign in drawn(name):
                grades(lambda a: operator(a) + operator(a), a=sign, apart=False)
            for x in operands(name):  # whatever is drawn
                grades(lambda a: operator(a) + operator(a), a=x, apart=False)
        twice(grades, name)
        # relu gives a positive number again, and equal numbers are asked elsewhere.
        for other in sorted(grades.forms.intersection(NAMES) - {name, "relu"}):
            grades.fixed(properties.two_uses(name, other))
        beside_right_ones(grades, name, used_elsewhere.special(name))

    sentence = f"A value that `{text}` uses twice gets the sum of both contributions."
    return trap(points=0.5, after=after, about=(name,))(named(test, f"adds_up_{name}", sentence))


def path_check(name: str, after: tuple[Fn, ...]) -> Fn:
    """Gradients get through the operator to what its operands were made of."""
    text, operator = expression(name)

    def test(grades: Grades) -> None:
        if name in BINARY:
            grades(lambda a, b, c: operator(a * c, b), a=DRAWN, b=DRAWN, c=DRAWN)
            grades(lambda a, b, c: operator(a, b * c), a=DRAWN, b=DRAWN, c=DRAWN)
            for sign in (1.0, -1.0):  # whatever is drawn
                a, b = 1.3 * sign, 0.45 * sign
                grades(lambda a, b, c: operator(a * c, b), a=a, b=b, c=0.7)
                grades(lambda a, b, c: operator(a, b * c), a=a, b=b, c=0.7)
            for form in sorted({f"{name}_const", f"r{name}"} & grades.forms):
                grades.fixed(inputs.two_numbers(form))
        else:
            for sign in drawn(name):
                grades(lambda a, c: operator(a * c), a=sign, c=POSITIVE, apart=False)
            for x in operands(name):
                grades(lambda a, c: operator(a * c), a=x, c=1.1, apart=False)

    sentence = f"Gradients get through `{text}` to the leaves below it."
    return trap(points=0.25, after=after, about=(name,))(named(test, f"path_{name}", sentence))


def constant_check(name: str, after: tuple[Fn, ...]) -> Fn:
    """A plain number on the right."""
    text, operator = expression(name)

    def test(grades: Grades) -> None:
        grades(lambda a: operator(a, 2.5), a=-1.5)
        grades(lambda a: operator(a, 4), a=0.75)
        each(grades, own.values(f"{name}_const"))
        alone(grades, f"{name}_const")
        twice(grades, f"{name}_const")
        grades.fixed(inputs.with_numbers(f"{name}_const"))
        by_itself(grades, f"{name}_const")
        beside_right_ones(grades, f"{name}_const", used_elsewhere.special(f"{name}_const"))

    text = text.replace("b", "n")
    sentence = f"`{text}`: the right operand may be a plain number n."
    return check(points=0.25, after=after, about=(name,))(named(test, f"constant_{name}", sentence))


def reflected_check(name: str, after: tuple[Fn, ...]) -> Fn:
    """A plain number on the left, unequal to the node."""
    text, operator = expression(name)

    def test(grades: Grades) -> None:
        grades(lambda a: operator(2.5, a), a=0.7)
        grades(lambda a, c: operator(7, a) * c, a=-1.3, c=0.7)
        each(grades, own.values(f"r{name}"))
        alone(grades, f"r{name}")
        twice(grades, f"r{name}")
        grades.fixed(inputs.with_numbers(f"r{name}"))
        by_itself(grades, f"r{name}")
        beside_right_ones(grades, f"r{name}", used_elsewhere.special(f"r{name}"))

    text = text.replace("a", "n").replace("b", "a")
    sentence = f"`{text}`: the left operand may be a plain number n."
    return check(points=0.5, after=after, about=(name,))(named(test, f"reflected_{name}", sentence))


RULE = {
    name: rule_check(name, (VALUE[name], *((test_root_mul,) if name == "mul" else ())))
    for name in NAMES
}
RULE_ADD, RULE_MUL = RULE["add"], RULE["mul"]
ADDS_UP = {name: adds_up_check(name, (RULE[name],)) for name in NAMES}
PATH = {name: path_check(name, (RULE[name],)) for name in NAMES}
CONSTANT = {name: constant_check(name, (RULE[name],)) for name in BINARY}
REFLECTED = {name: reflected_check(name, (RULE[name],)) for name in BINARY}


@check(points=0.5, after=RULE_ADD, about=("add", "sum"))
def test_sum_builtin(grades: Grades) -> None:
    """`sum([a, b, c])` works: Python starts it from the number 0."""
    grades(lambda a, b, c: sum_of([a, b, c]), a=1.5, b=-2.0, c=0.5)
    grades(lambda a, b: sum_of([a, a * b]), a=3.0, b=2.0)
    each(grades, own.values("sum"))
    grades.fixed(inputs.many_terms())
    alone(grades, "sum")
    twice(grades, "sum")
    beside_right_ones(grades, "sum", used_elsewhere.special("sum"))
    by_itself(grades, "sum")


@check(points=0.5, after=(RULE_ADD, RULE_MUL), about=("add", "mul"))
def test_augmented_assignment(grades: Grades) -> None:
    """`y += x`, and `-=`, `*=`, `/=`, `**=`, make a new node that remembers the old `y`."""

    def collected(a: Any, b: Any, c: Any) -> Any:
        y = a * b
        y += a * c
        y += b
        y *= c
        return y

    def taken_apart(a: Any, b: Any, c: Any) -> Any:
        y = a * b
        y -= c * b
        y /= c
        y **= 2
        y -= a
        y += 2
        y *= -0.5
        y /= 4
        y -= 1
        return y

    grades(collected, a=1.3, b=-2.2, c=0.7)
    if grades.forms >= TAKEN_APART:
        grades(taken_apart, a=1.3, b=-2.2, c=0.7)
    judged = grades.forms | {"add", "mul"}
    kept = fixed_graphs.kept_nodes() + fixed_graphs.from_nothing()
    if grades.passed(*ADDS_UP.values()):
        kept += fixed_graphs.kept_nodes(itself=True)
    grades.fixed(program for program in kept if program.forms <= judged)


@check(points=0.5, after=RULE["pow"], about=("pow",))
def test_power_exponents(grades: Grades) -> None:
    """`a**n` is right for whole and fractional n from -5 to 10, for a of either sign, and at 0."""
    for exponent in (2, 1, 0, -1, -2, 0.5, 1.5):
        grades(lambda a, n=exponent: a**n, a=2.25)
    grades(lambda a: a**2, a=-1.5)
    for exponent in (2, 3):  # n * out / a is the slope everywhere else
        grades(lambda a, n=exponent: a**n, a=0.0)
    grades.fixed(inputs.with_exponents("pow"))


@check(points=0.5, after=VALUE["tanh"], about=("tanh",))
def test_tanh_extremes(grades: Grades) -> None:
    """`tanh()` far from zero gives 1 or -1 with gradient 0, and no exception."""
    grades.fixed(inputs.far_points("tanh", upstream=False))
    grades.fixed(inputs.far_points("tanh"))


@check(points=0.5, after=RULE["relu"], about=("relu",))
def test_relu_kink(grades: Grades) -> None:
    """`relu()` at exactly 0 has gradient 0."""
    for zero in (0.0, -0.0):
        grades(lambda a: a.relu(), a=zero)
    grades(lambda a, b: (a + b).relu(), a=1.5, b=-1.5)


@trap(points=0.5, after=RULE["pow"], about=("pow",), demand="power_zero")
def test_power_zero(grades: Grades) -> None:
    """`x**0` at x = 0 has value 1 and gradient 0."""
    c = grades.drawn_value()
    grades(lambda x, c: x**0 * c, x=0.0, c=c)
    grades(lambda x, c: x**0.0 * c, x=0.0, c=c)


CHECKS = (
    *VALUE.values(),
    test_root_mul,
    *RULE.values(),
    *ADDS_UP.values(),
    *PATH.values(),
    *CONSTANT.values(),
    *REFLECTED.values(),
    test_sum_builtin,
    test_augmented_assignment,
    test_power_exponents,
    test_tanh_extremes,
    test_relu_kink,
    test_power_zero,
)
