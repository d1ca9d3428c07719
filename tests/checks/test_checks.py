"""The checks as a set: points, sentences, draws that repeat, and two ways to run them."""

from __future__ import annotations

import marshal
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from grader.checks.declare import (
    DRAWN,
    Check,
    CheckError,
    Grades,
    check,
    collect,
    load_checks,
    trap,
)
from grader.course.course import Course
from grader.grading.submission import grade_submission, run_directly
from grader.judging.as_json import spelled
from grader.judging.context import Prepared
from grader.judging.exercise import ExerciseRun, GradingContext
from grader.judging.limits import Budget
from grader.judging.report import CheckResult
from grader.programs.interpreter import run
from grader.programs.listing import listing
from grader.programs.operators import all_forms, operator_of
from grader.programs.program import Program, ProgramError
from grader.programs.pytorch import Oracle
from grader.programs.reference import ReferenceEngine
from grader.submissions.submission import Submission
from tests.support.engines import RIGHT
from tests.support.hand_ins import exercise_of, patched, solution, source, tiny_exercise
from tests.support.hand_ins import grade as grade_with

Checks = Mapping[str, tuple[Check, ...]]


def every(checks: Checks) -> Iterator[tuple[str, Check]]:
    for exercise, found in checks.items():
        for one in found:
            yield exercise, one


@pytest.fixture(scope="session")
def planner() -> GradingContext:
    """A context that plans, and neither starts a worker nor asks PyTorch."""

    class Quick(Oracle):
        def _ask(self, program: Program) -> tuple[float, ...]:
            return run(program, ReferenceEngine())

        def answers_once(self, programs: Sequence[Program]) -> list[tuple[float, ...]]:
            return [*map(self.answer, programs)]

    return GradingContext(b"secret of the planner", None, Quick())  # type: ignore[arg-type]


# ---------------------------------------------------------------------------- what is declared


def test_every_check_has_a_sentence_of_its_own(checks: Checks) -> None:
    for exercise, found in checks.items():
        sentences = [one.sentence for one in found]
        assert len(set(sentences)) == len(sentences), exercise
        for one in found:
            assert one.sentence.isprintable()
            assert 20 <= len(one.sentence) <= 120, one.sentence
            assert one.sentence.endswith((".", ".`")), one.sentence


def sent(prepared: Prepared) -> Any:
    """What the worker is sent."""
    return marshal.loads(prepared.batch)


NUMBERED = re.compile(r"\w\*\*-?\d+|(?<!\w)\d[\d.]* [-+*/] [a-z]\b|\b[a-z] [-+*/] \d[\d.]*")
"""An operator with a plain number, as a sentence may write it."""
ONE_GRAPH = re.compile(r"[^;]* at [-\d., ]+ gives [-\d., and]+\.")
"""A sentence that tells of one graph, with its numbers, and of no other."""


def test_a_sentence_fits_whichever_program_a_failure_shows(
    checks: Checks, planner: GradingContext
) -> None:
    for exercise, one in every(checks):
        asked = planner.public(exercise, one, all_forms()).plan.questions
        shown = [listing(q.item) for q in asked if isinstance(q.item, Program)]
        code = " ".join(re.findall("`[^`]+`", one.sentence))
        for named in NUMBERED.findall(code):
            # A sentence may call `x` what a program calls `a`.
            name = re.sub(r"[a-z]", "[a-z]", re.escape(named))
            assert all(re.search(name, each) for each in shown), (one.id, named)
        if ONE_GRAPH.fullmatch(one.sentence):
            graphs = {tuple(s for s in each.splitlines() if " = " in s) for each in shown}
            assert len(graphs) == 1, one.id


# ---------------------------------------------------------------------------- plans


