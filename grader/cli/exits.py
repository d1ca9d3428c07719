"""How a command ends: exit codes, and every expected error as one sentence on stderr."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

from grader.errors import TopogradeError

COURSE = click.option(
    "--course",
    "course_dir",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A course of your own (course.toml, stubs, solutions, checks). Default: the built-in one.",
)


class errors_as_sentences:
    """Turns every expected error into a sentence on stderr and an exit code."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is None or isinstance(error, (SystemExit, click.ClickException)):
            return
        if isinstance(error, KeyboardInterrupt):
            _leave(f"stopped; {error}" if str(error) else "stopped", 130)
        if isinstance(error, TopogradeError):
            _leave(str(error), error.code)


def _leave(message: str, code: int) -> NoReturn:
    click.echo(f"topograde: {message}", err=True)
    sys.exit(code)
