"""Whole engines that are wrong in one place, written from the contract alone: each loses points.

Every one of them got full marks when plain numbers were few, calls of `backward` went over one root
or two, and no inner node was read.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.hand_ins import Grade
from tests.support.paths import WRONG_ENGINES


@pytest.mark.parametrize("path", sorted(WRONG_ENGINES.iterdir()), ids=lambda path: path.stem)
def test_a_wrong_engine_loses_points(grade: Grade, path: Path) -> None:
    graded = grade("engine", path.read_text(encoding="utf-8"), brief=True)
    assert graded.missed, "nothing shows that it is wrong"
    assert graded.score >= 30, "one mistake costs what it breaks"
