"""Grades in the form in which a learning platform takes them back: Canvas, Moodle.

A grade stands only where it is one: what could not be judged or found, and who handed nothing in,
gets an empty cell, which both platforms leave as it is. No cell is a formula.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.judging.report import Report
from grader.reports.tables import (
    csv_text,
    final_cell,
    flags_of,
    late_in_words,
    plain,
    score_cell,
    without_grade,
)
from grader.reports.view import decided, failures
from grader.reports.words import diagnosis_in_words
from grader.submissions.roster import Roster
from grader.text import few


def feedback(report: Report) -> Iterator[str]:
    """A line for each exercise that was handed in, and what to fix first in it."""
    yield from report.faults
    for exercise in report.exercises:
        if not exercise.handed_in:
            continue
        yield f"{exercise.id}: {plain(exercise.score)} of {plain(exercise.max_score)}"
        for first in failures(exercise)[:1]:
            yield f"{first.sentence} {first.message}"
            if words := diagnosis_in_words(exercise.diagnosis):
                yield words
    yield from decided(report)


_CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_SOME = 4
_ASSIGNMENT = re.compile(r"(?P<title>.*\S)\s*\((?P<number>\d+)\)\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Export:
    """A file's text, and what whoever uploads it has to know."""

    text: str
    notes: tuple[str, ...] = ()


def canvas_csv(
    reports: Sequence[Report], title: str, roster: Roster | None = None, named: bool = False
) -> Export:
    """For Canvas: Gradebook, Import. Only students' ids and one assignment's column.

    title: name or number of the assignment; named: the instructor said so, and no other column is
    meant. With Canvas's own gradebook as the roster its ids, its
    points possible and the exact head of the column are taken from there.
    """
    if roster is not None and roster.platform == "canvas":
        return _canvas_from(roster, reports, title, named)
    rows = [[*_CANVAS, title], _possible(len(_CANVAS), _most(reports))]
    for report in reports:
        of = report.identity
        number = of.get("number", "") if of.get("platform") == "canvas" else ""
        name = of.get("name", report.student)
        ids = [name, number, of.get("sis", of.get("sid", "")), of.get("login", ""), ""]
        rows.append([*ids, final_cell(report)])
    notes: tuple[str, ...] = ()
    if any(not any(row[1:4]) for row in rows[2:]):
        notes = ("some lines have no id: give Canvas's exported gradebook as --roster",)
    return Export(csv_text(rows), notes)


def _canvas_from(roster: Roster, reports: Sequence[Report], title: str, named: bool) -> Export:
    columns = canvas_columns(roster)
    section = len(roster.heads) - len(columns) - 1
    heads = list(roster.heads[: section + 1])
    numbered = [at for at, head in enumerate(columns) if _ASSIGNMENT.fullmatch(head)]
    column = column_called(columns, title)
    if column is None and not named and len(numbered) == 1:
        column = numbered[0]
    notes = []
    points = _most(reports)
    if column is None:
        head = title
        notes.append(_no_column(columns, title))
    else:
        at = section + 1 + column
        head = roster.heads[at]
        known = roster.above[0][at].strip() if roster.above else ""
        if known and known != points and not _equal(known, points):
            notes.append(f"{head}: Canvas has {known} points possible, the course {points}")
        points = known or points
    rows = [[*heads, head], _possible(len(heads), points)]
    grades, unclear = _by_person(reports, roster)
    for person in roster.people:
        rows.append([*person.row[: section + 1], grades.get(person.row, "")])
    return Export(csv_text(rows), (*notes, *unclear))


def moodle_csv(reports: Sequence[Report], roster: Roster | None = None) -> Export:
    """For Moodle. With its grading worksheet as the roster: that worksheet, filled in, for "Upload
    grading worksheet". Else a table for Grades, Import, CSV, matched by e-mail address."""
    sheet = roster.worksheet if roster is not None else None
    if roster is None or sheet is None:
        rows = [["Email address", "Full name", "Grade", "Feedback"]]
        for report in reports:
            name = report.identity.get("name", report.student)
            said = _as_html(feedback(report))
            rows.append([report.identity.get("email", ""), name, final_cell(report), said])
        notes: tuple[str, ...] = ()
        if any(not row[0] for row in rows[1:]):
            notes = ("some lines have no e-mail: give Moodle's grading worksheet as --roster",)
        return Export(csv_text(rows), notes)
    grades, unclear = _by_person(reports, roster)
    found = _by_row(reports, roster)
    rows = [list(roster.heads)]
    for person in roster.people:
        row = list(person.row)
        if person.row in grades:
            points = grades[person.row]
            row[sheet.grade] = points.replace(".", ",") if sheet.comma else points
            if sheet.comments is not None:
                row[sheet.comments] = _as_html(feedback(found[person.row][0]))
        rows.append(row)
    if sheet.comments is None:
        unclear = (*unclear, "the worksheet has no column for comments, so there are none")
    return Export(csv_text(rows), unclear)


