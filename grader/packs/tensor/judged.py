"""Compare what a tensor engine answered with what is right: shapes first, then every entry.

Two arrays agree within 1e-9 of the largest right entry, or 1e-12.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.checks.orders import Judge, Mismatch
from grader.packs.tensor.answers import Answer, by_numpy, by_pytorch
from grader.packs.tensor.operators import Array
from grader.packs.tensor.program import Program
from grader.programs.compare import ABSOLUTE, RELATIVE
from grader.worker.observation import Observation

MOST_SHOWN = 40
"""Entries of an array that is shown whole."""
DIGITS = 6
BROKEN = "an answer that cannot be read"


@dataclass(frozen=True)
class Asked:
    """A program that is asked of an engine, judged by PyTorch or by our own answers."""

    program: Program

    @property
    def shown(self) -> str:
        """The program, for messages."""
        return self.program.shown

    def judge(self, live: bool) -> Judge:
        """The judge of its answers. live: whether PyTorch is at hand."""
        known = self.program.known
        if live not in known:
            known[live] = (by_pytorch if live else by_numpy)(self.program.steps)
        right = known[live]
        exact = list(map(spelled, right))

        def judge(observation: Observation) -> Mismatch | None:
            if observation.value == exact:
                return None
            return mismatch(self.program, observation.value, right)

        return judge

    def same(self, one: object, other: object) -> bool:
        """Whether two answers are the same but for the last digits."""
        if not isinstance(one, list) or not isinstance(other, list) or len(one) != len(other):
            return False
        pairs = [(decoded(a), decoded(b)) for a, b in zip(one, other, strict=True)]
        return all(a is not None and b is not None and same_array(a, b) for a, b in pairs)


def spelled(array: Array) -> str:
    """As a worker spells it (`inside`)."""
    return f"{' '.join(map(str, array.shape))}|{base64.b64encode(array.tobytes()).decode()}"


def decoded(item: object) -> Array | None:
    """The array that a worker spelled; None for anything else."""
    if not isinstance(item, str):
        return None
    shape, _, text = item.partition("|")
    try:
        lengths = [int(each) for each in shape.split()]
        return np.frombuffer(base64.b64decode(text, validate=True)).reshape(lengths)
    except ValueError:  # also for lengths that do not fit, or are too long for an int
        return None


def same_array(found: Array, right: Array) -> bool:
    """Whether two arrays agree, in shape and in every entry."""
    return bool(found.shape == right.shape and not wrong_entries(found, right).any())


def wrong_entries(found: Array, right: Array) -> Array:
    """Where two arrays of one shape differ; nan equals nan, and an infinity itself."""
    finite = np.isfinite(right)
    largest = np.abs(right[finite]).max(initial=0.0)
    with np.errstate(invalid="ignore"):
        near = np.abs(found - right) <= ABSOLUTE + RELATIVE * largest
    return np.asarray(~(near | (found == right) | (np.isnan(found) & np.isnan(right))))


def mismatch(program: Program, value: object, right: Answer) -> Mismatch | None:
    """The first reading that is wrong, if one is."""
    if not isinstance(value, list) or len(value) != len(right):
        return Mismatch("", BROKEN, "an array for each reading")
    for place, (item, expected) in enumerate(zip(value, right, strict=True)):
        found = decoded(item)
        if found is None:
            return Mismatch(reading_names(program)[place], BROKEN, "an array")
        if not same_array(found, expected):
            return _told(program, reading_names(program)[place], found, expected)
    return None


def _told(program: Program, name: str, found: Array, right: Array) -> Mismatch:
    """Shapes before numbers; numbers as two tables, the first wrong entry marked."""
    if found.shape != right.shape:
        slot, _, what = name.partition(".")
        wanted = f"shape {right.shape}"
        if what.startswith("grad"):
            wanted += f", which is that of `{slot}`"
        return Mismatch(name, f"shape {found.shape}", wanted, program.shown)
    wrong = wrong_entries(found, right)
    place = tuple(int(i) for i in np.argwhere(wrong)[0])
    at = f"{name}[{', '.join(map(str, place))}]" if place else name
    text = program.shown
    if 1 < found.size <= MOST_SHOWN:
        text += "\n" + "\n".join(compared(found, right, wrong))
    return Mismatch(at, float(found[place]), float(right[place]), text)


def reading_names(program: Program) -> list[str]:
    """A name for each item of the answer: "a.grad", "a.grad (2nd reading)"."""
    called = program.names
    names = [
        called[slot] if what == "array" else f"{called[slot]}.{what}"
        for slot, what in program.readings
    ]
    total, seen, named = Counter(names), Counter[str](), []
    for name in names:
        seen[name] += 1
        count = {1: "1st", 2: "2nd", 3: "3rd"}.get(seen[name], f"{seen[name]}th")
        named.append(f"{name} ({count} reading)" if total[name] > 1 else name)
    return named


def compared(found: Array, right: Array, wrong: Array) -> list[str]:
    """Both arrays as comments below a program, side by side, a `*` at the first wrong entry."""
    marks = np.zeros(wrong.shape, dtype=bool)
    marks[tuple(np.argwhere(wrong)[0])] = True
    yours, wanted = table(found, marks), table(right, np.zeros(wrong.shape, dtype=bool))
    width = max(map(len, [*yours, "yours"]))
    lines = [("yours", "right"), *zip(yours, wanted, strict=True)]
    return [f"# {one.ljust(width)}   {other}".rstrip() for one, other in lines]


def table(array: Array, marks: Array) -> list[str]:
    """An array as lines, the entries of a column below one another."""
    texts = np.vectorize(_text, otypes=[object])(array, marks)
    flat = texts.reshape(-1, array.shape[-1]) if array.ndim else texts.reshape(1, 1)
    width = max(len(text) for row in flat for text in row)
    lines, depth = [], max(array.ndim, 1)
    for number, row in enumerate(flat):
        opened, closed = _brackets(number, len(flat), array.shape)
        inside = "  ".join(text.rjust(width) for text in row)
        lines.append(" " * (depth - opened) + "[" * opened + inside + "]" * closed)
    return lines


def _brackets(number: int, count: int, shape: Sequence[int]) -> tuple[int, int]:
    """How many brackets open before a row, and how many close after it."""
    opened = closed = 1
    size = 1
    for length in reversed(shape[:-1]):
        size *= length
        opened += number % size == 0
        closed += (number + 1) % size == 0
    return opened, closed


def _text(value: float, marked: Any) -> str:
    text = f"{value:.{DIGITS}g}"
    if not any(c in text for c in ".en"):
        text += ".0"
    return f"*{text}" if marked else text
