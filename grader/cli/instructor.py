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
    required=True,
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
@COURSE
def grade(course_dir: Path | None, **options: Any) -> None:
    """Grade hand-ins: files, and folders with one file, folder or zip a student.

    A hand-in is a .py file, a notebook, a folder or a .zip. Results go to --out; a hand-in that
    cannot be read gets a named fault and costs nobody else anything.

    \b
    topograde grade submissions/ --out results/
    topograde grade ada.py --only backward --out results/
    """
    from grader.commands.grade import grade_class

    with errors_as_sentences():
        sys.exit(grade_class(load_course(course_dir or default_course_dir()), **options))
