"""How a command ends: exit codes, and every expected error as one sentence on stderr."""

from __future__ import annotations

import io
import shutil
import sys
import textwrap
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NoReturn

import click

from grader.errors import TopogradeError

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 96}


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
    """Commands that turn every expected error into a sentence on stderr and an exit code.

    A command is imported when it is asked for, since `check` is to start fast. The list of them
    needs none: `known` says of each where it is (`module:name`) and what it does.
    """

    def __init__(self, known: Mapping[str, tuple[str, str]], **options: Any) -> None:
        super().__init__(**options)
        self.known = known

    def list_commands(self, context: click.Context) -> list[str]:
        """The names, in the order in which one needs them."""
        return list(self.known)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """A command by its name; None if there is no such."""
        if name not in self.known:
            return None
        module, _, function = self.known[name][0].partition(":")
        found = getattr(import_module(f"grader.cli.{module}"), function)
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of them in the help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, what) for name, (_, what) in self.known.items()])

    def invoke(self, context: click.Context) -> NoReturn:
        """Run a command; the number that it returns is the exit code."""
        try:
            code = super().invoke(context)
        except KeyboardInterrupt as error:
            _leave(f"stopped; {error}" if str(error) else "stopped", 130)
        except TopogradeError as error:
            _leave(str(error), error.code)
        sys.exit(code if isinstance(code, int) else 0)


WIDEST = 100


def _leave(message: str, code: int) -> NoReturn:
    text = f"topograde: {message}"
    if sys.stderr.isatty():
        width = min(shutil.get_terminal_size().columns, WIDEST)
        fold = textwrap.TextWrapper(width, break_on_hyphens=False, break_long_words=False).fill
        text = "\n".join(map(fold, text.splitlines()))  # paths and commands are not broken
    click.echo(text, err=True)
    sys.exit(code)
