"""The class as a table: grades.csv."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from grader.judging.report import OverrideRecord, Report
from grader.text import counted

_EARLIER = re.compile(r": an earlier (upload|hand-in); the (last one|latest), .*, was graded\Z")


FORMULA = ("=", "+", "-", "@", "\t", "\r", "|", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet may take for the start of a formula, full-width signs included."""


def grades_csv(
    reports: Iterable[Report],
    exercises: Sequence[str],
    to_fix: Callable[[Report], str],
    with_late: bool = False,
) -> str:
    """One row a student, one column an exercise (empty if not handed in or ungraded), score, max,
    flags, and what is to be fixed first.

    with_late: also how late, and the points that count.

    Points are plain numbers; texts that a spreadsheet could take for a formula are quoted with an
    apostrophe.
    """
    late = ["late", "final"] if with_late else []
    rows = [["student", *exercises, "score", "max_score", *late, "flags", "fix_first"]]
    for report in reports:
        by_id = {exercise.id: exercise for exercise in report.exercises}
        given = {name for name, exercise in by_id.items() if exercise.handed_in}
        given |= {record.exercise for record in report.overrides}
        given -= report.waiting  # not judged is no 0
        points = [plain(by_id[name].score) if name in given else "" for name in exercises]
        totals = [score_cell(report), plain(report.max_score)]
        if with_late:
            totals += [late_in_words(report), final_cell(report)]
        flags = "; ".join(flags_of(report))
        rows.append(
            [harmless(report.student), *points, *totals, harmless(flags), harmless(to_fix(report))]
        )
    return csv_text(rows)


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV."""
    import csv  # not for a student's own check, which is to start fast
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def flags_of(report: Report) -> list[str]:
    """What an instructor should look at, in a word each."""
    flags = list(report.flags)
    if report.ungraded:
        flags.append("ungraded")
    if not report.isolation.get("isolated", True):
        flags.append("NOT ISOLATED")
    faults = real_faults(report)
    if faults and any(exercise.handed_in for exercise in report.exercises):
        flags.append("fault")
    if len(faults) < len(report.faults):
        flags.append("resubmitted")
    flags += [override_in_words(record) for record in report.overrides]
    return flags


def score_cell(report: Report) -> str:
    """The points of a report; empty where there is no grade."""
    return plain(report.score) if report.has_grade else ""


def final_cell(report: Report) -> str:
    """The points that count; empty where there is no grade."""
    return plain(report.final) if report.has_grade else ""


def without_grade(report: Report) -> str:
    """Whose hand-in has no grade, and why, in a word: `ada (no-exercise)`."""
    reason = "ungraded" if report.ungraded else report.missing
    return f"{report.student} ({reason})"


def real_faults(report: Report) -> list[str]:
    """What could not be used, without earlier uploads: they are as they should be."""
    return [fault for fault in report.faults if not _EARLIER.search(fault)]


def override_in_words(record: OverrideRecord) -> str:
    """The instructor's points beside the machine's: `override backward 3 (machine 1)`."""
    points, machine = plain(record.points), plain(record.machine)
    return f"override {record.exercise} {points} (machine {machine})"


def late_in_words(report: Report) -> str:
    """How late, in a word or two, for a cell: `2 days`; empty without a late policy."""
    late = report.late
    if late is None:
        return ""
    if late.state == "late":
        return counted(late.begun, late.unit)
    return "on time" if late.state == "on-time" else "time unknown"


def plain(points: float) -> str:
    """Points as written: 3, 2.5."""
    return f"{points:g}"


def harmless(text: str) -> str:
    """The text, fit for a cell of a spreadsheet."""
    return f"'{text}" if text.startswith(FORMULA) else text
