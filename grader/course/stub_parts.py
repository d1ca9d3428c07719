"""The three parts of a stub or a solution: its text, its code, and the examples at its end.

Also which lines of a file are as they were given (`given_lines`), and the first line of a notebook
cell that says what the cell is: `# exercise: backward`. The notebook that students get marks its
cells twice, by a tag and by this line. Tags are in the file, which the kernel does not know, and
some editors drop them; the line goes wherever the code goes. So `check` in a notebook goes by the
line, and reading a hand-in by either of the two.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from grader.syntax import fresh_tree, parse

TODO = "# TODO"
EXAMPLES = re.compile(r"^# -+ Examples\b.*\n+", re.MULTILINE)
_DEFINED = re.compile(r"^def (\w+)", re.MULTILINE)


class StubParts(NamedTuple):
    """What the student reads, where the student writes, and what may be run to try it."""

    text: str
    code: str
    examples: str


def parts_of(stub: str) -> StubParts:
    """The parts of a stub; no examples if it has no line that begins with `# ---- Examples`.

    All of it is code if it is not Python.
    """
    tree = parse(stub) or ast.Module([], [])
    text = ast.get_docstring(tree, clean=False) or ""
    lines = stub.split("\n")
    code = "\n".join(lines[tree.body[0].end_lineno :] if text else lines)
    code, *examples = EXAMPLES.split(code, maxsplit=1)
    return StubParts(text, code.strip("\n"), "".join(examples).strip("\n"))


def defined_again(text: str) -> Iterator[tuple[str, int]]:
    """Functions of a file's own that its examples define once more, with the line where they do:
    then theirs is called."""
    code, *examples = EXAMPLES.split(text, maxsplit=1)
    names = {*_DEFINED.findall(code)}.intersection(*map(_DEFINED.findall, examples))
    tree = parse(text) if examples and names else None  # hardly ever: it takes long
    end, own = code.count("\n"), set[str]()
    for node in tree.body if tree is not None else ():
        if not isinstance(node, ast.FunctionDef):
            continue
        if node.lineno <= end:
            own.add(node.name)
        elif node.name in own:
            yield node.name, node.lineno


def given_lines(text: str, stub: str) -> frozenset[int]:
    """The lines of the functions and methods in a text that are as the stub gives them: it asks for
    nothing in them."""
    code = parts_of(stub).code
    lines = code.splitlines()
    given = {
        name: plain(node)
        for name, node in named_in(fresh_tree(code))
        if isinstance(node, ast.FunctionDef) and not asks(node, lines)
    }
    return frozenset(
        number
        for name, node in named_in(fresh_tree(text))
        if name in given and plain(node) == given[name]
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    )


def named_in(tree: ast.Module | None) -> Iterator[tuple[str, ast.stmt]]:
    """The functions, methods and constants at the top, by name: `Value.__add__`."""
    for node in tree.body if tree else ():
        if isinstance(node, ast.ClassDef):
            yield from (
                (f"{node.name}.{inner.name}", inner)
                for inner in node.body
                if isinstance(inner, ast.FunctionDef)
            )
        elif isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node


def asks(node: ast.stmt, lines: list[str]) -> bool:
    """Whether there is a TODO in a function; a constant is always asked for."""
    inside = lines[node.lineno - 1 : node.end_lineno]
    return isinstance(node, ast.Assign) or any(TODO in line for line in inside)


def plain(node: ast.stmt) -> str:
    """What a statement does. How a docstring or a TODO is worded does not matter."""
    for inner in ast.walk(node):
        words = isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant)
        for each in ast.walk(inner) if words or isinstance(inner, ast.Raise) else ():
            if isinstance(each, ast.Constant):
                each.value = ""
    return ast.dump(node)


NOTEBOOK = "topograde.ipynb"
"""The notebook with all exercises, beside the stubs."""
CHECK_TAG = "topograde-check"
"""The tag of cells that we put into a notebook to check an answer; they are not run."""

_MARK = re.compile(r"(?:%%.*\n\s*)?#[ \t]*(exercise|examples):[ \t]*([\w-]+)", re.IGNORECASE)


def exercise_mark(exercise: str) -> str:
    """The first line of a cell that answers an exercise."""
    return f"# exercise: {exercise}"


def examples_mark(exercise: str) -> str:
    """The first line of a cell that shows an exercise's examples."""
    return f"# examples: {exercise}"


def tag_of(source: str) -> str | None:
    """The tag that a cell's first line stands for: an exercise's id, or that of a check.

    A line such as `%%time`, which must be first, may be above it.
    """
    found = _MARK.match(source.lstrip())
    if found is None:
        return None
    return CHECK_TAG if found[1].lower() == "examples" else found[2].casefold()
