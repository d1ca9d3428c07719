"""Which operators of an engine are right: one record of probes, for contexts and for diagnoses.

    record = probed(ask, oracle.answer)
    record["mul"].upstream        (True, False): right on the left, wrong on the right
    record.right                  the forms that checks may make their context of

An operator form is right if its value, its slope at the root, its slope under an upstream gradient
that is not 1, and the sum of two uses are right on each side. Checks about something else are made
of right forms only, so a wrong operator costs its own checks and those of what is built from it.
The programs are in `checks.operator_programs`; all of them are public and fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
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
class FormRecord:
    """What the probes say of one operator form.

    present: its first value could be worked out at all. value: every value is right. root: the
    slope at the root is right, for each side of the form that is a node. upstream: the same under a
    gradient that is not 1; adds_up: the sum of two uses is right. Both are None for a side where
    that could not be asked, since no other operator is right enough to ask it with.
    """

    form: str
    present: bool
    value: bool
    root: tuple[bool, ...]
    upstream: tuple[bool | None, ...]
    adds_up: tuple[bool | None, ...]

    @property
    def right_once(self) -> bool:
        """Whether it is right where no input is used twice."""
        return self.value and all(self.root) and all(self.upstream)

    @property
    def right(self) -> bool:
        """Whether all of it is right, and all of it was asked."""
        return self.right_once and all(self.adds_up)


@dataclass(frozen=True, slots=True)
class OperatorRecord:
    """What the probes say of every form of the contract.

    upstream: the form that the gradients other than 1 came from; join: the form that used two nodes
    at once; None where there is none. answers: every probe with what the engine answered.
    """

    forms: Mapping[str, FormRecord]
    upstream: str | None
    join: str | None
    answers: tuple[tuple[Program, Observation], ...] = ()

    def __getitem__(self, form: str) -> FormRecord:
        return self.forms[form]

    @property
    def present(self) -> frozenset[str]:
        """The forms that the engine has."""
        return frozenset(form for form, record in self.forms.items() if record.present)

    @property
    def right(self) -> frozenset[str]:
        """The forms of which everything is right."""
        return frozenset(form for form, record in self.forms.items() if record.right)

    @property
    def right_once(self) -> frozenset[str]:
        """The forms that are right as long as no input is used twice.

        Without `*`, `+` has to double what it is given, and that is using it twice.
        """
        once = {form for form, record in self.forms.items() if record.right_once}
        return frozenset(once if SCALE in once else once - ({JOIN} - self.right))

    def context_of(self, check: Check) -> frozenset[str]:
        """The forms that a check's context may be made of.

        Beside the operator that a check is about, others are used once.
        """
        return self.right_once if check.about else self.right


def probed(ask: AskPrograms, right_answer: RightAnswer) -> OperatorRecord:
    """The record of an engine, in two batches: what is right at the root shows what to ask with."""
    first = _Answers(ask, right_answer, first_programs())
    root = {form: first.sides(form, programs.slopes(form)) for form in forms()}
    value = {form: first.right(programs.values(form)) for form in forms()}

    def usable(form: str) -> bool:
        return value[form] and all(root[form])

    join = next(filter(usable, ranked("joins")), None)
    by = next(filter(usable, ranked("scales")), None)
    second = _Answers(ask, right_answer, second_programs(by, join))
    found = {}
    for form in forms():
        sides = forms()[form].sides
        twice = programs.sums(form, join)
        found[form] = FormRecord(
            form,
            first.answered(programs.values(form)[0]),
            value[form],
            root[form],
            (None,) * len(sides)
            if by is None
            else second.sides(form, programs.upstreams(form, by)),
            second.sums(form, twice) if twice else (None,) * len(sides),
        )
    return OperatorRecord(found, by, join, (*first.found.items(), *second.found.items()))


def first_programs() -> list[Program]:
    """Values and slopes at the root: what every engine is asked."""
    asked = [program for form in forms() for program in programs.values(form)]
    return asked + [program for form in forms() for program in programs.slopes(form)]


def second_programs(by: str | None, join: str | None) -> list[Program]:
    """What is asked with an operator that sends down a gradient, and one that uses two nodes."""
    asked: dict[Program, None] = {}
    for form in forms():
        asked.update(dict.fromkeys(() if by is None else programs.upstreams(form, by)))
        asked.update(dict.fromkeys(programs.sums(form, join)))
    return list(asked)


class _Answers:
    """What an engine answered to some probes, compared with what is right."""

    def __init__(
        self, ask: AskPrograms, right_answer: RightAnswer, asked: Sequence[Program]
    ) -> None:
        self.found = dict(zip(asked, ask(asked), strict=True)) if asked else {}
        self._right_answer = right_answer

    def answered(self, program: Program) -> bool:
        return self.found[program].answer is not None

    def right(self, asked: Sequence[Program]) -> bool:
        return all(all(self._compared(program)) for program in asked)

    def sides(self, form: str, asked: Sequence[Program]) -> tuple[bool, ...]:
        """Whether the gradients of `a` and, if it has two sides, of `b` are right everywhere."""
        compared = [self._compared(program) for program in asked]
        return tuple(
            all(found[1 + place] for found in compared)  # after the root's value
            for place in range(len(forms()[form].sides))
        )

    def sums(self, form: str, asked: Sequence[Program]) -> tuple[bool, ...]:
        """The same for the sums of two uses: the program's own input is `a`, used on either side.

        With two sides the programs are, in order: both sides, left, right, and two with both.
        """
        found = [all(self._compared(program)) for program in asked]
        if len(forms()[form].sides) == 2:
            both, left, right, *mixed = found
            return left and both and all(mixed), right and both and all(mixed)
        return (all(found),)

    def _compared(self, program: Program) -> list[bool]:
        right, found = self._right_answer(program), self.found[program].answer
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
