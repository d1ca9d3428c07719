"""Compare what a tensor engine answered with what is right: shapes first, then every entry.

Two arrays agree within 1e-9 of the largest right entry, or 1e-12.
"""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from grader.checks.orders import Judge, Mismatch
from grader.judging.verdict import numbered
from grader.packs.tensor.answers import Answer, by_numpy, by_pytorch
from grader.packs.tensor.operators import Array
from grader.packs.tensor.program import Program
from grader.programs.compare import ABSOLUTE, RELATIVE
from grader.text import decimal
from grader.worker.observation import Observation

MOST_SHOWN = 40
"""Entries of an array that is shown whole."""
DIGITS = 6
WIDEST = 71
"""Columns of two tables that are shown side by side: with what is beside them there are 80."""
MOST_WORKED_WITH = 4000
"""Entries of an array of a student's from which something is worked out."""
MOST_TEXTS = 20
"""Answers to a program that are kept as right: engines like one another give the same digits."""
BROKEN = "an answer that cannot be read"


@dataclass(frozen=True)
class Asked:
    """A program that is asked of an engine, judged by PyTorch or by our own answers."""

    program: Program

    @property
    def shown(self) -> str:
        """The program, for messages."""
        return self.program.shown

    @property
    def size(self) -> int:
        """Number of operations."""
        return self.program.size

    def judge(self, live: bool) -> Judge:
        """The judge of its answers. live: whether PyTorch is at hand."""
        right, right_texts = right_answer(self.program, live)

        def judge(observation: Observation) -> Mismatch | None:
            if isinstance(observation.value, str) and observation.value in right_texts:
                return None
            found = mismatch(self.program, observation.value, right)
            if found is None and len(right_texts) < MOST_TEXTS:
                right_texts.add(str(observation.value))
            return found

        return judge

    def same(self, one: object, other: object) -> bool:
        """Whether two answers are the same but for the last digits."""
        first, second = decoded(one), decoded(other)
        if first is None or second is None or len(first) != len(second):
            return False
        return all(map(same_array, first, second))


def right_answer(program: Program, live: bool) -> tuple[Answer, set[str]]:
    """The right answer, worked out once, and texts that say it. live: by PyTorch."""
    if live not in program.known:
        answer = (by_pytorch if live else by_numpy)(program.steps)
        program.known[live] = answer, {spelled(answer)}
    found: tuple[Answer, set[str]] = program.known[live]
    return found


def spelled(arrays: Sequence[Array]) -> str:
    """As a worker spells them (`inside`)."""
    shapes = ";".join([" ".join(map(str, array.shape)) for array in arrays])
    entries = b"".join([array.tobytes() for array in arrays])
    return f"{shapes}|{b2a_base64(entries, newline=False).decode()}"


def decoded(item: object) -> Answer | None:
    """The arrays that a worker spelled; None for anything else."""
    if not isinstance(item, str):
        return None
    told, _, text = item.partition("|")
    found, start = [], 0
    try:
        entries = np.frombuffer(a2b_base64(text, strict_mode=True))
        for each in told.split(";"):
            shape = [int(length) for length in each.split()]
            end = start + prod(shape)
            found.append(entries[start:end].reshape(shape))
            start = end
    except (ValueError, OverflowError):  # also for lengths that do not fit, or are no numbers
        return None
    return found if start == len(entries) else None


def decoded_one(item: object) -> Array | None:
    """The array of a text with one array in it; None for anything else, and for one too large to
    be worked with: two broadcast against each other have their product's number of entries."""
    found = decoded(item)
    if found is None or len(found) != 1 or found[0].size > MOST_WORKED_WITH:
        return None
    return found[0]


def same_array(found: Array, right: Array) -> bool:
    """Whether two arrays agree, in shape and in every entry."""
    if found.shape != right.shape:
        return False
    with np.errstate(invalid="ignore"):
        apart = np.abs(found - right).max(initial=0.0)
    return bool(apart <= ABSOLUTE or not wrong_entries(found, right).any())


def wrong_entries(found: Array, right: Array) -> Array:
    """Where two arrays of one shape differ; nan equals nan, and an infinity itself."""
    finite = np.isfinite(right)
    largest = np.abs(right[finite]).max(initial=0.0)
    with np.errstate(invalid="ignore"):
        near = np.abs(found - right) <= ABSOLUTE + RELATIVE * largest
    return np.asarray(~(near | (found == right) | (np.isnan(found) & np.isnan(right))))


def mismatch(program: Program, value: object, right: Answer) -> Mismatch | None:
    """The first reading that is wrong, if one is."""
    answer = decoded(value)
    if answer is None or len(answer) != len(right):
        return Mismatch("", BROKEN, "an array for each reading")
    for place, (found, expected) in enumerate(zip(answer, right, strict=True)):
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
    return numbered(
        [
            called[slot] if what == "array" else f"{called[slot]}.{what}"
            for slot, what in program.readings
        ]
    )


def without_arrays(shown: str) -> str:
    """A program without the arrays that `compared` wrote below it."""
    return shown.partition("\n# yours")[0]


def compared(found: Array, right: Array, wrong: Array) -> list[str]:
    """Both arrays as comments below a program, side by side where there is room, a `*` at the first
    wrong entry."""
    marks = np.zeros(wrong.shape, dtype=bool)
    marks[tuple(np.argwhere(wrong)[0])] = True
    yours, wanted = table(found, marks), table(right, np.zeros(wrong.shape, dtype=bool))
    width = max(map(len, [*yours, "yours"]))
    if width + max(map(len, wanted)) > WIDEST:
        return [f"# {line}" for line in ("yours", *yours, "right", *wanted)]
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
    return "*" * bool(marked) + decimal(value, DIGITS)
