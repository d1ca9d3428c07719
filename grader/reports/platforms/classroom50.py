"""A report as Classroom 50's result.json: whole points, one test a check.

The schema is classroom50/result/v1. Points are whole numbers there: if a course has parts of
points, all are multiplied by the smallest number that makes them whole, and the release's text says
so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from grader.errors import TopogradeError
from grader.judging.report import ExerciseReport, Report
from grader.reports.platforms.github import summary
from grader.reports.view import in_text

SCHEMA = "classroom50/result/v1"
SAID = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
}
"""What the runner says of a submission, by key of the result: the variable that holds it."""
MOST_FACTOR = 100


class NoRunner(TopogradeError):
    """A variable that Classroom 50's runner sets is not set; the message says which."""


def result(report: Report, environment: Mapping[str, str], now: datetime) -> dict[str, Any]:
    """What the runner reads. Raises `NoRunner` where no runner has set its variables."""
    if unset := [name for name in SAID.values() if not environment.get(name)]:
        raise NoRunner(f"Classroom 50's runner sets {', '.join(unset)}, and here it is not set.")
    factor = factor_of(report)
    tests = [test for exercise in report.exercises for test in _tests(exercise, factor, report)]
    return {
        "schema": SCHEMA,
        **{key: environment[variable] for key, variable in SAID.items()},
        "review": environment.get("REVIEW_URL") or environment["COMMIT_URL"],
        "owner": owner_of(environment),
        "assignment_type": environment.get("ASSIGNMENT_TYPE") or "individual",
        "datetime": now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }


def owner_of(environment: Mapping[str, str]) -> str:
    """Whose repository it is, as the runner says."""
    return environment.get("OWNER") or environment.get("USERNAME") or "student"


def factor_of(report: Report) -> int:
    """The smallest number that makes the points of every check whole; 100 if none does."""
    points = [check.max_points for e in report.exercises for check in e.checks]
    points += [exercise.max_score for exercise in report.exercises]
    for factor in range(1, MOST_FACTOR):
        if all(abs(each * factor - round(each * factor)) < 1e-9 for each in points):
            return factor
    return MOST_FACTOR


def release_body(report: Report) -> str:
    """The report in short, as Markdown, for the release of a submission."""
    text = summary([report])
    if (factor := factor_of(report)) > 1:
        text += f"Classroom 50 counts whole points, so the points there are {factor} times these.\n"
    return text


def _tests(exercise: ExerciseReport, factor: int, report: Report) -> Iterator[dict[str, Any]]:
    if not exercise.handed_in:
        if _all_count(report):
            yield _test(f"{exercise.id}: nothing handed in", False, 0, exercise.max_score, factor)
        return
    for check in exercise.checks:
        name, passed = f"{exercise.id}: {check.sentence}", check.outcome == "passed"
        test = _test(name, passed, check.points, check.max_points, factor)
        yield test if passed else {**test, "outcome": check.outcome, "output": in_text(check)}


def _all_count(report: Report) -> bool:
    """Whether an exercise that was not handed in counts."""
    return report.max_score > sum(e.max_score for e in report.exercises if e.handed_in)


def _test(name: str, passed: bool, points: float, most: float, factor: int) -> dict[str, Any]:
    score, whole = round(points * factor), round(most * factor)
    return {"test-name": name, "passed": passed, "score": score, "max-score": whole}
