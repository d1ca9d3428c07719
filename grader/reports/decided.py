"""What an instructor has decided beside the checks, in sentences: points, comments, being late."""

from __future__ import annotations

from collections.abc import Iterator

from grader.judging.report import Report
from grader.reports.tables import plain


def decided(report: Report) -> Iterator[str]:
    """A sentence for each override, each comment, and what being late costs."""
    for record in report.overrides:
        points, machine = plain(record.points), plain(record.machine)
        yield f"{record.exercise}: {points} points, where the checks gave {machine}. {record.why}"
    for comment in report.comments:
        yield f"{comment.exercise}: {comment.text}"
    if report.late is not None:
        yield report.late.sentence
