"""Which executed cells make up an answer: marked ones, what they lean on, the latest of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from grader.course.course import default_course_dir, load_course
from grader.submissions.sources.collected import Source
from grader.submissions.sources.executed import answer_to, names_defined_by
from grader.submissions.sources.matching import keys

COURSE = load_course(default_course_dir())
NAMES = frozenset({"Value", "build_topo"})

VALUE = (
    "# exercise: backward\nclass Value:\n    pass\n\ndef build_topo(v, visited, topo):\n    pass"
)
OTHER = "# exercise: local-rules\nclass Value:\n    other = True"


def answer(*cells: str, names: Iterable[str] = NAMES) -> Source | None:
    """The answer to `backward` after these cells were executed as In [1], In [2], ..."""
    exercise = COURSE.exercise("backward")
    return answer_to(exercise.id, keys(exercise)[:3], frozenset(names), ["", *cells])


def taken(*cells: str, names: Iterable[str] = NAMES) -> list[str]:
    """The texts of the cells that were taken, in order."""
    source = answer(*cells, names=names)
    assert source is not None
    return [text for text in source.cells if text.strip()]


PATCH = "def backward(self):\n    pass\n\nValue.backward = backward"
NOTED = "def noted(c):\n    return c"
ONE = "# exercise: backward\nclass Value: ..."
TWO = "# exercise: backward\ndef build_topo(v, visited, topo): ..."
SESSIONS: Mapping[str, tuple[list[str], list[str]]] = {
    "the marked cell": (["x = 1", OTHER, VALUE, "Value(2)", 'check("backward")'], [VALUE]),
    "its last execution": ([VALUE, "x = 1", VALUE + "\n# again"], [VALUE + "\n# again"]),
    "two marked cells": ([ONE, "x = 1", TWO], [ONE, TWO]),
    "a decorator": (
        [ONE.replace("class", "@noted\nclass"), NOTED, TWO],
        [NOTED, ONE.replace("class", "@noted\nclass"), TWO],
    ),
    "a method put in later": ([VALUE, "a = Value(1)\na.grad = 3", PATCH], [VALUE, PATCH]),
    "and again": (
        [VALUE, PATCH, PATCH.replace("pass", "return")],
        [VALUE, PATCH.replace("pass", "return")],
    ),
    "by setattr": ([VALUE, "setattr(Value, 'x', 1)"], [VALUE, "setattr(Value, 'x', 1)"]),
    "lost by a later run": ([VALUE, PATCH, VALUE + "\n#"], [VALUE + "\n#"]),
    "put into another class": ([VALUE, OTHER, "Value.backward = 1"], [VALUE]),
    "another exercise's name": (
        ["# exercise: zero-grad\ndef zero_grad(root): ...", VALUE],
        [VALUE],
    ),
    "a helper that was edited and run again": (
        ["def add(v):\n    return 1", f"{VALUE}\n    add(v)", "def add(v):\n    return 2"],
        ["def add(v):\n    return 2", f"{VALUE}\n    add(v)"],
    ),
    "no Python": (["# exercise: backward\nclass Value(:"], ["# exercise: backward\nclass Value(:"]),
    "a long session": ([*(f"x{number} = {number}" for number in range(5_000)), VALUE], [VALUE]),
    "without a mark": (
        ["class Value: ...", "def build_topo(v, visited, topo): ..."],
        ["class Value: ...", "def build_topo(v, visited, topo): ..."],
    ),
    **{
        mark: ([f"{mark}\n{ONE.partition(chr(10))[2]}", OTHER], [f"{mark}\nclass Value: ..."])
        for mark in ("#exercise:Backward", "# exercise: 04_backward", "\n# Exercise: backward")
    },
}
"""Cells in the order in which they were executed, and those that are the answer, in order."""


@pytest.mark.parametrize("name", SESSIONS)
def test_the_cells_of_an_answer_are_taken_in_order_and_no_others(name: str) -> None:
    cells, expected = SESSIONS[name]
    names = {"Value", "zero_grad"} | ({"build_topo"} if "build_topo" in str(expected) else set())
    assert taken(*cells, names=names) == expected


def test_what_the_cell_leans_on_comes_before_it() -> None:
    cell = VALUE + "\n    helper(v)"
    found = taken("import math", "def helper(v):\n    return math.tanh(v)", "unused = 1", cell)
    assert found == ["import math", "def helper(v):\n    return math.tanh(v)", cell]
    source = answer("def helper(v): ...", cell)
    assert source is not None
    (notice,) = source.notices
    assert notice.startswith("In [1] belongs to your answer too.")
    assert "# exercise: backward" in notice


def test_without_a_mark_the_latest_definitions_are_taken_and_that_is_said() -> None:
    unmarked = VALUE.partition("\n")[2]
    source = answer("class Value: ...", unmarked, "Value(3)")
    assert source is not None
    assert [text for text in source.cells if text.strip()] == [unmarked]
    assert "No cell that you ran begins with `# exercise: backward`" in source.notices[0]
    assert "from In [2]" in source.notices[0]


@pytest.mark.parametrize("cells", [(), ("x = 1",), (OTHER,), ('check("backward")',), ("", " ")])
def test_nothing_to_judge_is_none(cells: tuple[str, ...]) -> None:
    assert answer(*cells) is None


def test_magics_are_left_out_as_in_a_hand_in() -> None:
    source = answer("%matplotlib inline\n" + VALUE.partition("\n")[2], "%%time\n" + VALUE)
    assert source is not None
    assert source.is_notebook
    assert source.cells == ("", "#\n" + VALUE)  # by the numbers that Jupyter shows
    assert any("%%time" in notice for notice in source.notices)
    source = answer(VALUE.replace("\n", "\n%timeit f()\n", 1))
    assert source is not None
    assert "%timeit" not in source.cells[0]
    assert any("%timeit" in notice for notice in source.notices)


def test_imports_from_the_future_carry_over() -> None:
    source = answer("from __future__ import annotations\nimport math", VALUE + "\n    math")
    assert source is not None
    assert source.future_flags[0] == 0
    assert source.future_flags[1] != 0


def test_the_names_of_a_stub_leave_its_examples_out() -> None:
    stub = (COURSE.stubs_dir / "04_backward.py").read_text("utf-8")
    assert names_defined_by(stub) == {"Value", "build_topo"}
    assert names_defined_by("") == frozenset()
