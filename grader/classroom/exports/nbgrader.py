"""Points into nbgrader's own gradebook: `topograde grade submitted/ --export nbgrader`.

They are written as a grader's points, which nbgrader counts instead of what its cells gave, and
keeps when it grades again. What being late costs goes where nbgrader keeps it, beside the points.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from grader.classroom.output_files import OutputError
from grader.judging.report import Report
from grader.reports.tables import without_grade
from grader.text import counted

FILE = "gradebook.db"
SUFFIX = "-points"
NEEDED = (
    "--export nbgrader needs nbgrader, which is not installed: "
    "pip install 'topograde[nbgrader]', or in your checkout, pip install -e '.[nbgrader]'"
)


def gradebook_beside(paths: Sequence[Path]) -> Path:
    """nbgrader's gradebook beside the `submitted` folder that was graded. Raises `OutputError`."""
    places = [folder for path in paths for folder in (path.resolve(), path.resolve().parent)]
    for folder in places:
        if (folder / FILE).is_file():
            return folder / FILE
    looked = ", ".join(dict.fromkeys(map(str, places)))
    raise OutputError(
        f"--export nbgrader: no {FILE} was found in {looked}. Grade the submitted folder where it "
        "lies in nbgrader's course, after nbgrader generate_assignment."
    )


def write_points(
    database: Path, reports: Iterable[Report], assignment: str | None = None
) -> list[str]:
    """Write the points of each report; returns lines to tell. Raises `OutputError`."""
    try:
        from nbgrader.api import Gradebook
    except ImportError as error:
        raise OutputError(NEEDED) from error
    from sqlalchemy.exc import SQLAlchemyError

    try:
        with Gradebook(f"sqlite:///{database}", _course_in(database)) as book:
            return list(_written(book, reports, assignment))
    except SQLAlchemyError as error:
        raise OutputError(f"{database} cannot be read as nbgrader's gradebook: {error}") from error


def _course_in(database: Path) -> str:
    """What nbgrader calls the course; its gradebook would make another one otherwise."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(database))}?mode=ro", uri=True)) as book:
            row = book.execute("SELECT course_id FROM assignment LIMIT 1").fetchone()
    except sqlite3.Error as error:
        raise OutputError(f"{database} is no gradebook of nbgrader's: {error}.") from error
    return str(row[0]) if row else ""


def _written(book: Any, reports: Iterable[Report], assignment: str | None) -> Iterator[str]:
    """Write everything; yields a line on each student whose points were not written."""
    name, notebook, most = _place(book, assignment)
    count = 0
    for report in reports:
        if not report.has_grade:
            yield f"  {without_grade(report)}: no points were written"
            continue
        book.update_or_create_student(report.student)
        book.update_or_create_submission(name, report.student)
        for exercise in report.exercises:
            cell = f"{exercise.id}{SUFFIX}"
            if cell not in most:
                continue
            grade = book.find_grade(cell, notebook, name, report.student)
            grade.manual_score = min(exercise.score, most[cell])
            grade.needs_manual_grade = False
        handed_in = book.find_submission_notebook(notebook, name, report.student)
        handed_in.late_submission_penalty = report.score - report.final
        count += 1
    book.db.commit()
    yield f"{name}: points of {counted(count, 'student')} written into nbgrader's gradebook"


def _place(book: Any, assignment: str | None) -> tuple[str, str, dict[str, float]]:
    """The assignment and notebook with our cells, and the points of each. Raises `OutputError`."""
    found = []
    for each in book.assignments:
        for notebook in each.notebooks:
            cells = {cell.name: float(cell.max_score) for cell in notebook.grade_cells}
            ours = {name: most for name, most in cells.items() if name.endswith(SUFFIX)}
            if ours and assignment in (None, each.name):
                found.append((each.name, notebook.name, ours))
    if len(found) == 1:
        return found[0]
    names = ", ".join(sorted({each.name for each in book.assignments})) or "none"
    if not found:
        raise OutputError(
            "--export nbgrader: no assignment in nbgrader's gradebook has cells of `topograde "
            f"release nbgrader` (assignments: {names}): run nbgrader generate_assignment first."
        )
    raise OutputError(
        f"--export nbgrader: several assignments have cells of `topograde release nbgrader` "
        f"({', '.join(sorted({each[0] for each in found}))}): name one by --assignment."
    )
