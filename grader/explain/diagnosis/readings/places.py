"""Where to look: the lines of the student's own source that hold an operator's rule, or a walk.

What is wrong comes from the numbers; the text only says where. An operator's place is the method
that Python calls for it; if the rule itself is elsewhere (a class, a function, a branch or an entry
of a table that has the operator's name or sign), the nearest such place that speaks of gradients.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from grader.explain.diagnosis.readings.lines import line_of, overwrites
from grader.explain.diagnosis.readings.probes import operator_of
from grader.judging.report import Finding

MOST_LINES = 6
NAMES: dict[str, tuple[str, ...]] = {
    "add": ("add", "plus", "sum", "+"),
    "sub": ("sub", "minus", "subtract", "-"),
    "mul": ("mul", "times", "multiply", "product", "*"),
    "truediv": ("truediv", "div", "divide", "quotient", "/"),
    "pow": ("pow", "power", "**"),
    "neg": ("neg", "negate", "negative", "neg-"),
    "tanh": ("tanh",),
    "exp": ("exp",),
    "relu": ("relu",),
}
_MADE_OF: dict[tuple[str, str], tuple[tuple[str, type[ast.AST]], ...]] = {
    ("sub", "left"): (("add", ast.Add),),
    ("sub", "right"): (("neg", ast.USub), ("mul", ast.Mult)),
    ("sub", ""): (("neg", ast.USub), ("add", ast.Add)),
    ("truediv", "left"): (("mul", ast.Mult),),
    ("truediv", "right"): (("pow", ast.Pow),),
    ("truediv", ""): (("pow", ast.Pow), ("mul", ast.Mult)),
    ("neg", ""): (("mul", ast.Mult),),
}
"""What pays each side of an operator that is made of others, and the sign that shows that it is."""
_WALKS = ("backward", "backprop", "run_backward")
_ORDERS = ("build_topo", "toposort", "topo", "order", "visit")
_WALKED = frozenset(
    "forward-not-reversed skips-root order-cached call-during-postorder preorder-reversed".split()
)
"""Beliefs about the walk, and not about the list of nodes that it goes through."""
_PARTS: dict[str, tuple[str, ...]] = {
    "order": (*_WALKS, *_ORDERS),
    "seeding": _WALKS,
    "state": _WALKS,
    "zero_grad": ("zero_grad", "zero_grads"),
    "zeroing": (*_WALKS, "zero_grad"),
    "construction": ("__init__",),
    "accumulation": (*_WALKS,),
}


def placed(finding: Finding, cells: Sequence[str], file: str) -> dict[str, Any] | None:
    """File, cell (from 1, 0 if there is one text), lines and the line to look at first."""
    for number, text in enumerate(cells, start=1):
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError):
            continue
        tree.body = [each for each in tree.body if not _is_example(each)]
        place = _place(finding, tree, text)
        if place is None:
            continue
        first, last, marked = place
        lines = text.splitlines()
        shown = _around(first, last, marked)
        return {
            "file": file,
            "cell": number if len(cells) > 1 else 0,
            "first": shown[0],
            "marked": marked,
            "text": [lines[each - 1] for each in range(shown[0], shown[1] + 1)],
        }
    return None


def _is_example(node: ast.stmt) -> bool:
    """Whether a function tries an engine: it needs no input, or it calls `backward()` on a node."""
    if not isinstance(node, ast.FunctionDef):
        return False
    given = node.args
    if not (given.posonlyargs or given.args or given.kwonlyargs or given.vararg or given.kwarg):
        return True
    return node.name.strip("_") not in _WALKS and any(
        isinstance(each, ast.Call)
        and isinstance(each.func, ast.Attribute)
        and each.func.attr == "backward"
        for each in ast.walk(node)
    )


def _around(first: int, last: int, marked: int) -> tuple[int, int]:
    if last - first < MOST_LINES:
        return first, last
    start = max(first, min(marked - MOST_LINES // 2, last - MOST_LINES + 1))
    return start, start + MOST_LINES - 1


def _place(finding: Finding, tree: ast.Module, text: str) -> tuple[int, int, int] | None:
    if finding.operator:
        return _of_operator(finding, tree, text)
    names = _named(finding)
    if not names:
        return None
    for name in names:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.strip("_") == name.strip("_"):
                return node.lineno, _end(node), _first_written(finding, node)
    return None


def _first_written(finding: Finding, node: ast.FunctionDef) -> int:
    """Where a function first sets a gradient or goes through nodes, if it is about that."""
    if finding.misconception in _WALKED:
        loops = [each.lineno for each in ast.walk(node) if isinstance(each, ast.For)]
        return max(loops, default=node.lineno)
    if finding.part == "order":
        tests = [each.lineno for each in ast.walk(node) if isinstance(each, ast.If)]
        return max(tests, default=node.lineno)  # whether a node was visited
    if finding.part in ("seeding", "zeroing"):
        for each in ast.walk(node):
            targets = each.targets if isinstance(each, ast.Assign) else []
            targets = [each.target] if isinstance(each, ast.AugAssign) else targets
            if any("grad" in ast.unparse(target) for target in targets):
                return int(getattr(each, "lineno", node.lineno))
    return node.lineno


def _named(finding: Finding) -> tuple[str, ...]:
    name = finding.misconception or ""
    if "zero-" in name or name.startswith("grad-none"):
        return ("zero_grad", "zero_grads", *_WALKS)
    if name in ("eq-without-hash", "visited-by-value"):
        return ("__eq__", *_ORDERS, *_WALKS)
    if finding.part == "order" and name not in _WALKED:
        return (*_ORDERS, *_WALKS)
    return _PARTS.get(finding.part, ())


def _of_operator(finding: Finding, tree: ast.Module, text: str) -> tuple[int, int, int] | None:
    form, operator = finding.operator, operator_of(finding.operator)
    reflected = form != operator and not form.endswith("_const")
    method = f"__r{operator}__" if reflected else f"__{operator}__"
    wanted = (method, operator) if operator not in ("tanh", "exp", "relu") else (operator,)
    lines = text.splitlines()
    best: tuple[int, int, int, int] | None = None
    chosen: Sequence[ast.AST] = ()
    for first, last, exact, nodes in _regions(tree, operator, wanted, reflected):
        speaks = [row for row in range(first, last + 1) if _speaks(lines[row - 1])]
        sure = _by_formula(finding, nodes)
        score = 2 * bool(speaks) + exact + 4 * (sure is not None and sure[1])
        if finding.part == "value":  # the lines that make the result come before its rule
            speaks = [row for row in range(first, last + 1) if _makes(lines[row - 1])] or speaks
        returns = [row for row in range(first, last + 1) if " return " in lines[row - 1]]
        marked = sure[0] if sure else _marked(finding, lines, speaks or returns or [first])
        size = last - first
        if best is None or (score, -size) > (best[3], best[0] - best[1]):
            best, chosen = (first, last, marked, score), nodes
    if finding.part != "value" and (best is None or best[3] < 2):
        other = _made_of(form, finding.side, chosen)
        found = other and _of_operator(replace(finding, operator=other, side=""), tree, text)
        if found:
            return found
    if finding.part == "adding" and (best is None or best[3] < 4):
        line = _overwrites_for_all(tree)
        if line is not None:
            return line
    return None if best is None else best[:3]


def _made_of(form: str, side: str, nodes: Sequence[ast.AST]) -> str:
    """The operator whose rule pays that side, of a method that makes the result by operators."""
    inside = (each for node in nodes for each in ast.walk(node))
    used = {
        type(each.op)
        for each in inside
        if isinstance(each, ast.BinOp | ast.UnaryOp) and not _of_numbers(each)
    }
    for other, sign in _MADE_OF.get((operator_of(form), side), ()):
        if sign in used and other != form:
            return other
    return ""


def _of_numbers(node: ast.AST) -> bool:
    """Whether an operation is about the nodes' numbers, and makes no node."""
    return any(isinstance(each, ast.Attribute) and each.attr == "data" for each in ast.walk(node))