def test_nothing_is_divided_by_0_where_plus_and_times_are_wrong(
    checks: Checks, planner: GradingContext
) -> None:
    few = frozenset(form for form in all_forms() if operator_of(form) not in ("add", "mul"))
    for one in checks["engine"]:
        asked = [] if one.hidden else planner.public("engine", one, few).plan.questions
        programs = (q.item for q in asked if isinstance(q.item, Program) and not q.left_open)
        for program in (each for each in programs if each.size < 100):
            with suppress(ProgramError, OverflowError):  # what only student code can run
                run(program, ReferenceEngine())  # raises ZeroDivisionError if it is


def test_plans_repeat_for_a_hand_in_and_differ_for_another(
    checks: Checks, planner: GradingContext
) -> None:
    students = ["ada", "bob"]
    for exercise, one in every(checks):
        if not one.hidden:
            continue
        first = planner.hidden(exercise, one, all_forms(), "ada", "a" * 64)
        again = planner.hidden(exercise, one, all_forms(), "ada", "a" * 64)
        assert sent(first) == sent(again)
        assert repr(first.expected) == repr(again.expected)
        drawn = (planner.hidden(exercise, one, all_forms(), s, "a" * 64) for s in students)
        batches = {repr(sent(each)) for each in drawn}
        # It draws from a few values only; but not the same for everybody.
        assert len(batches) == len(students) or one.id == "deep_graph", one.id
        assert len(batches) > 1
        other = planner.hidden(exercise, one, all_forms(), "ada", "b" * 64)
        assert sent(first) != sent(other) or one.id == "deep_graph"


def test_a_visible_counterpart_of_a_trap_holds_no_drawn_number(
    checks: Checks, planner: GradingContext
) -> None:
    for exercise, one in every(checks):
        if one.hidden:
            hidden = planner.hidden(exercise, one, all_forms(), "ada", "0" * 64)
            visible = planner.public(exercise, one, all_forms())
            assert sent(hidden) != sent(visible), one.id


def test_another_secret_draws_other_inputs(checks: Checks, planner: GradingContext) -> None:
    other = GradingContext(b"another secret", None, planner.oracle)  # type: ignore[arg-type]
    (one,) = (c for c in checks["engine"] if c.id == "random_graphs")
    batches = [b.hidden("engine", one, all_forms(), "ada", "0") for b in (planner, other)]
    assert sent(batches[0]) != sent(batches[1])
    assert planner.fingerprint != other.fingerprint
    assert len(planner.fingerprint) == 8


def test_what_is_sent_to_a_worker_holds_no_answer_and_no_points(
    checks: Checks, planner: GradingContext
) -> None:
    for exercise, one in every(checks):
        prepared = planner.public(exercise, one, all_forms())
        batch = sent(prepared)
        assert batch.keys() == {"need", "items"}
        for item in batch["items"]:
            if not isinstance(item, tuple):
                assert item.keys() <= {
                    *("task", "name", "function", "leaves", "operators"),
                    *("program", "xs", "grads", "elsewhere", "keeps"),
                }


def test_a_missing_operator_is_left_out_of_families(
    checks: Checks, planner: GradingContext
) -> None:
    families = {c.id: c for c in checks["engine"] if c.id.endswith("graphs")}
    assert families.keys() == {"small_graphs", "operator_graphs", "random_graphs"}
    for one in families.values():
        whole = planner.public("engine", one, all_forms()).plan
        without = planner.public("engine", one, all_forms() - {"tanh", "rsub"}).plan
        forms = frozenset().union(*(q.item.forms for q in without.questions))  # type: ignore[union-attr]
        assert not forms & {"tanh", "rsub"}
        assert 0 < len(without.questions) <= len(whole.questions)


def test_a_missing_operator_costs_its_own_checks_only(grade: Any) -> None:
    graded = grade("engine", RIGHT.replace("def exp(self)", "def exp_(self)"))
    assert set(graded.not_passed) == {"value_exp", "rule_exp", "adds_up_exp", "path_exp"}
    assert graded.results["value_exp"].outcome == "failed"
    assert graded.results["rule_exp"].outcome == "blocked"


