"""The student's own lines that hold what is wrong, by the text where no line was seen."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from grader.judging.exercise import ExerciseRun
from grader.judging.finding import Where
from grader.judging.report import CheckResult
from grader.packs.tensor.calls import FUNCTIONS, SIGNS
from grader.packs.tensor.law import Broken
from grader.packs.tensor.operators import OPERATORS
from grader.packs.tensor.remembered import Line
from grader.syntax import nodes_of, parse

MOST_LINES = 6
_ADDS_A_NAME = re.compile(r"\+=? *\w+ *(#.*)?$")
"""A line that only adds what was worked out above it."""


def where_of(line: Line | None, run: ExerciseRun) -> Where | None:
    """A line of the student's, with those around it in its function."""
    if line is None:
        return None
    cell, marked = line
    text = run.cells[cell]
    lines, tree = text.split("\n"), parse(text)
    around = [
        each
        for each in ([] if tree is None else nodes_of(tree))
        if isinstance(each, ast.FunctionDef) and marked in lines_of(each)
    ]
    inner = max(around, key=lambda each: each.lineno, default=None)
    first, last = (inner.lineno, inner.end_lineno or marked) if inner else (marked, marked)
    if last - first >= MOST_LINES:
        first = max(first, min(marked - MOST_LINES // 2, last - MOST_LINES + 1))
        last = first + MOST_LINES - 1
    number = cell + 1 if len(run.cells) > 1 else 0
    return Where(run.name, number, first, marked, tuple(lines[first - 1 : last]))


_BY_KIND = {"restart": ("backward",), "seed": ("backward",), "kept": ("zero_grad",)}
"""The functions that something is about which is no operator's."""


def place_of(
    broken: Broken,
    cells: Sequence[str],
    file: str,
    results: Sequence[CheckResult],
    reflected: bool = False,
) -> Where | None:
    """The student's own lines that hold what is wrong; None where the text does not say.

    reflected: whether a plain number or array stands on the left wherever it shows.
    """
    if not broken.name and broken.kind not in _BY_KIND:
        return None
    names = _BY_KIND.get(broken.kind) or OPERATORS[broken.name].methods
    if reflected:
        names = names[::-1]
    shapes = broken.shapes is not None or "broadcasting" in broken.why
    if shapes and broken.name in SIGNS and failed("unbroadcast", results):
        names = (FUNCTIONS[1],)
    return marked_where(names, broken, cells, file)


def marked_where(
    names: Sequence[str], broken: Broken, cells: Sequence[str], file: str
) -> Where | None:
    for number, function, lines in functions(names, cells):
        first, last = function.lineno, function.end_lineno or function.lineno
        marked = _marked(function, broken, lines)
        if last - first >= MOST_LINES:
            first = max(first, min(marked - MOST_LINES // 2, last - MOST_LINES + 1))
            last = first + MOST_LINES - 1
        cell = number if len(cells) > 1 else 0
        return Where(file, cell, first, marked, tuple(lines[first - 1 : last]))
    return None


def functions(
    names: Sequence[str], cells: Sequence[str]
) -> Iterator[tuple[int, ast.FunctionDef, list[str]]]:
    """The functions of these names: cell, tree and all lines of the cell."""
    for number, text in enumerate(cells, start=1):
        tree = parse(text)
        found = [] if tree is None else nodes_of(tree)
        functions = [each for each in found if isinstance(each, ast.FunctionDef)]
        for name in names:
            for each in functions:
                if each.name == name:
                    yield number, each, text.split("\n")


def failed(check: str, results: Sequence[CheckResult]) -> bool:
    return any(each.id.startswith(check) and each.outcome == "failed" for each in results)


def lines_of(function: ast.FunctionDef) -> range:
    return range(function.lineno, (function.end_lineno or function.lineno) + 1)


def has_rule(function: ast.FunctionDef, lines: Sequence[str]) -> bool:
    """Whether a method holds a rule of its own, and is not made of other operators."""
    return any("grad" in lines[n - 1] or "lambda" in lines[n - 1] for n in lines_of(function))


def _seeded(numbers: range, lines: Sequence[str]) -> int:
    """The line of `backward` that first sets a gradient."""
    return next((n for n in numbers if "grad" in lines[n - 1]), numbers[0])


def _marked(function: ast.FunctionDef, broken: Broken, lines: Sequence[str]) -> int:
    """The line where this operand's gradient is worked out, or the value."""
    numbers = lines_of(function)
    if broken.kind in _BY_KIND or not broken.name:
        return _seeded(numbers, lines) if broken.kind in _BY_KIND else function.lineno
    if broken.kind == "value":
        made = [n for n in numbers if "Tensor(" in lines[n - 1]]
        made = [n for n in made if "isinstance" not in lines[n - 1]] or made
        made = made or [n for n in numbers if "return" in lines[n - 1]]
        return made[-1] if made else function.lineno
    sent = [n for n in numbers if "grad" in lines[n - 1] and "=" in lines[n - 1]]
    mine = [n for n in sent if lines[n - 1].strip().startswith(("self.", "other.")[broken.place])]
    if mine and broken.kind == "rule" and _ADDS_A_NAME.search(lines[mine[-1] - 1]):
        mine = [n for n in sent if "out.grad" in lines[n - 1]] or mine
    if mine:
        return mine[-1]
    if sent:
        return sent[min(broken.place, len(sent) - 1)]
    rest = [n for n in numbers if "lambda" in lines[n - 1]]
    rest = rest or [n for n in numbers if "return" in lines[n - 1]]
    return rest[-1] if rest else function.lineno
