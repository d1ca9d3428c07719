"""One class in six layouts, and in the uploaded autograders: every grade, flag and message agrees.

Half of the files have names that say nothing. A right answer earns its points whatever it is called
and wherever it lies; where nothing can be graded there is an empty cell and a flag, and never a 0.
"""

from __future__ import annotations

import csv
import io
import json
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grader.course.course import Course, default_course_dir, load_course
from grader.grading.grader import grade_one
from grader.judging.report import Report
from tests.support.class_runs import RIGHT as DOUBLING
from tests.support.class_runs import rows
from tests.support.paths import TINY
from tests.support.submission_samples import code, notebook, packed, write
from tests.support.warm import topograde

BUILTIN = load_course(default_course_dir())
RIGHT = (BUILTIN.solutions_dir / BUILTIN.exercise("backward").file_name).read_text()
STUB = (BUILTIN.stubs_dir / BUILTIN.exercise("backward").file_name).read_text()
SILENT = RIGHT[RIGHT.index("import traceback") :]  # without the text that names the exercise
FORWARD = SILENT.replace("for node in reversed(topo):", "for node in topo:")
assert FORWARD != SILENT

# By student: how they call their file, and what is in it.
CLASS: Mapping[str, tuple[str, str]] = {
    "ada": ("04_backward.py", RIGHT),
    "bob": ("my backward (final).py", SILENT),
    "cleo": ("hw4.ipynb", notebook(code(SILENT))),
    "dan": ("hw4.py", FORWARD),
    "eve": ("solution.py", ""),
    "finn": ("05_accumulate.py", SILENT),
    "gina": ("week 4.py", STUB),
    "hugo": ("checker.py", "def check_grad(f, xs):\n    return []\n"),
}
WITHOUT_GRADE = {"eve": "unreadable", "finn": "no-exercise", "hugo": "no-exercise"}


PLACES: Mapping[str, tuple[str, str]] = {
    "flat": ("", "{student}/{file}"),
    "canvas": ("submissions.zip", "{student}_{id}_2{id}_{file}"),
    "moodle": ("course-hw4.zip", "{student}_{id}_assignsubmission_file_/{file}"),
    "gradescope": ("", "submission_{id}/{file}"),
    "nbgrader": ("submitted", "{student}/hw4/{file}"),
    "github-classroom": ("hw4-submissions", "hw4-{student}/{file}"),
}
"""By layout: the folder or archive that is graded, and where in it a student's file lies."""


def laid_out(layout: str, folder: Path) -> Path:
    """The class as one downloads it."""
    top, place = PLACES[layout]
    files, metadata = {}, "---\n"
    for id, (student, (file, text)) in enumerate(CLASS.items(), 1000):
        files[place.format(student=student, id=id, file=file)] = text
        metadata += f"submission_{id}:\n  :submitters:\n  - :name: {student}\n"
    if layout == "gradescope":
        files["submission_metadata.yml"] = metadata
    if top.endswith(".zip"):
        return write(folder / top, packed(*files.items()))
    for file, text in files.items():
        path = write(folder / top / file, text)
        if layout == "github-classroom":
            (path.parent / ".git").mkdir()
    return folder / top


def said_of(report: Report) -> dict[str, object]:
    """What must be equal in all layouts."""
    checks = {c.id: (c.outcome, c.points, c.message) for e in report.exercises for c in e.checks}
    flags = tuple(flag for flag in report.flags if flag not in ("zip", "notebook"))
    return {"grade": report.score, "has": report.has_grade, "checks": checks, "flags": flags}


def graded(layout: str, tmp_path: Path) -> dict[str, Report]:
    path, out = laid_out(layout, tmp_path / layout), tmp_path / f"out-{layout}"
    done = topograde("grade", path, "--out", out, "--only", "backward", "--export", "junit")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 without a grade, which is not 0 points: " in done.stdout
    reports = [Report.from_json(json.loads(p.read_text())) for p in out.glob("*.json")]
    return {report.student: report for report in reports}


@pytest.mark.slow  # seven classes, each with PyTorch
def test_a_class_gets_the_same_grades_from_every_layout(tmp_path: Path) -> None:
    found = {layout: graded(layout, tmp_path) for layout in PLACES}
    expected = {student: said_of(report) for student, report in found["flat"].items()}
    assert {student for student, said in expected.items() if said["grade"] == 4.0} == {
        *("ada", "bob", "cleo")
    }
    assert 0 < found["flat"]["dan"].score < 4
    assert (found["flat"]["gina"].score, found["flat"]["gina"].has_grade) == (0.0, True)
    missing = {student: report.why_nothing for student, report in found["flat"].items()}
    assert {student: flag for student, flag in missing.items() if flag} == WITHOUT_GRADE
    for layout, reports in found.items():
        assert {student: said_of(report) for student, report in reports.items()} == expected, layout
    cells = {student: row["score"] for student, row in rows(tmp_path / "out-moodle").items()}
    assert {student for student, cell in cells.items() if not cell} == WITHOUT_GRADE.keys()
    suites = ElementTree.parse(tmp_path / "out-moodle" / "junit.xml").getroot()
    red = {suite.get("name") for suite in suites if suite.get("failures") != "0"}
    assert red == {"dan", "gina", *WITHOUT_GRADE}
    alone = [only_one(BUILTIN, tmp_path / "flat" / name) for name in ("bob", "cleo", "dan", "hugo")]
    assert [report.score for report in alone] == [4.0, 4.0, found["flat"]["dan"].score, 0.0]
    assert [report.has_grade for report in alone] == [True, True, True, False]


