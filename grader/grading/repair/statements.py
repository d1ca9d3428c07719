"""Edits of whole statements: `=` or `+=`, one missing, one too many, one in a wrong place."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from grader.explain.diagnosis.readings.where.functions import end_of, functions_of
from grader.grading.repair.source_text import Proposal, SourceText, blocks_of, shifted

STEP = "    "
FAR = 2
"""Statements that are passed at least: those that pass one are made beside the others."""


def of_assignments(source: SourceText, region: ast.stmt) -> Iterator[Proposal]:
    """`=` for `+=`, both at once or one after the other; a call that is not made."""
    for node in ast.walk(region):
        if isinstance(node, ast.Assign | ast.AugAssign):
            yield from _of_assignment(source, node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Attribute | ast.Name):
            yield source.replaced(node, f"{source.own(node)}()", 0)


def of_branches(source: SourceText, region: ast.stmt) -> Iterator[Proposal]:
    """What decides whether a statement is run, and how a loop is left."""
    for node in ast.walk(region):
        if isinstance(node, ast.If):
            yield from _of_condition(source, node)
            yield from _same_as_own(source, region, node.test)
        elif isinstance(node, ast.Break | ast.Continue):
            other = "continue" if isinstance(node, ast.Break) else "break"
            yield source.replaced(node, other)
        elif isinstance(node, ast.For | ast.While):
            for each in ast.walk(node):
                if isinstance(each, ast.Return) and each.value is None:
                    yield source.replaced(each, "continue")
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield source.replaced(test, "True")
    for block in blocks_of(region):
        for before, node in itertools.pairwise(block):
            if isinstance(node, ast.If) and isinstance(before, ast.If) and source.indent(node):
                first = source.lines[node.lineno - 1].replace("if", "elif", 1)
                yield source.relined(node.lineno, node.lineno, [first], node.lineno, 0)


def of_blocks(source: SourceText, region: ast.stmt) -> Iterator[Proposal]:
    """A statement too many, or at another place among its neighbours."""
    for block in blocks_of(region):
        yield from _of_block(source, block)


def _of_assignment(source: SourceText, node: ast.Assign | ast.AugAssign) -> Iterator[Proposal]:
    value = source.own(node.value)
    if isinstance(node, ast.AugAssign):
        target = source.own(node.target)
        yield from (source.replaced(node, f"{target} {s} {value}", 0) for s in ("=", "+=", "-="))
    elif len(node.targets) == 1:
        target = source.own(node.targets[0])
        if isinstance(node.targets[0], ast.Tuple):
            yield from _one_after_the_other(source, node)
            yield from _without_one(source, node)
        elif _is_zero(node.value):
            pass
        elif "grad" in target or isinstance(node.targets[0], ast.Subscript):
            yield source.replaced(node, f"{target} += {value}", 0)
    else:
        return
    if "grad" not in target or not source.inputs or isinstance(node.value, ast.Tuple):
        return
    owner = target.rpartition(".")[0]
    if owner and owner.isidentifier():
        inputs = f"{owner}.{source.inputs}"
        if not isinstance(node.value, ast.Constant):
            yield source.replaced(node, f"{target} += 1.0", 2)
            yield source.replaced(node, f"{target} = 1.0", 2)
        if isinstance(node.value, ast.Constant):
            lead = source.indent(node)
            yield source.replaced(node, f"{target} = 1.0")
            if lead is not None:
                guarded = [f"{lead}if {inputs}:\n", *source.block(node, STEP)]
                line = node.lineno
                yield source.relined(line, node.end_lineno or line, guarded, line, 1)
        else:
            kept = f"{target} = {value} if {inputs} else {target} + {value}"
            yield source.replaced(node, kept, 2)


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0


def _one_after_the_other(source: SourceText, node: ast.Assign) -> Iterator[Proposal]:
    """`a, b = x, y` as two statements: the second sees what the first has done."""
    targets, values, lead = node.targets[0], node.value, source.indent(node)
    if lead is None or not isinstance(targets, ast.Tuple) or not isinstance(values, ast.Tuple):
        return
    if len(targets.elts) == len(values.elts):
        made = [
            f"{lead}{source.own(target)} = {source.own(value)}\n"
            for target, value in zip(targets.elts, values.elts, strict=True)
        ]
        yield source.relined(node.lineno, node.end_lineno or node.lineno, made, node.lineno, 0)


def _without_one(source: SourceText, node: ast.Assign) -> Iterator[Proposal]:
    """`a, b = x, y` without one of them."""
    targets, values = node.targets[0], node.value
    if isinstance(targets, ast.Tuple) and isinstance(values, ast.Tuple):
        pairs = list(zip(targets.elts, values.elts, strict=False))
        for one in pairs if len(pairs) == len(targets.elts) == len(values.elts) else ():
            kept = [pair for pair in pairs if pair is not one]
            left, right = (", ".join(map(source.own, side)) for side in zip(*kept, strict=True))
            yield source.replaced(node, f"{left} = {right}", 1)


def _of_condition(source: SourceText, node: ast.If) -> Iterator[Proposal]:
    test = source.own(node.test)
    yield source.replaced(node.test, "True")
    yield source.replaced(node.test, f"not ({test})")
    lead = source.indent(node)
    if lead is not None and not node.orelse:
        inner = [line for each in node.body for line in source.block(each)]
        indent = source.indent(node.body[0])
        if indent is not None:
            end = node.end_lineno or node.lineno
            made = shifted(inner, indent, lead)
            yield source.relined(node.lineno, end, made, node.lineno, 1)


def _same_as_own(source: SourceText, region: ast.AST, test: ast.expr) -> Iterator[Proposal]:
    """What another node holds is compared with what the function's own holds."""
    if isinstance(test, ast.Attribute):
        for given in [each for each in ast.walk(region) if isinstance(each, ast.arg)]:
            if source.own(test.value) != given.arg:
                new = f"{source.own(test)} == {given.arg}.{test.attr}"
                yield source.replaced(test, new, 1)


