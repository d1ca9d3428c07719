"""A report whose points do not add up was edited, and is told so first."""

from __future__ import annotations

from dataclasses import replace

from grader.cli.commands.genuine import sums
from grader.judging.report import CheckResult, ExerciseReport, OverrideRecord, Report


def report() -> Report:
    checks = (
        CheckResult("a", "passed", 2.0, 2.0, False, "A rule."),
        CheckResult("b", "failed", 0.0, 3.0, False, "A rule."),
    )
    exercises = (ExerciseReport("doubling", "Doubling", True, 2.0, 5.0, checks),)
    return Report("ada", 2.0, 5.0, {}, {}, exercises)


def test_a_report_that_adds_up_was_not_sums():
    assert list(sums(report())) == []


def test_an_edited_total_is_named():
    assert list(sums(replace(report(), score=5.0))) == [
        "edited: total: from 2 (by its exercises) to 5"
    ]


def test_an_edited_exercise_and_an_edited_check_are_named():
    exercise = report().exercises[0]
    raised = replace(report(), exercises=(replace(exercise, score=5.0),), score=5.0)
    assert list(sums(raised)) == ["edited: doubling score: from 2 (by its checks) to 5"]
    check = replace(exercise.checks[1], points=3.0)
    raised = replace(
        report(), exercises=(replace(exercise, checks=(exercise.checks[0], check), score=5.0),),
        score=5.0,
    )  # fmt: skip
    assert list(sums(raised)) == ["edited: doubling/b failed: from 0 (by its outcome) to 3"]


def test_an_override_is_no_edit():
    exercise = replace(report().exercises[0], score=4.0)
    given = (OverrideRecord("doubling", 4.0, 2.0, "a reason", 2.0, 4.0),)
    assert list(sums(replace(report(), exercises=(exercise,), score=4.0, overrides=given))) == []
