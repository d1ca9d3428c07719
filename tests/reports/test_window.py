"""What a student reads of a wrong hand-in fits a window of 80 columns and 24 rows.

`python -m tests.reports.test_window` measures every wrong hand-in of the strangers' exercises.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from rich.text import Text

from grader.cli.commands.check import screen, view_of
from grader.course.course import Course, default_course_dir, load_course
from grader.grading.own_work import OwnWork
from grader.reports.student_view import _end_of_code
from grader.reports.words import folded
from tests.support.paths import DATA

WIDTH, ROWS = 80, 24
WRONG = sorted((DATA / "strangers").glob("*/exercises/wrong/*.py"))
SAMPLE = [p for p in WRONG if p.parts[-4] == "w" and p.stem.endswith("_2")][1::2]
"""One hand-in of every second exercise: all of them take minutes."""


def rows_of(lines: Sequence[str]) -> int:
    """How many rows a terminal takes for them."""
    return sum(max(1, -(-len(line) // WIDTH)) for line in lines)


def heights(paths: Sequence[Path], course: Course) -> Iterator[tuple[str, int]]:
    """By hand-in the rows of its screen, with the one that the prompt takes."""
    for path in paths:
        with tempfile.TemporaryDirectory() as folder:
            name = re.sub(r"_\d+\.py$", ".py", path.name)
            exercise = next(e.id for e in course.exercises if e.file_name == name)
            shutil.copy(path, Path(folder) / name)
            with OwnWork(course, Path(folder)) as own:
                view = view_of(own, *own.check([exercise]), [exercise])
                lines = [line.plain for line in screen(own, view)]
        yield f"{path.parts[-4]}/{path.stem}", rows_of(lines) + 1


def test_a_red_screen_fits_the_window(course: Course) -> None:
    assert len(SAMPLE) >= 6
    assert {n: rows for n, rows in heights(SAMPLE, course) if rows > ROWS} == {}


@pytest.mark.parametrize("width", [30, 76])
def test_a_long_call_goes_on_in_the_next_row_and_is_still_python(width: int) -> None:
    names = ", ".join(f"{name}.inputs" for name in "abcdefgh")
    program = f"a = Value(-2.0)\nfor _ in range(2):\n    print({names})"
    rows = folded(program, width)
    assert all(len(row) <= width for row in rows)
    assert len(rows) > 3
    compile("\n".join(rows), "listing", "exec")
    assert " ".join("\n".join(rows).split()) == " ".join(program.split())


def test_a_table_below_a_program_is_left_out_as_a_whole() -> None:
    program = ["    a = 1  # made", "    print(a)", "    # yours   right", "    # [*1]    [2]"]
    assert _end_of_code([Text(row) for row in program]) == 2
    assert _end_of_code([Text(row) for row in program[:2]]) == 2


if __name__ == "__main__":
    long = 0
    for what, rows in heights(WRONG, load_course(default_course_dir())):
        long += rows > ROWS
        if rows > ROWS:
            print(f"{what}: {rows} rows")
    sys.exit(f"{long} of {len(WRONG)} are longer than {ROWS} rows" if long else 0)
