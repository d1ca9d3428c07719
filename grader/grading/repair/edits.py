"""Small edits of a student's text, one at a time: what may be all that a right answer lacks.

The lines that a finding points at come first. Nothing of the text is run here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

MOST = 200
_SIGNS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Add: ("-", "*"),
    ast.Sub: ("+", "*"),
    ast.Mult: ("/", "+"),
    ast.Div: ("*", "//"),
    ast.FloorDiv: ("/", "*", "-"),
    ast.Mod: ("*", "/", "-"),
    ast.Pow: ("*", "-"),
    ast.BitXor: ("**", "-"),
    ast.BitOr: ("*", "+"),
    ast.BitAnd: ("*", "+"),
}
_COMPARED: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Gt: (">=", "<"),
    ast.GtE: (">", "<="),
    ast.Lt: ("<=", ">"),
    ast.LtE: ("<", ">="),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}


def edits(text: str, lines: Sequence[int]) -> Iterator[str]:
    """The text with one edit, at most `MOST` times; those at `lines`, in this order, first."""
    tree = ast.parse(text)
    rank = {line: place for place, line in enumerate(dict.fromkeys(lines))}
    found = [
        (rank.get(node.lineno, len(rank)), number, node, new)
        for number, (node, new) in enumerate(_replacements(tree))
        if isinstance(node, ast.expr | ast.stmt)
    ]
    seen = {text}
    for _, _, node, new in sorted(found, key=lambda each: each[:2]):
        edited = _replaced(text, node, new)
        if edited not in seen and _compiles(edited):
            seen.add(edited)
            yield edited
            if len(seen) > MOST:
                return


def _replacements(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """A node and what may stand in its place."""
    everywhere = dict.fromkeys(
        ast.unparse(each)
        for each in ast.walk(tree)
        if isinstance(each, ast.Attribute) and each.attr.strip("_") in ("data", "grad")
    )
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        inner = [each for each in ast.walk(function) if each is not function]
        own = {each.id for each in inner if isinstance(each, ast.Name)}
        names = [name for name in everywhere if name.partition(".")[0] in own]
        gradients = [name for name in names if name.endswith("grad")]
        for node in inner:
            yield from _of_statement(node, gradients)
            yield from _of_expression(node, names)


def _of_statement(node: ast.AST, gradients: Sequence[str]) -> Iterator[tuple[ast.AST, str]]:
    if isinstance(node, ast.AugAssign):
        target, value = ast.unparse(node.target), ast.unparse(node.value)
        for sign in ("=", "+=", "-="):
            yield node, f"{target} {sign} {value}"
        for name in gradients:
            if name != target and name not in value:
                yield node, f"{target} += ({value}) * {name}"
    elif isinstance(node, ast.Assign) and len(node.targets) == 1:
        target, value = ast.unparse(node.targets[0]), ast.unparse(node.value)
        if "grad" in target:
            yield node, f"{target} += {value}"
            for name in gradients:
                if name != target and name not in value:
                    yield node, f"{target} = ({value}) * {name}"
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Attribute | ast.Name):
        yield node, f"{ast.unparse(node)}()"
    elif isinstance(node, ast.For):
        source = ast.unparse(node.iter)
        if source.startswith("reversed("):
            yield node.iter, source.removeprefix("reversed(").removesuffix(")")
        else:
            yield node.iter, f"reversed({source})"


def _of_expression(node: ast.AST, names: Sequence[str]) -> Iterator[tuple[ast.AST, str]]:
    if isinstance(node, ast.BinOp):
        left, right = ast.unparse(node.left), ast.unparse(node.right)
        for sign in _SIGNS.get(type(node.op), ()):
            yield node, f"(({left}) {sign} ({right}))"
        if isinstance(node.op, ast.Sub | ast.Div):
            yield node, f"(({right}) {'-' if isinstance(node.op, ast.Sub) else '/'} ({left}))"
        if isinstance(node.op, ast.Mult):
            yield from ((node, one) for one in (left, right))
        yield node, f"(-({ast.unparse(node)}))"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        yield node, f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.Attribute) and ast.unparse(node) in names:
        yield from ((node, name) for name in names if name != ast.unparse(node))
        yield node, f"(-{ast.unparse(node)})"
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
        for sign in _COMPARED.get(type(node.ops[0]), ()):
            yield node, f"{left} {sign} {right}"
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        for number in (0.0, 1.0, 2.0, -1.0):
            if number != node.value:
                yield node, f"({number})" if number < 0 else str(number)


def _replaced(text: str, node: ast.expr | ast.stmt, new: str) -> str:
    """The text with the node's own characters replaced; columns count bytes."""
    lines = text.splitlines(keepends=True)
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    start = lines[first].encode()[: node.col_offset].decode()
    end = lines[last].encode()[node.end_col_offset :].decode()
    return "".join([*lines[:first], start + new + end, *lines[last + 1 :]])


def _compiles(text: str) -> bool:
    try:
        compile(text, "edited", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True
