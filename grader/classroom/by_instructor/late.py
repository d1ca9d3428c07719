"""What a late hand-in loses, by the course's policy and the instructor's extensions.

Order: the checks, the instructor's overrides, what is lost for being late, at most so much of it.
The raw points stay in the report; `Late` beside them says when it was due, when it was handed in,
what that costs and why. Without a time that a platform wrote, nothing is lost and it says so.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from grader.course.course import Course
from grader.course.late import HOURS, LatePolicy
from grader.judging.report import Late, Report
from grader.submissions.files import read_table
from grader.submissions.layouts.arrangement import time_of
from grader.submissions.roster import Person
from grader.submissions.submission import UnreadableInput
from grader.text import counted, few, printable

COLUMNS = ("student", "due", "free_days", "handed_in")
IDS = ("email", "login", "sis", "sid", "number", "github")
MOST_NAMES = 20


class LateError(UnreadableInput):
    """A file of extensions that cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Extension:
    """What holds for one student instead; None where the course's policy holds.

    student: as the file calls them.
    """

    student: str = ""
    due: datetime | None = None
    free_days: float | None = None
    handed_in: datetime | None = None


@dataclass(frozen=True, slots=True)
class LateRules:
    """A policy with its extensions by student. by_file: trust the time of a hand-in's own file."""

    policy: LatePolicy
    extensions: Mapping[str, Extension] = field(default_factory=dict)
    by_file: bool = False

    def applied(self, report: Report, file_time: str | None) -> Report:
        """The report with what being late costs, or that it was on time or the time is unknown."""
        extension = self._extension(report)
        due = extension.due or self.policy.due
        given = extension.handed_in or time_of(report.identity.get("handed_in", ""))
        if given is None and self.by_file and file_time:
            given = time_of(file_time)
        if given is None:
            return replace(
                report, late=Late("unknown", due.isoformat(), None, report.score, UNKNOWN)
            )
        return replace(report, late=self._late(report, extension, due, given))

    def _late(self, report: Report, extension: Extension, due: datetime, given: datetime) -> Late:
        policy, here = self.policy, given.astimezone(due.tzinfo)
        if given <= due + policy.grace:
            said = f"Handed in on time: {_moment(here)}, due {_moment(due)}."
            return Late("on-time", due.isoformat(), given.isoformat(), report.score, said)
        begun = math.ceil((given - due) / policy.unit)
        days = extension.free_days if extension.free_days is not None else policy.free_days
        free = min(begun, math.floor(days * HOURS["day"] / HOURS[policy.per]))
        percent = min(policy.at_most, policy.percent * (begun - free))
        final = round(report.score * (1 - percent / 100), 6)
        becomes = "" if not report.has_grade else f", so {report.score:g} becomes {final:g}"
        said = " ".join(_lost(policy, begun, free, percent, becomes))
        said = f"Handed in late: {_moment(here)}, due {_moment(due)}. {said}"
        return Late(
            "late", due.isoformat(), given.isoformat(), final, said, begun, policy.per, percent
        )

    def for_class(self, people: Mapping[str, Person]) -> LateRules:
        """The same rules, with each extension under its student's id too.

        people: by student, the row of the roster, so that a line may say whatever stands there.
        """
        found = {
            _key(student): self.extensions[name]
            for student, person in people.items()
            for name in map(_key, (person.name, *person.ids.values()))
            if name in self.extensions
        }
        return replace(self, extensions={**self.extensions, **found})

    def strangers(self, reports: Iterable[Report]) -> list[str]:
        """Whom only the file of extensions knows, as it calls them."""
        known = {name for report in reports for name in _names(report)}
        met = {e.student for name, e in self.extensions.items() if name in known}
        return sorted({e.student for e in self.extensions.values()} - met)

    def _extension(self, report: Report) -> Extension:
        return next(
            (self.extensions[name] for name in _names(report) if name in self.extensions),
            Extension(),
        )

    def sentences(self, reports: Iterable[Report]) -> Iterator[str]:
        """A line that names who has no time."""
        unknown = [r.student for r in reports if r.late is not None and r.late.state == "unknown"]
        if unknown:
            yield (
                f"{len(unknown)} with no time of handing in, so nothing was deducted: "
                f"{few(unknown, MOST_NAMES)}. Write the time into the file for --late (handed_in), "
                "or trust the files' own times with --late-by-file-time."
            )


