"""The fixed inputs: two right engines agree on each, and each kind shows the mistakes it is for."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grader.authoring.recording import public_plans
from grader.checks import Check
from grader.checks.bounds import agrees
from grader.checks.families import graph
from grader.course.course import Course
from grader.packs.scalar import fixed_graphs, inputs
from grader.programs.operators import forms, names
from grader.programs.program import Program, Step, walk
from tests.support.hand_ins import exercise_of

FIXED = (
    *(
        p
        for form in forms().values()
        if form.number
        for ask in (inputs.with_numbers, inputs.equal_numbers, inputs.two_numbers)
        for p in ask(form.name)
    ),
    *(p for name in names("nodes") for p in inputs.binary_values(name)),
    *(
        p
        for name in names("nodes")
        for p in inputs.equal_values(name) + fixed_graphs.same_operands(name)
    ),
    *fixed_graphs.large_graphs(),
    *(
        *fixed_graphs.same_and_longer(),
        fixed_graphs.many_consumers(),
        fixed_graphs.deep_and_shared(),
    ),
    *(p for name in names("node") for p in inputs.points(name)),
    *(
        p
        for p in inputs.with_exponents("pow")
        + inputs.far_points("tanh")
        + fixed_graphs.kept_nodes()
    ),
)

MOST_FOR_THE_RULE = 2_000


def test_two_right_engines_agree_on_every_fixed_input() -> None:
    assert len(FIXED) > 800
    assert [program for program in FIXED if not agrees(program)] == []


def test_two_right_engines_agree_on_all_that_the_exam_asks(
    course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> None:
    exercise = exercise_of(course, "engine")
    plans = public_plans(exercise, checks["engine"])
    asked = {
        question.item
        for _, plan in plans
        for question in plan.questions[:MOST_FOR_THE_RULE]
        if isinstance(question.item, Program) and question.judge is None
    }
    small = [p for p in asked if p.size < MOST_FOR_THE_RULE and _finite(p)]
    assert len(small) > 2_000
    assert [program for program in small if not agrees(program)] == []


def _finite(program: Program) -> bool:
    """Far out, `tanh` is 1 in every engine, and a disturbed 1 is none."""
    return all(abs(step[2]) < 30 for step in walk(program.steps) if step[0] == "leaf")


@pytest.mark.parametrize(
    "steps",
    [
        [("apply", "_1", "sub", "a", 0.3), ("apply", "L", "relu", "_1")],
        [("apply", "_1", "sub", "a", 0.3 - 1e-14), ("apply", "L", "truediv", 1, "_1")],
        [("apply", "_1", "add", "a", 1e9), ("apply", "L", "sub", "_1", 1e9)],
    ],
)
def test_what_hangs_on_the_last_digit_is_not_asked(steps: list[Step]) -> None:
    """0.1 + 0.2 is not 0.3, and another right engine may take another way."""
    start: list[Step] = [("apply", "a", "add", "x", "y")]
    assert not agrees(graph({"x": 0.1, "y": 0.2}, [*start, *steps]))
