"""Find after which other program one goes wrong that comes out right when it runs alone.

The programs of a check run one after the other on one execution of the student's module, so an
engine may keep something from one graph to the next. Two programs are joined into one and watched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from grader.explain.ranking import ALONE
from grader.explain.watching.sampling import WATCHED, Failing, answered, is_watched
from grader.judging.finding import Finding
from grader.programs.compare import same_answer
from grader.programs.interpreter import run as run_on
from grader.programs.program import Program, walk
from grader.programs.reference import ReferenceEngine
from grader.programs.tracing import renamed

if TYPE_CHECKING:
    from grader.judging.exercise import ExerciseRun

MOST_CHECKS = 3
MOST_BEFORE = 20
MOST_OPERATIONS = 400
"""A larger program is not asked once more."""
BY_ITSELF = (
    "Run by itself, the program of this check comes out right, and after another one it does not."
)
GENERAL = "A program that is right by itself goes wrong after another one."
ASKED = "What does your code keep from one graph to the next?"


def pairs(run: ExerciseRun, shown: Mapping[str, Failing]) -> Iterator[Failing]:
    """A failing program of each check after each of some programs that were asked before it."""
    for check in list(shown)[:MOST_CHECKS]:
        before: list[Failing] = []
        for each, is_right in answered(*run.observed[check]):
            if not is_right and is_watched(each.program):
                for first in before[: MOST_BEFORE // 2] + before[-MOST_BEFORE // 2 :]:
                    yield _joined(first, each)
                break
            if is_right and is_watched(each.program):
                before.append(each)


def right_alone(checks: Collection[str]) -> list[Finding]:
    """What is said of checks whose programs come out right when each of them runs by itself."""
    if not checks:
        return []
    return [
        Finding(
            id=ALONE, misconception=None, explained=len(checks), of=0, kind="seen", part="state",
            explanation=f"{BY_ITSELF} {ASKED}", checks=tuple(checks), general=GENERAL,
        )
    ]  # fmt: skip


def unwatched_alone(run: ExerciseRun, checks: Iterable[str]) -> list[Finding]:
    """The same of programs that cannot be watched: each is asked once more, of a fresh module."""
    found = []
    programs = {check: each for check in checks if (each := _program(run, check)) is not None}
    for check, program in [*programs.items()][:MOST_CHECKS]:
        if is_right_alone(run, program):
            found.append(check)
    return right_alone(found)


def is_right_alone(run: ExerciseRun, program: Program) -> bool:
    """Whether a program comes out right when a fresh module is asked nothing else. A watched run
    does not tell: its numbers are objects of their own."""
    answers = run.ask_aside([program])
    answer = answers[0].answer if answers else None
    return answer is not None and same_answer(answer, run_on(program, ReferenceEngine()))


def _program(run: ExerciseRun, check: str) -> Program | None:
    """What a check fails by, if it is not large, and cannot be watched."""
    wrong, raised = run.wrong.get(check), run.raised.get(check)
    program = wrong[0] if wrong else raised[0] if raised else None
    if program is None or program.size > MOST_OPERATIONS:
        return None
    is_plain = all(step[0] in WATCHED for step in walk(program.steps))
    return program if is_plain and not (wrong and is_watched(program)) else None


def _joined(first: Failing, second: Failing) -> Failing:
    """Both as one program, with other names in the second; the answer is not known yet."""
    slots = [step[1] for step in walk(second.program.steps) if step[0] in _NAMING]
    names = {slot: f"{slot}_2" for slot in slots}
    steps: Sequence[tuple[object, ...]] = [renamed(step, names) for step in second.program.steps]
    right = (*first.right, *second.right)
    return Failing(Program((*first.program.steps, *steps)), (), right)


_NAMING = frozenset({"leaf", "apply", "inplace", "alias"})
