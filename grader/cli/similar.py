"""The command `similar`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.cli.exits import COURSE, out_folder
from grader.course.course import load_course


@click.command(short_help="Which answers share code; accuses nobody.")
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH..."
)
@click.option(
    "--against",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Compare with these too: an older class, a public engine (repeatable).",
)
@click.option(
    "--only", multiple=True, metavar="ID", help="Compare this exercise only (repeatable)."
)
@click.option(
    "--least",
    type=click.IntRange(1, 100),
    default=60,
    show_default=True,
    metavar="PERCENT",
    help="List pairs of which one shares so much with the other.",
)
@out_folder("Where similar.html and similar.csv go.")
@COURSE
def similar(
    paths: tuple[Path, ...],
    against: tuple[Path, ...],
    only: tuple[str, ...],
    least: int,
    out: Path,
    course_dir: Path | None,
) -> None:
    """Compare all hand-ins with each other, and with what --against names.

    Names, texts, numbers, comments and layout do not count, and what the stub has is taken out
    first. Nothing is run. The pairs stand side by side on a page; no score depends on them.

    \b
    topograde similar submissions/ --out similar/
    topograde similar submissions/ --against last-year.zip --against engine.py --out similar/
    """
    from grader.cli.commands.similar import find_similar

    course = load_course(course_dir)
    ids = [course.exercise(name).id for name in only]
    sys.exit(find_similar(course, paths, against, out, ids, least))
