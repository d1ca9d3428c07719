"""The late policy of a course: the [late] table of course.toml.

It says when hand-ins are due and what a late one loses. It changes no check, so it is no part of
the course's digest: a new due time grades nothing anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from grader.course.table import Place, found

Unit: TypeAlias = Literal["day", "hour"]
KEYS = ("due", "grace_minutes", "percent", "per", "at_most_percent", "free_days")
UNITS: tuple[Unit, ...] = ("day", "hour")
HOURS = {"day": 24, "hour": 1}
PERCENT = "a number from 0 to 100", lambda percent: 0 <= percent <= 100
AT_LEAST_0 = "a number of 0 or more", lambda number: 0 <= number <= 1e9


@dataclass(frozen=True, slots=True)
class LatePolicy:
    """What a late hand-in loses.

    due: with its zone. grace_minutes: so much later is still on time. percent: of the points, for
    each day (or hour) that has begun since `due`, `at_most` percent in all. free_days: days that
    cost a student nothing.
    """

    due: datetime
    grace_minutes: float = 0.0
    percent: float = 10.0
    per: Unit = "day"
    at_most: float = 100.0
    free_days: float = 0.0

    @property
    def grace(self) -> timedelta:
        return timedelta(minutes=self.grace_minutes)

    @property
    def unit(self) -> timedelta:
        return timedelta(hours=HOURS[self.per])


def read_late(top: Place) -> LatePolicy | None:
    """The policy in a course.toml; None if it has none. Raises `CourseError`."""
    table = top.table.get("late")
    if table is None:
        return None
    if not isinstance(table, dict):
        raise top.error(f"late must be a table, {found(table)}")
    place = Place(f"{top.where}, late", table)
    place.only(KEYS)
    per = place.choice("per", UNITS, "day")
    return LatePolicy(
        due=_due(place),
        grace_minutes=place.real("grace_minutes", 0.0, *AT_LEAST_0),
        percent=place.real("percent", 10.0, *PERCENT),
        per="hour" if per == "hour" else "day",
        at_most=place.real("at_most_percent", 100.0, *PERCENT),
        free_days=place.real("free_days", 0.0, *AT_LEAST_0),
    )


def without_late(text: bytes) -> bytes:
    """The bytes of a course.toml without its [late] table."""
    return re.sub(rb"(?m)^[ \t]*\[late\][^\n]*\n(?:(?![ \t]*\[)[^\n]*(?:\n|\Z))*", b"", text)


def _due(place: Place) -> datetime:
    due = place.table.get("due")
    if not isinstance(due, datetime) or due.tzinfo is None:
        raise place.error(
            "due must be a date and time with its zone, such as 2026-11-20T23:59:00+01:00, "
            f"{found(due)}"
        )
    return due
