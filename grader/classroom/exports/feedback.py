"""Each student's page in the form in which a platform takes it back, or a mail merge sends it.

A form says what a student's page is called: for Moodle ("Upload multiple feedback files in a
zip"), for Canvas ("Re-Upload Submissions"), in nbgrader's `feedback/` tree, in a folder for each
student. What each form was built from is cited in docs/platforms.md. Students whom a platform
cannot be told about are named; their pages stay among the results.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from grader.classroom.output_files import OutputError, write_text, write_zip
from grader.judging.report import Report
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
