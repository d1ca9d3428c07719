"""A report as Gradescope's results.json.

Traps are visible to students once grades are published; until then the visible part says nothing of
what they found. If something could not be judged, or nothing was found, there is no score at all,
and a sentence.
"""

from __future__ import annotations

from typing import Any

from grader.judging.report import ExerciseReport, Report
from grader.reports.view import WRONG, decided, in_text
from grader.reports.words import diagnosis_in_words

HIDDEN, VISIBLE = "after_published", "visible"


def results(report: Report, seconds: float) -> dict[str, Any]:
    """What Gradescope reads. seconds: how long it took."""
    counted = [e for e in report.exercises if e.handed_in]
    if sum(e.max_score for e in counted) < report.max_score:  # all exercises count
        counted = list(report.exercises)
    made: dict[str, Any] = {
        "execution_time": round(seconds, 3),
        "output": "\n".join(_said(report)),
        "output_format": "text",
        "visibility": VISIBLE,
        "stdout_visibility": "hidden",
        "extra_data": {
            "receipt": dict(report.receipt),
            "isolation": report.isolation.get("level"),
            "student": report.student,
        },
    }
    if report.has_grade:
        made["score"] = round(report.final, 6)
    unscored = not report.has_grade
    made["tests"] = [test for exercise in counted for test in _tests(exercise, unscored)]
    return made


def broken(sentence: str) -> dict[str, Any]:
    """The file when there is nothing to tell but that: no score, no tests."""
    return {
        "output": sentence,
        "output_format": "text",
        "visibility": VISIBLE,
        "stdout_visibility": "hidden",
    }


def _tests(exercise: ExerciseReport, unscored: bool) -> list[dict[str, Any]]:
    if not exercise.handed_in:
        name = f"{exercise.id}: {exercise.title}"
        test = {"name": name, "output": "Nothing was handed in for this exercise."}
        return [_test(test, 0.0, exercise.max_score, "failed", [exercise.id], VISIBLE, unscored)]
    return [
        _test(
            {"name": f"{exercise.id}: {check.sentence}", "output": in_text(check)},
            check.points,
            check.max_points,
            "passed" if check.outcome == "passed" else "failed",
            [exercise.id, check.outcome],
            HIDDEN if check.hidden else VISIBLE,
            unscored,
        )
        for check in exercise.checks
    ]


def _test(
    test: dict[str, Any],
    score: float,
    most: float,
    status: str,
    tags: list[str],
    visibility: str,
    unscored: bool,
) -> dict[str, Any]:
    """A test with or without a score: with none, since a part of it would be taken for all."""
    scores = {} if unscored else {"score": score, "max_score": most, "status": status}
    return {**test, "output_format": "text", "tags": tags, "visibility": visibility, **scores}


def _said(report: Report) -> list[str]:
    """What is said at the top: nothing of what hidden checks found."""
    lines = list(report.faults)
    if report.ungraded:
        lines.append(
            "Something could not be graded, through no fault of yours, so there is no score yet: "
            "tell your instructor, who can run it again."
        )
    hidden = sum(check.hidden for exercise in report.exercises for check in exercise.checks)
    for exercise in report.exercises:
        lines += [f"{exercise.id}: {notice}" for notice in exercise.notices]
        told = any(check.outcome in WRONG and not check.hidden for check in exercise.checks)
        if told and (words := diagnosis_in_words(exercise.diagnosis)):
            lines.append(f"{exercise.id}: {words}")
    lines += decided(report)
    if hidden:
        checks = "hidden check is" if hidden == 1 else "hidden checks are"
        lines.append(f"{hidden} {checks} shown when grades are published.")
    if not any(exercise.handed_in for exercise in report.exercises):
        lines.append(
            "Nothing in this hand-in could be graded, so it has no score. "
            "Hand in the file of the exercise."
        )
    return lines
