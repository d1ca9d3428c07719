"""The sample class gets the grades that were worked out by hand in sample_class_expected.toml.

The class is graded twice at the same time, with the same secret: here through the core, and by
`topograde grade` in a process of its own through pytest items. Both must say the same.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import conftest
import pytest

from grader.bench import Bench
from grader.check import Check
from grader.course import Course
from grader.grading import grade_submission
from grader.report import Report
from grader.submission import Submission, find_submissions
from grader.worker.client import ForkServer

HERE = Path(__file__).parent
CLASS = HERE / "sample_class"
EXPECTED = tomllib.loads((HERE / "sample_class_expected.toml").read_text(encoding="utf-8"))
STUDENTS: dict[str, dict[str, Any]] = EXPECTED["student"]
ABOUT = {"reason", "score", "full", "flags", "says"}
OUTCOMES = ("failed", "error", "timeout", "passed", "blocked")

SETS = {"ada", "bruno", "chidi", "dalia", "hana", "ivan", "jana", "omar", "rashid", "vera"}
"""Students whose engine walks a set of nodes: the last digit of a sum may hang on addresses."""

SOME = "bjorn carla chidi dmitri fatou hiro karim leila mateo nadia oskar rashid sofia".split()
"""Students for whom hidden inputs matter most; a whole class more would take another half minute."""

Checks = Mapping[str, tuple[Check, ...]]


@pytest.fixture(scope="module")
def by_command(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    """`topograde grade` on the class, started and not waited for; its `out` is the last argument."""
    folder = tmp_path_factory.mktemp("sample_class")
    secret = folder / "secret"
    secret.write_bytes(conftest.SECRET)
    command = [sys.executable, "-m", "grader", "grade", str(CLASS), "--allow-unsandboxed"]
    command += ["--secret-file", str(secret), "--out", str(folder / "out")]
    with subprocess.Popen(
        command,
        cwd=HERE.parent,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


@pytest.fixture(scope="module")
def hand_ins(course: Course) -> dict[str, Submission]:
    return {found.student: found for found in find_submissions([CLASS], course)}


@pytest.fixture(scope="module")
def graded(
    by_command: subprocess.Popen[str],
    hand_ins: Mapping[str, Submission],
    course: Course,
    checks: Checks,
    bench: Bench,
) -> dict[str, Report]:
    return {
        student: grade_submission(hand_in, course, checks, bench).report
        for student, hand_in in hand_ins.items()
    }


def test_the_expectations_are_about_this_class(hand_ins: Mapping[str, Submission]) -> None:
    assert len(STUDENTS) >= 34
    assert sorted(STUDENTS) == sorted(hand_ins)


def lost_by_hand(student: str, checks: Checks) -> dict[str, dict[str, str]]:
    """For each exercise that the student handed in: the checks that are lost, with outcomes."""
    expected = STUDENTS[student]
    lost: dict[str, dict[str, str]] = {exercise: {} for exercise in expected.get("full", ())}
    for exercise, lists in expected.items():
        if exercise in ABOUT:
            continue
        assert set(lists) <= set(OUTCOMES), f"{student}, {exercise}: unknown outcomes"
        ids = [check.id for check in checks[exercise]]
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
def test_every_lost_check_is_the_one_expected(
    student: str, graded: Mapping[str, Report], checks: Checks
) -> None:
    found = {
        exercise.id: {c.id: c.outcome for c in exercise.checks if c.outcome != "passed"}
        for exercise in graded[student].exercises
        if exercise.handed_in
    }
    assert found == lost_by_hand(student, checks), STUDENTS[student]["reason"]


@pytest.mark.parametrize("student", STUDENTS)
def test_the_score_is_the_one_expected(student: str, graded: Mapping[str, Report]) -> None:
    report = graded[student]
    assert report.score == STUDENTS[student]["score"]
    assert report.max_score == EXPECTED["max_score"]
    assert list(report.flags) == STUDENTS[student].get("flags", [])


@pytest.mark.parametrize("student", STUDENTS)
def test_the_expected_score_is_the_sum_of_its_checks(student: str, checks: Checks) -> None:
    lost = lost_by_hand(student, checks)
    points = sum(
        check.points for exercise in lost for check in checks[exercise]
        if check.id not in lost[exercise]
    )  # fmt: skip
    assert STUDENTS[student]["score"] == points


@pytest.mark.parametrize("student", [name for name in STUDENTS if "says" in STUDENTS[name]])
def test_the_student_is_told(student: str, graded: Mapping[str, Report]) -> None:
    report = graded[student]
    told = [*report.faults]
    for exercise in report.exercises:
        told += [*exercise.notices, *(check.message for check in exercise.checks)]
    for piece in STUDENTS[student]["says"]:
        assert any(piece in sentence for sentence in told), piece


def test_whoever_loses_something_is_told_why(graded: Mapping[str, Report]) -> None:
    for report in graded.values():
        handed_in = [exercise for exercise in report.exercises if exercise.handed_in]
        assert handed_in or report.faults
        for exercise in handed_in:
            for check in exercise.checks:
                assert bool(check.message) is (check.outcome != "passed"), (report.student, check)


def test_another_secret_gives_the_same_outcomes(
    graded: Mapping[str, Report],
    hand_ins: Mapping[str, Submission],
    course: Course,
    checks: Checks,
    server: ForkServer,
) -> None:
    other = Bench(b"quite another secret", server)
    for student in SOME:
        report = grade_submission(hand_ins[student], course, checks, other).report
        assert report.receipt["secret"] != graded[student].receipt["secret"]
        assert outcomes(report) == outcomes(graded[student]), student


def outcomes(report: Report) -> dict[tuple[str, str], str]:
    return {(e.id, c.id): c.outcome for e in report.exercises for c in e.checks}


def test_the_command_grades_the_class_to_the_same_bytes(
    graded: Mapping[str, Report], by_command: subprocess.Popen[str]
) -> None:
    printed, errors = by_command.communicate(timeout=600)
    assert by_command.returncode == 0, errors
    assert f"{len(STUDENTS)} graded" in printed
    out = Path(by_command.args[-1])  # type: ignore[index]
    for student, report in graded.items():
        for folder, instructor in ((out, False), (out / "instructor", True)):
            found = json.loads((folder / f"{student}.json").read_text(encoding="utf-8"))
            here = report.to_json(instructor)
            for data in (found, here):
                del data["isolation"]  # nothing is proved about it here
            if student not in SETS:
                assert sorted_json(found) == sorted_json(here), student
            assert found["score"] == STUDENTS[student]["score"]
    table = (out / "grades.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in table[1:]] == sorted(STUDENTS)


def sorted_json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, sort_keys=True, indent=1)


def test_the_class_has_all_kinds(graded: Mapping[str, Report]) -> None:
    """Right engines, wrong ones, unreadable files: the class is no good if it is all of one kind."""
    kinds = Counter(
        "unreadable" if report.faults else "full" if report.score >= 60 else "partly"
        for report in graded.values()
    )
    assert kinds["unreadable"] >= 4
    assert kinds["full"] >= 12
    assert kinds["partly"] >= 20
