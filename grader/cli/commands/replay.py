"""`topograde replay`: grade again, and say whether the report holds or what is different."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from grader.classroom.database import NAME
from grader.classroom.gradebook import Gradebook
from grader.classroom.overrides import by_machine
from grader.classroom.parallel.process_grader import ProcessGrader, Setup
from grader.classroom.secret import VARIABLE, SecretError, find_secret
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


SAME = 1e-6
"""Points that differ by less are equal."""


def replay_report(
    course: Course,
    path: Path,
    hand_in: Path | None,
    secret_file: Path | None,
    allow_unsandboxed: bool,
) -> int:
    """`topograde replay`: 0 for the same grade, 1 for another one, 3 if it could not be judged."""
    handed_out = read_report(path)
    report = by_machine(handed_out)
    folder = _results_folder(path)
    submission = _submission(report, hand_in, folder, course)
    setup = Setup.of(
        course, _secret(secret_file, folder), only=_exercises(report, course),
        allowed=allow_unsandboxed,
    )  # fmt: skip
    with ProcessGrader(setup) as process_grader:
        again = process_grader.grade(submission).report
    console = terminal.console()
    wrong_sums = list(edited(handed_out))
    for line in (*wrong_sums, *told(report, again)):
        console.print(Text(line))
    if again.ungraded:
        return Exit.UNGRADED
    return Exit.OK if not (changed_points(report, again) or wrong_sums) else Exit.FAILED


def edited(report: Report) -> Iterator[str]:
    """What was edited in a report: points that do not follow from what stands beside them."""
    given = {record["exercise"]: float(record["points"]) for record in report.overrides}
    for exercise in report.exercises:
        for check in exercise.checks:
            points = check.max_points if check.outcome == "passed" else 0.0
            if abs(points - check.points) > SAME:
                yield (
                    f"edited: {exercise.id}/{check.id} {check.outcome}: "
                    f"{check.points:g} in the report, {points:g} by its outcome"
                )
        points = given.get(exercise.id, sum(check.points for check in exercise.checks))
        if abs(points - exercise.score) > SAME:
            yield (
                f"edited: {exercise.id}: {exercise.score:g} in the report, {points:g} by its "
                f"{'override' if exercise.id in given else 'checks'}"
            )
    points = sum(exercise.score for exercise in report.exercises)
    if abs(points - report.score) > SAME:
        yield f"edited: total: {report.score:g} in the report, {points:g} by its exercises"


def read_report(path: Path) -> Report:
    """The report in a file. Raises `UnreadableInput` or `ReportError`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableInput(f"a report was expected, {path}: {error.strerror}") from error
    except ValueError as error:
        raise ReportError(f"{path} is not a report: it is not JSON ({error})") from error
    try:
        return Report.from_json(data)
    except ReportError as error:
        raise ReportError(f"{path}: {error}") from error


def told(before: Report, again: Report) -> Iterator[str]:
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
    elif changed:
        yield "no ingredient is different: the engine's answers change from run to run, or this is"
        yield "a fault of Topograde's"
    if changed:
        yield "checks:"
        yield from (f"  {line}" for line in changed)
    remarks = changed_outcomes(before, again)
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
            f"a report of the course {course.title!r} was expected, found the exercises "
            f"{', '.join(sorted(ids)) or 'of none'}: name its course with --course"
        )
    return tuple(known) if len(known) < len(course.exercises) else ()


def _results_folder(report: Path) -> Path | None:
    """The folder of results that the report lies in, if it lies in one."""
    for folder in (report.absolute().parent, report.absolute().parent.parent):
        if (folder / NAME).is_file() or (folder / ".secret").is_file():
            return folder
    return None


def _secret(file: Path | None, folder: Path | None) -> bytes:
    kept = folder is not None and (folder / ".secret").is_file()
    if file is None and not os.environ.get(VARIABLE) and not kept:
        raise SecretError(
            "the secret that was graded with is needed to grade again: name it with --secret-file "
            f"or ${VARIABLE}, or leave the report in its folder of results, beside .secret"
        )
    return find_secret(file, folder)


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
