"""Exercise 2: the rules of + and *, with broadcasting."""

from __future__ import annotations

from grader.checks import Grades, check, trap
from grader.packs.tensor import families
from grader.packs.tensor import properties as of
from grader.packs.tensor.asks import programs, rule
from grader.packs.tensor.program import drawn_numbers
from grader.packs.tensor.properties import RULE

PAIRS = {"a": [[1.0, 2.0], [3.0, 4.0]], "b": [[0.5, -1.0], [2.0, 3.0]]}
ROWS = {"a": [[1.0, 2.0], [3.0, 4.0]], "b": [0.5, -1.0]}


def _one_shape(grades: Grades, name: str) -> None:
    rule(grades, of.BINARY[name], up=[2.0, -0.5], a=[1.0, 2.0], b=[3.0, 4.0])
    programs(grades, [*of.one_shape(RULE, name), *of.same_operand(RULE, name)])
    programs(grades, families.with_zeros(RULE, name))


@check(points=0.5)
def test_add(grades: Grades) -> None:
    """For tensors of one shape, `a + b` sends the gradient on."""
    _one_shape(grades, "add")


@check(points=1, after=test_add)
def test_add_every_pair(grades: Grades) -> None:
    """`a + b` on every pair of shapes that broadcast: each gradient has its operand's shape."""
    programs(grades, of.broadcasts(RULE, "add"))


@check(points=0.5)
def test_mul(grades: Grades) -> None:
    """For tensors of one shape, `a * b` sends each operand the gradient times the other one."""
    _one_shape(grades, "mul")


@check(points=1, after=test_mul)
def test_mul_every_pair(grades: Grades) -> None:
    """`a * b` on every pair of shapes that broadcast: each gradient has its operand's shape."""
    programs(grades, of.broadcasts(RULE, "mul"))


@check(points=1, after=(test_add, test_mul))
def test_adds(grades: Grades) -> None:
    """A second rule adds to what is there, and no gradient is stored in two tensors at once."""
    for function in (of.BINARY["add"], of.BINARY["mul"]):
        for leaves in (PAIRS, ROWS, {"a": PAIRS["a"], "b": 2.0}):
            programs(grades, [of.added(function, leaves), of.own_arrays(function, leaves)])
    programs(grades, [of.added(lambda a: a + a, {"a": [1.0, 2.0]})])
    programs(grades, families.otherwise(RULE, "add", "mul"))
    programs(grades, families.after_another(PAIRS, of.BINARY["add"], of.BINARY["mul"]))


@check(points=1, after=(test_add, test_mul))
def test_plain_operands(grades: Grades) -> None:
    """A plain number or array may stand on either side."""
    programs(grades, [*of.sides(RULE, "add"), *of.sides(RULE, "mul")])


@trap(points=1, after=(test_add_every_pair, test_mul_every_pair, test_adds))
def test_any_numbers(grades: Grades) -> None:
    """It holds for any numbers, and for arrays that are not contiguous."""
    for name in ("add", "mul"):
        function = of.BINARY[name]
        for left, right in grades.drawn(lambda rng: rng.sample(of.BROADCASTING, 40)):
            leaves = {
                slot: grades.drawn(lambda rng, shape=shape: drawn_numbers(rng, shape))
                for slot, shape in (("a", left), ("b", right))
            }
            programs(grades, [of.asked(RULE, function, leaves)])
        programs(grades, of.layouts(RULE, function, (2, 3), (3,)))
