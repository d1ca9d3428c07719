"""Checks of size: gradients, memory by its limit, and time as a ratio of two sizes."""

from grader.checks import Mismatch, check
from grader.programs.compare import same_number
from grader.programs.program import Program

FEW = 25_000
"""Rungs of two operations each."""
SETTLED = {"y.data": 3.0, "x.grad": 2.0, "h.grad": 6.0}
"""PyTorch's numbers from some 60 rungs on: `y` is 1.5 + 0.75 + ..., and changes no more."""
MOST_TIMES = 25
"""For ten times the nodes. Linear is 10; with a logarithm 11.5; a square would be 100."""


def rungs(count):
    """`y = y * h + x`, over and over: two operations and no new leaf."""
    block = (("apply", "y", "mul", "y", "h"), ("apply", "y", "add", "y", "x"))
    return Program(
        (
            ("leaf", "x", 1.5),
            ("leaf", "h", 0.5),
            ("alias", "y", "x"),
            ("repeat", count, block),
            ("backward", "y"),
            ("read", "data", ("y",)),
            ("read", "grad", ("x", "h")),
        )
    )


def settled(observation):
    for name, found in zip(SETTLED, observation.answer, strict=True):
        if not same_number(found, SETTLED[name]):
            return Mismatch(name, found, SETTLED[name])
    return None


def ask(grades, count):
    grades.judged(rungs(count), settled, "")


@check(points=1, needs="instructor")
def test_fifty_thousand(grades):
    """50,000 operations have PyTorch's gradients."""
    ask(grades, FEW)


@check(
    points=1,
    after=test_fifty_thousand,
    needs="instructor",
    ratio=(test_fifty_thousand, MOST_TIMES),
)
def test_half_a_million(grades):
    """500,000 operations take at most 25 times as long as 50,000."""
    ask(grades, 10 * FEW)


@check(
    points=2,
    after=test_half_a_million,
    needs="instructor",
    ratio=(test_half_a_million, MOST_TIMES),
)
def test_five_million(grades):
    """Five million fit into 350 bytes each, and take at most 25 times as long as 500,000."""
    ask(grades, 100 * FEW)
