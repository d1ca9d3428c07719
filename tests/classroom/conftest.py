"""A class that was graded once, for the tests of what an instructor does with its results."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.class_runs import RIGHT, WRONG, grade, make_class


@pytest.fixture(scope="session")
def graded_class(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`class` and its results in `out`, which nobody changes: ada has 3 of 3, bruno 1 of 3."""
    folder = tmp_path_factory.mktemp("graded")
    hand_ins = make_class(folder / "class", ada=RIGHT, bruno=WRONG)
    assert grade(hand_ins, folder / "out") == 0
    return folder


@pytest.fixture
def out(graded_class: Path, tmp_path: Path) -> Path:
    """The results in a folder of the test's own, the class beside it."""
    shutil.copytree(graded_class, tmp_path, dirs_exist_ok=True)
    return tmp_path / "out"
