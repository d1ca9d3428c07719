"""What wrong engines answer to the public programs of an exercise, recorded as numbers only.

For each program the different wrong answers are numbered; a table says which of them each wrong
engine gives. No engine's code is needed to look a student's numbers up.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from grader.programs.compare import same_answer
from grader.programs.interpreter import Answer
from grader.programs.program import Program
from grader.programs.recorded import (
    FOLDER,
    RecordedError,
    RightAnswers,
    digest,
    read,
    right_answers,
)
from grader.worker.observation import NamedError

RIGHT, FIRST_ERROR, NOTHING, NOT_HERE = 0, 200, 254, 255
"""Entries of a table: the right answer; 1 to 199 a wrong one; an error; no answer; another row's.

`NOT_HERE`: the row is for programs that use other operators of `style`, or have more turns.
"""
AS_RIGHT = 0xFFFF
NO_CLASS = -1


@dataclass(frozen=True, slots=True)
class Belief:
    """A misconception as text."""

    id: str
    explanation: str
    by_order: bool


@dataclass(frozen=True, slots=True)
class WrongEngine:
    """One form of a belief: rows of the table for each style, the one without turns first.

    batches: for an engine whose answers depend on what ran before, an entry for each place of a
    recorded batch instead: by style, then without turns and with all.
    """

    belief: Belief
    rows: dict[int, tuple[int, ...]]
    batches: dict[int, dict[int, tuple[bytes, bytes]]]


@dataclass(frozen=True, slots=True)
class WrongAnswers:
    """The table of one exercise. `bits` are the operators of `style` that a program uses."""

    right: RightAnswers
    places: array[int]
    numbers: dict[int, int]
    bits: bytes
    heavy: bytes
    class_counts: array[int]
    class_places: array[int]
    class_starts: array[int]
    values: array[float]
    errors: tuple[tuple[str, str], ...]
    engines: tuple[WrongEngine, ...]
    table: bytes

    @property
    def count(self) -> int:
        """How many programs there are."""
        return len(self.bits)

    def number(self, program: Program) -> int | None:
        """The program's column of the table; None if it is not recorded."""
        place = self.right.number(program)
        return None if place is None else self.numbers.get(place)

    def entry(self, row: int, number: int) -> int:
        """What one row says of one program."""
        return self.table[row * self.count + number]

    def answer(self, number: int, which: int) -> Answer:
        """The wrong answer number `which` (from 1) to a program; 0 is the right one."""
        place = self.places[number]
        right = self.right.answer(place)
        if which == RIGHT:
            return right
        start = self.class_starts[number] + (which - 1) * len(right)
        places = self.class_places[start : start + len(right)]
        return tuple(
            [
                good if place == AS_RIGHT else self.values[place]
                for good, place in zip(right, places, strict=True)
            ]
        )

    def class_of(self, number: int, answer: Answer) -> int:
        """Which of the answers to a program this is; `NO_CLASS` if none."""
        for which in range(self.class_counts[number] + 1):
            if same_answer(answer, self.answer(number, which)):
                return which
        return NO_CLASS

    def errors_like(self, error: NamedError) -> frozenset[int]:
        """The entries of wrong engines that stop with such an error."""
        return frozenset(
            FIRST_ERROR + place
            for place, (kind, says) in enumerate(self.errors)
            if kind == error.kind and says in error.get("message")
        )


def batch_key(programs: Sequence[object]) -> int:
    """A number for the programs that run in one process, one after the other."""
    return digest(tuple(i.steps if isinstance(i, Program) else "task" for i in programs))


@cache
def wrong_answers(exercise: str, folder: Path = FOLDER) -> WrongAnswers | None:
    """The table of an exercise; None if there is none. Raises `RecordedError`."""
    found = read(folder / f"{exercise}.wrong")
    right = right_answers(exercise, folder)
    if found is None or right is None:
        return None
    header, arrays = found
    if header["keys"] != digest(tuple(right.keys)):
        raise RecordedError(f"{folder / exercise}.wrong and .right were not made together")
    return table_of(header, arrays, right)


def table_of(
    header: Mapping[str, Any], arrays: Mapping[str, array[Any]], right: RightAnswers
) -> WrongAnswers:
    """The table from what a file holds."""
    beliefs = [Belief(*item) for item in header["beliefs"]]
    rows = [{style: tuple(numbers) for style, numbers in layout} for layout in header["layouts"]]
    engines = [
        WrongEngine(
            beliefs[belief],
            rows[layout],
            {
                key: {style: (bytes(plain), bytes(turned)) for style, plain, turned in styles}
                for key, styles in batches
            },
        )
        for belief, layout, batches in header["engines"]
    ]
    return WrongAnswers(
        right=right,
        places=arrays["places"],
        numbers={place: number for number, place in enumerate(arrays["places"])},
        bits=arrays["bits"].tobytes(),
        heavy=arrays["heavy"].tobytes(),
        class_counts=arrays["class_counts"],
        class_places=arrays["class_places"],
        class_starts=arrays["class_starts"],
        values=arrays["values"],
        errors=tuple((kind, says) for kind, says in header["errors"]),
        engines=tuple(engines),
        table=arrays["table"].tobytes(),
    )
