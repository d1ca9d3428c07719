"""Whose is which file: the record that every layout makes of a download.

A layout is a function from a `Tree` to an `Arrangement`, or None where it does not know the names.
It judges names alone; nothing of a hand-in is opened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import PurePosixPath
from typing import TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from grader.submissions.files import Fault
from grader.submissions.layouts.tree import Tree
from grader.submissions.student_id import KINDS


@dataclass(frozen=True, slots=True)
class Part:
    """A file or folder of a hand-in: where it lies, and its name without a platform's additions."""

    place: str
    name: str


@dataclass(frozen=True, slots=True)
class HandIn:
    """What one student handed in.

    who: what the platform calls the student; number: what it tells namesakes apart by. identity:
    what else it says of the student (`name`, `email`, `sid`), and `handed_in`, a time.
    """

    who: str
    number: str
    parts: tuple[Part, ...]
    flags: tuple[str, ...] = ()
    identity: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A whole download: its hand-ins, and what is nobody's, with the reason."""

    layout: str
    hand_ins: tuple[HandIn, ...]
    strays: tuple[Fault, ...] = ()


Layout: TypeAlias = Callable[[Tree, bool], Arrangement | None]
"""`arrange(tree, forced)`; forced: the layout was asked for, and what does not fit is a stray."""


Matches: TypeAlias = list[tuple[str, re.Match[str]]]


def sorted_out(
    tree: Tree, pattern: re.Pattern[str], forced: bool
) -> tuple[list[tuple[str, Matches]], list[str]] | None:
    """Entries that the pattern matches, by the student's number in it, and those that it does not;
    None if that is in doubt.

    It is in doubt if nothing matches, or if something does not that could be a hand-in.
    """
    found, strays = dict[str, Matches](), list[str]()
    for name in (*tree.folders, *tree.files):
        if match := pattern.fullmatch(name):
            found.setdefault(match["number"].casefold(), []).append((name, match))
        else:
            strays.append(name)
    doubtful = any(can_be_handed_in(tree, name) for name in strays)
    if not found or (doubtful and not forced):
        return None
    return sorted(found.items()), strays


def can_be_handed_in(tree: Tree, name: str) -> bool:
    """Whether an entry could be somebody's hand-in: a folder, or a file of a kind that is read."""
    return name in tree.folders or PurePosixPath(name).suffix.lower() in KINDS


def nobodys(tree: Tree, names: Iterable[str], why: str) -> tuple[Fault, ...]:
    """A fault for each entry that is no student's."""
    return tuple(
        Fault(place(tree, name), f"{why}; it belongs to no student and was left out")
        for name in names
    )


def place(tree: Tree, name: str) -> str:
    """Where an entry of the tree lies below the top."""
    return f"{tree.place}/{name}".strip("/")


def time_of(text: str) -> datetime | None:
    """The moment that a platform wrote; None without a zone, which could be any of 24 hours."""
    match = re.fullmatch(
        r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d|[A-Za-z_/+-]+)",
        text.strip(),
    )
    if match is None:
        return None
    day, clock, zone = match.groups()
    try:
        if zone[0] in "+-" or zone == "Z":
            return datetime.fromisoformat(f"{day}T{clock}{zone}")
        return datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=ZoneInfo(zone))
    except (ValueError, ZoneInfoNotFoundError, OSError):
        return None
