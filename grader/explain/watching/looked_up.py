"""What a line of a walk does, read off the text: looks a node up, calls again, takes the first one.

That a run came by the line was seen; what it says there is not looked for anywhere else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from grader.explain.watching.graph import Graph
from grader.explain.watching.kinds import Blamed
from grader.explain.watching.record import DATA, GRAD, Call, Handled, Line
from grader.explain.watching.source import SourceText
from grader.syntax import nodes_of
from grader.worker.inside.watched.handling import NAMED, READ

_KINDS = frozenset({"isinstance", "issubclass", "type", "__class__", "__subclasses__", "len"})
_DIGITS = re.compile(r"0\d+d?$")


def membership(source: SourceText, line: Line) -> ast.Compare | None:
    """The question on a line whether something is in a collection."""
    for node in source.at(line):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            return node
    return None


def rebound(source: SourceText, line: Line) -> Line | None:
    """The line of a function that makes its own of a collection which was handed in, and which a
    later line looks something up in."""
    asked, function = membership(source, line), source.function(line)
    if asked is None or function is None or not isinstance(asked.comparators[0], ast.Name):
        return None
    return _set_again(function, asked.comparators[0].id, line[0])


def list_made_anew(source: SourceText, name: str) -> Line | None:
    """The line of a function of this name that makes its own of the list which was handed in, its
    last parameter."""
    lists = ((at, f, f.args.args[-1].arg) for at, f in source.defined([name]) if f.args.args)
    return next(filter(None, (_set_again(f, last, at) for at, f, last in lists)), None)


def _set_again(function: ast.FunctionDef, name: str, cell: int) -> Line | None:
    """The line of a function that sets one of its parameters."""
    own = {each.arg for each in function.args.args}
    for node in function.body:
        targets = node.targets if isinstance(node, ast.Assign) else ()
        if name in own and any(isinstance(t, ast.Name) and t.id == name for t in targets):
            return cell, node.lineno
    return None


def made_at(source: SourceText, line: Line) -> Line | None:
    """The one line of a function that makes the dict which another line changes an item of."""
    function = source.function(line)
    names = {ast.unparse(n.value) for n in source.at(line) if isinstance(n, ast.Subscript)}
    lines = {
        node.lineno
        for node in ([] if function is None else nodes_of(function))
        if isinstance(node, ast.Assign) and names & {*map(ast.unparse, node.targets)}
    }
    return (line[0], lines.pop()) if len(lines) == 1 else None


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
        for node in source.at(line)
    )


def never_stored(source: SourceText, name: str) -> Line | None:
    """The line of a method that returns before its rule is stored; else the line of the function
    inside it that is stored nowhere. None if there is neither, or more than one such method."""
    methods = list(source.defined([name]))
    if len(methods) != 1:
        return None
    ((cell, method),) = methods
    before = [n for n in method.body[:-1] if isinstance(n, ast.Return)]
    if before:
        return cell, before[0].lineno
    read = {
        node.id
        for node in nodes_of(method)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    inner = [n for n in method.body if isinstance(n, ast.FunctionDef) and n.name not in read]
    return (cell, inner[0].lineno) if len(inner) == 1 else None


def apart_from_the_others(graph: Graph, blamed: Blamed) -> Line | None:
    """The line that runs the rule of one node alone, where another line runs the rules of several,
    and that one's too."""
    call = blamed.call
    if call is None or blamed.operation is None:
        return None
    result, nodes = blamed.operation.call.result, dict[Line, set[int]]()
    for run in graph.record.rules:
        if call.begins < run.begins < call.ends and run.place:
            nodes.setdefault(run.place[0], set()).add(run.node)
    its = [line for line, each in nodes.items() if result in each]
    alone = [line for line in its if nodes[line] == {result}]
    return alone[0] if len(its) > len(alone) == 1 else None


def counts_compared(source: SourceText) -> Iterator[Line]:
    """The lines that ask with `is` about two things to which others add whole numbers."""
    counts = set()
    for _, node in source.every():
        if isinstance(node, ast.AugAssign) and _is_whole(node.value):
            counts.add(_name(node.target))
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
            counts |= {_name(node.targets[0])} if _is_whole(node.value.right) else set()
    for cell, node in source.every():
        if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.Is | ast.IsNot):
            continue
        if {_name(node.left), _name(node.comparators[0])} <= counts:
            yield cell, node.lineno


