"""Late hand-ins: what they lose, what is said of it; raw points stay beside the final ones."""

from __future__ import annotations

import csv
import io
import json
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.classroom.by_instructor.late import (
    Extension,
    LateError,
    LateRules,
    read_extensions,
    time_of,
)
from grader.course.course import CourseError, load_course
from grader.course.late import LatePolicy, without_late
from grader.judging.as_json import record_of, spelled
from grader.judging.report import CheckResult, ExerciseReport, Report
from grader.reports.pages.class_page import ClassSheet
from grader.reports.tables import final_cell as grade_of
from tests.support.class_runs import RIGHT, rows
from tests.support.paths import TINY
from tests.support.warm import topograde

DUE = datetime.fromisoformat("2026-11-20T23:59:00+01:00")
POLICY = LatePolicy(DUE, grace_minutes=15, percent=10, per="day", at_most=50)
LATE = """
[late]
due = 2026-11-20T23:59:00+01:00
grace_minutes = 15
percent = 10
per = "day"
at_most_percent = 50
free_days = 0

"""


def report(handed_in: str = "", student: str = "ada", score: float = 8.0) -> Report:
    identity = {"handed_in": handed_in} if handed_in else {}
    return Report(student, score, 10.0, {"isolated": True}, {}, (), identity=identity)


def applied(handed_in: str, rules: LateRules | None = None) -> Report:
    return (rules or LateRules(POLICY)).applied(report(handed_in), None)


@pytest.mark.parametrize(
    ("handed_in", "state", "begun", "final"),
    [
        ("2026-11-20T22:00:00Z", "on-time", 0, 8.0),
        ("2026-11-20T23:13:59Z", "on-time", 0, 8.0),  # within the grace
        ("2026-11-20T23:20:00Z", "late", 1, 7.2),
        ("2026-11-21T22:59:00Z", "late", 1, 7.2),
        ("2026-11-21T22:59:01Z", "late", 2, 6.4),
        ("2026-12-24T00:00:00Z", "late", 34, 4.0),  # the cap
        ("2026-11-21 10:00:00.000000 UTC", "late", 1, 7.2),
        ("2026-11-20 10:00:00 America/Los_Angeles", "on-time", 0, 8.0),
        ("2026-11-25 10:00:00", "unknown", 0, 8.0),  # no zone
        ("", "unknown", 0, 8.0),
    ],
)
def test_each_day_that_has_begun_costs_so_much_and_no_time_costs_nothing(
    handed_in: str, state: str, begun: int, final: float
) -> None:
    found = applied(handed_in)
    assert found.late is not None
    assert (found.late.state, found.late.begun, found.final) == (state, begun, final)
    assert found.score == 8.0
    if final < 8.0:
        assert f"8 becomes {final:g}" in found.late.sentence


def test_hours_free_days_and_extensions() -> None:
    hours = LatePolicy(DUE, percent=1, per="hour", free_days=1)
    found = applied("2026-11-22T01:00:00Z", LateRules(hours))
    assert found.late is not None
    assert (found.late.begun, found.final) == (27, 7.76)  # 24 of them are free
    assert "free days" in found.late.sentence
    later = Extension(due=datetime(2026, 12, 1, tzinfo=UTC))
    rules = LateRules(POLICY, {"ada": later, "b@x.org": Extension(free_days=3)})
    assert applied("2026-11-25T00:00:00Z", rules).final == 8.0
    bob = Report("bob", 8.0, 10.0, {}, {}, (), identity={
        "email": "B@x.org", "handed_in": "2026-11-23T00:00:00Z",
    })  # fmt: skip
    assert rules.applied(bob, None).final == 8.0
    assert record_of(LateRules, json.loads(json.dumps(spelled(rules)))) == rules


def test_points_that_were_not_judged_have_no_final_ones() -> None:
    check = CheckResult("sum", "ungraded", 0.0, 10.0, False, "Sums hold.")
    exercise = ExerciseReport("engine", "Engine", True, 0.0, 10.0, (check,))
    ungraded = replace(report("2026-11-25T00:00:00Z"), exercises=(exercise,))
    found = LateRules(POLICY).applied(ungraded, None)
    assert found.late is not None
    assert "loses 10 %" in found.late.sentence
    assert "becomes" not in found.late.sentence
    sheet = ClassSheet("A course")
    sheet.add(found)
    table = list(csv.DictReader(io.StringIO(sheet.csv(["engine"], with_late=True))))
    assert (table[0]["score"], table[0]["final"]) == ("", "")
    assert grade_of(found) == ""


