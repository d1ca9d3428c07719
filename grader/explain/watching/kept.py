"""Which line keeps what a rule then works with: a number of another node's, or one node of two."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from grader.explain.watching.graph import Graph, Operation
from grader.explain.watching.kinds import Blamed
from grader.explain.watching.record import GRAD, Line
from grader.explain.watching.source import SourceText
from grader.syntax import nodes_of


def kept_once(operation: Operation | None, graph: Graph, source: SourceText) -> Line | None:
    """The line that keeps one node once which goes into an operation twice: in a function on the
    way to where the result was made or its rule ran, or in a helper that no call comes by; None if
    there are several."""
    nodes = () if operation is None else operation.nodes
    if operation is None or len({*nodes}) == len(nodes):
        return None
    result, lines = operation.call.result, graph.record.lines
    runs = [each for each in graph.record.rules if each.node == result]
    paths = [each.place for each in runs]
    paths += [each.place for each in graph.record.stored if each.node == result]
    paths += [graph.numbers[entry].place for run in runs for node in nodes if node is not None
              for entry in graph.written(node, run.begins, run.ends)]  # fmt: skip
    path = {line for each in paths for line in each}
    around = {source.function(line) for line in path} - {None}
    in_calls = {each.line for each in graph.record.handled}
    near = [line for line in lines if line in path or source.function(line) in around]
    helpers = [line for line in lines if line not in in_calls and not source.classes(line)]
    for several in (helpers, [line for line in lines if line in path], near):
        found = [line for line in several if source.keeps_once(line)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def kept_for_it(
    blamed: Blamed, graph: Graph, operation: Operation, source: SourceText
) -> Line | None:
    """The line that worked out a number of a contribution which is no operand's and not the
    result's, neither when that was made nor in the call that its rule ran in; where that only hands
    it back, the line that got it."""
    call, waiting, seen = blamed.call, [blamed.entry], set[int | None]()
    own = {operation.call.result, *operation.nodes}
    while waiting and call is not None:
        each = waiting.pop()
        if each is None or each in seen:
            continue
        seen.add(each)
        holder, number = graph.holder(each), graph.numbers[each]
        if holder is not None and (holder[0] in own or holder[1] == GRAD):
            continue
        is_now = any(e.begins < number.when < e.ends for e in (operation.call, call))
        if number.place and not is_now and number.code not in ("held", "same", "given", "plain"):
            return next((e for e in number.place if not source.returns(e)), number.place[0])
        waiting += number.operands
    return None


def kept_in_one_place(blamed: Blamed, graph: Graph, source: SourceText) -> Line | None:
    """The line that stores on a class what a wrong rule reads from its node; or that counts walks
    on a node, and not on the class, where one takes the marks of another for its own."""
    if blamed.kind == "left_out":
        return counted_on_nodes(graph.record.lines, source)
    ran = {*graph.record.lines}
    read = set[Line]()
    if blamed.kind == "rule" and blamed.entry is not None:
        for each in computed_in(graph, blamed.entry):
            read |= {*graph.numbers[each].place}
    for cell, node in source.every() if read else ():
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
            continue
        line = cell, node.lineno
        on_class = line in ran and _is_class(node.value, line, source)
        if on_class and any(source.reads(at, node.attr) for at in read):
            return line
    return None


def counted_on_nodes(lines: Iterable[Line], source: SourceText) -> Line | None:
    """The line, of those that ran, that counts something on a node: on a root, or where a class
    gives the first value. Each node that counts begins with that again."""
    ran = {*lines}
    for cell, node in source.every():
        counted: ast.AST | None = None
        if isinstance(node, ast.AugAssign) and isinstance(node.value, ast.Constant):
            counted = node.target
        elif isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
            counted = node.left
        if not isinstance(counted, ast.Attribute) or (line := (cell, counted.lineno)) not in ran:
            continue
        if counted.attr in ("data", "grad") or _is_class(counted.value, line, source):
            continue
        function = source.function(line)
        of_root = function is not None and function.name == "backward"
        if _of_classes(counted.attr, source) or (of_root and ast.unparse(counted.value) == "self"):
            return line
    return None


def used_up(ran: Iterable[Line], source: SourceText) -> Line | None:
    """The only line that ran and keeps what can be gone through once, or empties a collection; None
    if there are several."""
    empties = () if source.named("clear") else ("clear",)
    found = {
        line
        for line in ran
        if source.keeps_iterator(line) or any(source.calls(line, each) for each in empties)
    }
    return found.pop() if len(found) == 1 else None


def _is_class(value: ast.expr, line: Line, source: SourceText) -> bool:
    """Whether an expression is a class: its name, `cls`, `type(self)`, or a name that is given
    that in the same function."""
    text = ast.unparse(value)
    if text == "cls" or text.startswith("type(") or text.endswith(".__class__"):
        return True
    if any(isinstance(node, ast.ClassDef) and node.name == text for node in source.nodes(line[0])):
        return True
    function = source.function(line)
    return function is not None and any(
        isinstance(node, ast.Assign)
        and [ast.unparse(each) for each in node.targets] == [text]
        and ast.unparse(node.value).startswith("type(")
        for node in nodes_of(function)
    )


def _of_classes(name: str, source: SourceText) -> bool:
    """Whether a class gives a name a value for all of its objects."""
    bodies = (node.body for _, node in source.every() if isinstance(node, ast.ClassDef))
    return any(
        isinstance(each, ast.Assign) and name in [ast.unparse(target) for target in each.targets]
        for body in bodies
        for each in body
    )


def computed_in(graph: Graph, entry: int) -> Iterator[int]:
    """The results of operations in a number, the last one first, down to what nodes hold."""
    waiting, seen = [entry], set()
    while waiting:
        each = waiting.pop(0)
        number = graph.numbers[each]
        if each in seen or graph.holder(each) is not None:
            continue
        seen.add(each)
        if number.code not in ("held", "same", "given", "plain"):
            yield each
        waiting += number.operands


def computed_as(graph: Graph, entry: int) -> Iterator[int]:
    """The same, of a number that a node may hold."""
    first = graph.origin(entry)
    yield first
    for each in graph.numbers[first].operands:
        yield from computed_in(graph, each)


def worked_out_before(blamed: Blamed, graph: Graph, operation: Operation) -> bool:
    """Whether a value was worked out before its operator was called."""
    if blamed.kind != "value" or blamed.entry is None:
        return False
    number = graph.numbers[graph.origin(blamed.entry)]
    return number.when < operation.call.begins and number.code not in ("plain", "given")


def ended_asking(operation: Operation, graph: Graph, source: SourceText) -> Line | None:
    """The line on which a result's rule ended before all was done, or at a question."""
    ran = (run.last for run in graph.record.rules if run.node == operation.call.result)
    return next((e for e in ran if e and (source.returns_early(e) or source.asks(e))), None)
