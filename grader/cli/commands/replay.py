"""`topograde replay`: grade again, and say whether the report holds or what is different."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from grader.classroom.by_instructor.overrides import by_machine
from grader.classroom.database import NAME
from grader.classroom.gradebook import Gradebook
from grader.classroom.parallel.process_grader import ProcessGrader, Setup
from grader.classroom.report_hmac import differences
from grader.cli.commands.genuine import audited, read_record, secret_of
from grader.course.course import Course
from grader.errors import Exit
from grader.judging.report import CheckResult, Report, ReportError
from grader.reports import terminal
from grader.submissions.layouts.again import read_again
from grader.submissions.sources.collected import Sources
from grader.submissions.submission import Submission, UnreadableInput

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


def replay_report(
    course: Course,
    path: Path,
    hand_in: Path | None,
    secret_file: Path | None,
    allow_unsandboxed: bool,
) -> int:
    """`topograde replay`: 0 for a report that holds, 1 for another grade or an edited report, 3 if
    it could not be judged."""
    record = read_record(path)
    secret = secret_of(secret_file, record.folder)
    audit = audited(record, secret)
    report = by_machine(record.report)
    submission = _submission(report, hand_in, record.folder, course)
    setup = Setup.of(course, secret, only=_exercises(report, course), allowed=allow_unsandboxed)
    with ProcessGrader(setup) as process_grader:
        again = process_grader.grade(submission).report
    console = terminal.console()
    for line in (
        *audit.told(by_machine(record.report), again),
        *told(report, again, audit.edited),
    ):
        console.print(Text(line), soft_wrap=True)
    if again.ungraded:
        return Exit.UNGRADED
    holds = audit.holds and not changed_points(report, again)
    return Exit.OK if holds else Exit.FAILED


def told(before: Report, again: Report, was_edited: bool = False) -> Iterator[str]:
    """The comparison, line by line."""
    different = list(different_ingredients(before, again))
    changed = changed_points(before, again)
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
    elif changed and not was_edited:
        yield "no ingredient is different: the engine's answers change from run to run, or this is"
        yield "a fault of Topograde's"
    if changed:
        yield "checks:"
        yield from (f"  {line}" for line in changed)
    remarks = changed_outcomes(before, again) or list(changed_fields(before, again))
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


def changed_points(before: Report, again: Report) -> list[str]:
    """The checks that give other points now."""
    return [
        f"{name}: {_outcome(old)} then, {_outcome(new)} now"
        for name, old, new in _pairs(before, again)
        if (old.points if old else 0.0) != (new.points if new else 0.0)
        or (old.max_points if old else 0.0) != (new.max_points if new else 0.0)
    ]


def changed_outcomes(before: Report, again: Report) -> list[str]:
    """The checks that end in another way now."""
    return [
        f"{name}: {_outcome(old)} then, {_outcome(new)} now"
        for name, old, new in _pairs(before, again)
        if (old.outcome if old else None) != (new.outcome if new else None)
    ]


def changed_fields(before: Report, again: Report) -> Iterator[str]:
    """All else that exercises and checks say differently now, by name."""
    old, new = ({"exercises": r.to_json()["exercises"]} for r in (before, again))
    names = list(dict.fromkeys(what for what, _, _ in differences(old, new)))
    yield from (f"{name} differs" for name in names[:MOST])
    if len(names) > MOST:
        yield f"and {len(names) - MOST} fields more"


def _pairs(
    before: Report, again: Report
) -> Iterator[tuple[str, CheckResult | None, CheckResult | None]]:
    old, new = _checks(before), _checks(again)
    for name in {**old, **new}:
        yield name, old.get(name), new.get(name)


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


def _submission(
    report: Report, hand_in: Path | None, folder: Path | None, course: Course
) -> Submission:
    path = hand_in or _kept_path(report, folder)
    if path is None:
        raise UnreadableInput(
            "the hand-in is needed to grade again, and no gradebook beside the report says where "
            "it was: name it after the report"
        )
    single = len(report.exercises) == 1 and report.exercises[0].handed_in and not path.is_dir()
    known = {e.id for e in course.exercises}
    only = report.exercises[0].id if single and report.exercises[0].id in known else None
    submission = read_again(
        path, report.student, course, only, report.identity.get("platform"),
        str(report.receipt["sha256"]),
    )  # fmt: skip
    if "duplicate" in report.flags:  # one of two hand-ins of a student: neither was graded
        submission = replace(submission, sources=Sources())
    return submission


def _kept_path(report: Report, folder: Path | None) -> Path | None:
    if folder is None or not (folder / NAME).is_file():
        return None
    with suppress(KeyError), Gradebook(folder, must_exist=True) as book:
        return Path(book.path_of(report.student, str(report.receipt["sha256"])))
    return None
