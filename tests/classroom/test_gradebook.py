"""The gradebook: what counts, what the instructor says, and what may be wrong with its file."""

from __future__ import annotations

import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from grader.classroom.by_instructor.overrides import Override, OverrideError, by_machine, overridden
from grader.classroom.gradebook import NAME, SCHEMA, Gradebook, GradebookError
from grader.cli.commands.override import take_back
from grader.judging.report import Report
from tests.support.class_runs import RIGHT, WRONG, give_points, grade, reports, rows


@pytest.fixture
def hand_ins(out: Path) -> Path:
    return out.parent / "class"


def report(out: Path, student: str) -> Report:
    return Report.from_json(json.loads((out / "instructor" / f"{student}.json").read_text()))


def test_the_gradebook_is_the_instructors_alone(out: Path) -> None:
    assert stat.S_IMODE((out / NAME).stat().st_mode) == 0o600
    assert not list(out.glob(f"{NAME}-*")), "what was written is in the file itself"
    with closing(sqlite3.connect(out / NAME)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        (text,) = db.execute("SELECT group_concat(report) FROM reports").fetchone()
    assert "a secret that is long enough" not in text


@pytest.mark.parametrize(("policy", "score"), [("last", "1"), ("best", "3")])
def test_the_policy_says_which_of_two_hand_ins_counts(
    hand_ins: Path, out: Path, policy: str, score: str
) -> None:
    (hand_ins / "ada.py").write_text(WRONG)
    assert grade(hand_ins, out, policy=policy) == 0
    assert rows(out)["ada"]["score"] == score
    assert report(out, "ada").score == float(score)
    assert json.loads((out / "ada.json").read_text())["score"] == float(score)


def test_a_hand_in_that_comes_back_is_the_last_one_again(hand_ins: Path, out: Path) -> None:
    (hand_ins / "ada.py").write_text(WRONG)
    grade(hand_ins, out)
    (hand_ins / "ada.py").write_text(RIGHT)
    grade(hand_ins, out)
    assert rows(out)["ada"]["score"] == "3"


def test_one_exercise_graded_alone_is_another_table(hand_ins: Path, out: Path) -> None:
    grade(hand_ins, out, only=("constant",))
    heads = ["student", "constant", "score", "max_score", "flags", "fix_first"]
    assert list(rows(out)["ada"]) == heads
    grade(hand_ins, out)
    assert rows(out)["ada"]["doubling"] == "3"


# Overrides


def test_an_override_shows_everywhere_and_survives_grading_again(
    hand_ins: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = reports(out)
    give_points(out, "bruno", "doubling", 2.5, "explained it at the board")
    said = capsys.readouterr().out
    assert "bruno: 1 of 3 -> 2.5 of 3 (override)" in said
    assert "not yet in" not in said
    for regrade in (False, True):
        grade(hand_ins, out, regrade=regrade)
        assert "override doubling 2.5 (machine 1): explained" in capsys.readouterr().out
        row = rows(out)["bruno"]
        assert (row["doubling"], row["score"]) == ("2.5", "2.5")
        assert row["flags"] == "override doubling 2.5 (machine 1)"
        for name in ("bruno.json", "instructor/bruno.json"):
            data = json.loads((out / name).read_text())
            assert data["score"] == data["exercises"][0]["score"] == 2.5
            assert data["overrides"][0]["machine"] == 1
            assert data["overrides"][0]["why"] == "explained it at the board"
            assert data["exercises"][0]["checks"][1]["outcome"] == "failed"
    take_back(out, "bruno", "01_doubling")
    assert reports(out) == before
    assert rows(out)["bruno"]["flags"] == ""


def test_an_override_takes_the_exercises_number(hand_ins: Path, out: Path) -> None:
    give_points(out, "bruno", "1", 2.5, "explained it at the board")
    assert rows(out)["bruno"]["doubling"] == "2.5"
    take_back(out, "bruno", "01")
    assert rows(out)["bruno"]["doubling"] == "1"
    with pytest.raises(
        OverrideError, match=r"'3' is no exercise of .*: name one of doubling, constant"
    ):
        give_points(out, "bruno", "3", 1, "x")
    grade(hand_ins, out, only=("constant",))  # alone in the table, and still the second
    with pytest.raises(OverrideError, match="'1' is no exercise of"):
        give_points(out, "bruno", "1", 1, "x")
    give_points(out, "ada", "2", 0, "not hers")
    assert "override constant 0" in rows(out)["ada"]["flags"]


def test_an_override_names_the_files_that_only_grade_writes(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (out / "canvas.csv").write_text("")
    (out / "by-name.csv").write_text("")
    give_points(out, "bruno", "doubling", 2.5, "explained it at the board")
    assert "not yet in canvas.csv, by-name.csv: `topograde grade`" in capsys.readouterr().out


def test_the_machines_report_can_be_had_back(out: Path) -> None:
    machine = report(out, "bruno")
    changed = overridden(machine, [Override("doubling", 3, "x"), Override("constant", 1, "y")])
    assert (changed.score, changed.max_score) == (4, 4)  # what is graded by hand is handed in
    assert by_machine(changed) == machine


@pytest.mark.parametrize(
    ("student", "exercise", "points", "why", "said"),
    [
        ("brno", "doubling", 2, "x", "did you mean 'bruno'"),
        ("bruno", "dubling", 2, "x", "doubling, constant"),
        ("bruno", "doubling", 4, "x", "0 to 3 points"),
        ("bruno", "doubling", -1, "x", "0 to 3 points"),
        ("bruno", "doubling", float("nan"), "x", "0 to 3 points"),
        ("bruno", "doubling", 2, " \n", "--why"),
    ],
)
def test_an_override_that_cannot_be_is_refused_and_changes_nothing(
    out: Path, student: str, exercise: str, points: float, why: str, said: str
) -> None:
    before = reports(out)
    with pytest.raises(OverrideError, match=said):
        give_points(out, student, exercise, points, why)
    assert reports(out) == before


def test_there_must_be_an_override_to_remove_and_a_gradebook(out: Path, tmp_path: Path) -> None:
    with pytest.raises(OverrideError, match="no override and no comment for doubling"):
        take_back(out, "ada", "doubling")
    with pytest.raises(GradebookError, match="grade a class first"):
        take_back(tmp_path, "ada", "doubling")


# The file


def _foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
        db.commit()


def _of_schema(file: Path, schema: int) -> None:
    with Gradebook(file.parent):
        pass
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {schema}")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda file: file.write_text("no database at all " * 99), "is damaged or is no gradebook"),
        (_foreign, "is not a gradebook of Topograde"),
        (lambda file: _of_schema(file, SCHEMA + 1), "a newer Topograde"),
        (lambda file: _of_schema(file, SCHEMA - 1), "an older Topograde .* grade again"),
        (lambda file: file.mkdir(), "could not be written"),
    ],
)
def test_a_file_that_is_no_gradebook_is_a_sentence(
    hand_ins: Path, tmp_path: Path, make: object, said: str
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    make(other / NAME)  # type: ignore[operator]
    with pytest.raises(GradebookError, match=said):
        grade(hand_ins, other)


def _damage(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[:4096].ljust(len(data), b"\xee"))


def _no_report(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE reports SET report = '{}'")
        db.commit()


@pytest.mark.parametrize("spoil", [_damage, _no_report])
def test_a_damaged_gradebook_is_a_sentence(hand_ins: Path, out: Path, spoil: object) -> None:
    spoil(out / NAME)  # type: ignore[operator]
    with pytest.raises(GradebookError, match="is damaged"):
        grade(hand_ins, out)


def test_two_runs_do_not_share_a_folder(hand_ins: Path, out: Path) -> None:
    with Gradebook(out), pytest.raises(GradebookError, match="another run is at work"):
        grade(hand_ins, out)
    assert grade(hand_ins, out) == 0
