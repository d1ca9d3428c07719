"""Calls of a student's function: plain values in and out, or a `Value` that is tested.

`Grades.call` asks; what is right is a given answer, or what the course's own reference returns for
the same arguments. A reference is run by the grader and never sent to student code.

`Grades.engines` asks a student's `tests(Value)` about engines. It gets a `Value` that only writes
down what is asked of it (`worker.inside.tasks.stand_in_value`), and each engine answers elsewhere.
An alarm on a right engine spoils everything: who always cries has found nothing.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from grader.checks.orders import Judge, Mismatch
from grader.programs.call_texts import CallShown, difference_of
from grader.programs.interpreter import Engine
from grader.programs.plain import NotPlain, as_plain, read, same, shown
from grader.text import counted, listed
from grader.worker.observation import Observation

Reference = Callable[..., Any]
Place = tuple[str, str]
"""A function of the student's, and what the line in it does that is to be looked at."""
Reading = Callable[[Sequence[Any], Any, Any], "str | tuple[str, Place]"]
"""From the arguments, the right answer and a wrong one a sentence about the mistake, or ""; with
the place of it, where that is known."""


NOWHERE: Final = ("", "")


def of_wrong(functions: Sequence[Reference]) -> Reading:
    """A reading by an author's wrong functions: the docstring of the first one that gives a
    student's answer, and its attribute `place`. Raises `ValueError` for one without a docstring."""
    for each in functions:
        if not inspect.getdoc(each):
            raise ValueError(f"the wrong function {each.__name__} has no docstring to tell")

    def reading(arguments: Sequence[Any], right: Any, found: Any) -> str | tuple[str, Place]:
        for each in functions:
            with suppress(Exception):  # a wrong function may raise: then it gives no answer
                given = as_plain(each(*deepcopy(arguments)))
                if same(given, found) and not same(given, right):
                    told = " ".join((inspect.getdoc(each) or "").split())
                    return told, getattr(each, "place", NOWHERE)
        return ""

    return reading


class _NotGiven:
    """Stands for an answer that was not given: None is an answer."""


NOT_GIVEN: Final = _NotGiven()


def call_task(function: str, arguments: Sequence[Any]) -> dict[str, Any]:
    """The task for the worker. Raises `ValueError` for what is no name or not plain."""
    if not function.isidentifier():
        raise ValueError(f"call: expected the name of a function, found {function!r}")
    try:
        return {"task": "call", "function": function, "arguments": as_plain(arguments)}
    except NotPlain as error:
        raise ValueError(f"call of {function}: {error}") from None


def wrong_answer(call: CallShown, expected: Any, found: Observation) -> tuple[str, str, str] | None:
    """What is compared, what was answered and what is right, as texts; None if it is right."""
    try:
        value = read(found.value)
    except NotPlain as error:
        return call.call, str(error), shown(expected)
    return difference_of(call, value, expected)


EngineFactory: TypeAlias = Callable[[], Engine]
SILENT = "silent"
MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Lacking:
    """What tests lacked: what the engine's author says, and a small program that shows it wrong:
    its listing, what is read, the wrong number there (or how the engine stops) and the right one.
    """

    program: str
    what: str
    found: float | str
    expected: float
    says: str


@dataclass(frozen=True, slots=True)
class EnginesUnderTest:
    """Engines by name: right ones, what is usual first, and wrong ones."""

    right: Mapping[str, EngineFactory]
    wrong: Mapping[str, EngineFactory]

    @property
    def all(self) -> dict[str, EngineFactory]:
        """All of them."""
        return {**self.right, **self.wrong}


def engines_judge(engines: EnginesUnderTest, lacking: Callable[[str], Lacking | None]) -> Judge:
    """Right: no right engine raises an alarm, and every wrong one does.

    lacking: for the name of a wrong engine, what would have shown it.
    """

    def judge(observation: Observation) -> Mismatch | None:
        ends = observation.value
        for name in engines.right:
            end, said = ends[name]
            if end != SILENT:
                told = f"This engine is right, and your tests object to it. It {name}. They say: "
                return Mismatch("", f"{told}{said.rstrip('.')}.", "")
        through = [name for name in engines.wrong if ends[name][0] == SILENT]
        if not through:
            return None
        got = f"{len(through)} of {counted(len(engines.wrong), 'wrong engine')} got past your tests"
        missed = lacking(through[0])
        if missed is None:
            more = " and more" if len(through) > MOST_NAMED else ""
            return Mismatch("", f"{got}: {listed(through[:MOST_NAMED])}{more}.", "")
        whose = "Its author" if len(through) == 1 else "The author of one"
        told = f'{got}. {whose} says: "{missed.says}" Which graph proves that wrong?'
        found = missed.found if isinstance(missed.found, str) else shown(missed.found)
        answer = f"# {missed.what} is {found} there; {shown(missed.expected)} is right"
        return Mismatch("", told, "", f"{missed.program}\n{answer}")

    return judge


def call_judge(
    call: CallShown, expected: Any, arguments: Sequence[Any] = (), reading: Reading | None = None
) -> Judge:
    """Right: this value, within the tolerance of numbers. reading: what a wrong one shows."""

    def judge(observation: Observation) -> Mismatch | None:
        texts = wrong_answer(call, expected, observation)
        if texts is None:
            return None
        what, found, wanted = texts
        told, place = "", NOWHERE
        if reading is not None:
            with suppress(Exception):  # an answer of any form: it is wrong, and that is said
                shown_by = reading(arguments, expected, read(observation.value))
                told, place = (shown_by, NOWHERE) if isinstance(shown_by, str) else shown_by
        return Mismatch(f"{told} {what}" if told else what, found, wanted, place=place)

    return judge
