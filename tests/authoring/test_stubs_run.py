"""Every stub and every solution of the built-in course, run as a student would run it."""

import subprocess
import sys
from pathlib import Path

import pytest

from grader.course.course import Exercise, default_course_dir, load_course

COURSE = load_course(default_course_dir())
UNFINISHED = ("not yet", "TODO", "still", "Traceback")

each_exercise = pytest.mark.parametrize(
    "exercise", COURSE.exercises, ids=lambda exercise: exercise.id
)


def run(file: Path, *options: str) -> str:
    """What the file prints; it must end well and leave nothing on stderr."""
    command = [sys.executable, *options, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@each_exercise
def test_a_stub_runs_and_says_what_is_still_to_do(exercise: Exercise) -> None:
    """With the standard library only."""
    printed = run(COURSE.stubs_dir / exercise.file_name, "-I", "-S")
    assert "There is still something to do" in printed
    assert f"topograde hint {exercise.id}" in printed
    assert max(map(len, printed.splitlines())) <= 80
    assert "expected" in printed
    assert "found" in printed or "TODO: " in printed
    assert "Traceback" not in printed


@each_exercise
def test_a_solution_agrees_with_all_of_its_examples(exercise: Exercise) -> None:
    printed = run(COURSE.solutions_dir / exercise.file_name)
    assert f"topograde check {exercise.id}" in printed
    assert "right" in printed
    assert max(map(len, printed.splitlines())) <= 80
    assert [word for word in UNFINISHED if word in printed] == []
    if exercise.exam:  # PyTorch is installed here
        (line,) = [line for line in printed.splitlines() if "PyTorch" in line]
        assert line.startswith("  right ")


def test_the_exam_says_so_where_pytorch_is_missing() -> None:
    printed = run(COURSE.solutions_dir / COURSE.exercise("engine").file_name, "-I", "-S")
    assert "PyTorch is not installed here" in printed
    assert "All examples agree" in printed


@each_exercise
def test_a_stub_speaks_of_inputs_and_consumers_only(exercise: Exercise) -> None:
    text = (COURSE.stubs_dir / exercise.file_name).read_text("utf-8").lower()
    assert "parent" not in text
    assert "child" not in text
