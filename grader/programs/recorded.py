"""Recorded answers: PyTorch's numbers for every public program, so that `check` needs no PyTorch.

`topograde release answers` makes the files in a course's `solutions/_recorded/`, one an exercise.
`topograde verify` compares them with live PyTorch, and our reference too. An answer is found by its
program: a check that has changed since finds nothing, never the answer to something else. What is
not recorded, such as what an engine with wrong operators is asked instead, the reference answers.
"""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from grader.programs.interpreter import Answer, run
from grader.programs.packed import PackedError, unpack
from grader.programs.plain import read as read_plain
from grader.programs.program import Program
from grader.programs.pytorch import Oracle
from grader.programs.reference import ReferenceEngine

KEY_BYTES = 5
"""A million programs that are not recorded would be taken for one that is once in a hundred."""

FIX = "run `topograde release answers` in a checkout, or install Topograde anew"


class RecordedError(Exception):
    """A file of recorded answers cannot be read; the message names it."""


def key_of(program: Program) -> int:
    """A number for a program that is the same on every machine."""
    return digest(program.steps)


def digest(item: object) -> int:
    """A short number for nested tuples of numbers and texts."""
    return int.from_bytes(blake2b(repr(item).encode(), digest_size=KEY_BYTES).digest(), "big")


@dataclass(frozen=True, slots=True)
class RightAnswers:
    """PyTorch's answers of one exercise; `keys` are sorted, answer i begins at `starts[i]`."""

    torch: str
    keys: array[int]
    starts: array[int]
    places: array[int]
    values: array[float]

    def place_of(self, key: int) -> int | None:
        """Where the program with this key stands; None if it is not recorded."""
        place = bisect_left(self.keys, key)
        found = place < len(self.keys) and self.keys[place] == key
        return place if found else None

    def answer(self, number: int) -> Answer:
        """The right answer to the program of this number."""
        places = self.places[self.starts[number] : self.starts[number + 1]]
        return tuple([self.values[place] for place in places])


@cache
def right_answers(exercise: str, folder: Path) -> RightAnswers | None:
    """The right answers of an exercise; None if there are none. Raises `RecordedError`."""
    found = read(folder / f"{exercise}.right")
    if found is None:
        return None
    header, arrays = found
    return RightAnswers(
        torch=str(header["torch"]),
        keys=arrays["keys"],
        starts=arrays["starts"],
        places=arrays["places"],
        values=arrays["values"],
    )


def call_key(task: Mapping[str, Any]) -> str:
    """A text for a call that is the same on every machine."""
    return f"{digest((task['function'], task['arguments'])):x}"


@cache
def recorded_calls(exercise: str, folder: Path) -> Mapping[str, Any]:
    """What the course's references answered to the calls of an exercise, by `call_key`.

    A file that is missing or damaged is as good as an empty one.
    """
    try:
        found = json.loads((folder / f"{exercise}.calls").read_bytes())
        return {key: read_plain(value) for key, value in found.items()}
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}


def read(path: Path) -> tuple[dict[str, Any], dict[str, array[Any]]] | None:
    """What a file holds; None if it is not there. Raises `RecordedError` if it is damaged."""
    try:
        return unpack(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, PackedError) as error:
        raise RecordedError(f"{path} cannot be used: {error}; {FIX}") from error


class RecordedOracle(Oracle):
    """Right answers from the files; from our reference where a program is not recorded."""

    live = False

    def __init__(self, exercises: Iterable[str], folder: Path) -> None:
        super().__init__()
        self.exercises = tuple(exercises)
        self.folder = folder

    def _ask(self, program: Program) -> Answer:
        recorded = self.recorded(program)
        return run(program, ReferenceEngine()) if recorded is None else recorded

    def _ask_together(self, programs: Sequence[Program]) -> list[Answer]:
        return [self._ask(each) for each in programs]

    def called(self, task: Mapping[str, Any], reference: Callable[..., Any]) -> Any:
        """The recorded answer to a call, otherwise the reference's."""
        key = call_key(task)
        for exercise in self.exercises:
            answers = recorded_calls(exercise, self.folder)
            if key in answers:
                return answers[key]
        return super().called(task, reference)

    @property
    def version(self) -> str | None:
        """The version of PyTorch that gave the answers."""
        return next((answers.torch for answers in self._files()), None) or super().version

    def recorded(self, program: Program) -> Answer | None:
        """The recorded answer; None if there is none. A damaged file is as good as none."""
        key = key_of(program)
        for answers in self._files():
            place = answers.place_of(key)
            if place is not None:
                return answers.answer(place)
        return None

    def _files(self) -> Iterator[RightAnswers]:
        for name in self.exercises:
            try:
                answers = right_answers(name, self.folder)
            except RecordedError:
                continue
            if answers is not None:
                yield answers
