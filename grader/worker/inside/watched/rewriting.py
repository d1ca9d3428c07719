"""Change a student's syntax tree so that numbers keep their memory through `float(x)`.

Lines stay what they are. `type(x)` is changed too: code that compares it with `float` must see one.
"""

from __future__ import annotations

import ast
from typing import Any

from grader.worker.inside.watched.numbers import as_float, as_int, as_rounded, kind_of

NAMES: dict[str, Any] = {
    "float": ("__watched_float__", as_float),
    "type": ("__watched_type__", kind_of),
    "int": ("__watched_int__", as_int),
    "round": ("__watched_round__", as_rounded),
}
"""The calls that are changed, and by which function, under which name."""


def names() -> dict[str, Any]:
    """What the changed code needs in its module."""
    return dict(NAMES.values())


def rewritten(tree: ast.Module) -> ast.Module:
    """The tree with those calls changed, for compiling."""
    changed: ast.Module = ast.fix_missing_locations(_Calls().visit(tree))
    return changed


class _Calls(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        function = node.func
        if not isinstance(function, ast.Name) or function.id not in NAMES or node.keywords:
            return node
        most = 2 if function.id == "round" else 1
        if not 1 <= len(node.args) <= most or isinstance(node.args[0], ast.Starred):
            return node
        name = ast.copy_location(ast.Name(NAMES[function.id][0], ast.Load()), node)
        return ast.copy_location(ast.Call(name, [function, *node.args], []), node)
