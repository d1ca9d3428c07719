"""A report whose points do not add up was edited, and is told so first."""

from __future__ import annotations

from dataclasses import replace

from grader.cli.commands.replay import edited
from grader.judging.report import CheckResult, ExerciseReport, Report


def report() -> Report:
    checks = (
        CheckResult("a", "passed", 2.0, 2.0, False, "A rule."),
        CheckResult("b", "failed", 0.0, 3.0, False, "A rule."),
    )
    exercises = (ExerciseReport("doubling", "Doubling", True, 2.0, 5.0, checks),)
    return Report("ada", 2.0, 5.0, {}, {}, exercises)


def test_a_report_that_adds_up_was_not_edited():
    assert list(edited(report())) == []


def test_an_edited_total_is_named():
    assert list(edited(replace(report(), score=5.0))) == [
        "edited: total: 5 in the report, 2 by its exercises"
    ]


def test_an_edited_exercise_and_an_edited_check_are_named():
    exercise = report().exercises[0]
    raised = replace(report(), exercises=(replace(exercise, score=5.0),), score=5.0)
    assert list(edited(raised)) == ["edited: doubling: 5 in the report, 2 by its checks"]
    check = replace(exercise.checks[1], points=3.0)
    raised = replace(
        report(), exercises=(replace(exercise, checks=(exercise.checks[0], check), score=5.0),),
        score=5.0,
    )  # fmt: skip
    assert list(edited(raised)) == ["edited: doubling/b failed: 3 in the report, 0 by its outcome"]


def test_an_override_is_no_edit():
    exercise = replace(report().exercises[0], score=4.0)
    given = ({"exercise": "doubling", "points": 4.0, "machine": 2.0, "why": "a reason"},)
    assert list(edited(replace(report(), exercises=(exercise,), score=4.0, overrides=given))) == []
