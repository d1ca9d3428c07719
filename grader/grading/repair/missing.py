"""Edits that put in what is not there: a statement that the other functions have, a first gradient,
a set that is emptied, a loop, an input.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from grader.explain.diagnosis.readings.where.functions import end_of, functions_of, loops_of
from grader.grading.repair.source_text import Proposal, SourceText

STEP = "    "
LEAST = 2
"""Functions that have a statement which another lacks."""
_EMPTY = ("set()", "dict()", "list()", "[]", "{}")


def of_missing(source: SourceText) -> Iterator[Proposal]:
    """Every such edit of the text."""
    functions = functions_of(source.tree)
    for function in functions:
        yield from _as_others(source, function, functions)
        yield from _emptied(source, function)
        yield from _all_inputs(source, function)
        if function.name == "backward":
            yield from _seeded(source, function)
        elif function.name == "zero_grad":
            yield from _for_all(source, function)


def _as_others(
    source: SourceText, function: ast.FunctionDef, functions: Sequence[ast.FunctionDef]
) -> Iterator[Proposal]:
    """A statement that stands in several others, as their first one or before their result."""
    mine = {source.own(each) for each in function.body}
    names = {each.id for each in ast.walk(function) if isinstance(each, ast.Name)}
    names |= {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}
    names |= {each.name for each in function.body if isinstance(each, ast.FunctionDef)}
    found: dict[tuple[str, bool], int] = {}
    for other in functions:
        for node in other.body if other is not function else ():
            if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr) and node.end_col_offset:
                key = source.own(node), node is other.body[0]
                found[key] = found.get(key, 0) + 1
    first, last = function.body[0], function.body[-1]
    for (text, leads), count in found.items():
        if count < LEAST or text in mine or "\n" in text or text[0] in "\"'":
            continue
        used = {each.id for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Name)}
        node = first if leads else last
        lead = source.indent(node)
        if lead is not None and (used & names) and len(used - names) <= 2:
            made = [f"{lead}{text}\n"]
            yield source.relined(node.lineno, node.lineno - 1, made, node.lineno, 1)


def _emptied(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """What a module or a class keeps between calls is emptied first."""
    kept = {
        target.id
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Module | ast.ClassDef)
        for each in node.body
        if isinstance(each, ast.Assign) and source.own(each.value) in _EMPTY
        for target in each.targets
        if isinstance(target, ast.Name)
    }
    lead = source.indent(function.body[0])
    used = {
        source.own(each)
        for each in ast.walk(function)
        if isinstance(each, ast.Attribute | ast.Name)
        and (each.attr if isinstance(each, ast.Attribute) else each.id) in kept
    }
    for name in sorted(used) if lead is not None else ():
        line = function.body[0].lineno
        yield source.relined(line, line - 1, [f"{lead}{name}.clear()\n"], line, 0)


def _all_inputs(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """`(self, other)` where only one of them, or one twice, is among a node's inputs."""
    own = [argument.arg for argument in function.args.args]
    if len(own) != 2:
        return
    for node in ast.walk(function):
        if isinstance(node, ast.Tuple | ast.List) and isinstance(node.ctx, ast.Load) and node.elts:
            inside = [each.id for each in node.elts if isinstance(each, ast.Name)]
            if len(inside) == len(node.elts) and set(inside) <= set(own) and inside != own:
                yield source.replaced(node, f"({', '.join(own)})", 0)


def _seeded(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """The root gets its gradient before the last loop."""
    root = function.args.args[0].arg if function.args.args else ""
    for loop in [*loops_of(function)][-1:] if root else ():
        lead = source.indent(loop)
        for sign in ("+=", "=") if lead is not None else ():
            made = [f"{lead}{root}.grad {sign} 1.0\n"]
            yield source.relined(loop.lineno, loop.lineno - 1, made, loop.lineno, 1)


def _for_all(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """All nodes below the root are set to 0, as the student's own `build_topo` lists them.

    The whole body is another one then, so something must have been written.
    """
    lead, first = source.indent(function.body[0]), function.body[0]
    root = function.args.args[0].arg if function.args.args else ""
    walks = (each for each in source.tree.body if isinstance(each, ast.FunctionDef))
    if lead is None or not root or not any(each.name == "build_topo" for each in walks):
        return
    if isinstance(function.body[-1], ast.Pass | ast.Raise):
        return
    made = [
        f"{lead}every = []\n",
        f"{lead}build_topo({root}, set(), every)\n",
        f"{lead}for each in every:\n",
        f"{lead}{STEP}each.grad = 0.0\n",
    ]
    yield source.relined(first.lineno, end_of(function.body[-1]), made, first.lineno, 1)