def by_name_csv(reports: Sequence[Report], roster: Roster) -> str:
    """A row for each on the roster: name, every id, the hand-in's own id and its points.

    Who handed nothing in has none of the last; several hand-ins of one student are several rows.
    """
    kinds = ("number", "sis", "login", "email", "github")
    late = ("late", "final") if any(report.late is not None for report in reports) else ()
    heads = ("name", *kinds, "student", "score", "max_score", *late, "flags")
    rows: list[Sequence[str]] = [heads]
    found = _by_row(reports, roster)
    for person in roster.people:
        ids = [person.name, *(person.ids.get(kind, "") for kind in kinds)]
        for report in found.get(person.row, []):
            cells = [late_in_words(report), final_cell(report)] if late else []
            flags = "; ".join(flags_of(report))
            points = score_cell(report), plain(report.max_score)
            rows.append([*ids, report.student, *points, *cells, flags])
        if person.row not in found:
            rows.append([*ids, "", "", "", *["" for _ in late], "nothing handed in"])
    return csv_text(rows)


def _by_person(
    reports: Sequence[Report], roster: Roster
) -> tuple[Mapping[tuple[str, ...], str], tuple[str, ...]]:
    """Grades by a person's row, and a sentence on everything that could not be assigned."""
    found = _by_row(reports, roster)
    known = {id(report) for several in found.values() for report in several}
    notes = [
        f"{report.student} is not on the roster: no grade was written"
        for report in reports
        if id(report) not in known
    ]
    for several in found.values():
        if len(several) > 1:
            names = ", ".join(report.student for report in several)
            notes.append(f"{names} are one student on the roster: no grade was written")
        elif not several[0].has_grade:
            notes.append(f"{without_grade(several[0])}: no grade was written")
    grades = {row: final_cell(several[0]) for row, several in found.items() if len(several) == 1}
    return grades, tuple(notes)


def _by_row(reports: Iterable[Report], roster: Roster) -> dict[tuple[str, ...], list[Report]]:
    """The reports of each person of the roster that has one, by that person's row."""
    found: dict[tuple[str, ...], list[Report]] = {}
    for report in reports:
        person = roster.find(report.student, report.identity)
        if person is not None:
            found.setdefault(person.row, []).append(report)
    return found


def canvas_columns(roster: Roster) -> Sequence[str]:
    """The heads of Canvas's gradebook behind its students' ids."""
    section = [head.strip().casefold() for head in roster.heads].index("section")
    return roster.heads[section + 1 :]


def column_called(heads: Sequence[str], title: str) -> int | None:
    """Which of Canvas's columns `Title (1234)` is meant, by title or number."""
    wanted = title.strip().casefold()
    for at, match in enumerate(map(_ASSIGNMENT.fullmatch, heads)):
        if match and wanted in (
            match["title"].strip().casefold(), match["number"], match[0].casefold()
        ):  # fmt: skip
            return at
    return None


def _no_column(heads: Sequence[str], title: str) -> str:
    known = [head.strip() for head in heads if _ASSIGNMENT.fullmatch(head)]
    if not known:
        return f"Canvas will ask whether to make an assignment {title!r}: its gradebook holds none"
    return (
        f"Canvas will ask whether to make an assignment {title!r}; for one that is there "
        f"({few(known, _SOME)}) say --assignment and its title or number"
    )


def _possible(width: int, points: str) -> list[str]:
    return ["    Points Possible", *[""] * (width - 1), points]


def _most(reports: Sequence[Report]) -> str:
    return plain(max((report.max_score for report in reports), default=0.0))


def _equal(one: str, other: str) -> bool:
    try:
        return float(one.replace(",", ".")) == float(other)
    except ValueError:
        return False


def _as_html(lines: Iterable[str]) -> str:
    """Moodle shows comments as HTML."""
    return "<br>".join(html.escape(line) for line in lines)
