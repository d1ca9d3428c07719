"""The instructor's commands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from grader.cli.exits import COURSE, outlive_closed_pipes
from grader.course.course import load_course


@click.command(short_help="Grade a class: files, folders, zips, platforms' downloads.")
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
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit with 1 if a hand-in scores less than this.",
)
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
    layout: str | None,
    one: str | None,
    roster: Path | None,
    **options: Any,
) -> None:
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
    from grader.classroom.exports.files import KINDS
    from grader.cli.commands.grade import Options, grade_class
    from grader.cli.commands.handed_in import HandedIn, show_plan

    outlive_closed_pipes()
    if out is None and not dry_run:
        raise click.UsageError("Missing option '--out': where do the results go?")
    listed = [name.strip() for each in options["only"] for name in each.split(",")]
    options["only"] = tuple(name for name in listed if name)
    kinds = [kind.strip() for each in export for kind in each.split(",") if kind.strip()]
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise click.UsageError(f"--export knows {', '.join(KINDS)}, found {unknown[0]!r}.")
    if options["anonymous"] and (named := [kind for kind in kinds if kind != "junit"]):
        raise click.UsageError(f"--anonymous hides names; --export {named[0]} needs them.")
    course = load_course(course_dir)
    handed = HandedIn(layout, one, roster)
    if out is None or dry_run:
        sys.exit(show_plan(course, paths, options["only"], handed))
    chosen = Options(out=out, handed=handed, export=tuple(kinds), **options)
    sys.exit(grade_class(course, paths, chosen))


@click.command(short_help="The summary and score of a run of pytest --topograde.")
@click.argument("report", type=click.Path(path_type=Path, dir_okay=False), metavar="REPORT.json")
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit with 1 if a hand-in scores less than this.",
)
@click.option("--github", is_flag=True, help="As for `grade`; on by itself in GitHub Actions.")
def summary(report: Path, fail_under: float | None, github: bool) -> None:
    """Show what a run of pytest found, as a summary of points with the first failures in full.

    REPORT.json is what pytest-json-report wrote. Printed as Markdown; on GitHub it becomes the
    job's summary, with annotations. Exits with 1 below --fail-under, 3 if something is ungraded.

    \b
    pytest --topograde --json-report --json-report-file=report.json
    topograde summary report.json
    """
    from grader.cli.commands.summary import summarise

    sys.exit(summarise(report, fail_under, github))
