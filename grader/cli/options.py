"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., object])

COURSE = click.option(
    "--course",
    "course_dir",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A course of your own (course.toml, stubs, solutions, checks). Default: the built-in one.",
)
WORK = click.option(
    "--work",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Your folder. Default: exercises/ below the current folder, otherwise the folder itself.",
)
FAIL_UNDER = click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit with 1 if a hand-in scores less than this.",
)


def by_commas(_: object, __: object, values: Iterable[str]) -> tuple[str, ...]:
    """The parts of a repeatable option, each value of which may hold several."""
    return tuple(part.strip() for each in values for part in each.split(",") if part.strip())


def out_folder(what: str) -> Callable[[Command], Command]:
    """The option for the folder into which a command writes; it has to be given."""
    folder = click.Path(path_type=Path, file_okay=False)
    return click.option("--out", type=folder, required=True, metavar="DIR", help=what)


RESULTS = out_folder("The folder of results.")
