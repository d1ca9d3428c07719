"""A folder is handed in as it is: with stubs and the notebook, of which one has the answers."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import hand_ins
import pytest

from grader.course import Course
from grader.submission import Submission, read_submission, read_work

EXERCISE = "backward"


@pytest.fixture
def folder(course: Course, tmp_path: Path) -> Path:
    """The exercises as they were handed out."""
    return Path(shutil.copytree(course.stubs_dir, tmp_path / "ada"))


def solve_file(folder: Path, course: Course) -> None:
    text = hand_ins.solution(EXERCISE, course)
    (folder / hand_ins.exercise_of(course, EXERCISE).file_name).write_text(text)


def edit_notebook(folder: Path, code: str) -> None:
    path = folder / "topograde.ipynb"
    book: dict[str, Any] = json.loads(path.read_text("utf-8"))
    for cell in book["cells"]:
        if EXERCISE in cell["metadata"].get("tags", ()):
            cell["source"] = f"# exercise: {EXERCISE}\n{code}"
    path.write_text(json.dumps(book), encoding="utf-8")


def name_of(submission: Submission) -> str:
    return submission.sources[EXERCISE].name


def test_a_file_counts_beside_an_unchanged_notebook(folder: Path, course: Course) -> None:
    solve_file(folder, course)
    submission = read_submission(folder, course)
    assert submission.faults == ()
    assert name_of(submission) == "04_backward.py"


def test_a_notebook_counts_beside_unchanged_stubs(folder: Path, course: Course) -> None:
    edit_notebook(folder, "class Value: ...")
    submission = read_submission(folder, course)
    assert submission.faults == ()
    assert name_of(submission) == "topograde.ipynb"
    assert submission.sources["engine"].name == "13_engine.py"


def test_a_saved_notebook_with_outputs_is_still_unchanged(folder: Path, course: Course) -> None:
    solve_file(folder, course)
    path = folder / "topograde.ipynb"
    book = json.loads(path.read_text("utf-8"))
    for number, cell in enumerate(book["cells"]):
        if cell["cell_type"] == "code":
            cell["execution_count"] = number
            cell["source"] = "".join(cell["source"])
    path.write_text(json.dumps(book), encoding="utf-8")
    submission = read_submission(folder, course)
    assert submission.faults == ()
    assert name_of(submission) == "04_backward.py"


def test_nothing_changed_is_a_stub(folder: Path, course: Course) -> None:
    submission = read_submission(folder, course)
    assert submission.faults == ()
    assert len(submission.sources) == len(course.exercises)


def test_an_answer_in_each_is_two_answers(folder: Path, course: Course) -> None:
    solve_file(folder, course)
    edit_notebook(folder, "class Value: ...")
    submission = read_submission(folder, course)
    (fault,) = submission.faults
    assert "one file for the exercise backward was expected, found 2" in fault.sentence
    assert name_of(read_work(folder, course)) == "04_backward.py"  # one's own work: the file


def test_a_student_who_works_in_the_notebook_checks_the_notebook(
    folder: Path, course: Course
) -> None:
    edit_notebook(folder, "class Value: ...")
    assert name_of(read_work(folder, course)) == "topograde.ipynb"


def test_a_course_without_a_notebook_reads_one(
    folder: Path, course: Course, tmp_path: Path
) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(course.stubs_dir, bare / "exercises")
    (bare / "exercises" / "topograde.ipynb").unlink()
    solve_file(folder, course)
    submission = read_submission(folder, replace(course, root=bare))
    assert any("found 2" in fault.sentence for fault in submission.faults)
