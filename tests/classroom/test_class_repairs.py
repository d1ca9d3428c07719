"""`grade --repair`: one edit from right for each hand-in of a class, for the instructor only."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.classroom.exports.files import KINDS
from tests.support.class_runs import RIGHT, WRONG, grade, make_class

MARK = "zqx_node"
LACKING = WRONG.replace("node", MARK)
"""One edit from right; the student's name for a node tells the edit from everything else."""
EDITED = f"{MARK}.grad += self.grad"
HOPELESS = RIGHT.replace("def __add__(self, other):", "def __add__(self, other, *, needed):")
NOT_HERE = {"nbgrader", "feedback-nbgrader"}
"""They need a gradebook of nbgrader beside the hand-ins."""


@pytest.fixture
def hand_ins(tmp_path: Path) -> Path:
    return make_class(tmp_path / "class", ada=LACKING, bruno=RIGHT, chidi=HOPELESS)


def texts(path: Path) -> Iterator[str]:
    """What a file says, and what is in a zip."""
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            yield from (archive.read(name).decode() for name in archive.namelist())
    else:
        yield path.read_bytes().decode("utf-8", "replace")


def repairs(out: Path, student: str) -> list[dict[str, object]]:
    report = json.loads((out / "instructor" / f"{student}.json").read_text())
    return [e["repair"] for e in report["exercises"] if "repair" in e]


def test_the_instructor_reads_the_edit_and_no_output_for_students_holds_it(
    hand_ins: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, kinds = tmp_path / "out", tuple(k for k in KINDS if k not in NOT_HERE)
    assert grade(hand_ins, out, repair=True, export=kinds, github=True) == 0
    (repair,) = repairs(out, "ada")
    assert f"+            {EDITED}" in str(repair["diff"])
    assert (repair["score"], repair["part"]) == (3.0, "backward")
    assert repairs(out, "bruno") == []
    (nothing,) = repairs(out, "chidi")
    assert nothing["reason"]

    page = (out / "instructor" / "ada.html").read_text()
    assert "doubling: one edit from 3 of 3 points (it has 1)" in page
    assert EDITED in page
    said = capsys.readouterr().out
    assert "Of 2 hand-ins that lost points, 1 is one edit from full marks." in said
    assert "1 in `backward`" in said

    public = [
        path for path in out.rglob("*")
        if path.is_file() and "instructor" not in path.parts and "gradebook" not in path.name
    ]  # fmt: skip
    assert len(public) > 12
    for path in public:
        for text in texts(path):
            assert EDITED not in text, path
            assert path.name == "index.html" or "one edit" not in text.lower(), path
    assert EDITED not in said
    assert "one edit" not in (out / "ada.json").read_text()


def test_the_class_page_counts_by_part_of_the_algorithm(hand_ins: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    grade(hand_ins, out, repair=True)
    page = (out / "index.html").read_text()
    assert "Of 2 hand-ins that lost points, 1 is one edit from full marks." in page
    row = re.search(r"<tr><td><code>doubling</code>.*?</tr>", page)
    assert row is not None
    assert "<code>backward</code>" in row.group()
    assert "ada" in row.group()
    plain = tmp_path / "plain"
    grade(hand_ins, plain)
    assert "One edit from right" not in (plain / "index.html").read_text()


def test_a_run_that_is_taken_up_again_looks_only_where_nobody_has_looked(
    hand_ins: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    grade(hand_ins, out)
    assert repairs(out, "ada") == []
    capsys.readouterr()
    grade(hand_ins, out, repair=True)
    assert "1 graded before and kept, 2 to grade" in capsys.readouterr().out
    found = repairs(out, "ada")
    grade(hand_ins, out, repair=True)
    assert "3 graded before and kept, 0 to grade" in capsys.readouterr().out
    (hand_ins / "chidi.py").write_text(LACKING)
    grade(hand_ins, out)
    assert repairs(out, "chidi") == []
    assert repairs(out, "ada") == found  # a run without it keeps what is known


def test_several_processes_find_the_same(hand_ins: Path, tmp_path: Path) -> None:
    grade(hand_ins, tmp_path / "one", repair=True)
    grade(hand_ins, tmp_path / "two", repair=True, jobs=2)
    for student in ("ada", "chidi"):
        assert repairs(tmp_path / "one", student) == repairs(tmp_path / "two", student)


def test_pseudonyms_hide_names_in_an_edit_too(tmp_path: Path) -> None:
    text = LACKING.replace("# TODO: add what each input gets.", "# by ada, 12345")
    hand_ins, out = make_class(tmp_path / "class", ada=text), tmp_path / "out"
    grade(hand_ins, out, repair=True, anonymous=True)
    (path,) = (out / "instructor").glob("student-*.json")
    (repair,) = repairs(out, path.stem)
    assert "12345" in str(repair["diff"])
    assert "ada" not in str(repair["diff"])
