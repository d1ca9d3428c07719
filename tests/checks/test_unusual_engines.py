"""A right engine gets every point, however unusual it is: a false alarm is the worst defect."""

from __future__ import annotations

import pytest

from grader.judging.limits import Budget
from tests.support import hand_ins
from tests.support.engines import RIGHT, UNUSUAL
from tests.support.hand_ins import Grade, notebook, source


@pytest.mark.parametrize("name", UNUSUAL)
def test_an_unusual_engine_gets_every_point(grade: Grade, name: str) -> None:
    graded = grade("engine", UNUSUAL[name])
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


@pytest.mark.parametrize("number", range(13))
def test_every_solution_gets_every_point(grade: Grade, course: object, number: int) -> None:
    exercise = course.exercises[number]  # type: ignore[attr-defined]
    graded = grade(exercise.id, hand_ins.solution(exercise, course))  # type: ignore[arg-type]
    assert graded.not_passed == {}
    assert graded.score == exercise.points


@pytest.mark.parametrize("number", range(13))
def test_every_stub_gets_nothing(grade: Grade, course: object, number: int) -> None:
    exercise = course.exercises[number]  # type: ignore[attr-defined]
    stub = (course.stubs_dir / exercise.file_name).read_text()  # type: ignore[attr-defined]
    graded = grade(exercise.id, stub, budget=Budget(timeouts=0))  # one of them never ends
    assert graded.score == 0
    assert set(graded.not_passed.values()) <= {"failed", "error", "blocked", "timeout"}
