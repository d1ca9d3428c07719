"""The line of a function that does something, by the word that a check's author has for it.

A check that recognises a mistake by its numbers may say which line of the student's function it is
about: `no_bias.place = "neuron", "begins"`. It is marked if just one line does that.
Explanations of `check_grad` and of a training loop use the same words.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from grader.explain.watching.record import Line
from grader.explain.watching.source import SourceText
from grader.syntax import nodes_of


def line_by_word(name: str, word: str, source: SourceText) -> Line | None:
    """The one line of a function that does what a word says; None if none does, or several do."""
    lines = {*lines_by_word(name, word, source)}
    return lines.pop() if len(lines) == 1 else None


def lines_by_word(name: str, word: str, source: SourceText) -> Iterator[Line]:
    """The lines of a function that do what a word says: of several with a name the last counts."""
    functions = list(source.defined([name])) if word in WORDS else []
    for cell, function in functions[-1:]:
        yield from ((cell, number) for number in WORDS[word](function))


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


def _lines_of(*kinds: type[ast.stmt]) -> Callable[[ast.FunctionDef], Iterator[int]]:
    return lambda function: (n.lineno for n in nodes_of(function) if isinstance(n, kinds))


def _returns_in_loop(function: ast.FunctionDef) -> Iterator[int]:
    """The last `return` inside a loop."""
    lines = [node.lineno for node in _looped(function) if isinstance(node, ast.Return)]
    yield from sorted(lines)[-1:]


def _slices(function: ast.FunctionDef) -> Iterator[int]:
    """What is taken out of a list inside a loop, by its place there."""
    return (node.lineno for node in _looped(function) if isinstance(node, ast.Subscript))


def _written(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What a function writes to: names, attributes, items."""
    for node in nodes_of(function):
        if isinstance(node, ast.Assign):
            yield from node.targets
        elif isinstance(node, ast.AugAssign):
            yield node.target


def _sets(function: ast.FunctionDef, attribute: str) -> Iterator[int]:
    for target in _written(function):
        if isinstance(target, ast.Attribute) and target.attr == attribute:
            yield target.lineno


def _sets_first(function: ast.FunctionDef) -> Iterator[int]:
    first = {each.arg for each in function.args.args[:1]}
    for target in _written(function):
        if isinstance(target, ast.Name) and target.id in first:
            yield target.lineno


def _sets_given_items(function: ast.FunctionDef) -> Iterator[int]:
    given = {each.arg for each in function.args.args}
    for target in _written(function):
        if isinstance(target, ast.Subscript) and ast.unparse(target.value) in given:
            yield target.lineno


def _calls(function: ast.FunctionDef, name: str) -> Iterator[int]:
    for node in nodes_of(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name:
            yield node.lineno


def _ends_early(function: ast.FunctionDef) -> Iterator[int]:
    """Leaves a loop, or the function before its last line."""
    for node in nodes_of(function):
        if isinstance(node, ast.Return | ast.Break) and node is not function.body[-1]:
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
    "returns": _lines_of(ast.Return),
    "returns in a loop": _returns_in_loop,
    "loops": _lines_of(ast.For, ast.While),
    "goes on": _lines_of(ast.Continue),
    "ends early": _ends_early,
    "slices": _slices,
    "moves data": lambda function: _sets(function, "data"),
    "sets its first parameter": _sets_first,
    "sets given items": _sets_given_items,
    "clears gradients": lambda f: chain(_sets(f, "grad"), _calls(f, "zero_grad")),
    "runs backward": lambda function: _calls(function, "backward"),
    "draws an arrow": _draws_an_arrow,
    "rounds": _rounds,
}
"""What a line does, by the word for it."""
