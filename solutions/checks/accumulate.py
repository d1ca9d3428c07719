"""Accumulation: every rule adds, and the student's own expression exposes the one that does not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from grader.checks import DRAWN, Grades, Judge, Mismatch, check, trap
from grader.checks import operator_programs as own
from grader.packs.scalar import (
    fixed_graphs,
    held_before,
    inputs,
    left_alone,
    own_numbers,
    properties,
    set_by_hand,
    used_elsewhere,
)
from grader.programs.compare import same_number
from grader.programs.interpreter import run
from grader.programs.operators import kinds
from grader.programs.program import Program, ProgramError, Step, form_of
from grader.programs.reference import ReferenceEngine
from grader.worker.observation import Observation

from .local_rules import LEFT_ALONE, WITH_NUMBERS

RULES = ("add", "mul")
FORMS = {"add", "add_const", "radd", "mul", "mul_const", "rmul"}
EXPRESSION = {
    "task": "trace",
    "function": "exposing_expression",
    "leaves": ["a", "b"],
    "operators": {name: kinds()[name] for name in RULES},
}


@check(points=0.5)
def test_same_operand(grades: Grades) -> None:
    """b = a + a at 3 leaves 2, and a * a leaves 6."""
    grades(lambda a: a + a, a=3.0)
    grades(lambda a: a * a, a=3.0)


@check(points=0.5)
def test_two_uses(grades: Grades) -> None:
    """(a*b) * (a+b) at -2, 3 gives -3 and -8; other nodes that are used twice are right, too."""

    def used_twice(a: Any, b: Any) -> Any:
        d = a * b
        e = a + b
        return d * e

    grades(used_twice, a=-2.0, b=3.0)
    grades(lambda a, b: (a * b) + (a * b), a=2.0, b=3.0)
    grades(lambda a, b, c: (a * b + c) * (a + b), a=2.0, b=3.0, c=1.0)


@trap(points=1, after=(test_same_operand, test_two_uses))
def test_every_rule_adds(grades: Grades) -> None:
    """Every rule, on each side, adds to what is there already."""
    grades(lambda a, b, c: (a + b) + (a + c), a=DRAWN, b=DRAWN, c=DRAWN)
    grades(lambda a, b, c: (b + a) + (c + a), a=DRAWN, b=DRAWN, c=DRAWN)
    grades(lambda a, b, c: (a * b) + (a * c), a=DRAWN, b=DRAWN, c=DRAWN)
    grades(lambda a, b, c: (b * a) + (c * a), a=DRAWN, b=DRAWN, c=DRAWN)
    # The repair must leave the rest of a rule as it was: the gradient that arrives is not 1 here.
    grades(lambda a, b, c: (a * b + a * c) * c, a=DRAWN, b=DRAWN, c=DRAWN)
    for operator in RULES:
        grades.fixed(fixed_graphs.same_operands(operator))
        grades.fixed(inputs.binary_values(operator))
        grades.fixed(inputs.equal_values(operator))
        grades.fixed(properties.tiny_upstreams(operator))
        grades.fixed(properties.equal_leaves(operator))
        grades.fixed(properties.whole_leaves(operator))
        grades.fixed(properties.moved_leaves(operator))
        grades.fixed(properties.cancelled(operator))
        grades.fixed(used_elsewhere.inner(operator))
        for equal in (False, True):
            grades.fixed(used_elsewhere.special(operator, equal))
        grades.left_alone(left_alone.called(operator), *LEFT_ALONE)
    for form in (*RULES, *WITH_NUMBERS):
        grades.fixed((*own.sums(form, "add"), *used_elsewhere.often(form)))
    for form in (*RULES, *WITH_NUMBERS):
        grades.at_own(partial(own_numbers.at, form))
    for form in WITH_NUMBERS:
        grades.fixed((*properties.of_a_rule(form), *inputs.with_numbers(form)))
        grades.fixed(used_elsewhere.special(form))
    grades.fixed((*fixed_graphs.made_alike(), *properties.one_consumer_each()))
    grades.fixed(set_by_hand.between_graphs())
    grades.fixed(held_before.held((*properties.equal(), *fixed_graphs.same_and_longer())))


@check(points=0.5)
def test_expression_exposes(grades: Grades) -> None:
    """`exposing_expression` tells the broken engine from a right one."""
    for _ in range(2):  # the second one is made of other leaves
        grades.task(EXPRESSION, _exposes(most=None), "exposing_expression(a, b)")


@check(points=0.5, after=test_expression_exposes)
def test_expression_is_smallest(grades: Grades) -> None:
    """`exposing_expression` is as small as it can be: the fewest operations possible."""
    for _ in range(2):
        grades.task(EXPRESSION, _exposes(most=1), "exposing_expression(a, b)")


def _expression(traced: object) -> tuple[Step, ...]:
    """The steps that were traced. Raises `ProgramError` for what tracing cannot have given."""
    expression = Program.from_json(traced)
    if any(step[0] not in ("apply", "alias") for step in expression.steps):
        raise ProgramError("an expression is made of operators only")
    if not {form_of(step) for step in expression.steps if step[0] == "apply"} <= FORMS:
        raise ProgramError("an expression is made of + and *")
    return expression.steps


VALUES = ((1.3, -0.6), (-2.0, 3.0), (0.7, 2.1))
"""Of a and b, when an expression of theirs is tried: it has to expose the bug at each."""


def leaves_the_same(steps: Sequence[Step], values: tuple[float, float]) -> bool:
    """Whether overwriting leaves on a and b what adding leaves there."""
    leaves = tuple(("leaf", name, value) for name, value in zip("ab", values, strict=True))
    program = Program((*leaves, *steps, ("backward", "L"), ("read", "grad", ("a", "b"))))
    adding, overwriting = (run(program, ReferenceEngine(overwrite)) for overwrite in (False, True))
    return all(map(same_number, adding, overwriting))


def _exposes(most: int | None) -> Judge:
    """Right: an expression on which overwriting and adding leave different gradients."""

    def judge(observation: Observation) -> Mismatch | None:
        what = "your expression"
        try:
            steps = _expression(observation.value)
            size = sum(step[0] == "apply" for step in steps)
            if most is not None and size > most:
                return Mismatch(what, f"{size} operations", "fewer operations")
            for values in VALUES:
                if leaves_the_same(steps, values):
                    where = "a = {:g}, b = {:g}".format(*values)
                    told = f"Both engines find the same gradients of {what} at {where}"
                    return Mismatch("", told, "different ones")
        except (ProgramError, KeyError, OverflowError):
            return Mismatch(what, "something else", "an expression of a and b")
        return None

    return judge
