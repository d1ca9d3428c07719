"""What of a grade has changed since it was last published, and why."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from grader.classroom.entries import Attempt
from grader.judging.as_json import spelled
from grader.judging.check_messages import UNSTEADY
from grader.judging.report import Report

INGREDIENTS: Mapping[str, str] = {
    "sha256": "another hand-in",
    "secret": "another secret",
    "course": "another course",
}


@dataclass(frozen=True, slots=True)
class Change:
    """A grade that is another one now: points, of how many, before and after."""

    student: str
    before: tuple[float, float]
    after: tuple[float, float]
    reasons: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """One line for a person."""
        (old, old_most), (new, new_most) = self.before, self.after
        points = f"{old:g} of {old_most:g} -> {new:g} of {new_most:g}"
        return f"{self.student}: {points} ({', '.join(self.reasons)})"


def published_state(report: Report, text: str, attempt: Attempt, version: str) -> dict[str, Any]:
    """What is to be remembered of a report when its files are written.

    report: with the instructor's overrides; text: its whole JSON; version: what writes the files.
    """
    printed = hashlib.sha256(text.encode("utf-8", "backslashreplace"))
    return {
        "print": printed.hexdigest()[:16],
        "writer": version,
        "score": report.score,
        "max_score": report.max_score,
        "final": report.final,
        "sha256": attempt.sha256,
        "version": attempt.version,
        "secret": attempt.secret,
        "course": attempt.course,
        "only": list(attempt.only),
        "overrides": [spelled(record) for record in report.overrides],
        "ungraded": report.ungraded,
    }


def change(
    report: Report, before: Mapping[str, Any] | None, now: Mapping[str, Any]
) -> Change | None:
    """How a grade differs from what was published; None if it does not, or was not."""
    if before is None or before["only"] != now["only"]:
        return None
    old, new = ((state["final"], state["max_score"]) for state in (before, now))
    if old == new:
        return None
    return Change(report.student, old, new, tuple(_reasons(report, before, now)))


def _reasons(report: Report, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    some = False
    for name, words in INGREDIENTS.items():
        if before[name] != now[name]:
            some = True
            yield words
    if before["version"] != now["version"]:
        some = True
        yield f"Topograde {before['version']} -> {now['version']}"
    if before["overrides"] != now["overrides"]:
        some = True
        yield "override"
    if before["score"] == now["score"] and not some:
        some = True
        yield "late policy or extension"
    if before["ungraded"] != now["ungraded"]:
        some = True
        yield "was ungraded" if before["ungraded"] else "ungraded now"
    if not some:
        messages = {check.message for e in report.exercises for check in e.checks}
        yield (
            "its answers change from run to run"
            if UNSTEADY in messages
            else "nothing that was used has changed: its answers change from run to run, or this "
            "is a fault of ours"
        )
