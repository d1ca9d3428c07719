"""Which operators of an engine are right: what checks may be made of.

    record = probed(ask, oracle.answer)
    record.context_of(check)      the forms that the check may make its context of

An operator form is right if its value, its slope at the root, its slope under an upstream gradient
that is not 1, and the sum of two uses are right on each side. Checks about something else are made
of right forms only, so a wrong operator costs its own checks and those of what is built from it.
The programs are in `checks.operator_programs`; all of them are public and fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from grader.checks import operator_programs as programs
from grader.checks.declare import Check
from grader.programs.compare import same_number
from grader.programs.interpreter import Answer
from grader.programs.operators import JOIN, SCALE, forms, ranked
from grader.programs.program import Program
from grader.worker.observation import Item, Observation

AskPrograms = Callable[[Sequence[Program]], Sequence[Observation]]
RightAnswer = Callable[[Program], Answer]


@dataclass(frozen=True, slots=True)
class OperatorRecord:
    """What the probes say of the forms of the contract.

    present: the forms that the engine has. right: those of which everything is right; once: those
    that are right as long as no input is used twice.
    """

    present: frozenset[str]
    once: frozenset[str]
    right: frozenset[str]

    def context_of(self, check: Check) -> frozenset[str]:
        """The forms that a check's context may be made of.

        Beside the operator that a check is about, others are used once. Without `*`, `+` has to
        double what it is given, and that is using it twice.
        """
        if not check.about:
            return self.right
        return self.once if SCALE in self.once else self.once - ({JOIN} - self.right)


def probed(ask: AskPrograms, right_answer: RightAnswer) -> OperatorRecord:
    """The record of an engine, in two batches: what is right at the root shows what to ask with."""
    found: dict[Program, Observation] = {}

    def put(asked: Iterable[Program]) -> None:
        each_once = list(dict.fromkeys(asked))
        if each_once:
            found.update(zip(each_once, ask(each_once), strict=True))

    def all_right(asked: Iterable[Program], places: slice = slice(None)) -> bool:
        return all(all(_compared(found[p], right_answer(p))[places]) for p in asked)

    def sloped(form: str, asked: Iterable[Program]) -> bool:
        return all_right(asked, slice(1, 1 + len(forms()[form].sides)))  # after the root's value

    put(
        each for ask_of in (programs.values, programs.slopes) for f in forms() for each in ask_of(f)
    )
    usable = [
        form
        for form in forms()
        if all_right(programs.values(form)) and sloped(form, programs.slopes(form))
    ]
    join = next((form for form in ranked("joins") if form in usable), None)
    by = next((form for form in ranked("scales") if form in usable), None)
    above = {form: () if by is None else programs.upstreams(form, by) for form in forms()}
    twice = {form: programs.sums(form, join) for form in forms()}
    put(each for form in forms() for each in (*above[form], *twice[form]))
    once = {form for form in usable if above[form] and sloped(form, above[form])}
    return OperatorRecord(
        frozenset(f for f in forms() if found[programs.values(f)[0]].answer is not None),
        frozenset(once),
        frozenset(form for form in once if twice[form] and all_right(twice[form])),
    )


def _compared(observation: Observation, right: Answer) -> list[bool]:
    found = observation.answer
    if found is None or len(found) != len(right):
        return [False] * len(right)
    return [
        type(one) is float and same_number(one, other)
        for one, other in zip(found, right, strict=True)
    ]


LOOKED_FOR = 3
"""Programs of the checks in which an operator form that seems to be missing is looked for."""


def looked_for(
    missing: frozenset[str], items: Iterable[Item]
) -> list[tuple[frozenset[str], Program]]:
    """The first programs that need one missing form and no other, with that form."""
    asked: list[tuple[frozenset[str], Program]] = []
    often = Counter[str]()
    for item in items:
        new = item.forms & missing if isinstance(item, Program) else frozenset()
        if len(new) == 1 and often[min(new)] < LOOKED_FOR and isinstance(item, Program):
            often.update(new)
            asked.append((new, item))
    return asked
