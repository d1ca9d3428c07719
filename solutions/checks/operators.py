"""The other operators: numbers on either side, reflected ones with unequal operands, sum()."""

from __future__ import annotations

from functools import partial
from itertools import product

from grader.checks import DRAWN, POSITIVE, Grades, check, trap
from grader.checks import operator_programs as own
from grader.packs.scalar import (
    fixed_graphs,
    inputs,
    left_alone,
    own_numbers,
    properties,
    refused,
    remembered,
    used_elsewhere,
)
from grader.programs.operators import forms as every_form
from grader.programs.tracing import sum_of, trace

from .local_rules import LEFT_ALONE

USED_TWICE = ("pow", "neg", "sub", "truediv", "mul_const", "sub_const", "rsub", "rtruediv")
"""Forms of which two are used on one node, each pair of them."""
FORMS = frozenset((*USED_TWICE[1:], "truediv_const", "add", "add_const", "radd", "mul", "rmul"))


def alone(grades: Grades, *forms: str) -> None:
    """Each form at the root, below a product and used twice, as the exam asks for it."""
    for form in forms:
        grades.left_alone(left_alone.called(form), *LEFT_ALONE)
        grades.fixed(own.slopes(form))
        grades.fixed(own.upstreams(form, "mul"))
        grades.fixed((*properties.of_a_rule(form), *used_elsewhere.often(form)))
        grades.at_own(partial(own_numbers.at, form))
        if every_form()[form].number:
            grades.fixed(inputs.with_numbers(form))
            grades.fixed(inputs.equal_numbers(form))
            grades.fixed(inputs.two_numbers(form))
        if every_form()[form].number or form == "sum":
            grades.fixed(own.sums(form, "add"))
            grades.fixed(properties.moved_leaves(form))


def new_nodes(grades: Grades, *operators: str) -> None:
    """Each operator gives a node of its own, which remembers its operands.

    But `a ** 0` may be a constant here: the stub asks for values and gradients.
    """
    for operator in operators:
        at_numbers = () if operator == "pow" else remembered.at_numbers(operator)
        for program in (*remembered.in_a_row(operator), *at_numbers):
            grades.order(program)


@check(points=0.5)
def test_reflected_add_mul(grades: Grades) -> None:
    """`n + a` and `n * a`, n a plain number, work like `a + n` and `a * n`."""
    grades(lambda a: 2 + a, a=3.0)
    grades(lambda a: 2 * a, a=3.0)
    for form in ("radd", "rmul"):
        alone(grades, form)


@check(points=0.5)
def test_sum_builtin(grades: Grades) -> None:
    """`sum([a, b, c])` works: Python starts it from the number 0."""
    grades(lambda a, b, c: sum_of([a, b, c]), a=1.5, b=-2.0, c=0.5)
    grades(lambda a: sum_of([a, a * a]), a=3.0)
    alone(grades, "sum")
    grades.fixed(inputs.many_terms())


@check(points=0.5)
def test_neg_and_sub(grades: Grades) -> None:
    """`-a` and `a - b` are new nodes with the right values and gradients."""
    grades(lambda a, b: -a * b, a=2.0, b=3.0)
    grades(lambda a, b, c: (a - b) * c, a=2.0, b=5.0, c=-1.5)
    grades(lambda a: a - 1.5, a=2.0)
    grades(lambda a: -(a * 2), a=3.0)
    grades(lambda a, b: a - b, a=2.0, b=3.0)
    alone(grades, "neg", "sub", "sub_const")
    grades.fixed(inputs.points("neg"))
    grades.fixed(inputs.binary_values("sub"))
    new_nodes(grades, "neg", "sub")


@trap(points=0.5)
def test_rsub(grades: Grades) -> None:
    """`n - a`, n a plain number, is not `a - n`."""
    grades(lambda a: 5 - a, a=DRAWN)
    grades(lambda a, b: (2.5 - a) * b, a=DRAWN, b=DRAWN, apart=False)
    grades.fixed([trace(lambda a: 5 - a, a=2.0)])
    alone(grades, "rsub")
    new_nodes(grades, "rsub")


