"""`topograde replay`: was a report edited, and does grading again give the same?"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.text import Text

from grader.classroom.by_instructor.overrides import by_machine
from grader.classroom.database import NAME
from grader.classroom.gradebook import Gradebook
from grader.classroom.report_hmac import FIELD, Verdict, verdict_on
from grader.classroom.secret import VARIABLE, SecretError, find_secret
from grader.course.course import Course
from grader.course.digest import fingerprint
from grader.errors import Exit
from grader.grading.grader import Grader, Setup
from grader.judging.report import CheckResult, Report, ReportError
from grader.reports import terminal
from grader.submissions.layouts.again import read_again
from grader.submissions.submission import Submission, UnreadableInput
from grader.text import printable

INGREDIENTS = {
    "sha256": "hand-in",
    "secret": "secret",
    "course": "course",
    "topograde": "Topograde",
    "python": "Python",
    "torch": "PyTorch",
}

MOST = 10
"""Fields that are listed of a report that gives the same points."""
MADE = ("points", "machine", "machine_score", "machine_max_score")
"""The numbers of an override."""
LARGE = 1e9
"""No points are as many."""


def replay_report(
    course: Course,
    path: Path,
    hand_in: Path | None,
    secret_file: Path | None,
    allow_unsandboxed: bool,
) -> int:
    """`topograde replay`: 0 for a report that holds, 1 for another grade or an edited report, 3 if
    it could not be judged."""
    written, report = _read(path)
    secret = _secret(secret_file, path)
    verdict = verdict_on(written, secret)
    _say(vouched(verdict, written, report, secret, secret_file))
    hand_in = hand_in or _kept_path(report, path)
    if hand_in is None:
        _say(["not graded again: no gradebook beside the report says where its hand-in was"])
        return Exit.OK if verdict == "genuine" else Exit.FAILED
    before = by_machine(report)
    submission = _submission(before, hand_in, course)
    setup = Setup.of(course, secret, only=_exercises(before, course), allowed=allow_unsandboxed)
    with Grader(setup) as grader:
        again = grader.grade(submission).report
    _say(told(before, again, verdict == "edited"))
    if again.ungraded:
        return Exit.UNGRADED
    by_hand = report.overrides or report.late
    holds = verdict == "genuine" or (verdict != "edited" and not by_hand)
    return Exit.OK if holds and _points(before) == _points(again) else Exit.FAILED


def vouched(
    verdict: Verdict,
    written: Mapping[str, Any],
    report: Report,
    secret: bytes,
    file: Path | None,
) -> Iterator[str]:
    """Whether the report is as it was written, by which secret, and what the instructor decided."""
    ours = f"the secret {fingerprint(secret)} of {file or f'${VARIABLE}'}"
    if verdict == "genuine":
        points = f"{report.student}, {report.final:g} of {report.max_score:g}"
        yield f"genuine: {points}; nothing was edited since it was written with {ours}"
    elif verdict == "edited":
        yield f"edited: its HMAC does not fit what it says, by {ours}"
    elif verdict == "other secret":
        theirs = str(written[FIELD].get("secret"))[:8]
        yield f"not shown to be genuine: its HMAC names the secret {theirs}, and this is {ours}"
    else:
        yield f"not shown to be genuine: it has no HMAC for {ours} to check"
    for record in report.overrides:
        points = f"from {record.machine:g} (by its checks) to {record.points:g}"
        yield f"overridden: {record.exercise}: {points}: {record.why}"


def told(before: Report, again: Report, edited: bool = False) -> Iterator[str]:
    """The comparison, line by line."""
    different = list(different_ingredients(before, again))
    changed = _points(before) != _points(again)
    if changed:
        yield (
            f"another grade: {before.score:g} of {before.max_score:g} in the report, "
            f"{again.score:g} of {again.max_score:g} now"
        )
    else:
        yield f"same grade: {again.score:g} of {again.max_score:g}"
    if different:
        yield "what is different:" if changed else "though this is different:"
        yield from (f"  {line}" for line in different)
    elif changed and not edited:
        yield "no ingredient is different: the engine's answers change from run to run, or this is"
        yield "a fault of Topograde's"
    if changed:
        yield "checks:"
        yield from (f"  {line}" for line in changed_checks(before, again, _worth))
    remarks = changed_checks(before, again, _ending) or list(changed_fields(before, again))
    if not changed and remarks:
        yield "no points in it, but:"
        yield from (f"  {line}" for line in remarks)


def different_ingredients(before: Report, again: Report) -> Iterator[str]:
    """The ingredients of the receipt, and the isolation, that are not the same."""
    for name, word in INGREDIENTS.items():
        old, new = before.receipt.get(name), again.receipt.get(name)
        if old != new and (old is not None or name in before.receipt):
            yield f"{word}: {_short(old)} then, {_short(new)} now"
    for name in sorted({*before.isolation, *again.isolation}):
        old, new = before.isolation.get(name), again.isolation.get(name)
        if old != new:
            yield f"isolation, {name}: {_short(old)} then, {_short(new)} now"


def changed_checks(before: Report, again: Report, what: Callable[..., object]) -> list[str]:
    """The checks of which `what` is different now."""
    old, new = _checks(before), _checks(again)
    return [
        f"{name}: {_outcome(old.get(name))} then, {_outcome(new.get(name))} now"
        for name in {**old, **new}
        if what(old.get(name)) != what(new.get(name))
    ]


def changed_fields(before: Report, again: Report) -> Iterator[str]:
    """All else that exercises and checks say differently now, by name."""
    old, new = _fields(before), _fields(again)
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    yield from (f"{name} differs" for name in names[:MOST])
    if len(names) > MOST:
        yield f"and {len(names) - MOST} fields more"


def _fields(report: Report) -> dict[str, object]:
    """What exercises and checks say, by the exercise's or check's id and the field."""
    exercises = [(e.id, e.to_json()) for e in report.exercises]
    checks = [(name, check.to_json()) for name, check in _checks(report).items()]
    return {
        f"{of} {field}": value
        for of, record in (*exercises, *checks)
        for field, value in record.items()
        if field != "checks"
    }


def _points(report: Report) -> list[tuple[str, float, float]]:
    """All points of a report, by whom they are of."""
    checks = [(name, c.points, c.max_points) for name, c in sorted(_checks(report).items())]
    exercises = sorted((e.id, e.score, e.max_score) for e in report.exercises)
    return [("", report.score, report.max_score), *exercises, *checks]


def _checks(report: Report) -> dict[str, CheckResult]:
    return {f"{e.id}/{check.id}": check for e in report.exercises for check in e.checks}


def _worth(check: CheckResult | None) -> tuple[float, float]:
    return (check.points, check.max_points) if check else (0.0, 0.0)


def _ending(check: CheckResult | None) -> str | None:
    return check.outcome if check else None


def _outcome(check: CheckResult | None) -> str:
    return f"{check.outcome} ({check.points:g})" if check else "not there"


def _short(value: object) -> str:
    text = "nothing" if value in (None, "") else str(value)
    return text if len(text) <= 24 else f"{text[:12]}..."


def _exercises(report: Report, course: Course) -> tuple[str, ...]:
    ids = {e.id for e in report.exercises}
    known = [e.id for e in course.exercises if e.id in ids]
    if not known:
        raise ReportError(
            f"this is no report of the course {course.title!r}: its exercises are "
            f"{', '.join(sorted(ids)) or 'none'}. Name its course with --course"
        )
    return tuple(known) if len(known) < len(course.exercises) else ()


def _submission(report: Report, path: Path, course: Course) -> Submission:
    known = {e.id for e in course.exercises}
    only = course.asked([e.id for e in report.exercises if e.id in known])
    return read_again(
        path, report.student, course, only, report.identity.get("platform"),
        str(report.receipt["sha256"]),
    )  # fmt: skip


def _kept_path(report: Report, path: Path) -> Path | None:
    """Where the gradebook beside a report says its hand-in was."""
    for folder in (path.absolute().parent, path.absolute().parent.parent):
        if (folder / NAME).is_file():
            with suppress(KeyError), Gradebook(folder, must_exist=True) as book:
                sha256 = str(report.receipt["sha256"])
                return Path(book.path_of(printable(report.student), printable(sha256)))
    return None


def _secret(file: Path | None, report: Path) -> bytes:
    """The secret that was named. One that lies beside a report may be its sender's."""
    if file is None and not os.environ.get(VARIABLE):
        raise SecretError(
            "the secret that was graded with is needed: name it with --secret-file or in "
            f"${VARIABLE}. It is .secret in your own folder of results; one that came with a "
            "report proves nothing"
        )
    return find_secret(file, None)


