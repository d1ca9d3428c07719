"""One hand-in cannot hold a class by sleeping, nor fill the memory, nor hide an operator."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.checks.declare import Check
from grader.course.course import Course
from grader.judging.context import GradingContext
from grader.judging.exercise import AGAIN, ASIDE, HIDDEN, ExerciseRun
from grader.judging.limits import (
    EMPTY,
    HAND_IN_KEPT,
    HAND_IN_SECONDS,
    OWN_SECONDS,
    TIMEOUT_SECONDS,
    Budget,
)
from grader.judging.report import Report
from grader.worker.exchange import BatchLimits, Phases, Reply
from tests.support.hand_ins import ReportOn, exercise_of, solution, source

Checks = Mapping[str, tuple[Check, ...]]
linux_only = pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="reads /proc")


def engine(course: Course) -> str:
    return solution("engine", course).partition("# ---- Examples")[0]


def by_id(report: Report) -> dict[str, str]:
    return {check.id: check.outcome for check in report.exercises[0].checks}


def test_waiting_for_a_processor_is_not_counted():
    budget = Budget()
    budget.spend(Reply(cpu=1.0, wall=9.0, queued=7.5))
    budget.spend(Reply(cpu=1.0, wall=4.0, queued=3.0, failure={"kind": "timeout"}))
    assert HAND_IN_SECONDS - budget.seconds == 2.5
    assert TIMEOUT_SECONDS - budget.timeouts == 1.0


def test_a_student_waits_so_long_for_a_check_and_not_twice(
    course: Course, checks: Checks, monkeypatch: pytest.MonkeyPatch
):
    exercise = exercise_of(course, "toposort-iterative")
    (deep,) = (check for check in checks[exercise.id] if check.id == "depth_100000")
    used = Reply(cpu=5.0, wall=5.0, failure={"kind": "timeout", "limit": 5.0, "clock": "cpu"})
    for own, seconds, again in ((True, OWN_SECONDS, False), (False, 10.0, True)):
        budget = Budget(own=own)
        limits = budget.limits(deep, exercise)
        assert limits is not None
        assert limits.cpu == seconds
        monkeypatch.setattr("grader.judging.limits.slowness", lambda: 1.0)
        assert (budget.second_try(limits, used) is not None) is again
        monkeypatch.setattr("grader.judging.limits.slowness", lambda: 3.0)
        assert budget.second_try(limits, used) is not None  # the machine is busy


@linux_only
def test_a_hand_in_that_sleeps_in_each_batch_ends_within_its_budget(
    monkeypatch, course: Course, report_on: ReportOn
):
    monkeypatch.setattr("grader.grading.submission.Budget", lambda **_: Budget(seconds=2.0))
    started = time.monotonic()
    report = report_on("import time\ntime.sleep(0.6)\n" + engine(course))
    assert time.monotonic() - started < 30  # a hundred batches would sleep for a minute
    skipped = [c for c in report.exercises[0].checks if "was used up" in c.message]
    assert skipped
    assert report.score < report.max_score / 2
    assert report.flags == ("limits",)


@pytest.mark.parametrize(
    ("deed", "flags"),
    [
        ("while True: pass", ("limits",)),
        ("x = [bytearray(1 << 28) for _ in range(9)]", ("limits",)),
        ("print('x' * (70 << 20))", ("limits",)),
        ("raise ValueError", ()),
        ("self.backward()", ()),
    ],
)
def test_a_report_in_which_a_limit_decided_points_says_so(
    monkeypatch, deed: str, flags: tuple[str, ...], course: Course, report_on: ReportOn
):
    monkeypatch.setattr("grader.grading.submission.Budget", lambda **_: Budget(timeouts=0))
    text = solution("backward", course)
    text = text.replace("def backward(self):", f"def backward(self):\n        {deed}", 1)
    report = report_on(text, "backward")
    assert report.score < report.max_score
    assert report.flags == flags


def test_a_batch_ends_however_often_its_file_is_loaded_again():
    """A hand-in can say that it loads its file again, for ever."""
    phases, now = Phases(BatchLimits(cpu=2.0, wall=4.0, most=9.0), (0.0, 0.0)), 0.0
    while min(phases.left((0.0, now))) > 0:
        now += 1.0
        phases.turn("running" if phases.now == "loading" else "loading", (0.0, now))
    assert now <= 9.0


def test_what_waits_holds_no_more_than_the_budget_of_memory():
    budget = Budget()
    assert budget.may_keep(1, EMPTY + HAND_IN_KEPT // 2)
    assert budget.may_keep(2, EMPTY + HAND_IN_KEPT // 2)
    assert not budget.may_keep(3, EMPTY + 1)
    assert budget.may_keep(2, EMPTY)  # it was measured anew
    assert budget.may_keep(3, EMPTY + 1)


@linux_only
def test_processes_of_one_hand_in_do_not_fill_the_memory(
    course: Course, checks: Checks, context: GradingContext
):
    text = "KEEP = b'x' * (300 << 20)\n" + engine(course)
    exercise, budget = exercise_of(course, "engine"), Budget()
    most = 0
    with ExerciseRun(context, exercise, source(text), "ada", "0" * 64, budget) as run:
        for check in checks["engine"][:12]:
            assert run.result(check).outcome == "passed"
            most = max(most, sum(worker.memory() for worker in run._workers.values()))
    assert most < 200 << 20


@linux_only
def test_what_was_asked_hidden_inputs_is_asked_nothing_public_after_that(
    course: Course, context: GradingContext
):
    """The process that public checks were asked again is the first that is asked hidden ones."""
    exercise = exercise_of(course, "engine")
    with ExerciseRun(context, exercise, source(engine(course)), "ada", "0" * 64, Budget()) as run:
        first, again = run._worker(ASIDE), run._worker(AGAIN)
        assert run._worker(HIDDEN) is again
        assert run._worker(HIDDEN) is again
        assert run._worker(ASIDE) is first
        assert run._worker(AGAIN) not in (first, again)


HIDES = """
_calls = [0]
_right = Value.__sub__
def _wrong(self, other):
    here = other.data if isinstance(other, Value) else other
    if (self.data, here) in ((1.3, 0.7), (1.3, 2.5)):
        raise TypeError("unsupported")
    out = _right(self, other)
    out.data = out.data + 1.0
    return out
