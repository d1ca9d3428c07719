"""Edits of how a function goes from node to node: which nodes, in which order, each once.

A restart of the inner nodes, a loop for those only that another collection holds, a node that is
skipped or marked when it is taken up, the order of the student's own `build_topo`, marks taken off.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from grader.explain.diagnosis.readings.where.functions import end_of, functions_of, loops_of
from grader.grading.repair.source_text import SURE, Proposal, SourceText, blocks_of

STEP = "    "
_FILLED = ("add", "append", "insert", "appendleft")
ORDERED = "ordered"
"""What an edit calls a list of its own."""


def of_walks(source: SourceText) -> Iterator[Proposal]:
    """Every such edit of the text."""
    for function in functions_of(source.tree):
        yield from _restarted(source, function)
        for each in ast.walk(function):
            if isinstance(each, ast.For):
                yield from _guarded(source, function, each)
            elif isinstance(each, ast.While):
                yield from _taken_up(source, function, each)
        yield from _unmarked(source, function)
        if function.name == "backward":
            yield from _as_ordered(source, function)


def _restarted(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """A restart of inner nodes before the walk."""
    for loop in loops_of(function) if source.inputs else ():
        lead, goes = source.indent(loop), _goes_over(source, loop)
        if goes and lead is not None:
            name, over = goes
            line = _seed_before(function, loop) or loop.lineno
            made = [
                f"{lead}for {name} in {over}:\n",
                f"{lead}{STEP}if {name}.{source.inputs}:\n",
                f"{lead}{STEP * 2}{name}.grad = 0.0\n",
            ]
            yield source.relined(line, line - 1, made, line, 1)


def _seed_before(function: ast.FunctionDef, loop: ast.stmt) -> int:
    """The line of the statement that gives the root its gradient, if it is before the loop."""
    for node in function.body:
        if isinstance(node, ast.Assign | ast.AugAssign) and node.lineno < loop.lineno:
            target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
            if isinstance(target, ast.Attribute) and "grad" in target.attr:
                return node.lineno
    return 0


def _goes_over(source: SourceText, loop: ast.For | ast.While) -> tuple[str, str] | None:
    """What a loop calls a node, and what holds all of them: `while topo: node = topo.pop()`."""
    if isinstance(loop, ast.For):
        over = source.own(loop.iter)
        over = over[9:-1] if over.startswith("reversed(") and over.endswith(")") else over
        return (loop.target.id, over) if isinstance(loop.target, ast.Name) else None
    taken = _taken(loop)
    if taken and isinstance(taken.targets[0], ast.Name):
        return taken.targets[0].id, source.own(taken.value).rpartition(".pop")[0]
    return None


def _taken(loop: ast.While) -> ast.Assign | None:
    """The statement with which a loop takes up its next node, if it is the first one."""
    first = loop.body[0]
    if isinstance(first, ast.Assign) and isinstance(first.value, ast.Call):
        called = first.value.func
        if isinstance(called, ast.Attribute) and called.attr.startswith("pop"):
            return first
    return None


def _guarded(source: SourceText, function: ast.FunctionDef, loop: ast.For) -> Iterator[Proposal]:
    """A loop's body for those nodes only that another collection holds, or does not hold; or the
    loop over that collection."""
    first = loop.body[0]
    lead = source.indent(first)
    if lead is None or not isinstance(loop.target, ast.Name):
        return
    name, last = loop.target.id, end_of(loop.body[-1])
    over = source.own(loop.iter)
    inside = _filled(source, loop)
    for each in _collections(source, function, loop.lineno):
        if re.search(rf"\b{re.escape(each)}\b", over):
            continue
        body = [line for node in loop.body for line in source.block(node, STEP)]
        for word in ("not in",) if each in inside else ("in", "not in"):
            made = [f"{lead}if {name} {word} {each}:\n", *body]
            likely = word == "in" or each in inside
            yield source.relined(first.lineno, last, made, first.lineno, 1 if likely else 2)
        if each not in inside:
            order = f"reversed({each})" if over.startswith("reversed(") else each
            yield source.replaced(loop.iter, order, 2)


def _filled(source: SourceText, node: ast.AST) -> dict[str, ast.expr]:
    """What something is put into below a node, and what is put there first."""
    found: dict[str, ast.expr] = {}
    for each in ast.walk(node):
        called = each.func if isinstance(each, ast.Call) and each.args else None
        if isinstance(called, ast.Attribute) and called.attr in _FILLED:
            assert isinstance(each, ast.Call)
            found.setdefault(source.own(called.value), each.args[-1])
    return found


def _collections(source: SourceText, function: ast.FunctionDef, line: int) -> list[str]:
    """What a function calls its lists and sets, of those that are made before a line."""
    found = list(_filled(source, function))
    for each in ast.walk(function):
        if isinstance(each, ast.Assign) and each.lineno < line:
            pairs = [(each.targets[0], each.value)]
            if isinstance(each.targets[0], ast.Tuple) and isinstance(each.value, ast.Tuple):
                pairs = list(zip(each.targets[0].elts, each.value.elts, strict=False))
            found += [t.id for t, v in pairs if isinstance(t, ast.Name) and isinstance(v, _MADE)]
    return list(dict.fromkeys(found))


def _taken_up(source: SourceText, function: ast.FunctionDef, loop: ast.While) -> Iterator[Proposal]:
    """A node that is seen already is skipped when it is taken up, or marked only then."""
    taken = _taken(loop)
    lead = source.indent(taken) if taken else None
    if taken is None or lead is None:
        return
    names = [each.id for each in ast.walk(taken.targets[0]) if isinstance(each, ast.Name)]
    owners = [each for each in names if _is_used(loop, each)]
    after: list[ast.stmt] = [taken]
    for node in loop.body[1:3]:
        if isinstance(node, ast.If) and not node.orelse:
            after.append(node)
    for name in owners:
        for seen, key in _filled(source, function).items():
            word = _as_for(source.own(key), name, owners, loop)
            skip = [f"{lead}if {word} in {seen}:\n", f"{lead}{STEP}continue\n"]
            for node in after:
                line = end_of(node) + 1
                yield source.relined(line, line - 1, skip, line - 1, 1)
                marks = [*skip, f"{lead}{seen}.add({word})\n"]
                yield from _marked_later(source, function, loop, seen, line, marks)


def _is_used(node: ast.AST, name: str) -> bool:
    """Whether attributes of a name are read."""
    owners = (each.value for each in ast.walk(node) if isinstance(each, ast.Attribute))
    return any(isinstance(each, ast.Name) and each.id == name for each in owners)


def _as_for(key: str, name: str, owners: Sequence[str], loop: ast.While) -> str:
    """What a set holds of a node, `id(p)`, for another node; the node itself if that is unclear."""
    targets = [each.target for each in ast.walk(loop) if isinstance(each, ast.For)]
    inner = [each.id for each in targets if isinstance(each, ast.Name)]
    for other in (*inner, *owners):
        if re.search(rf"\b{other}\b", key) and key.count(other) == 1 and "," not in key:
            return re.sub(rf"\b{other}\b", name, key)
    return name


def _marked_later(
    source: SourceText,
    function: ast.FunctionDef,
    loop: ast.While,
    seen: str,
    line: int,
    marks: Sequence[str],
) -> Iterator[Proposal]:
    """A mark that is set when a node is put on the stack is set when it is taken from there."""
    for each in ast.walk(loop):
        for block in blocks_of(each) if isinstance(each, ast.For) else ():
            for node in block:
                lead = source.indent(node)
                if lead is None or not source.own(node).startswith(f"{seen}.add("):
                    continue
                first, last = node.lineno, end_of(node)
                kept = [f"{lead}pass\n"] if len(block) == 1 else []
                if line <= first:
                    made = [*marks, *source.lines[line - 1 : first - 1], *kept]
                    yield source.relined(line, last, made, line, 1)
                    begun = _begun(source, function, loop, seen)
                    if begun is not None:  # the first node is marked before the loop
                        between = source.lines[end_of(begun) : line - 1]
                        yield source.relined(begun.lineno, last, [*between, *made], line, 1)


def _begun(
    source: SourceText, function: ast.FunctionDef, loop: ast.While, seen: str
) -> ast.stmt | None:
    """The statement before a loop that marks the node from which it starts."""
    for node in function.body:
        if node.lineno < loop.lineno and source.own(node).startswith(f"{seen}.add("):
            return node if source.indent(node) is not None else None
    return None


def _unmarked(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """Marks that a walk leaves on the nodes are taken off after it."""
    for loop in loops_of(function):
        lead = source.indent(loop)
        marks = {
            each.targets[0].attr
            for each in ast.walk(loop)
            if isinstance(each, ast.Assign)
            and isinstance(each.targets[0], ast.Attribute)
            and isinstance(each.value, ast.Constant)
            and each.value.value is True
        }
        for mark in sorted(marks) if lead is not None else ():
            for held in _filled(source, loop):
                line = end_of(loop)
                made = [f"{lead}for each in {held}:\n", f"{lead}{STEP}each.{mark} = False\n"]
                yield source.relined(line + 1, line, made, line, SURE)


def _as_ordered(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """The last loop goes over what the student's own `build_topo` lists, the root first."""
    walks = (each for each in source.tree.body if isinstance(each, ast.FunctionDef))
    if not any(each.name == "build_topo" and len(each.args.args) == 3 for each in walks):
        return
    root = function.args.args[0].arg if function.args.args else ""
    for loop in reversed([*loops_of(function)]) if root else ():
        lead = source.indent(loop)
        names: list[ast.AST] = []
        line = loop.lineno
        if isinstance(loop, ast.For):
            line = loop.iter.end_lineno or line
            names = [loop.target] if loop.body[0].lineno > line else []
        elif taken := _taken(loop):
            names, line = list(ast.walk(taken.targets[0])), end_of(taken)
        for name in names:
            if lead is not None and isinstance(name, ast.Name) and _is_used(loop, name.id):
                made = [
                    f"{lead}{ORDERED} = []\n",
                    f"{lead}build_topo({root}, set(), {ORDERED})\n",
                    f"{lead}for {name.id} in reversed({ORDERED}):\n",
                ]
                yield source.relined(loop.lineno, line, made, loop.lineno, 1)


_MADE = (ast.List, ast.Set, ast.Dict, ast.Call, ast.ListComp, ast.SetComp, ast.DictComp)
