"""What a line of a walk does, read off the text: looks a node up, calls again, takes the first one.

That a run came by the line was seen; what it says there is not looked for anywhere else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from grader.explain.watching.record import Line
from grader.explain.watching.source import SourceText
from grader.syntax import nodes_of, parse


def _nodes(source: SourceText, line: Line) -> Iterator[ast.AST]:
    """What begins on a line."""
    tree = parse(source.cells[line[0]])
    nodes = nodes_of(tree) if tree is not None else ()
    return (node for node in nodes if getattr(node, "lineno", 0) == line[1])


def membership(source: SourceText, line: Line) -> ast.Compare | None:
    """The question on a line whether something is in a collection."""
    for node in _nodes(source, line):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            return node
    return None


def rebound(source: SourceText, line: Line) -> Line | None:
    """The line of a function that makes its own of a collection which was handed in, and which a
    later line looks something up in."""
    asked, function = membership(source, line), source.function(line)
    if asked is None or function is None or not isinstance(asked.comparators[0], ast.Name):
        return None
    name = asked.comparators[0].id
    own = {each.arg for each in function.args.args}
    for node in function.body:
        targets = node.targets if isinstance(node, ast.Assign) else ()
        if name in own and any(isinstance(t, ast.Name) and t.id == name for t in targets):
            return line[0], node.lineno
    return None


def calls_of(source: SourceText, line: Line) -> Line | None:
    """The one line on which the function that a line is in calls itself."""
    function = source.function(line)
    if function is None:
        return None
    calls = {
        node.lineno
        for node in nodes_of(function)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == function.name
    }
    return (line[0], calls.pop()) if len(calls) == 1 else None


def takes_first(source: SourceText, line: Line) -> bool:
    """Whether a line takes what stands first in a collection: `popleft()`, `pop(0)`."""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (
            node.func.attr == "popleft"
            or (node.func.attr == "pop" and [ast.unparse(each) for each in node.args] == ["0"])
        )
        for node in _nodes(source, line)
    )


def yields(source: SourceText) -> Iterator[Line]:
    """The lines that give something out."""
    for cell, text in enumerate(source.cells):
        tree = parse(text)
        for node in nodes_of(tree) if tree is not None else ():
            if isinstance(node, ast.Yield):
                yield cell, node.lineno
