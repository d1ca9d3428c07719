"""Two hand-ins under one name: each is graded for itself, and nobody gets another's points."""

from __future__ import annotations

import csv
import json
import subprocess
from pathlib import Path

import pytest

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


def test_names_that_the_disk_tells_apart_are_two_students(tmp_path: Path) -> None:
    hand_ins, out = tmp_path / "class", tmp_path / "out"
    for name in ("Ada", "ada"):
        (hand_ins / name).mkdir(parents=True)
        (hand_ins / name / "01_doubling.py").write_text(RIGHT)
    if len(list(hand_ins.iterdir())) < 2:
        pytest.skip("this disk does not tell Ada and ada apart")
    done = grade(hand_ins, out)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("Ada", "ada"):
        report = json.loads((out / f"{name}.json").read_text())
        assert report["student"] == name
        assert report["score"] == report["max_score"] > 0
