"""A course whose checks ask for tasks only: no number is compared with PyTorch's, none recorded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.authoring.release.student_kit import answer_files
from grader.course.course import Course, load_course
from grader.course.stubs import ReleaseError
from tests.support.class_runs import run
from tests.support.paths import TINY


def course_of(folder: Path, name: str, **replaced: str) -> Course:
    """The exercise of that id of the tiny course, as a course."""
    shutil.copytree(TINY, folder)
    shutil.rmtree(folder / "solutions" / "_recorded", ignore_errors=True)
    toml = folder / "exercises" / "course.toml"
    head, *exercises = toml.read_text().split("[[exercise]]\n")
    (text,) = (text for text in exercises if f'id = "{name}"' in text)
    kept = "\n".join(line for line in text.splitlines() if not line.startswith("after"))
    toml.write_text(f"{head}[[exercise]]\n{kept}\n")
    (folder / "exercises" / "topograde.ipynb").unlink()
    for path in [*folder.glob("*/0*.py"), *folder.glob("solutions/checks/*.py")]:
        if not path.stem.endswith(name):
            path.unlink()
        elif path.parent.name != "checks":
            path.rename(path.with_name(f"01_{name}.py"))
    return load_course(folder)


def test_a_course_of_tasks_only_is_recorded_and_released(tmp_path: Path) -> None:
    folder = tmp_path / "tasks"
    course_of(folder, "constant")
    for command in ("stubs", "answers", "student"):
        out = ("--out", tmp_path / "kit") if command == "student" else ()
        code, said = run("release", command, *out, "--course", folder)
        assert code == 0, said
    kit = tmp_path / "kit" / "topograde-student"
    shutil.copy(folder / "solutions" / "01_constant.py", kit / "exercises")
    done = subprocess.run(
        [sys.executable, "-m", "grader", "check"], cwd=kit, capture_output=True, text=True,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "A tiny course. passed: 1." in done.stdout


def test_a_course_with_numbers_to_compare_is_not_released_without_them(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="release answers"):
        answer_files(course_of(tmp_path / "numbers", "doubling"))