def _is_whole(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _name(node: ast.AST) -> str:
    """What is written last of a name, of an attribute, or of what holds an item."""
    if isinstance(node, ast.Subscript):
        return _name(node.value)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def yields(source: SourceText) -> Iterator[Line]:
    """The lines that give something out."""
    yield from ((cell, n.lineno) for cell, n in source.every() if isinstance(n, ast.Yield))


def calling(
    line: Line | None, node: int, graph: Graph, call: Call, source: SourceText
) -> Line | None:
    """The line of `zero_grad` that calls what leaves a node out, if in an earlier call of
    `backward` that went on with the node; else the line itself."""
    function = None if line is None else source.function(line)
    zero = source.named("zero_grad")
    if function is None or line is None or source.is_in(line, zero):
        return line
    before = [c for c in graph.record.calls if not c.is_zero and c.ends < call.begins]
    handled = [h for h in graph.record.handled if h.node == node and h.what == NAMED]
    went_on = [
        h.line
        for h in handled
        if source.function(h.line) is function and any(c.begins < h.when < c.ends for c in before)
    ]
    callers = [
        each
        for each in graph.record.lines
        if source.is_in(each, zero) and source.calls(each, function.name)
    ]
    return callers[0] if callers and went_on[-1:] not in ([], [line]) else line


def passed_over(node: int, graph: Graph, end: int, source: SourceText) -> Line | None:
    """The line that passes over gradients of 0, where a consumer of a node has such a one: then
    nobody says to the node that this consumer is done."""
    users = [result for _, _, result in graph.consumers(node, frozenset(graph.own))]
    is_zero = any(graph.value(graph.held(user, GRAD, end)) == 0 for user in users)
    return source.guard_of_zero() if is_zero else None


def marked_when_made(node: int, graph: Graph, handled: Sequence[Handled]) -> Line | None:
    """The line that set a mark of a node when it was made, if that is the last thing which a call
    asked of the node, and it is set otherwise for others, among them all whose rules ran.

    handled: what was done with nodes in the call, outside of rules.
    """
    asked = next((each for each in reversed(handled) if each.node == node), None)
    made = next((o.call for o in graph.operations if o.call.result == node), None)
    if asked is None or asked.what <= READ or made is None:
        return None
    marks = [m for m in graph.record.marks if m.attribute == asked.what - READ]
    its = [m for m in marks if m.node == node and m.when < asked.when]
    if not its or not made.begins < its[-1].when < made.ends:
        return None
    ran = {run.node for run in graph.record.rules}
    others = {m.node for m in marks if m.is_set is not its[-1].is_set}
    return next(iter(its[-1].place), None) if others and not ran - others else None


def set_back(line: Line | None, graph: Graph, source: SourceText) -> Line | None:
    """The only line of another function that gives a class's attribute, which a line reads, a new
    value, where nodes that had their number from there were seen to get one of an earlier time."""
    for asked in () if line is None else {line: 0, source.parted(line, graph.record.lines): 0}:
        for text in _shared(asked, source):
            setting = [
                (cell, node.lineno) for cell, node in source.every()
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == text
                and (cell, node.lineno) in graph.record.lines
                and source.function((cell, node.lineno)) not in (None, source.function(asked))
            ]  # fmt: skip
            if len(setting) == 1 and _comes_again(text, graph, source):
                return setting[0]
    return None


def _shared(line: Line, source: SourceText) -> list[str]:
    """The attributes of classes that a line reads."""
    classes = {n.name for n in source.nodes(line[0]) if isinstance(n, ast.ClassDef)}
    read = [n for n in source.at(line) if isinstance(n, ast.Attribute)]
    return [ast.unparse(n) for n in read if ast.unparse(n.value) in classes]


def _comes_again(text: str, graph: Graph, source: SourceText) -> bool:
    """Whether a number that lines copied from a class to nodes is copied again after a call."""
    numbers = [graph.numbers[entry] for (_, attribute), entries in graph.versions.items()
               for entry in entries if attribute not in (DATA, GRAD)]  # fmt: skip
    given = [(each.when, each.place[:1], each.value) for each in numbers]
    given += [(mark.when, mark.place[:1], mark.is_set) for mark in graph.record.marks]
    taken = [(when, v) for when, at, v in given if any(text in _shared(e, source) for e in at)]
    ends = [call.ends for call in graph.record.calls]
    return any(
        first[1] == last[1] and any(first[0] < when < last[0] for when in ends)
        for first, last in combinations(sorted(taken), 2)
    )


def of_one_operand(line: Line, source: SourceText) -> Line:
    """Where a line puts nodes in order by an attribute that is worked out of that of one operand
    alone (`1 + inputs[0].level`), the only line that does so; else the line itself."""
    read = {node.attr for node in source.at(line) if isinstance(node, ast.Attribute)}
    found = [
        ((cell, node.lineno), node.value)
        for cell in range(len(source.cells))
        for node in source.nodes(cell)
        if isinstance(node, ast.Assign)
        and read.intersection(map(_attribute, node.targets), map(_attribute, ast.walk(node.value)))
        - {""}
    ]
    for at, value in found if len(found) == 1 else ():
        every = [*ast.walk(value)]
        places = [node.slice for node in every if isinstance(node, ast.Subscript)]
        if any(isinstance(place, ast.Constant) for place in places) and not any(
            isinstance(n, ast.Call | ast.comprehension) for n in every
        ):
            return at
    return line


def _attribute(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else ""


def asked_by(source: SourceText, line: Line) -> Line | None:
    """The only line of the function that an `if` asks; None if it asks no such function. On a line
    that returns what another function gives: of the `if` by which that one gives an operand."""
    for node in source.at(line):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Call):
            for cell, function in source.defined([_called(node.value)]):
                gives = [each for each in nodes_of(function) if isinstance(each, ast.If)
                         and [*map(ast.unparse, each.body)] == ["return self"]]  # fmt: skip
                if len(gives) == 1:
                    return asked_by(source, (cell, gives[0].lineno)) or (cell, gives[0].lineno)
        test = node.test if isinstance(node, ast.If) else None
        test = test.operand if isinstance(test, ast.UnaryOp) else test
        for cell, function in source.defined([_called(test)] if isinstance(test, ast.Call) else ()):
            if isinstance(function.body[-1], ast.Return) and len(function.body) < 3:
                return cell, function.body[-1].lineno
    return None


def said_by_text(kind: str, source: SourceText) -> Line | None:
    """Where no line was seen: the only one that returns what stands in a collection, if a result is
    no new node; or that asks a node for its truth, which says nothing of whether it is there."""
    if kind == "old":
        found = [
            (cell, node.lineno)
            for cell, node in source.every()
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Subscript)
        ]
    elif kind == "unlisted" and any(source.defined(["__bool__", "__len__"])):
        found = [
            (cell, each.lineno)
            for cell, node in source.every()
            if isinstance(node, ast.comprehension)
            for each in node.ifs
            if isinstance(each, ast.Name)
        ]
    else:
        found = []
    return found[0] if len({*found}) == 1 else None


