"""What tables and lists of a class say of one report, and CSV that no spreadsheet runs."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader.judging.report import OverrideRecord, Report
from grader.text import counted

_EARLIER = re.compile(r": an earlier (upload|hand-in); the (last one|latest), .*, was graded\Z")


FORMULA = ("=", "+", "-", "@", "\t", "\r", "|", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet may take for the start of a formula, full-width signs included."""


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV, with no cell that a spreadsheet would run; numbers and dashes stay."""
    import csv  # not for a student's own check, which is to start fast
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_cell, map(str, row)) for row in rows)
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
    reason = "ungraded" if report.ungraded else report.why_nothing
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


def _cell(text: str) -> str:
    return text if re.fullmatch(r"-|-?\d+([.,]\d+)?", text) else harmless(text)