# ---------------------------------------------------------------------------- declaring


def declared(*functions: Any) -> tuple[Check, ...]:
    return collect(type("Module", (), {"__name__": "module", "CHECKS": functions}))  # type: ignore[arg-type]


def made(name: str, sentence: str | None = "It holds.") -> Any:
    def function(grades: Grades) -> None:
        grades(lambda a: a + a, a=3.0)

    function.__name__, function.__doc__ = name, sentence
    return function


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda: check(points=1)(made("x")), "starts with test_"),
        (lambda: check(points=1)(made("test_x", None)), "needs a docstring"),
        (lambda: check(points=1)(made("test_x", "   ")), "needs a docstring"),
        (lambda: check(points=0)(made("test_x")), "more than 0 points"),
        (lambda: check(points=1, demand="speed")(made("test_x")), "a demand is one of"),
        (lambda: check(points=1, after=made("test_y"))(made("test_x")), "not a check"),
        (lambda: declared(*[check(points=1)(made("test_x"))] * 2), "two checks are called x"),
    ],
)
def test_a_check_that_is_declared_wrongly_is_refused(make: Any, fault: str) -> None:
    with pytest.raises(CheckError, match=fault):
        make()


def test_a_prerequisite_that_comes_later_is_refused() -> None:
    first = check(points=1)(made("test_first"))
    second = check(points=1, after=first)(made("test_second"))
    with pytest.raises(CheckError, match="second comes before first"):
        declared(second, first)


def test_an_exercise_without_checks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckError, match="no checks were found"):
        load_checks(["nothing"], tmp_path)
    (tmp_path / "empty.py").write_text("")
    with pytest.raises(CheckError, match="declares no check"):
        load_checks(["empty"], tmp_path)


def test_a_check_that_asks_nothing_gives_no_points(context: GradingContext) -> None:
    """A check whose questions were all left out, or that asks none, is never a pass."""

    @check(points=1)
    def test_silent(grades: Grades) -> None:
        """Nothing is asked."""

    graded = grade_with(context, tiny_exercise(), declared(test_silent), RIGHT)
    assert graded.score == 0
    assert graded.results["silent"].outcome == "blocked"


# ---------------------------------------------------------------------------- prerequisites


def test_a_prerequisite_that_failed_blocks_and_is_named(grade: Any) -> None:
    graded = grade("backward", "def nothing(): pass")
    assert graded.results["one_operation"].outcome == "failed"
    blocked = graded.results["lesson_graph"]
    assert (blocked.outcome, blocked.points) == ("blocked", 0)
    assert "`backward()` seeds the root with 1" in blocked.message
    assert graded.results["showcase"].outcome == "blocked"


def test_an_engine_that_hangs_on_addresses_is_told_so_without_numbers(
    grade: Any, course: Course
) -> None:
    """Inputs in a set and no topological order: sometimes right, sometimes wrong, always failed."""
    text = patched(
        solution("backward", course),
        ("self._prev = _prev", "self._prev = set(_prev)"),
        ("        for node in reversed(topo):\n            node._backward()\n", PREORDER),
    )
    messages = set()
    for student in ("ada", "bob", "cem"):
        graded = grade("backward", text, student=student)
        assert graded.results["one_operation"].outcome == "passed"
        assert {"shared_inner_node", "unequal_depth"} <= graded.missed
        messages.add(graded.results["shared_inner_node"].message)
    assert len(messages) == 1
    assert "change from run to run" in messages.pop()


@pytest.mark.parametrize("key", ["self", "id(self)"])
def test_an_exception_that_names_an_address_is_told_as_that_exception(
    grade: Any, course: Course, key: str
) -> None:
    old = "        self.grad = 1.0\n"
    text = patched(
        solution("backward", course),
        (old, f"        waits = {{}}\n        waits[{key}] += 1\n{old}"),
        ("def __repr__", "def shown"),
    )
    message = grade("backward", text).results["one_operation"].message
    assert "KeyError" in message
    assert "line" in message
    assert "change from run to run" not in message


