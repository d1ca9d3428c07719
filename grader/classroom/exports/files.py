"""Files for others, made from the reports at the end of a run: platforms, CI, a mail merge.

`write_exports` writes what was asked for; a roster of a platform's own asks for that platform's.

Pages go back in the form in which a platform takes them. A form says what a student's page is
called: for Moodle ("Upload multiple feedback files in a zip"), for Canvas ("Re-Upload
Submissions"), in nbgrader's `feedback/` tree, in a folder for each student. What each form was
built from is cited in docs/platforms.md. Students whom a platform cannot be told about are named;
their pages stay among the results.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from grader.classroom.exports.gradescope import write_scores
from grader.classroom.exports.nbgrader import NEEDED, gradebook_beside, write_points
from grader.classroom.output_files import OutputError, write_text, write_zip
from grader.judging.report import Report
from grader.reports.platforms.junit import junit_xml
from grader.reports.platforms.lms import (
    by_name_csv,
    canvas_columns,
    canvas_csv,
    column_called,
    moodle_csv,
)
from grader.reports.tables import csv_text, late_in_words, plain
from grader.submissions.roster import Roster
from grader.submissions.student_id import safe_name
from grader.text import few

PAGE = "topograde.html"

Names = Callable[[Report, Mapping[str, str]], list[str]]
"""Where a student's page goes, by the report and what else is known of them; maybe nowhere."""


def moodle(report: Report, ids: Mapping[str, str]) -> list[str]:
    """`Ada Lovelace_7000_assignsubmission_file_/`, as Moodle's own download calls it."""
    number = re.sub(r"\D", "", ids.get("number", "")) if ids.get("from") == "moodle" else ""
    who = " ".join(re.sub(r"[_/\\]", " ", ids.get("name") or report.student).split())
    return [f"{who}_{number}_assignsubmission_file_/{PAGE}"] if number else []


def canvas(report: Report, ids: Mapping[str, str]) -> list[str]:
    """`lovelaceada_1001_20001_topograde.html`: the student's number and that of an upload."""
    number, upload = ids.get("number", ""), report.identity.get("upload", "")
    if report.identity.get("platform") != "canvas" or not (number and upload):
        return []
    who = re.sub(r"\W|_", "", report.student.casefold()) or "student"
    return [f"{who}_{number}_{upload}_{PAGE}"]


def nbgrader(report: Report, _: Mapping[str, str]) -> list[str]:
    """`feedback/ada/engine/topograde.html`: beside nbgrader's own page for each notebook."""
    notebooks = report.identity.get("notebooks", "").split("; ")
    paths = [f"{report.student}/{each}.html" for each in notebooks if each]
    return [path for path in paths if not {"", ".", ".."} & set(path.split("/"))]


def folders(report: Report, _: Mapping[str, str]) -> list[str]:
    """A folder for each student."""
    return [f"{safe_name(report.student)}/{PAGE}"]


class Form(NamedTuple):
    """Names of pages, what it is called among the results, what for, and what may be missing."""

    names: Names
    file: str
    purpose: str
    missing: str = ""


FORMS: Mapping[str, Form] = {
    "feedback-moodle": Form(
        moodle,
        "feedback-moodle.zip",
        "for Moodle: Upload multiple feedback files in a zip",
        "no participant's number is known: give Moodle's worksheet as --roster",
    ),
    "feedback-canvas": Form(
        canvas,
        "feedback-canvas.zip",
        "for Canvas: Re-Upload Submissions",
        "no upload's number is known: grade the folder that Canvas's download holds",
    ),
    "feedback-nbgrader": Form(
        nbgrader,
        "feedback-nbgrader",
        "for nbgrader: put it over feedback/",
        "no notebook is known: grade nbgrader's submitted folder",
    ),
    "feedback-folders": Form(
        folders, "feedback-folders", "a folder for each student, and mail-merge.csv"
    ),
}
"""By kind of export."""


def write_feedback(
    kind: str, out: Path, reports: Iterable[Report], roster: Roster | None
) -> list[str]:
    """Write a zip or a folder of students' pages into `out`; returns lines to tell.

    The pages are those in `out`. Raises `OutputError`.
    """
    names, called, purpose, missing = FORMS[kind]
    target = out / called
    nowhere: list[str] = []
    merge: list[list[str]] = []
    taken: set[str] = set()  # two hand-ins of one student would write over one another

    def entries() -> Iterator[tuple[str, bytes]]:
        for report in reports:
            ids = _known(report, roster)
            found = names(report, ids)
            if not found or taken & set(found):
                nowhere.append(report.student)
                continue
            taken.update(found)
            data = (out / f"{safe_name(report.student)}.html").read_bytes()
            merge.append(_merge_row(report, ids, found[0]))
            for name in found:
                yield name, data

    try:
        if target.suffix == ".zip":
            write_zip(target, entries())
        else:
            _write_tree(target, entries())
            if kind == "feedback-folders":
                write_text(
                    target / "mail-merge.csv",
                    csv_text([_MERGE, *merge]),
                )
    except OSError as error:
        raise OutputError(f"{target} could not be written: {error.strerror}") from error
    if nowhere and not merge and target.suffix == ".zip":  # an empty one is of no use
        target.unlink()
        return [f"{target} was not written: {missing}"]
    lines = [f"{target}  {purpose}"]
    if nowhere:
        lines.append(f"  {called}: {len(nowhere)} left out ({few(nowhere, 5)}): {missing}")
    return lines


