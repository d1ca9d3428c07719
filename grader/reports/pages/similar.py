"""The page of `topograde similar`: answers that share code, side by side. It accuses nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader import __version__
from grader.reports.pages import markup
from grader.submissions.similarity import RUN, Answer, Pair

MOST_SHOWN = 60
"""Pairs whose code the page holds; the table lists more."""
MOST_LISTED = 1000
AROUND = 3
"""Lines that are shown before and after those that are shared."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an answer; `shared`: whether it is also in the other.

    left_out: how many lines that are not shared are left out before this one.
    """

    number: int
    text: str
    shared: bool
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One pair as the page shows it: percentages, and both sides if there is room for them."""

    number: int
    exercise: str
    names: tuple[str, str]
    percents: tuple[int, int]
    sides: tuple[tuple[Line, ...], ...] = ()


def similar_page(pairs: Sequence[Pair], middle: Mapping[str, float], short: int, least: int) -> str:
    """The page as HTML. middle: by exercise, what the middle pair of the class shares.

    short: answers that were too short to compare; least: percent from which pairs are listed.
    """
    style = markup.part("similar.css")
    rows = [_row(number, pair) for number, pair in enumerate(pairs[:MOST_LISTED], start=1)]
    return markup.fill(
        "similar.html",
        rows=rows,
        more=len(pairs) - len(rows),
        middle={name: round(100 * share) for name, share in middle.items()},
        short=short,
        least=least,
        run=RUN,
        style=style,
        policy=markup.policy(style, ""),
        version=__version__,
    )


def _row(number: int, pair: Pair) -> Row:
    left, right = pair.common.shares
    shown = number <= MOST_SHOWN
    return Row(
        number,
        pair.left.exercise,
        (pair.left.who, pair.right.who),
        (round(100 * left), round(100 * right)),
        (_lines(pair.left, pair.common.left), _lines(pair.right, pair.common.right))
        if shown
        else (),
    )


def _lines(answer: Answer, runs: Sequence[tuple[int, int]]) -> tuple[Line, ...]:
    """The lines that are shared, and a few around them."""
    shared = {line for first, last in runs for line in range(first, last + 1)}
    around = {line + more for line in shared for more in range(-AROUND, AROUND + 1)}
    texts = "\n".join(answer.print.cells).split("\n")
    lines: list[Line] = []
    for number in sorted(around & set(range(1, len(texts) + 1))):
        before = lines[-1].number if lines else 0
        text = texts[number - 1]
        lines.append(Line(number, text, number in shared, number - before - 1))
    return tuple(lines)
