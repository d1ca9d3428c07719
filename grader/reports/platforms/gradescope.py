"""A report as Gradescope's results.json.

Traps are visible to students once grades are published; until then the visible part says nothing of
what they found. If something could not be judged, or nothing was found, there is no score at all,
and a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    made["tests"] = [test for exercise in counted for test in _tests(exercise)]
    for test in made["tests"] if not report.has_grade else ():  # a part would be taken for all
        del test["score"], test["max_score"], test["status"]
    return made


def broken(sentence: str) -> dict[str, Any]:
    """The file when there is nothing to tell but that: no score, no tests."""
    return {
        "output": sentence,
        "output_format": "text",
        "visibility": VISIBLE,
        "stdout_visibility": "hidden",
    }


def _tests(exercise: ExerciseReport) -> Iterator[dict[str, Any]]:
    if not exercise.handed_in:
        yield {
            "name": f"{exercise.id}: {exercise.title}",
            "output": "Nothing was handed in for this exercise.",
            "output_format": "text",
            "tags": [exercise.id],
            "visibility": VISIBLE,
            "score": 0.0,
            "max_score": exercise.max_score,
            "status": "failed",
        }
        return
    for check in exercise.checks:
        yield {
            "name": f"{exercise.id}: {check.sentence}",
            "output": in_text(check),
            "output_format": "text",
            "tags": [exercise.id, check.outcome],
            "visibility": HIDDEN if check.hidden else VISIBLE,
            "score": check.points,
            "max_score": check.max_points,
            "status": "passed" if check.outcome == "passed" else "failed",
        }


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
