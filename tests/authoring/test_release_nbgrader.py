"""nbgrader itself, from source notebook to grades: its own commands, in a course of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.authoring.release.nbgrader import nbgrader_text, write_nbgrader
from grader.course.course import default_course_dir, load_course
from grader.course.stubs import ReleaseError
from tests.support.paths import WITHOUT_IRI
from tests.support.warm import topograde as topograde_command

COURSE = load_course(default_course_dir())
KEPT = ("order-by-hand", "backward")
"""The exercises that the notebook keeps here: each costs a process a student."""
CLASS = ("ada", "bob", "cleo")
POINTS = {exercise.id: exercise.points for exercise in COURSE.exercises}
TOOLS = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
ENVIRONMENT = {
    **os.environ, "PATH": TOOLS, "PYTHONPATH": f"{COURSE.root}{os.pathsep}{WITHOUT_IRI}",
    "JUPYTER_PLATFORM_DIRS": "1",
}  # fmt: skip
"""nbgrader calls alembic by its name. Each of its commands imports nbformat."""


def nbgrader(folder: Path, *command: str, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *command], cwd=folder, capture_output=True, text=True,
        env=ENVIRONMENT, timeout=600,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def topograde(folder: Path, *command: str, code: int = 0) -> str:
    done = topograde_command(*command, cwd=folder, timeout=600)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def solved(book: str, *, wrong: bool = False) -> str:
    """The notebook with the kept exercises solved, `backward` wrongly if asked."""
    cells = json.loads(book)
    for cell in cells["cells"]:
        text = "".join(cell["source"])
        marked = re.match(r"# exercise: (\S+)\n", text)
        if cell["cell_type"] != "code" or not marked or "examples" in cell["id"]:
            continue
        exercise = COURSE.exercise(marked[1])
        answer = (COURSE.solutions_dir / exercise.file_name).read_text()
        answer = answer.partition("# ---- Examples")[0]
        if wrong:
            answer = answer.replace("self.grad = 1.0", "self.grad += 1.0").replace(
                "self.grad += other.data * out.grad", "self.grad = other.data * out.grad"
            )
        cell["source"] = f"# exercise: {exercise.id}\n{answer}"
    return json.dumps(cells)


def only_kept(book: str) -> str:
    cells = json.loads(book)
    others = tuple(f"{name}-" for name in POINTS if name not in KEPT)
    cells["cells"] = [
        cell for cell in cells["cells"]
        if cell["id"] not in POINTS.keys() - set(KEPT) and not cell["id"].startswith(others)
    ]  # fmt: skip
    return json.dumps(cells)


@pytest.fixture(scope="module")
def course_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course of nbgrader's with three students' work graded by nbgrader itself."""
    pytest.importorskip("nbgrader")
    folder = tmp_path_factory.mktemp("nbgrader")
    (folder / "nbgrader_config.py").write_text(
        "c = get_config()\n"
        "c.CourseDirectory.course_id = 'autograd'\n"
        f"c.Exchange.root = {str(folder / 'exchange')!r}\n"
        f"c.Exchange.cache = {str(folder / 'cache')!r}\n"
    )
    (folder / "exchange").mkdir(mode=0o777)
    (folder / "exchange").chmod(0o777)
    topograde(folder, "release", "nbgrader", "--assignment", "engine")
    source = folder / "source" / "engine" / "topograde.ipynb"
    source.write_text(only_kept(source.read_text()))
    nbgrader(folder, "generate_assignment", "engine")
    released = folder / "release" / "engine" / "topograde.ipynb"
    hand_ins = {
        "ada": solved(released.read_text()),
        "bob": released.read_text(),
        "cleo": solved(released.read_text(), wrong=True),
    }
    for student, text in hand_ins.items():
        place = folder / "submitted" / student / "engine"
        place.mkdir(parents=True)
        (place / "topograde.ipynb").write_text(text)
        (place / "timestamp.txt").write_text("2026-11-20 10:00:00.000000 UTC")
    nbgrader(folder, "autograde", "engine")
    return folder


