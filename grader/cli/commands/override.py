"""`topograde override`: an instructor's own points for an exercise."""

from __future__ import annotations

import difflib
from dataclasses import replace
from pathlib import Path

from grader import __version__
from grader.classroom.exports.files import FILES
from grader.classroom.gradebook import Gradebook
from grader.classroom.overrides import Override, OverrideError, checked
from grader.classroom.publishing import ClassInfo, CountedReports, Publisher, write_outputs
from grader.cli.exits import OK
from grader.judging.report import Report
from grader.reports import terminal


def give_points(out: Path, student: str, exercise: str, points: float, why: str) -> int:
    """Keep an override and write all results anew."""
    with Gradebook(out, must_exist=True) as book:
        publisher = _publisher(book, out)
        student = _student(publisher, student)
        report = _report_of(publisher, student)
        override = checked(report, Override(_id(publisher, exercise), points, why))
        book.override(student, override)
        return _publish(publisher, student)


def take_back(out: Path, student: str, exercise: str) -> int:
    """Forget an override and write all results anew."""
    with Gradebook(out, must_exist=True) as book:
        publisher = _publisher(book, out)
        student = _student(publisher, student)
        _report_of(publisher, student)
        if not book.remove_override(student, _id(publisher, exercise)):
            raise OverrideError(f"{student} has no override for {exercise}")
        return _publish(publisher, student)


def _publisher(book: Gradebook, out: Path) -> Publisher:
    known = book.about("class")
    if known is None:
        raise OverrideError(f"nothing has been graded into {out} yet")
    return Publisher(book, out, replace(ClassInfo.from_json(known), kit=__version__))


def _student(publisher: Publisher, called: str) -> str:
    """The student's id in the gradebook, if a pseudonym was given."""
    names = publisher.info.names
    if names is None:
        return called
    return names.student(called, publisher.book.students(publisher.info.only))


def _report_of(publisher: Publisher, student: str) -> Report:
    """The machine's report that counts. Raises `OverrideError` if there is none."""
    info = publisher.info
    found = info.counted(publisher.book, student)
    if found is None:
        near = difflib.get_close_matches(student, publisher.book.students(info.only), n=1)
        guess = f"; did you mean {near[0]!r}?" if near else ""
        raise OverrideError(f"a student of {publisher.out} was expected, found {student!r}{guess}")
    return found[0].report


def _id(publisher: Publisher, exercise: str) -> str:
    """The exercise as reports call it: `3`, `03` and `03_build_topo` are build-topo."""
    wanted = exercise.strip().lower().replace("_", "-")
    info = publisher.info
    if wanted.isdecimal():
        numbered = dict(zip(info.numbers, info.exercises, strict=False))
        return numbered.get(int(wanted), exercise)
    ids = info.exercises
    return next((i for i in ids if wanted == i or wanted.lstrip("0123456789-") == i), exercise)


def _publish(publisher: Publisher, student: str) -> int:
    report = publisher.publish(student)
    reports = CountedReports(publisher.book, publisher.info)
    table = write_outputs(publisher.out, publisher.info, reports)
    console = terminal.console()
    for change in publisher.changes:
        terminal.say(console, change.sentence)
    if report is not None:
        shown = publisher.info.shown(report)
        console.print(terminal.class_table([shown], console.width))
        terminal.say(console, f"written: {shown.student}'s files, index.html and {table}")
        if old := [name for name in FILES if (publisher.out / name).exists()]:
            again = "`topograde grade`, with the options of before, writes them anew"
            terminal.say(console, f"not yet in {', '.join(old)}: {again}")
    return OK
