"""The class as a table: grades.csv."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from grader.report import Report


def grades_csv(reports: Sequence[Report], exercises: Sequence[str]) -> str:
    """One row a student, one column an exercise (empty if not handed in), score, max, flags.

    Points are plain numbers; texts that a spreadsheet could take for a formula are quoted with an
    apostrophe.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["student", *exercises, "score", "max_score", "flags"])
    for report in reports:
        by_id = {exercise.id: exercise for exercise in report.exercises}
        points = [
            plain(by_id[name].score) if name in by_id and by_id[name].handed_in else ""
            for name in exercises
        ]
        totals = [plain(report.score), plain(report.max_score)]
        flags = "; ".join(flags_of(report))
        writer.writerow([harmless(report.student), *points, *totals, harmless(flags)])
    return text.getvalue()


def flags_of(report: Report) -> list[str]:
    """What an instructor should look at, in a word each."""
    flags = list(report.flags)
    if report.ungraded:
        flags.append("ungraded")
    if not report.isolation.get("isolated", True):
        flags.append("NOT ISOLATED")
    if report.faults:
        flags.append("unreadable" if not any(e.handed_in for e in report.exercises) else "fault")
    return flags


def plain(points: float) -> str:
    """Points as written: 3, 2.5."""
    return f"{points:g}"


def harmless(text: str) -> str:
    """The text, fit for a cell of a spreadsheet."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r", "|")) else text
