"""Which programs of a hand-in are watched: those that its failed checks show, some that fail like
them, and a few that pass.

A check may have asked thousands, so each is looked at once and no longer than it takes to see that
it was answered rightly.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from grader.judging.check_results import UNSTEADY
from grader.judging.finding import Counterexample
from grader.judging.report import CheckResult
from grader.judging.verdict import reading_names
from grader.programs.compare import same_answer, same_number
from grader.programs.interpreter import Answer
from grader.programs.listing import listing
from grader.programs.operators import names
from grader.programs.program import Program, walk
from grader.worker.observation import NamedError, Observation

if TYPE_CHECKING:
    from grader.judging.context import Prepared
    from grader.judging.exercise import ExerciseRun

MOSTWATCHED = 40
MOST_ONCE, MOST_AGAIN, MOST_ALIKE = 10, 2, 6
"""Of programs that pass, with one call of `backward`, with several, and with an operator that is in
the small programs that fail."""
MOST_OF_A_CHECK = 60
"""Of the failing programs of one check, small ones first."""
TINY, SMALL = 1e-3, 6
RAISED = frozenset({"exception", "operator", "recursion", "none", "attribute", "type"})
LARGEST = 60
"""Programs with more operations are not watched."""
WATCHED = frozenset("leaf apply inplace alias backward zero set set_grad descend read".split())
"""Kinds of steps that can be watched, beside repeated blocks of them."""


@dataclass(frozen=True, slots=True)
class Failing:
    """A public program that is answered wrongly, with both answers; or with an error."""

    program: Program
    answer: Answer
    right: Answer
    error: NamedError | None = None
    is_own: bool = False
    """Whether it is what a check shows that it fails by."""

    @property
    def example(self) -> Counterexample | None:
        """The program and the first number that is wrong, or how it ends; None for neither."""
        if self.error is not None:
            said = f"it ends in {self.error.get('type')}." if self.error.get("type") else ""
            return Counterexample(listing(self.program), "", said, None) if said else None
        names = reading_names(self.program)
        for name, found, right in zip(names, self.answer, self.right, strict=False):
            if not same_number(found, right):
                return Counterexample(listing(self.program), name, found, right)
        return None


def programs_shown(run: ExerciseRun, results: Sequence[CheckResult]) -> dict[str, Failing]:
    """By failed check the program that it fails by, if that can be watched; else a smaller one."""
    failed = {r.id for r in results if r.outcome not in ("passed", "ungraded", "blocked")}
    failed -= unsteady(results)
    shown = {}
    for check in run.observed:
        found = _shown(run, check) if check in failed else None
        if found is not None:
            shown[check] = found
    return shown


def _shown(run: ExerciseRun, check: str) -> Failing | None:
    if check in run.wrong:
        program, answer, right = run.wrong[check]
        if is_watched(program):  # where several answers are right, there is not the right one
            return Failing(program, answer, right or (), is_own=True)
    elif check in run.raised:
        program, error = run.raised[check]
        if error.kind in RAISED and error.get("phase") != "loading" and is_watched(program):
            return Failing(program, (), (), error, is_own=True)
        return None
    others = islice(_wrong(*run.observed[check]), MOST_OF_A_CHECK)
    return min(others, key=lambda each: each.program.size, default=None)


def unsteady(results: Sequence[CheckResult]) -> set[str]:
    """The checks whose answers change from run to run: what is told must not."""
    return {result.id for result in results if result.message == UNSTEADY}


def sample_of_failing(
    run: ExerciseRun, shown: Mapping[str, Failing], left_out: Container[str] = ()
) -> list[Failing]:
    """What the checks show, and other public programs that fail, small ones first; none of those
    checks that are left out."""
    found = {each.program: each for each in shown.values()}
    others: dict[Program, Failing] = {}
    for check, (prepared, observations) in run.observed.items():
        for each in (
            () if check in left_out else islice(_wrong(prepared, observations), MOST_OF_A_CHECK)
        ):
            if each.program not in found:
                others.setdefault(each.program, each)
    small = sorted(others.values(), key=lambda each: each.program.size)
    return [*found.values(), *small[: max(0, MOSTWATCHED - len(found))]]


def sample_of_passing(run: ExerciseRun, failing: Iterable[Failing] = ()) -> list[Failing]:
    """A few small programs that pass and read all leaves: with inner nodes, with several calls,
    with all operators that there are, and with those of small programs that fail."""
    small = (each.program for each in failing if each.program.size <= SMALL)
    wanted = {used for program in small for used in _used(program)}
    again: list[Failing] = []
    once: list[Failing] = []
    alike: list[Failing] = []
    forms: set[str] = set()
    for prepared, observations in run.observed.values():
        for each in islice(_right(prepared, observations), MOST_OF_A_CHECK):
            is_full = len(again) == MOST_AGAIN and len(once) == MOST_ONCE
            if is_full and (wanted <= forms or len(alike) == MOST_ALIKE):
                return [*again, *once, *alike]
            if not shows_all(each):
                continue
            calls, new = sum(s[0] == "backward" for s in each.program.steps), _used(each.program)
            if calls > 1 and len(again) < MOST_AGAIN:
                again.append(each)
            elif calls != 1:
                continue
            elif len(once) < MOST_ONCE and (len(once) < 4 or not new <= forms):
                once.append(each)
                forms |= new
            elif len(alike) < MOST_ALIKE and (new & wanted) - forms:
                alike.append(each)
                forms |= new
    return [*again, *once, *alike]


def _used(program: Program) -> frozenset[str]:
    """The forms of a program, and "twice" if an operator has one node on both sides."""
    binary = (step for step in program.steps if step[0] == "apply" and step[2] in names("nodes"))
    is_twice = any(step[3] == step[4] for step in binary)
    return program.forms | {"twice"} if is_twice else program.forms


def shows_all(each: Failing) -> bool:
    """Whether a program has inner nodes and ends with every leaf's gradient, which is not 0."""
    program, last = each.program, each.program.steps[-1]
    if last[:2] != ("read", "grad") or not {*program.leaves} <= {*last[2]}:
        return False
    grads = each.right[-len(last[2]) :]
    small = 2 <= program.size <= SMALL and is_watched(program)
    return small and all(abs(grad) > TINY for grad in grads)


def is_watched(program: Program) -> bool:
    """Whether a program is small and plain enough to be watched."""
    if program.size > LARGEST or len(program.steps) > 4 * LARGEST:
        return False
    return all(step[0] in WATCHED for step in walk(program.steps))


def _wrong(prepared: Prepared, observations: Sequence[Observation]) -> Iterator[Failing]:
    """The programs of a public check that can be watched and are answered wrongly."""
    for each, is_right in answered(prepared, observations):
        if not is_right and is_watched(each.program):
            yield each


def _right(prepared: Prepared, observations: Sequence[Observation]) -> Iterator[Failing]:
    return (each for each, is_right in answered(prepared, observations) if is_right)


def answered(
    prepared: Prepared, observations: Sequence[Observation]
) -> Iterator[tuple[Failing, bool]]:
    """The programs of a public check that were answered, and whether rightly."""
    if prepared.hidden:
        return
    asked = zip(prepared.plan.questions, prepared.expected, observations, strict=False)
    for question, right, found in asked:
        answer, program = found.answer, question.item
        if answer is None or not isinstance(program, Program) or question.left_open:
            continue
        if question.judge is not None:  # more than one answer is right
            is_right = question.judge(found) is None
            yield Failing(program, answer, answer if is_right else ()), is_right
        elif right is not None:
            is_right = answer == right or same_answer(answer, right)
            yield Failing(program, answer, right), is_right
