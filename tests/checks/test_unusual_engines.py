"""A right engine gets every point, however unusual it is: a false alarm is the worst defect.

`make verify` grades every unusual engine, `make corpus` every odd hand-in; here it is a third of
either, drawn by the day.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.course.course import Course
from grader.submissions.submission import read_submission
from tests.support.engines import RIGHT, UNUSUAL
from tests.support.hand_ins import Grade, notebook, source
from tests.support.paths import ODD_HAND_INS

DAY = datetime.now(UTC).toordinal() % 3
DRAWN = sorted(UNUSUAL)[DAY::3]


@pytest.mark.parametrize("name", DRAWN)
def test_an_unusual_engine_gets_every_point(grade: Grade, name: str) -> None:
    """One thing is changed in ours."""
    graded = grade("engine", UNUSUAL[name])
    assert {n: graded.results[n].message for n in graded.not_passed} == {}
    assert graded.score == 60


@pytest.mark.parametrize("path", sorted(ODD_HAND_INS.iterdir())[DAY::3], ids=lambda path: path.stem)
def test_an_odd_hand_in_gets_every_point(grade: Grade, course: Course, path: Path) -> None:
    """Files and notebooks that were written from the contract alone: other walks, other ways to
    take a number, experiments around the engine."""
    submission = read_submission(path, course, "engine")
    assert not submission.faults
    graded = grade("engine", submission.sources["engine"])
    assert {n: graded.results[n].message for n in graded.not_passed} == {}
    assert graded.score == 60


def test_an_engine_in_a_sibling_file_gets_every_point(grade: Grade) -> None:
    text = "from core import *\nfrom core import Value as V\nimport helpers.more\n"
    siblings = {"core": RIGHT, "helpers/more": "from . import other\n", "helpers/other": "x = 1\n"}
    graded = grade("engine", source(text, **siblings))
    assert graded.not_passed == {}


def test_an_engine_in_the_cells_of_a_notebook_gets_every_point(grade: Grade) -> None:
    head, _, tail = RIGHT.partition("def build_topo")
    graded = grade(
        "engine",
        notebook(
            "import torch\nfrom graphviz import Digraph", head, "1 / 0", "def build_topo" + tail
        ),
    )
    assert graded.not_passed == {}
    assert any("cell 3" in notice and "ZeroDivisionError" in notice for notice in graded.notices)
    assert any("torch" in notice for notice in graded.notices)