def test_lists_in_another_right_order_do_not_hide_what_is_wrong(grade: Any, course: Course) -> None:
    """Inputs in a set: an order that is right changes, and what is raised does not."""
    text = patched(
        solution("build-topo", course),
        ("self._prev = _prev", "self._prev = set(_prev)"),
    )
    assert not grade("build-topo", text).missed
    old = "def build_topo(v, visited, topo):\n"
    text = text.replace(old, old + "    assert len(v._prev) < 2 or v.data > -1e-9\n")
    missed = [each for each in grade("build-topo", text).results.values() if each.message]
    assert any("AssertionError" in each.message for each in missed)
    assert not any("change from run to run" in each.message for each in missed)


PREORDER = """\
        order = []
        def visit(node):
            if node not in order:
                order.append(node)
                for source in node._prev:
                    visit(source)
        visit(self)
        for node in order:
            node._backward()
"""


# ---------------------------------------------------------------------------- the core

WRONG = patched(
    RIGHT,
    ("self.grad += (1.0 - t * t)", "self.grad = (1.0 - t)"),
    ("self.grad += out.data *", "self.grad += float('nan') *"),
)


def test_sums_are_those_of_the_checks(
    context: GradingContext, course: Course, checks: Checks
) -> None:
    sources = {
        "engine": source(WRONG),
        "local-rules": source(solution("local-rules", course)),
    }
    submission = Submission("ada", Path("ada"), "0" * 64, sources)
    report = grade_submission(submission, course, checks, context).report
    assert [exercise.id for exercise in report.exercises] == [e.id for e in course.exercises]
    for exercise in report.exercises:
        assert exercise.score == sum(c.points for c in exercise.checks)
        assert exercise.handed_in == (exercise.id in sources)
        assert exercise.max_score == exercise_of(course, exercise.id).points
        for result in exercise.checks:
            assert result.points == (result.max_points if result.outcome == "passed" else 0)
    assert report.max_score == course.points
    assert 3 < report.score < 63
    only = grade_submission(submission, course, checks, context, only=["local-rules"]).report
    assert (only.score, only.max_score) == (3, 3)
    public = grade_submission(
        submission, course, checks, context, only=["local-rules"], public_only=True
    ).report
    assert [c.hidden for c in public.exercises[0].checks] == [False, False, False]


def pairs_of(
    context: GradingContext, found: Sequence[Check], kind: type[ExerciseRun] = ExerciseRun
) -> list[tuple[ExerciseRun, Check]]:
    run = kind(context, tiny_exercise(), source(RIGHT), "ada", "0" * 64, Budget())
    return [(run, one) for one in found]


def three_checks() -> tuple[Check, ...]:
    return declared(*(check(points=1)(made(f"test_{name}")) for name in ("one", "two", "three")))


def outcomes(results: Sequence[CheckResult]) -> list[str]:
    return [result.outcome for result in results]


def test_an_exception_of_ours_in_an_item_is_ungraded(context: GradingContext) -> None:
    class Faulty(ExerciseRun):
        def _result(self, check: Check) -> CheckResult:
            if check.id == "two":
                raise RuntimeError("a fault of the grader's")
            return super()._result(check)

    found = run_directly(pairs_of(context, three_checks(), Faulty))
    assert outcomes(found) == ["passed", "ungraded", "passed"]
    assert [result.points for result in found] == [1, 0, 1]


def test_a_planning_fault_of_a_trap_is_not_the_students(context: GradingContext) -> None:
    @trap(points=1)
    def test_impossible(grades: Grades) -> None:
        """Cannot be drawn."""
        grades(lambda a: a - a, a=DRAWN)

    found = run_directly(pairs_of(context, declared(test_impossible)))
    assert outcomes(found) == ["ungraded"]
    assert spelled(found[0].points) == 0
