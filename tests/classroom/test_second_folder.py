"""What a run says in the terminal agrees with what it writes: a second folder, a large class."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from grader.cli.commands import grade as command
from grader.cli.commands.handed_in import look, show_plan
from grader.course.course import load_course
from tests.support.class_runs import RIGHT, TINY, WRONG, grade, make_class, rows

ROSTER = "login,name\nada,Ada Lovelace\nbruno,Bruno Bettelheim\ncarla,Carla Bruni\ndan,Dan Brown\n"


def roster_in(folder: Path) -> Path:
    roster = folder / "roster.csv"
    roster.write_text(ROSTER)
    return roster


def by_name(out: Path) -> dict[str, tuple[str, str]]:
    with (out / "by-name.csv").open(newline="") as file:
        return {row["name"]: (row["score"], row["flags"]) for row in csv.DictReader(file)}


def test_who_is_kept_from_an_earlier_folder_is_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monday = make_class(tmp_path / "monday", ada=RIGHT, bruno=WRONG, eve=RIGHT)
    tuesday = make_class(tmp_path / "tuesday", ada=RIGHT, carla=RIGHT)
    out = tmp_path / "out"
    assert grade(monday, out, roster=roster_in(tmp_path)) == 0
    said = capsys.readouterr().out
    assert "earlier folder" not in said
    assert "1 not on the roster: eve" in said
    assert "2 handed nothing in: Carla Bruni; Dan Brown" in said

    assert grade(tuesday, out, roster=roster_in(tmp_path)) == 0
    said = capsys.readouterr().out
    assert "2 kept from an earlier folder: bruno; eve" in said
    assert "1 not on the roster: eve" in said
    assert "1 handed nothing in: Dan Brown" in said
    assert set(rows(out)) == {"ada", "bruno", "carla", "eve"}
    nothing = {name for name, row in by_name(out).items() if row[1] == "nothing handed in"}
    assert nothing == {"Dan Brown"}


def test_who_was_taken_out_of_the_same_folder_is_left_out_and_handed_nothing_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monday = make_class(tmp_path / "monday", ada=RIGHT, bruno=WRONG, carla=WRONG, dan=RIGHT)
    assert grade(monday, tmp_path / "out", roster=roster_in(tmp_path)) == 0
    (monday / "bruno.py").unlink()
    capsys.readouterr()
    assert grade(monday, tmp_path / "out", roster=roster_in(tmp_path)) == 0
    said = capsys.readouterr().out
    assert "left out, because their hand-in is no longer there: bruno" in said
    assert "1 handed nothing in: Bruno Bettelheim" in said
    assert "earlier folder" not in said
    assert by_name(tmp_path / "out")["Bruno Bettelheim"] == ("", "nothing handed in")


def test_a_dry_run_says_only_who_is_not_among_these_hand_ins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tuesday = make_class(tmp_path / "tuesday", ada=RIGHT)
    assert show_plan(look([tuesday], load_course(TINY), roster=roster_in(tmp_path))) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "3 on the roster, and not among these hand-ins: Bruno Bettelheim" in said
    assert "handed nothing in" not in said


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
