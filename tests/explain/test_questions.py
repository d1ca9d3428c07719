"""More programs are asked before a name is given; what no program parts is declared, with reason.

Our own wrong engines answer without a worker here; the hand-ins at the end do so in earnest.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from grader.checks import Check, Grades
from grader.checks.families import every_small_graph
from grader.checks.hidden_inputs import Draw
from grader.course.course import Course
from grader.explain.diagnosis.diagnosis import Ask, Diagnosis, diagnose
from grader.explain.diagnosis.distinguishing import programs, repeated_programs
from grader.explain.diagnosis.questions import questions
from grader.explain.misconceptions import ALL, CommonEngine, by_id, combined
from grader.explain.sizes import size_of
from grader.grading.submission import grade_submission
from grader.judging.context import GradingContext
from grader.judging.exercise import ExerciseRun
from grader.judging.limits import ASIDE_SECONDS, Budget
from grader.judging.report import Report
from grader.programs.compare import same_answer
from grader.programs.interpreter import run
from grader.programs.operators import all_forms
from grader.programs.program import Program
from grader.programs.pytorch import Oracle
from grader.reports.words import diagnosis_in_words, one_line
from grader.submissions.submission import read_submission
from grader.worker.observation import NamedError, Observation
from tests.support.engines import RIGHT
from tests.support.equivalent_beliefs import EQUIVALENT, equivalents_of
from tests.support.hand_ins import exercise_of, patched, source
from tests.support.wrong_engines import (
    answer,
    context_without_workers,
    memo_of_all,
    sit,
)

Checks = Mapping[str, tuple[Check, ...]]
MEMO, BENCH = memo_of_all(), context_without_workers()


def asking(engine: type[CommonEngine], turns: int = 0) -> Ask:
    def ask(programs: Sequence[Program]) -> list[Observation]:
        made = engine(turns)
        return [answer(made, program) for program in programs]

    return ask


def named(
    engine: type[CommonEngine], checks: Checks, asked: bool = True, turns: int = 0
) -> tuple[Diagnosis, ...]:
    """The exam's diagnosis of one of our own engines."""
    sat = sit(lambda: engine(turns), "engine", checks, BENCH)
    hidden = frozenset(check.id for check in checks["engine"] if check.hidden)
    ask = asking(engine, turns) if asked else None
    return diagnose(MEMO, sat.observed, "engine", hidden, ask=ask)


def of(*names: str, form: int = 0) -> type[CommonEngine]:
    first, *others = map(by_id, names)
    return combined(first.engines[form], *(other.engines[0] for other in others))


def test_the_questions_right_answers_are_those_of_pytorch() -> None:
    oracle = Oracle()
    prepared = questions(True, all_forms()).prepared
    asked = [question.item for question in prepared.plan.questions]
    assert asked == [*programs(), *repeated_programs()]
    for program, right in zip(asked, prepared.expected, strict=True):
        assert isinstance(program, Program)
        assert right is not None
        assert same_answer(right, oracle.answer(program))


def test_only_what_is_taught_and_what_the_engine_has_is_asked() -> None:
    few = questions(False, frozenset({"add", "mul"}))
    asked = few.programs
    assert asked
    assert all(program.forms <= {"add", "mul"} for program in asked)
    assert not set(asked) & set(repeated_programs())


@pytest.mark.parametrize(
    ("name", "other", "turns"),
    [
        ("mark-on-push", "naive-stack-dfs", 0),
        ("mark-on-push", "naive-stack-dfs", -1),
        ("naive-stack-dfs", "mark-on-push", 0),
        ("min-depth-layers", "bfs-order", 0),
        ("min-depth-layers", "bfs-order", -1),
        ("bfs-order", "min-depth-layers", 0),
        ("no-seed", "skips-root", 0),
        ("skips-root", "no-seed", 0),
    ],
)
def test_a_question_parts_what_the_exam_does_not(
    name: str, other: str, turns: int, checks: Checks
) -> None:
    found = [d.misconception for d in named(of(name), checks, turns=turns)]
    assert name in found
    assert other not in found


