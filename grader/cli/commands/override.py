"""`topograde override`: an instructor's own points for an exercise, and comments on it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from grader import __version__
from grader.classroom.by_instructor.overrides import (
    Decision,
    Override,
    OverrideError,
    checked,
    checked_comment,
    read_decisions,
)
from grader.classroom.exports.files import FILES
from grader.classroom.gradebook import Gradebook
from grader.classroom.publishing import ClassInfo, Publisher
from grader.cli.options import RESULTS
from grader.errors import Exit
from grader.judging.as_json import record_of
from grader.judging.report import Comment, Report
from grader.reports import terminal

MOST = 20
"""Faults that are listed of a table."""
UNCHANGED = "\nNothing was changed: correct these lines and run it again."


@click.command()
@click.argument("student", required=False)
@click.argument("exercise", required=False)
@click.argument("points", required=False, type=float)
@click.option(
    "--why",
    default="",
    metavar="TEXT",
    help="The reason, or without POINTS a comment. The student reads it.",
)
@click.option("--as", "save_as", default="", metavar="NAME", help="Keep the comment as NAME.")
@click.option("--line", default="", metavar="NAME", help="Use the comment that was kept as NAME.")
@click.option("--lines", is_flag=True, help="List the comments that have a name.")
@click.option(
    "--from",
    "table",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.csv",
    help="Many at once: the columns student, exercise, and any of points, why, line.",
)
@click.option("--remove", is_flag=True, help="Take points and comments for an exercise back.")
@RESULTS
def override(
    student: str | None,
    exercise: str | None,
    points: float | None,
    why: str,
    save_as: str,
    line: str,
    lines: bool,
    table: Path | None,
    remove: bool,
    out: Path,
) -> int:
    """Give a student's exercise your own points with a reason, or a comment without points.

    They survive grading again, and all results show them beside what the checks gave. Files for
    platforms (canvas.csv, ...) get them when `grade` runs again. Of a table, all lines are used or
    none.

    \b
    topograde override ada backward 3.5 --why "right by hand, file was cut off" --out results/
    topograde override ada engine --why "Name what you return." --as naming --out results/
    topograde override bob engine --line naming --out results/
    topograde override --from decisions.csv --out results/
    topograde override ada backward --remove --out results/
    """

    named = student is not None and exercise is not None
    asked = [lines, table is not None, remove, points is not None or bool(why) or bool(line)]
    if sum(asked) != 1 or named == (lines or table is not None):
        raise click.UsageError(
            "expected STUDENT and EXERCISE with POINTS and --why, with --why alone, with --line or "
            "with --remove; or --from; or --lines"
        )
    if (why and line) or (save_as and not why):
        raise click.UsageError("--line takes the place of --why, and --as goes with --why")
    if lines:
        return show_rubric(out)
    if table is not None:
        return decide(out, read_decisions(table))
    assert student is not None
    assert exercise is not None
    if remove:
        return take_back(out, student, exercise)
    return decide(out, [Decision(student, exercise, points, why, line)], save_as)


def decide(out: Path, decisions: Sequence[Decision], save_as: str = "") -> int:
    """Keep points and comments, all of them or none, and write all results anew.

    save_as: what the one comment is called from now on, as a line of the rubric.
    """
    with Gradebook(out, must_exist=True) as book:
        publisher = publisher_of(book, out)
        rubric = dict(book.about("rubric") or {})
        kept, wrong = [], []
        for decision in decisions:
            try:
                kept.append(_checked(publisher, decision, rubric))
            except OverrideError as error:
                wrong.append(f"{decision.where}{error}")
        if wrong:
            more = [f"and {len(wrong) - MOST} more"] if len(wrong) > MOST else []
            raise OverrideError("\n  ".join([*wrong[:MOST], *more]) + UNCHANGED * (len(wrong) > 1))
        for student, decided in kept:
            book.keep_decision(student, decided)
        if save_as:
            book.keep("rubric", {**rubric, save_as: decisions[0].why})
        return _publish(publisher, sorted({student for student, _ in kept}))


def take_back(out: Path, student: str, exercise: str) -> int:
    """Forget an override and the comments on an exercise, and write all results anew."""
    with Gradebook(out, must_exist=True) as book:
        publisher = publisher_of(book, out)
        student = student_of(publisher, student)
        _report_of(publisher, student)
        if not book.take_back(student, _id(publisher, exercise)):
            raise OverrideError(f"{student} has no override and no comment for {exercise}")
        return _publish(publisher, [student])


def show_rubric(out: Path) -> int:
    """List the comments that have a name."""
    with Gradebook(out, must_exist=True) as book:
        console = terminal.console()
        for name, text in sorted((book.about("rubric") or {}).items()):
            terminal.say(console, f"{name}: {text}")
    return Exit.OK


def _checked(
    publisher: Publisher, decision: Decision, rubric: Mapping[str, str]
) -> tuple[str, Override | Comment]:
    """Whose it is, and the override or comment that fits. Raises `OverrideError`."""
    if decision.fault:
        raise OverrideError(decision.fault)
    student = student_of(publisher, decision.student)
    report = _report_of(publisher, student)
    why = decision.why
    if decision.line:
        if decision.line not in rubric:
            known = ", ".join(sorted(rubric)) or "none yet"
            raise OverrideError(f"no comment is called {decision.line!r}; there are: {known}")
        why = rubric[decision.line]
    exercise = _id(publisher, decision.exercise)
    if decision.points is not None:
        return student, checked(report, Override(exercise, decision.points, why))
    return student, checked_comment(report, Comment(exercise, why, decision.line))


def publisher_of(book: Gradebook, out: Path) -> Publisher:
    known = book.about("class")
    if known is None:
        raise OverrideError(f"nothing has been graded into {out} yet")
    return Publisher(book, out, replace(record_of(ClassInfo, known), version=__version__))


def student_of(publisher: Publisher, called: str) -> str:
    """The student's id in the gradebook, if a pseudonym was given."""
    names = publisher.info.names
    return called if names is None else names.student(called, publisher.students)


