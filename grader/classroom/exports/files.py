"""Files for others, made from the reports at the end of a run: learning platforms, CI.

`write_exports` writes what was asked for; a roster of a platform's own asks for that platform's.
What writes a file is imported when the file is asked for: most runs want none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from grader.classroom.exports.feedback import FORMS, write_feedback
from grader.classroom.output_files import OutputError, write_text
from grader.judging.report import Report
from grader.submissions.roster import Roster

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
        from grader.classroom.exports.nbgrader import NEEDED, gradebook_beside

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
        from grader.reports.platforms.lms import canvas_columns, column_called

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
        from grader.reports.platforms.lms import by_name_csv

        write_text(out / BY_NAME, by_name_csv(in_order, wanted.roster))
        lines.append(f"{out / BY_NAME}  one row for each on the roster")
    return lines


def _written(kind: str, out: Path, wanted: Wanted, reports: Sequence[Report]) -> list[str]:
    """Write one kind of export; lines to tell."""
    if kind in FORMS:
        return write_feedback(kind, out, reports, wanted.roster)
    if kind == "nbgrader":
        from grader.classroom.exports.nbgrader import gradebook_beside, write_points

        return write_points(gradebook_beside(wanted.paths), reports, wanted.assignment)
    (name, purpose), roster, notes = PURPOSES[kind], wanted.roster, tuple[str, ...]()
    if kind == "gradescope":
        from grader.classroom.exports.gradescope import write_scores

        notes = write_scores(out / name, reports, roster)
    elif kind == "junit":
        from grader.reports.platforms.junit import junit_xml

        write_text(out / name, junit_xml(reports))
    else:
        from grader.reports.platforms.lms import canvas_csv, moodle_csv

        title, named = wanted.assignment or wanted.title, wanted.assignment is not None
        canvas = kind == "canvas"
        made = canvas_csv(reports, title, roster, named) if canvas else moodle_csv(reports, roster)
        write_text(out / name, made.text)
        notes = made.notes
    return [f"{out / name}  {purpose}", *(f"  {name}: {note}" for note in notes)]
