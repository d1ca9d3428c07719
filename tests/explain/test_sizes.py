"""The smallest size at which an engine stops is told; what is asked keeps to its budget."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from grader.checks.plan import Plan, Question
from grader.course.course import Course
from grader.explain.sizes import _doubles, size_of
from grader.explain.watching.only import LARGE, only_function
from grader.explain.watching.source import SourceText
from grader.judging.context import Ask, GradingContext, Prepared
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Finding
from grader.judging.limits import ASIDE_SECONDS, Budget
from grader.judging.report import Report
from grader.programs.program import Program
from grader.programs.tracing import Symbol, repeat, trace
from grader.reports.words import one_line
from grader.worker.observation import NamedError, Observation
from tests.support.engines import RIGHT
from tests.support.hand_ins import ReportOn, exercise_of, patched, solution, source
from tests.support.planning import oracle_of_all


def chain(length: int) -> Program:
    block = (("apply", "y", "add", "y", "a"),)
    return Program(
        (
            ("leaf", "x", 1.0),
            ("leaf", "a", 0.5),
            ("alias", "y", "x"),
            ("repeat", length, block),
            ("backward", "y"),
            ("read", "grad", ("x", "a")),
        )
    )


def stopping_at(size: int, kind: str = "recursion") -> tuple[Ask, list[int]]:
    runs: list[int] = []

    def ask(programs: Sequence[Program]) -> list[Observation]:
        runs.append(len(programs))
        error = Observation(error=NamedError(kind))
        return [error if p.size >= size else Observation(answer=(1.0, 1.0)) for p in programs]

    return ask, runs


@pytest.mark.parametrize("size", [1, 2, 3, 16, 17, 498, 987, 1023, 12_345, 19_999, 20_000])
def test_the_smallest_size_that_fails_is_found_in_few_runs(size: int) -> None:
    ask, runs = stopping_at(size)
    found = size_of(chain(20_000), "recursion", ask)
    assert found is not None
    assert (found.works, found.fails) == (size - 1, size)
    assert found.program == chain(size)
    assert len(runs) <= 8


def test_what_ends_in_another_way_is_given_no_size() -> None:
    assert size_of(chain(900), "recursion", stopping_at(300, "crash")[0]) is None
    assert size_of(chain(900), "recursion", lambda programs: []) is None
    assert size_of(chain(900), "timeout", stopping_at(300)[0]) is None  # no work that doubles

    def flickers(programs: Sequence[Program]) -> list[Observation]:
        error = Observation(error=NamedError("recursion"))
        return [error if p.size in (4, 16) else Observation(answer=(1.0, 1.0)) for p in programs]

    assert size_of(chain(900), "recursion", flickers) is None


# ---- In earnest ----


RECURSIVE = (
    RIGHT[RIGHT.index("    stack = [(v, False)]") : RIGHT.index("def zero_grad")],
    "    if v not in visited:\n        visited.add(v)\n"
    "        for source in v._prev:\n            build_topo(source, visited, topo)\n"
    "        topo.append(v)\n\n\n",
)
ON_PUSH = (
    "        for node in reversed(topo):\n",
    "        topo, stack, seen = [], [self], {self}\n        while stack:\n"
    "            node = stack.pop()\n            topo.append(node)\n"
    "            for source in node._prev:\n                if source not in seen:\n"
    "                    seen.add(source)\n                    stack.append(source)\n"
    "        for node in topo:\n",
)


@pytest.fixture(scope="module")
def recursive(report_on: ReportOn) -> Report:
    """A right engine that recurses, but for the order that it runs its rules in."""
    return report_on(patched(RIGHT, RECURSIVE, ON_PUSH))


def test_the_student_is_told_at_which_size_the_recursion_stops(recursive: Report) -> None:
    results = {check.id: check for check in recursive.exercises[0].checks}
    told = results["depth_20000"]
    assert told.outcome == "error"
    assert re.search(r"stops working at a chain of (9|10)\d\d ", told.message)
    assert told.counterexample is not None
    rounds = sum(map(int, re.findall(r"range\((\d+)\)", told.counterexample.program)))
    size = re.findall(r"the program shown has ([\d,]+)\.", told.message)[0]
    assert int(size.replace(",", "")) // rounds in range(1, 12), "of one to eleven a round"
    pasted = patched(RIGHT, RECURSIVE, ON_PUSH) + "\n" + told.counterexample.program
    done = subprocess.run([sys.executable, "-c", pasted], capture_output=True, text=True)
    assert "RecursionError" in done.stderr, "without the grader's calls around it, it still fails"


def test_what_is_asked_afterwards_keeps_to_the_budget(
    course: Course, context: GradingContext
) -> None:
    exercise = exercise_of(course, "engine")
    with ExerciseRun(context, exercise, source(RIGHT), "ada", "0" * 64, Budget(5.0)) as run:
        assert run.ask_aside([chain(3)])[0].answer == (1.0, 3.0)
        assert run.budget.seconds == 5.0, "no check loses time by it"
        assert 0.0 < run.budget.aside < ASIDE_SECONDS
        assert run.observed == {}
        run.budget.aside = 0.0
        assert run.ask_aside([chain(3)]) == []
        run.budget = Budget(seconds=0.0)
        assert run.ask_aside([chain(3)]) == []


def test_a_large_graph_that_is_wrong_for_another_reason_than_its_size_is_shown_as_a_small_one(
    report_on: ReportOn, course: Course
) -> None:
    old = "        node.grad = 0.0\n        for input_node in node._prev:\n"
    new = "        if node.grad == 0.0 and node is not root:\n            continue\n" + old
    text = solution("zero-grad", course)
    assert old in text
    report = report_on(text.replace(old, new), "zero-grad")
    (check,) = [each for each in report.exercises[0].checks if each.id == "deep_graph"]
    example = check.counterexample
    assert example is not None
    assert "for _ in" not in example.program
    assert (example.what, example.found, example.expected) == ("x.grad (2nd reading)", 1.0, 0.0)
    (finding,) = [f for f in report.exercises[0].diagnosis if f.explains("deep_graph")]
    assert finding.where is not None
    assert finding.where.marked == text[: text.index(old)].count("\n") + 1


def test_what_large_graphs_have_no_time_for_is_no_function_that_they_call() -> None:
    small = [chain(length) for length in range(1, 9)]
    calls = replace(chain(2), steps=(*chain(2).steps[:4], ("zero", "y"), *chain(2).steps[4:]))
    large = replace(
        calls, steps=(*calls.steps[:3], ("repeat", LARGE, calls.steps[3][2]), *calls.steps[4:])
    )
    right = [oracle_of_all().answer(each) for each in small]
    slow = Observation(error=NamedError("timeout"))

    def found(wrong: Program) -> Finding | None:
        plan = Plan(tuple(map(Question, (*small, wrong))), ())
        prepared = Prepared(plan, b"", (*right, None), by_order=False, copies=1, hidden=False)
        answers = [*map(Observation, right), slow]
        return only_function({"x": (prepared, answers)}, ["x"], SourceText("x.py", ("",)))

    of_calls = found(calls)
    assert of_calls is not None
    assert of_calls.id == "only/zero_grad"
    assert found(large) is None


# ---- Words ----


def test_a_short_listing_is_told_on_one_line() -> None:
    text = "a = Value(2.0)\nb = Value(3.0)\nL = a * b\nprint(L.data)\nL.backward()\nprint(a.grad)"
    assert one_line(text) == "`L = a * b; L.backward()`"


@pytest.mark.parametrize(
    ("block", "doubles"),
    [
        (lambda y, a: a + (y + a), False),
        (lambda y, a: y + y, True),
        (lambda y, a: y * a + y * a, True),
    ],
)
def test_only_what_uses_the_round_before_twice_doubles(
    block: Callable[[Symbol, Symbol], Symbol], doubles: bool
) -> None:
    program = trace(lambda x, a: repeat(40, lambda y: block(y, a), x), x=1.0, a=0.5)
    assert _doubles(program) is doubles
