"""Which texts are alike: two hand-ins with each other, and a hand-in with what was handed out.

Two hand-ins of one shape (what is left without names, layout, comments and texts) were, most
likely, once one file. The class page lists them, and the instructor is told which functions of a
hand-in came with the course. No score depends on it.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

from grader.course.course import Course
from grader.syntax import nodes_of, parse
from grader.text import listed

LEAST_FUNCTION = 20
"""Functions of fewer nodes (`return self + other`) are alike whoever writes them."""
PACKAGE = Path(__file__).parents[2]
_DEF = re.compile(r"^( *)def (\w+)\(", re.MULTILINE)


def released_in(cells: Sequence[str], exercise: str, course: Course) -> str:
    """How many functions of an answer were handed out and for which exercise; "" for none.

    Those of the exercise's own stub are left out, in the count too.
    """
    stubs = {each.id: _functions_of(course.stub(each)) for each in course.exercises}
    own = stubs.pop(exercise, frozenset())
    mine = [one for one in _functions(statements_of(cells)) if one not in own]
    where: dict[str, list[str]] = {}
    for name, code in mine:
        stub = next((id for id, given in stubs.items() if (name, code) in given), None)
        place = f"the stub of {stub}" if stub else "the grader's own code"
        if stub or code in _in_grader(name):
            where.setdefault(place, []).append(name)
    told = "; ".join(
        f"{listed(f'`{name}`' for name in names)} in {at}" for at, names in where.items()
    )
    count = sum(map(len, where.values()))
    return f"{count} of {len(mine)} functions are as handed out: {told}" if count else ""


def statements_of(cells: Iterable[str]) -> list[ast.stmt]:
    """The statements of an answer without texts that stand alone, such as the one on top."""
    trees = (parse(cell) for cell in cells)
    found = [each for tree in trees if tree for each in tree.body]
    return [each for each in found if not _stands_alone(each)]


def _stands_alone(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def node_count(statements: Iterable[ast.stmt]) -> int:
    return sum(len(nodes_of(each)) for each in statements)


def dumped(statements: Iterable[ast.stmt]) -> str:
    return "\n".join(map(ast.dump, statements))


def _functions(statements: Iterable[ast.stmt]) -> Iterator[tuple[str, str]]:
    """The functions and methods that are long enough: their names, and what they do."""
    for node in statements:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        for each in inner:
            if isinstance(each, ast.FunctionDef) and len(nodes_of(each)) >= LEAST_FUNCTION:
                yield each.name, _code(each)


def _code(node: ast.FunctionDef) -> str:
    return ast.dump(node.args) + dumped(each for each in node.body if not _stands_alone(each))


@cache
def _functions_of(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(_functions(statements_of([text])))


@cache
def _in_grader(name: str) -> frozenset[str]:
    """What the grader's own functions of this name do."""
    blocks = (_block(text, at, indent) for text, at, indent in _defined().get(name, ()))
    return frozenset(code for block in blocks for _, code in _functions(statements_of([block])))


@cache
def _defined() -> dict[str, list[tuple[str, int, str]]]:
    """Where functions of each name begin in the grader: a module's text, place and indent."""
    found: dict[str, list[tuple[str, int, str]]] = {}
    engines = PACKAGE.parent.glob("solutions/*/solutions/checks/**/*.py")  # tests meet them
    for path in sorted([*PACKAGE.rglob("*.py"), *engines]):
        text = path.read_text(encoding="utf-8")
        for match in _DEF.finditer(text):
            found.setdefault(match[2], []).append((text, match.start(), match[1]))
    return found


def _block(text: str, start: int, indent: str) -> str:
    """The lines of the function that begins here, without its indent."""
    first, *lines = text[start:].split("\n")
    body = []
    for line in lines:
        if line.strip() and not line.startswith(indent + " ") and line.lstrip()[0] not in ")]}":
            break
        body.append(line)
    return "\n".join(line.removeprefix(indent) for line in [first, *body])


LEAST_NODES = 250
"""An exercise counts if its solution has so many more nodes than its stub: two students who fill
in the same three lines have not copied."""
MOST_NODES = 200_000


def shape_of(cells: Sequence[str], stub: str) -> str:
    """16 hex digits, equal for texts that differ in names, layout, comments and strings only.

    "" where there is no syntax tree, or where too little was written beyond the stub to tell.
    """
    tokens = _tokens(cells)
    if len(tokens) - _size(stub) < LEAST_NODES:
        return ""
    return hashlib.sha256("\n".join(tokens).encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def _size(text: str) -> int:
    return len(_tokens((text,)))


def _tokens(cells: Iterable[str]) -> list[str]:
    """A line a node: its type, its number if it is one, and names numbered as they come."""
    nodes = [node for tree in map(parse, cells) if tree for node in nodes_of(tree)][:MOST_NODES]
    alone = [node for node in nodes if isinstance(node, ast.Expr) and _is_text(node)]
    texts = {*alone, *(node.value for node in alone)}
    tokens: list[str] = []
    names: dict[str, int] = {}
    for node in (node for node in nodes if node not in texts):
        called = map(node.__dict__.get, _NAMES)
        numbers = [str(names.setdefault(name, len(names))) for name in called if name]
        if isinstance(node, ast.Constant) and not isinstance(node.value, (str, bytes)):
            numbers.append(repr(node.value))
        tokens.append(" ".join([type(node).__name__, *numbers]))
    return tokens


_NAMES = ("id", "arg", "attr", "name", "asname")


def _is_text(node: ast.Expr) -> bool:
    """A docstring, or a text that stands alone."""
    return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
