"""The sample class gets the grades that were worked out by hand in sample_class_expected.toml.

The class is graded once, by `topograde grade` with two processes. Some of it is graded again: with
one process and the same secret, to the same bytes, and through the core with another secret.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from grader.checks.declare import Check
from grader.course.course import Course
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.judging.report import Report
from grader.submissions.layouts.find import find_submissions
from grader.submissions.submission import Submission
from tests.support.class_runs import reports
from tests.support.earlier import asked_since
from tests.support.graded_class import grade_command, part_of_class
from tests.support.paths import DATA, ROOT, SAMPLE_CLASS

EXPECTED = tomllib.loads((DATA / "sample_class_expected.toml").read_text(encoding="utf-8"))
STUDENTS: dict[str, dict[str, Any]] = EXPECTED["student"]
ABOUT = {"reason", "score", "full", "flags", "says"}
OUTCOMES = ("failed", "error", "timeout", "passed", "blocked")

AGAIN = "umar vera hiro tomas berit casper emil farah timo willem xin".split()
"""Graded again: a right engine in a notebook, an archive, wrong ones, folders of single exercises,
a task that takes too long, files that cannot be read; each outcome and kind of fault, and no answer
that depends on addresses. Most of them cost nearly nothing."""

OTHER_SECRET = ["carla", "emil", "tomas"]
"""Exams where hidden inputs matter, and tasks."""

Checks = Mapping[str, tuple[Check, ...]]


@pytest.fixture(scope="module")
def out(sample_class_results: Path) -> Path:
    """Where `topograde grade` has put what it says about the class."""
    said = (sample_class_results.parent / "said").read_text()
    graded = [s for s in STUDENTS.values() if "unreadable" not in s.get("flags", [])]
    assert f"{len(graded)} graded" in said
    return sample_class_results


@pytest.fixture(scope="module")
def graded(out: Path) -> dict[str, Report]:
    """The instructor's report on every student."""
    return {
        student: Report.from_json(json.loads(text_of(out / "instructor", student)))
        for student in STUDENTS
    }


def text_of(folder: Path, student: str) -> str:
    return (folder / f"{student}.json").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def hand_ins(course: Course) -> dict[str, Submission]:
    return {found.student: found for found in find_submissions([SAMPLE_CLASS], course)}


def test_the_readme_shows_what_is_printed(out: Path) -> None:
    """Its table is cut to fit a page; the numbers in it are today's."""
    said = [line.split() for line in (out.parent / "said").read_text().splitlines()]
    readme = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    shown = [line.rpartition("…")[0] or line for line in readme if line.startswith("    ")]
    rows = [row for row in map(str.split, shown) if row and row[0] in (*STUDENTS, "58")]
    assert len(rows) > 8
    for *whole, last in rows:
        cut = len(whole)
        assert any(each[:cut] == whole and each[cut].startswith(last)
                   for each in said if len(each) > cut), (*whole, last)  # fmt: skip


def test_the_expectations_are_about_this_class(hand_ins: Mapping[str, Submission]) -> None:
    assert len(STUDENTS) >= 34
    assert sorted(STUDENTS) == sorted(hand_ins)


def lost_by_hand(student: str, checks: Checks) -> dict[str, dict[str, str]]:
    """For each exercise that the student handed in: the checks that are lost, with outcomes."""
    expected = STUDENTS[student]
    later = asked_since(checks["engine"])
    lost: dict[str, dict[str, str]] = {exercise: {} for exercise in expected.get("full", ())}
    for exercise, lists in expected.items():
        if exercise in ABOUT:
            continue
        assert set(lists) <= set(OUTCOMES), f"{student}, {exercise}: unknown outcomes"
        ids = [check.id for check in checks[exercise] if check.id not in later]
        for pattern in (pattern for patterns in lists.values() for pattern in patterns):
            known = any(fnmatchcase(name, pattern) for name in ids)
            assert known, f"{student}, {exercise}: no check is called {pattern}"
        found = {name: outcome_by_hand(name, lists) for name in ids}
        lost[exercise] = {name: outcome for name, outcome in found.items() if outcome != "passed"}
    return lost


def outcome_by_hand(name: str, lists: Mapping[str, list[str]]) -> str:
    for outcome in OUTCOMES:
        if any(fnmatchcase(name, pattern) for pattern in lists.get(outcome, ())):
            return outcome
    return "passed"


@pytest.mark.parametrize("student", STUDENTS)
def test_every_lost_check_and_the_score_are_those_expected(
    student: str, graded: Mapping[str, Report], checks: Checks, course: Course
) -> None:
    found = {
        exercise.id: {c.id: c.outcome for c in exercise.checks if c.outcome != "passed"}
        for exercise in graded[student].exercises
        if exercise.handed_in
    }
    if "engine" in found:  # what nobody could know of yet is lost by everyone
        later = asked_since(checks["engine"])
        assert later <= found["engine"].keys()
        found["engine"] = {id: how for id, how in found["engine"].items() if id not in later}
    assert found == lost_by_hand(student, checks), STUDENTS[student]["reason"]
    report = graded[student]
    assert report.score == STUDENTS[student]["score"]
    assert report.max_score == course.points
    limited = any(isinstance(e, dict) and "timeout" in e for e in STUDENTS[student].values())
    assert list(report.flags) == STUDENTS[student].get("flags", []) + ["limits"] * limited
    told = [*report.faults]
    for exercise in report.exercises:
        told += [*exercise.notices, *(check.message for check in exercise.checks)]
    for piece in STUDENTS[student].get("says", ()):
        assert any(piece in sentence for sentence in told), piece


def test_whoever_loses_something_is_told_why(graded: Mapping[str, Report]) -> None:
    for report in graded.values():
        handed_in = [exercise for exercise in report.exercises if exercise.handed_in]
        assert handed_in or report.faults
        for exercise in handed_in:
            for check in exercise.checks:
                assert bool(check.message) is (check.outcome != "passed"), (report.student, check)


def test_the_same_secret_gives_the_same_bytes_whatever_the_number_of_processes(
    out: Path, graded: Mapping[str, Report], tmp_path: Path
) -> None:
    some = part_of_class(AGAIN, tmp_path / "class")
    again = grade_command(some, tmp_path, out.parent / "course", jobs=1)
    found = reports(again)
    assert len(found) == 2 * len(AGAIN)
    assert {name: (out / name).read_bytes() for name in found} == found
    rows = set((again / "grades.csv").read_text().splitlines()[1:])
    assert len(rows) == len(AGAIN)
    assert rows <= set((out / "grades.csv").read_text().splitlines())
    outcomes = {c.outcome for name in AGAIN for e in graded[name].exercises for c in e.checks}
    assert outcomes >= set(OUTCOMES)
    assert len({graded[name].score for name in AGAIN}) >= 7


def test_another_secret_gives_the_same_outcomes(
    graded: Mapping[str, Report],
    hand_ins: Mapping[str, Submission],
    course: Course,
    checks: Checks,
    context: GradingContext,
) -> None:
    other = GradingContext(b"quite another secret", context.server, context.oracle)
    for student in OTHER_SECRET:
        report = grade_submission(hand_ins[student], course, checks, other).report
        assert report.receipt["secret"] != graded[student].receipt["secret"]
        assert outcomes(report) == outcomes(graded[student]), student


def outcomes(report: Report) -> dict[tuple[str, str], str]:
    return {(e.id, c.id): c.outcome for e in report.exercises for c in e.checks}
