"""How a command ends: exit codes, and every expected error as one sentence on stderr."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from grader.errors import TopogradeError

Command = TypeVar("Command", bound=Callable[..., object])

COURSE = click.option(
    "--course",
    "course_dir",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A course of your own (course.toml, stubs, solutions, checks). Default: the built-in one.",
)


def out_folder(what: str) -> Callable[[Command], Command]:
    """The option for the folder into which a command writes; it has to be given."""
    folder = click.Path(path_type=Path, file_okay=False)
    return click.option("--out", type=folder, required=True, metavar="DIR", help=what)


class _Unread(io.FileIO):
    """A standard stream that drops what nobody reads any more."""

    def write(self, data: Any, /) -> int:
        """As a file does it; after the reader has gone, all is written and nothing happens."""
        try:
            return super().write(data)
        except BrokenPipeError:
            return memoryview(data).nbytes


def outlive_closed_pipes() -> None:
    """Go on where what reads our output ends, as `head` does: the work is worth more than the
    lines about it."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        try:
            number = stream.fileno()
        except (AttributeError, OSError, ValueError):  # none, or a test's own
            continue
        stream.flush()
        raw = io.BufferedWriter(_Unread(number, "wb", closefd=False))
        buffered = {"line_buffering": stream.line_buffering, "write_through": name == "stderr"}
        setattr(sys, name, io.TextIOWrapper(raw, stream.encoding, stream.errors, **buffered))


class Commands(click.Group):
    """Commands that turn every expected error into a sentence on stderr and an exit code."""

    def invoke(self, context: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(context)
        except KeyboardInterrupt as error:
            _leave(f"stopped; {error}" if str(error) else "stopped", 130)
        except TopogradeError as error:
            _leave(str(error), error.code)


def _leave(message: str, code: int) -> NoReturn:
    click.echo(f"topograde: {message}", err=True)
    sys.exit(code)
