"""`topograde release nbgrader`: a source notebook whose cells nbgrader gives points for.

It is the students' notebook with one more cell an exercise, `points("backward")`, whose value is
what nbgrader counts. The cells to write in hold the stubs and are nobody's solution cells: nbgrader
would put its own text in the place of the tasks and of the lines that are given.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from grader.authoring.release.notebook import code_cell, notebook_text
from grader.authoring.release.package import write_files
from grader.course.course import Course, Exercise
from grader.course.stub_parts import CHECK_TAG, NOTEBOOK
from grader.course.stubs import ReleaseError, stub_of

SCHEMA = 3
"""The version of nbgrader's cell metadata: nbgrader/nbgraderformat/v3.py of 0.9."""


NEEDED = (
    "`topograde release nbgrader` needs nbgrader, which is not installed: "
    "pip install 'topograde[nbgrader]', or in your checkout, pip install -e '.[nbgrader]'."
)
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]*")
"""What nbgrader takes for an assignment's name, without the plus sign that it refuses."""


def write_nbgrader(course: Course, out: Path, assignment: str) -> Path:
    """Write `source/ASSIGNMENT/topograde.ipynb` into nbgrader's course folder `out`.

    Raises `ReleaseError`, also where the notebook is there already.
    """
    if find_spec("nbgrader") is None:
        raise ReleaseError(NEEDED)
    if not NAME.fullmatch(assignment):
        raise ReleaseError(
            f"--assignment {assignment!r}: use letters, digits, spaces and . _ - in its name."
        )
    target = out / "source" / assignment / NOTEBOOK
    if target.exists():
        raise ReleaseError(f"{target} is there already: remove it, or name another --assignment.")
    write_files(target.parent, {NOTEBOOK: nbgrader_text(course).encode()})
    return target


def nbgrader_text(course: Course) -> str:
    """The notebook as JSON."""
    stubs = {exercise: stub_of(course, exercise) for exercise in course.exercises}
    return notebook_text(course, stubs, points_cell)


def points_cell(exercise: Exercise) -> dict[str, Any]:
    """The cell whose value nbgrader counts."""
    name = f"{exercise.id}-points"  # what nbgrader calls it
    source = (
        f"# Its value is what nbgrader counts: up to {exercise.points} points. Leave it as it is.\n"
        f'from grader.notebook import points\n\npoints("{exercise.id}")'
    )
    nbgrader = {
        "schema_version": SCHEMA,
        "cell_type": "code",
        "grade": True,
        "grade_id": name,
        "locked": True,
        "points": exercise.points,
        "solution": False,
        "task": False,
    }
    return code_cell(name, source, CHECK_TAG, nbgrader=nbgrader)
