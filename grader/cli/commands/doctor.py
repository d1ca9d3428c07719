"""`topograde doctor`: what this machine has."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rich.text import Text

from grader import __version__
from grader.cli.options import COURSE
from grader.course.course import CourseError, default_course_dir, load_course
from grader.errors import Exit
from grader.programs.pytorch import torch_version
from grader.reports import terminal
from grader.worker import isolation
from grader.worker.starting import start_server


@click.command()
@COURSE
def doctor(course_dir: Path | None) -> int:
    """Say what this machine has: versions, the course, and how student code is locked up."""
    console = terminal.console()
    for name, value in _versions():
        console.print(Text(f"{name:12}{value}"))
    course = None
    try:
        course = load_course(course_dir or default_course_dir())
        console.print(Text(f"{'course':12}{course.title}: {len(course.exercises)} exercises"))
    except CourseError as error:
        console.print(Text(f"{'course':12}{error}"))
    with start_server(*(course.beside if course else ())) as server:
        proof = isolation.prove(server)
    console.print(Text(f"{'isolation':12}{proof.sentence}"))
    for line in proof.lines():
        console.print(Text(f"{'':12}{line}"))
    return Exit.OK


def _versions() -> Iterator[tuple[str, str]]:
    yield "topograde", __version__
    yield "python", f"{platform.python_version()} ({sys.executable})"
    yield "torch", torch_version() or "not installed: `check` does without it, `grade` needs it"
    yield "system", f"{platform.system()} {platform.release()} {platform.machine()}"