@check(points=0.5)
def test_truediv(grades: Grades) -> None:
    """`a / b` is a new node with the right value and gradients, also if b does not divide a."""
    grades(lambda a, b: a / b, a=1.0, b=4.0)
    grades(lambda a, b, c: (a / b) * c, a=7.0, b=-3.0, c=2.0)
    grades(lambda a: a / 8, a=3.0)
    alone(grades, "truediv", "truediv_const")
    grades.fixed(inputs.binary_values("truediv"))
    new_nodes(grades, "truediv")


@trap(points=0.5)
def test_rtruediv(grades: Grades) -> None:
    """`n / a`, n a plain number, is not `a / n`."""
    grades(lambda a: 6 / a, a=DRAWN, apart=False)
    grades(lambda a, b: (2.5 / a) * b, a=DRAWN, b=DRAWN, apart=False)
    grades.fixed([trace(lambda a: 6 / a, a=2.0)])
    alone(grades, "rtruediv")
    new_nodes(grades, "rtruediv")


@trap(points=0.25)
def test_power(grades: Grades) -> None:
    """`a**n` is right for whole, negative and fractional n, with upstream gradients."""
    for exponent in (3, 2, 1, -1, -2):
        grades(lambda a, c, n=exponent: a**n * c, a=DRAWN, c=DRAWN, apart=False)
    grades(lambda a, c: a**0.5 * c, a=POSITIVE, c=DRAWN, apart=False)
    grades.fixed([trace(lambda a: a**3, a=2.0)])
    grades.fixed(inputs.with_exponents("pow"))
    alone(grades, "pow")
    new_nodes(grades, "pow")
    if grades.passed(test_truediv, test_rtruediv):
        for name in ("truediv", "truediv_const", "rtruediv"):
            refused.then_asked(grades, name, ("pow",))


@trap(points=0.25, demand="power_zero")
def test_power_zero(grades: Grades) -> None:
    """`a**0` at a = 0 has value 1 and gradient 0."""
    c = grades.drawn_value()
    grades(lambda a, c: a**0 * c, a=0.0, c=c)
    grades(lambda a, c: a**0.0 * c, a=0.0, c=c)


@trap(points=0.5, after=(test_neg_and_sub, test_truediv))
def test_contributions_add_up(grades: Grades) -> None:
    """A value that an operator uses twice gets both contributions."""
    grades(lambda a, b: (a - b) + (a - b) * a, a=DRAWN, b=DRAWN)
    grades(lambda a, b: (a / b) + (b / a), a=DRAWN, b=DRAWN, apart=False)
    grades(lambda a: -a + -a * a, a=DRAWN, apart=False)
    grades(lambda a: a**3 + a**3, a=DRAWN, apart=False)
    written = (test_reflected_add_mul, test_neg_and_sub, test_rsub, test_truediv, test_rtruediv)
    others = FORMS if grades.passed(*written) else ()
    for name in ("neg", "sub", "truediv", "pow"):
        grades.fixed(own.sums(name, "add"))
        grades.fixed((*properties.moved_leaves(name), *properties.cancelled(name)))
        refused.then_asked(grades, name, others, no_number=True)
    if grades.passed(*written):
        for name in ("truediv_const", "rtruediv"):
            refused.then_asked(grades, name, FORMS)
    if grades.passed(test_reflected_add_mul, test_rsub, test_rtruediv):
        for one in USED_TWICE:
            for other in USED_TWICE:
                grades.fixed(properties.two_uses(one, other))
        for binary in ("sub", "truediv"):
            grades.fixed(used_elsewhere.inner(binary))
        for form in (*USED_TWICE, "truediv_const", "radd", "rmul"):
            for equal in (False, True):
                grades.fixed(used_elsewhere.special(form, equal))
    if grades.passed(*written):
        for form in sorted(FORMS):
            for program in remembered.above(form, FORMS):
                grades.order(program)
    for one, other in product(("neg", "pow"), repeat=2):
        grades.fixed(used_elsewhere.in_a_row(one, other))
    for operator in ("sub", "truediv"):
        grades.fixed(fixed_graphs.same_operands(operator))
        grades.fixed(inputs.equal_values(operator))
