"""What a check asks of a tensor engine, with the `grades` that it is given.

    rule(grades, lambda a, b: a + b, up=[[1.0, 2.0]], a=[[3.0, 4.0]], b=0.5)
    root(grades, lambda a, b: a @ b, weights=[[...]], a=..., b=...)

A rule alone is asked in the exercises: its result gets a gradient and its rule runs. A root is
asked of a whole engine. A leaf is nested lists, or a pair of these and of a layout (`program`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grader.checks.plan import Grades, Question
from grader.packs.tensor.judged import Asked
from grader.packs.tensor.listing import Nested
from grader.packs.tensor.program import Leaf, Program, Symbol, of_history, of_root, of_rule


def programs(grades: Grades, asked: Iterable[Program], fixed: bool = False) -> None:
    """Ask for the answers to these programs. fixed: the same for everyone, also in a trap."""
    for program in asked:
        grades.questions.append(Question(program.task, of_pack=Asked(program), fixed=fixed))


def rule(grades: Grades, function: Callable[..., Symbol], /, *, up: Nested, **leaves: Leaf) -> None:
    """Ask for one operator's value and for what its rule sends for the gradient `up`."""
    programs(grades, [of_rule(function, leaves, up)])


def root(
    grades: Grades,
    function: Callable[..., Symbol],
    /,
    *,
    weights: Nested = None,
    **leaves: Leaf,
) -> None:
    """Ask for a graph's value and its leaves' gradients; see `program.of_root`."""
    programs(grades, [of_root(function, leaves, weights)])


def history(grades: Grades, function: Callable[..., Any], /, **leaves: Leaf) -> None:
    """Ask for what a function of calls says itself; at its end every leaf's gradient."""
    programs(grades, [of_history(function, leaves)])
