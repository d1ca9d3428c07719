"""The public programs of an exercise, answered wrongly and rightly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.checks.declare import Check
from grader.course.course import Exercise
from grader.judging import check_results
from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Counterexample
from grader.judging.report import CheckResult
from grader.packs.tensor.judged import Asked, without_arrays
from grader.packs.tensor.listing import Step
from grader.packs.tensor.program import Program

MOST_LOOKED_AT = 60
"""Failing programs, the smallest of each check first."""


@dataclass(frozen=True, slots=True)
class Failing:
    """A public program that a check asks and that is answered wrongly."""

    check: str
    program: Program
    example: Counterexample | None


def failing_of(
    exercise: Exercise,
    run: ExerciseRun,
    failed: Sequence[Check],
    right: dict[str, list[Program]],
) -> Iterator[Failing]:
    """Public programs that are answered wrongly, smallest first of each check. right: takes the
    other programs of each check."""
    for check in failed:
        known = run.observed.get(check.id)
        if known is not None and not check.hidden:
            questions, observations = known[0].plan.questions, known[1]
        else:
            questions = run.context.public(exercise.id, check, run.known_forms).plan.questions
            observations = run.ask_aside([each.item for each in questions])
        wrong, right[check.id] = list[Failing](), []
        for question, found in zip(questions, observations, strict=False):
            if not isinstance(question.of_pack, Asked) or question.judge is None:
                continue
            differs = None if found.error else question.judge(found)
            if found.error is None and differs is None:
                right[check.id].append(question.of_pack.program)
                continue
            example = check_results.counterexample_of(question, found.error, differs)
            wrong.append(Failing(check.id, question.of_pack.program, example))
        yield from wrong[: MOST_LOOKED_AT // len(failed) + 1]


def right_of_passed(run: ExerciseRun, results: Sequence[CheckResult]) -> Iterator[Program]:
    """The public programs of checks that are passed."""
    for result in results:
        known = run.observed.get(result.id)
        if known is None or result.hidden or result.outcome != "passed":
            continue
        for question in known[0].plan.questions:
            if isinstance(question.of_pack, Asked):
                yield question.of_pack.program


def is_shown(failing: Failing, results: Sequence[CheckResult]) -> bool:
    """Whether a check shows this program, or none."""
    shown = next((each.counterexample for each in results if each.id == failing.check), None)
    return shown is None or without_arrays(shown.program) == failing.program.shown


def shown_at(
    name: str, failing: Sequence[Failing], checks: Sequence[str], results: Sequence[CheckResult]
) -> Iterator[tuple[Program, Step]]:
    """The programs that these checks show, each with its last use of an operator."""
    for each in failing:
        same = [s for s in each.program.steps if s[0] == "apply" and s[2] == name]
        if same and each.check in checks and is_shown(each, results):
            yield each.program, same[-1]
