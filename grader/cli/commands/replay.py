"""`topograde replay`: was a report edited, and does grading again give the same?"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from grader.classroom.by_instructor.overrides import by_machine
from grader.classroom.gradebook import NAME, Gradebook
from grader.classroom.secret import FIELD, VARIABLE, SecretError, Verdict, find_secret, verdict_on
from grader.cli.options import COURSE
from grader.course.course import Course, load_course
from grader.errors import Exit
from grader.grading.grader import Grader, Setup
from grader.judging.report import CheckResult, Report, ReportError
from grader.reports import terminal
from grader.submissions.layouts.find import read_again
from grader.submissions.submission import Submission, UnreadableInput
from grader.text import fingerprint, printable

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
LARGE = 1e9
"""No points are as many."""


@click.command()
@click.argument("report", type=click.Path(path_type=Path, dir_okay=False), metavar="REPORT.json")
@click.argument("submission", required=False, type=click.Path(path_type=Path))
@click.option(
    "--secret-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The secret that was graded with. Default: $TOPOGRADE_SECRET; never the .secret "
    "that lies beside the report, since that may be its sender's.",
)
@click.option(
    "--allow-unsandboxed", is_flag=True, help="Grade even where student code cannot be locked up."
)
@COURSE
def replay(
    report: Path,
    submission: Path | None,
    secret_file: Path | None,
    allow_unsandboxed: bool,
    course_dir: Path | None,
) -> int:
    """Grade a hand-in again and say whether its report holds, or what is different.

    REPORT.json is the student's or the instructor's. By its HMAC it is said first whether it was
    edited since it was written, and with which secret. Without SUBMISSION, the hand-in is taken
    from where the gradebook beside the report says it was; without that too, nothing is graded.
    Exits with 0 if the report holds, otherwise 1.

    \b
    topograde replay results/ada.json --secret-file results/.secret
    topograde replay results/instructor/ada.json submissions/ada.py --secret-file secret
    topograde replay mailed.json --secret-file secret
    """
    course = load_course(course_dir)
    written, told = _report_in(report)
    secret = _secret(secret_file)
    verdict = verdict_on(written, secret)
    _say(vouched(verdict, written, told, secret, secret_file))
    hand_in = submission or _kept_path(told, report)
    if hand_in is None:
        _say(["not graded again: no gradebook beside the report says where its hand-in was"])
        return Exit.OK if verdict == "genuine" else Exit.FAILED
    before = by_machine(told)
    found = _submission(before, hand_in, course)
    setup = Setup.of(course, secret, only=_exercises(before, course), allowed=allow_unsandboxed)
    with Grader(setup) as grader:
        again = grader.grade(found).report
    _say(comparison(before, again, verdict == "edited"))
    if again.ungraded:
        return Exit.UNGRADED
    by_hand = told.overrides or told.late
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


def comparison(before: Report, again: Report, edited: bool = False) -> Iterator[str]:
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
        yield from (f"  {line}" for line in changed_checks(before, again, "points", "max_points"))
    remarks = changed_checks(before, again, "outcome") or list(changed_fields(before, again))
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


def changed_checks(before: Report, again: Report, *fields: str) -> list[str]:
    """The checks of which one of these fields is different now, or that were not there."""
    old, new = _checks(before), _checks(again)

    def what(check: CheckResult | None) -> list[object]:
        return [getattr(check, field, 0) for field in fields]

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


def _secret(file: Path | None) -> bytes:
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


def _report_in(path: Path) -> tuple[dict[str, Any], Report]:
    """The data in a report's file, and the report. Raises `UnreadableInput` or `ReportError`."""
    try:
        written = json.loads(path.read_bytes(), object_pairs_hook=_object)
    except OSError as error:
        raise UnreadableInput(f"The report {path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise ReportError(f"{path}: this is not a report: it is not JSON ({error})") from error
    try:
        report = Report.from_json(written)
    except ReportError as error:
        raise ReportError(f"{path}: {error}") from error
    if not _is_sound(report):
        raise ReportError(
            f"{path}: this is not what Topograde writes: its fields hold other things"
        )
    return written, report


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError(f"{max(names, key=names.count)!r} is there twice")
    return dict(pairs)


def _is_sound(report: Report) -> bool:
    """Whether its numbers are points, and it names a hand-in."""
    numbers = [each for _, *points in _points(report) for each in points]
    for record in report.overrides:
        numbers += [record.points, record.machine, record.machine_score, record.machine_max_score]
    numbers += [report.late.final] if report.late else []
    known = isinstance(report.receipt.get("sha256"), str)
    return known and all(abs(number) < LARGE for number in numbers)