def _say(lines: Iterable[str]) -> None:
    console = terminal.console()
    for line in lines:
        console.print(Text(printable(line)), soft_wrap=True)


def _read(path: Path) -> tuple[dict[str, Any], Report]:
    """The data in a report's file, and the report. Raises `UnreadableInput` or `ReportError`."""
    try:
        written = json.loads(path.read_bytes(), object_pairs_hook=_object)
    except OSError as error:
        raise UnreadableInput(f"The report {path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise ReportError(f"{path}: this is not a report: it is not JSON ({error})") from error
    try:
        report = Report.from_json(written)
        sound = _is_sound(written)
    except ReportError as error:
        raise ReportError(f"{path}: {error}") from error
    except (KeyError, TypeError, AttributeError):
        sound = False
    if not sound:
        raise ReportError(
            f"{path}: this is not what Topograde writes: its fields hold other things"
        )
    return written, report


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError(f"{max(names, key=names.count)!r} is there twice")
    return dict(pairs)


def _is_sound(data: Mapping[str, Any]) -> bool:
    """Whether numbers and texts are such. Raises KeyError, TypeError or AttributeError."""
    exercises, late = data["exercises"], data.get("late")
    checks = [check for exercise in exercises for check in exercise["checks"]]
    overrides = data.get("overrides", [])
    numbers = [each[name] for each in (data, *exercises) for name in ("score", "max_score")]
    numbers += [each[name] for each in checks for name in ("points", "max_points")]
    numbers += [each[name] for each in overrides for name in MADE]
    numbers += [late["final"]] if late else []
    texts = [data["student"], data["receipt"]["sha256"], *data.get("flags", ())]
    texts += [each["id"] for each in (*exercises, *checks)]
    texts += [each[name] for each in overrides for name in ("exercise", "why")]
    records = (data["isolation"], data["receipt"], data.get("identity", {}))
    return (
        all(type(number) in (int, float) and abs(number) < LARGE for number in numbers)
        and all(isinstance(text, str) for text in texts)
        and all(isinstance(record, dict) for record in records)
    )
