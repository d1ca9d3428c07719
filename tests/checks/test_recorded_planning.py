"""What checks plan with is recorded, and is what our own engine says."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.authoring.recording_planning import is_current, planning_text, write_planning
from grader.checks import Check, recorded_planning
from grader.checks.bounds import well_behaved
from grader.checks.builtin import accumulate
from grader.checks.builtin.order_by_hand import GRAPHS
from grader.checks.declare import own_checks
from grader.checks.families import A, B, every_operator_graph, every_small_graph
from grader.checks.recorded_planning import FILE, NotRecorded, gradients_of, noting, well_behaved_of
from grader.course.course import Course
from grader.programs.interpreter import run
from grader.programs.reference import RULES, ReferenceEngine
from grader.programs.slopes import VALUES, value_and_slopes

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


def test_the_record_is_up_to_date(
    course: Course, checks: Mapping[str, tuple[Check, ...]], tmp_path: Path
) -> None:
    text = planning_text(course.exercises, checks)
    assert is_current(text)
    assert json.loads(text).keys() == {"gradients", "well behaved"}
    copy = tmp_path / "new" / "planning.json"
    assert write_planning(course.exercises, checks, copy)
    assert not write_planning(course.exercises, checks, copy)
    assert copy.read_bytes() == FILE.read_bytes()
    copy.write_text(text.replace("22.0", "23.0"))
    assert not is_current(text, copy)


def test_recorded_is_what_our_engine_says() -> None:
    program, _ = GRAPHS["SHOWCASE"]
    assert gradients_of(program)["a"] == 22.0
    with noting() as noted:
        assert gradients_of(program)["a"] == 22.0
    assert len(noted["gradients"]) == 1
    few = every_operator_graph()[:50]
    judged = well_behaved_of("not recorded", few, lambda program: program.size == 1)
    assert judged == tuple(program for program in few if program.size == 1)
    assert all(map(well_behaved, few))


def test_a_damaged_record_is_none_and_what_is_missing_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, _ = GRAPHS["P1"]
    for name, text in (("damaged", "{"), ("odd", "[]")):
        monkeypatch.setattr(recorded_planning, "FILE", tmp_path / name)
        (tmp_path / name).write_text(text)
        assert gradients_of(program)["b"] == 7.0
    monkeypatch.setitem(sys.modules, "grader.programs.reference", None)
    with pytest.raises(NotRecorded, match="get a new copy"):
        gradients_of(program)


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


def test_slopes_without_rules_are_those_of_the_rules() -> None:
    draw = random.Random(7)
    assert VALUES.keys() == RULES.keys()
    for operator in RULES:
        for _ in range(300):
            operands = [draw.uniform(-4, 4), draw.uniform(-4, 4)]
            if operator == "pow":
                operands[1] = draw.choice((-2, -1, 0, 1, 2, 3))
            elif operator in ("neg", "tanh", "exp", "relu"):
                operands = operands[:1]
            value, slopes = RULES[operator](tuple(operands))
            found, found_slopes = value_and_slopes(operator, operands)
            assert found == pytest.approx(value, rel=1e-14)
            assert found_slopes == pytest.approx(slopes[: len(operands)], rel=1e-13, abs=1e-300)


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