def late_rules(course: Course, extensions: Path | None, by_file: bool) -> LateRules | None:
    """What holds for late hand-ins; None where the course says nothing. Raises `LateError`."""
    if course.late is None:
        if extensions is None and not by_file:
            return None
        raise LateError(
            f"{course.root}: --late needs a late policy, and course.toml has none. Add a [late] "
            "table with `due` to it; docs/for-instructors.md shows one."
        )
    found = {} if extensions is None else read_extensions(extensions, course.late)
    return LateRules(course.late, found, by_file)


UNKNOWN = (
    "The time of this hand-in is unknown, so nothing is deducted. Your instructor can look it up."
)


def _names(report: Report) -> list[str]:
    """What a student may be called in a file of extensions."""
    names = (report.student, *(report.identity.get(kind, "") for kind in IDS))
    return [_key(name) for name in names if name]


def _lost(policy: LatePolicy, begun: int, free: int, percent: float, becomes: str) -> list[str]:
    """Sentences on what a late hand-in loses."""
    said = [f"That is {counted(begun, policy.per)} late: each {policy.per} that has begun counts."]
    if free:
        said.append(f"{counted(free, policy.per)} of them cost nothing: these are free days.")
    if begun > free:
        rate = f"{policy.percent:g} % of the points for each {policy.per}"
        if policy.percent * (begun - free) > policy.at_most:
            rate += f", at most {policy.at_most:g} %"
        said.append(f"A late hand-in loses {rate}: {percent:g} %{becomes}.")
    return said


def _moment(moment: datetime) -> str:
    """`2026-11-20 23:59 UTC+01:00`."""
    zone = moment.strftime("%z")
    return f"{moment:%Y-%m-%d %H:%M} UTC" + (
        f"{zone[:3]}:{zone[3:5]}" if moment.utcoffset() else ""
    )


def read_extensions(path: Path, policy: LatePolicy) -> dict[str, Extension]:
    """The extensions in a CSV file: a row a student. Raises `LateError`."""
    found: dict[str, Extension] = {}
    for where, row in read_table(path, COLUMNS[:1], COLUMNS[1:], LateError):
        name = _key(row["student"] or "")
        if not name:
            raise LateError(f"{where}: name a student.")
        if name in found:
            raise LateError(f"{where}: {row['student']} has a line already; keep one.")
        found[name] = Extension(
            printable((row["student"] or "").strip()),
            _due(where, row.get("due") or "", policy),
            _days(where, row.get("free_days") or ""),
            _time(where, "handed_in", row.get("handed_in") or ""),
        )
    return found


def _due(where: str, text: str, policy: LatePolicy) -> datetime | None:
    """A due time: written out, or so many days or hours after the course's: `+3 days`."""
    more = re.fullmatch(r"\+\s*(\d+(?:\.\d+)?)\s*(d|h)\w*", text.strip())
    if more:
        amount = float(more[1])
        later = timedelta(days=amount) if more[2] == "d" else timedelta(hours=amount)
        return policy.due + later
    return _time(where, "due", text, ", or +3 days")


def _time(where: str, column: str, text: str, other: str = "") -> datetime | None:
    if not text.strip():
        return None
    if (moment := time_of(text)) is None:
        raise LateError(
            f"{where}: {column} must be a time with its zone, such as "
            f"2026-11-20T23:59:00+01:00{other}; found {text!r}."
        )
    return moment


def _days(where: str, text: str) -> float | None:
    if not text.strip():
        return None
    try:
        days = float(text)
    except ValueError:
        days = -1.0
    if not 0 <= days < 1e6:
        raise LateError(f"{where}: free_days must be a number of 0 or more; found {text!r}.")
    return days


def _key(name: str) -> str:
    return " ".join(name.casefold().split())
