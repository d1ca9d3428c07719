"""Files for others, made from the reports at the end of a run: learning platforms, CI.

`write_exports` writes what was asked for; a roster of a platform's own asks for that platform's.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from grader.classroom import OutputError, as_json, write_text
from grader.course import Course
from grader.report import Report
from grader.reports.github import Answer, annotated, classroom, encoded, summary
from grader.reports.junit import junit_xml
from grader.reports.lms import Export, canvas_csv, missing_csv, moodle_csv
from grader.roster import Person, Roster
from grader.submission import Submission

KINDS = ("canvas", "moodle", "junit")


def wanted_kinds(asked: Sequence[str], roster: Roster | None) -> tuple[str, ...]:
    """The kinds asked for, and the one that the roster comes from."""
    by_roster = (roster.platform,) if roster is not None and roster.platform else ()
    return tuple(kind for kind in KINDS if kind in (*asked, *by_roster))


def write_exports(
    out: Path,
    kinds: Sequence[str],
    reports: Sequence[Report],
    course: Course,
    roster: Roster | None = None,
    assignment: str | None = None,
) -> list[str]:
    """Write canvas.csv, moodle.csv, junit.xml into `out`, as asked; returns lines to tell.

    assignment: name or number of Canvas's column. Raises `OutputError`.
    """
    reports = sorted(reports, key=lambda report: report.student.casefold())
    lines = []
    for kind in kinds:
        if kind == "junit":
            made = {"junit.xml": Export(junit_xml(reports))}
        elif kind == "moodle":
            made = {"moodle.csv": moodle_csv(reports, roster)}
        else:
            made = {"canvas.csv": canvas_csv(reports, assignment or course.title, roster)}
        for name, export in made.items():
            write_text(out / name, export.text)
            lines.append(f"{out / name}")
            lines += [f"  {name}: {note}" for note in export.notes]
    return lines


def write_missing(out: Path, missing: Sequence[Person]) -> Path:
    """Write not-handed-in.csv, a line for each who is on the roster and handed nothing in."""
    path = out / "not-handed-in.csv"
    write_text(path, missing_csv(missing))
    return path


def on_github(asked: bool) -> bool:
    """Whether this run tells GitHub: because it was asked to, or because GitHub runs it."""
    return asked or os.environ.get("GITHUB_ACTIONS") == "true"


@contextmanager
def commands_stopped(active: bool) -> Iterator[None]:
    """Keep GitHub from taking what is printed here for commands: ids are students' texts."""
    if not active:
        yield
        return
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}", flush=True)
    try:
        yield
    finally:
        print(f"::{token}::", flush=True)


def tell_github(
    out: Path, reports: Sequence[Report], submissions: Sequence[Submission]
) -> list[str]:
    """Annotations to print; the summary and the step's `result` go where GitHub wants them.

    `github-classroom.json` in `out` is that result. Raises `OutputError`.
    """
    result = classroom(reports)
    write_text(out / "github-classroom.json", as_json(result))
    _append("GITHUB_STEP_SUMMARY", summary(reports))
    _append("GITHUB_OUTPUT", f"result={encoded(result)}\n")
    by_student = {submission.student: submission for submission in submissions}
    return [
        line
        for report in reports
        for line in annotated(report, _answers(by_student.get(report.student)))
    ]


def _append(variable: str, text: str) -> None:
    path = os.environ.get(variable)
    if not path:
        return
    try:
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError as error:
        raise OutputError(f"{path} (${variable}) cannot be written: {error.strerror}") from error


def _answers(submission: Submission | None) -> Mapping[str, Answer]:
    """The files of a hand-in by exercise, with their paths in the repository."""
    if submission is None:
        return {}
    workspace = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd()).resolve()
    home = submission.path.resolve()
    if home.is_file():
        home = home.parent
    answers = {}
    for exercise, source in submission.sources.items():
        path = home / source.name
        if not path.is_relative_to(workspace):
            continue
        name = path.relative_to(workspace).as_posix()
        folder = f"{home.relative_to(workspace).as_posix()}/".removeprefix("./")
        text = None if source.is_notebook else source.cells[0]
        answers[exercise] = Answer(name, folder, text)
    return answers