def only_one(course: Course, path: Path) -> Report:
    """What an uploaded autograder says."""
    return grade_one(course, path, path.name, b"secret" * 6, ["backward"])


def test_where_nobody_has_what_is_asked_for_no_platform_gets_a_file(tmp_path: Path) -> None:
    hand_ins, out = tmp_path / "class", tmp_path / "out"
    (hand_ins / "ada").mkdir(parents=True)
    (hand_ins / "ada" / "05_accumulate.py").write_text("x = 1\n")
    worksheet = tmp_path / "sheet.csv"
    worksheet.write_text(
        "Identifier,Full name,Email address,Grade,Maximum Grade\n"
        'Participant 7,Ada,ada@x.org,,"4.00"\n'
    )
    done = topograde(
        *("grade", hand_ins, "--out", out, "--only", "backward", "--roster", worksheet)
    )
    assert done.returncode == 3, done.stdout + done.stderr
    assert "Nobody handed in backward, so nothing was written for platforms." in done.stdout
    assert "05_accumulate.py (accumulate)" in (out / "ada.json").read_text()
    assert not (out / "moodle.csv").exists()
    assert (out / "grades.csv").read_text().splitlines()[1].startswith("ada,,,4,no-exercise,")


SPLIT = (
    "LastName,FirstName,ID,SIS Login ID,Section,Groups,HW (77)\n"
    '    Points Possible,,,,,,"3"\n'
    "Ada,Ames,1001,ames,1,red,\n"
    "Otto,Orr,1002,orr,1,red,\n"
    "Zoe,Zinn,1003,zinn,1,,\n"
    "Student,Test,1004,x1,1,,\n"
)


def test_canvas_with_split_names_and_a_group_gets_its_grades_back(tmp_path: Path) -> None:
    hand_ins, roster, out = tmp_path / "s", tmp_path / "gradebook.csv", tmp_path / "out"
    hand_ins.mkdir()
    (hand_ins / "adaames_1001_55_whatever.py").write_text(DOUBLING)
    roster.write_text(SPLIT)
    done = topograde(
        *("grade", hand_ins, "--course", TINY, "--out", out, "--roster", roster),
        *("--assignment", "HW"),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 handed nothing in: Zinn Zoe" in done.stdout.replace("Zoe Zinn", "Zinn Zoe")
    table = list(csv.DictReader(io.StringIO((out / "canvas.csv").read_text())))
    assert {row["ID"]: row["HW (77)"] for row in table[1:]} == {
        "1001": "3",
        "1002": "3",
        "1003": "",
    }
    done = topograde(
        *("grade", hand_ins, "--course", TINY, "--out", out, "--roster", roster),
        *("--assignment", "Quiz"),
    )
    assert done.returncode == 2
    assert "! --assignment 'Quiz' is no column of the gradebook" in done.stdout


def test_a_team_that_is_a_group_gives_its_grade_to_each_member(tmp_path: Path) -> None:
    hand_ins, roster, out = tmp_path / "hw-submissions", tmp_path / "class.csv", tmp_path / "out"
    for name in ("hw-team-3", "hw-solo"):
        (hand_ins / name / ".git").mkdir(parents=True)
        (hand_ins / name / "work.py").write_text(DOUBLING)
    roster.write_text("name,github,team\nAmes,ames1,team-3\nOrr,orr1,team-3\nSolo,solo,\n")
    done = topograde("grade", hand_ins, "--course", TINY, "--out", out, "--roster", roster)
    assert done.returncode == 0, done.stdout + done.stderr
    found = {student: (row["score"], row["flags"]) for student, row in rows(out).items()}
    assert found == {"Ames": ("3", "group"), "Orr": ("3", "group"), "solo": ("3", "")}


def test_an_option_without_effect_is_said_and_ends_with_2(tmp_path: Path) -> None:
    hand_in = tmp_path / "ada.py"
    hand_in.write_text(DOUBLING)
    done = topograde(
        *("grade", hand_in, "--course", TINY, "--out", tmp_path / "out", "--assignment", "HW")
    )
    assert done.returncode == 2
    assert "! --assignment has no effect" in done.stdout
    assert (tmp_path / "out" / "ada.json").is_file()


def test_extensions_go_by_login_and_the_time_of_a_file_in_a_zip_counts(tmp_path: Path) -> None:
    course = tmp_path / "course"
    shutil.copytree(TINY, course)
    toml = course / "exercises" / "course.toml"
    policy = '[late]\ndue = 2026-11-20T12:00:00Z\npercent = 10\nper = "day"\n\n[[exercise]]'
    toml.write_text(toml.read_text().replace("[[exercise]]", policy, 1))
    archive, roster = tmp_path / "submissions.zip", tmp_path / "gradebook.csv"
    with zipfile.ZipFile(archive, "w") as made:
        for name in ("adaames_1001_55_x.py", "zoezinn_1003_66_x.py"):
            made.writestr(zipfile.ZipInfo(name, (2026, 11, 23, 0, 0, 0)), DOUBLING)
    roster.write_text(SPLIT.replace("red", ""))
    (tmp_path / "late.csv").write_text("student,due\nzinn,+9 days\n")
    options = ("--course", course, "--roster", roster, "--late", tmp_path / "late.csv")
    done = topograde("grade", archive, *options, "--out", tmp_path / "out", "--late-by-file-time")
    assert done.returncode == 0, done.stdout + done.stderr
    found = {
        student: (row["late"], row["final"]) for student, row in rows(tmp_path / "out").items()
    }
    assert found == {"adaames": ("3 days", "2.1"), "zoezinn": ("on time", "3")}
