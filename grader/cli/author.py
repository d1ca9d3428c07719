"""The commands of those who make and keep a course."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.cli.exits import COURSE, errors_as_sentences
from grader.course import default_course_dir, load_course


@click.command()
@COURSE
@click.option("--full", is_flag=True, help="Variants, pairs and mutants too; writes the page.")
@click.option(
    "--sample",
    type=click.FloatRange(0, 100, min_open=True),
    metavar="PERCENT",
    help="With --full: only a drawn part of what it adds, compared with what was written down.",
)
@click.option("--seed", type=int, default=0, help="What the sample is drawn from.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes at a time; one a core if not.")
def verify(
    course_dir: Path | None, full: bool, sample: float | None, seed: int, jobs: int | None
) -> None:
    """Let the course prove itself.

    Every stub earns 0 and every solution everything; stubs are up to date; hints exist; every trap
    draws; no stray files. Every misconception is caught and named, every odd but right engine gets
    every point. Names file, fault and what mends it. Exits with 1 on a fault.
    """
    from grader.commands.prove import Wanted
    from grader.commands.verify import verify_course

    if sample is not None and not full:
        raise click.UsageError("--sample is a part of what --full adds: give both.")
    wanted = Wanted(full, sample, seed, jobs or 0)
    with errors_as_sentences():
        sys.exit(verify_course(load_course(course_dir or default_course_dir()), wanted))


@click.group()
def release() -> None:
    """Make what is handed out from the solutions."""


@release.command()
@COURSE
def stubs(course_dir: Path | None) -> None:
    """Write exercises/NN_id.py from solutions/NN_id.py."""
    from grader.release import write_stubs

    with errors_as_sentences():
        course = load_course(course_dir or default_course_dir())
        changed = write_stubs(course)
        for path in changed:
            click.echo(f"wrote {path}")
        click.echo(f"{len(course.exercises)} stubs are up to date, {len(changed)} were written.")


@click.command()
@COURSE
def doctor(course_dir: Path | None) -> None:
    """Say what this machine has: versions, the course, and how student code is locked up."""
    from grader.commands.doctor import examine

    with errors_as_sentences():
        sys.exit(examine(course_dir or default_course_dir()))
