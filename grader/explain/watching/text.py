"""A student's own text, by lines: the function, the loop and the class that a line is in."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property

from grader.course.stub_parts import given_lines
from grader.explain.watching.record import Line, Place
from grader.explain.watching.record import methods as method_names
from grader.judging.finding import Where
from grader.syntax import nodes_of, parse

MOST_LINES = 6
MANY = 3
"""So many classes share what they are derived from."""
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Text:
    """The cells of a hand-in, parsed once. stub: what was handed out, "" if that is not known."""

    def __init__(self, file: str, cells: Sequence[str], stub: str = "") -> None:
        self.file, self.cells, self.stub = file, cells, stub
        self.lines = [cell.removesuffix("\n").split("\n") for cell in cells]

    @property
    def lengths(self) -> list[int]:
        """How many lines each cell has."""
        return [max(1, len(lines)) for lines in self.lines]

    @cached_property
    def _functions(self) -> list[tuple[int, FunctionNode]]:
        return [(cell, n) for cell, n in self.every() if isinstance(n, FunctionNode)]

    def defined(self, names: Iterable[str]) -> Iterator[tuple[int, ast.FunctionDef]]:
        """The functions of these names, with the cell of each: by cell, and there by name."""
        wanted = [*names]
        for cell in range(len(self.cells)):
            for name in wanted:
                for at, node in self._functions:
                    if at == cell and isinstance(node, ast.FunctionDef) and node.name == name:
                        yield cell, node

    def lines_of(self, names: Iterable[str]) -> set[Line]:
        """All lines of the functions of these names."""
        found = ((cell, spanned(node)) for cell, node in self.defined(names))
        return {(cell, line) for cell, lines in found for line in lines}

    @cached_property
    def given(self) -> frozenset[Line]:
        """The lines of functions that are as they were handed out: nothing is to be done there."""
        return frozenset(
            (cell, number)
            for cell, text in enumerate(self.cells if self.stub else ())
            for number in given_lines(text, self.stub)
        )

    @cached_property
    def literals(self) -> frozenset[float]:
        """The numbers that are written in the text."""
        return frozenset(
            float(node.value)
            for _, node in self.every()
            if isinstance(node, ast.Constant) and isinstance(node.value, int | float)
        )

    def nodes(self, cell: int) -> tuple[ast.AST, ...]:
        """The nodes of a cell's tree; none if it is no Python, or there is no such cell."""
        tree = parse(self.cells[cell]) if cell < len(self.cells) else None
        return nodes_of(tree) if tree is not None else ()

    def every(self) -> Iterator[tuple[int, ast.AST]]:
        """The nodes of all cells, each with its cell."""
        return ((cell, node) for cell in range(len(self.cells)) for node in self.nodes(cell))

    def at(self, line: Line) -> Iterator[ast.AST]:
        """What begins on a line."""
        return (node for node in self.nodes(line[0]) if getattr(node, "lineno", 0) == line[1])

    def classes(self, line: Line) -> list[ast.ClassDef]:
        """The class that a line is in, and those of the same cell that it is derived from."""
        every = [node for node in self.nodes(line[0]) if isinstance(node, ast.ClassDef)]
        found = [n for n in every if n.lineno <= line[1] <= (n.end_lineno or 0)][-1:]
        for each in found:
            names = {ast.unparse(base) for base in each.bases}
            found += [n for n in every if n.name in names and n not in found]
        return found

    def lone_bases(self, line: Line) -> list[ast.ClassDef]:
        """Those that the class of a line is derived from, and few others: what many classes share
        is no operator's own."""
        every = [node for node in self.nodes(line[0]) if isinstance(node, ast.ClassDef)]
        shared = [ast.unparse(base) for each in every for base in each.bases]
        return [each for each in self.classes(line)[1:] if shared.count(each.name) < MANY]

    def made_by(self, line: Line) -> list[ast.ClassDef]:
        """The classes that a line calls, with those that they are derived from."""
        called = {ast.unparse(n.func) for n in self.at(line) if isinstance(n, ast.Call)}
        heads = [n for n in self.nodes(line[0]) if isinstance(n, ast.ClassDef) and n.name in called]
        return [each for head in heads for each in self.classes((line[0], head.lineno))]

    def apart(self, place: Place, others: Set[Line]) -> Line | None:
        """Where the way to a result leaves those to others: at a class that these are not made of,
        or at a line that none of them comes by."""
        own = [line for line in place if line not in others]
        for classes in (self.classes, self.made_by):
            theirs = [each for line in others for each in classes(line)]
            found = [(line[0], c.lineno) for line in own for c in classes(line) if c not in theirs]
            if found:
                return found[-1]
        return next(iter(own), None)

    def around(self, line: Line) -> list[FunctionNode]:
        """The functions that a line is in, the innermost first."""
        cell, number = line
        found = [
            node
            for at, node in self._functions
            if at == cell and node.lineno <= number <= (node.end_lineno or number)
        ]
        return sorted(found, key=lambda node: (node.end_lineno or 0) - node.lineno)

    def function(self, line: Line) -> ast.FunctionDef | None:
        """The innermost function with a name that a line is in."""
        return next((f for f in self.around(line) if isinstance(f, ast.FunctionDef)), None)

    def loop(self, line: Line) -> Line:
        """The head of the loop that a line is repeated by; else the line itself."""
        return line[0], self.repeated(line)[0]

    def repeated(self, line: Line) -> tuple[int, int]:
        """The first and the last line of the innermost loop, in the same function, around a line;
        else the line alone."""
        number = line[1]
        spans = [
            (each.lineno, each.end_lineno or number)
            for function in self.around(line)[:1]
            for each in nodes_of(function)
            if isinstance(each, ast.For | ast.While)
        ]
        return max((s for s in spans if s[0] <= number <= s[1]), default=(number, number))

    def methods(self, operator: str) -> list[FunctionNode]:
        """The functions that have the name of an operator's method, "add" or "tanh"."""
        return self.named(method_names()[operator])

    def named(self, name: str) -> list[FunctionNode]:
        """The functions of a name."""
        return [
            node
            for _, node in self._functions
            if not isinstance(node, ast.Lambda) and node.name == name
        ]

    def is_in(self, line: Line, functions: Sequence[FunctionNode]) -> bool:
        """Whether a line is in one of these functions."""
        return any(each is node for each in self.around(line) for node in functions)

    def where_defined(self, name: str) -> Where | None:
        """The line that defines the only function of a name."""
        found = [(cell, node.lineno) for cell, node in self._functions if node in self.named(name)]
        return self.where(found[0]) if len(found) == 1 else None

    def where(self, line: Line) -> Where:
        """The line with those around it, as a finding shows it."""
        cell, marked = line
        lines = self.lines[cell]
        functions = [each for each in self.around(line) if not isinstance(each, ast.Lambda)]
        first, last = (
            (functions[0].lineno, functions[0].end_lineno or marked) if functions else line
        )
        if not functions:
            first, last = max(1, marked - 2), min(len(lines), marked + 2)
        if last - first >= MOST_LINES:
            first = max(first, min(marked - MOST_LINES // 2, last - MOST_LINES + 1))
            last = first + MOST_LINES - 1
        text = tuple(lines[first - 1 : last])
        return Where(self.file, cell + 1 if len(self.cells) > 1 else 0, first, marked, text)


def spanned(function: FunctionNode) -> range:
    """The numbers of a function's lines."""
    return range(function.lineno, (function.end_lineno or function.lineno) + 1)