_MERGE = ["student", "name", "email", "score", "max_score", "late", "final", "file"]


def _merge_row(report: Report, ids: Mapping[str, str], file: str) -> list[str]:
    points = ["", "", "", ""]
    if report.has_grade:
        late = late_in_words(report)
        points = [plain(report.score), plain(report.max_score), late, plain(report.final)]
    return [report.student, ids.get("name", ""), ids.get("email", ""), *points, file]


def _known(report: Report, roster: Roster | None) -> dict[str, str]:
    """Everything that is known of a student; `from`: the platform whose `number` it is."""
    known = dict(report.identity)
    if known.get("platform"):
        known["from"] = known["platform"]
    person = roster.find(report.student, report.identity) if roster is not None else None
    if person is not None and roster is not None:
        known = {**known, **{kind: text for kind, text in person.ids.items() if text}}
        known["from"] = roster.platform or known.get("from", "")
    return known


def _write_tree(target: Path, entries: Iterator[tuple[str, bytes]]) -> None:
    """The files below `target`, which is made anew: it holds nothing of an earlier run."""
    shutil.rmtree(target, ignore_errors=True)
    for name, data in entries:
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


PURPOSES = {
    "canvas": ("canvas.csv", "for Canvas: Gradebook, Import"),
    "moodle": ("moodle.csv", "for Moodle: Upload grading worksheet, or Grades, Import"),
    "gradescope": (
        "gradescope-scores.zip",
        "for Gradescope: an autograder that gives each submission its result",
    ),
    "nbgrader": ("", ""),
    "junit": ("junit.xml", "for CI: a test suite a student"),
}
"""By kind: the file, if it is one of ours, and what it is for."""
BY_NAME = "by-name.csv"
KINDS = (*PURPOSES, *FORMS)
FILES = (
    *(name for name, _ in PURPOSES.values() if name),
    *(BY_NAME, *(form.file for form in FORMS.values())),
)
"""What only `write_exports` writes: an override leaves it as it was."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to write. assignment: its name or number on the platform. paths: the hand-ins.

    title: the course's, for an assignment without a name of its own.
    """

    kinds: tuple[str, ...]
    title: str
    roster: Roster | None = None
    assignment: str | None = None
    paths: Sequence[Path] = ()


def wanted_kinds(asked: Sequence[str], roster: Roster | None) -> tuple[str, ...]:
    """The kinds asked for, and the one that the roster comes from."""
    by_roster = (roster.platform,) if roster is not None and roster.platform else ()
    return tuple(kind for kind in KINDS if kind in (*asked, *by_roster))


def check_exports(wanted: Wanted) -> None:
    """Raises `OutputError` for what can be known before anything is graded."""
    if "nbgrader" in wanted.kinds:
        if find_spec("nbgrader") is None:
            raise OutputError(NEEDED)
        gradebook_beside(wanted.paths)


def assignment_unused(wanted: Wanted) -> str:
    """Why naming the assignment has no effect; empty where it has one."""
    if not {"canvas", "nbgrader"} & set(wanted.kinds):
        return (
            "--assignment has no effect: it says which column of Canvas's gradebook (--roster) or "
            "which assignment of nbgrader's (--export nbgrader) is meant, and neither was given"
        )
    if wanted.roster is not None and wanted.roster.platform == "canvas" and wanted.assignment:
        known = canvas_columns(wanted.roster)
        if column_called(known, wanted.assignment) is None:
            some = ", ".join(head.strip() for head in known) or "none"
            return (
                f"--assignment {wanted.assignment!r} is no column of the gradebook (columns: "
                f"{some}), so canvas.csv has a new one"
            )
    return ""


def write_exports(out: Path, wanted: Wanted, reports: Iterable[Report]) -> list[str]:
    """Write canvas.csv, moodle.csv, junit.xml, ... into `out`, as asked; returns lines to tell.

    With a roster also by-name.csv: everybody on it, and what they handed in, if they did. Raises
    `OutputError`.
    """
    if not wanted.kinds and wanted.roster is None:
        return []
    in_order = sorted(reports, key=lambda report: report.student.casefold())
    lines = [line for kind in wanted.kinds for line in _written(kind, out, wanted, in_order)]
    if wanted.roster is not None:
        write_text(out / BY_NAME, by_name_csv(in_order, wanted.roster))
        lines.append(f"{out / BY_NAME}  one row for each on the roster")
    return lines


def _written(kind: str, out: Path, wanted: Wanted, reports: Sequence[Report]) -> list[str]:
    """Write one kind of export; lines to tell."""
    if kind in FORMS:
        return write_feedback(kind, out, reports, wanted.roster)
    if kind == "nbgrader":
        return write_points(gradebook_beside(wanted.paths), reports, wanted.assignment)
    (name, purpose), roster, notes = PURPOSES[kind], wanted.roster, tuple[str, ...]()
    if kind == "gradescope":
        notes = write_scores(out / name, reports, roster)
    elif kind == "junit":
        write_text(out / name, junit_xml(reports))
    else:
        title, named = wanted.assignment or wanted.title, wanted.assignment is not None
        canvas = kind == "canvas"
        made = canvas_csv(reports, title, roster, named) if canvas else moodle_csv(reports, roster)
        write_text(out / name, made.text)
        notes = made.notes
    return [f"{out / name}  {purpose}", *(f"  {name}: {note}" for note in notes)]
