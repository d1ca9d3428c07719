"""Whole files and notebooks as students hand them in, right and odd, get every point.

Beside the engines of `test_unusual_engines`, which change one thing in ours, these are written from
the contract alone: other walks, other ways to take a number, experiments around the engine.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.course import Course
from grader.submissions.submission import read_submission
from tests.support.hand_ins import Grade
from tests.support.paths import ODD_HAND_INS


@pytest.mark.parametrize("path", sorted(ODD_HAND_INS.iterdir()), ids=lambda path: path.stem)
def test_an_odd_hand_in_gets_every_point(grade: Grade, course: Course, path: Path) -> None:
    submission = read_submission(path, course, "engine")
    assert not submission.faults
    graded = grade("engine", submission.sources["engine"])
    assert {n: graded.results[n].message for n in graded.not_passed} == {}
    assert graded.score == 60
