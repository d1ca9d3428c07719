"""Reports: JSON there and back, and two audiences: the student's holds nothing that is hidden."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.checks import Check
from grader.course.course import Course
from grader.grading.submission import grade_submission
from grader.judging.as_json import spelled
from grader.judging.exercise import GradingContext
from grader.judging.finding import Counterexample
from grader.judging.report import OUTCOMES, SCHEMA, CheckResult, ExerciseReport, Report, ReportError
from grader.programs.program import Program, walk
from grader.submissions.submission import Submission
from tests.support.engines import RIGHT
from tests.support.hand_ins import brief, patched, solution, source

STUDENT, SHA = "ada", "5" * 64

WRONG = patched(
    RIGHT,
    ("self.grad += (1.0 - t * t)", "self.grad = (1.0 - t)"),
    ("            if node._prev:\n                node.grad = 0.0\n", "            pass\n"),
    ("return (-self) + other", "return self + (-other)"),
    ("self.grad += exponent", "self.grad = exponent"),
)


BACKWARDS = """
right = toposort
def toposort(end_node):
    return reversed([*right(end_node)])
"""


@pytest.fixture(scope="module")
def report(
    context: GradingContext, course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> Report:
    """A hand-in with failures of all kinds: wrong numbers, a crash, loud code, a wrong order."""
    loud = 'print("LOUD", self.data)\n        topo = []\n        build_topo(self'
    sources = {
        "build-topo": source(
            solution("build-topo", course).replace(
                "if v not in visited:", "if v not in visited or v._prev:"
            )
        ),
        "check-grad": source("def check_grad(f, xs):\n    return abs(f(xs)[1][0]) > 1e-3\n"),
        "consumer-counts": source(f"{solution('consumer-counts', course)}\n\n{BACKWARDS}"),
        "engine": source(WRONG.replace("topo = []\n        build_topo(self", loud)),
    }
    submission = Submission(STUDENT, Path("ada"), SHA, sources, flags=("zip",))
    # What walks all routes never ends: it need not be waited for long.
    quick = tuple(replace(check, cpu=check.cpu and 0.25) for check in checks["consumer-counts"])
    return grade_submission(
        submission,
        brief(course, 0.25),
        {**checks, "consumer-counts": quick},
        context,
        only=[*sources],
        isolation={"level": "A", "missing": ["x"]},
    ).report


def leaf_values(item: Any) -> set[str]:
    """The drawn numbers of a program or a task, as they are written."""
    steps = item.steps if isinstance(item, Program) else item.get("program", ())
    values = {step[2] for step in walk(steps) if step[0] == "leaf"}
    return {repr(value) for value in values if len(repr(value)) >= 6}


def test_a_students_json_holds_nothing_private(report: Report) -> None:
    def keys(item: Any) -> set[str]:
        if isinstance(item, dict):
            return set(item).union(*map(keys, item.values()))
        return set().union(*map(keys, item)) if isinstance(item, list) else set()

    assert "private" not in keys(report.to_json())
    assert "private" in keys(report.to_json(instructor=True))


def test_the_instructors_json_defends_every_point_of_a_trap(report: Report) -> None:
    data = report.to_json(instructor=True)
    failed = [
        check
        for exercise in data["exercises"]
        for check in exercise["checks"]
        if check["hidden"] and check["outcome"] == "failed"
    ]
    assert len(failed) > 5
    for check in failed:
        private = check["private"]
        assert 1 <= private["wrong"] <= private["of"]
        assert private["program"]
        assert private["expected"] is not None or private["found"]


def test_a_failed_trap_tells_its_property_and_a_visible_program(report: Report) -> None:
    (engine,) = (e for e in report.exercises if e.id == "engine")
    (third,) = (c for c in engine.checks if c.id == "backward_three_times")
    assert third.outcome == "failed"
    assert third.sentence.startswith("A third `backward()` leaves")
    assert "inputs are hidden" in third.message
    assert third.counterexample is not None
    assert third.counterexample.program.count("L.backward()") == 3
    assert third.private["program"] != third.counterexample.program


def test_what_was_printed_in_public_checks_is_there(report: Report) -> None:
    (engine,) = (e for e in report.exercises if e.id == "engine")
    assert "LOUD" in engine.output
    assert any("prints" in notice for notice in engine.notices)


def test_the_first_wrong_program_is_the_counterexample(report: Report) -> None:
    (engine,) = (e for e in report.exercises if e.id == "engine")
    first = next(
        c.counterexample
        for c in engine.checks
        if c.counterexample and c.counterexample.expected is not None
    )
    assert engine.counterexample == first


def test_the_receipt_says_how_to_grade_again(report: Report, context: GradingContext) -> None:
    receipt = report.receipt
    assert receipt["sha256"] == SHA
    assert receipt["secret"] == context.fingerprint
    assert context.secret.hex() not in json.dumps(report.to_json(instructor=True))
    assert str(receipt["torch"]).startswith("2.")
    assert report.isolation["level"] == "A"


# ---------------------------------------------------------------------------- there and back


def test_json_brings_a_report_back(report: Report) -> None:
    for instructor in (False, True):
        data = report.to_json(instructor)
        text = json.dumps(data, allow_nan=False)
        again = Report.from_json(json.loads(text)).to_json(instructor)
        assert json.dumps(again) == text


FLOATS = st.floats(allow_nan=True)
WORDS = st.text(max_size=8)
FINDINGS = st.builds(
    Counterexample, WORDS, WORDS, st.one_of(FLOATS, WORDS), st.one_of(st.none(), FLOATS, WORDS)
)
RESULTS = st.builds(
    CheckResult,
    WORDS,
    st.sampled_from(OUTCOMES),
    st.floats(0, 9),
    st.floats(0, 9),
    st.booleans(),
    WORDS,
    WORDS,
    st.sampled_from([None, "depth"]),
    st.one_of(st.none(), FINDINGS),
    st.one_of(st.none(), st.tuples(WORDS, st.integers())),
    st.dictionaries(WORDS, st.one_of(FLOATS, WORDS, st.integers(), st.lists(WORDS, max_size=2))),
)
EXERCISES = st.builds(
    ExerciseReport,
    WORDS,
    WORDS,
    st.booleans(),
    st.floats(0, 9),
    st.floats(0, 9),
    st.lists(RESULTS, max_size=2).map(tuple),
    st.just(()),
    st.one_of(st.none(), FINDINGS),
    st.lists(WORDS, max_size=2).map(tuple),
    WORDS,
)
REPORTS = st.builds(
    Report,
    WORDS,
    st.floats(0, 99),
    st.floats(0, 99),
    st.dictionaries(WORDS, WORDS, max_size=2),
    st.dictionaries(WORDS, st.one_of(st.none(), WORDS), max_size=2),
    st.lists(EXERCISES, max_size=2).map(tuple),
    st.lists(WORDS, max_size=2).map(tuple),
    st.lists(WORDS, max_size=2).map(tuple),
)


@settings(max_examples=100, deadline=None)
@given(REPORTS)
def test_any_report_survives_json(report: Report) -> None:
    for instructor in (False, True):
        data = report.to_json(instructor)
        text = json.dumps(data, allow_nan=False)
        again = Report.from_json(json.loads(text))
        assert json.dumps(again.to_json(instructor)) == text
        assert again.ungraded == report.ungraded


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=4)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
NAMES = "student score max_score isolation receipt exercises faults flags schema id title checks"


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        JSON,
        st.dictionaries(st.sampled_from(NAMES.split()), JSON).map(
            lambda d: {**d, "schema": SCHEMA}
        ),
        st.dictionaries(st.sampled_from(NAMES.split()), JSON, max_size=9).map(
            lambda d: {**d, "schema": SCHEMA, "exercises": [d, *d.values()]}
        ),
    )
)
def test_what_is_no_report_is_refused_and_nothing_else_is_raised(data: object) -> None:
    try:
        assert isinstance(Report.from_json(data), Report)
    except ReportError:
        return


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ([], "not a Topograde report"),
        ({}, "has no `schema`"),
        ({"schema": 99}, "has schema 99, and this version of Topograde reads"),
        ({"schema": SCHEMA}, "incomplete: .*'exercises'"),
        ({"schema": SCHEMA, "score": "3"}, "incomplete: score: float is missing, found str"),
        (
            {"schema": SCHEMA, "exercises": [{"score": 1, "checks": [{"outcome": "fine"}]}]},
            "incomplete: exercises: checks: outcome: one of passed, ",
        ),
    ],
)
def test_what_is_wrong_with_a_report_is_said(data: object, fault: str) -> None:
    with pytest.raises(ReportError, match=fault):
        Report.from_json(data)


def test_floats_that_json_lacks_are_spelled() -> None:
    assert spelled((math.nan, [math.inf, {"x": -math.inf}], 1.5, "a", None, True)) == [
        *("nan", ["inf", {"x": "-inf"}], 1.5, "a", None, True)
    ]
