"""One edit from right: found in the hand-in's own text, verified by every check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from grader.checks import Check
from grader.course.course import Course
from grader.grading.repair.edits import MOST, edits
from grader.grading.repair.nearness import Hints
from grader.grading.repair.search import Repairs
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.judging.repair import CUT_SHORT, ENDED, LONGEST, MOST_NODES, TOO_LONG, Repair
from grader.judging.report import Report
from grader.reports.repairs import NOT_TRIED, RepairCounts, told
from grader.submissions.sources.collected import Source
from grader.submissions.submission import Submission
from tests.support.hand_ins import patched, solution

Checks = Mapping[str, tuple[Check, ...]]
Find = Callable[..., Report]


@pytest.fixture
def repair_of(course: Course, checks: Checks, context: GradingContext) -> Find:
    """`repair_of(text, exercise, cpu=..., clock=...)`: the report with what was found."""

    def found(text: str, exercise: str = "backward", **limits: float) -> Report:
        source = Source("answer.py", (text,), False)
        submission = Submission("ada", Path("ada"), "0" * 64, {exercise: source})
        limits = {"cpu": 60.0, "clock": 120.0, **limits}
        graded = grade_submission(
            submission, course, checks, context, only=[exercise], repair=Repairs(**limits)
        )
        return graded.report

    return found


LOOP = "        for node in reversed(topo):\n            node._backward()\n"


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (LOOP.replace("reversed(topo)", "topo"), "+        for node in reversed(topo):"),
        (LOOP.replace("_backward()", "_backward"), "+            node._backward()"),
    ],
)
def test_one_edit_is_found_and_shown_as_a_diff(
    course: Course, repair_of: Find, wrong: str, line: str
) -> None:
    report = repair_of(patched(solution("backward", course), (LOOP, wrong)))
    repair = report.exercises[0].repair
    assert repair is not None
    assert line in repair.diff.splitlines()
    assert (repair.score, repair.part) == (report.exercises[0].max_score, "backward")
    shown = "\n".join(told(report))
    assert shown.startswith("backward: one edit from 4 of 4 points (it has 0")
    assert Report.from_json(report.to_json(instructor=True)).exercises[0].repair == repair
    assert "repair" not in report.to_json()["exercises"][0]


def test_of_two_mistakes_one_is_repaired_if_nothing_else_is_touched(
    course: Course, repair_of: Find
) -> None:
    text = patched(
        solution("functions", course),
        ("self.grad += out.data * out.grad", "self.grad -= out.data * out.grad"),
        ("(1.0 - t * t) * out.grad", "((1.0 - t * t) - self.data - 0.5) * out.grad"),
    )
    report = repair_of(text, "functions")
    repair = report.exercises[0].repair
    assert repair is not None
    assert report.exercises[0].score < repair.score < report.exercises[0].max_score
    assert repair.part in ("exp", "tanh")
    assert repair.tried == MOST or repair.reason


def test_what_is_right_needs_none(course: Course, repair_of: Find) -> None:
    assert repair_of(solution("backward", course)).exercises[0].repair is None


def test_what_ended_its_process_is_not_looked_at(course: Course, repair_of: Find) -> None:
    ends = "        import os\n        os._exit(1)\n"
    report = repair_of(patched(solution("backward", course), (LOOP, ends)))
    assert report.exercises[0].repair == Repair(0, reason=ENDED)


def test_a_search_without_time_says_so(course: Course, repair_of: Find) -> None:
    wrong = patched(solution("backward", course), (LOOP, LOOP.replace("reversed(topo)", "topo")))
    assert repair_of(wrong, clock=0.0).exercises[0].repair == Repair(0, reason=CUT_SHORT)
    assert "cut short" in "".join(told(repair_of(wrong, cpu=0.0)))


@pytest.mark.parametrize("more", ["# " + "x" * LONGEST, "x = 1\n" * (MOST_NODES // 3)])
def test_a_text_that_is_too_long_for_it_is_told(course: Course, repair_of: Find, more: str) -> None:
    wrong = patched(solution("backward", course), (LOOP, LOOP.replace("reversed(topo)", "topo")))
    report = repair_of(f"{wrong}\n{more}\n")
    assert report.exercises[0].repair == Repair(0, reason=TOO_LONG)
    counts = RepairCounts()
    counts.add(report)
    assert counts.answers == {NOT_TRIED: 1}


def test_edits_are_few_valid_and_those_of_the_marked_line_first() -> None:
    text = "def f(self, other):\n    x = self.data + other.data\n    self.grad = other.grad\n"
    found = list(edits(text, Hints([3])))
    assert found[0].splitlines()[2] != text.splitlines()[2]
    assert len(found) <= MOST
    for edited in found:
        compile(edited, "edited", "exec")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("def f(a, seen=set()):\n    seen.add(a)\n", "    seen = set()\n    seen.add(a)\n"),
        ("def f(a, *, seen=[]):\n    seen.append(a)\n", "    seen = []\n    seen.append(a)\n"),
        ("def f(a, topo):\n    topo = topo[::-1]\n", "    topo[:] = topo[::-1]\n"),
        ("def f(a, topo):\n    topo.append(a)\n", "    topo.append(a)\n    topo.reverse()\n"),
        ("def f(a, b):\n    return zip(a, b)\n", "    return list(zip(a, b))\n"),
        ("def f(a):\n    return (x for x in a)\n", "    return [x for x in a]\n"),
    ],
)
def test_what_is_given_to_a_function_is_among_the_edits(wrong: str, right: str) -> None:
    head = wrong.partition("\n")[0]
    assert f"{head}\n{right}" in list(edits(wrong, Hints()))
