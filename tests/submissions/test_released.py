"""A stub that is handed in is no answer, and what came with the course is shown as that."""

from __future__ import annotations

import pytest

from grader.course.course import Course
from grader.judging.report import Report
from grader.reports.pages.content import ForInstructor
from grader.reports.pages.html import report_page
from grader.submissions.sources.likeness import released_in
from grader.submissions.sources.unchanged import is_any_stub
from tests.support.hand_ins import ReportOn, exercise_of, notebook, solution, source
from tests.support.paths import ROOT


def stub(course: Course, id: str) -> str:
    return (course.stubs_dir / exercise_of(course, id).file_name).read_text(encoding="utf-8")


def test_each_stub_is_one_and_no_solution_is(course: Course) -> None:
    for exercise in course.exercises:
        assert is_any_stub([stub(course, exercise.id)], course)
        assert not is_any_stub([solution(exercise, course)], course)


def test_blanks_comments_and_the_text_on_top_do_not_matter(course: Course) -> None:
    text = stub(course, "double-backward")
    lines = text.split('"""', 2)[2].splitlines()
    bare = "\n\n".join(line for line in lines if not line.lstrip().startswith("#"))
    assert bare != text
    assert is_any_stub(["", bare + "\n\n# mine\n"], course)
    assert is_any_stub([text.partition("# ---- Examples")[0]], course)
    assert not is_any_stub([bare + "\nx = 1\n"], course)
    assert not is_any_stub([""], course)


@pytest.mark.parametrize("wrapped", [source, notebook])
def test_the_stub_of_another_exercise_is_not_begun(wrapped, course: Course, report_on: ReportOn):
    """It holds a whole engine, of which three quarters of the exam's points could be had."""
    report = report_on(wrapped(stub(course, "double-backward")))
    assert (report.score, report.flags) == (0, ("not-begun",))
    assert all(check.is_to_do for check in report.exercises[0].checks)


def test_what_is_more_than_a_stub_is_graded_and_its_released_functions_are_told(
    course: Course, report_on: ReportOn
):
    answer = source(stub(course, "double-backward") + "\nx = 1\n")
    report = report_on(answer)
    assert report.score > 0
    assert report.flags == ()
    [exercise] = report.to_json(instructor=True)["exercises"]
    assert "`backward` in the stub of accumulate" in exercise["released"]
    assert "released" not in report.to_json()["exercises"][0]
    assert Report.from_json(report.to_json(instructor=True)) == report
    assert "As handed out, engine" in report_page(report, ForInstructor())
    assert "As handed out" not in report_page(report)


def test_text_of_the_grader_is_told_under_any_indent(course: Course) -> None:
    text = (ROOT / "grader" / "programs" / "reference.py").read_text(encoding="utf-8")
    assert "`backward` and `backward_order` in the grader's own code" in released_in(
        [text], "engine", course
    )
    mine = "def mine(a, b):\n    total = a * b + a * a + b * b\n    return total * total + 7 * a\n"
    assert released_in([mine], "engine", course) == ""


def test_given_parts_of_the_exercises_own_stub_are_not_counted(course: Course) -> None:
    assert released_in([stub(course, "backward")], "backward", course) == ""
