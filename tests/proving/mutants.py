"""Systematic mutants of the solutions: every change that cosmic-ray's operators can make to them.

Each must be caught by a check, or stand in `equivalent.toml` with the reason why no check can tell
it from the solution. cosmic-ray is imported when it is needed: it is no part of grading.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.course.course import Course
from grader.course.stubs import BEGIN, END
from tests.proving.hand_ins import HandIn

NEED_NAMES = ("core/VariableReplacer", "core/VariableInserter")
"""Operators that cannot be had without saying which variable they are about."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one solution: the line before and after, and the whole text."""

    exercise: str
    number: int
    before: str
    after: str
    text: str

    @property
    def hand_in(self) -> HandIn:
        """As a hand-in that must be caught."""
        name = f"line {self.number}: {self.before}  ->  {self.after}"
        return HandIn(name, self.exercise, self.text, "mutant")


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A mutant that no check can tell from the solution, and why."""

    exercise: str
    before: str
    after: str
    reason: str

    def stands_for(self, mutant: Mutant) -> bool:
        """Whether this is the mutant that is meant."""
        mine = self.exercise, self.before, self.after
        return mine == (mutant.exercise, mutant.before, mutant.after)


def equivalents() -> list[Equivalent]:
    """The table `equivalent.toml`."""
    text = Path(__file__).with_name("equivalent.toml").read_text("utf-8")
    return [Equivalent(**entry) for entry in tomllib.loads(text)["mutant"]]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that an operator can do to one solution."""

    exercise: str
    text: str
    operator: str
    occurrence: int


def every_change(course: Course, exercises: Iterable[str]) -> list[Change]:
    """Every change that can be made to the students' part of these solutions."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    found = []
    for name in exercises:
        exercise = course.exercise(name)
        text = code_of((course.solutions_dir / exercise.file_name).read_text(encoding="utf-8"))
        lines = solution_lines(text)
        nodes = list(ast_nodes(get_ast(text)))
        for operator_name in operator_names():
            if operator_name in NEED_NAMES:
                continue
            operator: Any = get_operator(operator_name)()
            places = [place for node in nodes for place in operator.mutation_positions(node)]
            found += [
                Change(exercise.id, text, operator_name, occurrence)
                for occurrence, ((line, _), _) in enumerate(places)
                if line in lines
            ]
    return found


def mutants_of(changes: Iterable[Change]) -> list[Mutant]:
    """The mutants that these changes make: those that are valid Python, each text once."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    found: dict[str, Mutant] = {}
    for change in changes:
        operator: Any = get_operator(change.operator)()
        mutated = mutate_code(change.text, operator, change.occurrence)
        if mutated not in (None, change.text, *found) and _compiles(mutated):
            number, before, after = _difference(change.text, mutated)
            found[mutated] = Mutant(change.exercise, number, before, after, mutated)
    return list(found.values())


def code_of(solution: str) -> str:
    """A solution without the text before its code and the examples after it."""
    return solution.partition('\n"""\n')[2].partition("# ---- Examples")[0]


def solution_lines(text: str) -> set[int]:
    """Numbers of the lines that a student writes: those between the markers."""
    found: set[int] = set()
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        inside = (inside or BEGIN in line) and END not in line
        if inside:
            found.add(number)
    return found


def _compiles(text: str) -> bool:
    try:
        compile(text, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _difference(text: str, mutated: str) -> tuple[int, str, str]:
    """Number of the first line that differs, and both lines without indentation."""
    pairs = zip(text.splitlines(), mutated.splitlines(), strict=False)
    for number, (before, after) in enumerate(pairs, start=1):
        if before != after:
            return number, before.strip(), after.strip()
    return len(text.splitlines()), "the end", "another end"
