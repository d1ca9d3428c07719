"""The grader is graded: `python -m tests.proving`, and `make detection` for the whole of it.

Every misconception must be caught and named, every odd but right engine must get every point. With
`--full`, variants, pairs and mutants too, and the tables of `docs/detection.md` are written anew.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from grader.authoring.verify import Flaw
from grader.checks.declare import Check, checks_of
from grader.classroom.output_files import write_text
from grader.course.course import Course, CourseError, load_course
from grader.reports import terminal
from tests.proving import document, figures, proof
from tests.proving.figures import FILE, Rate
from tests.proving.judged import HERE
from tests.proving.odd import Stale
from tests.proving.reasons import REASONS
from tests.proving.runs import WorkerPool
from tests.proving.tasks import wrong_answers
from tests.support.paths import ROOT

SECRET = b"the grader is graded"
PLAIN_SECONDS = 10.0
"""How often a pipe gets a line of progress."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How much is to be proved. percent: of what `full` adds, None for all of it."""

    full: bool = False
    percent: float | None = None
    seed: int = 0
    jobs: int = 0


@click.command()
@click.option("--full", is_flag=True, help="Variants, pairs and mutants too; writes the page.")
@click.option(
    "--sample",
    type=click.FloatRange(0, 100, min_open=True),
    metavar="PERCENT",
    help="With --full: only a drawn part of what it adds, compared with what was written down.",
)
@click.option("--seed", type=int, default=0, help="What the sample is drawn from.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes at a time; one a core if not.")
def main(full: bool, sample: float | None, seed: int, jobs: int | None) -> None:
    """Prove that what is wrong is caught and named, and what is right gets every point."""
    if sample is not None and not full:
        raise click.UsageError("--sample is a part of what --full adds: give both.")
    console = terminal.console()
    course = load_course(ROOT)
    faults = 0
    wanted = Wanted(full, sample, seed, jobs or 0)
    for proved in prove_course(course, checks_of(course), wanted, ROOT / "docs"):
        if isinstance(proved, Flaw):
            faults += 1
            console.print(Text(f"{proved.file}: {proved.fault}\n    to mend it: {proved.mend}"))
        else:
            console.print(Text(proved))
    if faults:
        console.print(Text(f"{faults} fault{'s' if faults > 1 else ''}."))
        sys.exit(1)


def prove_course(
    course: Course, checks: Mapping[str, tuple[Check, ...]], wanted: Wanted, docs: Path
) -> Iterator[Flaw | str]:
    """Faults of the grader, and lines about what was proved. `docs`: where the page belongs.

    Raises `CourseError` if the tools or the folder that `--full` needs are not there.
    """
    obstacle = _obstacle(course)
    if obstacle is not None:
        yield obstacle
        return
    if wanted.full:
        _require(docs)
    jobs = wanted.jobs or min(os.cpu_count() or 1, 8)

    def pool(start: int) -> WorkerPool:
        return WorkerPool(course.stubs_dir, SECRET + bytes([start]), jobs)

    started = time.monotonic()
    if not wanted.full:
        with pool(0) as one:
            found = proof.basic(course, one, shown)
    elif wanted.percent is not None:
        with pool(0) as one:
            found = proof.drawn(course, one, shown, wanted.percent, wanted.seed)
        yield from _compared(found, docs)
    else:
        found = proof.full(course, pool, shown, seed=0)
    yield from found.faults
    rates = figures.figures(found)
    if wanted.full and wanted.percent is None:
        yield from figures.pair_faults(rates, docs / FILE)
        needed = document.needed_for(found.needs)
        yield from document.needless(needed, checks, REASONS)
        write_text(docs / FILE, figures.as_toml(found, rates))
        page = docs / document.PAGE.name
        blocks = document.proved(found, rates, checks) | document.counted(checks)
        write_text(page, document.filled(page.read_text(encoding="utf-8"), blocks))
        yield f"wrote {docs / FILE}, and the tables of {page}: read its words beside them"
    yield from _lines(rates)
    seconds = time.monotonic() - started
    yield f"{found.cpu:.0f} s of processor time in {seconds:.0f} s by the clock, {jobs} at a time"


def _obstacle(course: Course) -> Flaw | None:
    """Why the hand-ins cannot be made."""
    try:
        proof.the_odd(course)
        list(wrong_answers(course))
    except OSError as error:
        fault = f"the hand-ins of the proof are made from the solutions: {error.strerror}"
        return Flaw(course.solutions_dir, fault, "run it in a checkout of the repository")
    except Stale as error:
        return Flaw(HERE / "odd.py", str(error), "write the change with the words of the solution")
    return None


def _require(docs: Path) -> None:
    if importlib.util.find_spec("cosmic_ray") is None:
        raise CourseError("--full makes mutants with cosmic-ray; `make detection` installs it.")
    if not (docs / document.PAGE.name).is_file():
        raise CourseError(f"--full fills in {document.PAGE.name} in {docs}: it is not there.")


def _compared(found: proof.Proof, docs: Path) -> Iterator[Flaw]:
    try:
        yield from figures.fallen(found, docs / FILE)
    except (OSError, ValueError, KeyError) as error:
        yield Flaw(docs / FILE, f"cannot be compared with: {error}", "make detection")


def _lines(rates: Mapping[str, Rate]) -> Iterator[str]:
    width = max(map(len, rates), default=0)
    for name, rate in rates.items():
        yield f"{name:{width}}  {rate!s:>13}  {rate.percent}"


Item = TypeVar("Item")


def shown(what: str, outcomes: Iterator[Item], total: int) -> Iterator[Item]:
    """The outcomes, with a bar on a terminal and a line every few seconds in a pipe."""
    console = terminal.console(stderr=True)
    if console.is_terminal:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
            task = bar.add_task(what, total=total)
            for outcome in outcomes:
                bar.update(task, advance=1)
                yield outcome
        return
    started = last = time.monotonic()
    for number, outcome in enumerate(outcomes, start=1):
        yield outcome
        if time.monotonic() - last > PLAIN_SECONDS or number == total:
            last = time.monotonic()
            print(f"{what}: {number} of {total} in {last - started:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
