"""pytest's door gives what `check` and `grade` give, item by item, over the sample class.

The whole class takes minutes in this door, so this is a part of it: some of each kind, and one
more that the day of the year draws. With TOPOGRADE_WHOLE_CLASS=1 it is the whole class, in parts.
What `grade` gives was graded once for all tests.
"""

from __future__ import annotations

import json
import os
import random
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.course.course import Course
from grader.grading.own_work import OwnWork
from grader.judging.check_results import UNSTEADY
from grader.judging.report import Report
from grader.submissions.submission import id_of
from tests.support.hand_ins import SECRET
from tests.support.paths import DATA
from tests.support.pytest_runs import report, told

CLASS = sorted(path for path in (DATA / "sample_class").iterdir() if path.name[0] not in "._")
SOME = "ada jonas xenia".split()
DAY = datetime.now(UTC).timetuple().tm_yday
OTHERS = [path for path in CLASS if id_of(path) not in SOME]
DRAWN = random.Random(DAY).sample(OTHERS, 1)
WHOLE = os.environ.get("TOPOGRADE_WHOLE_CLASS") == "1"
PART = 7
PARTS = (
    [CLASS[i : i + PART] for i in range(0, len(CLASS), PART)]
    if WHOLE
    else [[path for path in CLASS if id_of(path) in SOME or path in DRAWN]]
)
"""Hand-ins that are graded at once: each takes some seconds twice, and no test ten minutes."""


def copied(paths: list[Path], folder: Path) -> Path:
    folder.mkdir()
    for path in paths:
        if path.is_dir():
            shutil.copytree(path, folder / path.name, symlinks=True)
        else:
            shutil.copy2(path, folder / path.name)
    return folder


def by_item(reports: list[Report]) -> dict[str, tuple[str, float]]:
    return {
        f"topograde::{report.student}::{exercise.id}::{check.id}": (check.outcome, check.points)
        for report in reports
        for exercise in report.exercises
        for check in exercise.checks
    }


@pytest.mark.parametrize("part", PARTS, ids=lambda part: id_of(part[0]))
def test_every_item_has_the_outcome_and_points_that_grade_gives(
    part: list[Path], tmp_path: Path, sample_class_results: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(SECRET)
    copied(part, tmp_path / "class")
    files = [sample_class_results / f"{id_of(path)}.json" for path in part]
    graded = [Report.from_json(json.loads(file.read_text())) for file in files]
    expected = by_item(graded)
    made: dict[str, Any] = report(
        tmp_path, "--topograde-class=class", f"--topograde-secret-file={secret}",
        f"--topograde-course={sample_class_results.parent / 'course'}",
        "--topograde-allow-unsandboxed",
    )  # fmt: skip
    found = told({test["nodeid"]: test for test in made["tests"]})
    assert {item: said for item, said in found.items() if said[0] != "not handed in"} == expected
    assert {found[item] for item in found.keys() - expected.keys()} <= {("not handed in", 0.0)}
    steady = [each for each in graded if UNSTEADY not in str(each.to_json())]
    whole = {r["student"]: r for r in made["topograde"]["reports"]}
    assert whole.keys() == {each.student for each in graded}
    # Whether the answers of an engine that changes its mind repeat themselves is a matter of luck.
    assert {each.student: whole[each.student] for each in steady} == {
        each.student: each.to_json() | {"exercises": without_private(each)} for each in steady
    }
    for test in made["tests"]:
        kind = {"passed": "passed", "blocked": "skipped", "not handed in": "skipped"}
        outcome = test["user_properties"]["outcome"]
        assert test["outcome"] in (kind.get(outcome, "failed"), "skipped"), test["nodeid"]


def without_private(graded: Report) -> list[Any]:
    """The exercises as a student's report has them once it was read again."""
    again = Report.from_json(graded.to_json()).to_json()
    exercises: list[Any] = again["exercises"]
    return exercises


@pytest.mark.parametrize("student", [id_of(path) for path in CLASS] if WHOLE else ["bjorn"])
def test_every_item_has_the_outcome_and_points_that_check_gives(
    student: str, course: Course, tmp_path: Path
) -> None:
    (original,) = (path for path in CLASS if id_of(path) == student)
    work = copied([original], tmp_path / "class") / original.name
    with OwnWork(course, work) as own:
        checked, _ = own.check()
    made = report(tmp_path, "--topograde", f"--topograde-work={work}")
    found = told({test["nodeid"]: test for test in made["tests"]})
    expected = {f"topograde::{item.split('::', 2)[2]}": s for item, s in by_item([checked]).items()}
    assert expected
    assert {item: said for item, said in found.items() if said[0] != "not handed in"} == expected
