"""What the terminal says of a class that is too large for a table, and of one not fully judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.cli.commands import grade as command
from tests.support.class_runs import RIGHT, WRONG, grade, make_class, rows


def test_a_large_class_gets_a_summary_and_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "MOST_ROWS", 2)
    hand_ins = make_class(tmp_path / "class", ada=RIGHT, bruno=WRONG, carla=RIGHT)
    assert grade(hand_ins, tmp_path / "out") == 0
    said = capsys.readouterr().out
    assert "3 students: index.html and grades.csv have them one by one\n" in said
    assert "3 graded; scores 33 % to 100 %, median 100 %\n" in said
    assert "first thing to fix" not in said


def test_two_hand_ins_of_one_student_are_flagged_and_neither_is_taken_for_his(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand_ins = make_class(tmp_path / "class", ada=WRONG, bob=RIGHT)
    (hand_ins / "ada").mkdir()
    (hand_ins / "ada" / "01_doubling.py").write_text(RIGHT)
    assert grade(hand_ins, tmp_path / "out") == 0
    said = capsys.readouterr().out
    assert "3 graded; scores 33 % to 100 %, median 100 %; 2 duplicate, 2 fault" in said
    found = rows(tmp_path / "out")
    assert {student: row["score"] for student, row in found.items()} == {
        "ada #2": "3", "ada.py": "1", "bob": "3",
    }  # fmt: skip
