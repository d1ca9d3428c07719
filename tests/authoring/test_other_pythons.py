"""The student kit, its locked worker and the sample class under every newer Python that is here.

The class is compared with what `topograde grade` gave it under the Python of these tests, which was
graded once for all of them. Classroom 50 and GitHub run Python 3.14 by default. What is needed
comes from the environment of these tests: none of it that `check` needs is compiled for one Python.
Interpreters are found on the path, where pyenv keeps its own, and where the variable
TOPOGRADE_PYTHONS names them. Of the sample class it is a part; with TOPOGRADE_WHOLE_CLASS=1 it is
the whole class.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import click
import pytest

from grader.authoring.release.student_kit import write_kit
from grader.checks.declare import Check, own_checks
from grader.course.course import Course
from grader.judging.report import OUTCOMES
from tests.support.graded_class import part_of_class
from tests.support.paths import ROOT, SAMPLE_CLASS

NEWER = ("3.12", "3.13", "3.14", "3.15")
PACKAGES = Path(click.__file__).parents[1]


def python(version: str) -> str | None:
    """This Python, if it is on the machine: named, where pyenv keeps its own, or on the path."""
    name = f"python{version}"
    homes = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = sorted(homes.glob(f"{version}.*/bin/{name}"), reverse=True)
    named = os.environ.get("TOPOGRADE_PYTHONS", "").split(os.pathsep)
    candidates = [*(each for each in named if Path(each).name == name)]
    candidates += [*map(str, found), *filter(None, [shutil.which(name)])]
    for each in candidates:
        if each and subprocess.run([each, "-c", ""], capture_output=True).returncode == 0:
            return each
    return None


@pytest.fixture(scope="module")
def kit(course: Course, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, _ = write_kit(course, tmp_path_factory.mktemp("kit"))
    for name in ("04_backward.py", "13_engine.py"):
        (folder / "exercises" / name).write_text((course.solutions_dir / name).read_text())
    wrong = (course.solutions_dir / "05_accumulate.py").read_text().replace("+=", "=", 1)
    (folder / "exercises" / "05_accumulate.py").write_text(wrong)
    return folder


def newer(*versions: str) -> str:
    """The newest of these Pythons; skips the test where none is to be had that is newer than the
    one that these tests run on."""
    later = [each for each in versions if tuple(map(int, each.split("."))) > sys.version_info[:2]]
    found = [interpreter for each in later if (interpreter := python(each))]
    if not found:
        pytest.skip(f"no newer Python of {', '.join(versions)} is on this machine")
    return found[-1]


@pytest.mark.parametrize("version", NEWER)
def test_the_kit_checks_right_and_wrong_work_under_a_newer_python(kit: Path, version: str) -> None:
    found = newer(version)
    for exercises, code, said in (
        (("backward", "engine"), 0, "checks pass"),
        (("accumulate",), 1, "FAILS"),
    ):
        done = subprocess.run(
            [found, "-m", "grader", "check", *exercises], cwd=kit, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(kit), str(PACKAGES)])},
            timeout=120,
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        assert said in done.stdout


SOME = [
    *("bjorn", "hiro", "mateo", "rosa", "tomas", "vera", "wanda"),
    *("berit", "casper", "farah", "timo", "xin", "yusuf"),
]
"""What could depend on a Python: recursion to its limit, slots and dataclasses, a notebook, an
archive, prints and imports, wrong and endless tasks, each kind of fault."""


def outcomes(interpreter: str, hand_ins: Path, course: Path) -> dict[str, dict[str, str]]:
    """What each public check of the sample class comes to under this Python."""
    done = subprocess.run(
        [interpreter, "-m", "tests.support.outcomes", str(hand_ins), str(course)],
        cwd=ROOT, capture_output=True, text=True, timeout=900,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(PACKAGES)])},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


@pytest.fixture(scope="module")
def hand_ins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if os.environ.get("TOPOGRADE_WHOLE_CLASS") == "1":
        return SAMPLE_CLASS
    return part_of_class(SOME, tmp_path_factory.mktemp("some") / "class")


def graded_here(folder: Path, student: str) -> dict[str, str]:
    """What each check came to in `topograde grade` under this Python."""
    report = json.loads((folder / "instructor" / f"{student}.json").read_text())
    return {
        f"{exercise['id']}/{check['id']}": check["outcome"]
        for exercise in report["exercises"]
        if exercise["handed_in"]
        for check in exercise["checks"]
    }


def test_the_sample_class_gets_the_same_outcomes_under_the_newest_python(
    hand_ins: Path,
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    request: pytest.FixtureRequest,
) -> None:
    interpreter = newer(*NEWER)
    results = request.getfixturevalue("sample_class_results")
    found = outcomes(interpreter, hand_ins, results.parent / "course")
    assert {outcome for of in found.values() for outcome in of.values()} == {*OUTCOMES} - {
        "ungraded"
    }
    assert len(found) == len(list(hand_ins.glob("[!._]*")))
    asked = {
        f"{exercise.id}/{check.id}"
        for exercise in course.exercises
        for check in own_checks(exercise, checks[exercise.id])
        if not check.hidden
    }
    for student, own in found.items():
        graded = graded_here(results, student)
        assert {*own} == asked & {*graded}
        others = {name: (own[name], graded[name]) for name in own if own[name] != graded[name]}
        # A student's own check does not know which hidden checks fail. So it asks also for what
        # needs two properties, which `grade` leaves out where the other one is already paid for.
        assert {*others.values()} <= {("failed", "passed")}, (student, others)
        assert not others or {graded[name] for name in graded.keys() - asked} != {"passed"}