def stored_beside(source: SourceText, line: Line) -> Line | None:
    """Where an attribute of its own object that a line reads is stored, in a method of the same
    class that is no `__init__`; None if several are, or none."""
    read = {ast.unparse(n) for n in source.at(line)
            if isinstance(n, ast.Attribute) and ast.unparse(n.value) == "self"}  # fmt: skip
    found = [
        (line[0], node.lineno)
        for method in (m for c in source.classes(line)[:1] for m in c.body)
        if isinstance(method, ast.FunctionDef) and method.name != "__init__"
        for node in nodes_of(method)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in read
    ]
    return found[0] if len(found) == 1 else None


def clears_by_kind(source: SourceText) -> Line | None:
    """The line that says by its class, or by how many inputs it has, whether a walk sets the
    gradient of a node to 0: the `if` there, or the end of the function that it asks."""
    clearing = {*source.clearing()}
    ifs = [
        (cell, node)
        for cell, node in source.every()
        if isinstance(node, ast.If) and any((cell, n.lineno) in clearing for n in node.body)
    ]
    for cell, node in ifs if len(ifs) == 1 else ():
        parts = [*ast.walk(node.test)]
        names = {_attribute(each) for each in parts} | {
            each.id for each in parts if isinstance(each, ast.Name)
        }
        asked = [(at, f.body[-1].lineno, f) for at, f in source.defined(names)]
        for at, number, said in (*asked, (cell, node.lineno, node.test)):
            if said is node.test and re.search(r"isinstance\(\w+, \w+\)", ast.unparse(said)):
                return None  # which class a result is of may be what is wrong
            if _KINDS.intersection(re.findall(r"\w+", ast.unparse(said))):
                return at, number
    return None


def padded(source: SourceText) -> Line | None:
    """The only line that writes a number as text with so many digits; None if there are several."""
    found = {
        (cell, node.lineno)
        for cell, node in source.every()
        if (isinstance(node, ast.FormattedValue) and _DIGITS.match(_text(node.format_spec)))
        or (isinstance(node, ast.Call) and _called(node) == "zfill")
    }
    return found.pop() if len(found) == 1 else None


def _text(spec: ast.expr | None) -> str:
    """What is written after the colon of `{number:04}`."""
    parts = spec.values if isinstance(spec, ast.JoinedStr) else ()
    return "".join(str(each.value) for each in parts if isinstance(each, ast.Constant))


def _called(call: ast.Call) -> str:
    """The name of the function that is called."""
    return ast.unparse(call.func).rpartition(".")[2]


def is_set_between(blamed: Blamed, graph: Graph) -> bool:
    """Whether the program itself wrote to a node's gradient after an earlier call."""
    call, calls = blamed.call, graph.record.calls
    if call is None or call is calls[0]:
        return False
    held = calls[calls.index(call) - 1].after[blamed.node :][:1]  # none, if it was made since
    return bool(held) and graph.value(held[0]) != graph.value(call.before[blamed.node])
