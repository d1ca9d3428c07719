"""Which line decided that something happened in a call: too early, twice, or not at all.

Read off the lines, outside of rules, that a call came by and that name a node. What is left out was
left out by the last line that named it; what comes too early was put there by the first line that
takes the nodes in a wrong order.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.explain.watching.graph import Graph
from grader.explain.watching.kinds import Blamed
from grader.explain.watching.orders import ran
from grader.explain.watching.record import GRAD, Call, Handled, Line
from grader.explain.watching.source import SourceText

LEFT_OUT = frozenset({"stranger", "skipped", "left_out", "zero", "lacking"})


def decided_at(blamed: Blamed, graph: Graph, source: SourceText) -> Line | None:
    """The line that decided what is blamed; None if none was seen to."""
    call = blamed.call
    if call is None or call.root is None:
        return None
    writes = {
        (node, graph.numbers[entry].place[0])
        for (node, attribute), entries in graph.versions.items()
        for entry in entries
        if attribute == GRAD and graph.numbers[entry].place
    }
    handled = [
        each
        for each in graph.record.handled
        if call.begins < each.when < call.ends and (each.node, each.line) not in writes
    ]
    if blamed.kind in LEFT_OUT:
        operation = blamed.operation
        made = operation.call.result if operation is not None else None
        node = next(each for each in (blamed.other, made, blamed.node) if each is not None)
        if graph.twin(node) is not None and source.equality is not None:
            return source.equality
        several: dict[Line, set[int]] = {}
        for each in graph.record.handled:
            several.setdefault(each.line, set()).add(each.node)
        walked = [each for each in handled if len(several[each.line]) > 1]
        return _left_out(node, walked or handled, graph, call)
    operation = blamed.operation
    if blamed.kind == "early" and operation is not None:
        key = _key(blamed, graph, call)
        return key or _out_of_order(handled, graph, call, source)
    if blamed.kind == "again" and operation is not None and operation.call.result is not None:
        return _twice(operation.call.result, handled, graph, call)
    if blamed.kind in ("kept", "stale"):
        return _not_restarted(blamed.node, handled, graph, call, source)
    if blamed.kind == "seed":
        return handled[0].line if handled else None
    return None


def _left_out(node: int, handled: Sequence[Handled], graph: Graph, call: Call) -> Line | None:
    """The last line that named a node; of one that no line named, that of a consumer."""
    waiting, seen = [node], {node}
    while waiting:
        each = waiting.pop(0)
        lines = [h.line for h in handled if h.node == each]
        if each != node:  # it was not come by: what matters is what happened before rules ran
            first = min((run.begins for run in graph.record.rules), default=call.ends)
            early = [h.line for h in handled if h.node == each and h.when < first]
            lines = early or lines
        if lines:
            return lines[-1]
        for _, _, result in graph.consumers(each, frozenset(graph.own)):
            if result not in seen:
                seen.add(result)
                waiting.append(result)
    return handled[-1].line if handled else None


def _sequences(handled: Sequence[Handled], graph: Graph) -> dict[Line, list[int]]:
    """For each line the results that it named, in order of time, without repetitions in a row."""
    found: dict[Line, list[int]] = {}
    for each in handled:
        if each.node in graph.own:
            taken = found.setdefault(each.line, [])
            if taken[-1:] != [each.node]:
                taken.append(each.node)
    return found


def _is_order(taken: Sequence[int], graph: Graph) -> bool:
    """Whether no node comes before one of its consumers."""
    place = {node: number for number, node in enumerate(taken)}
    return all(
        place[result] < place[node]
        for result in taken
        for node in graph.own[result].nodes
        if node in place
    )


def _out_of_order(
    handled: Sequence[Handled], graph: Graph, call: Call, source: SourceText
) -> Line | None:
    """The first line that takes the nodes as the rules ran, or what was asked of each just before;
    the loop that runs the rules if that order is right, either way round."""
    order, last = [*ran(graph, call)], None
    sequences = _sequences(handled, graph)
    for each in handled:
        taken = sequences.get(each.line, [])
        if taken in (order, order[::-1]):
            if _is_order(taken, graph) or _is_order(taken[::-1], graph):
                break
            return last if last is not None and _is_key(sequences[last], order) else each.line
        last = each.line if taken else last
    runs = [run for run in graph.record.rules if call.begins < run.begins < call.ends]
    if runs and runs[-1].place:
        return source.loop(runs[-1].place[0])
    return next((line for line, taken in sequences.items() if {*taken} >= {*order}), None)


def _is_key(taken: Sequence[int], order: Sequence[int]) -> bool:
    """Whether a line came by every node once, as what they are sorted by does."""
    return len(taken) == len({*taken}) and {*taken} >= {*order}


def _key(blamed: Blamed, graph: Graph, call: Call) -> Line | None:
    """Where the number was written by which the rules were ordered, if they were by one.

    It is that of the consumer that came too late: its number is not beyond that of its input."""
    order = ran(graph, call)
    for attribute in sorted({attribute for _, attribute in graph.versions if attribute > GRAD}):
        held = [graph.held(node, attribute, call.begins) for node in order]
        numbers = [graph.numbers[entry].value for entry in held if entry is not None]
        if len(numbers) < len(order) or len({*numbers}) < 2 or len({*order}) < len(order):
            continue
        if numbers in (sorted(numbers), sorted(numbers, reverse=True)):
            late = (
                None if blamed.other is None else graph.held(blamed.other, attribute, call.begins)
            )
            return (
                graph.numbers[late].place[0]
                if late is not None and graph.numbers[late].place
                else None
            )
    return None


def _twice(node: int, handled: Sequence[Handled], graph: Graph, call: Call) -> Line | None:
    """The first line that names a node twice over."""
    runs = [
        r.begins
        for r in graph.record.rules
        if r.node == node and call.begins < r.begins < call.ends
    ]
    until = runs[1] if len(runs) > 1 else call.ends
    lines = [each.line for each in handled if each.node == node and each.when < until]
    return next((line for line in reversed(lines) if lines.count(line) > 1), None)


def _not_restarted(
    node: int, handled: Sequence[Handled], graph: Graph, call: Call, source: SourceText
) -> Line | None:
    """The last line that names a node in the function that clears others; else where the call
    begins to give its root a gradient."""
    cleared = [
        graph.numbers[entry].place[0]
        for other in range(len(call.before))
        for entry in graph.written(other, call.begins, call.ends)
        if graph.numbers[entry].value == 0.0
        and graph.numbers[entry].place
        and graph.numbers[graph.numbers[entry].operands[0]].code == "plain"
    ]
    root = graph.written(call.root, call.begins, call.ends) if call.root is not None else []
    if not cleared:
        return graph.numbers[root[0]].place[0] if root and graph.numbers[root[0]].place else None
    inside = source.around(cleared[0])[:1]
    near = [each.line for each in handled if each.node == node and each.line[0] == cleared[0][0]]
    before = [line for line in near if line <= cleared[0] and source.is_in(line, inside)]
    return before[-1] if before else cleared[0]