def _report_of(publisher: Publisher, student: str) -> Report:
    """The machine's report that counts. Raises `OverrideError` if there is none."""
    found = publisher.info.counted(publisher.book, student)
    if found is None:
        raise unknown_student(publisher, student, publisher.students)
    return found[0].report


def unknown_student(publisher: Publisher, called: str, known: Sequence[str]) -> OverrideError:
    """What to raise where nobody is called so. known: who there is, by their ids."""
    names = publisher.info.names
    shown = known if names is None else [names.of(student) for student in known]
    near = difflib.get_close_matches(called, shown, n=1)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    return OverrideError(f"no student in {publisher.out} is called {called!r}{guess}")


def _id(publisher: Publisher, exercise: str) -> str:
    """The exercise as reports call it: `3`, `03` and `03_build_topo` are build-topo."""
    wanted = exercise.strip().lower().replace("_", "-")
    info = publisher.info
    if wanted.isdecimal():
        numbered = dict(zip(info.numbers, info.exercises, strict=False))
        return numbered.get(int(wanted), exercise)
    ids = info.exercises
    return next((i for i in ids if wanted == i or wanted.lstrip("0123456789-") == i), exercise)


def _publish(publisher: Publisher, students: Sequence[str]) -> int:
    found = [publisher.publish(student) for student in students]
    table = publisher.write_class_files()
    console = terminal.console()
    for change in publisher.changes:
        terminal.say(console, change.sentence)
    shown = [publisher.info.shown(report) for report in found if report is not None]
    if shown:
        console.print(terminal.class_table(shown, console.width))
        names = f"{shown[0].student}'s" if len(shown) == 1 else f"{len(shown)} students'"
        terminal.say(console, f"written: {names} files, index.html and {table}")
        if old := [name for name in FILES if (publisher.out / name).exists()]:
            again = "`topograde grade`, with the options of before, writes them anew"
            terminal.say(console, f"not yet in {', '.join(old)}: {again}")
    return Exit.OK
