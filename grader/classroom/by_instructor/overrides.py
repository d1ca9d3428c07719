"""An instructor's points instead of the machine's, with the reason, in the same `Report`.

`overridden(report, overrides)` gives the report with the instructor's points in the exercise, in
the score and in every output; what the machine gave stays in the record. `by_machine(report)` takes
them back.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grader.errors import TopogradeError
from grader.judging.report import Comment, ExerciseReport, OverrideRecord, Report
from grader.submissions.files import read_table
from grader.text import harmless

COLUMNS = ("student", "exercise", "points", "why", "line")


@dataclass(frozen=True, slots=True)
class Decision:
    """Points for an exercise with the reason, or a comment alone; `line`: a rubric line's name.

    where: the line of the file that it comes from, for messages; fault: what is wrong with it.
    """

    student: str
    exercise: str
    points: float | None = None
    why: str = ""
    line: str = ""
    where: str = ""
    fault: str = ""


def read_decisions(path: Path) -> list[Decision]:
    """A decision for each line of a CSV file, also for one that cannot be read: it has a `fault`.

    So whoever uses them can name every wrong line at once. Raises `OverrideError` for the file.
    """
    rows = read_table(path, COLUMNS[:2], COLUMNS[2:], OverrideError)
    if not rows:
        raise OverrideError(f"{path} holds no decision: write a line for each.")
    return [_decision(row, f"{where}: ") for where, row in rows]


def _decision(row: Mapping[str | None, Any], where: str) -> Decision:
    said = {name: (row.get(name) or "").strip() for name in COLUMNS}
    points, fault = None, ""
    try:
        points = float(said["points"].replace(",", ".")) if said["points"] else None
    except ValueError:
        fault = f"points must be a number or empty, found {said['points']!r}"
    if not (said["student"] and said["exercise"]):
        fault = "name a student and an exercise"
    if None in row:
        fault = f"there are more than {len(COLUMNS)} columns: quote a text with commas"
    names = said["student"], said["exercise"]
    return Decision(*names, points, said["why"], said["line"], where, fault)


MOST_REASON = 1000


class OverrideError(TopogradeError):
    """An override that cannot be; the message says why."""


@dataclass(frozen=True, slots=True)
class Override:
    """These points for this exercise, and why."""

    exercise: str
    points: float
    why: str


def checked(report: Report, override: Override) -> Override:
    """The override, if it fits the report. Raises `OverrideError`."""
    exercise = _exercise(report, override.exercise)
    if not math.isfinite(override.points) or not 0 <= override.points <= exercise.max_score:
        raise OverrideError(
            f"{override.points:g} is not possible for {exercise.id}: "
            f"give 0 to {exercise.max_score:g} points"
        )
    why = harmless(" ".join(override.why.split()), MOST_REASON)
    if not why:
        raise OverrideError("give a reason after --why: the student reads it")
    return replace(override, why=why)


def checked_comment(report: Report, comment: Comment) -> Comment:
    """The comment, if it fits the report. Raises `OverrideError`."""
    _exercise(report, comment.exercise)
    text = harmless(" ".join(comment.text.split()), MOST_REASON)
    if not text:
        raise OverrideError("give points, or a comment after --why")
    return replace(comment, text=text)


def _exercise(report: Report, name: str) -> ExerciseReport:
    ids = [exercise.id for exercise in report.exercises]
    if name not in ids:
        raise OverrideError(
            f"{name!r} is no exercise of {report.student}'s report: name one of {', '.join(ids)}"
        )
    return report.exercises[ids.index(name)]


def overridden(report: Report, overrides: Sequence[Override]) -> Report:
    """The report with these points instead; those for exercises that it does not have are idle."""
    by_exercise = {override.exercise: override for override in overrides}
    counts_all = report.max_score == sum(e.max_score for e in report.exercises)
    records, exercises = [], []
    most = report.max_score
    for exercise in report.exercises:
        override = by_exercise.get(exercise.id)
        if override is None:
            exercises.append(exercise)
            continue
        if not exercise.handed_in and not counts_all:
            most += exercise.max_score  # it is graded now, by hand
        records.append(_record(exercise, override, report))
        exercises.append(replace(exercise, score=override.points))
    if not records:
        return report
    return replace(
        report,
        score=sum(exercise.score for exercise in exercises),
        max_score=most,
        exercises=tuple(exercises),
        overrides=tuple(records),
    )


def by_machine(report: Report) -> Report:
    """The report as the machine made it: no points, no comments, nothing for being late."""
    report = replace(report, late=None, comments=())
    if not report.overrides:
        return report
    given = {record.exercise: float(record.machine) for record in report.overrides}
    exercises = tuple(replace(e, score=given.get(e.id, e.score)) for e in report.exercises)
    first = report.overrides[0]
    return replace(
        report,
        score=float(first.machine_score),
        max_score=float(first.machine_max_score),
        exercises=exercises,
        overrides=(),
    )


def _record(exercise: ExerciseReport, override: Override, report: Report) -> OverrideRecord:
    return OverrideRecord(
        exercise=exercise.id,
        points=override.points,
        machine=exercise.score,
        why=override.why,
        machine_score=report.score,
        machine_max_score=report.max_score,
    )
