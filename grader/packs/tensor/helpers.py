"""Functions that several operators call: whether a mistake is in one of them, or beside it.

A helper that more than one wrong operator comes by is what they have in common. Where one operator
is wrong, and others that call the same helper are not, it is what this one gives to the helper.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property

from grader.explain.watching.record import Line
from grader.explain.watching.source import SourceText
from grader.packs.tensor.below import Broken
from grader.packs.tensor.calls import FUNCTIONS, SIGNS
from grader.packs.tensor.misconceptions import ANY
from grader.packs.tensor.operators import OPERATORS
from grader.packs.tensor.reading import Reading
from grader.packs.tensor.where import RULE, has_rule
from grader.packs.tensor.words import WHOLE
from grader.syntax import nodes_of

_SUMS = re.compile(r"\bsum\(")
_SAID_OF = {
    "largest entry is looked for": re.compile(r"\ba?max\("),
    "largest entry of each row": re.compile(r"\ba?max\("),
    "labels": re.compile(r"\[.*\b(labels?|targets?|y)\b"),
}
"""What does something that a wrong value or rule is told of, by words in that."""
_ASKS = re.compile(r"\b(isinstance|hasattr|getattr|type|isscalar)\(")
_AXIS = re.compile(r"\b(expand_dims|newaxis|atleast_2d)\b|\[None|None\]|\breshape\(\(?(1|-1),")
_NOT_KEPT = re.compile(r"\bself\.(sum|mean)\((?!.*keepdims)")
_FRONT = re.compile(r", 0\)|axis=0|\[(None|np\.newaxis)|\breshape\(\(?1,|\batleast_2d\b")
_COUNTS = re.compile(r"\b(size|prod|len|count)\b")
_DEFINED = ast.FunctionDef | ast.ClassDef
_KEYED = re.compile(r"\w\[[^][]{1,60}\] = |\bdict\(")
_PUTS_BACK = re.compile(r"\b(expand_dims|reshape|newaxis|insert)\b")
_WORK = {
    "sum": _PUTS_BACK,
    "mean": _PUTS_BACK,
    "reshape": re.compile(r"\bravel\b|\border="),
    "getitem": re.compile(r"\badd\.at\b|\bisinstance\b|\bunique\b"),
}
"""What a rule does beside arithmetic: where another function does so, the mistake is there."""
_MOST_SIGNS = 3
"""Of five; so many are not wrong by themselves."""
_CHANGES = re.compile(r"\s*\w+\[.*\] *[-+*/]?=(?!=)|\s*[\w.]+ [-+*/]= |.*\b(out=|copyto|putmask)")
"""A line that changes an array in place."""
_MOST_CUT = 3
"""Operators from which nothing arrives; if there are more, the walk is at fault."""
_RETURNS = re.compile(r"\breturn\b")
_NO_HELPERS = ("__init__", "backward", "zero_grad", FUNCTIONS[1])
"""What every operator comes by, and what has a check of its own."""


class Helpers:
    """Which operators call a function of the student's that is none of them."""

    def __init__(self, source: SourceText) -> None:
        self.source = source

    @cached_property
    def users(self) -> dict[str, frozenset[str]]:
        """By the name of a function, or of a class that is no tensor's: the operators whose methods
        call it, also by another one. Of what several functions are called nothing is known."""
        names = Counter(node.name for _, node in self.source.every() if isinstance(node, _DEFINED))
        known = {name for name, count in names.items() if count == 1}
        methods = {each for row in OPERATORS.values() for each in (row.name, *row.methods)}
        helpers = known - methods - {*_NO_HELPERS} - self._classes_of_tensors
        calls = {name: self._calls[name] & helpers for name in names}
        found: dict[str, set[str]] = {}
        for row in OPERATORS.values():
            if row.name == "T":  # a transpose
                continue
            new = {each for name in row.methods for each in calls.get(name, ())}
            new |= self._in_tables({row.name, *row.methods}) & helpers
            reached = set[str]()
            while new:
                reached |= new
                new = {each for name in new for each in calls[name]} - reached
            for each in reached:
                found.setdefault(each, set()).add(row.name)
        return {name: frozenset(users) for name, users in found.items()}

    def _in_tables(self, keys: Set[str]) -> set[str]:
        """The names that stand in tables under one of these keys, `"mul"` or `"__mul__"`."""
        found = set[str]()
        tables = (node for _, node in self.source.every() if isinstance(node, ast.Dict))
        for table in tables:
            for key, row in zip(table.keys, table.values, strict=True):
                text = str(key.value) if isinstance(key, ast.Constant) else ""
                if text in keys or f"__{text}__" in keys:
                    found |= {node.id for node in ast.walk(row) if isinstance(node, ast.Name)}
        return found

    @cached_property
    def _calls(self) -> dict[str, set[str]]:
        """By the name of a function: the names of all that is called in it, properties too, but
        nothing that it is given."""
        found: dict[str, set[str]] = {}
        for _, function in self.source.every():
            if isinstance(function, _DEFINED):
                nodes = nodes_of(function)
                given = {node.arg for node in nodes if isinstance(node, ast.arg)}
                found.setdefault(function.name, set()).update({*self._called(nodes)} - given)
        return found

    def _called(self, nodes: Iterable[ast.AST]) -> Iterator[str]:
        """The names of the functions that are called, and of the properties that are read."""
        for node in nodes:
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name):
                yield called.id
            elif isinstance(called, ast.Attribute):
                yield called.attr
            elif isinstance(node, ast.Attribute) and node.attr in self._properties:
                yield node.attr

    @cached_property
    def _classes_of_tensors(self) -> set[str]:
        """The names of the classes that have an operator's method."""
        methods = {each for row in OPERATORS.values() for each in row.methods}
        return {
            node.name
            for _, node in self.source.every()
            if isinstance(node, ast.ClassDef)
            and not methods.isdisjoint(getattr(each, "name", "") for each in node.body)
        }

    @cached_property
    def _properties(self) -> set[str]:
        return {
            node.name
            for _, node in self.source.every()
            if isinstance(node, ast.FunctionDef)
            and any("property" in ast.unparse(each) for each in node.decorator_list)
        }

    def place(
        self, broken: Broken, wrong: Set[str], reading: Reading, line: Line | None
    ) -> Line | None:
        """The line of a mistake that a run came by; None if it is the one that was found there.

        wrong: the operators of which the same kind of thing is wrong; line: what was found.
        """
        if broken.kind == "early" and broken.sent is not None and not broken.sent.any():
            return self._cut(wrong, reading)
        if broken.kind == "spoilt" and broken.step is not None:
            return self._in_place(broken.step[2])
        lines = reading.lines
        shapes = {*SIGNS} if broken.shapes is not None else {*OPERATORS}
        best, most = None, 0.0
        for each in lines:
            for name in self._helpers_at(each):
                users = self.users[name] & shapes
                of_these = len(users & wrong)
                share = of_these / len(users) if of_these > 1 else 0.0
                if share > most:
                    best, most = each, share
        if most >= 0.5:
            return best
        if lines and len(wrong & {*SIGNS}) >= _MOST_SIGNS and self._is_of_all(lines):
            return lines[0]
        if broken.kind in ("rule", "sets", "value") and line is not None:
            does = _COUNTS if "divided" in broken.why else _WORK.get(broken.name)
            does = _KEYED if broken.kind == "sets" else does
            does = does if broken.shapes is None else _SUMS
            found = None if does is None else self._in_called(line, does, wrong)
            if found is not None or (does is _SUMS and broken.kind == "rule"):
                return found
            if broken.shapes is not None and broken.step and broken.step[4].get("keepdims"):
                passed = self.lines(OPERATORS[broken.name].methods, _NOT_KEPT)
                return passed[0] if len(passed) == 1 else None
            handed = self._handed_to(line, broken.name, reading.parts)
            if handed is not None:
                return handed
            if broken.kind == "rule" and line in self._own(broken.name):
                rule = self._rule_beside(broken.name)
                if rule is not None:
                    return rule
        of_all = broken.why == ANY["nothing"] and len(wrong) > 1
        is_value = broken.kind == "value" and bool(broken.why or broken.shapes)
        is_one = (broken.kind == "rule" or is_value) and not of_all
        if not is_one or line is None or not self.is_shared(line):
            return None
        if any(len(self.users[name] & wrong) > 1 for name in self._helpers_at(line)):
            return None
        own = self._own(broken.name)
        seen = next((each for each in lines if each in own), None)
        rows = (each for each in reading.parts if self._is_row_of(broken.name, each))
        return seen or next(rows, None) or self._handed(own, self._helpers_at(line))

    def _cut(self, wrong: Set[str], reading: Reading) -> Line | None:
        """Where a graph is cut, if nothing arrives from these operators and something does from
        others: the first tensor in their methods that is made of data alone, or the only function
        that makes a new tensor of each operand."""
        if reading.text == WHOLE and len(wrong & {*SIGNS}) >= _MOST_SIGNS:
            makes = [(name, self.lines([name], _RETURNS)) for name in self.users
                     if len(self.users[name] & {*SIGNS}) >= _MOST_SIGNS]  # fmt: skip
            copies = [lines[0] for _, lines in makes if len(lines) == 1 and self._makes(lines[0])]
            return copies[0] if len(copies) == 1 else None
        if reading.text or len(wrong) > _MOST_CUT:
            return None
        methods = [each for name in sorted(wrong) for each in OPERATORS[name].methods]
        made = [line for line in sorted(self.source.lines_of(methods)) if self._makes(line)]
        return made[0] if len({id(self.source.function(each)) for each in made}) == 1 else None

    def _in_place(self, name: str) -> Line | None:
        """The only line of an operator, or of a helper that it alone calls, that changes an array
        in place; None if there are several."""
        alone = [each for each, users in self.users.items() if users == {name}]
        found = self.lines([*OPERATORS[name].methods, *alone], _CHANGES)
        return found[0] if len(found) == 1 else None

    def _makes(self, line: Line) -> bool:
        """Whether a tensor is made of data alone on a line."""
        calls = [node for node in self.source.at(line) if isinstance(node, ast.Call) and node.args]
        return any(
            ast.unparse(each.func) in self._classes_of_tensors
            and "data" in ast.unparse(each.args[0])
            and not each.keywords
            and all(ast.unparse(given) in ("()", "[]", "set()") for given in each.args[1:])
            for each in calls
        )

    def _handed_to(self, line: Line, name: str, parts: Sequence[Line]) -> Line | None:
        """The first part that was made in a class that a line of an operator's own makes an object
        of, if no other operator does so."""
        if line not in self._own(name):
            return None
        called = {*self._called(self.source.at(line))}
        classes = (each.name for _, each in self.source.every() if isinstance(each, ast.ClassDef))
        its = self._lines_of(
            e
            for e in classes
            if e in called and self.users.get(e, frozenset()) == frozenset({name})
        )
        return next((part for part in parts if part in its), None)

    def _own(self, name: str) -> set[Line]:
        """The lines of an operator's methods."""
        return self.source.lines_of(OPERATORS[name].methods if name else ())

    def _rule_beside(self, name: str) -> Line | None:
        """The last line with a rule of the only function that this operator alone calls and that
        has one, if its methods have none."""
        if has_rule(OPERATORS[name].methods, self.source) is not False:
            return None
        found = [self.lines([each], RULE) for each, users in self.users.items() if users == {name}]
        found = [lines for lines in found if lines]
        return found[0][-1] if len(found) == 1 else None

    def _is_row_of(self, name: str, line: Line) -> bool:
        """Whether a line gives a table, by name, what belongs to an operator, or is in a function
        of such a name."""
        texts = [node.value for node in self.source.at(line) if isinstance(node, ast.Constant)]
        texts += [getattr(each, "name", "").strip("_") for each in self.source.around(line)]
        return not {name, *OPERATORS[name].methods}.isdisjoint(map(str, texts))

    def for_vectors(self, *sides: str) -> Line | None:
        """The last line that gives a vector on one of these sides of `@`, or on any, its axis, of
        the only function that does so and that `@` alone calls."""
        its = [name for name, users in self.users.items() if users == {"matmul"}]
        wanted = {side == "left" for side in sides} or {True, False}
        found = [e for e in self.lines(its, _AXIS) if self._is_in_front(e) in wanted]
        functions = {id(self.source.function(each)) for each in found}
        return found[-1] if len(functions) == 1 else None

    def _is_in_front(self, line: Line) -> bool:
        return _FRONT.search(self.source.lines[line[0]][line[1] - 1]) is not None

    def makes_tensors(self, wrong: Set[str]) -> Line | None:
        """The last line that asks what an operand is, of the only helper that makes tensors and
        that several operators call, these among them."""
        makes = re.compile(rf"\b({'|'.join(self._classes_of_tensors) or 'Tensor'})\(")
        helpers = [
            name
            for name, users in self.users.items()
            if len(users & {*SIGNS}) > 1 and users >= wrong
        ]
        asks = [self.lines([each], _ASKS) for each in helpers if self.lines([each], makes)]
        asks = [lines for lines in asks if lines]
        return asks[0][-1] if len(asks) == 1 else None

    def at_work(self, line: Line, names: Set[str]) -> Line | None:
        """The line that does what rules of these operators do beside arithmetic, of a helper that
        is called on a line; None if that line does so itself, or there is none."""
        works = (self._in_called(line, _WORK[name], names) for name in sorted(names & {*_WORK}))
        return next((each for each in works if each is not None), None)

    def _is_of_all(self, lines: Sequence[Line]) -> bool:
        """Whether the innermost function that a run came by is no operator's, and not a rule that
        is called by itself."""
        function, outermost = (self.source.function(each) for each in (lines[0], lines[-1]))
        methods = {each for row in OPERATORS.values() for each in (row.name, *row.methods)}
        names = {getattr(each, "name", "") for each in self.source.around(lines[0])}
        is_walk = function is outermost and names == {"backward"}
        others = {*_NO_HELPERS} - ({"backward"} if is_walk else set())
        return (is_walk or function is not outermost) and names.isdisjoint(methods | others)

    def _in_called(self, line: Line, does: re.Pattern[str], wrong: Set[str]) -> Line | None:
        """The last line that does something, of a helper that is called on a line or by the `if` or
        the `for` around it, if at least half of the operators that call it are wrong; None if these
        lines themselves do so."""
        around = [
            each.test if isinstance(each, ast.If) else each.iter
            for each in nodes_of(self.source.function(line) or ast.Pass())
            if isinstance(each, ast.If | ast.For)
            and each.lineno <= line[1] <= (each.end_lineno or 0)
        ]
        asked = [node for each in around for node in ast.walk(each)]
        called = [*self._called((*self.source.at(line), *asked))]
        own = [re.escape(name) for name in called if name in self.users]
        text = "\n".join([self.source.lines[line[0]][line[1] - 1], *map(ast.unparse, around)])
        if does.search(re.sub(rf"\b({'|'.join(own)})\b", "", text) if own else text):
            return None
        for users, name in ((self.users.get(name, frozenset()), name) for name in called):
            lines = self.lines([name], does) if 2 * len(users & wrong) >= len(users) > 0 else []
            if lines:
                return lines[-1]
        return None

    def lines(self, names: Iterable[str], does: re.Pattern[str]) -> list[Line]:
        """The lines in functions and classes of these names that do something."""
        found = sorted(self._lines_of(names))
        return [(cell, n) for cell, n in found if does.search(self.source.lines[cell][n - 1])]

    def _lines_of(self, names: Iterable[str]) -> set[Line]:
        """All lines of the functions and classes of these names, and of what classes are of."""
        wanted, found = [*names], set[Line]()
        for name in wanted:
            for cell, node in self.source.every():
                if isinstance(node, _DEFINED) and node.name == name:
                    end = node.end_lineno or node.lineno
                    found |= {(cell, line) for line in range(node.lineno, end + 1)}
                    bases = node.bases if isinstance(node, ast.ClassDef) else ()
                    wanted += {*map(ast.unparse, bases)} - {*wanted}
        return found

    def of_words(self, name: str, said: str, line: Line | None) -> Line | None:
        """The first line of an operator, or of a helper of its own, that does what is said to be
        wrong; None if this line does so itself, or none does."""
        does = next((each for words, each in _SAID_OF.items() if words in said), None)
        if does is None or (line and does.search(self.source.lines[line[0]][line[1] - 1])):
            return None
        helpers = [each for each, users in self.users.items() if name in users]
        own = self.lines(OPERATORS[name].methods, does) or self.lines(helpers, does)
        return own[0] if own else None

    def is_shared(self, line: Line) -> bool:
        """Whether a line is in a function that several operators call."""
        return any(len(self.users[name]) > 1 for name in self._helpers_at(line))

    def _helpers_at(self, line: Line) -> list[str]:
        """The helpers that a line is in."""
        around = (*self.source.around(line), *self.source.classes(line)[:1])
        names = (getattr(each, "name", "") for each in around)
        return [name for name in names if name in self.users]

    def _handed(self, own: Iterable[Line], helpers: Sequence[str]) -> Line | None:
        """The line of an operator's own that calls one of these."""
        calls = (line for line in sorted(own) for name in helpers if self.source.calls(line, name))
        return next(calls, None)
