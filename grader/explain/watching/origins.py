"""Where a value came from that cannot do what is asked of it, read off the text.

`topo = build_topo(...)` gives `topo` what a function returns that returns nothing; a `stack` is
made as a tuple; `__init__` gives a node no `_backward`. What the value is was seen: the exception
says it. That a line gave it is told only where no other line of the text can have.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from grader.explain.watching.raised import line_in
from grader.explain.watching.record import Line
from grader.explain.watching.slips import CONTRACT, DYNAMIC
from grader.explain.watching.source import SourceText
from grader.explain.watching.text import FunctionNode
from grader.syntax import nodes_of
from grader.worker.observation import NamedError

Told = tuple[str, str, Line]
"""A statement, a question, and the line to look at."""
_CANNOT = re.compile(r"'(\w+)' object (?:has no attribute '(\w+)'|is not \w+)")
_HELD = re.compile(r"argument of type '(\w+)' is not iterable")
_OPERANDS = re.compile(r"unsupported operand type\(s\) for \S+: '(\w+)' and '(\w+)'")
_COMPARED = re.compile(r"'[<>]=?' not supported between instances of '(\w+)' and '\1'")
_LITERALS: dict[type[ast.expr], str] = {
    ast.Tuple: "tuple", ast.List: "list", ast.ListComp: "list", ast.Set: "set",
    ast.SetComp: "set", ast.Dict: "dict", ast.DictComp: "dict", ast.GeneratorExp: "generator",
}  # fmt: skip
_BUILT = frozenset({"set", "list", "dict", "tuple"})
_IN_PLACE = frozenset("append extend insert remove clear reverse sort add discard update".split())
"""Methods of Python's collections that change these, and return None."""


def origin_of(
    error: NamedError, source: SourceText, functions: Sequence[FunctionNode] = ()
) -> Told | None:
    """The line that gave what an exception is about; None if there is none, or several.

    functions: those that the failing program calls, to choose among several lines.
    """
    if error.kind == "signature" and error.get("name") == "_backward":
        return _only(source, functions, "NoneType", [("_backward", _stores("_backward"))])
    line, message = line_in(error.get("file"), error.line), error.get("message")
    if error.kind != "exception" or line is None or line[0] >= len(source.cells):
        return None
    if (two := _COMPARED.search(message)) and (compared := _compared(line, source)):
        name, at = compared
        told = f"`{name}` gives a tuple: where two of them begin alike, Python compares what comes "
        return (
            f"{told}next, and here that is one `{two[1]}` with another.",
            "What decides then?",
            at,
        )
    found = _CANNOT.search(message)
    kind, attribute = found.groups("") if found else ("", "")
    if attribute and (lacking := _not_from_the_start(kind, attribute, source)):
        return lacking
    others = [each.groups() for each in (_HELD.search(message), _OPERANDS.search(message)) if each]
    kinds = {kind, *(name for each in others for name in each)}
    for kind in sorted(kinds & {"NoneType", *_LITERALS.values()}):
        asked = [*_asked(source, line, attribute)]
        for value in asked:
            if isinstance(value, ast.Call) and kind == "NoneType":
                name, nothing = _name(value.func), _returned(value, source)
                if nothing:
                    return f"`{name}` returns {nothing}.", "What should stand there?", line
        named = [(_name(value), _binds(value, line, source)) for value in asked if _name(value)]
        if origin := _only(source, functions, kind, named):
            return origin
    return None


Binds = Callable[[ast.AST], bool]


def _only(
    source: SourceText,
    functions: Sequence[FunctionNode],
    kind: str,
    named: Iterable[tuple[str, Binds]],
) -> Told | None:
    """The one line that gives one of these names a value of that kind."""
    found: dict[Line, tuple[str, str]] = {}
    for name, binds in named:
        for cell, node in source.every():
            if isinstance(node, ast.Assign) and any(map(binds, node.targets)):
                words = _given(node.value, kind, source)
                if words and (cell, node.lineno) not in source.given:
                    found[cell, node.lineno] = name, words
    own = {line: each for line, each in found.items() if source.is_in(line, functions)}
    lines = own or found
    if len(lines) != 1:
        return None
    ((line, (name, words)),) = lines.items()
    asked = f"What should `{name}` hold there?"
    if words == "None":
        asked = f"Which lines read `{name}`, and what can each of them do with None?"
    return f"Line {line[1]} sets `{name}` to {words}.", asked, line


