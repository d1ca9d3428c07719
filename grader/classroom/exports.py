"""Files for others, made from the reports at the end of a run: learning platforms, CI.

`write_exports` writes what was asked for; a roster of a platform's own asks for that platform's.
What writes a file is imported when the file is asked for: most runs want none.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from grader.classroom.output_files import OutputError, as_json, write_text
from grader.course.course import Course
from grader.judging.report import Report
from grader.submissions.roster import Roster
from grader.submissions.sources.unchanged import is_untouched, stub_text
from grader.submissions.submission import Submission

if TYPE_CHECKING:
    from grader.reports.platforms.github import Answer

KINDS = ("canvas", "moodle", "junit")
_FOR = {
    "canvas": "for Canvas: Gradebook, Import",
    "moodle": "for Moodle: Upload grading worksheet, or Grades, Import",
    "junit": "for CI: a test suite a student",
}
FILES = ("canvas.csv", "moodle.csv", "junit.xml", "by-name.csv")
"""What only `write_exports` writes: an override leaves it as it was."""


def wanted_kinds(asked: Sequence[str], roster: Roster | None) -> tuple[str, ...]:
    """The kinds asked for, and the one that the roster comes from."""
    by_roster = (roster.platform,) if roster is not None and roster.platform else ()
    return tuple(kind for kind in KINDS if kind in (*asked, *by_roster))


def write_exports(
    out: Path,
    kinds: Sequence[str],
    reports: Iterable[Report],
    course: Course,
    roster: Roster | None = None,
    assignment: str | None = None,
) -> list[str]:
    """Write canvas.csv, moodle.csv, junit.xml into `out`, as asked; returns lines to tell.

    With a roster also by-name.csv: everybody on it, and what they handed in, if they did.

    assignment: name or number of Canvas's column. Raises `OutputError`.
    """
    if not kinds and roster is None:
        return []
    from grader.reports.platforms.lms import Export, by_name_csv, canvas_csv, moodle_csv

    reports = sorted(reports, key=lambda report: report.student.casefold())
    lines = []
    for kind in kinds:
        if kind == "junit":
            from grader.reports.platforms.junit import junit_xml

            made = {"junit.xml": Export(junit_xml(reports))}
        elif kind == "moodle":
            made = {"moodle.csv": moodle_csv(reports, roster)}
        else:
            made = {"canvas.csv": canvas_csv(reports, assignment or course.title, roster)}
        for name, export in made.items():
            write_text(out / name, export.text)
            lines.append(f"{out / name}  {_FOR[kind]}")
            lines += [f"  {name}: {note}" for note in export.notes]
    if roster is not None:
        write_text(out / "by-name.csv", by_name_csv(reports, roster))
        lines.append(f"{out / 'by-name.csv'}  one row for each on the roster")
    return lines


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
    out: Path, reports: Sequence[Report], answers: Mapping[str, Mapping[str, Answer]]
) -> list[str]:
    """Annotations to print; the summary and the step's `result` go where GitHub wants them.

    answers: `answers_of` the hand-ins. `github-classroom.json` in `out` is the result. Raises
    `OutputError`.
    """
    from grader.reports.platforms.github import annotated, classroom, encoded, summary

    result = classroom(reports, answers)
    write_text(out / "github-classroom.json", as_json(result))
    _append("GITHUB_STEP_SUMMARY", summary(reports, answers))
    _append("GITHUB_OUTPUT", f"result={encoded(result)}\n")
    return [
        line for report in reports for line in annotated(report, answers.get(report.student, {}))
    ]


def answers_of(
    submissions: Sequence[Submission], course: Course
) -> dict[str, Mapping[str, Answer]]:
    """The files of each hand-in by student and exercise, with their paths in the repository."""
    stubs = {e.id: stub_text(course.stubs_dir / e.file_name) for e in course.exercises}
    return {submission.student: _answers(submission, stubs) for submission in submissions}


def _append(variable: str, text: str) -> None:
    path = os.environ.get(variable)
    if not path:
        return
    try:
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError as error:
        raise OutputError(f"{path} (${variable}) cannot be written: {error.strerror}") from error


def _answers(submission: Submission, stubs: Mapping[str, str]) -> Mapping[str, Answer]:
    from grader.reports.platforms.github import Answer

    workspace = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd()).resolve()
    home = submission.path.resolve()
    if home.is_file():
        home = home.parent
    answers = {}
    for exercise, source in submission.sources.items():
        path, name, folder = home / source.name, "", ""
        if path.is_relative_to(workspace):
            name = path.relative_to(workspace).as_posix()
            folder = f"{home.relative_to(workspace).as_posix()}/".removeprefix("./")
        text = None if source.is_notebook else source.cells[0]
        is_stub = is_untouched(source.cells, stubs[exercise], exercise)
        answers[exercise] = Answer(name, folder, text, is_stub)
    return answers