def test_without_the_question_both_are_named(checks: Checks) -> None:
    found = [d.misconception for d in named(of("mark-on-push"), checks, asked=False)]
    assert "mark-on-push" in found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("forward-not-reversed", "nothing-reset"),  # a second call is never judged
        ("milan's", "exp-uses-x"),
        ("overwrite-mul", "tanh-overflow"),
        ("rmul-missing", "overwrite-exp"),
    ],
)
def test_a_second_belief_behind_a_blocked_check_is_found(
    one: str, other: str, checks: Checks
) -> None:
    one = "visited-by-value" if one == "milan's" else one
    found = named(of(one, other), checks)
    assert {d.kind for d in found} == {"pair"}
    assert {one, other} == {d.misconception for d in found}
    assert found[0].explained == found[0].of


def test_an_engine_that_cannot_be_asked_keeps_its_names(checks: Checks) -> None:
    engine = of("no-seed")
    sat = sit(engine, "engine", checks, BENCH)
    hidden = frozenset(check.id for check in checks["engine"] if check.hidden)
    silent = diagnose(MEMO, sat.observed, "engine", hidden, ask=lambda programs: [])
    assert silent == diagnose(MEMO, sat.observed, "engine", hidden)
    down = [Observation(error=NamedError("timeout")) for _ in range(200)]
    late = diagnose(
        MEMO, sat.observed, "engine", hidden, ask=lambda programs: down[: len(programs)]
    )
    assert "no-seed" in [d.misconception for d in late]


def outcomes(name: str, program: Program) -> set[object]:
    """What a belief's first form answers, at any order of inputs."""
    engine = by_id(name).engines[0]
    first = engine(0)
    run(program, first)
    found = {run(program, engine(turns)) for turns in range(1 << min(first.turnable, 8))}
    return {tuple(f"{number:.9g}" for number in answer) for answer in found}


@pytest.mark.parametrize("group", [group for group, _ in EQUIVALENT], ids=lambda g: min(g))
def test_twins_give_the_same_numbers_on_everything(group: frozenset[str]) -> None:
    grades = Grades(Draw(b"twins"))
    grades.random_graphs(12, 8)
    drawn = [q.item for q in grades.questions if isinstance(q.item, Program)]
    for program in [*every_small_graph()[::211], *programs(), *repeated_programs(), *drawn]:
        one, *others = [outcomes(name, program) for name in sorted(group)]
        assert all(other == one for other in others)


def test_twins_are_known_and_have_a_reason() -> None:
    listed = [name for group, _ in EQUIVALENT for name in group]
    assert len(listed) == len(set(listed))
    assert set(listed) <= {m.id for m in ALL}
    assert all(reason.endswith((".", ".)")) for _, reason in EQUIVALENT)
    assert equivalents_of("bfs-order") == {"kahn-first-arrival"}
    assert equivalents_of("no-seed") == frozenset()


