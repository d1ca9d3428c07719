"""`topograde history`: attempts, grades, decisions and their reasons."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.classroom.by_instructor.overrides import Decision, OverrideError
from grader.cli.commands.history import history
from grader.cli.commands.override import decide, take_back
from tests.support.class_runs import RIGHT, WRONG, give_points, grade, make_class, run


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ada handed in twice; her grade was overridden, once more, and the override taken back."""
    folder = tmp_path_factory.mktemp("history")
    hand_ins = make_class(folder / "class", ada=WRONG, bruno=RIGHT)
    out = folder / "out"
    assert grade(hand_ins, out) == 0
    give_points(out, "ada", "doubling", 2, "nearly right")
    give_points(out, "ada", "doubling", 2.5, "more than nearly")
    decide(out, [Decision("ada", "doubling", None, "Name what you return.")])
    make_class(folder / "class", ada=RIGHT)
    assert grade(hand_ins, out) == 0
    take_back(out, "ada", "doubling")
    return out


def told(out: Path, student: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert history.callback(student, out) == 0
    return capsys.readouterr().out


def test_everything_is_told_in_order(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(out, "ada", capsys)
    assert said.startswith("ada: 3 of 3\n")
    assert "attempts: 2; the last one counts (*)" in said
    first, second = (line for line in said.splitlines() if "by the checks" in line)
    assert (first[0], "1 of 3" in first) == (" ", True)
    assert (second[0], "3 of 3" in second) == ("*", True)
    assert "class/ada.py" in said
    happened = [line[23:] for line in said.split("what happened (UTC)")[1].splitlines()[1:]]
    heads = [line for line in happened if line.startswith(("graded", "override", "comment"))]
    assert heads == [
        "graded: 1 of 3",
        "override, doubling: 2 points",
        "override, doubling: 2.5 points",
        "comment, doubling",
        "graded: 3 of 3",
        "override taken back, doubling: 2.5 points",
        "comment taken back, doubling",
    ]
    for reason in ("nearly right", "more than nearly", "Name what you return."):
        assert f"    {reason}\n" in said


def test_the_instructors_page_has_the_edits_and_the_students_has_not(out: Path) -> None:
    page = (out / "instructor" / "ada.html").read_text()
    assert page.index("override, doubling: 2 points. nearly right") < page.index(
        "override taken back, doubling: 2.5 points. more than nearly"
    )
    assert "nearly right" not in (out / "ada.html").read_text()


def test_the_command_is_there_and_knows_its_students(out: Path) -> None:
    code, said = run("history", "bruno", "--out", out)
    assert (code, said.startswith("bruno: 3 of 3\n")) == (0, True)
    with pytest.raises(OverrideError, match="did you mean 'bruno'"):
        history.callback("brun", out)
