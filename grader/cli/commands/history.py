"""`topograde history`: what happened to a student's grade, from the gradebook."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from rich.text import Text

from grader.classroom.entries import Entry, Event
from grader.classroom.gradebook import Gradebook
from grader.classroom.publishing import ClassInfo
from grader.cli.commands.override import publisher_of, student_of, unknown_student
from grader.cli.options import RESULTS
from grader.errors import Exit
from grader.judging.report import Report
from grader.reports import terminal
from grader.reports.tables import plain, score_cell
from grader.text import printable

DIGITS = 12
UNKNOWN_TIME = "time not known"


@click.command()
@click.argument("student")
@RESULTS
def history(student: str, out: Path) -> int:
    """Show a student's attempts, which of them counts, and what happened to the grade, in order.

    Each grading, override and comment is there with its time and reason, those too that were
    replaced or taken back. It comes from the gradebook and changes nothing.

    \b
    topograde history ada --out results/
    """
    with Gradebook(out, must_exist=True) as book:
        publisher = publisher_of(book, out)
        known = student_of(publisher, student)
        if known not in (everybody := book.everybody()):
            raise unknown_student(publisher, student, everybody)
        info = publisher.info
        counted = info.counted(book, known) if known in publisher.students else None
        lines = [
            *_now(student, counted[1] if counted else None, info),
            *_attempts(book.attempts(known), counted[0] if counted else None, info),
            *_events(book.history(known)),
        ]
    console = terminal.console()
    for line in lines:
        console.print(Text(line), soft_wrap=True)
    return Exit.OK


def _now(called: str, report: Report | None, info: ClassInfo) -> Iterator[str]:
    """What counts today."""
    name = printable(called)
    if real := info.people.get(called):
        name = f"{real} ({name})"
    if report is None:
        yield f"{name}: nothing counts, since no hand-in is there any more"
        return
    points = f"{plain(report.score)} of {plain(report.max_score)}"
    if not report.has_grade:
        points = "ungraded" if report.ungraded else f"no grade ({report.why_nothing})"
    elif report.final != report.score:
        points += f", {plain(report.final)} of them count"
    yield f"{name}: {points}"
    for record in report.overrides:
        yield (
            f"  override {record.exercise}: {plain(record.points)} points, where the checks "
            f"gave {plain(record.machine)}: {record.why}"
        )
    if report.late is not None:
        yield f"  {report.late.sentence}"


def _attempts(entries: list[Entry], counted: Entry | None, info: ClassInfo) -> Iterator[str]:
    yield ""
    yield f"attempts: {len(entries)}; the {info.policy} one counts (*)"
    for entry in entries:
        attempt, report = entry.attempt, entry.report
        mark = "*" if counted is not None and entry.number == counted.number else " "
        points = "ungraded" if report.ungraded else score_cell(report) or "no grade"
        only = f", only {', '.join(attempt.only)}" if attempt.only else ""
        yield (
            f"{mark} {_time(report.identity.get('handed_in') or attempt.handed_in)}  "
            f"{points:>8} of {plain(report.max_score)} by the checks{only}"
        )
        yield f"    hand-in {attempt.sha256[:DIGITS]}, {printable(attempt.path)}"


def _events(events: list[Event]) -> Iterator[str]:
    yield ""
    yield "what happened (UTC)"
    for event in events:
        yield f"  {_time(event.made)}  {event.sentence}"
        if event.why:
            yield f"    {event.why}"


def _time(text: str | None) -> str:
    """`2026-11-20 12:00:00`, whatever else stands in it."""
    return printable(text).replace("T", " ")[:19] if text else UNKNOWN_TIME.ljust(19)
