"""`topograde replay --genuine`: is a report as it was written, and what was edited in it?

What one can do with it:

* read a report's file, and find the folder of results that it lies in (`read_record`);
* say what was edited or overridden in it (`audited`), by its HMAC, by the gradebook beside it, and
  by its own sums.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.text import Text

from grader.classroom.database import NAME
from grader.classroom.gradebook import Gradebook
from grader.classroom.publishing import ClassInfo
from grader.classroom.report_hmac import (
    FIELD,
    EditedError,
    Verdict,
    differences,
    parsed,
    verdict_on,
)
from grader.classroom.secret import VARIABLE, SecretError, find_secret
from grader.course.digest import fingerprint
from grader.errors import Exit
from grader.judging.report import Report, ReportError
from grader.reports import terminal
from grader.submissions.submission import UnreadableInput

SAME = 1e-6
"""Points that differ by less are equal."""
MOST = 40
"""Edited fields that are listed."""
DECISIVE = ("total", "score", "points", "outcome", "max_points", "max_score", "most points")


@dataclass(frozen=True, slots=True)
class Record:
    """A report's file: its data, what they say, and the folder of results around it, if any."""

    path: Path
    data: Mapping[str, Any]
    report: Report
    folder: Path | None

    @property
    def for_instructor(self) -> bool:
        """Whether it is the instructor's, which holds more."""
        checks = [c for e in self.data["exercises"] for c in e["checks"]]
        return any("private" in check for check in checks)


@dataclass(frozen=True, slots=True)
class Audit:
    """What became of a report since the checks gave their points.

    verdict: by its HMAC. kept: whether a gradebook was there to compare it with. edits: lines, each
    with what was edited, from what and to what. overrides: lines.
    """

    verdict: Verdict
    kept: bool
    edits: tuple[str, ...]
    overrides: tuple[str, ...]

    @property
    def edited(self) -> bool:
        """Whether something was edited."""
        return bool(self.edits) or self.verdict == "edited"

    @property
    def holds(self) -> bool:
        """Whether nothing was edited, and overrides are the instructor's."""
        vouched = self.verdict == "genuine" or self.kept
        return not self.edited and (vouched or not self.overrides)

    def told(self, before: Report | None = None, again: Report | None = None) -> Iterator[str]:
        """What to say first: what was edited, then what was overridden.

        before, again: the report and the same hand-in graded again, which tells what was edited
        where no gradebook does.
        """
        edits = self.edits
        if self.verdict == "edited" and not edits and before is not None and again is not None:
            found = differences(again.to_json(), before.to_json())
            edits = tuple(
                _edit(*d) for d in found if not d[0].startswith(("isolation", "identity"))
            )
        if self.verdict == "edited":
            yield "edited: its HMAC does not fit what it says" + (":" if edits else "")
        elif self.verdict == "other secret":
            yield "its HMAC was made with another secret, so it does not tell whether it was edited"
        yield from edits[:MOST]
        if len(edits) > MOST:
            yield f"and {len(edits) - MOST} more"
        yield from self.overrides
        if self.overrides and not self.holds and not self.edited:
            yield "nothing here shows that the instructor gave these points: no gradebook, no HMAC"


def tell_genuine(path: Path, secret_file: Path | None) -> int:
    """`topograde replay --genuine`: 0 for a genuine report, 1 for any other."""
    record = read_record(path)
    secret = secret_of(secret_file, record.folder)
    audit, report = audited(record, secret), record.report
    console = terminal.console()
    points = f"{report.student}, {report.final:g} of {report.max_score:g}"
    lines = {
        "genuine": f"genuine: {points}. Nothing was edited since it was written.",
        "edited": f"not genuine: {points}",
        "other secret": (
            f"not shown to be genuine: its HMAC names the secret {_secret_named(record.data)}, and "
            f"this one is {fingerprint(secret)}. Name that secret with --secret-file. If you never "
            "had it, the report was edited."
        ),
        "no hmac": (
            "not shown to be genuine: it has no HMAC. It was written by an earlier version, or the "
            "HMAC was taken out. With the hand-in, `topograde replay` grades it again."
        ),
    }
    told = [line for line in audit.told() if audit.verdict != "other secret" or line in audit.edits]
    for line in (lines[audit.verdict], *told):
        console.print(Text(line), soft_wrap=True)
    return Exit.OK if audit.verdict == "genuine" else Exit.FAILED


