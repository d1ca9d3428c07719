"""Pages go back in the forms that platforms take, and scores to Gradescope.

What each form was built from stands in docs/platforms.md.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from grader.classroom.exports.files import write_feedback
from grader.classroom.exports.gradescope import write_scores
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.submissions.roster import Roster, read_roster

WORKSHEET = (
    "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,Änderbar,Abgabe,Bewertet\n"
    'Teilnehmer/in7000,Ada Lovelace,ada@example.org,-,,"100,00",Ja,-,-\n'
    'Teilnehmer/in7001,Bob_ Ross,bob@example.org,-,,"100,00",Ja,-,-\n'
)


def report(student: str, points: float = 3.0, **identity: str) -> Report:
    checks = (CheckResult("sum", "passed", points, points, False, "Sums hold."),)
    exercise = ExerciseReport("engine", "Engine", True, points, 3.0, checks)
    return Report(student, points, 3.0, {"isolated": True}, {}, (exercise,), identity=identity)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    for student in ("ada", "bob", "cleo"):
        (tmp_path / f"{student}.html").write_text(f"<!doctype html><p>{student}</p>")
    return tmp_path


@pytest.fixture
def worksheet(tmp_path: Path) -> Roster:
    (tmp_path / "worksheet.csv").write_text(WORKSHEET)
    return read_roster(tmp_path / "worksheet.csv")


def entries(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_moodle_finds_the_participants_number_between_underscores(
    out: Path, worksheet: Roster
) -> None:
    reports = [
        report("ada", platform="moodle", number="7000", name="Ada Lovelace"),
        report("bob", name="Bob_ Ross"),
        report("cleo"),
    ]
    lines = write_feedback("feedback-moodle", out, reports, worksheet)
    found = entries(out / "feedback-moodle.zip")
    assert found == {
        "Ada Lovelace_7000_assignsubmission_file_/topograde.html": "<!doctype html><p>ada</p>",
        "Bob Ross_7001_assignsubmission_file_/topograde.html": "<!doctype html><p>bob</p>",
    }
    for name in found:  # as mod/assign/feedback/file/importziplib.php takes a name apart
        number, kind, plugin = name.partition("/")[0].split("_", 4)[1:4]
        assert number.isdecimal()
        assert (kind, plugin) == ("assignsubmission", "file")
    assert "1 left out (cleo)" in lines[1]
    assert "worksheet as --roster" in lines[1]


def test_canvas_finds_the_students_number_and_that_of_an_upload(out: Path) -> None:
    reports = [
        report("ada", platform="canvas", number="1001", upload="20001"),
        report("bob", platform="canvas", number="1002"),
    ]
    lines = write_feedback("feedback-canvas", out, reports, None)
    found = entries(out / "feedback-canvas.zip")
    assert list(found) == ["ada_1001_20001_topograde.html"]
    numbers = [part for part in "ada_1001_20001_topograde.html".split("_") if part.isdecimal()]
    assert numbers[:2] == ["1001", "20001"]  # as Canvas's assignment.rb takes a name apart
    assert "1 left out (bob)" in lines[1]


def test_an_empty_zip_is_not_written(out: Path) -> None:
    said = write_feedback("feedback-canvas", out, [report("bob", platform="moodle")], None)
    assert "feedback-canvas.zip was not written: no upload's number is known" in said[0]
    assert not (out / "feedback-canvas.zip").exists()


def test_nbgraders_tree_has_a_page_for_each_notebook(out: Path) -> None:
    reports = [
        report("ada", platform="nbgrader", notebooks="engine/topograde; essay/part-1"),
        report("bob", platform="nbgrader", notebooks="../../etc/passwd"),
    ]
    write_feedback("feedback-nbgrader", out, reports, None)
    tree = out / "feedback-nbgrader"
    files = {path.relative_to(tree).as_posix() for path in tree.rglob("*.html")}
    assert files == {"ada/engine/topograde.html", "ada/essay/part-1.html"}


def test_folders_come_with_a_table_for_a_mail_merge(out: Path) -> None:
    reports = [report("ada", 2.5, email="ada@example.org", name="=Ada"), report("bob")]
    write_feedback("feedback-folders", out, reports, None)
    with (out / "feedback-folders" / "mail-merge.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["email"] == "ada@example.org"
    assert rows[0]["name"] == "'=Ada"
    assert (rows[0]["score"], rows[0]["final"], rows[0]["max_score"]) == ("2.5", "2.5", "3")
    for row in rows:
        assert (out / "feedback-folders" / row["file"]).is_file()


def test_two_hand_ins_of_one_student_do_not_write_over_one_another(out: Path) -> None:
    both = [report(name, platform="moodle", number="7000", name="Ada") for name in ("ada", "bob")]
    lines = write_feedback("feedback-moodle", out, both, None)
    assert list(entries(out / "feedback-moodle.zip").values()) == ["<!doctype html><p>ada</p>"]
    assert "1 left out (bob)" in lines[1]


def test_a_page_of_an_earlier_run_does_not_stay(out: Path) -> None:
    write_feedback("feedback-folders", out, [report("ada"), report("bob")], None)
    write_feedback("feedback-folders", out, [report("ada")], None)
    assert [path.name for path in (out / "feedback-folders").iterdir() if path.is_dir()] == ["ada"]


# Gradescope: an autograder that looks results up, laid out and run as Gradescope does it.


def looked_up(archive: Path, home: Path, *users: dict[str, str]) -> dict[str, object]:
    home.mkdir()
    with zipfile.ZipFile(archive) as files:
        files.extractall(home / "source")
    (home / "results").mkdir()
    (home / "submission_metadata.json").write_text(json.dumps({"id": 1, "users": list(users)}))
    done = subprocess.run(
        [sys.executable, "-I", str(home / "source" / "look_up.py"), str(home)],
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return dict(json.loads((home / "results" / "results.json").read_text()))


def test_each_submission_on_gradescope_gets_the_result_of_its_student(
    out: Path, tmp_path: Path
) -> None:
    reports = [
        report("ada", 2.5, email="Ada@Example.org", name="Ada"),
        report("bob", 1.0, name="Bob Ross"),
        report("cleo"),
        report("one", 0.5, name="Same Name"),
        report("two", 1.5, name="Same Name"),
    ]
    notes = write_scores(out / "gradescope-scores.zip", reports, None)
    assert notes == ("cleo has no e-mail address and no name: no result written",)
    archive = out / "gradescope-scores.zip"
    assert archive.stat().st_mode & 0o777 == 0o600
    ada = {"email": "ada@example.org", "name": "Somebody"}
    assert looked_up(archive, tmp_path / "a", ada)["score"] == 2.5
    bob = {"email": "bob@example.org", "name": "bob ross"}
    assert looked_up(archive, tmp_path / "b", bob)["score"] == 1.0
    for number, user in enumerate(({"name": "Same Name"}, {"email": "x@y.z"}, {})):
        found = looked_up(archive, tmp_path / f"c{number}", user)
        assert "score" not in found
        assert "not your mistake" in str(found["output"])


def test_what_is_late_or_ungraded_is_told_to_gradescope_as_it_is(out: Path, tmp_path: Path) -> None:
    lost = CheckResult("sum", "ungraded", 0.0, 3.0, False, "Sums hold.")
    exercise = ExerciseReport("engine", "Engine", True, 0.0, 3.0, (lost,))
    ungraded = replace(report("ada", email="a@b.c"), exercises=(exercise,))
    write_scores(out / "gradescope-scores.zip", [ungraded], None)
    found = looked_up(out / "gradescope-scores.zip", tmp_path / "a", {"email": "a@b.c"})
    assert "score" not in found
