"""The record of probes: what is right of each operator, and what contexts are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grader.checks.contexts import CannotBeJudged, in_context
from grader.judging.check_results import CANNOT_BE_JUDGED
from grader.judging.context import GradingContext
from grader.judging.exercise import Budget, ExerciseRun
from grader.judging.probes import OperatorRecord
from grader.programs.operators import all_forms
from grader.programs.tracing import trace
from tests.proving.template import engine
from tests.support import hand_ins


@pytest.fixture
def record_of(context: GradingContext, course: Any) -> Any:
    def record(*changes: Mapping[str, str]) -> OperatorRecord:
        exercise = hand_ins.exercise_of(course, "engine")
        source = hand_ins.source(engine(*changes))
        with ExerciseRun(context, exercise, source, "ada", "0" * 64, Budget()) as run:
            return run.operators()

    return record


def test_a_right_engine_has_everything_right(record_of: Any) -> None:
    record = record_of()
    assert record.right == record.once == record.present == all_forms()


@pytest.mark.parametrize(
    ("change", "form"),
    [
        ({"slope.truediv.right": "1.0", "own.truediv": "yes"}, "truediv"),
        ({"upstream.tanh": "1.0"}, "tanh"),  # right at the root
    ],
)
def test_an_operator_with_a_wrong_slope_is_in_no_context(
    record_of: Any, change: Mapping[str, str], form: str
) -> None:
    record = record_of(change)
    assert form in record.present
    assert form not in record.once | record.right
    assert "mul" in record.right


def test_a_rule_that_overwrites_is_right_as_long_as_no_input_is_used_twice(record_of: Any) -> None:
    record = record_of({"pay.tanh.left": "="})
    assert "tanh" in record.once
    assert "tanh" not in record.right


def test_where_times_is_wrong_plus_sends_down_another_gradient_than_1() -> None:
    program = trace(lambda a, c: a.tanh() * c, a=0.5, c=2.0)
    without = in_context(program, all_forms() - {"mul"}, {"tanh"})
    assert "mul" not in without.forms
    assert "tanh" in without.forms
    assert in_context(program, all_forms(), {"tanh"}) is program
    with pytest.raises(CannotBeJudged):
        in_context(program, {"tanh"}, {"tanh"})


def test_a_wrong_times_costs_what_is_made_of_it_and_no_more(grade: Any) -> None:
    graded = grade("engine", engine({"slope.mul.left": "self.data"}))
    lost = {name for name in graded.not_passed if graded.results[name].max_points}
    kept = (
        "rule_tanh", "relu_kink", "sum_builtin", "leaf_root", "zero_grad_clears", "depth_450",
        "ladder", "scaled_ladder", "shared_inner_node", "backward_twice", "two_losses",
        "small_graphs",
    )  # fmt: skip
    assert not lost & set(kept)
    assert {"root_mul", "rule_mul", "same_operand_mul"} <= lost


def test_what_cannot_be_judged_is_said_in_those_words(grade: Any) -> None:
    graded = grade("engine", engine({"seed": ""}))
    result = graded.results["small_graphs"]
    assert (result.outcome, result.points) == ("blocked", 0)
    assert result.message == CANNOT_BE_JUDGED
