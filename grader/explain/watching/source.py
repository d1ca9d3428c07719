"""The student's own text, by lines: which function a line is in, and what its operands are called.

Nothing is looked for in it: lines come from a watched run, and names belong to what ran.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from grader.explain.watching.record import Line, Place
from grader.explain.watching.record import methods as method_names
from grader.explain.watching.text import Text
from grader.submissions.sources.own_numbers import beyond_width
from grader.syntax import nodes_of

NEARLY = 0.85
"""How like a name is to the one that Python looks for; `__rmull__` and `__rmul__` are 0.94."""
_SORTING = frozenset("sort sorted heappush heappushpop heapify insort min max nlargest".split())
_COMPARING = ("__lt__", "__gt__", "__le__", "__ge__")
_FIRST = ast.Lt | ast.Gt | ast.LtE | ast.GtE
_ONCE = frozenset({"set", "frozenset", "dict"})
_COLLECTIONS = ast.List | ast.Dict | ast.Set | ast.Call


@dataclass(frozen=True, slots=True)
class Names:
    """What a method calls its node, its other operand, and the node that it returns."""

    node: str = "self"
    other: str = "other"
    result: str = "out"


class SourceText(Text):
    """What the lines of a hand-in do."""

    def hands_over(self, line: Line, function: str) -> bool:
        """Whether a line calls a function of this name with arguments."""
        return any(call.args or call.keywords for call in self.calls(line, function))

    def asks_inputs(self, line: Line) -> bool:
        """Whether a line reads the inputs of a node."""
        inputs = ("_prev", "inputs")
        return any(isinstance(n, ast.Attribute) and n.attr in inputs for n in self.at(line))

    def reads(self, line: Line, attribute: str) -> bool:
        """Whether a line reads an attribute of this name."""
        return any(
            isinstance(node, ast.Attribute)
            and node.attr == attribute
            and isinstance(node.ctx, ast.Load)
            for node in self.at(line)
        )

    def second_names(self, name: str, functions: Iterable[str]) -> Iterator[Line]:
        """The lines of these functions that give what a name stands for another name."""
        for cell, function in self.defined(functions):
            named = [node for node in nodes_of(function) if isinstance(node, ast.Assign)]
            for node in (each for each in named if isinstance(each.targets[0], ast.Name)):
                if isinstance(node.value, ast.Name) and node.value.id == name:
                    yield cell, node.lineno

    def asks_for_item(self, place: int) -> Iterator[Line]:
        """The lines that take the item at a place of what a call returns: `f(xs)[1]`."""
        for cell, function in self._functions:
            items = [node for node in nodes_of(function) if isinstance(node, ast.Subscript)]
            for item in (each for each in items if isinstance(each.value, ast.Call)):
                if isinstance(item.slice, ast.Constant) and item.slice.value == place:
                    yield cell, item.lineno

    def comparisons(self, names: Iterable[str]) -> Iterator[Line]:
        """The lines of functions of these names that ask which of two numbers is larger."""
        for cell, function in self.defined(names):
            for node in nodes_of(function):
                if isinstance(node, ast.Compare) and isinstance(node.ops[0], _FIRST):
                    yield cell, node.lineno

    def body(self, line: Line) -> Line | None:
        """The first line that a `for` on a line repeats; None if none begins there."""
        loops = (node for node in self.at(line) if isinstance(node, ast.For))
        return next(((line[0], loop.body[0].lineno) for loop in loops), None)

    def lines_with(self, sizes: range) -> list[Line]:
        """The lines that name a whole number of a range, or a text of as many digits; none that
        stands in the stub."""
        written = [(at, node) for at, node in self.every() if isinstance(node, ast.Constant)]
        numbers = [
            ((at, n.lineno), beyond_width(n.value) if isinstance(n.value, str) else n.value)
            for at, n in written
        ]
        found = {line for line, number in numbers if type(number) is int and number in sizes}
        stub = {*self.stub.split("\n")}
        return sorted(each for each in found if self.lines[each[0]][each[1] - 1] not in stub)

    def has_number(self, line: Line, value: float) -> bool:
        """Whether a number is written in the function of a line, whatever its sign."""
        function = self.function(line)
        parts = ast.walk(function) if function is not None else self.at(line)
        numbers = (n.value for n in parts if isinstance(n, ast.Constant))
        return any(isinstance(n, int | float) and abs(n) == abs(value) for n in numbers)

    def setter(self, attribute: str) -> Line | None:
        """The first line of the method that takes what is written to an attribute."""
        for cell, function in self.defined([attribute]):
            words = [ast.unparse(each) for each in function.decorator_list]
            if f"{attribute}.setter" in words:
                return cell, function.body[0].lineno
        return None

    def clearing(self) -> Iterator[Line]:
        """The lines of functions that set a gradient to 0, `__init__` and `zero_grad` aside."""
        for cell, function in self._functions:
            name = getattr(function, "name", "")
            for node in nodes_of(function) if name not in ("", "__init__", "zero_grad") else ():
                if (
                    isinstance(node, ast.Assign)
                    and _last(node.targets[0]) == "grad"
                    and ast.unparse(node.value) in ("0", "0.0")
                ):
                    yield cell, node.lineno

    def counts(self, line: Line) -> str:
        """The name of what a line adds 1 to an item of, or takes 1 from; "" if it does neither."""
        for node in self.at(line):
            pair: tuple[ast.AST, ast.AST] | None = None
            if isinstance(node, ast.AugAssign):
                pair = node.target, node.value
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
                pair = node.targets[0], node.value.right
            if pair is None or not isinstance(pair[0], ast.Subscript):
                continue
            if isinstance(pair[1], ast.Constant) and pair[1].value == 1:
                return _last(pair[0].value)
        return ""

    def makers(self, line: Line, name: str) -> Iterator[Line]:
        """The line of a function that gives a name its value, and all lines of what it calls."""
        function = self.function(line)
        for node in nodes_of(function) if function is not None else ():
            if isinstance(node, ast.Assign) and _last(node.targets[0]) == name:
                yield line[0], node.lineno
                yield from self.lines_of(_words(node.value))

    def container(self, line: Line) -> Line | None:
        """The only line that makes what a line writes to an item of: `x[n] = ...`."""
        written = {_last(n.value) for n in self.at(line)
                   if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store)}  # fmt: skip
        found = {
            (cell, node.lineno) for cell, node in self.every()
            if isinstance(node, ast.Assign) and _last(node.targets[0]) in written
        }  # fmt: skip
        return found.pop() if len(found) == 1 else None

    def none_for(self, attribute: str) -> Line | None:
        """The only line of an `__init__` that writes None to an attribute of this name."""
        found = [
            (cell, node.lineno)
            for cell, function in self.defined(["__init__"])
            for node in nodes_of(function)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute)
            and node.targets[0].attr == attribute and ast.unparse(node.value) == "None"
        ]  # fmt: skip
        return found[0] if len(found) == 1 else None

    def keeps_once(self, line: Line) -> bool:
        """Whether a line makes a set or a dict of what is given to it, or writes, `=`, under a key
        that is a name and puts nothing that was there into it: of equal keys one is left."""
        return bool(self.around(line)) and any(
            isinstance(node, ast.SetComp | ast.DictComp)
            or (
                isinstance(node, ast.Set)
                and (len(node.elts) > 1 or isinstance(node.elts[0], ast.Starred))
            )
            or (isinstance(node, ast.Dict) and len(node.keys) > 1)
            or (isinstance(node, ast.Call) and node.args and _ONCE & {*_words(node.func)})
            or (
                isinstance(node, ast.Assign)
                and isinstance(target := node.targets[0], ast.Subscript)
                and any(isinstance(n, ast.Name) for n in (target.slice, *_arguments(target.slice)))
                and ast.unparse(target.value) not in ast.unparse(node.value)
            )
            for node in self.at(line)
        )

    def returns(self, line: Line) -> bool:
        """Whether a line hands something back."""
        return any(isinstance(node, ast.Return) for node in self.at(line))

    def raises(self, line: Line | None) -> bool:
        """Whether a line raises an exception by itself."""
        nodes = () if line is None else self.at(line)
        return any(isinstance(node, ast.Raise | ast.Assert) for node in nodes)

    def asks(self, line: Line) -> bool:
        """Whether a line is the head of an `if`."""
        return any(isinstance(node, ast.If) for node in self.at(line))

    def asks_type(self, line: Line) -> bool:
        """Whether a line asks if something is a number."""
        return any(
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("isinstance", "type")
            and bool({"float", "int", "Number"} & {*_words(node)})
            for node in self.at(line)
        )

    @cached_property
    def equality(self) -> Line | None:
        """The line that lets nodes be equal that are not the same one: `__eq__`, or a dataclass."""
        for cell, node in self.every():
            if not isinstance(node, ast.ClassDef):
                continue
            own = {f.name: f for f in node.body if isinstance(f, ast.FunctionDef)}
            if "__eq__" in own and not _is_identity(own["__eq__"]):
                named = {*_words(own["__eq__"])} - {"__eq__"}
                asked = [own[name] for name in own if name in named]
                return cell, (asked[0].body[-1] if asked else own["__eq__"]).lineno
            for decorator in node.decorator_list:
                words = ast.unparse(decorator)
                if "dataclass" in words and "eq=False" not in words:
                    return cell, decorator.lineno
        return None

    @cached_property
    def hashed(self) -> Line | None:
        """The line that makes a node's hash of its value: in `__hash__`, or in what that asks."""
        for _, method in self.defined(["__hash__"]):
            for cell, function in self.defined(["__hash__", *_words(method)]):
                for node in function.body:
                    if self.reads((cell, node.lineno), "data"):
                        return cell, node.lineno
        return None

    def parted(self, line: Line, come_by: Sequence[Line]) -> Line:
        """The last question before a line of a function, of those that were come by; else the line
        itself."""
        function = self.function(line)
        asked = [n.lineno for n in (nodes_of(function) if function is not None else ())
                 if isinstance(n, ast.If | ast.While)]  # fmt: skip
        before = [n for n in asked if n < line[1] and (line[0], n) in come_by]
        return line[0], max(before, default=line[1])

    def calls(self, line: Line, function: str) -> list[ast.Call]:
        """The calls of a function of this name on a line."""
        calls = (node for node in self.at(line) if isinstance(node, ast.Call))
        return [each for each in calls if [*_words(each.func)][:1] == [function]]

    def outside_of_init(self, place: Place) -> Line | None:
        """The innermost line of a path that is not in `__init__`: it makes the node."""
        made = ((line, self.function(line)) for line in place)
        return next((line for line, f in made if f is None or f.name != "__init__"), None)

    def returns_early(self, line: Line) -> bool:
        """Whether a line returns from its function before the last statement, or leaves a loop."""
        cell, number = line
        function, nodes, at = self.function(line), self.nodes(cell), [*self.at(line)]
        if any(isinstance(node, ast.Break) for node in at):  # a `while True` ends so in good order
            loops = [node for node in nodes if isinstance(node, ast.For | ast.While)]
            loops = [node for node in loops if node.lineno <= number <= (node.end_lineno or 0)]
            loop = max(loops, key=lambda loop: loop.lineno, default=None)
            is_for_ever = isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant)
            return loop is not None and not is_for_ever
        return function is not None and any(
            isinstance(node, ast.Return) and node is not function.body[-1] for node in at
        )

    def returns_in_loop(self, line: Line) -> bool:
        """Whether a line returns from its function, and a `for` loop is not over yet."""
        function = self.function(line)
        return function is not None and any(
            isinstance(inner, ast.Return) and inner.lineno == line[1]
            for node in nodes_of(function)
            if isinstance(node, ast.For)
            for inner in nodes_of(node)
        )

    def bound_late(self, line: Line) -> Line | None:
        """The line of the function made in a loop that a line is in, if it, or one inside it, reads
        the loop's names as it runs."""
        kinds = ast.For | ast.ListComp | ast.GeneratorExp | ast.DictComp
        loops = [each for each in self.nodes(line[0]) if isinstance(each, kinds)]
        found = None
        for function in self.around(line):
            own = function.args
            given = {each.arg for each in (*own.posonlyargs, *own.args, *own.kwonlyargs)}
            read = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)} - given
            for loop in loops:
                targets = [loop.target] if isinstance(loop, ast.For) else [
                    each.target for each in loop.generators
                ]  # fmt: skip
                names = {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
                begins, ends = (loop.lineno, loop.col_offset), loop.end_lineno or loop.lineno
                is_inside = begins <= (function.lineno, function.col_offset)
                if names & read and is_inside and function.lineno <= ends:
                    found = line[0], function.lineno
        return found

    def sorts(self, line: Line, compares: bool = True) -> bool:
        """Whether a line puts things in order, gives the key, or says which of two comes first
        (if compares)."""
        cell, number = line
        function = self.function(line)
        name = "" if function is None else function.name
        return any(
            isinstance(node, ast.keyword) and node.arg == "key" and ast.unparse(node.value) == name
            for node in self.nodes(cell)
        ) or any(
            (isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in _SORTING)
            or (compares and isinstance(node, ast.Compare) and isinstance(node.ops[0], _FIRST))
            for node in self.nodes(cell)
            if getattr(node, "lineno", 0) <= number <= getattr(node, "end_lineno", -1)
            and not isinstance(node, ast.stmt)
        )

    def guard_of_zero(self) -> Line | None:
        """The only line outside of operators that passes over a gradient which is 0, as does
        `if node.grad == 0: return`."""
        found = {
            (cell, node.lineno)
            for cell, node in self.every()
            if isinstance(node, ast.If) and _passes_over(node.body[-1])
            if _asks_for_zero(node.test)
        }
        own = {f for name in method_names().values() for f in self.named(name)}
        lines = [line for line in found - self.given if not self.is_in(line, [*own])]
        return lines[0] if len(lines) == 1 else None

    def default(self, line: Line) -> Line | None:
        """The line that defines the function a line is in, if it keeps a collection for all calls:
        as the default of an argument."""
        function = self.function(line)
        if function is None:
            return None
        kept = [*function.args.defaults, *function.args.kw_defaults]
        is_one = [isinstance(n, _COLLECTIONS) for n in kept]
        return (line[0], function.lineno) if any(is_one) else None

    def kept_for_all(self, line: Line) -> Line | None:
        """The line that keeps a collection, which a line reads, for all calls: `default`; or the
        one that gives it to the class, where the line asks a node for it as for its own."""
        classes = [node for node in self.nodes(line[0]) if isinstance(node, ast.ClassDef)]
        named = {each.name for each in classes}
        read = {
            n.attr for n in self.at(line)
            if isinstance(n, ast.Attribute) and ast.unparse(n.value) not in {*named, "cls"}
        }  # fmt: skip
        read -= {n.attr for n in self.nodes(line[0])
                 if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)}  # fmt: skip
        shared = (
            (line[0], each.lineno)
            for around in classes
            for each in around.body
            if isinstance(each, ast.Assign | ast.AnnAssign) and each.value is not None
            and isinstance(each.value, _COLLECTIONS) and read & {*_words(each)}
        )  # fmt: skip
        return self.default(line) or next(shared, None)

    def cached(self, line: Line) -> Line | None:
        """The decorator that lets the function of a line keep its results."""
        function = self.function(line)
        around = function.decorator_list if function is not None else []
        kept = (each.lineno for each in around if "cache" in ast.unparse(each))
        return next(((line[0], number) for number in kept), None)

    def keeps_iterator(self, line: Line) -> bool:
        """Whether a line keeps what can be gone through only once, `x.edges = zip(...)`."""
        return any(
            isinstance(node, ast.Assign)
            and (
                isinstance(node.value, ast.GeneratorExp)
                or (
                    isinstance(node.value, ast.Call)
                    and ast.unparse(node.value.func) in ("zip", "map", "filter", "iter", "reversed")
                )
            )
            for node in self.at(line)
        )

    def alias(self, operator: str) -> tuple[Line, str] | None:
        """The line that gives an operator the method of another one, and that one's name."""
        methods = method_names()
        names = {name: key for key, name in methods.items()}
        method = methods.get(operator, f"__{operator}__")
        for cell, node in self.every():
            for target, value in _named(node):
                named, of = [*_words(target)][:1], [*_words(value)][:1]
                if named == [method] and of and (of[0] in names or of[0][:2] == "__"):
                    return (cell, target.lineno), names.get(of[0], of[0].strip("_"))
        return None

    def names(self, operator: str) -> Names:
        """What the method of an operator calls its operands, if there is just one such method."""
        methods = self.methods(operator)
        if len(methods) != 1:
            return Names()
        (method,) = methods
        given = [each.arg for each in method.args.args]
        node, other = [*given, *("self", "other")[len(given) :]][:2]
        results = [
            each.value.id
            for each in nodes_of(method)
            if isinstance(each, ast.Return) and isinstance(each.value, ast.Name)
        ]
        return Names(node, other, results[-1] if results else "out")

    def compares(self, line: Line) -> bool:
        """Whether a line is in a method that says which of two nodes comes first."""
        return self.is_in(line, [f for name in _COMPARING for f in self.named(name)])

    def calls_itself(self, name: str) -> Line | None:
        """The first line of a method of a name, not a given one, that calls one of this name."""
        for cell, function in self.defined([name]):
            calls = [node for node in nodes_of(function) if isinstance(node, ast.Call)]
            again = (c.lineno for c in calls if ast.unparse(c.func).endswith(f".{name}"))
            line = next((n for n in again if (cell, n) not in self.given), None)
            if line is not None:
                return cell, line
        return None

    def storing(self, attribute: str) -> list[Line]:
        """The lines that store something under an attribute's name."""
        found = {
            (cell, node.lineno)
            for cell, node in self.every()
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
            if node.attr == attribute
        }
        return sorted(found - self.given)

    def named_nearly(self, method: str) -> tuple[str, Line] | None:
        """A method whose name is nearly this one of Python's, and is none of Python's itself."""
        known = {*vars(float), *method_names().values()}
        own = ((c, f) for c, f in self._functions if isinstance(f, ast.FunctionDef))
        for cell, function in own:
            near = get_close_matches(function.name.lower(), [method], cutoff=NEARLY)
            if near and function.name not in known:
                return function.name, (cell, function.lineno)
        return None


