"""Whether the score of a wrong engine depends on what is drawn: `python -m tests.proving.secrets`.

Each engine's traps are judged with one secret after another. Every set of draws holds each kind of
input, so each engine gets one score; the command prints those that get more, with the checks that
passed with one secret and not with another, and exits with 1.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from grader.checks.declare import Check, checks_of
from grader.course.course import Course, load_course
from grader.judging.context import GradingContext
from grader.judging.exercise import ExerciseRun
from grader.judging.limits import Budget
from grader.programs.pytorch import Oracle
from grader.submissions.sources.collected import Source
from grader.worker.forkserver import ForkServer
from tests.proving.hand_ins import EXAM, wrong_engines
from tests.support.paths import DATA, ROOT, WRONG_ENGINES

SECRETS = 20


@dataclass(frozen=True, slots=True)
class Scores:
    """What an engine's traps came to, one set of passed ones for each secret."""

    name: str
    passed: tuple[frozenset[str], ...]

    @property
    def wavering(self) -> frozenset[str]:
        """The traps that passed with one secret and not with another."""
        return frozenset.union(*self.passed) - frozenset.intersection(*self.passed)


def engines() -> Iterator[tuple[str, str]]:
    """Every wrong engine that we know, with its name: one of each belief, and strangers'."""
    for hand_in in wrong_engines():
        if hand_in.exercise == EXAM:
            yield hand_in.name, hand_in.text
    folders = (WRONG_ENGINES, *sorted((DATA / "strangers").glob("*/wrong")))
    for path in (path for folder in folders for path in sorted(folder.glob("*.py"))):
        yield f"{path.parent.parent.name}/{path.stem}", path.read_text(encoding="utf-8")


def scores(
    course: Course, found: Iterable[tuple[str, str]], secrets: int = SECRETS
) -> Iterator[Scores]:
    """The passed traps of each engine, with so many secrets."""
    checks = checks_of(course)[EXAM]  # all: what a trap asks may hang on what was passed before it
    with ForkServer() as server:
        oracle = Oracle()
        contexts = [
            GradingContext(f"secret {number}".encode(), server, oracle) for number in range(secrets)
        ]
        for name, text in found:
            yield Scores(name, tuple(_passed(course, each, checks, text) for each in contexts))


def _passed(
    course: Course, context: GradingContext, checks: Iterable[Check], text: str
) -> frozenset[str]:
    source = Source("answer.py", (text,), False)
    with ExerciseRun(context, course.exercise(EXAM), source, "proof", "0" * 64, Budget()) as run:
        results = [run.result(check) for check in checks]
    return frozenset(each.id for each in results if each.hidden and each.outcome == "passed")


@click.command()
@click.option("--secrets", type=click.IntRange(2), default=SECRETS, show_default=True)
@click.option("--part", type=(int, int), default=(0, 1), help="Every N-th engine, from the K-th.")
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
def main(secrets: int, part: tuple[int, int], files: tuple[Path, ...]) -> None:
    """Look whether a wrong engine's score depends on the secret; FILES: only these engines."""
    start, step = part
    chosen = [(str(path), path.read_text(encoding="utf-8")) for path in files] or list(engines())
    total = wavering = 0
    for score in scores(load_course(ROOT), chosen[start::step], secrets):
        total += 1
        if score.wavering:
            wavering += 1
            counts = (sum(name in each for each in score.passed) for name in score.wavering)
            told = (
                f"{name} passed with {count} of {secrets}"
                for name, count in zip(score.wavering, counts, strict=True)
            )
            click.echo(f"{score.name}: {', '.join(sorted(told))}")
    click.echo(f"{total - wavering} of {total} wrong engines get one score with {secrets} secrets")
    sys.exit(wavering > 0)


if __name__ == "__main__":
    main()
