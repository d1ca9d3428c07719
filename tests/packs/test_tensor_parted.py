"""What wrong programs are said to have in common is true of every program that was compared.

Runs where NumPy is installed: `make test-packages`.
"""

from __future__ import annotations

import pytest

pytest.importorskip("numpy", reason="make test-packages installs NumPy")

from grader.packs.tensor.parted import in_common, in_common_at, in_common_of_calls
from grader.packs.tensor.program import Program, of_history
from grader.packs.tensor.properties import ROOT, axes, indices, products

SUMS, PRODUCTS, INDICES = axes(ROOT, "sum"), products(ROOT), indices(ROOT)


def parted(programs: list[Program], name: str, wanted: str, goes_wrong: object) -> str:
    steps = [next(s for s in each.steps if s[0] == "apply" and s[2] == name) for each in programs]
    pairs = [*zip(programs, steps, strict=True)]
    wrong = [pair for pair in pairs if goes_wrong(pair)]  # type: ignore[operator]
    said = in_common_at(wrong, [each for each, step in pairs if (each, step) not in wrong], 0)
    assert wanted in said
    return said


def test_one_thing_parts_them() -> None:
    def several_negative(pair):
        axis = pair[1][4].get("axis")
        return isinstance(axis, list) and len(axis) > 1 and all(each < 0 for each in axis)

    said = parted(SUMS, "sum", "all axes of a tuple are negative", several_negative)
    assert said.startswith("Of the programs that were compared, just those go wrong in which all ")


def test_of_two_things_one_is_enough() -> None:
    def is_one(pair):
        index = pair[1][4]["index"]
        return any(isinstance(p, list) and p[0] in ("array", "slice") for p in index)

    said = parted(INDICES, "getitem", ", or ", is_one)
    assert said.endswith(".")


def test_nothing_is_said_where_a_right_program_has_it_too() -> None:
    wrong, right = SUMS[:1], SUMS[:1]
    assert in_common(wrong, right) == ""
    assert in_common(wrong, []) == ""


def test_a_clue_is_about_the_operator_that_is_named() -> None:
    def is_vector(pair):
        program, step = pair
        return len(program.shape_of(step[3][0])) == 1

    said = parted(PRODUCTS, "matmul", "a vector is on the left of `@`", is_vector)
    assert "takes a vector as a row on its left side" in said


def test_of_calls_those_with_several_are_compared() -> None:
    def twice(a):
        root = (a * 2).sum()
        root.backward()
        root.backward()

    def apart(a):
        (a * 2).sum().backward()
        (a * 3).sum().backward()

    leaf = {"a": [1.0, 2.0]}
    again, fresh = of_history(twice, leaf), of_history(apart, leaf)
    assert "`backward()` is called of one root again" in in_common_of_calls([again], [fresh])
    assert in_common_of_calls([again], SUMS) == ""
