"""A student's mistake is named first, a right engine gets no finding, and a report keeps them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.checks import Check
from grader.course.course import Course
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.judging.report import ExerciseReport, Report
from grader.submissions.submission import read_submission
from tests.support.engines import RIGHT, UNUSUAL
from tests.support.hand_ins import patched
from tests.support.paths import SAMPLE_CLASS

Checks = Mapping[str, tuple[Check, ...]]
CLASS = SAMPLE_CLASS


def names(diagnosis: Any) -> list[str]:
    return [d.misconception for d in diagnosis]


STUDENTS = {
    "ada": "nothing-reset",
    "amara": "no-visited-set",
    "carla": "bfs-order",
    "dmitri": "overwrite-mul",
    "elif": "tanh-uses-x",
    "fatou": "radd-missing",
    "gustav": "rsub-flipped",
    "hiro": "forward-not-reversed",
    "ines": "no-upstream",
    "jonas": "zero-only-root",
    "karim": "backward-zeroes-all",
    "leila": "visited-by-value",
    "milan": "seed-with-value",
    "nadia": "visited-mutable-default",
    "oskar": "relu-open-gate",
    "paula": "inplace-iadd",
    "rashid": "kahn-multi-edge",
    "sofia": "pow-rule",
    "tomas": "eq-without-hash",
    "vera": "pow-zero",
}


TWO_BELIEFS = {"ada"}
"""Who holds a second belief that shows: x**0 at 0 raises as well, and that is seen first."""


def graded(path: Path, course: Course, checks: Checks, context: GradingContext) -> ExerciseReport:
    submission = read_submission(path, course, asked="engine")
    report = grade_submission(submission, course, checks, context, only=["engine"]).report
    return report.exercises[0]


@pytest.mark.parametrize("student", STUDENTS)
def test_a_student_s_mistake_is_named_first(student: str, sample_class_results: Path) -> None:
    text = (sample_class_results / "instructor" / f"{student}.json").read_text()
    exercises = Report.from_json(json.loads(text)).exercises
    (exercise,) = (each for each in exercises if each.id == "engine")
    named = names(exercise.diagnosis)
    assert STUDENTS[student] in (named if student in TWO_BELIEFS else named[:1])
    first = exercise.diagnosis[0]
    assert first.kind == "seen"
    assert first.explained > 0


def test_a_set_of_inputs_is_diagnosed_the_same_in_every_process(
    tmp_path: Path, course: Course, checks: Checks, context: GradingContext
) -> None:
    text = patched(
        RIGHT,
        ("self._prev = _prev", "self._prev = set(_prev)"),
        (
            RIGHT[RIGHT.index("    stack = [(v, False)]") : RIGHT.index("def zero_grad")],
            "    if v not in visited:\n        visited.add(v)\n"
            "        for source in v._prev:\n            build_topo(source, visited, topo)\n"
            "        topo.append(v)\n\n\n",
        ),
        (
            "        for node in reversed(topo):\n",
            "        topo = []\n        preorder(self, set(), topo)\n        for node in topo:\n",
        ),
    )
    text += (
        "\n\ndef preorder(v, seen, order):\n    if v not in seen:\n        seen.add(v)\n"
        "        order.append(v)\n        for source in v._prev:\n"
        "            preorder(source, seen, order)\n"
    )
    path = tmp_path / "engine.py"
    path.write_text(text)
    first, again = (graded(path, course, checks, context) for _ in range(2))
    assert first.diagnosis == again.diagnosis


@pytest.mark.parametrize("name", ["inputs in a set", "rules as a method", "gradients as Fraction"])
def test_unusual_right_engines_get_no_diagnosis(
    name: str, tmp_path: Path, course: Course, checks: Checks, context: GradingContext
) -> None:
    path = tmp_path / "engine.py"
    path.write_text(UNUSUAL[name])
    assert graded(path, course, checks, context).diagnosis == ()


def test_the_diagnosis_survives_json(
    course: Course, checks: Checks, context: GradingContext
) -> None:
    submission = read_submission(CLASS / "elif.py", course, asked="engine")
    report = grade_submission(submission, course, checks, context, only=["engine"]).report
    read = Report.from_json(report.to_json(instructor=True))
    assert read.exercises[0].diagnosis == report.exercises[0].diagnosis
