"""How far a run is: a live line on a terminal, a plain line every few seconds in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import Console

from grader.judging.report import Report
from grader.reports import terminal

PLAIN_SECONDS = 5.0


@dataclass(slots=True)
class Tally:
    """What has been done so far, and since when."""

    total: int
    started: float
    first: float = 0.0
    done: int = 0
    ungraded: int = 0
    nothing: int = 0

    def add(self, report: Report) -> None:
        """Count a report."""
        self.done += 1
        if self.done == 1:
            self.first = time.monotonic()
        self.ungraded += report.ungraded
        self.nothing += bool(report.why_nothing)

    @property
    def failures(self) -> str:
        """What has gone wrong so far, in words; empty if nothing has."""
        parts = [(self.ungraded, "ungraded"), (self.nothing, "with nothing to grade")]
        return ", ".join(f"{count} {word}" for count, word in parts if count)

    def a_second(self, now: float) -> float | None:
        """Hand-ins a second since the first one came: before it, torch is imported. None before
        the second one."""
        return None if self.done < 2 else (self.done - 1) / max(now - self.first, 1e-9)

    def rate(self, now: float) -> str:
        """Hand-ins a minute or a second, whichever reads better."""
        rate = self.a_second(now)
        if rate is None:
            return ""
        return f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min"

    def line(self, now: float) -> str:
        """For a pipe."""
        parts = [f"graded {self.done} of {self.total} in {now - self.started:.0f} s"]
        left, rate = self.total - self.done, self.a_second(now)
        if left and rate:
            parts.append(f"{self.rate(now)}, {in_words(left / rate)} left")
        return "; ".join([*parts, self.failures] if self.failures else parts)


def in_words(seconds: float) -> str:
    """A time as read aloud: 40 s, 12 min, 2 h 5 min."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def with_progress(reports: Iterable[Report], total: int) -> Iterator[Report]:
    """The reports, and on stderr how far it is. total: how many reports there will be."""
    tally = Tally(total, time.monotonic())
    console = terminal.console(stderr=True)
    shown = _live if console.is_terminal else _plain
    yield from shown(reports, tally, console)


def _plain(reports: Iterable[Report], tally: Tally, _: Console) -> Iterator[Report]:
    last = tally.started
    for report in reports:
        tally.add(report)
        yield report
        now = time.monotonic()
        if now - last > PLAIN_SECONDS or tally.done == tally.total:
            last = now
            print(tally.line(now), file=sys.stderr, flush=True)


def _live(reports: Iterable[Report], tally: Tally, console: Console) -> Iterator[Report]:
    from rich.progress import (  # takes its time, and a pipe has no use for it
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        *(TextColumn("grading"), BarColumn(bar_width=None), MofNCompleteColumn()),
        *(TextColumn("{task.fields[rate]}"), TimeElapsedColumn(), TimeRemainingColumn()),
        TextColumn("{task.fields[failures]}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("grading", total=tally.total, rate="", failures="")
        for report in reports:
            tally.add(report)
            rate = tally.rate(time.monotonic())
            bar.update(task, advance=1, rate=rate, failures=tally.failures)
            yield report
