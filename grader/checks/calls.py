"""Calls of a student's function: plain values in and out, or a `Value` that is tested.

`Grades.call` asks; what is right is a given answer, or what the course's own reference returns for
the same arguments. A reference is run by the grader and never sent to student code.

`Grades.engines` asks a student's `tests(Value)` about engines. It gets a `Value` that only writes
down what is asked of it (`worker.inside.tasks.stand_in_value`), and each engine answers elsewhere.
An alarm on a right engine spoils everything: who always cries has found nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from grader.checks.orders import Judge, Mismatch
from grader.programs.call_texts import CallShown, difference_of
from grader.programs.interpreter import Engine
from grader.programs.plain import NotPlain, as_plain, read, shown
from grader.text import listed
from grader.worker.observation import Observation

Reference = Callable[..., Any]
Reading = Callable[[Sequence[Any], Any, Any], str]
"""From the arguments, the right answer and a wrong one a sentence about the mistake, or ""."""


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
    """The smallest program that tests lacked: its listing, what is read, the wrong number there
    (or how the engine stops) and the right one. `belief`: what the engine does, a clause."""

    program: str
    what: str
    found: float | str
    expected: float
    belief: str


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
            end, told = ends[name]
            if end != SILENT:
                what = f"Your tests raise an alarm on a right engine, which {name}"
                return Mismatch(what, told.rstrip("."), "no alarm")
        through = [name for name in engines.wrong if ends[name][0] == SILENT]
        if not through:
            return None
        named = listed(through[:MOST_NAMED]) + (" and more" if len(through) > MOST_NAMED else "")
        count = f"{len(through)} of {len(engines.wrong)} wrong engines got through: {named}"
        missed = lacking(through[0])
        if missed is None:
            return Mismatch(count, "no alarm", "an alarm")
        told = f"{count}. The first {missed.belief} In the program below, its {missed.what} is "
        return Mismatch("", told + shown(missed.found), shown(missed.expected), missed.program)

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
        told = ""
        if reading is not None:
            with suppress(Exception):  # an answer of any form: it is wrong, and that is said
                told = reading(arguments, expected, read(observation.value))
        return Mismatch(f"{told} {what}" if told else what, found, wanted)

    return judge