def _is_identity(function: ast.FunctionDef) -> bool:
    """Whether all that a function compares is whether two things are one."""
    asked = [node.ops[0] for node in nodes_of(function) if isinstance(node, ast.Compare)]
    return bool(asked) and all(isinstance(each, ast.Is | ast.IsNot) for each in asked)


def _named(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What an assignment gives which name: `a = b`, and each of `a, b = c, d`."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        yield from zip(target.elts, value.elts, strict=False)
    else:
        yield target, value


def _passes_over(last: ast.stmt) -> bool:
    """Whether nothing comes of it: a rule that returns a slope of 0 has done its work."""
    return isinstance(last, ast.Continue | ast.Break) or (
        isinstance(last, ast.Return) and last.value is None
    )


def _asks_for_zero(test: ast.expr) -> bool:
    if any(isinstance(node, ast.Call) for node in nodes_of(test)):  # of a length, or of a count
        return False
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq):
        return any(isinstance(e, ast.Constant) and e.value == 0 for e in test.comparators)
    return isinstance(test, ast.UnaryOp) and _last(test.operand) == "grad"


def _last(node: ast.AST) -> str:
    """A name, or the last one of `self.name`; "" for what is neither."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _arguments(node: ast.AST) -> list[ast.expr]:
    return node.args if isinstance(node, ast.Call) else []


def _words(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name | ast.Attribute):
            yield each.id if isinstance(each, ast.Name) else each.attr
