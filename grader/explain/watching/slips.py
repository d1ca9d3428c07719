"""Statements that do nothing: a comparison that is thrown away, an attribute that nobody reads.

What such a line does is read off the text, and that a failing program came by it was seen. It is
told where what was seen of the program is about the same attribute.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from grader.explain.watching.record import Line, methods
from grader.explain.watching.sampling import Failing
from grader.explain.watching.source import SourceText
from grader.explain.watching.text import FunctionNode
from grader.judging.finding import Finding
from grader.syntax import nodes_of, parse

CONTRACT = ("data", "grad", "_prev", "_backward")
"""Attributes that every node has."""
CLOSE = 0.7
"""How like a name is to the one that it stands for; `grd` and `grad` are 0.86."""
DYNAMIC = frozenset({"getattr", "setattr", "hasattr", "__dict__", "__slots__", "vars"})
"""With one of these a text may read attributes that it does not name."""
PARTS: Mapping[str, frozenset[str]] = {
    "grad": frozenset({"seeding", "zeroing", "zero_grad", "adding", "rule", "state"}),
    "data": frozenset({"value", "leaf", "data"}),
    "_backward": frozenset({"construction", "seeding", "rule", "order"}),
    "_prev": frozenset({"construction", "order", "rule"}),
    "": frozenset({"order", "zero_grad", "zeroing"}),
}
"""By attribute, "" for a walk: the parts that what is seen of a program may be about."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A line and what it does, in a sentence. about: the attribute that it was to write, "" if it
    ends a walk; asked: a question, for where nothing else was seen."""

    line: Line
    statement: str
    about: str
    asked: str


def slips_in(source: SourceText, lines: Container[Line]) -> list[Slip]:
    """The slips on these lines, none of them given, in order."""
    found: list[Slip] = []
    for cell, text in enumerate(source.cells):
        tree = parse(text)
        if tree is None:
            continue
        reads = _Attributes(tree)
        for function in nodes_of(tree):
            if isinstance(function, ast.FunctionDef):
                for node in _own(function):
                    line = cell, getattr(node, "lineno", 0)
                    if line in lines and line not in source.given:
                        found += _slips(node, function, line, reads)
    return found


def with_slips(
    found: Sequence[Finding],
    shown: Mapping[str, Failing],
    lines: Mapping[str, Sequence[Line]],
    source: SourceText,
) -> list[Finding]:
    """The findings, with the slip that each is about; and the slips of checks of which nothing else
    is known.

    shown: by check what it fails by; lines: those that this came by.
    """
    told = [_with_slip(each, shown, lines, source) for each in found]
    known = {check for each in found for check in each.checks or ()}
    alone: dict[Slip, list[str]] = {}
    for check in shown:
        slips = [] if check in known else slips_in(source, lines.get(check, ()))
        if len(slips) == 1:
            alone.setdefault(slips[0], []).append(check)
    return [*told, *(alone_finding(slip, checks, source) for slip, checks in alone.items())]


def alone_finding(slip: Slip, checks: Sequence[str], source: SourceText) -> Finding:
    """A slip as all that is known of these checks."""
    return Finding(
        id="slip", misconception=None, explained=len(checks), of=0, kind="seen", part="slip",
        explanation=f"{slip.statement} {slip.asked}", checks=tuple(checks),
        where=source.where(slip.line), general="A line does nothing.",
    )  # fmt: skip


def _with_slip(
    found: Finding,
    shown: Mapping[str, Failing],
    lines: Mapping[str, Sequence[Line]],
    source: SourceText,
) -> Finding:
    checks = [check for check in found.checks or () if check in lines]
    for slip in slips_in(source, lines[checks[0]]) if checks else ():
        here = all(slip.line in lines[check] for check in checks)
        lacks = {_lacking(shown[check]) for check in checks}
        if here and (lacks == {slip.about} or _is_about(slip, found, source)):
            own = {check: f"{slip.statement} {said}" for check, said in found.own.items()}
            told = f"{slip.statement} {found.explanation}"
            where = source.where(slip.line)
            return replace(found, explanation=told, own=own, own_where={}, where=where)
    return found


def _lacking(failing: Failing) -> str | None:
    """The attribute that an exception says is missing."""
    error = failing.error
    if error is None or error.get("type") != "AttributeError":
        return None
    return next(iter(error.get("names").split()), None)


def _is_about(slip: Slip, found: Finding, source: SourceText) -> bool:
    """Whether what was seen may come of a slip: it is about the same attribute and place."""
    if found.part not in PARTS[slip.about] or found.id.startswith("raised"):
        return False
    operators = [f for name in methods() for f in source.methods(name)]
    if found.operator:
        return source.is_in(slip.line, source.methods(found.operator))
    clears = source.is_in(slip.line, source.named("zero_grad"))
    begins = source.is_in(slip.line, source.named("backward"))
    wrong_call = begins if found.part == "zero_grad" else clears
    return not wrong_call and (slip.about == "_backward" or not source.is_in(slip.line, operators))


def _own(function: FunctionNode) -> Iterator[ast.AST]:
    """What is in a function, and in no function inside it."""
    waiting: list[ast.AST] = [*function.body] if isinstance(function.body, list) else []
    while waiting:
        node = waiting.pop(0)
        yield node
        if not isinstance(node, FunctionNode | ast.ClassDef):
            waiting += ast.iter_child_nodes(node)


class _Attributes:
    """The attributes that a text reads, and its classes."""

    def __init__(self, tree: ast.Module) -> None:
        nodes = nodes_of(tree)
        names = [n for n in nodes if isinstance(n, ast.Attribute)]
        self.read = {n.attr for n in names if isinstance(n.ctx, ast.Load)}
        self.read |= {
            n.target.attr for n in nodes
            if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Attribute)
        }  # fmt: skip
        words = self.read | {n.id for n in nodes if isinstance(n, ast.Name)}
        words |= {t.id for n in nodes if isinstance(n, ast.Assign)
                  for t in n.targets if isinstance(t, ast.Name)}  # fmt: skip
        self.is_known = not words & DYNAMIC
        self.classes = [each for each in nodes if isinstance(each, ast.ClassDef)]

    def is_method(self, name: str, line: int) -> bool:
        """Whether the class in which a line is has a plain method of this name."""
        return any(
            isinstance(each, ast.FunctionDef) and each.name == name and not each.decorator_list
            for around in self.classes
            if around.lineno <= line <= (around.end_lineno or 0)
            for each in around.body
        )


def _slips(
    node: ast.AST, function: ast.FunctionDef, line: Line, attributes: _Attributes
) -> Iterator[Slip]:
    at = f"Line {line[1]}"
    if isinstance(node, ast.Expr):
        yield from _thrown_away(node.value, at, line)
    elif isinstance(node, ast.Assign) and len(node.targets) == 1:
        yield from _written(node.targets[0], node.value, function, at, line, attributes)
    elif isinstance(node, ast.For | ast.While) and _ends_in_one_round(node):
        end = line[0], node.body[-1].lineno
        said = f"The loop of line {line[1]} never has a second round: line {end[1]} returns."
        yield Slip(end, said, "", "What is left of the loop then?")


def _ends_in_one_round(loop: ast.For | ast.While) -> bool:
    """Whether a loop ends in `return`, and no `continue` leads past that."""
    passes = any(isinstance(node, ast.Continue) for each in loop.body for node in ast.walk(each))
    return isinstance(loop.body[-1], ast.Return) and not passes


def _thrown_away(value: ast.expr, at: str, line: Line) -> Iterator[Slip]:
    """A comparison, a sum or a name that stands alone."""
    about = next((n.attr for n in ast.walk(value) if isinstance(n, ast.Attribute)), "")
    about = about if about in PARTS else ""
    text = ast.unparse(value)
    if isinstance(value, ast.Compare) and isinstance(value.ops[0], ast.Eq):
        said = f"{at} compares, `{text}`, and writes nothing."
        yield Slip(line, said, about, "Which sign compares, and which one writes?")
    elif isinstance(value, ast.BinOp):
        said = f"{at} works out `{text}`, and does nothing with the result."
        yield Slip(line, said, about, "Where should the result go?")
    elif isinstance(value, ast.Attribute):
        said = f"{at} names `{text}`, and does not call it."
        yield Slip(line, said, "", "What makes a call of a name?")


def _written(
    target: ast.expr,
    value: ast.expr,
    function: ast.FunctionDef,
    at: str,
    line: Line,
    attributes: _Attributes,
) -> Iterator[Slip]:
    """An attribute that nobody reads, a method that is written over, a parameter made anew, a name
    in place of an attribute."""
    if isinstance(target, ast.Attribute):
        name, text = target.attr, ast.unparse(target)
        known = get_close_matches(name, CONTRACT, n=1, cutoff=CLOSE)
        if attributes.is_method(name, line[1]) and name not in CONTRACT:
            said = f"{at} writes to `{text}`, and so over the method of that name."
            yield Slip(line, said, "_backward", "Under which name is it looked for?")
        elif known and name not in {*CONTRACT, *attributes.read} and attributes.is_known:
            said = f"{at} writes to `{text}`, and no line of yours reads a `{name}`."
            yield Slip(line, said, known[0], "Under which name is it looked for?")
    elif isinstance(target, ast.Name) and target.id in CONTRACT:
        if not _reads_or_shares(function, target.id):
            said = f"{at} sets the name `{target.id}`, which no line reads, and changes no node."
            yield Slip(line, said, target.id, f"Whose `{target.id}` should it be?")
    elif isinstance(target, ast.Name) and isinstance(value, ast.BinOp):
        parameters = {each.arg for each in function.args.args}
        if target.id in parameters and isinstance(value.right, ast.List):
            said = f"{at} makes a new `{target.id}`: the list that was given stays as it is."
            yield Slip(line, said, "", "Whose list is it that grows?")


def _reads_or_shares(function: ast.FunctionDef, name: str) -> bool:
    """Whether a function, or one inside it, reads a name, or says that it is another one's."""
    return any(
        (isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load))
        or (isinstance(node, ast.Global | ast.Nonlocal) and name in node.names)
        for node in nodes_of(function)
    )
