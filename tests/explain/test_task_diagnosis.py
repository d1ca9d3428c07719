"""Of wrong answers to tasks is told what the numbers and the calls show, and no more."""

from __future__ import annotations

import pytest

from grader.course.course import Course
from grader.judging.report import ExerciseReport
from grader.reports.pages.html import report_page
from grader.reports.pages.notebook import Result, as_html
from grader.reports.view import failure_of, first_failure
from grader.reports.words import diagnosis_in_words
from tests.support.hand_ins import ReportOn, patched, solution


def exercise_report(report_on: ReportOn, exercise: str, text: str) -> ExerciseReport:
    return report_on(text, exercise).exercises[0]


def test_a_number_that_pytorch_does_not_give_is_not_called_its(
    course: Course, report_on: ReportOn
) -> None:
    text = patched(solution("zero-grad", course), ("        zero_grad(loss)\n", ""))
    report = report_on(text, "zero-grad", only=["training_loop"])
    assert "<dt>Right</dt><dd>3.464" in report_page(report)
    assert ">right <b>3.464" in as_html(Result(course, report, 0, True))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("not close(slope, claim, 1e-5, noise)", "abs(slope - claim) > 1e-6",
         "They differ by 4.4e-08, 1 % of the slope, and yet"),
        ("            return False\n    return True",
         "            return False\n    xs[0] += 1e-15\n    return True",
         "xs is [0.800000000000001, -0.6] after the call."),
    ],
)  # fmt: skip
def test_a_checker_is_told_what_it_did(
    course: Course, report_on: ReportOn, old: str, new: str, told: str
) -> None:
    text = patched(solution("check-grad", course), (old, new))
    report = exercise_report(report_on, "check-grad", text)
    failure = failure_of(report, first_failure(report))
    assert told in f"{failure.said} {failure.told}"


@pytest.mark.parametrize(
    ("patches", "told"),
    [
        ([("h = 1e-5 * max(1.0, abs(xs[i]))", "h = 0.1")],
         "Your check moves xs[0] = 2 by 0.1 and by 0.01 to both sides. Those calls give slopes of "
         "12.01 and 12.0001, where 12 is right."),
        ([("h = 1e-5 * max(1.0, abs(xs[i]))", "h = 1e-12")],
         " by 1e-12 and by 1e-13 to both sides. Those calls give slopes of "),
        ([("moved[i] = x", "moved = [y + x - xs[i] for y in xs]")],
         "and xs is [2, 3, 1]: 3 numbers have moved at once."),
        ([("close(slope, claim, 1e-5, noise)", "close(abs(slope), abs(claim), 1e-5, noise)")],
         "Does it compare the two, with which limit, or does it take this place for a kink?"),
    ],
)  # fmt: skip
def test_a_checker_is_told_only_what_its_calls_show(
    course: Course, report_on: ReportOn, patches: list[tuple[str, str]], told: str
) -> None:
    alike = ("kink_nearby = not close(slope, near_slope, 1e-4, 10 * noise)", "kink_nearby = False")
    text = patched(solution("check-grad", course), alike, *patches)
    report = exercise_report(report_on, "check-grad", text)
    assert told in " ".join(diagnosis_in_words(report.diagnosis, each.id) for each in report.checks)


@pytest.mark.parametrize(
    ("exercise", "old", "new", "told"),
    [
        ("build-topo", "topo.append(v)", "topo = topo + [v]",
         "The list that you were given, `topo`, is empty."),
        ("toposort-iterative", "stack.append((node, True))", "topo.append(node)",
         "`L` comes before its input `a`."),
        ("local-rules", "self.grad += out.grad", "self.grad += out.gard", "Did you mean `grad`?"),
        ("operators", "(-self) + other", "(-self) + othr", "Did you mean `other`?"),
        ("consumer-counts", "        yield node\n        for input_node in node.inputs:",
         "        yield node\n        inputs, node.inputs = node.inputs, []\n"
         "        for input_node in inputs:", "In call 2: "),
        ("order-by-hand", '"b": 7.0, "a": 21.0', '"b": 7.0, "a": 6.0',
         "You get that if `b` passes on only what `c` contributed to it."),
        ("order-by-hand", '"b": 7.0, "a": 21.0', '"b": 7.0, "a": 27.0',
         "You get that if `b` passes on once more what `c` contributed to it."),
        ("order-by-hand", '"b": 7.0, "a": 21.0', '"b": 7.0, "a": 21.5', "dL/da is not 21.5."),
        ("zero-grad", '{"a": 81.0, "b": 61.0, "c": 15.0}', '{"a": 103, "b": 78, "c": 20}',
         "That is what a second call leaves that starts from 2 at the root."),
        ("zero-grad", '{"a": 81.0, "b": 61.0, "c": 15.0}', '{"a": 44, "b": 34, "c": 10}',
         "That is twice what the first call leaves."),
        ("order-by-hand", 'P1_ORDER = ["L"', "P1_ORDER = [L", "as a text, it needs quotes."),
        ("order-by-hand", 'P1_ORDER = ["L"', "P1_ORDER = [math", "Is `import math` missing?"),
    ],
)  # fmt: skip
def test_the_check_itself_says_what_happened(
    course: Course, report_on: ReportOn, exercise: str, old: str, new: str, told: str
) -> None:
    text = patched(solution(exercise, course), (old, new))
    report = exercise_report(report_on, exercise, text)
    assert told in first_failure(report).message