def _overwrites_for_all(tree: ast.Module) -> tuple[int, int, int] | None:
    """The one function, not an operator's, that writes a gradient and adds to nothing."""
    found = [
        (node.lineno, _end(node), each.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.strip("_") not in (*_WALKS, "init")
        for each in node.body
        if isinstance(each, ast.Assign | ast.For | ast.If | ast.While)
        if overwrites([each], "", "tanh") is not None
    ]
    return found[0] if len(found) == 1 else None


def _by_formula(finding: Finding, nodes: Sequence[ast.AST]) -> tuple[int, bool] | None:
    """The line that contributes what was read, if the formula tells it."""
    if finding.part == "adding":
        line = overwrites(nodes, finding.side, finding.operator)
        return None if line is None else (line, True)
    if finding.part not in ("rule", "value", "operators", "functions"):
        return None
    return line_of(finding.found, finding.right, finding.operator, finding.side, nodes)


def _regions(
    tree: ast.Module, operator: str, wanted: Sequence[str], reflected: bool
) -> Iterator[tuple[int, int, int, Sequence[ast.AST]]]:
    """Lines that may hold a rule: first, last, whether they are named as Python names it; and their
    statements, or the expression."""
    names = NAMES[operator]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            if node.name in wanted:
                yield node.lineno, _end(node), 1, node.body
            elif not reflected and set(re.split(r"_+|(?<=[a-z])(?=[A-Z])", node.name)) & {
                *names,
                *(name.capitalize() for name in names),
            }:
                yield node.lineno, _end(node), 0, node.body
        elif isinstance(node, ast.Dict) and not reflected:
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value in names:
                    yield key.lineno, _end(value), 0, [ast.Expr(value)]
        elif isinstance(node, ast.If) and not reflected and _compares(node.test, names):
            yield node.lineno, _end(node.body[-1]), 0, node.body
        elif isinstance(node, ast.match_case) and not reflected and _compares(node.pattern, names):
            yield node.pattern.lineno, _end(node.body[-1]), 0, node.body


def _compares(node: ast.AST, names: Sequence[str]) -> bool:
    return any(isinstance(each, ast.Constant) and each.value in names for each in ast.walk(node))


def _speaks(line: str) -> bool:
    return bool(re.search(r"grad|slope|\bg\b|\bup|backward|local|deriv|vjp|lambda", line))


def _makes(line: str) -> bool:
    return bool(re.search(r"\.data|math\.", line)) and not re.search(r"grad|backward", line)


def _marked(finding: Finding, lines: Sequence[str], rows: Sequence[int]) -> int:
    """The assignment to the side that is meant, otherwise the first line about gradients."""
    assigned = [
        row for row in rows if re.search(r"grad\w*(\[.*?\])?\s*[-+*/]?=[^=]", lines[row - 1])
    ]
    target = {"left": r"^\s*(self|a|x|left|lhs)\b", "right": r"^\s*(other|b|y|right|rhs)\b"}
    for row in assigned:
        pattern = target.get(finding.side)
        if pattern and re.search(pattern, lines[row - 1]):
            return row
    inner = [row for row in rows if not re.match(r"\s*(def|class|@)\b", lines[row - 1])]
    return (assigned or inner or list(rows))[0]


def _end(node: ast.AST) -> int:
    last: int | None = getattr(node, "end_lineno", None)
    return last or 1