def _of_block(source: SourceText, block: list[ast.stmt]) -> Iterator[Proposal]:
    """A statement left out, or at another place among its neighbours."""
    leads = [source.indent(each) for each in block]
    for place, node in enumerate(block):
        lead, end = leads[place], node.end_lineno or node.lineno
        if lead is None or isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        if place and isinstance(block[place - 1], ast.AugAssign):
            yield from _not_written(source, block[place - 1], node)
        if not isinstance(node, ast.Pass):
            yield source.relined(node.lineno, end, [f"{lead}pass\n"], node.lineno, 2)
        if place and leads[place - 1] is not None:
            before = block[place - 1]
            made = [*source.block(node), *source.block(before)]
            yield source.relined(before.lineno, end, made, node.lineno, 1)
        for inner in blocks_of(node):
            if isinstance(node, ast.For | ast.While | ast.If):
                yield from _out_of(source, node, lead, inner)


def _not_written(source: SourceText, before: ast.stmt, node: ast.stmt) -> Iterator[Proposal]:
    """`x.data *= y` and a statement that uses `x.data`, as one that changes no node."""
    if not isinstance(before, ast.AugAssign) or not isinstance(before.target, ast.Attribute):
        return
    target, lead = source.own(before.target), source.indent(before)
    sign = ast.unparse(ast.BinOp(ast.Name("x"), before.op, ast.Name("y")))[2:-2]
    value = f"({target} {sign} {source.own(before.value)})"
    own = source.own(node)
    if lead is not None and own.count(target) == 1 and isinstance(node, ast.AugAssign):
        made = [f"{lead}{own.replace(target, value)}\n"]
        yield source.relined(before.lineno, node.end_lineno or node.lineno, made, node.lineno, 0)


def _out_of(
    source: SourceText, outer: ast.stmt, lead: str, inner: list[ast.stmt]
) -> Iterator[Proposal]:
    """The last or the first statement of a block, after or before what holds the block."""
    first, end = outer.lineno, outer.end_lineno or outer.lineno
    if len(inner) < 2:
        return
    for node, after in ((inner[-1], True), (inner[0], False)):
        indent = source.indent(node)
        if indent is None:
            continue
        last = node.end_lineno or node.lineno
        moved = shifted(source.block(node), indent, lead)
        rest = source.lines[first - 1 : node.lineno - 1], source.lines[last:end]
        made = [*rest[0], *rest[1], *moved] if after else [*moved, *rest[0], *rest[1]]
        yield source.relined(first, end, made, node.lineno, 2)


def of_moves(source: SourceText) -> Iterator[Proposal]:
    """A statement further away than its neighbour."""
    for function in functions_of(source.tree):
        for block in blocks_of(function):
            if all(source.indent(each) is not None for each in block):
                yield from _within(source, block)
                yield from _into(source, block)


def _within(source: SourceText, block: list[ast.stmt]) -> Iterator[Proposal]:
    """A statement at the front of its block, or at the end: there, before what is returned."""
    last = len(block) - (1 + isinstance(block[-1], ast.Return))
    for place, node in enumerate(block):
        if isinstance(node, ast.FunctionDef | ast.Return):
            continue
        lines = source.block(node)
        if place >= FAR:
            kept = source.lines[block[0].lineno - 1 : node.lineno - 1]
            made = [*lines, *kept]
            yield source.relined(block[0].lineno, end_of(node), made, node.lineno, 1)
        if place <= last - FAR:
            kept = source.lines[end_of(node) : end_of(block[last])]
            made = [*kept, *lines]
            yield source.relined(node.lineno, end_of(block[last]), made, node.lineno, 1)


def _into(source: SourceText, block: list[ast.stmt]) -> Iterator[Proposal]:
    """A statement as the last one of the loop or the branch before it."""
    for before, node in itertools.pairwise(block):
        if isinstance(before, ast.For | ast.While | ast.If) and not before.orelse:
            inner, own = source.indent(before.body[-1]), source.indent(node)
            if inner is not None and own is not None and not isinstance(node, ast.Return):
                made = shifted(source.block(node), own, inner)
                yield source.relined(node.lineno, end_of(node), made, node.lineno, 1)


STATEMENTS = (of_assignments, of_branches, of_blocks)
"""Each has turns of its own."""
