"""Where the part of a walk is that a finding is about: among all that `backward` goes through.

A mistake of a walk can be in `backward` or in what it calls. Each part has marks by which it is
known (a test whether a node was visited, a word for a direction, a seed). Where two functions
have them, no place is named.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from grader.explain.diagnosis.readings.where.functions import (
    end_of,
    loops_of,
    named,
    reached,
)
from grader.judging.finding import Finding
from grader.syntax import nodes_of

WALKS = ("backward", "backprop", "run_backward")
LISTS = ("build_topo", "toposort", "topo", "order", "visit")
_ZEROS = ("zero_grad", "zero_grads")
_DIRECTED = frozenset({"forward-not-reversed", "preorder-reversed"})
_LOOPS = _DIRECTED | {"skips-root", "order-cached", "call-during-postorder"}
"""Beliefs about the walk, and not about the list of nodes that it goes through."""
_SEEDED = ("state/root", "state/leaf_root")
_TURNS = re.compile(r"\breversed\(|\[::|\.reverse\(|reverse=|\bsorted\(|pop\(0\)|insert\(0,")

Place: TypeAlias = tuple[int, int, int]
"""First and last line of a function, and the line to look at first."""
Mark: TypeAlias = Callable[[ast.FunctionDef], "int | None"]
"""The line of a function that has a mark, if one has."""


def of_walk(
    finding: Finding, tree: ast.Module, lines: Sequence[str], list_is_right: bool | None
) -> Place | None:
    """The place of what is no operator's; None where the text leaves it open."""
    name, part = finding.misconception or "", finding.part
    if part == "zero_grad" or "zero-" in name or name.startswith("grad-none"):
        return _only(reached(tree, _ZEROS) or reached(tree, WALKS), _writes)
    if part == "build_topo":
        return _only(named(tree, ("build_topo",)), lambda node: node.lineno)
    if finding.id.startswith("state/inner/kept/"):
        return None  # some operators' nodes: in the walk, or where these are made
    if finding.id.startswith("everywhere/leaf"):
        return _born(tree)
    if name == "inplace-iadd":
        return _only(named(tree, ("__iadd__",)), lambda node: node.lineno)
    if name in ("eq-without-hash", "visited-by-value") and named(tree, ("__eq__",)):
        return _only(named(tree, ("__eq__",)), lambda node: node.lineno)
    walk = reached(tree, WALKS)
    if part == "order":
        return _of_order(name, tree, walk, lines, list_is_right)
    if part == "seeding" or finding.id.startswith(_SEEDED):
        return _only(walk, _seeds, _gives, _writes)
    if part in ("zeroing", "state"):
        return _only(walk, _clears, _writes)
    return None


def _born(tree: ast.Module) -> Place | None:
    """Where a new node gets its gradient: in `__init__`, or among the fields of a class."""
    found = []
    for node in nodes_of(tree):
        if not isinstance(node, ast.ClassDef | ast.FunctionDef):
            continue
        is_init = isinstance(node, ast.FunctionDef) and node.name == "__init__"
        if is_init or isinstance(node, ast.ClassDef):
            for each in ast.iter_child_nodes(node):
                field = isinstance(each, ast.AnnAssign) and ast.unparse(each.target) == "grad"
                written = (ast.unparse(target) for target in _targets(each))
                if field or any(re.search(r"\bgrad\b", target) for target in written):
                    first, last = (node.lineno, end_of(node)) if is_init else (0, 0)
                    line = int(getattr(each, "lineno", 1))
                    found.append((first or line, last or line, line))
    return found[0] if len(found) == 1 else None


def _only(walk: Sequence[ast.FunctionDef], *marks: Mark) -> Place | None:
    """The one function with the first mark that any has; of several the first of the walk, if it
    has it; of none the first."""
    for mark in marks:
        found = [(node, line) for node in walk if (line := mark(node)) is not None]
        if found and (len(found) == 1 or found[0][0] is walk[0]):
            return _place(*found[0])
        if found:
            return None
    return _place(walk[0], walk[0].lineno) if walk else None


def _place(node: ast.FunctionDef, marked: int) -> Place:
    return node.lineno, end_of(node), marked


