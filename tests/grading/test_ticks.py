"""A tick means done: what a student's own check runs, what it leaves to an exam, what is to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from grader.checks import Check
from grader.checks.declare import own_checks
from grader.course.course import Course
from grader.grading.own_work import OwnWork
from grader.grading.progress import FAILING, HIDDEN_LEFT, NOT_BEGUN, PASSED
from grader.judging.limits import Budget
from grader.judging.report import ExerciseReport
from grader.programs.operators import names
from grader.submissions.sources.unchanged import parts_to_do
from tests.proving.left import with_one_todo_left
from tests.support.hand_ins import patched, solution

EXAM = "engine"
OPERATORS = names("node", "nodes", "number")
HIDDEN = {
    "an operand used twice": {
        *(f"adds_up_{name}" for name in OPERATORS), "same_inner_operand", "equal_values",
    },
    "below an operator": {f"path_{name}" for name in OPERATORS},
    "shared inner nodes": {
        "shared_inner_node", "unequal_depth", "diamond_with_tail", "build_topo_shared",
        "ladder", "scaled_ladder", "random_graphs",
    },
    "a third backward()": {"backward_three_times", "zero_grad_then_again"},
    "several graphs": {"fresh_graphs_accumulate", "nothing_leaks"},
    "other": {"power_zero"},
}  # fmt: skip
"""What the exam keeps for an instructor's run: nothing that its own examples show."""


class Desk:
    """A folder of one's own work, and what its check says."""

    def __init__(self, own: OwnWork) -> None:
        self.own = own

    def state(self, exercise: str, text: str) -> str:
        """How an exercise stands with this text."""
        return self.checked(exercise, text)[1]

    def checked(self, exercise: str, text: str) -> tuple[ExerciseReport, str]:
        """The report on an exercise with this text, and how it stands."""
        path = self.own.folder / self.own.course.exercise(exercise).file_name
        path.write_text(text, encoding="utf-8")
        report, states = self.own.check([exercise])
        (found,) = report.exercises
        return found, states[exercise]


@pytest.fixture
def desk(course: Course, tmp_path: Path) -> Iterator[Desk]:
    with OwnWork(course, tmp_path) as own:
        yield Desk(own)


def test_only_the_exam_hides_checks_and_these(
    course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> None:
    for exercise in course.exercises:
        own = own_checks(exercise, checks[exercise.id])
        assert [check.id for check in own] == [check.id for check in checks[exercise.id]]
        hidden = {check.id for check in own if check.hidden}
        assert hidden == (set().union(*HIDDEN.values()) if exercise.id == EXAM else set())
        assert any(check.hidden for check in checks[exercise.id]) or exercise.number == 1


@pytest.mark.parametrize("exercise", [
    "order-by-hand", "local-rules", "build-topo", "backward", "accumulate", "operators",
    "functions", "check-grad", "zero-grad", "double-backward", "toposort-iterative",
    "consumer-counts", EXAM,
])  # fmt: skip
def test_a_solution_gets_a_tick_and_with_any_todo_left_none(
    exercise: str, desk: Desk, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = solution(exercise, course)
    assert desk.state(exercise, whole) == (HIDDEN_LEFT if exercise == EXAM else PASSED)
    left = list(with_one_todo_left(whole))
    assert left
    # What walks all routes never ends; how long it is waited for is tested elsewhere.
    monkeypatch.setattr("grader.grading.submission.Budget", lambda **_: Budget(timeouts=0))
    for number, text in enumerate(left):
        state = desk.state(exercise, text)
        assert state in (FAILING, NOT_BEGUN), f"TODO number {number + 1}"


BUGS = {
    "accumulate": ("other.grad += self.data * out.grad", "other.grad = self.data * out.grad"),
    "functions": ("self.grad += (1.0 - t * t) * out.grad", "self.grad += 1.0 - t * t"),
    "local-rules": ("self.grad += other.data * out.grad", "self.grad = other.data * out.grad"),
}
"""What the stub warns of, and what showed in a hidden check only."""


@pytest.mark.parametrize("exercise", BUGS)
def test_the_bug_that_a_stub_warns_of_gets_no_tick(
    exercise: str, desk: Desk, course: Course
) -> None:
    wrong = patched(solution(exercise, course), BUGS[exercise])
    report, state = desk.checked(exercise, wrong)
    assert state == FAILING
    found = report.counterexample
    assert found is not None
    assert found.program  # its numbers are fixed, so they may be shown
    assert report.diagnosis


def test_a_part_that_was_not_begun_is_to_do_and_no_evidence(desk: Desk, course: Course) -> None:
    stub = (course.stubs_dir / "08_zero_grad.py").read_text()
    report, state = desk.checked("zero-grad", patched(stub, ('"a": 0.0', '"a": 44.0')))
    assert state == FAILING
    to_do = {check.id: check.message for check in report.checks if check.is_to_do}
    others = {check.id: check.outcome for check in report.checks if not check.is_to_do}
    # A long chain is not asked before what it comes after passes.
    assert others == {"prediction": "failed", "deep_graph": "blocked"}
    assert to_do["training_loop"] == "Still to do: `train` is as it was handed out."
    assert "line" in to_do["clears_every_node"]
    # What `train` answers is as it was given: only the prediction is told.
    assert [found.checks for found in report.diagnosis] == [("prediction",)]


def test_among_all_a_file_with_nothing_done_in_it_is_not_run(
    desk: Desk, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    for exercise in course.exercises:
        stub = (course.stubs_dir / exercise.file_name).read_bytes()
        (desk.own.folder / exercise.file_name).write_bytes(stub)
    monkeypatch.setattr(desk.own.server, "start", lambda *given: started.append(given))
    report, states = desk.own.check()
    assert {*states.values()} == {NOT_BEGUN}
    for each in report.exercises:
        assert all(check.is_to_do and not check.points for check in each.checks)
        assert not each.diagnosis
    assert not started


def test_which_parts_are_as_they_were_handed_out() -> None:
    stub = (
        "# TODO: two constants\nA = []\nB = {}\n\nC = 1\n\n\n"
        "def given(x):\n    return x\n\n\ndef asked(x):\n    # TODO: fix it\n    return x\n"
    )
    assert parts_to_do(stub, stub) == {"A", "B", "asked"}
    begun = stub.replace("A = []", "A = ['L']")
    assert parts_to_do(stub, begun) == {"B", "asked"}
    assert parts_to_do(stub, begun + "\ndef asked(x):\n    return -x\n") == {"B"}  # the last counts
    assert parts_to_do(stub, "def broken(") == frozenset()


def test_what_the_exams_own_examples_show_is_public(desk: Desk, course: Course) -> None:
    for change in (("return (-self) + other", "(-self) + other"), ("return self**-1 * other", "0")):
        report, state = desk.checked(EXAM, patched(solution(EXAM, course), change))
        assert state == FAILING
        assert report.counterexample is not None or any("None" in c.message for c in report.checks)
