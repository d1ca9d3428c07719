"""In a folder `stretch` every command of a student's is about the exercises after the exam."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.course import STRETCH, course_for, default_course_dir, load_course
from grader.grading.own_work import OwnWork
from tests.support.hand_ins import patched
from tests.support.paths import ROOT

AFTER = ROOT / "solutions" / STRETCH


def test_the_folder_says_which_course_is_meant(tmp_path: Path) -> None:
    folder = tmp_path / STRETCH
    folder.mkdir()
    file = folder / "02_moons.py"
    file.write_text("")
    assert course_for(folder) == AFTER
    assert course_for(tmp_path, [str(file)]) == AFTER
    assert course_for(tmp_path) == course_for(tmp_path, ["moons"]) == default_course_dir()
    assert course_for(folder, ["neuron"]) == AFTER


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("parameter.data -= rate", "parameter.data += rate", "as far as it should, but uphill"),
        ("        zero_grad(loss)\n", "", "Your first step is right and the second is not."),
        ("parameter.data -= rate", "parameter.grad -= rate", "No parameter has moved."),
    ],
)
def test_a_training_that_goes_wrong_is_told_how(
    old: str, new: str, told: str, tmp_path: Path
) -> None:
    course = load_course(AFTER)
    file = course.exercise("moons").file_name
    (tmp_path / file).write_text(patched((course.solutions_dir / file).read_text(), (old, new)))
    with OwnWork(course, tmp_path) as own:
        (report,) = own.check(["moons"])[0].exercises
    first = next(check for check in report.checks if check.outcome == "failed")
    assert told in first.message
