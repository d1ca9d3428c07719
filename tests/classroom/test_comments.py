"""Comments without points, rubric lines that are used again, and a table of many decisions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import warm
from tests.support.class_runs import rows
from tests.support.paths import TINY


def topograde(*arguments: object, code: int = 0) -> str:
    done = warm.topograde(*arguments)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def data(out: Path, student: str) -> dict[str, object]:
    return dict(json.loads((out / f"{student}.json").read_text()))


def test_a_comment_changes_no_points_is_read_and_survives_grading_again(out: Path) -> None:
    topograde("override", "ada", "doubling", "--why", "Name <b>what</b> you return.", "--out", out)
    for _ in range(2):
        found = data(out, "ada")
        assert found["score"] == 3
        assert found["comments"] == [
            {"exercise": "doubling", "text": "Name <b>what</b> you return.", "name": ""}
        ]
        assert (
            "doubling: Name &lt;b&gt;what&lt;/b&gt; you return." in (out / "ada.html").read_text()
        )
        topograde("grade", out.parent / "class", "--course", TINY, "--out", out, "--regrade")
    topograde("override", "ada", "1", "--remove", "--out", out)
    assert data(out, "ada")["comments"] == []


def test_a_comment_that_has_a_name_can_be_used_again(out: Path) -> None:
    topograde("override", "ada", 1, "--why", "Name it.", "--as", "naming", "--out", out)
    topograde("override", "bruno", 1, "--line", "naming", "--out", out)
    assert data(out, "bruno")["comments"] == [
        {"exercise": "doubling", "text": "Name it.", "name": "naming"}
    ]
    assert topograde("override", "--lines", "--out", out) == "naming: Name it.\n"
    said = topograde("override", "bruno", 1, "--line", "nothing", "--out", out, code=2)
    assert "no comment is called 'nothing'; there are: naming" in said


def test_a_table_is_used_whole_or_not_at_all(out: Path, tmp_path: Path) -> None:
    table = tmp_path / "decisions.csv"
    table.write_text(
        "student,exercise,points,why,line\nada,doubling,2,Too late to fix.,\n"
        "nobody,doubling,1,x,\nbruno,doubling,,,\nbruno,nowhere,,Fine.,\n"
        "ada,doubling,two,ok,\nada,doubling,1,so, so,x\n"
    )
    said = topograde("override", "--from", table, "--out", out, code=2)
    for number, fault in (
        (3, "is called 'nobody'"),
        (4, "a comment after --why"),
        (5, "'nowhere'"),
        (6, "found 'two'"),
        (7, "quote a text with commas"),
    ):
        assert f"line {number}: " in said
        assert fault in said
    assert "Nothing was changed" in said
    assert data(out, "ada")["score"] == 3
    table.write_text(
        "student,exercise,points,why\nada,doubling,2,Too late.\nbruno,doubling,,Well done.\n"
    )
    topograde("override", "--from", table, "--out", out)
    scores = {student: row["score"] for student, row in rows(out).items()}
    assert scores == {"ada": "2", "bruno": "1"}
    assert "where the checks gave 3. Too late." in (out / "ada.html").read_text()
    assert "Well done." in (out / "bruno.html").read_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,points\nada,1\n", "line 1: the columns are student, exercise"),
        ("student,exercise,points\nada,1,many\n", "line 2: points must be a number"),
        ("student,exercise\nada,\n", "line 2: name a student and an exercise"),
        ("student,exercise\n", "holds no decision"),
    ],
)
def test_a_table_that_cannot_be_used_says_where(
    out: Path, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "d.csv").write_text(text)
    assert said in topograde("override", "--from", tmp_path / "d.csv", "--out", out, code=2)
