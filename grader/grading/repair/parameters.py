"""Edits of what a function does with what it is given: a default that is kept between calls, a list
that is bound anew and not filled, one in the wrong direction, something to go through only once, a
loop's variable that is looked up too late."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from grader.explain.diagnosis.readings.where.functions import functions_of
from grader.grading.repair.source_text import SURE, Proposal, SourceText

_MADE = ("set()", "list()", "dict()", "[]", "{}")
_ONCE = ("zip", "map", "filter", "reversed", "iter")


def of_parameters(source: SourceText) -> Iterator[Proposal]:
    """Every such edit of the text."""
    for function in functions_of(source.tree):
        yield from _fresh(source, function)
        yield from _filled(source, function)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.For):
            yield from _bound(source, node)
        elif isinstance(node, ast.Call) and source.own(node.func) in _ONCE:
            yield source.replaced(node, f"list({source.own(node)})", 1)
        elif isinstance(node, ast.GeneratorExp):
            own = source.own(node)
            if own.startswith("("):
                yield source.replaced(node, f"[{own[1:-1]}]", 2)


def _bound(source: SourceText, loop: ast.For) -> Iterator[Proposal]:
    """A variable of the loop as it is when a function in the loop is made."""
    names = {each.id for each in ast.walk(loop.target) if isinstance(each, ast.Name)}
    for node in ast.walk(loop):
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            continue
        given = node.args
        own = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
        used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        for name in sorted(names & used - own):
            last = (given.defaults or given.args)[-1:]
            if isinstance(node, ast.Lambda) and not given.args:
                new = f"lambda {name}={name}: {source.own(node.body)}"
                yield source.replaced(node, new, 0)
            elif last and not (given.vararg or given.kwonlyargs or given.kwarg):
                yield source.replaced(last[0], f"{source.own(last[0])}, {name}={name}", 0)


def _fresh(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """A default that is made anew in each call."""
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    pairs = [*zip(positional[::-1], given.defaults[::-1], strict=False)]
    pairs += [(a, d) for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True) if d]
    first = function.body[0]
    lead = source.indent(first)
    for argument, default in pairs:
        own = source.own(default)
        if own in _MADE and lead is not None:
            made = [f"{lead}{argument.arg} = {own}\n"]
            yield source.relined(first.lineno, first.lineno - 1, made, first.lineno, SURE)


def _filled(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """The caller's own list is filled, or turned round when it is full."""
    names = {each.arg for each in function.args.args}
    filled = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name in names:
                yield source.replaced(node, f"{name}[:] = {source.own(node.value)}", SURE)
        elif isinstance(node, ast.Attribute) and node.attr in ("append", "extend", "insert"):
            filled.add(source.own(node.value))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            filled.add(source.own(node.targets[0].value))
    last = function.body[-1]
    lead, end = source.indent(last), last.end_lineno or last.lineno
    for name in sorted(filled & names):
        if lead is not None and not isinstance(last, ast.Return):
            yield source.relined(end + 1, end, [f"{lead}{name}.reverse()\n"], end, 1)