def _asked(source: SourceText, line: Line, attribute: str) -> Iterator[ast.expr]:
    """The values on a line of which something is asked that not every value can do."""
    for node in source.at(line):
        if isinstance(node, ast.Attribute):
            if node.attr == attribute:
                yield node.value
        elif attribute:
            continue
        elif isinstance(node, ast.Call):
            yield node.func
            yield from node.args
        elif isinstance(node, ast.For):
            yield node.iter
        elif isinstance(node, ast.Subscript):
            yield node.value
        elif isinstance(node, ast.BinOp):
            yield from (node.left, node.right)
        elif isinstance(node, ast.AugAssign):
            yield from (node.target, node.value)
        elif isinstance(node, ast.Compare):
            yield from node.comparators


def _compared(line: Line, source: SourceText) -> tuple[str, Line] | None:
    """The only function called on a line that puts things in order which returns a tuple with what
    it was given in it, and the line where it does."""
    if not source.sorts(line, compares=False):
        return None
    called = {_name(node.func) for node in source.at(line) if isinstance(node, ast.Call)}
    found = {
        (name, (cell, node.lineno))
        for name in called
        for cell, function in source.defined([name])
        for node in nodes_of(function)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple)
        if {each.arg for each in function.args.args} & {_name(each) for each in node.value.elts}
    }
    return found.pop() if len(found) == 1 else None


def _name(value: ast.expr) -> str:
    """What a value is called: a name, or an attribute of a node; "" for anything else."""
    if isinstance(value, ast.Name):
        return value.id
    return value.attr if isinstance(value, ast.Attribute) else ""


def _stores(attribute: str) -> Binds:
    return lambda target: isinstance(target, ast.Attribute) and target.attr == attribute


def _binds(value: ast.expr, line: Line, source: SourceText) -> Binds:
    """Whether a target of an assignment gives that value its number: in the same function, where
    it is a name."""
    if isinstance(value, ast.Attribute):
        return _stores(value.attr)
    around = source.around(line)[:1]

    def binds(target: ast.AST) -> bool:
        if not isinstance(target, ast.Name) or target.id != _name(value):
            return False
        return source.around((line[0], target.lineno))[:1] == around

    return binds


def _given(value: ast.expr, kind: str, source: SourceText) -> str:
    """What an expression gives, in words, where it gives a value of this kind; "" otherwise."""
    if kind != "NoneType":
        is_built = isinstance(value, ast.Call) and ast.unparse(value.func) in _BUILT & {kind}
        return f"a {kind}" if is_built or _LITERALS.get(type(value)) == kind else ""
    if isinstance(value, ast.Constant) and value.value is None:
        return "None"
    if not isinstance(value, ast.Call):
        return ""
    nothing = _returned(value, source)
    return f"what `{_name(value.func)}` returns, and that is {nothing}" if nothing else ""


def _returned(call: ast.Call, source: SourceText) -> str:
    """What a call gives, in words, where that is nothing; "" otherwise."""
    name = _name(call.func)
    if _returns_nothing(name, source):
        return "nothing"
    is_method = isinstance(call.func, ast.Attribute) and not source.named(name)
    return "None: it changes the list itself" if is_method and name in _IN_PLACE else ""


def _returns_nothing(name: str, source: SourceText) -> bool:
    """Whether the functions of a name, one at least, give nothing back."""
    functions = source.named(name)
    return bool(functions) and not any(
        isinstance(node, ast.Yield | ast.YieldFrom)
        or (isinstance(node, ast.Return) and not _is_nothing(node.value))
        for function in functions
        for node in nodes_of(function)
    )


def _is_nothing(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def _not_from_the_start(kind: str, attribute: str, source: SourceText) -> Told | None:
    """The line of the `__init__` that gives a node no attribute of this name."""
    for cell in range(len(source.cells)):
        every = source.nodes(cell)
        attributes = [node for node in every if isinstance(node, ast.Attribute)]
        added_to = {id(each.target) for each in every if isinstance(each, ast.AugAssign)}
        stored = [n for n in attributes if isinstance(n.ctx, ast.Store) and id(n) not in added_to]
        written = {id(n): n.attr for n in stored}
        words = {n.id for n in every if isinstance(n, ast.Name)} | {n.attr for n in attributes}
        if words & DYNAMIC or attribute not in {*CONTRACT, *written.values()}:
            continue
        for node in every:
            if not isinstance(node, ast.ClassDef) or node.name != kind or node.bases:
                continue
            made = [f for f in node.body if isinstance(f, ast.FunctionDef) and f.name == "__init__"]
            given = {written.get(id(each)) for function in made for each in nodes_of(function)}
            lines = [(cell, each.lineno) for each in made if attribute not in given]
            if len(lines) == len(made) == 1 and lines[0] not in source.given:
                told = f"`__init__`, line {lines[0][1]}, gives a node no `{attribute}`."
                return told, f"Which `{attribute}` should a node have from the start?", lines[0]
    return None
