"""Floats and whole numbers that remember how, on which lines and when they were computed.

Runs on the untrusted side and imports the standard library only. A number that remembers is a
`float` or an `int` in every other respect; `how` holds (code, operands, place, when), where the
code is one of `CODES`, the place is a path of lines of the student's, innermost first, and `when`
is a running number of all that is remembered.
"""

from __future__ import annotations

import math
import operator
import sys
import types
from collections.abc import Callable
from typing import Any

CODES = (
    "plain given held same + - * / ** // % neg abs int round "
    "exp tanh sinh cosh log sqrt pow expm1 log1p fabs exp2"
).split()
"""What a number may be: not seen to be made, an input of the program, what an attribute of a node
holds, another number once more, or the result of an operation."""
CODE = {name: number for number, name in enumerate(CODES)}
MOST_FRAMES = 8
MOST_NUMBERS = 2_000
MOST_NODES = 250
MOST_EVENTS = 600
MOST_HANDLED = 6_000
"""What one record may hold."""

How = tuple[int, tuple[Any, ...], tuple[int, ...], int]


class Clock:
    """What all numbers of a run share: the running number, and the files whose lines count."""

    def __init__(self) -> None:
        self.now = 0
        self.files: dict[str, int] = {}

    def tick(self) -> int:
        """The next running number."""
        self.now += 1
        return self.now

    def place(self) -> tuple[int, ...]:
        """The lines of the student's that are being executed, innermost first, as numbers."""
        found: list[int] = []
        frame: types.FrameType | None = sys._getframe(1)
        while frame is not None and len(found) < MOST_FRAMES:
            file = self.files.get(frame.f_code.co_filename)
            if file is not None:
                found.append(file << 20 | (frame.f_lineno or 1))
            frame = frame.f_back
        return tuple(found)


CLOCK = Clock()


class Num(float):
    """A float that remembers."""

    __slots__ = ("how",)
    how: How

    def __copy__(self) -> Num:
        return self

    def __deepcopy__(self, _: Any) -> Num:
        return self

    def __reduce__(self) -> Any:
        return float, (float(self),)


class Int(int):
    """A whole number that remembers."""

    how: How

    def __copy__(self) -> Int:
        return self

    def __deepcopy__(self, _: Any) -> Int:
        return self

    def __reduce__(self) -> Any:
        return int, (int(self),)


PLAIN = frozenset({float, int, bool, Num, Int})


def made(value: Any, code: str, operands: tuple[Any, ...]) -> Any:
    """The value with its memory; itself if it is neither a float nor a whole number."""
    kind = type(value)
    if kind is float or kind is Num:
        remembering: Any = float.__new__(Num, value)
    elif kind is int or kind is Int:
        remembering = int.__new__(Int, value)
    else:
        return value
    remembering.how = CODE[code], operands, CLOCK.place(), CLOCK.tick()
    return remembering


def bare(value: Any) -> Any:
    """The same number without memory."""
    kind = type(value)
    return float(value) if kind is Num else int(value) if kind is Int else value


def _binary(name: str, code: str, function: Callable[..., Any]) -> None:
    def forward(self: Any, other: Any) -> Any:
        if type(other) not in PLAIN:
            return NotImplemented
        return made(function(bare(self), bare(other)), code, (self, other))

    def reflected(self: Any, other: Any) -> Any:
        if type(other) not in PLAIN:
            return NotImplemented
        return made(function(bare(other), bare(self)), code, (other, self))

    for kind in (Num, Int):
        setattr(kind, f"__{name}__", forward)
        setattr(kind, f"__r{name}__", reflected)


for _name, _code, _function in (
    ("add", "+", operator.add),
    ("sub", "-", operator.sub),
    ("mul", "*", operator.mul),
    ("truediv", "/", operator.truediv),
    ("pow", "**", operator.pow),
    ("floordiv", "//", operator.floordiv),
    ("mod", "%", operator.mod),
):
    _binary(_name, _code, _function)


def _unary(name: str, function: Callable[..., Any]) -> None:
    for kind in (Num, Int):
        setattr(kind, f"__{name}__", function)


_unary("neg", lambda self: made(-bare(self), "neg", (self,)))
_unary("abs", lambda self: made(abs(bare(self)), "abs", (self,)))
_unary("pos", lambda self: self)


def kind_of(real: Any, value: Any) -> Any:
    """What `type(value)` is without memory; `real` is what the student's code calls `type`."""
    kind = real(value)
    return float if kind is Num else int if kind is Int else kind


def as_float(real: Any, value: Any) -> Any:
    """What `float(value)` is, with its memory; `real` is what the student's code calls `float`."""
    if real is not float or type(value) not in (Num, Int):
        return real(value)
    return value if type(value) is Num else made(float(value), "same", (value,))


def as_int(real: Any, value: Any) -> Any:
    """What `int(value)` is, with its memory; `real` is what the student's code calls `int`."""
    known = real is int and type(value) in (Num, Int)
    return made(int(bare(value)), "int", (value,)) if known else real(value)


def as_rounded(real: Any, value: Any, *digits: Any) -> Any:
    """What `round(value)` is, with its memory; `real` is what the student's code calls `round`."""
    if real is not round or type(value) not in (Num, Int):
        return real(value, *digits)
    return made(round(bare(value), *map(bare, digits)), "round", (value, *digits))


def _remembering(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def called(*values: Any) -> Any:
        result = function(*map(bare, values))
        known = type(result) is float and all(type(value) in PLAIN for value in values)
        return made(result, name, values) if known else result

    called.__name__ = name
    return called


def maths() -> types.ModuleType:
    """A module like `math`, whose functions give numbers that remember."""
    module = types.ModuleType("math", math.__doc__)
    module.__dict__.update(math.__dict__)
    for name in CODES[CODE["exp"] :]:
        if hasattr(math, name):
            setattr(module, name, _remembering(name, getattr(math, name)))
    return module
