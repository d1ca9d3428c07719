"""The line of a function that does something, by the word that a check's author has for it.

A check that recognises a mistake by its numbers may say which line of the student's function it is
about: `no_bias.place = "neuron", "begins"`. It is marked if just one line does that.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from grader.explain.watching.record import Line
from grader.explain.watching.source import SourceText
from grader.syntax import nodes_of


def line_by_word(place: tuple[str, str], source: SourceText) -> Line | None:
    """The one line of a function that does what a word says; None if none does, or several do."""
    name, word = place
    functions = list(source.defined([name])) if word in WORDS else []
    if len(functions) != 1:
        return None
    ((cell, function),) = functions
    lines = {*WORDS[word](function)}
    return (cell, lines.pop()) if len(lines) == 1 else None


def _looped(function: ast.FunctionDef) -> list[ast.AST]:
    """What is inside the loops of a function."""
    loops = [node for node in nodes_of(function) if isinstance(node, ast.For | ast.While)]
    return [node for loop in loops for each in loop.body for node in ast.walk(each)]


def _begins(function: ast.FunctionDef) -> Iterator[int]:
    """The first assignment of the body itself."""
    yield from [node.lineno for node in function.body if isinstance(node, ast.Assign)][:1]


def _adds(function: ast.FunctionDef) -> Iterator[int]:
    """An assignment to a name inside a loop."""
    for node in _looped(function):
        if isinstance(node, ast.AugAssign) or (
            isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        ):
            yield node.lineno


def _returns(function: ast.FunctionDef) -> Iterator[int]:
    return (node.lineno for node in nodes_of(function) if isinstance(node, ast.Return))


def _returns_in_loop(function: ast.FunctionDef) -> Iterator[int]:
    """The last `return` inside a loop."""
    lines = [node.lineno for node in _looped(function) if isinstance(node, ast.Return)]
    yield from sorted(lines)[-1:]


def _loops(function: ast.FunctionDef) -> Iterator[int]:
    return (node.lineno for node in nodes_of(function) if isinstance(node, ast.For | ast.While))


def _slices(function: ast.FunctionDef) -> Iterator[int]:
    """What is taken out of a list inside a loop, by its place there."""
    return (node.lineno for node in _looped(function) if isinstance(node, ast.Subscript))


def _moves_data(function: ast.FunctionDef) -> Iterator[int]:
    for node in nodes_of(function):
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AugAssign) else targets
        yield from (t.lineno for t in targets if isinstance(t, ast.Attribute) and t.attr == "data")


def _runs_backward(function: ast.FunctionDef) -> Iterator[int]:
    for node in nodes_of(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".backward"):
            yield node.lineno


def _draws_an_arrow(function: ast.FunctionDef) -> Iterator[int]:
    for node in nodes_of(function):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "->" in node.value:
            yield node.lineno


def _rounds(function: ast.FunctionDef) -> Iterator[int]:
    """A call of `round`, or a format in a text."""
    for node in nodes_of(function):
        has_format = isinstance(node, ast.FormattedValue) and node.format_spec is not None
        is_call = isinstance(node, ast.Call) and ast.unparse(node.func) == "round"
        if isinstance(node, ast.expr) and (has_format or is_call):
            yield node.lineno


WORDS: Mapping[str, Callable[[ast.FunctionDef], Iterator[int]]] = {
    "begins": _begins,
    "adds": _adds,
    "returns": _returns,
    "returns in a loop": _returns_in_loop,
    "loops": _loops,
    "slices": _slices,
    "moves data": _moves_data,
    "runs backward": _runs_backward,
    "draws an arrow": _draws_an_arrow,
    "rounds": _rounds,
}
"""What a line does, by the word for it."""