def test_a_file_of_extensions_is_read_or_says_which_line_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "late.csv"
    path.write_text(
        "student,due,free_days,handed_in\nAda,+3 days,,\nbob,2026-11-25T12:00:00Z,2,\n"
        "cleo,,,2026-11-21T00:00:00+01:00\n"
    )
    found = read_extensions(path, POLICY)
    assert found["ada"].due == datetime.fromisoformat("2026-11-23T23:59:00+01:00")
    assert found["bob"].free_days == 2
    assert found["cleo"].handed_in == time_of("2026-11-21T00:00:00+01:00")
    for text, said in (
        ("who,due\nada,+1 day\n", "line 1"),
        ("student,due\nada,tomorrow\n", "line 2: due must be a time with its zone"),
        ("student,due\nada,2026-11-25T12:00:00\n", "line 2"),
        ("student,free_days\nada,-1\n", "free_days"),
        ("student\nada\nAda\n", "line 3: Ada has a line already"),
    ):
        path.write_text(text)
        with pytest.raises(LateError, match=said):
            read_extensions(path, POLICY)


def a_course(folder: Path, late: str = LATE) -> Path:
    shutil.copytree(TINY, folder)
    toml = folder / "exercises" / "course.toml"
    text = toml.read_text()
    at = text.index("[[exercise]]")
    toml.write_text(text[:at] + late + text[at:])
    return folder


def test_a_late_policy_is_no_part_of_the_courses_digest(tmp_path: Path) -> None:
    course = load_course(a_course(tmp_path / "course"))
    assert course.late == LatePolicy(DUE, 15.0, 10.0, "day", 50.0, 0.0)
    assert course.digest == load_course(a_course(tmp_path / "other", "\n")).digest
    assert without_late(b"a = 1\n[late]\ndue = 1\n# x\n[[exercise]]\n") == b"a = 1\n[[exercise]]\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("due = 2026-11-20T23:59:00", "with its zone"),
        ("due = 2026-11-20T23:59:00Z\npercent = 120", "percent must be a number from 0 to 100"),
        ("due = 2026-11-20T23:59:00Z\nper = 'week'", "per must be 'day' or 'hour'"),
        ("due = 2026-11-20T23:59:00Z\ngrace = 3", "unknown key 'grace'"),
    ],
)
def test_a_late_policy_that_cannot_be_is_a_sentence(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(CourseError, match=said):
        load_course(a_course(tmp_path / "course", f"[late]\n{line}\n"))


def grade(*arguments: object, code: int = 0) -> str:
    done = topograde("grade", *arguments)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_raw_points_days_late_and_final_points_stand_side_by_side(tmp_path: Path) -> None:
    submitted = tmp_path / "submitted"
    for student, time in (("ada", "2026-11-21 12:00:00 UTC"), ("bob", "")):
        folder = submitted / student / "tiny"
        folder.mkdir(parents=True)
        (folder / "01_doubling.py").write_text(RIGHT)
        if time:
            (folder / "timestamp.txt").write_text(time)
    course, out = a_course(tmp_path / "course"), tmp_path / "out"
    options = ("--course", course, "--out", out)
    said = grade(submitted, *options, "--fail-under", 100)  # on raw points: nobody is below
    assert "1 with no time of handing in, so nothing was deducted: bob" in said
    assert "1 day" in said
    ada, bob = rows(out)["ada"], rows(out)["bob"]
    assert (ada["score"], ada["late"], ada["final"]) == ("3", "1 day", "2.7")
    assert (bob["score"], bob["late"]) == ("3", "time unknown")
    assert "3 becomes 2.7" in (out / "ada.html").read_text()
    assert json.loads((out / "ada.json").read_text())["late"]["final"] == 2.7
    extensions = tmp_path / "late.csv"
    extensions.write_text("student,due\nada,+1 day\nzoe,+1 day\n")
    said = grade(submitted, *options, "--late", extensions, code=2)  # zoe's line has no effect
    assert "! in the file for --late, and not in the class: zoe" in said
    assert "2 graded before and kept, 0 to grade" in said
    assert "ada: 2.7 of 3 -> 3 of 3 (late policy or extension)" in said
    done = grade(
        submitted, "--course", TINY, "--out", tmp_path / "o2", "--late", extensions, code=2
    )
    assert "course.toml has none" in done
