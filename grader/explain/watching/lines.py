"""Which line of the student's a blamed thing was written, worked out or decided on.

Never a line outside the operation that is blamed. Where it is not known, none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from grader.explain.watching.graph import Graph, Operation
from grader.explain.watching.kinds import Blamed
from grader.explain.watching.record import GRAD, Line, Place
from grader.explain.watching.source import SourceText

WrittenBy: TypeAlias = Mapping[Line, set[tuple[str, int]]]
"""By line: the operators, and sides (-1: not known), whose contributions were written there."""
_WRITTEN = frozenset("overwritten wiped doubled lost leaf data beside seed seeded born".split())
"""Kinds whose line is the one that wrote the number."""


def line_of(blamed: Blamed, graph: Graph, source: SourceText, written_by: WrittenBy) -> Line | None:
    """The line to look at first; None if it was not seen."""
    operation = blamed.operation
    if operation is not None and blamed.kind == "unlisted" and operation.call.result is not None:
        return _own(graph.record.nodes[operation.call.result].place, operation)
    if operation is not None and blamed.kind in ("lone", "called", "misplaced"):
        return _own(blamed.place, operation)
    if operation is not None and blamed.kind in ("value", "operand"):
        return _made(blamed, graph, operation)
    if blamed.kind == "rule" and operation is not None:
        return _ruled(blamed, graph, operation, source, written_by)
    if blamed.kind == "seed" and blamed.entry is not None and blamed.call is not None:
        in_call = blamed.found and graph.numbers[blamed.entry].when > blamed.call.begins
        return blamed.place[0] if blamed.place and in_call else None
    if blamed.kind in _WRITTEN:
        return blamed.place[0] if blamed.place else None
    return None


def _made(blamed: Blamed, graph: Graph, operation: Operation) -> Line | None:
    """The line of the operator's own method that made the wrong value."""
    if blamed.entry is not None:
        waiting = [blamed.entry]
        while waiting:  # from what the node was given to what it was worked out as
            number = graph.numbers[waiting.pop()]
            own = _own(number.place, operation)
            inside = operation.call.begins < number.when < operation.call.ends
            if number.code in ("held", "same"):
                source = graph.numbers[number.operands[0]]
                if source.code not in ("held", "given", "plain") and _own(source.place, operation):
                    waiting.append(number.operands[0])
                    continue
            if own is not None and inside:
                return own
    return None


def _own(place: Place, operation: Operation) -> Line | None:
    """The line of the operator's own method on a path of lines."""
    deeper = len(place) - len(operation.call.place)
    return place[deeper - 1] if deeper > 0 and place[deeper:] == operation.call.place else None


def _ruled(
    blamed: Blamed, graph: Graph, operation: Operation, source: SourceText, written_by: WrittenBy
) -> Line | None:
    computed = [] if blamed.entry is None else [*_computed(graph, blamed.entry)]
    places = [graph.numbers[each].place for each in computed]
    begins, ends = operation.call.begins, operation.call.ends
    for each, place in zip(computed, places, strict=True):
        if begins < graph.numbers[each].when < ends:
            return _own(place, operation)  # a slope that was worked out when the node was made
    methods = source.methods(operation.call.name)
    path = [*(places[0] if places else ()), *blamed.place]
    for line in path:
        if source.is_in(line, methods):
            return line
    slopes = [place for e, place in zip(computed, places, strict=True) if not graph.grads_in(e)]
    if slopes and blamed.entry is not None and not graph.grads_in(blamed.entry):
        slopes = slopes[1:]  # the last step may be the one that multiplies with a gradient
    if slopes and slopes[0]:
        return slopes[0][0]
    for line in path:
        its = {operator for operator, _ in written_by.get(line, ())} == {operation.operator}
        if its and not source.is_in(line, source.named("backward")):
            return line
    return None


def side_at(blamed: Blamed, written_by: WrittenBy) -> int:
    """The side that a line writes to, where the node itself is on both sides."""
    operation = blamed.operation
    if operation is None or blamed.side >= 0 or not blamed.place:
        return blamed.side
    its = {s for o, s in written_by.get(blamed.place[0], ()) if o == operation.operator and s >= 0}
    return its.pop() if len(its) == 1 else -1


def _computed(graph: Graph, entry: int) -> Iterator[int]:
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


def writers(graphs: Iterable[Graph]) -> WrittenBy:
    """What was written where, in all that was watched."""
    found: dict[Line, set[tuple[str, int]]] = {}
    for graph in graphs:
        for (node, attribute), entries in graph.versions.items():
            for entry in entries if attribute == GRAD else ():
                used = graph.sources(entry) - {node}
                operations = [graph.own[each] for each in used if each in graph.own]
                for line in graph.numbers[entry].place if len(used) == 1 else ():
                    for each in operations:
                        side = each.nodes.index(node) if each.nodes.count(node) == 1 else -1
                        found.setdefault(line, set()).add((each.operator, side))
    return found


def contributors(graphs: Iterable[Graph]) -> frozenset[str]:
    """The operators that contribute something to each of their inputs in some call."""
    found = set()
    for graph in graphs:
        reached: dict[int, set[int]] = {}
        for (node, attribute), entries in graph.versions.items():
            for entry in entries if attribute == GRAD else ():
                for above in graph.sources(entry) - {node}:
                    reached.setdefault(above, set()).add(node)
        for node, operation in graph.own.items():
            inputs = {each for each in operation.nodes if each is not None}
            if inputs and inputs <= reached.get(node, set()):
                found.add(operation.operator)
    return frozenset(found)
