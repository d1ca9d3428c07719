"""Edits of what nodes and numbers are kept in: a set or a dictionary where a list is needed, a list
that is shared where a copy is, a key that other nodes have too; and of the order they are in.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from grader.explain.diagnosis.readings.where.functions import functions_of
from grader.grading.repair.source_text import SURE, Proposal, SourceText

_CHANGES = ("append", "extend", "insert", "pop", "popleft", "remove", "clear", "sort", "reverse")
_KEYED = ("add", "get", "setdefault", "pop", "discard", "remove", "move_to_end")
_OPPOSITE = {"max": "min", "min": "max", "any": "all", "all": "any"}
MOST_NODES = 3
"""Names in a key that are tried for the node."""


def of_containers(source: SourceText) -> Iterator[Proposal]:
    """Every such edit of the text."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call):
            yield from _as_pairs(source, node)
        elif isinstance(node, ast.Set) and len(node.elts) > 1:
            elements = ", ".join(map(source.own, node.elts))
            yield source.replaced(node, f"({elements})", SURE)
    keys = [each.id for each in _keys(source.tree) if isinstance(each, ast.Name)]
    called = [
        each.func.id
        for each in _keys(source.tree)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
    ]
    for function in functions_of(source.tree):
        yield from _as_list(source, function)
        yield from _as_copy(source, function)
        yield from _by_identity(source, function, keys, called)


def _as_pairs(source: SourceText, node: ast.Call) -> Iterator[Proposal]:
    """`{a: x, b: y}.items()` holds one entry if `a` is `b`; a list of pairs holds two."""
    if not isinstance(node.func, ast.Attribute) or node.func.attr != "items":
        return
    held = node.func.value
    if isinstance(held, ast.Dict) and all(held.keys):
        pairs = zip(held.keys, held.values, strict=True)
        made = ", ".join(f"({source.own(k)}, {source.own(v)})" for k, v in pairs if k)
        yield source.replaced(node, f"[{made}]", SURE)
    elif isinstance(held, ast.Call) and source.own(held.func) == "dict" and len(held.args) == 1:
        yield source.replaced(node, f"list({source.own(held.args[0])})", SURE)


def _as_list(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """Whatever a function puts into sets, it puts into lists."""
    sets = [
        each
        for each in ast.walk(function)
        if (isinstance(each, ast.Name) and each.id == "set")
        or (isinstance(each, ast.Attribute) and each.attr == "add" and _is_set(each.value))
    ]
    inner = {each.value for each in sets if isinstance(each, ast.Attribute)}
    called = {each.func for each in ast.walk(function) if isinstance(each, ast.Call)}
    called = {each for each in called if isinstance(each, ast.Name)}
    sets = [each for each in sets if each not in inner and each not in called]
    if not inner:
        return
    text = source.text
    for each in sorted(sets, key=lambda each: (each.lineno, each.col_offset), reverse=True):
        new = "list" if isinstance(each, ast.Name) else "list.append"
        text = SourceText(text).replaced(each, new).text
    yield Proposal(function.lineno, SURE, lambda: text)


def _is_set(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "set"


def _as_copy(source: SourceText, function: ast.FunctionDef) -> Iterator[Proposal]:
    """What belongs to a node is copied before it is changed."""
    changed = set()
    for each in ast.walk(function):
        if isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Store | ast.Del):
            changed.add(source.own(each.value))
        elif isinstance(each, ast.AugAssign):
            changed.add(source.own(each.target))
        elif isinstance(each, ast.Attribute) and each.attr in _CHANGES:
            changed.add(source.own(each.value))
    for each in ast.walk(function):
        if not isinstance(each, ast.Assign) or source.own(each.targets[0]) not in changed:
            continue
        if isinstance(each.value, ast.Attribute | ast.Subscript):
            yield source.replaced(each.value, f"list({source.own(each.value)})", 0)


def _by_identity(
    source: SourceText, function: ast.FunctionDef, keys: list[str], called: list[str]
) -> Iterator[Proposal]:
    """A key made of what a node holds, which others may hold too: `id(node)`, or the node."""
    direct: dict[str, list[ast.expr]] = {}
    for each in _keys(function):
        if not isinstance(each, ast.Name | ast.Constant):
            direct.setdefault(source.own(each), []).append(each)
    for nodes in direct.values():
        for new in _identities(nodes[0]):
            yield source.replaced_each(nodes, new, 0)
    for node in ast.walk(function):
        made = None
        if isinstance(node, ast.Return) and function.name in called:
            made = node.value
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            made = node.value if node.targets[0].id in keys else None
        if made is not None:
            yield from (source.replaced(made, new, 0) for new in _identities(made))


def _keys(node: ast.AST) -> Iterator[ast.expr]:
    """Whatever is looked up, or put into a set."""
    for each in ast.walk(node):
        if isinstance(each, ast.Compare) and isinstance(each.ops[0], ast.In | ast.NotIn):
            yield each.left
        elif isinstance(each, ast.Subscript) and not isinstance(each.slice, ast.Slice):
            yield each.slice
        elif isinstance(each, ast.Call) and getattr(each.func, "attr", "") in _KEYED:
            yield from each.args[:1]


def _identities(key: ast.expr) -> Iterator[str]:
    """`id(node)` and `node` for each name in a key that is made of more than a name."""
    if isinstance(key, ast.Attribute | ast.Tuple | ast.Call | ast.IfExp | ast.JoinedStr):
        names = [each.id for each in ast.walk(key) if isinstance(each, ast.Name)]
        functions = [each.func.id for each in ast.walk(key)
                     if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)]  # fmt: skip
        found = [name for name in dict.fromkeys(names) if name not in functions]
        for name in found[:MOST_NODES]:
            yield f"id({name})"
            yield name


