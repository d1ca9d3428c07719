"""Whole engines that are wrong in one place, written from the contract alone: each loses points.

Every one of them got full marks when plain numbers were few, calls of `backward` went over one root
or two, and no inner node was read. What each loses is frozen in the corpus (`make corpus`); here it
is half of them, drawn by the day.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.hand_ins import Grade
from tests.support.paths import WRONG_ENGINES

DRAWN = sorted(WRONG_ENGINES.iterdir())[datetime.now(UTC).toordinal() % 2 :: 2]


@pytest.mark.parametrize("path", DRAWN, ids=lambda path: path.stem)
def test_a_wrong_engine_loses_points(grade: Grade, path: Path) -> None:
    graded = grade("engine", path.read_text(encoding="utf-8"), brief=True)
    assert graded.missed, "nothing shows that it is wrong"
    assert graded.score >= 30, "one mistake costs what it breaks"
