"""What a student's copy plans and works out without our engine is what our engine says."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Mapping

import pytest

from grader.authoring.recording import public_plans
from grader.checks import Check, Grades
from grader.checks.bounds import NotRecorded
from grader.checks.builtin import accumulate
from grader.checks.builtin.order_by_hand import GRAPHS
from grader.checks.declare import own_checks
from grader.checks.families import A, B, every_small_graph
from grader.checks.hidden_inputs import Draw
from grader.course.course import Course
from grader.programs.compare import same_answer
from grader.programs.interpreter import run
from grader.programs.operators import OPERATORS, names
from grader.programs.pytorch import TorchEngine
from grader.programs.recorded import RecordedOracle
from grader.programs.reference import ReferenceEngine
from grader.programs.slopes import value_and_slopes

# Blocks our engine, PyTorch and the wrong engines, then plans all that a student's own run checks.
PLAN_WITHOUT = """
import sys
class Blocked:
    def find_spec(self, name, path, target=None):
        wrong = name.startswith("grader.explain.misconceptions")
        if wrong or name in ("grader.programs.reference", "torch"):
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Blocked())
from grader.checks.declare import checks_of, own_checks
from grader.course.course import default_course_dir, load_course
from grader.checks.hidden_inputs import Draw
from grader.checks import Grades
from grader.programs.recorded import RecordedOracle
course = load_course(default_course_dir())
for exercise in course.exercises:
    for check in own_checks(exercise, checks_of(course)[exercise.id]):
        if not check.hidden:
            grades = Grades(Draw(f"visible {exercise.id} {check.id}".encode()))
            grades.recorded = RecordedOracle((exercise.id,)).recorded
            check.function(grades)
            print(exercise.id, check.id, len(grades.questions))
"""


def test_a_students_checks_are_planned_without_our_engine(
    course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> None:
    done = subprocess.run([sys.executable, "-c", PLAN_WITHOUT], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    planned = {(e, c): int(asked) for e, c, asked in map(str.split, done.stdout.splitlines())}
    own = {e.id: own_checks(e, checks[e.id]) for e in course.exercises}
    assert planned.keys() == {(e, c.id) for e in own for c in own[e] if not c.hidden}
    assert max(planned.values()) == len(every_small_graph())


def test_recorded_gradients_are_what_our_engine_says(
    course: Course, checks: Mapping[str, tuple[Check, ...]]
) -> None:
    seen = 0
    for name in ("order-by-hand", "check-grad"):
        oracle = RecordedOracle((name,))
        for check, plan in public_plans(course.exercise(name), checks[name]):
            for program in plan.worked_out:
                recorded = oracle.recorded(program)
                assert recorded is not None, check.id
                assert same_answer(recorded, run(program, ReferenceEngine())), check.id
                seen += 1
    assert seen > 20


def test_what_is_neither_recorded_nor_to_be_worked_out_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program, _ = GRAPHS["P1"]
    assert Grades(Draw(b"")).gradients(program)["b"] == 7.0
    monkeypatch.setitem(sys.modules, "grader.programs.reference", None)
    with pytest.raises(NotRecorded, match="get a new copy"):
        Grades(Draw(b"")).gradients(program)


def test_what_exposes_the_broken_engine_is_told_without_rule_and_walk() -> None:
    said = set()
    for program in every_small_graph()[::7]:
        steps = [step for step in program.steps if step[0] in ("apply", "alias")]
        unused = ("apply", "unused", "mul", "a", "a")  # it leads nowhere, and nothing comes of it
        right = run(program, ReferenceEngine())[1:]
        same = run(program, ReferenceEngine(overwrite=True))[1:] == right
        said.add(same)
        assert accumulate.leaves_the_same(steps, (A, B)) is same, steps
        assert accumulate.leaves_the_same([unused, *steps], (A, B)) is same, steps
    assert said == {True, False}


def test_an_expression_that_is_a_leaf_exposes_nothing() -> None:
    assert accumulate.leaves_the_same([("alias", "L", "a")], (A, B))


@pytest.mark.parametrize("operator", names("node", "nodes", "number"))
def test_values_and_slopes_are_those_of_pytorch(operator: str) -> None:
    draw, row = random.Random(7), OPERATORS[operator]
    for _ in range(100):
        operands = [draw.uniform(-4, 4), draw.uniform(-4, 4)][: 1 if row.takes == "node" else 2]
        if row.drawn is not None:
            operands[1] = draw.choice(row.drawn(operands[0]))
        engine = TorchEngine()
        nodes = [
            x if place and row.takes == "number" else engine.leaf(x)
            for place, x in enumerate(operands)
        ]
        made = engine.apply(operator, nodes)
        engine.backward(made)
        slopes = [0.0 if isinstance(node, int | float) else engine.get_grad(node) for node in nodes]
        found, found_slopes = value_and_slopes(operator, operands)
        assert found == pytest.approx(engine.get_data(made), rel=1e-14)
        assert found_slopes == pytest.approx(slopes, rel=1e-13, abs=1e-300)


@pytest.mark.parametrize(
    ("operator", "operands", "expected"),
    [
        ("pow", (0.0, 0), (1.0, (0.0, 0.0))),
        ("pow", (0.0, 1), (0.0, (1.0, 0.0))),
        ("pow", (2.25, 0.5), (1.5, (1 / 3, 0.0))),
        ("relu", (0.0,), (0.0, (0.0,))),
        ("tanh", (1000.0,), (1.0, (0.0,))),
        ("tanh", (-1000.0,), (-1.0, (0.0,))),
    ],
)
def test_slopes_at_the_edges(operator: str, operands: tuple[float, ...], expected: object) -> None:
    value, slopes = value_and_slopes(operator, operands)
    assert (value, slopes) == (expected[0], pytest.approx(expected[1], rel=1e-12))  # type: ignore[index]


@pytest.mark.parametrize(("operator", "operands"), [("truediv", (1.0, 0.0)), ("exp", (1000.0,))])
def test_where_there_is_no_value_there_is_an_error(
    operator: str, operands: tuple[float, ...]
) -> None:
    with pytest.raises(ArithmeticError):
        value_and_slopes(operator, operands)
