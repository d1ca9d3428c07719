"""`topograde grade`: a class, with a table and files."""

from __future__ import annotations

import gc
import os
import shutil
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from grader import __version__
from grader.classroom.by_instructor.late import late_rules
from grader.classroom.class_run import ClassRun
from grader.classroom.exports.files import (
    KINDS,
    Wanted,
    assignment_unused,
    check_exports,
    wanted_kinds,
    write_exports,
)
from grader.classroom.exports.github import answers_of, commands_stopped, on_github, tell_github
from grader.classroom.gradebook import Gradebook, Policy
from grader.classroom.interrupts import terminated_like_interrupted
from grader.classroom.output_files import INSTRUCTOR, OutputError, prepare_folder
from grader.classroom.parallel.cluster import NoCluster, crew_of_cluster
from grader.classroom.parallel.dispatch import Crew, crew_here, jobs_for
from grader.classroom.secret import SecretError, find_secret
from grader.cli.commands.handed_in import among_hand_ins, look, show_plan, some
from grader.cli.exits import outlive_closed_pipes
from grader.cli.options import COURSE, FAIL_UNDER, by_commas
from grader.cli.progress_line import with_progress
from grader.course.course import Course, load_course
from grader.errors import Exit
from grader.grading.grader import IsolationRefused, Setup, checks_from
from grader.judging.report import Report
from grader.reports import terminal
from grader.reports.tables import without_grade
from grader.submissions.layouts.find import FoundClass
from grader.submissions.roster import ClassList
from grader.submissions.submission import Submission, UnreadableInput
from grader.text import counted, few, listed

