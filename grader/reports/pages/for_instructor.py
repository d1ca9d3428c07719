"""What only the instructor's page of a student shows: hidden inputs, cost, who it is, decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from grader.judging.check_messages import number
from grader.judging.report import CheckResult, Report
from grader.reports.pages.wording import cut
from grader.reports.tables import flags_of, plain
from grader.submissions.submission import safe_name

MOST_EDITS = 50
"""The last ones are shown."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a student beside the report: the real name, seconds of the code by exercise,
    and when the instructor edited what, with those edits that were taken back."""

    name: str = ""
    seconds: Mapping[str, float] | None = None
    edits: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Hidden:
    """What defends the points of one check: the drawn program, both answers, how many are wrong."""

    program: str
    what: str
    found: str
    expected: str
    count: str
    error: str
    waits_for: str


@dataclass(frozen=True, slots=True)
class Decision:
    """An instructor's points for an exercise."""

    exercise: str
    before: str
    after: str
    why: str


@dataclass(frozen=True, slots=True)
class ForInstructor:
    """The first section of an instructor's page. handed_out: where the student's own page is."""

    id: str
    handed_out: str
    cost: str
    costs: tuple[tuple[str, str], ...]
    flags: tuple[str, ...]
    decisions: tuple[Decision, ...]
    comments: tuple[tuple[str, str], ...]
    edits: tuple[tuple[str, str], ...]
    released: tuple[tuple[str, str], ...]
    unexplained: tuple[str, ...]


def for_instructor(report: Report, known: Known) -> ForInstructor:
    """What the instructor's page begins with."""
    seconds = known.seconds or {}
    return ForInstructor(
        id=report.student if known.name else "",
        handed_out=f"../{quote(safe_name(report.student))}.html",
        cost=f"{sum(seconds.values()):.2f} s" if seconds else "",
        costs=tuple((name, f"{spent:.2f} s") for name, spent in seconds.items()),
        flags=tuple(cut(flag, 300) for flag in flags_of(report)),
        decisions=tuple(
            Decision(
                str(record.exercise), plain(record.machine),
                plain(record.points), cut(str(record.why), 1000),
            )
            for record in report.overrides
        ),
        comments=tuple((c.exercise, cut(c.text, 1000)) for c in report.comments),
        edits=tuple((when, cut(what, 1000)) for when, what in known.edits[-MOST_EDITS:]),
        released=tuple((e.id, cut(e.released, 600)) for e in report.exercises if e.released),
        unexplained=tuple(cut(text, 600) for e in report.exercises for text in e.unexplained),
    )  # fmt: skip


def hidden_of(check: CheckResult, longest: int) -> Hidden | None:
    """What is hidden from the student of a check that did not pass; None if nothing is.

    longest: characters of each text.
    """
    record: Mapping[str, Any] = check.private
    if check.outcome == "passed" or not (record or check.waits_for):
        return None
    wrong, of = record.get("wrong"), record.get("of")
    return Hidden(
        program=cut(str(record.get("program") or ""), longest),
        what=cut(str(record.get("what") or ""), longest),
        found=_answer(record, "found", longest),
        expected=_answer(record, "expected", longest),
        count=f"{wrong} of {of} answers are wrong; this is the first." if wrong else "",
        error=cut(str(record.get("error") or ""), longest),
        waits_for=check.waits_for,
    )


def _answer(record: Mapping[str, Any], name: str, longest: int) -> str:
    value = record.get(name)
    return "" if value is None else cut(number(value), longest)