Value.__sub__ = _wrong
"""


def test_an_operator_that_raises_only_when_looked_for_is_present(
    course: Course, checks: Checks, report_on: ReportOn
):
    plain = HIDES.replace("((1.3, 0.7), (1.3, 2.5))", "()")
    about = [c.id for c in checks["engine"] if "sub" in c.id or c.id.endswith("graphs")]
    hidden, shown = (report_on(engine(course) + text, only=about) for text in (HIDES, plain))
    assert hidden.score <= shown.score
    assert "blocked" not in {
        by_id(hidden)[id] for id, out in by_id(shown).items() if out != "blocked"
    }


SIGNALS = """
_run = Value.backward
class Told(Exception):
    pass
def _backward(self):
    seen, todo = [], [self]
    while todo:
        node = todo.pop()
        seen.append(node)
        todo += [n for n in node._prev if n not in seen]
    values = [n.data for n in seen if not n._prev]
    drawn = [v for v in values if len(repr(v)) > 5]
    if drawn:
        bit = int(repr(drawn[0])[-1]) % 3
        if bit == 0:
            raise RecursionError
        if bit == 1:
            raise MemoryError
        raise Told
    _run(self)
Value.backward = _backward
"""


def test_the_way_in_which_a_trap_fails_is_told_only_if_its_example_fails_so_too(
    course: Course, checks: Checks, report_on: ReportOn
):
    """Which error is raised could tell a part of a hidden number."""
    traps = [check.id for check in checks["engine"] if check.hidden][::4]
    report = report_on(engine(course) + SIGNALS, only=traps)
    traps = [c for c in report.exercises[0].checks if c.hidden and c.outcome != "passed"]
    assert traps
    told = [c for c in traps if c.counterexample is None]
    for check in told:
        assert check.outcome in ("failed", "blocked")
        if check.outcome == "failed":
            assert check.message.startswith("Your code fails this check")
    private = {c.private.get("outcome") for c in traps}
    assert "error" in private
    assert "Told" not in json.dumps(report.to_json()["exercises"][0]["checks"][0])


@linux_only
def test_a_students_own_run_stops_soon_at_the_first_loop_that_never_ends(
    course: Course, checks: Checks, context: GradingContext, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("grader.judging.limits.slowness", lambda: 1.0)
    text = solution("backward", course).replace(
        "for node in reversed(topo):", "while topo:\n            node = topo[-1]"
    )
    exercise, budget = exercise_of(course, "backward"), Budget(own=True)
    with ExerciseRun(context, exercise, source(text), "ada", "0" * 64, budget) as run:
        results = [run.result(check) for check in checks[exercise.id]]
    assert [result.outcome for result in results[:2]] == ["timeout", "blocked"]
    assert "took longer than a check may" in results[0].message
    assert {result.outcome for result in results[1:]} == {"blocked"}
    assert HAND_IN_SECONDS - budget.seconds < 1.5


@linux_only
def test_a_file_that_takes_a_second_to_load_is_not_too_slow(
    course: Course, checks: Checks, context: GradingContext
):
    slow = "\nimport time\nwhile time.process_time() < 1.0:\n    pass\n"
    exercise, budget = exercise_of(course, "backward"), Budget(own=True)
    right = source(solution("backward", course) + slow)
    with ExerciseRun(context, exercise, right, "ada", "0" * 64, budget) as run:
        assert run.result(checks[exercise.id][0]).outcome == "passed"
