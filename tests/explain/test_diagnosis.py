"""A student's mistake is named first, a right engine gets no finding, and a report keeps them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.judging.report import Report


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
