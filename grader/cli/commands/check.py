"""`topograde check`: a student's own work."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from grader.course.course import Course
from grader.errors import Exit
from grader.grading.own_files import is_notebook, named_files
from grader.grading.own_work import OwnWork, is_locked
from grader.grading.progress import NOT_BEGUN, upcoming
from grader.judging.report import Report
from grader.reports.student_view import WIDEST, View, drawn_lines, student_view, wrapped
from grader.reports.view import finished, first_failure

if TYPE_CHECKING:
    from grader.worker.forkserver import ForkServer

ROWS = 24
"""Of a screen: no more, however large the window is."""


def check_work(
    course: Course,
    names: Sequence[str],
    work: Path | None,
    soon: Callable[[], ForkServer] | None = None,
    allow_not_begun: bool = False,
    full: bool = False,
) -> int:
    """`topograde check`: the student's own work, without an exam's hidden checks.

    soon: waits for what starts the workers, if it was begun already. full: not only what fits the
    window.
    """
    names, work = named_files(names, work)
    wanted = [name if is_notebook(name) else course.exercise(name).id for name in names]
    with OwnWork(course, work, [name for name in wanted if not is_notebook(name)], soon) as own:
        asked = exercises_of(own, wanted)
        report, states = own.check(asked, asked=course.asked(asked) if asked else None)
        lines = screen(own, view_of(own, report, states, asked, full=full))
        print_lines(lines, Console(highlight=False), is_plain())
    not_begun = {name for name, state in states.items() if state == NOT_BEGUN}
    return exit_code(report, asked, own.unread, not_begun if allow_not_begun else ())


def draw_work(course: Course, name: str | None, work: Path | None) -> int:
    """`topograde draw`: the first failing check of an exercise, as a graph."""
    if name is not None:
        (name,), work = named_files([name], work)
    with OwnWork(course, work, [] if name is None else [course.exercise(name).id]) as own:
        current = course.exercise(name) if name else upcoming(course, own.states(), own.unable)
        exercise = current or course.exercises[-1]
        report, states = own.check([exercise.id])
        view = view_of(own, report, states, [exercise.id], full=True)
    (result,) = report.exercises
    if not result.handed_in or finished(result):
        lines = wrapped(f"{exercise.id}: nothing fails, so there is nothing to draw.", view)
    else:
        lines = drawn_lines(view, result, first_failure(result))
    print_lines(lines, Console(highlight=False), is_plain())
    return exit_code(report, [exercise.id], own.unread)


def exercises_of(own: OwnWork, names: Sequence[str]) -> list[str]:
    """The exercises that were named, each once: a notebook stands for those begun in it."""
    found = [own.begun_in(name) if is_notebook(name) else [name] for name in names]
    return list(dict.fromkeys(name for each in found for name in each))


def view_of(
    own: OwnWork,
    report: Report,
    states: Mapping[str, str],
    asked: Sequence[str],
    watching: bool = False,
    full: bool = False,
    further: int = 0,
) -> View:
    """What the screen is made of, for the terminal that there is."""
    console = Console()
    height = min(console.height, ROWS) if console.is_terminal else ROWS
    below = 4 if watching else 1  # the keys and what is above them; the prompt
    width = min(console.width, WIDEST) if console.is_terminal else 80
    hidden = {e.id: own.hidden(e.id) for e in report.exercises}
    return View(
        report, own.course, states, hidden, asked, width, is_plain(), watching, own.folder,
        own.deleted, 0 if full else height - below, further, own.files, own.unread,
        own.just_passed, {e.id: own.needs(e.id) for e in report.exercises},
        own.built, own.unable, own.written, own.is_first, own.ready,
    )  # fmt: skip


def screen(own: OwnWork, view: View) -> list[Text]:
    """The one screen, with a line about isolation where there is none."""
    lines = student_view(view)
    if not is_locked(own.server):
        lines += wrapped("(level D: your code runs without isolation here)", view)
    return lines


def print_lines(lines: Sequence[Text], console: Console, plain: bool) -> None:
    """Print lines as they are: they were wrapped for this width."""
    for line in lines:
        if plain:
            console.file.write(_encodable(line.plain.rstrip(), console) + "\n")
        else:
            console.print(line, soft_wrap=True)


def is_plain() -> bool:
    """Whether to do without colours and signs: in a pipe, for NO_COLOR, in a simple terminal."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return (
        not sys.stdout.isatty()
        or bool(os.environ.get("NO_COLOR"))
        or os.environ.get("TERM") in ("dumb", "unknown")
        or encoding not in ("utf8", "cp65001")
    )


def _encodable(text: str, console: Console) -> str:
    encoding = getattr(console.file, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def exit_code(
    report: Report,
    asked: Sequence[str],
    unread: Collection[str] = (),
    allowed: Collection[str] = (),
) -> int:
    """0 if all that was asked for passes, 1 if not, 2 if nothing was found, 3 if ungraded.

    unread: exercises whose file is there and cannot be used. allowed: those that need not pass.
    """
    if report.ungraded:
        return Exit.UNGRADED
    if any(not asked or name in asked for name in unread):
        return Exit.FAILED
    if not any(exercise.handed_in for exercise in report.exercises):
        return Exit.USAGE
    missing = any(not e.handed_in for e in report.exercises if e.id in asked)
    done = all(finished(e) for e in report.exercises if e.handed_in and e.id not in allowed)
    return Exit.OK if done and not missing else Exit.FAILED
