"""The commands of those who make and keep a course."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.cli.exits import COURSE, errors_as_sentences
from grader.course import default_course_dir, load_course


@click.command()
@COURSE
def verify(course_dir: Path | None) -> None:
    """Let the course prove itself.

    Every stub earns 0 and every solution everything; stubs are up to date; hints exist; every trap
    draws; no stray files. Names file, fault and what mends it. Exits with 1 on a fault.
    """
    from grader.commands.verify import verify_course

    with errors_as_sentences():
        sys.exit(verify_course(load_course(course_dir or default_course_dir())))


@click.group()
def release() -> None:
    """Make what is handed out from the solutions."""


@release.command()
@COURSE
def stubs(course_dir: Path | None) -> None:
    """Write exercises/NN_id.py, and the notebook of them, from solutions/NN_id.py."""
    from grader.release import write_stubs

    with errors_as_sentences():
        course = load_course(course_dir or default_course_dir())
        changed = write_stubs(course)
        for path in changed:
            click.echo(f"wrote {path}")
        stubs = f"{len(course.exercises)} stubs and the notebook"
        click.echo(f"{stubs} are up to date, {len(changed)} were written.")


@release.command()
@COURSE
def answers(course_dir: Path | None) -> None:
    """Record PyTorch's and the wrong engines' answers, so that `check` needs no PyTorch.

    Takes a minute or two. Do it whenever checks or misconceptions have changed.
    """
    from grader.check import checks_of
    from grader.recorded import folder_of
    from grader.recording import write_answers

    with errors_as_sentences():
        course = load_course(course_dir or default_course_dir())
        changed = write_answers(course.exercises, checks_of(course), folder_of(course))
        for path in changed:
            click.echo(f"wrote {path}")
        click.echo(f"Answers are recorded; {len(changed)} files have changed.")


@click.command()
@COURSE
def doctor(course_dir: Path | None) -> None:
    """Say what this machine has: versions, the course, and how student code is locked up."""
    from grader.commands.doctor import examine

    with errors_as_sentences():
        sys.exit(examine(course_dir or default_course_dir()))