def grades(folder: Path) -> dict[str, dict[str, float]]:
    """What nbgrader's gradebook holds, by nbgrader's own interface."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as book:
        found = book.assignment_submissions("engine")
        return {
            each.student.id: {
                "raw_score": each.score,
                "late_submission_penalty": each.late_submission_penalty,
                "max_score": each.max_score,
            }
            for each in found
        }


def test_the_notebook_has_a_cell_for_the_points_of_each_exercise() -> None:
    book = json.loads(nbgrader_text(COURSE))
    given = {
        cell["metadata"]["nbgrader"]["grade_id"]: cell["metadata"]["nbgrader"]["points"]
        for cell in book["cells"]
        if "nbgrader" in cell["metadata"]
    }
    assert given == {f"{name}-points": points for name, points in POINTS.items()}
    assert "BEGIN SOLUTION" not in json.dumps(book)


def test_without_nbgrader_a_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.authoring.release.nbgrader.find_spec", lambda name: None)
    with pytest.raises(ReleaseError, match=r"pip install 'topograde\[nbgrader\]'"):
        write_nbgrader(COURSE, tmp_path, "engine")


def test_nbgrader_gives_right_work_all_points_stubs_none_and_a_mistake_a_part(
    course_folder: Path,
) -> None:
    found = grades(course_folder)
    most = float(sum(POINTS[name] for name in KEPT))
    assert found["ada"]["raw_score"] == found["ada"]["max_score"] == most
    assert found["bob"]["raw_score"] == 0.0
    assert POINTS["order-by-hand"] < found["cleo"]["raw_score"] < most


def test_nbgrader_validates_right_work_and_not_a_stub(course_folder: Path) -> None:
    ada, bob = (f"submitted/{name}/engine/topograde.ipynb" for name in ("ada", "bob"))
    said = nbgrader(course_folder, "validate", ada, bob)
    assert said.count("Success") == said.count("VALIDATION FAILED") == 1
    assert said.index("Success") < said.index("VALIDATION FAILED")  # one after the other


def test_its_exchange_takes_the_assignment_to_a_student_and_back(course_folder: Path) -> None:
    nbgrader(course_folder, "release_assignment", "engine")
    home = course_folder / "student"
    home.mkdir()
    (home / "nbgrader_config.py").write_text((course_folder / "nbgrader_config.py").read_text())
    nbgrader(home, "fetch_assignment", "engine")
    work = home / "engine" / "topograde.ipynb"
    work.write_text(solved(work.read_text()))
    nbgrader(home, "submit", "engine")
    nbgrader(course_folder, "collect", "engine")
    (collected,) = (path for path in course_folder.glob("submitted/*") if path.name not in CLASS)
    assert (collected / "engine" / "topograde.ipynb").read_text() == work.read_text()
    nbgrader(course_folder, "generate_feedback", "engine", "--student", "ada")
    assert (course_folder / "feedback" / "ada" / "engine" / "topograde.html").is_file()


def test_the_points_of_grade_go_into_its_gradebook_and_stay_there(course_folder: Path) -> None:
    before = grades(course_folder)
    out = course_folder.parent / "results"
    said = topograde(
        course_folder, "grade", "submitted", "--out", str(out), "--export",
        "nbgrader,feedback-nbgrader", *(word for name in KEPT for word in ("--only", name)),
    )  # fmt: skip
    assert "written into nbgrader's gradebook" in said
    after = grades(course_folder)
    assert after["ada"] == before["ada"]
    assert after["bob"]["raw_score"] == 0.0
    page = out / "feedback-nbgrader" / "ada" / "engine" / "topograde.html"
    assert page.read_text().startswith("<!doctype html>")
    nbgrader(course_folder, "autograde", "engine", "--force", "--student", "cleo")
    assert grades(course_folder)["cleo"] == after["cleo"]


def test_without_a_gradebook_of_nbgraders_nothing_is_graded(tmp_path: Path) -> None:
    pytest.importorskip("nbgrader")
    (tmp_path / "submitted" / "ada" / "engine").mkdir(parents=True)
    (tmp_path / "submitted" / "ada" / "engine" / "04_backward.py").write_text("x = 1")
    said = topograde(tmp_path, "grade", "submitted", "--out", "out", "--export", "nbgrader", code=2)
    assert "no gradebook.db was found in" in said
    assert not (tmp_path / "out").exists()
