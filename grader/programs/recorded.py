"""Recorded answers: PyTorch's numbers for every public program, so that `check` needs no PyTorch.

`topograde release answers` makes the files in a course's `solutions/_recorded/`, one an exercise.
`topograde verify` compares them with live PyTorch, and our reference too. An answer is found by its
program: a check that has changed since finds nothing, never the answer to something else. What is
not recorded, such as what an engine with wrong operators is asked instead, the reference answers.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from grader.programs.interpreter import Answer, run
from grader.programs.plain import read as read_plain
from grader.programs.program import Program
from grader.programs.pytorch import Oracle
from grader.programs.reference import ReferenceEngine

KEY_BYTES = 5
"""A million programs that are not recorded would be taken for one that is once in a hundred."""

FIX = "run `topograde release answers` in a checkout, or install Topograde anew"


class RecordedError(Exception):
    """A file of recorded answers cannot be read; the message names it."""


def key_of(item: object) -> str:
    """A text for a program's steps, or for a call, that is the same on every machine."""
    number = blake2b(repr(item).encode(), digest_size=KEY_BYTES).digest()
    return f"{int.from_bytes(number, 'big'):x}"


class RightAnswers(NamedTuple):
    """PyTorch's answers of one exercise, by the keys of its programs, and its version."""

    torch: str
    answers: Mapping[str, Sequence[float]]


@cache
def right_answers(exercise: str, folder: Path) -> RightAnswers | None:
    """The right answers of an exercise; None if there are none. Raises `RecordedError`."""
    path = folder / f"{exercise}.right"
    try:
        found = json.loads(zlib.decompress(path.read_bytes()))
        return RightAnswers(str(found["torch"]), dict(found["answers"]))
    except FileNotFoundError:
        return None
    except (OSError, zlib.error, ValueError, KeyError, TypeError) as error:
        raise RecordedError(f"{path} cannot be used: {error}; {FIX}") from error


def call_key(task: Mapping[str, Any]) -> str:
    """The key of a call."""
    return key_of((task["function"], task["arguments"]))


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
        key = key_of(program.steps)
        found = (each.answers[key] for each in self._files() if key in each.answers)
        return next(map(tuple, found), None)

    def _files(self) -> Iterator[RightAnswers]:
        for name in self.exercises:
            try:
                answers = right_answers(name, self.folder)
            except RecordedError:
                continue
            if answers is not None:
                yield answers
