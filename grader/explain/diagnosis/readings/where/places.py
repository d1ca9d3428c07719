"""Where to look: the lines of the student's own source that hold an operator's rule, or a walk.

What is wrong comes from the numbers; the text only says where. An operator's place is the method
that Python calls for it; if the rule itself is elsewhere (a class, a function, a branch or an entry
of a table that has the operator's name or sign), the nearest such place that speaks of gradients.
Where the text leaves it open which of two functions it is, no place is named.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from grader.explain.diagnosis.readings.where.functions import end_of
from grader.explain.diagnosis.readings.where.lines import line_of, overwrites
from grader.explain.diagnosis.readings.where.regions import (
    Region,
    hands_on,
    made_of,
    regions,
)
from grader.explain.diagnosis.readings.where.shared import for_all
from grader.explain.diagnosis.readings.where.walks import WALKS, Place, of_walk
from grader.judging.finding import Finding, Where
from grader.programs.operators import forms, named_in, operator_of
from grader.syntax import nodes_of, parse

MOST_LINES = 6
_SPEAKS = r"grad|slope|\bg\b|\bup|backward|local|deriv|vjp|shares"
_PAYS = r"grad\w*(\[.*?\])?\s*[-+*/]?=[^=]"
_MAKES = r"\.data\b|\bmath\."
_OF_NODES = ("value", "state")
"""About the node that an operator makes, and not about its rule."""
_TARGETS = {"left": r"^\s*(self|a|x|left|lhs)\b", "right": r"^\s*(other|b|y|right|rhs)\b"}


def placed(
    finding: Finding, cells: Sequence[str], file: str, list_is_right: bool | None = None
) -> Where | None:
    """File, cell (from 1, 0 if there is one text), lines and the line to look at first.

    list_is_right: whether a check asked for the nodes in their order and got them; None if none
    did.
    """
    for number, text in enumerate(cells, start=1):
        tree = _engine_of(text)
        if tree is None:
            continue
        lines = text.splitlines()
        place = _place(finding, tree, lines, list_is_right)
        if place is None:
            continue
        first, last, marked = place
        shown = _around(first, last, marked)
        return Where(
            file=file,
            cell=number if len(cells) > 1 else 0,
            first=shown[0],
            marked=marked,
            text=tuple(lines[each - 1] for each in range(shown[0], shown[1] + 1)),
        )
    return None


@lru_cache(maxsize=1)
def _engine_of(text: str) -> ast.Module | None:
    """The tree of a text without what only tries the engine; several findings look at it."""
    whole = parse(text)
    if whole is None:
        return None
    return ast.Module([each for each in whole.body if not _is_example(each)], [])


def _is_example(node: ast.stmt) -> bool:
    """Whether a function tries an engine: it needs no input, or it calls `backward()` on a node."""
    if not isinstance(node, ast.FunctionDef):
        return False
    given = node.args
    if not (given.posonlyargs or given.args or given.kwonlyargs or given.vararg or given.kwarg):
        return True
    return node.name.strip("_") not in WALKS and any(
        isinstance(each, ast.Call)
        and isinstance(each.func, ast.Attribute)
        and each.func.attr == "backward"
        for each in nodes_of(node)
    )


def _around(first: int, last: int, marked: int) -> tuple[int, int]:
    if last - first < MOST_LINES:
        return first, last
    start = max(first, min(marked - MOST_LINES // 2, last - MOST_LINES + 1))
    return start, start + MOST_LINES - 1


def _place(
    finding: Finding, tree: ast.Module, lines: Sequence[str], list_is_right: bool | None
) -> Place | None:
    operator = finding.operator or _named(finding.misconception or "")
    if operator and finding.part == "accumulation":
        finding = replace(finding, part="adding")
    if operator[:1] == "i":
        own = _bound(tree, f"__{operator}__")
        if own is not None:
            return own
        operator = operator_of(operator)
    if operator:
        return _of_operator(replace(finding, operator=operator), tree, lines)
    if finding.part in ("accumulation", "shared"):
        return for_all(finding, tree)
    return of_walk(finding, tree, lines, list_is_right)


def _bound(tree: ast.Module, name: str) -> Place | None:
    """Where a method is defined, or bound to another one."""
    for node in nodes_of(tree):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node.lineno, end_of(node), node.lineno
        if isinstance(node, ast.Assign) and name in map(ast.unparse, node.targets):
            return node.lineno, end_of(node), node.lineno
    return None


def _named(belief: str) -> str:
    """The operator, or its reflected form, that the id of a belief begins with or ends in."""
    form = named_in(belief.split("-"))
    return form if form in forms() else ""


def _of_operator(finding: Finding, tree: ast.Module, lines: Sequence[str]) -> Place | None:
    form, operator = finding.operator, operator_of(finding.operator)
    reflected = form != operator and not form.endswith("_const")
    method = f"__r{operator}__" if reflected else f"__{operator}__"
    own = regions(tree, operator, method)
    sure = _sure(finding, own)
    if sure is not None:
        return sure
    exact = [node for region in own if region.exact for node in region.nodes]
    for other in made_of(exact, operator):
        if finding.part not in _OF_NODES:
            elsewhere = regions(tree, other, f"__{other}__")
            sure = _sure(replace(finding, operator=other, side=""), elsewhere)
            if sure is not None:
                return sure
        if other in finding.unread:
            return None
    if finding.part == "adding":
        line = for_all(finding, tree)
        if line is not None:
            return line
    scores = [_score(finding, region, operator, lines) for region in own]
    best = [region for region, score in zip(own, scores, strict=True) if score == max(scores)]
    if len({region.place for region in best}) != 1:
        return None
    region = min(best, key=lambda each: each.last - each.first)
    return region.first, region.last, _marked(finding, region, lines)


def _score(finding: Finding, region: Region, operator: str, lines: Sequence[str]) -> int:
    """How much a region looks like the place: a rule speaks of gradients, a value does not."""
    exact = -1 if region.exact and hands_on(region.nodes, operator) else int(region.exact)
    of_gradients = bool(re.search(_SPEAKS, region.function))
    if finding.part in _OF_NODES:
        return exact - 2 * of_gradients
    return exact + 2 * (of_gradients or bool(region.rows(lines, _SPEAKS)))


def _sure(finding: Finding, found: Sequence[Region]) -> Place | None:
    """The line that contributes what was read, if the formula tells it, and one function only."""
    places: list[tuple[Region, int, bool]] = []
    for region in found:
        line = _by_formula(finding, region.nodes)
        if line is not None:
            places.append((region, *line))
    for is_whole in (True, False):
        same = [(region, line) for region, line, whole in places if whole is is_whole]
        if len({region.place for region, _ in same}) == 1:
            region, marked = min(same, key=lambda each: each[0].last - each[0].first)
            return region.first, region.last, marked
        if same:
            return None
    return None


def _by_formula(finding: Finding, nodes: Sequence[ast.AST]) -> tuple[int, bool] | None:
    if finding.part == "adding":
        line = overwrites(nodes, finding.side, finding.operator)
        return None if line is None else (line, True)
    if finding.part not in ("rule", "value", "operators", "functions", "construction"):
        return None
    return line_of(finding.found, finding.right, finding.operator, finding.side, nodes)


def _marked(finding: Finding, region: Region, lines: Sequence[str]) -> int:
    """The assignment to the side that is meant, otherwise the first line about gradients."""
    speaks = region.rows(lines, _MAKES if finding.part in _OF_NODES else _SPEAKS)
    rows = speaks or region.rows(lines, r"\breturn\b") or [region.first]
    assigned = [row for row in rows if re.search(_PAYS, lines[row - 1])]
    if finding.part in _OF_NODES:
        rows, assigned = [row for row in rows if row not in assigned] or rows, []
    pattern = _TARGETS.get(finding.side)
    for row in assigned:
        if pattern and re.search(pattern, lines[row - 1]):
            return row
    inner = [row for row in rows if not re.match(r"\s*(def|class|@)\b", lines[row - 1])]
    return (assigned or inner or list(rows))[0]