def of_orders(source: SourceText, region: ast.AST) -> Iterator[Proposal]:
    """Every other order in which a function goes through something, or returns it."""
    loops = any(isinstance(node, ast.For | ast.While | ast.Yield) for node in ast.walk(region))
    for node in ast.walk(region):
        if isinstance(node, ast.For):
            yield from _of_order(source, node.iter)
        elif isinstance(node, ast.Return) and node.value is not None and loops:
            yield from _of_returned(source, node.value)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            yield source.replaced(node, source.own(node.value))
        elif isinstance(node, ast.Call):
            yield from _of_key(source, node)


def _of_key(source: SourceText, node: ast.Call) -> Iterator[Proposal]:
    """What a heap or `sorted` goes by, with the other sign; `min` for `max`."""
    called, first = source.own(node.func), node.args[-1:]
    if called in _OPPOSITE:
        yield source.replaced(node.func, _OPPOSITE[called], 0)
    keys = [each.value.body for each in node.keywords if isinstance(each.value, ast.Lambda)]
    if called.endswith("heappush") and first:
        keys.append(first[0])
    for key in keys:
        whole = key.elts[0] if isinstance(key, ast.Tuple) and key.elts else key
        if isinstance(whole, ast.UnaryOp) and isinstance(whole.op, ast.USub):
            yield source.replaced(whole, source.own(whole.operand), 0)
        elif isinstance(whole, ast.Attribute | ast.Subscript | ast.Name | ast.Call):
            yield source.replaced(whole, f"-{source.own(whole)}", 0)


def _of_order(source: SourceText, node: ast.expr) -> Iterator[Proposal]:
    """What a loop goes over, the other way round."""
    yield from _of_returned(source, node)
    keys = {
        source.own(word)
        for each in ast.walk(source.tree)
        if isinstance(each, ast.Call)
        for word in each.keywords
        if word.arg == "key"
    }
    for key in sorted(keys):
        for order in ("", ", reverse=True"):
            yield source.replaced(node, f"sorted({source.own(node)}, {key}{order})", 2)


def _of_returned(source: SourceText, node: ast.expr) -> Iterator[Proposal]:
    own = source.own(node)
    if isinstance(node, ast.Call) and own.startswith("reversed("):
        yield source.replaced(node, source.own(node.args[0]), 0)
    elif isinstance(node, ast.Subscript) and own.endswith("[::-1]"):
        yield source.replaced(node, source.own(node.value), 0)
    elif isinstance(node, ast.Name | ast.Call | ast.Attribute):
        yield source.replaced(
            node, f"{own}[::-1]" if isinstance(node, ast.Name) else f"list({own})[::-1]", 2
        )
        yield source.replaced(node, f"reversed({own})", 0)
