"""What is recorded of wrong beliefs, for a copy of Topograde that has no engine that holds one.

A belief that can be read off an engine's numbers is recorded as what is then read (`readings`). Of
the others it is recorded what they answer to the programs that the diagnosis asks, and to the first
of each check: for each program the different wrong answers are numbered, and a table says which of
them each form of a belief gives.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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

PROBES = "probes"
"""Stands for an exercise's id in the names of the two files."""
RIGHT, FIRST_ERROR, NOTHING, NOT_HERE = 0, 200, 254, 255
"""Entries of a table: the right answer; 1 to 199 a wrong one; an error; no answer; another row's.

`NOT_HERE`: the row is for programs that use other operators of `style`, or have more turns.
"""
AS_RIGHT = 0xFFFF


@dataclass(frozen=True, slots=True, eq=False)
class RecordedEngine:
    """One form of a belief: rows of the table for each style, the one without turns first.

    batches: for an engine whose answers depend on what ran before, an entry for each place of a
    recorded batch instead: by style, then without turns and with all.
    """

    rows: Mapping[int, tuple[int, ...]]
    batches: Mapping[int, Mapping[int, tuple[bytes, bytes]]]


@dataclass(frozen=True, slots=True)
class RecordedBelief:
    """A misconception as text, with what is recorded of those forms that cannot be read."""

    id: str
    family: str
    exercises: frozenset[str]
    explanation: str
    by_order: bool
    engines: tuple[RecordedEngine, ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """The table, and the beliefs. `readings`: those that can be read, by digests of readings."""

    right: RightAnswers
    places: array[int]
    numbers: dict[int, int]
    class_counts: array[int]
    class_places: array[int]
    class_starts: array[int]
    values: array[float]
    errors: tuple[tuple[str, str], ...]
    beliefs: tuple[RecordedBelief, ...]
    readings: tuple[tuple[str, frozenset[int]], ...]
    table: bytes
    known: dict[Program, int | None] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many programs there are."""
        return len(self.places)

    def number(self, program: Program) -> int | None:
        """The program's column of the table; None if it is not recorded."""
        if program not in self.known:
            place = self.right.number(program)
            self.known[program] = None if place is None else self.numbers.get(place)
        return self.known[program]

    def entries(
        self, engine: RecordedEngine, style: int, program: Program, batch: int, place: int
    ) -> Iterator[int]:
        """What an engine says to a program, in one order of inputs after the other."""
        if engine.batches:
            for said in engine.batches.get(batch, {}).get(style, ()):
                if place < len(said):
                    yield said[place]
            return
        number = self.number(program)
        for row in engine.rows.get(style, ()) if number is not None else ():
            entry = self.table[row * self.count + (number or 0)]
            if entry != NOT_HERE:
                yield entry

    def answer(self, number: int, which: int) -> Answer:
        """The wrong answer number `which` (from 1) to a program; 0 is the right one."""
        right = self.right.answer(self.places[number])
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

    def agrees(
        self, entry: int, program: Program, answer: Answer | None, error: NamedError | None
    ) -> bool | None:
        """Whether one entry is what the student's engine did; None: it says nothing about it."""
        number = self.number(program)
        if entry in (NOTHING, NOT_HERE) or number is None:
            return None
        if entry >= FIRST_ERROR:
            if error is None:
                return False
            kind, says = self.errors[entry - FIRST_ERROR]
            return True if kind == error.kind and says in error.get("message") else None
        return None if answer is None else same_answer(answer, self.answer(number, entry))


def batch_key(programs: Sequence[object]) -> int:
    """A number for the programs that run in one process, one after the other."""
    return digest(tuple(i.steps if isinstance(i, Program) else "task" for i in programs))


@cache
def recorded(folder: Path = FOLDER) -> Recorded | None:
    """What is recorded; None if nothing is. Raises `RecordedError`."""
    found = read(folder / f"{PROBES}.wrong")
    right = right_answers(PROBES, folder)
    if found is None or right is None:
        return None
    header, arrays = found
    if header["keys"] != digest(tuple(right.keys)):
        raise RecordedError(f"{folder / PROBES}.wrong and .right were not made together")
    return recorded_from(header, arrays, right)


def recorded_from(
    header: Mapping[str, Any], arrays: Mapping[str, array[Any]], right: RightAnswers
) -> Recorded:
    """What a file holds."""
    rows = [{style: tuple(numbers) for style, numbers in layout} for layout in header["layouts"]]
    engines: dict[int, list[RecordedEngine]] = {}
    for belief, layout, batches in header["engines"]:
        by_batch = {
            key: {style: (bytes(plain), bytes(turned)) for style, plain, turned in styles}
            for key, styles in batches
        }
        engines.setdefault(belief, []).append(RecordedEngine(rows[layout], by_batch))
    beliefs = [
        RecordedBelief(id, family, frozenset(exercises), said, by_order, (*engines.get(place, ()),))
        for place, (id, family, exercises, said, by_order) in enumerate(header["beliefs"])
    ]
    return Recorded(
        right=right,
        places=arrays["places"],
        numbers={place: number for number, place in enumerate(arrays["places"])},
        class_counts=arrays["class_counts"],
        class_places=arrays["class_places"],
        class_starts=arrays["class_starts"],
        values=arrays["values"],
        errors=tuple((kind, says) for kind, says in header["errors"]),
        beliefs=tuple(beliefs),
        readings=tuple((name, frozenset(ids)) for name, ids in header["readings"]),
        table=arrays["table"].tobytes(),
    )
