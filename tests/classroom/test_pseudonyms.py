"""`--anonymous` hides every name in every output, and the instructor can undo it."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.support.paths import TINY
from tests.support.warm import topograde as run

STUDENTS = ("zebulon", "quentin")


@pytest.fixture
def hand_ins(tmp_path: Path) -> Path:
    folder = tmp_path / "hand-ins"
    for number, student in enumerate(STUDENTS):
        place = folder / f"{student}_{number}_assignsubmission_file_"  # Moodle gives their names
        place.mkdir(parents=True)
        solution = (TINY / "solutions" / "01_doubling.py").read_text()
        (place / "01_doubling.py").write_text(solution)
        (place / f"{student}_notes.ipynb").write_text("no notebook")
    return folder


def test_no_output_holds_a_name(hand_ins: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ended = run("grade", hand_ins, "--out", out, "--course", TINY, "--anonymous")
    assert ended.returncode == 0, ended.stderr
    told = ended.stdout.replace(str(hand_ins), "") + ended.stderr
    assert not any(name in told for name in STUDENTS)
    seen = 0
    for path in out.rglob("*"):
        assert not any(name in path.name for name in STUDENTS), path
        if path.is_file() and path.name != "names.csv" and not path.name.startswith("gradebook"):
            text = path.read_text(encoding="utf-8")
            assert not any(name in text for name in STUDENTS), path
            seen += 1
    assert seen > 6
    with (out / "instructor" / "names.csv").open() as table:
        who = {row["student"]: row["pseudonym"] for row in csv.DictReader(table)}
    assert set(who) == set(STUDENTS)
    assert (out / "instructor" / "names.csv").stat().st_mode & 0o077 == 0
    report = json.loads((out / f"{who['zebulon']}.json").read_text())
    assert report["student"] == who["zebulon"]
    assert "notes" in " ".join(report["faults"])

    again = run("grade", hand_ins, "--out", out, "--course", TINY, "--anonymous")
    assert "2 graded before and kept" in again.stdout
    given = run("override", who["zebulon"], "doubling", 1, "--why", "for a test", "--out", out)
    assert given.returncode == 0, given.stderr
    assert "zebulon" not in given.stdout
    assert json.loads((out / f"{who['zebulon']}.json").read_text())["score"] == 1

    named = run("grade", hand_ins, "--out", out, "--course", TINY)
    assert named.returncode == 2
    assert "results without names" in named.stderr


def test_an_import_file_and_anonymity_exclude_each_other(hand_ins: Path, tmp_path: Path) -> None:
    ended = run("grade", hand_ins, "--out", tmp_path, "--anonymous", "--export", "canvas")
    assert ended.returncode == 2
    assert "--anonymous hides names" in ended.stderr
