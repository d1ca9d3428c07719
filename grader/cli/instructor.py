"""The instructor's commands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from grader.cli.exits import COURSE, errors_as_sentences
from grader.course import default_course_dir, load_course


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH..."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where results go: grades.csv, STUDENT.json, instructor/.",
)
@click.option("--only", multiple=True, metavar="ID", help="Grade this exercise only (repeatable).")
@click.option(
    "--secret-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The secret that hidden inputs are drawn from. Default: $TOPOGRADE_SECRET, else "
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
    "--layout",
    type=click.Choice(["flat", "canvas", "moodle", "gradescope", "nbgrader", "github-classroom"]),
    help="What the hand-ins were downloaded from. Default: what their names say, else flat.",
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
    "--dry-run", is_flag=True, help="Show what would be graded as what; run nothing, write nothing."
)
@click.option(
    "--export",
    multiple=True,
    metavar="KIND,...",
    help="Write canvas.csv, moodle.csv, junit.xml too: canvas, moodle, junit.",
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
@COURSE
def grade(
    course_dir: Path | None,
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
    cannot be read gets a named fault and costs nobody else anything.

    \b
    topograde grade submissions/ --out results/
    topograde grade ada.py --only backward --out results/
    topograde grade canvas.zip --roster gradebook.csv --dry-run
    """
    from grader.commands.grade import grade_class
    from grader.commands.handed_in import HandedIn, show_plan

    if out is None and not dry_run:
        raise click.UsageError("Missing option '--out': where shall the results go?")
    kinds = [kind.strip() for each in export for kind in each.split(",") if kind.strip()]
    if unknown := [kind for kind in kinds if kind not in ("canvas", "moodle", "junit")]:
        raise click.UsageError(f"--export knows canvas, moodle and junit, found {unknown[0]!r}.")
    with errors_as_sentences():
        course = load_course(course_dir or default_course_dir())
        handed = HandedIn(layout, one, roster)
        if out is None or dry_run:
            sys.exit(show_plan(course, options["paths"], options["only"], handed))
        sys.exit(grade_class(course, out=out, handed=handed, export=kinds, **options))
