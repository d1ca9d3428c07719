"""One edit from right: found in the hand-in's own text, verified by every check."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.checks import Check
from grader.course.course import Course
from grader.grading.edits import MOST, edits
from grader.grading.repair import CUT_SHORT, ENDED, Repair, repaired, told
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.submissions.sources.collected import Source
from grader.submissions.submission import Submission
from tests.support.hand_ins import patched, solution

Checks = Mapping[str, tuple[Check, ...]]


def repair_of(
    text: str, course: Course, checks: Checks, context: GradingContext, **limits: float
) -> Repair | None:
    source = Source("answer.py", (text,), False)
    submission = Submission("ada", Path("ada"), "0" * 64, {"backward": source})
    graded = grade_submission(submission, course, checks, context, only=["backward"])
    exercise = course.exercise("backward")
    report = graded.report.exercises[0]
    return repaired(context, exercise, source, checks["backward"], report, **limits)


LOOP = "        for node in reversed(topo):\n            node._backward()\n"


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (LOOP.replace("reversed(topo)", "topo"), "+        for node in reversed(topo):"),
        (LOOP.replace("_backward()", "_backward"), "+            node._backward()"),
    ],
)
def test_one_edit_is_found_and_shown_as_a_diff(
    course: Course, checks: Checks, context: GradingContext, wrong: str, line: str
) -> None:
    text = patched(solution("backward", course), (LOOP, wrong))
    found = repair_of(text, course, checks, context, cpu=60.0, clock=120.0)
    assert found is not None
    assert line in found.diff.splitlines()
    assert found.score == sum(check.points for check in checks["backward"])
    shown = "\n".join(told(found, 0.0, found.score))
    assert shown.startswith("backward: one edit from 4 of 4 (it has 0):")


def test_what_is_right_needs_none(course: Course, checks: Checks, context: GradingContext) -> None:
    assert repair_of(solution("backward", course), course, checks, context) is None


def test_what_ended_its_process_is_not_looked_at(
    course: Course, checks: Checks, context: GradingContext
) -> None:
    text = patched(solution("backward", course), (LOOP, "        import os\n        os._exit(1)\n"))
    found = repair_of(text, course, checks, context)
    assert found is not None
    assert (found.diff, found.reason) == ("", ENDED)


def test_a_search_without_time_says_so(
    course: Course, checks: Checks, context: GradingContext
) -> None:
    text = patched(solution("backward", course), (LOOP, LOOP.replace("reversed(topo)", "topo")))
    found = repair_of(text, course, checks, context, clock=0.0)
    assert found is not None
    assert (found.diff, found.reason) == ("", CUT_SHORT)


def test_edits_are_few_valid_and_those_of_the_marked_line_first() -> None:
    text = "def f(self, other):\n    x = self.data + other.data\n    self.grad = other.grad\n"
    found = list(edits(text, [3]))
    assert found[0].splitlines()[2] != text.splitlines()[2]
    assert len(found) <= MOST
    for edited in found:
        compile(edited, "edited", "exec")