MOST_ROWS = 200
"""Students up to which the terminal shows the table."""
MOST_NAMES = 20
MADE_BETWEEN = 20_000
"""Objects that may be made between two looks for garbage: a few megabytes."""


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH..."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where results go: index.html, grades.csv, STUDENT.html, instructor/. Not among the "
    "hand-ins.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="ID",
    callback=by_commas,
    help="Grade these exercises only (ID or ID,ID; repeatable). With one ID, a student's lone file "
    "is this exercise unless it is named after another.",
)
@click.option(
    "--secret-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The secret that hidden inputs are drawn from. Default: $TOPOGRADE_SECRET, otherwise "
    "DIR/.secret, which is made if it is not there.",
)
@FAIL_UNDER
@click.option(
    "--allow-unsandboxed",
    is_flag=True,
    help="Grade even where student code cannot be locked up; every report then says so.",
)
@click.option(
    "--require-isolation",
    type=click.Choice(["A", "B"]),
    help="Refuse to grade below this level of isolation.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes that grade. Default: one a core, as long as each has enough to do.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Grade on a Dask cluster: tcp://HOST:PORT or tls://HOST:PORT of its scheduler, or "
    "`local` to start one here.",
)
@click.option(
    "--policy",
    type=click.Choice(["last", "best"]),
    default="last",
    show_default=True,
    help="Which of a student's hand-ins counts: the one found last, or the best.",
)
@click.option(
    "--regrade", is_flag=True, help="Grade also what was graded before, and say what has changed."
)
@click.option(
    "--layout",
    type=click.Choice(["flat", "canvas", "moodle", "gradescope", "nbgrader", "github-classroom"]),
    help="What the hand-ins were downloaded from. Default: what their names say, otherwise flat.",
)
@click.option(
    "--one",
    metavar="STUDENT",
    help="The path is one student's hand-in, not a class; this is whose.",
)
@click.option(
    "--roster",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A CSV with the class, as Canvas, Moodle, Gradescope or GitHub give it out.",
)
@click.option(
    "--late",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="A CSV with extensions: student, and any of due, free_days, handed_in. For courses with a "
    "late policy.",
)
@click.option(
    "--late-by-file-time",
    is_flag=True,
    help="Where no platform says when a hand-in was made, take the time of its file.",
)
@click.option(
    "--dry-run", is_flag=True, help="Show what would be graded as what; run nothing, write nothing."
)
@click.option(
    "--export",
    multiple=True,
    metavar="KIND,...",
    callback=by_commas,
    help="Hand the grades on: canvas, moodle, gradescope, nbgrader, junit. Hand the pages on: "
    "feedback-moodle, feedback-canvas, feedback-nbgrader, feedback-folders. The file for a "
    "platform's own --roster is written anyway.",
)
@click.option(
    "--assignment",
    metavar="TITLE",
    help="Title or number of the assignment in Canvas's gradebook.",
)
@click.option(
    "--github",
    is_flag=True,
    help="Annotations, a summary and GitHub Classroom's result; on by itself in GitHub Actions.",
)
@click.option(
    "--anonymous",
    is_flag=True,
    help="Show pseudonyms instead of names in every output; DIR/instructor/names.csv has both.",
)
@COURSE
def grade(
    course_dir: Path | None,
    paths: tuple[Path, ...],
    out: Path | None,
    dry_run: bool,
    export: tuple[str, ...],
    **options: Any,
) -> int:
    """Grade hand-ins: files, folders with one file, folder or zip a student, platforms' downloads.

    A hand-in is a .py file, a notebook, a folder or a .zip. Results go to --out; a hand-in that
    cannot be read gets a named fault and costs nobody else anything. What --out holds already is
    not graded again: a run that was stopped goes on where it was.

    Exits with 0 when done, 1 if a hand-in is below --fail-under, 2 for what cannot be used or read,
    3 if something is ungraded, 4 if student code cannot be isolated.

    \b
    topograde grade submissions/ --out results/
    topograde grade ada.py --only backward --out results/
    topograde grade canvas.zip --roster gradebook.csv --dry-run
    """
    outlive_closed_pipes()
    if out is None and not dry_run:
        raise click.UsageError("Missing option '--out': where do the results go?")
    if unknown := [kind for kind in export if kind not in KINDS]:
        raise click.UsageError(f"--export knows {', '.join(KINDS)}, found {unknown[0]!r}.")
    if options["anonymous"] and (named := [kind for kind in export if kind != "junit"]):
        raise click.UsageError(f"--anonymous hides names; --export {named[0]} needs them.")
    course = load_course(course_dir)
    chosen = Options(out=out or Path(), export=export, **options)
    if dry_run:
        return show_plan(chosen.look(course, paths))
    return grade_class(course, paths, chosen)


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for on the command line."""

    out: Path
    only: tuple[str, ...] = ()
    secret_file: Path | None = None
    fail_under: float | None = None
    allow_unsandboxed: bool = False
    require_isolation: str | None = None
    jobs: int | None = None
    cluster: str | None = None
    policy: Policy = "last"
    regrade: bool = False
    layout: str | None = None
    one: str | None = None
    roster: Path | None = None
    export: tuple[str, ...] = ()
    assignment: str | None = None
    github: bool = False
    anonymous: bool = False
    late: Path | None = None
    late_by_file_time: bool = False

    def look(self, course: Course, paths: Sequence[Path]) -> FoundClass:
        """What was handed in. Raises `UnreadableInput`."""
        wanted = [course.exercise(name).id for name in self.only]
        return look(paths, course, wanted, self.layout, self.one, self.roster)


def grade_class(course: Course, paths: Sequence[Path], options: Options) -> int:
    """`topograde grade`: a class, with a table and files."""
    wanted = tuple(course.exercise(name).id for name in options.only)
    out, console = options.out, terminal.console()
    if options.one is None and (folder := among_hand_ins(out, paths)):
        raise OutputError(
            f"{out} lies in {folder}, the hand-ins: there a later run would take results for "
            "students'. Name a folder elsewhere for --out"
        )
    with terminated_like_interrupted():  # so that folders of an aborted reading are removed
        found = options.look(course, paths)
    if not found.submissions:
        for line in found.sentences(paths):
            terminal.say(terminal.console(stderr=True), line)
        return Exit.USAGE
    late = late_rules(course, options.late, options.late_by_file_time)
    roster = None if options.anonymous else found.roster
    kinds = wanted_kinds(options.export, roster)
    exports = Wanted(kinds, course.title, roster, options.assignment, paths)
    check_exports(exports)
    with _folder_for_results(out), Gradebook(out) as book, terminated_like_interrupted():
        setup = Setup.of(
            course, find_secret(options.secret_file, out), only=wanted,
            required=options.require_isolation, allowed=options.allow_unsandboxed,
        )  # fmt: skip
        people = None if roster is None else ClassList(roster)
        run = ClassRun(setup, book, out, options.policy, options.anonymous, late, people)
        run.check_names()
        github = on_github(options.github)
        answers = answers_of(found.submissions, course) if github else {}
        todo = run.to_grade(found.submissions, options.regrade)
        found = replace(found, submissions=found.submissions[:1])  # the others go when graded
        for line in _before(run, todo):
            terminal.say(console, line)
        isolation = _grade_all(run, todo, _crew(setup, len(todo), paths, options)) if todo else None
        gone = run.finish(paths)
        reports: Iterable[Report] = run.publisher.reports
        students = len(run.publisher.students)
        if students <= MOST_ROWS:
            reports = list(reports)  # read once
        table = run.publisher.write_class_files(reports)
        without = [r for r in reports if r.why_nothing and not r.has_grade]
        nobody = len(without) == students
        idle = list(_without_effect(run, exports, options))

        def sentences() -> Iterator[str]:  # where an export fails, those before it have been said
            yield from _after(run, gone, isolation)
            yield from run.late.sentences(reports) if run.late is not None else ()
            yield from _written(table, out)
            yield from () if nobody else write_exports(out, exports, reports)
            yield from () if options.anonymous else (*found.sentences(paths), *_on_roster(run))
            yield from _without_grade(without, nobody, wanted)
            yield from (f"! {line}" for line in idle)

        with commands_stopped(github):
            code = _show(run, reports, console, options.fail_under)
            for line in sentences():
                terminal.say(console, line)
        if nobody and code != Exit.UNGRADED:
            code = Exit.UNGRADED
        elif idle and code != Exit.UNGRADED:
            code = Exit.USAGE
        here = [r for r in reports if r.student in run.shown_found()] if github else []
        for command in tell_github(out, here, answers) if github else ():
            print(command)
        return code


def _without_grade(reports: Sequence[Report], nobody: bool, wanted: Sequence[str]) -> Iterator[str]:
    """Who has no grade, since nothing of theirs could be graded. Said last, to be seen."""
    if reports:
        named = some([*map(without_grade, reports)], MOST_NAMES)
        yield f"{len(reports)} without a grade, which is not 0 points: {named}"
    if nobody:
        asked = listed(wanted) if wanted else "an exercise of this course"
        yield f"Nobody handed in {asked}, so nothing was written for platforms."


def _without_effect(run: ClassRun, exports: Wanted, options: Options) -> Iterator[str]:
    """What was asked for and does nothing here."""
    if strangers := run.late_strangers():
        names = counted(len(strangers), "student") if run.anonymous else some(strangers)
        yield f"in the file for --late, and not in the class: {names}"
    if options.assignment is not None and (why := assignment_unused(exports)):
        yield why


def _written(table: Path, out: Path) -> Iterator[str]:
    yield f"{out}{os.sep}index.html  the class on one page"
    yield f"{table}  one row a student"
    yield f"{out}{os.sep}STUDENT.html  to hand out, and STUDENT.json"
    yield f"{out}{os.sep}instructor{os.sep}  the same with hidden inputs"


@contextmanager
def _folder_for_results(out: Path) -> Iterator[None]:
    """Make it. Where nothing can be graded there are no results, not even an empty folder."""
    new = not out.exists()
    prepare_folder(out)
    try:
        yield
    except (IsolationRefused, NoCluster, SecretError, UnreadableInput):
        if new and not any(out.glob("*.json")):
            shutil.rmtree(out, ignore_errors=True)
        raise


def _crew(
    setup: Setup, hand_ins: int, paths: Sequence[Path], options: Options
) -> AbstractContextManager[Crew]:
    if options.cluster:
        return crew_of_cluster(setup, options.cluster, options.jobs)
    if options.jobs:
        jobs = min(hand_ins, options.jobs)
    else:
        wanted = [found for id, found in checks_from(setup).items() if id in (setup.only or (id,))]
        jobs = jobs_for(hand_ins, sum(map(len, wanted)))
    return crew_here(setup, jobs, paths, options.out)


def _grade_all(run: ClassRun, todo: deque[Submission], opened: AbstractContextManager[Crew]) -> str:
    """Grade what is to be graded; what is said of isolation. A stopped run leaves its table."""
    with opened as crew, _seldom_collected():
        try:
            for _ in with_progress(run.grade_and_publish(todo, crew), len(todo)):
                pass  # by now it is in the gradebook, and its pages are written
        except KeyboardInterrupt:
            run.publisher.write_class_files()
            kept = "what was done is kept, and the same command goes on from there"
            raise KeyboardInterrupt(kept) from None
        return crew.isolation


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Look for garbage more seldom, and not in what was imported: pages leave little of it."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(MADE_BETWEEN, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _before(run: ClassRun, todo: Sequence[Submission]) -> Iterator[str]:
    if run.book.run > 1:
        yield f"{run.kept} graded before and kept, {len(todo)} to grade"
    others = sorted((v, count) for v, count in run.book.versions().items() if v != __version__)
    if others:
        by = ", ".join(f"{count} by {version}" for version, count in others)
        yield f"in the gradebook: {by}; this is Topograde {__version__}, which grades them anew"


def _after(run: ClassRun, gone: Sequence[str], isolation: str | None) -> Iterator[str]:
    changes = sorted(run.publisher.changes, key=lambda change: change.student.casefold())
    if changes:
        yield f"{counted(len(changes), 'grade')} changed:"
        yield from (f"  {change.sentence}" for change in changes[:MOST_NAMES])
        if len(changes) > MOST_NAMES:
            yield f"  and {len(changes) - MOST_NAMES} more"
    if gone and run.anonymous:
        yield f"left out, because their hand-in is no longer there: {len(gone)}"
    elif gone:
        yield f"left out, because their hand-in is no longer there: {few(gone, MOST_NAMES)}"
    if earlier := run.from_earlier():
        names = "" if run.anonymous else f": {some(earlier)}"
        yield f"{len(earlier)} kept from an earlier folder{names}"
    if isolation:
        yield f"isolation: {isolation}"


def _on_roster(run: ClassRun) -> Iterator[str]:
    """Who of the class is not on the roster, and who on it is not in the class."""
    if run.class_list is None:
        return
    if strangers := run.class_list.strangers(run.publisher.students):
        yield f"{len(strangers)} not on the roster: {some(strangers)}"
    if missing := run.publisher.info.missing:
        yield f"{len(missing)} handed nothing in: {some(missing)}"


def _show(
    run: ClassRun, reports: Iterable[Report], console: Console, fail_under: float | None
) -> int:
    """Print the table and the summary; the exit code."""
    found = run.shown_found()
    if isinstance(reports, list):
        console.print(terminal.class_table(reports, console.width))
        console.print()
    else:
        count = len(run.publisher.students)
        terminal.say(console, f"{count} students: index.html and grades.csv have them one by one")
    terminal.say(console, terminal.class_summary(reports))
    code, below, unexplained = Exit.OK, 0, []
    for report in reports:
        if report.student not in found:
            continue
        if report.ungraded:
            code = Exit.UNGRADED
        if any(exercise.unexplained for exercise in report.exercises):
            unexplained.append(report.student)
        most = report.max_score or 1  # of what could not be read nothing may count, and it is below
        below += fail_under is not None and 100 * report.score < fail_under * most
    if below:
        terminal.say(console, f"{below} below --fail-under {fail_under:g} %")
    if unexplained:
        terminal.say(
            console,
            f"{len(unexplained)} judged, but not fully explained, through a fault of Topograde's; "
            f"no grade depends on it: {few(unexplained, MOST_NAMES)}. The faults are "
            f"in {INSTRUCTOR}{os.sep}STUDENT.json, under `unexplained`: please report them",
        )
    return code or (Exit.FAILED if below else Exit.OK)
