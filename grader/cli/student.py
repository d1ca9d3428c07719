"""The student's commands."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.cli.exits import COURSE, errors_as_sentences
from grader.course import default_course_dir, load_course


@click.command()
@click.argument("exercises", nargs=-1, metavar="[EXERCISE ...]")
@click.option(
    "--work",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Your folder. Default: exercises/ below the current folder, else the folder itself.",
)
@COURSE
def check(exercises: tuple[str, ...], work: Path | None, course_dir: Path | None) -> None:
    """Check your own work.

    Runs the public checks of the exercises that you name (all if you name none) and shows the first
    thing to mend. Hidden checks run when your instructor grades. Exits with 1 if a check failed.
    """
    from grader.commands.check import check_work

    with errors_as_sentences():
        sys.exit(check_work(load_course(course_dir or default_course_dir()), exercises, work))
