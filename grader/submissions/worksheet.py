"""Moodle's grading worksheet, told by its shape: its headings are in the site's language.

The first column holds a participant's number behind one word that is the same in all rows
("Participant 7000", "Teilnehmer/in7000"). The grade stands before the highest possible grade, which
is one number in all rows; behind that a column says whether the grade can be changed, the same in
most rows. What comes last, if it is no time, holds the comments.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_PARTICIPANT = re.compile(r"(?P<word>[^\d]*[^\d\s][^\d]*?)\s*(?P<number>\d+)")
_POINTS = re.compile(r"\d+(?:[.,]\d+)?")
_CLOCK = re.compile(r"\d:\d\d")
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


@dataclass(frozen=True, slots=True)
class Worksheet:
    """Which column of a grading worksheet holds what; None where there is no such column."""

    number: int
    name: int | None
    email: int | None
    grade: int
    comments: int | None
    comma: bool = False
    """Whether points are written with a comma: 2,5."""


def worksheet_of(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Worksheet | None:
    """The columns of a grading worksheet; None if this is not one. rows: those of students."""
    columns = [
        [row[at].strip() if at < len(row) else "" for row in rows] for at in range(len(heads))
    ]
    if len(heads) < 4 or not rows or not _are_participants(columns[0]):
        return _by_heads(heads)
    found = next((at for at in range(2, len(heads)) if _is_highest(columns, at)), None)
    if found is None:
        return _by_heads(heads)
    email = next((at for at in range(1, found) if _are_addresses(columns[at])), None)
    name = 1 if email is not None and email != 1 else None  # there is none if marking is blind
    last = len(heads) - 1
    comments = last if last > found + 2 and not _are_times(columns[last]) else None
    return Worksheet(0, name, email, found - 1, comments, "," in columns[found][0])


def _by_heads(heads: Sequence[str]) -> Worksheet | None:
    """The columns of a worksheet in English that names no highest grade, but a scale perhaps."""
    places = {" ".join(head.casefold().split()): at for at, head in enumerate(heads)}
    if not {"identifier", "grade"} <= places.keys():
        return None
    name, email = places.get("full name"), places.get("email address")
    return Worksheet(
        places["identifier"], name, email, places["grade"], places.get("feedback comments")
    )


def number_of(text: str) -> str:
    """The number in "Participant 7000"; empty if there is none."""
    match = _PARTICIPANT.fullmatch(text.strip())
    return match["number"] if match else ""


def _are_participants(cells: Sequence[str]) -> bool:
    found = [_PARTICIPANT.fullmatch(cell) for cell in cells]
    words = {match["word"] for match in found if match}
    numbers = [match["number"] for match in found if match]
    return None not in found and len(words) == 1 and len(set(numbers)) == len(cells)


def _is_highest(columns: Sequence[Sequence[str]], at: int) -> bool:
    """Whether a column holds one number above 0 and the one before it nothing higher."""
    highest = set(columns[at])
    if len(highest) != 1 or not _POINTS.fullmatch(text := highest.pop()) or _value(text) <= 0:
        return False
    return all(
        cell in ("", "-") or (_POINTS.fullmatch(cell) and _value(cell) <= _value(text))
        for cell in columns[at - 1]
    )


def _are_addresses(cells: Sequence[str]) -> bool:
    return any(cells) and all(_ADDRESS.fullmatch(cell) for cell in cells if cell)


def _are_times(cells: Sequence[str]) -> bool:
    """Whether each cell is a time or the dash that stands for none; an empty column is not."""
    return any(cells) and all(cell in ("", "-") or _CLOCK.search(cell) for cell in cells)


def _value(text: str) -> float:
    return float(text.replace(",", "."))
