"""`topograde grade`: a class, with a table and files."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from grader import isolation
from grader.bench import Bench
from grader.check import checks_of
from grader.classroom import ClassRun
from grader.cli.exits import FAILED, OK, REFUSED, UNGRADED, USAGE
from grader.commands.handed_in import EVERYTHING, HandedIn
from grader.course import Course
from grader.exports import (
    answers_of,
    commands_stopped,
    on_github,
    tell_github,
    wanted_kinds,
    write_exports,
)
from grader.oracle import load_torch
from grader.report import Report
from grader.reports import terminal
from grader.secret import find_secret
from grader.submission import Submission

PLAIN_SECONDS = 5.0
"""How often a pipe gets a line of progress."""


def grade_class(
    course: Course,
    paths: Sequence[Path],
    out: Path,
    only: Sequence[str],
    secret_file: Path | None,
    fail_under: float | None,
    allow_unsandboxed: bool,
    require_isolation: str | None,
    handed: HandedIn = EVERYTHING,
    export: Sequence[str] = (),
    assignment: str | None = None,
    github: bool = False,
) -> int:
    """`topograde grade`: a class, with a table and files."""
    wanted = tuple(course.exercise(name).id for name in only)
    single = wanted[0] if len(wanted) == 1 and _one_file(paths) else None
    found = handed.look(paths, course, single)
    submissions = found.submissions
    console = terminal.console()
    if not submissions:
        console.print(Text("\n".join(found.told(paths))))
        return USAGE
    checks = checks_of(course)
    with isolation.start_server(course.lazy_imports) as server:
        proof = isolation.prove(server)
        refusal = isolation.refusal(proof, require_isolation, allow_unsandboxed, paths, out)
        if refusal:
            print(f"topograde: {refusal}", file=sys.stderr)
            return REFUSED
        load_torch()
        bench = Bench(find_secret(secret_file, out), server)
        run = ClassRun(course, checks, bench, out, proof.to_json(), wanted)
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            for _ in _with_progress(run.grade(submissions), submissions):
                pass
        finally:
            if run.reports:
                table = run.write_table()
                exports = write_exports(
                    out, wanted_kinds(export, found.roster), run.reports, course, found.roster,
                    assignment,
                )  # fmt: skip
    reports = sorted(run.reports, key=lambda report: report.student.casefold())
    github = on_github(github)
    with commands_stopped(github):
        console.print(terminal.class_table(reports, console.width))
        console.print()
        console.print(terminal.class_summary(reports))
        console.print(Text(f"isolation: {proof.sentence}"))
        console.print(Text(f"{table}  one row a student"))
        console.print(Text(f"{out}{os.sep}STUDENT.json  to hand out; {out}{os.sep}instructor"
                           f"{os.sep}  with hidden inputs"))  # fmt: skip
        for line in (*exports, *found.told(paths)):
            console.print(Text(line))
    for command in tell_github(out, reports, answers_of(submissions)) if github else ():
        print(command)
    return _exit_code(reports, fail_under)


def _interrupt(*_: object) -> None:
    """SIGTERM ends a run like Ctrl-C: what is done is kept, and the table is written."""
    raise KeyboardInterrupt


def _one_file(paths: Sequence[Path]) -> bool:
    return len(paths) == 1 and paths[0].is_file()


def _exit_code(reports: Iterable[Report], fail_under: float | None) -> int:
    reports = list(reports)
    if any(report.ungraded for report in reports):
        return UNGRADED
    if fail_under is not None and any(
        100 * report.score < fail_under * report.max_score for report in reports
    ):
        return FAILED
    return OK


def _with_progress(
    reports: Iterator[Report], submissions: Sequence[Submission]
) -> Iterator[Report]:
    """The reports, with a bar on a terminal and a line every few seconds in a pipe."""
    total, started, last = len(submissions), time.monotonic(), time.monotonic()
    console = terminal.console(stderr=True)
    if console.is_terminal:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
            task = bar.add_task("grading", total=total)
            for report in reports:
                bar.update(task, advance=1, description=f"graded {report.student[:20]}")
                yield report
        return
    for number, report in enumerate(reports, start=1):
        yield report
        if time.monotonic() - last > PLAIN_SECONDS or number == total:
            last = time.monotonic()
            print(f"graded {number} of {total} in {last - started:.0f} s", file=sys.stderr)
