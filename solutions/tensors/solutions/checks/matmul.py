"""Exercise 4: the rule of the matrix product."""

from __future__ import annotations

from grader.checks import Grades, check, trap
from grader.packs.tensor import families
from grader.packs.tensor import properties as of
from grader.packs.tensor.asks import programs
from grader.packs.tensor.program import Program, drawn_numbers
from grader.packs.tensor.properties import RULE


def _products(*ranks: int) -> list[Program]:
    """The products in which the operand of most axes has so many."""
    return [
        program
        for program, pair in zip(of.products(RULE), of.PRODUCTS, strict=True)
        if max(map(len, pair)) in ranks and min(map(len, pair)) >= min(ranks) - 1
    ]


@check(points=2)
def test_matrices(grades: Grades) -> None:
    """The product of two matrices: each gradient is a matrix product again."""
    programs(grades, [p for p in _products(2) if len(p.shape_of("a")) == len(p.shape_of("b"))])


@check(points=1, after=test_matrices)
def test_vectors(grades: Grades) -> None:
    """A vector on either side, or on both."""
    programs(grades, _products(1, 2))


@check(points=2, after=test_matrices)
def test_stacks(grades: Grades) -> None:
    """Stacks of matrices, also where one side is a single matrix or vector, or has length 1."""
    programs(grades, of.products(RULE))


@check(points=1, after=test_matrices)
def test_adds(grades: Grades) -> None:
    """A second rule adds; a plain array may stand on either side, and one matrix on both."""
    square = {"a": [[1.0, 2.0], [3.0, 4.0]], "b": [[0.5, -1.0], [2.0, 3.0]]}
    programs(
        grades,
        [of.added(lambda a, b: a @ b, square), of.added(lambda a: a @ a, {"a": square["a"]})],
    )
    programs(grades, of.product_sides(RULE))
    programs(grades, families.otherwise(RULE, "matmul"))
    programs(grades, families.with_zeros(RULE, "matmul"))


@trap(points=1, after=(test_vectors, test_stacks, test_adds))
def test_any_product(grades: Grades) -> None:
    """It holds for any numbers, and for arrays that are not contiguous."""
    for left, right in of.PRODUCTS:
        leaves = {
            slot: grades.drawn(lambda rng, shape=shape: drawn_numbers(rng, shape))
            for slot, shape in (("a", left), ("b", right))
        }
        programs(grades, [of.asked(RULE, lambda a, b: a @ b, leaves)])
    programs(grades, of.layouts(RULE, lambda a, b: a @ b, (2, 3), (3, 2)))
