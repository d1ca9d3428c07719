"""Time as a ratio to another check of the same run, and memory by an exercise's own limit.

The engines are those of `five-million`, on smaller rows.
"""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Any

import pytest

from grader.checks import Grades, check
from grader.checks.declare import collect
from grader.judging.context import GradingContext
from grader.programs.pytorch import Oracle
from tests.support import hand_ins
from tests.support.paths import ROOT

STRETCH = ROOT / "solutions" / "stretch"
SLOTS = (STRETCH / "solutions" / "07_five_million.py").read_text()
CLOSURES = (STRETCH / "solutions" / "03_draw_graph.py").read_text().partition("def to_dot")[0]
SQUARE = hand_ins.patched(
    SLOTS, ("            node = order.pop()\n", "            order, node = order[:-1], order[-1]\n")
)


def checks_of_the_course() -> Any:
    path = STRETCH / "solutions" / "checks" / "five_million.py"
    spec = importlib.util.spec_from_file_location("five_million_checks", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


COURSE = checks_of_the_course()


def results(context: GradingContext, text: str, *counts: int, **limits: Any) -> dict[str, str]:
    @check(points=1)
    def test_small(grades: Grades) -> None:
        """A short row."""
        COURSE.ask(grades, counts[0])

    @check(points=1, after=test_small, ratio=(test_small, COURSE.MOST_TIMES))
    def test_large(grades: Grades) -> None:
        """A row of ten times the length, in at most 25 times the time."""
        COURSE.ask(grades, counts[-1])

    module = ModuleType("checks")
    module.CHECKS = (test_small, test_large)  # type: ignore[attr-defined]
    exercise = hand_ins.tiny_exercise(**limits)
    graded = hand_ins.grade(context, exercise, collect(module), text)
    return {name: f"{r.outcome} {r.message}" for name, r in graded.results.items()}


@pytest.mark.parametrize("text", [SLOTS, CLOSURES], ids=["slots", "closures"])
def test_engines_of_any_style_that_visit_each_node_once_pass(
    text: str, context: GradingContext
) -> None:
    found = results(context, text, 2_500, 25_000, cpu=30.0, wall=120.0)
    assert found == {"small": "passed ", "large": "passed "}


def test_a_time_that_grows_with_the_square_does_not(context: GradingContext) -> None:
    found = results(context, SQUARE, 2_500, 25_000, cpu=30.0, wall=120.0)
    assert found["small"] == "passed "
    assert found["large"].startswith("timeout")


def test_the_memory_of_the_process_is_what_an_exercise_gives(context: GradingContext) -> None:
    """350 bytes for each of 400,000 nodes, and the same 150 MB beside them."""
    memory = 150_000_000 + 350 * 400_000
    limits = {"memory": memory, "cpu": 30.0, "wall": 120.0}
    assert results(context, SLOTS, 20_000, 200_000, **limits)["large"] == "passed "
    assert (
        "more memory than it may" in results(context, CLOSURES, 20_000, 200_000, **limits)["large"]
    )


def test_the_numbers_of_a_row_are_pytorchs() -> None:
    assert Oracle().answer(COURSE.rungs(100)) == pytest.approx([*COURSE.SETTLED.values()])