def _of_order(
    name: str,
    tree: ast.Module,
    walk: Sequence[ast.FunctionDef],
    lines: Sequence[str],
    list_is_right: bool | None,
) -> Place | None:
    """The loop that runs the rules, or the function that lists the nodes before.

    list_is_right: whether a check has asked for that list and found it right.
    """
    most = max(map(_lists, walk), default=0)
    listing = [node for node in walk if most and _lists(node) == most]
    if list_is_right and name not in _LOOPS:
        asked = reached(tree, LISTS)
        listing = [node for node in listing if node not in asked]
    if list_is_right is None and not name and any(node not in listing for node in walk):
        return None  # in the list or in the loop: nobody has asked for the list
    about_list = name not in _LOOPS if list_is_right is None else not list_is_right
    if about_list and listing:
        return _place(listing[0], _last_test(listing[0])) if len(listing) == 1 else None
    loops = [node for node in walk if node not in listing or node is walk[0]]
    turns = [(node, line) for node in loops if (line := _turns(node, lines)) is not None]
    if turns:
        return _place(*turns[0]) if len(turns) == 1 else None
    return _only([node for node in loops if _runs(node) is not None], _runs)


def _lists(node: ast.FunctionDef) -> int:
    """Whether a function goes through a graph: 2 if it tests whether a node was visited."""
    inside = [*nodes_of(node)]
    if any(isinstance(each, ast.Compare) and _is_member_test(each) for each in inside):
        return 2
    calls = (each.func for each in inside if isinstance(each, ast.Call))
    again = any(node.name in (getattr(f, "id", ""), getattr(f, "attr", "")) for f in calls)
    return 1 if again or any(isinstance(each, ast.While) for each in inside) else 0


def _is_member_test(node: ast.Compare) -> bool:
    return isinstance(node.ops[0], ast.In | ast.NotIn) and not isinstance(
        node.comparators[0], ast.Constant | ast.Tuple
    )


def _last_test(node: ast.FunctionDef) -> int:
    tests = [each.lineno for each in nodes_of(node) if isinstance(each, ast.If)]
    return max(tests, default=node.lineno)


def _turns(node: ast.FunctionDef, lines: Sequence[str]) -> int | None:
    rows = range(node.lineno, end_of(node) + 1)
    return next((row for row in rows if _TURNS.search(lines[row - 1])), None)


def _runs(node: ast.FunctionDef) -> int | None:
    """The last loop in which rules are called, or gradients written."""
    loops = [each for each in loops_of(node) if any(_pays(inner) for inner in nodes_of(each))]
    return loops[-1].lineno if loops else None


def _pays(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and not node.args
    written = any(isinstance(target, ast.Attribute | ast.Subscript) for target in _targets(node))
    return written and not is_number(node)


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AugAssign) else []


def is_gradient(target: ast.expr) -> bool:
    """Whether what is written to is what a node holds, or an entry of a table."""
    holds = isinstance(target, ast.Attribute) and "grad" in ast.unparse(target).lower()
    return holds or isinstance(target, ast.Subscript)


def is_number(node: ast.AST) -> bool:
    """Whether a plain number is written."""
    value = getattr(node, "value", None)
    if isinstance(value, ast.Call) and len(value.args) == 1:
        value = value.args[0]  # Fraction(0)
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    return isinstance(value, ast.Constant)


def _writes(node: ast.FunctionDef) -> int | None:
    """The first line that writes a gradient."""
    found = (each for each in nodes_of(node) if any(map(is_gradient, _targets(each))))
    return next((int(getattr(each, "lineno", 0)) for each in found), None)


def _clears(node: ast.FunctionDef) -> int | None:
    """The first line of a loop that writes a plain number to what nodes hold."""
    for loop in loops_of(node):
        for each in nodes_of(loop):
            number = isinstance(each, ast.Assign) and is_number(each)
            if number and isinstance(_targets(each)[0], ast.Attribute | ast.Subscript):
                return int(getattr(each, "lineno", loop.lineno))
    return None


def _seeds(node: ast.FunctionDef) -> int | None:
    """The line, in no loop, that gives something a plain number other than 0."""
    for each in _outsideloops_of(node):
        written = isinstance(each, ast.Assign | ast.AugAssign)
        is_node = any(isinstance(t, ast.Attribute | ast.Subscript) for t in _targets(each))
        made = isinstance(each, ast.Assign) and isinstance(each.value, ast.Dict)
        if written and (is_node or made) and any(map(_is_seed, nodes_of(each))):
            return int(getattr(each, "lineno", node.lineno))
    return None


def _gives(node: ast.FunctionDef) -> int | None:
    """The line, in no loop, that writes to what a node holds."""
    for each in _outsideloops_of(node):
        if any(isinstance(t, ast.Attribute | ast.Subscript) for t in _targets(each)):
            return int(getattr(each, "lineno", node.lineno))
    return None


def _is_seed(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float) and bool(node.value)


def _outsideloops_of(node: ast.AST) -> Iterator[ast.AST]:
    for each in ast.iter_child_nodes(node):
        if not isinstance(each, ast.For | ast.While | ast.FunctionDef):
            yield each
            yield from _outsideloops_of(each)
