"""Two hand-ins under one name: each is graded for itself, and nobody gets another's points."""

from __future__ import annotations

import csv
import subprocess
from pathlib import Path

from tests.support.class_runs import RIGHT, TINY
from tests.support.warm import topograde


def grade(hand_ins: Path, out: Path) -> subprocess.CompletedProcess[str]:
    return topograde("grade", hand_ins, "--out", out, "--course", TINY)


def test_hand_ins_of_one_name_are_graded_each_under_its_own(tmp_path: Path) -> None:
    """Nobody can say which counts: neither is `ada`, whom a list of the class would name."""
    hand_ins, out = tmp_path / "class", tmp_path / "out"
    hand_ins.mkdir()
    (hand_ins / "ada.py").write_text(RIGHT)
    (hand_ins / "ada.zip").write_bytes(b"")
    (hand_ins / "bob.py").write_text(RIGHT)
    (hand_ins / "bob.PY").write_text("")
    done = grade(hand_ins, out)
    assert done.returncode == 0, done.stdout + done.stderr
    with (out / "grades.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    scores = {row["student"]: row["score"] for row in rows}
    assert list(scores) == ["ada.py", "ada.zip", "bob", "bob.PY"]
    assert scores["ada.py"] == scores["bob"] == "3"
    assert all("duplicate" in row["flags"] for row in rows)
    assert "bob.PY" in (out / "bob.html").read_text()
