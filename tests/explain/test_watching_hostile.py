"""Hand-ins that lie, hang, bloat or give up when they are watched: no score changes, nothing fails.

Each has one wrong rule, so that there is something to watch.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.checks import Check
from grader.course.course import Course
from grader.judging.context import GradingContext
from tests.proving.located import graded
from tests.support.engines import RIGHT
from tests.support.hand_ins import patched

WRONG = patched(RIGHT, ("self.grad += out.data * out.grad", "self.grad += out.grad"))
BIRTH = "        self.data = data\n"
WATCHED = "        if data.__class__.__mro__[1] is float:\n"
HOSTILE = {
    "answers otherwise": f"{WATCHED}            data = data + 1\n",
    "raises": f"{WATCHED}            raise SystemExit\n",
    "never ends": f"{WATCHED}            while True: pass\n",
    "makes ever more numbers": f"{WATCHED}            for _ in range(10**5): data = data + 0.0\n",
    "makes ever more nodes": (
        f"{WATCHED}            self.more = [object.__new__(Value) for _ in range(10**4)]\n"
        "            for each in self.more: each.grad = 0.5\n"
    ),
    "forges its memory": (
        f"{WATCHED}            data.how = (4, (float('1e9'), 'x', None), ((1 << 40),), -1)\n"
    ),
    "undoes what watches": f"{WATCHED}            del Value.__setattr__\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_a_hand_in_does_when_it_is_watched_changes_no_points(
    name: str,
    tmp_path: Path,
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    context: GradingContext,
) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(patched(WRONG, (BIRTH, HOSTILE[name] + BIRTH)))
    report = graded(engine, course, checks, context, student="stranger")
    lost = {check.id for check in report.checks if check.outcome != "passed"}
    assert lost >= {"rule_exp", "path_exp"}
    assert not any("mul" in check or "add" in check for check in lost - {"adds_up_exp"})
    assert report.unexplained == ()
    assert all("+ 1" not in found.explanation for found in report.diagnosis)


def test_a_line_is_the_one_that_python_counts(
    tmp_path: Path,
    course: Course,
    checks: Mapping[str, tuple[Check, ...]],
    context: GradingContext,
) -> None:
    """A form feed and other characters that end lines elsewhere do not in Python."""
    engine = tmp_path / "engine.py"
    engine.write_text(f"# \x0c \u2028 \x85 \x1c\n\x0c\n{WRONG}")
    report = graded(engine, course, checks, context, student="stranger")
    (marked,) = {
        found.where.text[found.where.marked - found.where.first].strip()
        for found in report.diagnosis
        if found.where is not None
    }
    assert marked == "self.grad += out.grad"
