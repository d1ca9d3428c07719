"""The tables of a course.toml, key by key: each error says where, and what belongs there."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from grader.errors import TopogradeError

CLOSE = 0.7
"""How alike two names are, from 0 to 1, before one is suggested for the other."""


class CourseError(TopogradeError):
    """A course that cannot be used; the message is a sentence for the person who meets it."""


def read_toml(file: Path) -> dict[str, Any]:
    """The whole file as a table. Raises CourseError."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise CourseError(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CourseError(f"{file} is not UTF-8 text (byte {error.start}).") from error
    except tomllib.TOMLDecodeError as error:
        raise CourseError(f"{file} is not valid TOML: {error}.") from error


def did_you_mean(name: str, known: Sequence[str]) -> str:
    """` Did you mean 'x'?` with its leading space, or nothing."""
    import difflib  # only where something is wrong

    near = difflib.get_close_matches(name, known, n=1, cutoff=CLOSE)
    return f" Did you mean {near[0]!r}?" if near else ""


class Place(NamedTuple):
    """A table of a course.toml and where it stands, so that every error can say so."""

    where: str
    table: dict[str, Any]
    number: int | None = None

    @property
    def label(self) -> str:
        if self.number is None:
            return self.where
        name = self.table.get("id")
        suffix = f" ({name})" if isinstance(name, str) else ""
        return f"{self.where}, exercise {self.number}{suffix}"

    def error(self, fault: str, guess: str = "") -> CourseError:
        return CourseError(f"{self.label}: {fault}.{guess}")

    def only(self, known: Sequence[str]) -> None:
        for key in self.table:
            if key not in known:
                raise self.error(
                    f"unknown key {key!r}, expected one of {', '.join(known)}",
                    did_you_mean(key, known),
                )

    def string(self, key: str, default: str | None = None) -> str:
        value = self.table.get(key, default)
        if not isinstance(value, str) or not value.strip():
            raise self.error(f"{key} must be a text that is not empty, {found(value)}")
        return value

    def flag(self, key: str) -> bool:
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.error(f"{key} must be true or false, {found(value)}")
        return value

    def strings(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        values = self.table.get(key, list(default))
        if not isinstance(values, list):
            raise self.error(f"{key} must be a list of texts, {found(values)}")
        for value in values:
            if not isinstance(value, str) or not value.strip():
                raise self.error(f"{key} must hold texts that are not empty, {found(value)}")
        return tuple(values)

    def choice(self, key: str, known: Collection[str], default: str) -> str:
        value = self.string(key, default)
        if value not in known:
            raise self.error(f"{key} must be {' or '.join(map(repr, known))}, {found(value)}")
        return value

    def real(
        self, key: str, default: float | None, wanted: str, fits: Callable[[float], bool]
    ) -> float:
        value: Any = self.table.get(key, default)
        if type(value) not in (int, float) or not math.isfinite(value) or not fits(value):
            raise self.error(f"{key} must be {wanted}, {found(value)}")
        return float(value)

    def whole(self, key: str, default: int | None, wanted: str, known: range) -> int:
        value = self.table.get(key, default)
        if type(value) is not int or value not in known:
            raise self.error(f"{key} must be a whole number {wanted}, {found(value)}")
        return value


def found(value: object) -> str:
    return "found nothing" if value is None else f"found {value!r}"
