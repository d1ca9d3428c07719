"""What a training loop did is read off where it ends, and told only where the numbers say so.

Other slips, and the lines that are marked with them, are in `test_marked_lines`.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grader.checks import Check
from grader.course.course import Course
from grader.explain.answers.training import SLIPS, read_training
from grader.explain.watching.source import SourceText
from grader.judging.context import GradingContext
from grader.judging.exercise import ExerciseRun
from grader.judging.limits import Budget
from tests.support.hand_ins import patched, solution, source

STEP = "\n        p.data -= rate * p.grad"
CHECK = "training_loop"


@pytest.mark.parametrize(
    ("new", "slip"),
    [
        ("p = Value(p.data - rate * p.grad)", "unmoved"),
        ("p.data -= rate * p.grad\n        zero_grad = lambda root: None", None),
        ("p.data -= rate * p.grad / 2", None),
    ],
)
def test_where_a_loop_ends_says_what_it_did(
    course: Course,
    context: GradingContext,
    checks: Mapping[str, tuple[Check, ...]],
    new: str,
    slip: str | None,
) -> None:
    code = source(patched(solution("zero-grad", course), (STEP, f"\n        {new}")))
    exercise = course.exercise("zero-grad")
    with ExerciseRun(context, exercise, code, "ada", "0" * 64, Budget()) as run:
        (result,) = (run.result(check) for check in checks["zero-grad"] if check.id == CHECK)
        assert result.outcome != "passed"
        told = read_training(run.observed, [CHECK], SourceText(run.name, run.cells))
    assert [each.explanation for each in told] == ([SLIPS[slip][1]] if slip else [])
    assert all(each.checks == (CHECK,) for each in told)


@pytest.mark.parametrize(
    ("old", "new", "slip"),
    [
        ("        zero_grad(loss)\n", "", "carried"),
        ("    for _ in range(steps):\n        ### BEGIN SOLUTION\n",
         "    p.grad, zero_grad = 0.0, lambda root: None\n    for _ in range(steps):\n",
         "cleared-once"),
    ],
)  # fmt: skip
def test_what_was_in_the_gradient_is_told(
    course: Course,
    context: GradingContext,
    checks: Mapping[str, tuple[Check, ...]],
    old: str,
    new: str,
    slip: str,
) -> None:
    code = source(patched(solution("zero-grad", course), (old, new)))
    with ExerciseRun(context, course.exercise("zero-grad"), code, "ada", "0" * 64, Budget()) as run:
        (result,) = (run.result(check) for check in checks["zero-grad"] if check.id == CHECK)
        told = read_training(run.observed, [CHECK], SourceText(run.name, run.cells))
    assert result.outcome == "failed"
    assert [each.explanation for each in told] == [SLIPS[slip][1]]


def test_numbers_of_slips_differ_on_the_public_loop() -> None:
    ends = [loop(2.0, 3, 0.1, 1.0) for loop, _ in SLIPS.values()]
    assert len({round(end, 6) for end in [*ends, 3.464]}) == len(SLIPS) + 1