def read_record(path: Path) -> Record:
    """The report in a file. Raises `UnreadableInput` or `ReportError`."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UnreadableInput(f"The report {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise ReportError(f"{path}: this is not a report: it is not UTF-8 text") from error
    try:
        data = parsed(text)
        report = Report.from_json(data)
        _check_numbers(data)
    except EditedError as error:
        raise EditedError(f"{path}: {error}") from error
    except ReportError as error:
        raise ReportError(f"{path}: {error}") from error
    return Record(path, data, report, results_folder(path))


def audited(record: Record, secret: bytes) -> Audit:
    """What was edited in a report, and what the instructor has overridden."""
    verdict = verdict_on(record.data, secret)
    kept = None if verdict == "genuine" else _kept(record, verdict)
    edits: tuple[str, ...] = ()
    if kept is not None:
        found = differences(kept, {k: v for k, v in record.data.items() if k != FIELD})
        edits = tuple(
            _edit(*each)
            for each in found
            if verdict == "edited" or each[0].rpartition(" ")[2] in DECISIVE
        )
    elif verdict != "genuine":
        edits = tuple(sums(record.report))
    return Audit(verdict, kept is not None, edits, tuple(_overrides(record.report)))


def sums(report: Report) -> Iterator[str]:
    """Points in a report that do not follow from what stands beside them."""
    given = {record.exercise: float(record.points) for record in report.overrides}
    for exercise in report.exercises:
        for check in exercise.checks:
            points = check.max_points if check.outcome == "passed" else 0.0
            if abs(points - check.points) > SAME:
                what = f"{exercise.id}/{check.id} {check.outcome}"
                yield f"edited: {what}: from {points:g} (by its outcome) to {check.points:g}"
        points = given.get(exercise.id, sum(check.points for check in exercise.checks))
        if abs(points - exercise.score) > SAME:
            origin = f"{points:g} (by its {'override' if exercise.id in given else 'checks'})"
            yield f"edited: {exercise.id} score: from {origin} to {exercise.score:g}"
    points = sum(exercise.score for exercise in report.exercises)
    if abs(points - report.score) > SAME:
        yield f"edited: total: from {points:g} (by its exercises) to {report.score:g}"


def results_folder(report: Path) -> Path | None:
    """The folder of results that the report lies in, if it lies in one."""
    for folder in (report.absolute().parent, report.absolute().parent.parent):
        if (folder / NAME).is_file() or (folder / ".secret").is_file():
            return folder
    return None


def secret_of(file: Path | None, folder: Path | None) -> bytes:
    """The secret that was graded with. Raises `SecretError`."""
    kept = folder is not None and (folder / ".secret").is_file()
    if file is None and not os.environ.get(VARIABLE) and not kept:
        raise SecretError(
            "the secret that was graded with is needed: name it with --secret-file "
            f"or ${VARIABLE}, or leave the report in its folder of results, beside .secret"
        )
    return find_secret(file, folder)


def _overrides(report: Report) -> Iterator[str]:
    for record in report.overrides:
        yield (
            f"overridden: {record.exercise}: from {record.machine:g} (by its checks) to "
            f"{record.points:g}: {record.why}"
        )


def _edit(what: str, old: Any, new: Any) -> str:
    return f"edited: {what}: from {_value(old)} to {_value(new)}"


def _value(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}"
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 60 else f"{text[:60]}..."


def _secret_named(data: Mapping[str, Any]) -> str:
    written = data.get(FIELD)
    named = written.get("secret") if isinstance(written, Mapping) else None
    return named[:8] if isinstance(named, str) and named.isalnum() else "of no name"


def _kept(record: Record, verdict: Verdict) -> dict[str, Any] | None:
    """What the gradebook beside a report would write into its file; None if there is none."""
    folder, report = record.folder, record.report
    if folder is None or not (folder / NAME).is_file():
        return None
    with suppress(KeyError), Gradebook(folder, must_exist=True) as book:
        info = ClassInfo.from_json(book.about("class") or {})
        names = info.names
        everybody = book.students(info.only)
        student = report.student if names is None else names.student(report.student, everybody)
        counted = info.counted(book, student)
        if counted is None:
            return None
        shown = info.shown(counted[1].report)
        same = shown.receipt.get("sha256") == report.receipt.get("sha256")
        if verdict != "edited" and not same:
            return None  # a report on another hand-in of this student
        return dict(json.loads(json.dumps(shown.to_json(record.for_instructor))))
    return None


def _check_numbers(data: Mapping[str, Any]) -> None:
    """Raises `EditedError` where a report holds no number and should, or no record."""
    try:
        numbers = [data["score"], data["max_score"]]
        texts = [data["student"], data["receipt"]["sha256"]]
        for exercise in data["exercises"]:
            numbers += [exercise["score"], exercise["max_score"]]
            for check in exercise["checks"]:
                numbers += [check["points"], check["max_points"]]
        for record in data.get("overrides", ()):
            names = ("points", "machine", "machine_score", "machine_max_score")
            numbers += [record[name] for name in names]
            texts += [record["exercise"], record["why"]]
        sound = all(type(number) in (int, float) for number in numbers)
        sound = sound and all(isinstance(text, str) for text in texts)
        sound = sound and isinstance(data["isolation"], dict)
    except (KeyError, TypeError):
        sound = False
    if not sound:
        raise EditedError("edited: it is not what Topograde writes")
