"""A folder is handed in as it is: with stubs and the notebook, of which one has the answers."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.authoring.release.github import write_github
from grader.course.course import Course
from grader.submissions.sources.unchanged import nothing_done
from grader.submissions.submission import Submission, read_submission, read_work
from tests.support import hand_ins

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


def test_a_notebook_counts_beside_unchanged_stubs(folder: Path, course: Course) -> None:
    edit_notebook(folder, "class Value: ...")
    submission = read_submission(folder, course)
    assert submission.faults == ()
    assert name_of(submission) == "topograde.ipynb"
    assert submission.sources["engine"].name == "13_engine.py"
    assert name_of(read_work(folder, course)) == "topograde.ipynb"


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


OTHER_WORDS = {"contributions": "shares", "TODO: ": "TODO: please, ", "# ----": "# -----"}


def reworded(text: str) -> str:
    """The same stub in an edition with other words: docstrings, comments, what an error says."""
    for old, new in OTHER_WORDS.items():
        text = text.replace(old, new)
    return text


def test_a_stub_of_another_edition_is_a_stub(folder: Path, course: Course) -> None:
    for path in [*folder.glob("*.py"), folder / "topograde.ipynb"]:
        text = path.read_text("utf-8")
        assert text != reworded(text)
        path.write_text(reworded(text), encoding="utf-8")
    untouched = read_submission(folder, course)
    assert untouched.faults == ()
    assert len(untouched.sources) == len(course.exercises)
    for exercise in course.exercises:
        stub = course.stub(exercise).strip()
        source = untouched.sources[exercise.id]
        assert nothing_done(source.cells, stub, exercise.id), exercise.id
    solve_file(folder, course)
    submission = read_submission(folder, course)
    assert submission.faults == ()
    assert name_of(submission) == "04_backward.py"


def test_an_answer_in_each_is_two_answers(folder: Path, course: Course) -> None:
    solve_file(folder, course)
    edit_notebook(folder, "class Value: ...")
    submission = read_submission(folder, course)
    (fault,) = submission.faults
    assert "2 files answer the exercise backward, so none was graded" in fault.sentence
    assert name_of(read_work(folder, course)) == "04_backward.py"  # one's own work: the file


def test_an_untouched_notebook_is_told_by_the_stub_where_the_course_has_none(
    folder: Path, course: Course, tmp_path: Path
) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(course.stubs_dir, bare / "exercises")
    (bare / "exercises" / "topograde.ipynb").unlink()
    solve_file(folder, course)
    submission = read_submission(folder, replace(course, root=bare))
    assert submission.faults == ()
    assert name_of(submission) == "04_backward.py"


def as_notebook(code: str) -> str:
    cell = {"cell_type": "code", "source": code, "metadata": {}, "outputs": []}
    return json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [cell]})


@pytest.mark.parametrize("name", ["answer.ipynb", "my_autograd.py"])
def test_an_unchanged_stub_gives_way_to_a_file_that_defines_its_name(
    folder: Path, course: Course, name: str
) -> None:
    text = hand_ins.solution("engine", course)
    (folder / name).write_text(as_notebook(text) if name.endswith(".ipynb") else text)
    submission = read_submission(folder, course)
    assert submission.faults == ()
    source = submission.sources["engine"]
    assert source.name == name
    assert "in place of the unchanged 13_engine.py and topograde.ipynb" in source.notices[0]
    assert name_of(submission) == "04_backward.py"  # the other stubs keep their names


def test_a_script_that_shares_no_name_with_the_stub_is_not_taken_in_its_place(
    folder: Path, course: Course
) -> None:
    (folder / "plot.py").write_text("def picture(points): ...\n\n\ndef main(): ...\n")
    source = read_work(folder, course, "backward").sources["backward"]
    assert source.name == "04_backward.py"
    assert source.notices == ()
    (folder / "plot.py").write_text("class Value: ...\n")
    assert read_work(folder, course, "backward").sources["backward"].name == "plot.py"


def test_two_files_that_could_be_the_answer_are_both_named(folder: Path, course: Course) -> None:
    shutil.copy(folder / "04_backward.py", folder / "old_version.py")  # a stub is nobody's answer
    (folder / "answer.ipynb").write_text(as_notebook("class Value: ..."))
    (folder / "draft.py").write_text("class Value: pass\n")
    submission = read_submission(folder, course)
    (fault,) = submission.faults
    assert fault.where == "answer.ipynb and draft.py"
    assert "none of them was taken. Put the one that counts into 13_engine.py" in fault.sentence
    assert submission.sources["engine"].name == "13_engine.py"


def test_a_file_beside_an_answer_is_called_what_it_is(folder: Path, course: Course) -> None:
    (folder / "13_engine.py").write_text(hand_ins.solution("engine", course))
    (folder / "answer.ipynb").write_text(as_notebook("class Value: ..."))
    (folder / "plot.ipynb").write_text(as_notebook("print(1)"))
    submission = read_submission(folder, course)
    said = {fault.where: fault.sentence for fault in submission.faults}
    assert set(said) == {"answer.ipynb", "plot.ipynb"}
    assert "it defines Value, but 13_engine.py" in said["answer.ipynb"]
    assert "defines none" not in said["answer.ipynb"]
    assert "defines none" in said["plot.ipynb"]
    assert submission.sources["engine"].name == "13_engine.py"


@pytest.mark.parametrize("broken", ["damaged", "too large"])
def test_no_stub_takes_the_place_of_a_file_that_cannot_be_read(
    folder: Path, course: Course, broken: str
) -> None:
    if broken == "damaged":
        (folder / "13_engine.py").write_bytes(bytes(range(256)) * 9)
    else:
        with open(folder / "13_engine.py", "wb") as file:
            file.truncate(20_000_000)
    submission = read_submission(folder, course)
    (fault,) = submission.faults
    assert fault.where == "13_engine.py"
    assert "engine" not in submission.sources
    assert len(submission.sources) == len(course.exercises) - 1
    (folder / "answer.py").write_text(hand_ins.solution("engine", course))
    submission = read_submission(folder, course)
    assert submission.sources["engine"].name == "answer.py"
    assert submission.faults == (fault,)


def test_what_a_kit_or_a_clone_holds_beside_the_exercises_is_no_answer(
    course: Course, tmp_path: Path
) -> None:
    clone = tmp_path / "engine-submissions" / "engine-ada"
    source = "git+https://github.com/you/topograde@v1.0.0"
    write_github(course, clone, source, 100)
    (clone / "exercises/13_engine.py").write_text(hand_ins.solution("engine", course))
    submission = read_submission(clone, course)
    assert submission.faults == ()
    assert [source.name for source in submission.sources.values()] == [
        f"exercises/{exercise.file_name}" for exercise in course.exercises
    ]
    siblings = {name for source in submission.sources.values() for name, _ in source.siblings}
    assert not {name for name in siblings if name.startswith("grader/")}
