"""Find whether a program goes wrong because nodes go away while it runs.

A loop gives its names to other nodes in each round, and lets those of the round before go. Written
out, with a name for every node, the steps are the same and every node stays. Whoever is right then,
and only then, depends on nodes staying: mostly by an `id` or a weak reference.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from grader.explain.watching.record import Line
from grader.explain.watching.source import SourceText
from grader.judging.finding import Finding
from grader.programs.compare import same_answer
from grader.programs.graph import MAKES, unrolled
from grader.programs.interpreter import run as run_on
from grader.programs.program import Program, Step
from grader.programs.reference import ReferenceEngine
from grader.programs.tracing import renamed

if TYPE_CHECKING:
    from grader.judging.exercise import ExerciseRun

MOST_CHECKS = 2
MOST_STEPS = 4_000
TRIES = 4
"""An address that comes back may do so in some runs only."""
SAID = (
    "Written out without its loop, with a name of its own for every node, the program of this "
    "check comes out right: then every node that it makes stays to the end. "
)
ASKED = "Where does your code keep something of a node, and not the node itself?"
WEAK = "weakref"


def unheld(run: ExerciseRun, checks: Iterable[str], source: SourceText) -> list[Finding]:
    """What is said of checks whose programs come out right when every node stays."""
    shown = {check: run.wrong[check][0] for check in checks if check in run.wrong}
    looped = {check: each for check, each in shown.items() if _lets_go(each)}
    found = [
        check
        for check, each in [*looped.items()][:MOST_CHECKS]
        if not all(is_right_alone(run, each) for _ in range(TRIES))
    ]
    found = [check for check in found if is_right_alone(run, written_out(looped[check]))]
    if not found:
        return []
    lines = _lines(source)
    return [
        Finding(
            id="unheld", explained=len(found), of=0, kind="seen", part="state",
            explanation=SAID + ASKED, general=ASKED, checks=tuple(found),
            where=source.where(lines[0]) if len(lines) == 1 else None,
        )
    ]  # fmt: skip


def is_right_alone(run: ExerciseRun, program: Program) -> bool:
    """Whether a program comes out right when a fresh module is asked nothing else. A watched run
    does not tell: its numbers are objects of their own, and it keeps every node."""
    answers = run.ask_aside([program])
    answer = answers[0].answer if answers else None
    return answer is not None and same_answer(answer, run_on(program, ReferenceEngine()))


def written_out(program: Program) -> Program:
    """The same steps without a loop, and with a slot for every node."""
    names: dict[str, str] = {}
    steps: list[Step] = []
    for number, step in enumerate(unrolled(program.steps)):
        if step[0] == "alias":
            names[step[1]] = names[step[2]]
            continue
        new = renamed(step, names)
        if step[0] in MAKES:
            names[step[1]] = f"{step[1]}_{number}"
            new = (new[0], names[step[1]], *new[2:])
        steps.append(new)
    return Program(tuple(steps))


def _lets_go(program: Program) -> bool:
    """Whether a loop of the program calls `backward`, and no step of it changes a name in place."""
    steps = [*unrolled(program.steps)] if _few(program.steps) else []
    loops = [step for step in program.steps if step[0] == "repeat"]
    called = any(each[0] == "backward" for loop in loops for each in loop[2])
    return called and bool(steps) and all(step[0] != "inplace" for step in steps)


def _few(steps: Iterable[Step]) -> bool:
    return sum(step[1] * len(step[2]) if step[0] == "repeat" else 1 for step in steps) <= MOST_STEPS


def _lines(source: SourceText) -> list[Line]:
    """The lines that ask for an address, or call what `weakref` has."""
    every = [*source.every()]
    froms = [node for _, node in every if isinstance(node, ast.ImportFrom)]
    weak = {each.asname or each.name for n in froms if n.module == WEAK for each in n.names}
    found = set()
    for cell, node in every:
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        is_weak = isinstance(called, ast.Attribute) and ast.unparse(called.value) == WEAK
        if is_weak or (isinstance(called, ast.Name) and called.id in {"id", *weak}):
            found.add((cell, node.lineno))
    return sorted(found - source.given)
