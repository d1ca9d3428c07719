"""The published package micrograd loses exactly what it lacks, and nothing else."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.checks import Check
from grader.course.course import Course
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.judging.report import CheckResult
from grader.submissions.layouts.find import find_submissions
from tests.support.earlier import asked_since

LOST = {
    "tanh": "value_tanh rule_tanh adds_up_tanh path_tanh tanh_extremes neuron",
    "exp": "value_exp rule_exp adds_up_exp path_exp",
    "build_topo at module level": "build_topo build_topo_shared",
    "zero_grad": "zero_grad_clears zero_grad_then_again training_loop",
    "a second backward": "leaf_root backward_twice backward_three_times",
    "a second loss": "two_losses",
    "depth beyond 900": "depth_20000",
    "x**0 at 0": "power_zero",
}


@pytest.fixture(scope="module")
def results(
    course: Course, checks: Mapping[str, tuple[Check, ...]], context: GradingContext
) -> Mapping[str, CheckResult]:
    """The exam's results for the installed source file, which is never imported."""
    package = importlib.util.find_spec("micrograd")
    assert package is not None
    assert package.origin is not None
    source = Path(package.origin).with_name("engine.py")
    (hand_in,) = find_submissions([source], course)
    report = grade_submission(hand_in, course, checks, context).report
    (exam,) = (exercise for exercise in report.exercises if exercise.handed_in)
    assert exam.id == "engine"
    return {result.id: result for result in exam.checks}


def test_it_loses_what_it_lacks_and_no_more(
    results: Mapping[str, CheckResult], checks: Mapping[str, tuple[Check, ...]]
) -> None:
    lost = {name for name, result in results.items() if result.outcome != "passed"}
    lacking = {name for names in LOST.values() for name in names.split()}
    assert lost == lacking | asked_since(checks["engine"])


def test_it_is_told_which_names_are_missing(results: Mapping[str, CheckResult]) -> None:
    assert "`build_topo` is not defined at the top level" in results["build_topo"].message
    assert "`zero_grad` is not defined at the top level" in results["zero_grad_clears"].message
    assert "tanh()" in results["value_tanh"].message
    assert "exp()" in results["value_exp"].message