PAIRS = [
    ("overwrite-add", "tanh-uses-x"),
    ("preorder", "seed-overwrites-leaf"),
    ("relu-gates-on-gradient", "sub-plus"),
    ("zero-only-leaves", "rsub-missing"),
    ("inplace-iadd", "exp-power-rule"),
    ("unary-no-children", "kahn-multi-edge"),
    ("backward-calls-itself", "zero-only-leaves"),  # by where each shows, and in no other way
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_beliefs_from_different_families_are_found(
    one: str, other: str, checks: Checks
) -> None:
    found = named(of(one, other), checks)
    names = {name for d in found for name in (d.misconception, *d.also)}
    names |= {twin for name in names for twin in equivalents_of(name)}
    assert {one, other} <= names


# ---- Sizes ----


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


def report(
    text: str,
    path: Path,
    course: Course,
    checks: Checks,
    context: GradingContext,
    budget: float = 60.0,
) -> Report:
    file = path / "engine.py"
    file.write_text(text)
    submission = read_submission(file, course, asked="engine")
    return grade_submission(submission, course, checks, context, only=["engine"]).report


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
def recursive(
    tmp_path_factory: pytest.TempPathFactory,
    course: Course,
    checks: Checks,
    context: GradingContext,
) -> Report:
    """A right engine that recurses, but for the order that it runs its rules in."""
    text = patched(RIGHT, RECURSIVE, ON_PUSH)
    return report(text, tmp_path_factory.mktemp("recursive"), course, checks, context)


def test_a_rule_that_runs_too_early_is_seen_and_no_order_named_that_is_not_the_only_one(
    recursive: Report,
) -> None:
    found = recursive.exercises[0].diagnosis[0]
    assert found.id == "node/early"
    assert found.misconception in (None, "mark-on-push")
    assert found.explained == found.of


def test_the_student_is_told_at_which_size_the_recursion_stops(recursive: Report) -> None:
    results = {check.id: check for check in recursive.exercises[0].checks}
    told = results["depth_20000"]
    assert told.outcome == "error"
    assert "stops working at a chain of 9" in told.message
    assert told.counterexample is not None
    pasted = patched(RIGHT, RECURSIVE, ON_PUSH) + "\n" + told.counterexample.program
    done = subprocess.run([sys.executable, "-c", pasted], capture_output=True, text=True)
    assert "RecursionError" in done.stderr, "without the grader's calls around it, it still fails"


def test_the_same_report_comes_out_twice(
    recursive: Report, tmp_path: Path, course: Course, checks: Checks, context: GradingContext
) -> None:
    again = report(patched(RIGHT, RECURSIVE, ON_PUSH), tmp_path, course, checks, context)
    assert again.exercises == recursive.exercises


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


def test_an_endless_engine_costs_a_follow_up_little(
    course: Course, context: GradingContext
) -> None:
    text = patched(
        RIGHT, ("    def backward(self):\n", "    def backward(self):\n        while True: pass\n")
    )
    exercise = exercise_of(course, "engine")
    run = ExerciseRun(context, exercise, source(text), "ada", "0" * 64, Budget(aside=0.3))
    with run:
        found = run.ask_aside([chain(3), chain(4)])
        assert [each.error.kind for each in found if each.error] == ["timeout", "timeout"]
        assert not run.budget.crashes
        assert run.ask_aside([chain(3)]) == []


# ---- Words ----


def test_a_short_listing_is_told_on_one_line() -> None:
    text = "a = Value(2.0)\nb = Value(3.0)\nL = a * b\nprint(L.data)\nL.backward()\nprint(a.grad)"
    assert one_line(text) == "`L = a * b; L.backward()`"


def test_twins_are_told_as_one_or_the_other(checks: Checks) -> None:
    found = named(of("kahn-first-arrival"), checks)
    words = diagnosis_in_words(found)
    assert "The same numbers come from one that releases a node" in words


def test_a_pair_is_told_by_what_the_student_looks_at(checks: Checks) -> None:
    found = named(of("preorder", "overwrite-pow"), checks)
    assert [d.misconception for d in found] == ["overwrite-pow", "preorder"]
    words = diagnosis_in_words(found)
    assert words.endswith("What should happen to what is already written there?")


def test_a_close_name_shows_a_program_that_it_does_not_explain() -> None:
    found = Diagnosis("no-seed", 9, 10, "Your engine x.", "close", left=("L = a * b",))
    assert "(1 of 10 programs is not explained by it, such as `L = a * b`.)" in (
        diagnosis_in_words([found])
    )


def test_every_two_questions_differ() -> None:
    everything = [*programs(), *repeated_programs()]
    assert all(one != other for one, other in itertools.combinations(everything, 2))
    assert max(program.size for program in everything) <= 6
