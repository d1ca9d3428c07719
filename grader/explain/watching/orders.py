"""The orders in which rules run, by the traversal that gives them: from a graph, no engine.

`ran` is the order that was seen in a call: the nodes with a rule, as often as they contributed.
Each traversal is asked with both orders of a node's inputs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from grader.explain.watching.graph import Graph
from grader.explain.watching.record import GRAD, Call

MOST_RUNS = 200

Order: TypeAlias = tuple[int, ...]
Inputs: TypeAlias = Callable[[int], Sequence[int]]


def ran(graph: Graph, call: Call) -> Order:
    """Whose rule ran when in a call; nothing if that was not seen."""
    runs = [each for each in graph.record.rules if call.begins < each.begins < call.ends]
    if runs:
        order = sorted(runs, key=lambda run: run.begins)
        return tuple(run.node for run in order if run.node in graph.own)
    found: list[int] = []
    moments = sorted(
        (graph.numbers[entry].when, entry, node)
        for (node, attribute), entries in graph.versions.items()
        for entry in entries
        if attribute == GRAD and call.begins < graph.numbers[entry].when < call.ends
    )
    for _, entry, node in moments:
        above = graph.sources(entry) - {node}
        if len(above) == 1 and found[-1:] != [*above]:
            found += above
    return tuple(found)


def _asked(walk: Callable[[int, Inputs], Iterator[int]], graph: Graph, call: Call) -> set[Order]:
    """The orders of a traversal, with the inputs of each node from the left and from the right."""
    found: set[Order] = set()
    if call.root is None:
        return found
    for step in (1, -1):
        for once in (False, True):

            def inputs(node: int, step: int = step, once: bool = once) -> Sequence[int]:
                operation = graph.own.get(node)
                nodes = [n for n in (operation.nodes if operation else ())[::step] if n is not None]
                return [*dict.fromkeys(nodes)] if once else nodes

            order = []
            for node in walk(call.root, inputs):
                order.append(node)
                if len(order) > MOST_RUNS:
                    break
            found.add(tuple(node for node in order if node in graph.own))
    return found


def _preorder(root: int, inputs: Inputs) -> Iterator[int]:
    seen: set[int] = set()

    def visit(node: int) -> Iterator[int]:
        if node not in seen:
            seen.add(node)
            yield node
            for each in inputs(node):
                yield from visit(each)

    return visit(root)


def _every_route(root: int, inputs: Inputs) -> Iterator[int]:
    yield root
    for each in inputs(root):
        yield from _every_route(each, inputs)


def _postorder(root: int, inputs: Inputs, once: bool = True) -> list[int]:
    seen: set[int] = set()
    found: list[int] = []

    def visit(node: int) -> None:
        if (once and node in seen) or len(found) > MOST_RUNS:
            return
        seen.add(node)
        for each in inputs(node):
            visit(each)
        found.append(node)

    visit(root)
    return found


def _breadth_first(root: int, inputs: Inputs) -> Iterator[int]:
    waiting, seen = deque([root]), {root}
    while waiting:
        node = waiting.popleft()
        yield node
        for each in inputs(node):
            if each not in seen:
                seen.add(each)
                waiting.append(each)


def _stack(root: int, inputs: Inputs, on_push: bool) -> Iterator[int]:
    stack, seen = [root], {root} if on_push else set()
    while stack:
        node = stack.pop()
        if not on_push:
            if node in seen:
                continue
            seen.add(node)
        yield node
        for each in inputs(node):
            if each not in seen:
                if on_push:
                    seen.add(each)
                stack.append(each)


ORDERS: Sequence[tuple[str, Callable[[Graph, Call], set[Order]]]] = tuple(
    (name, lambda graph, call, walk=walk: _asked(walk, graph, call))  # type: ignore[misc]
    for name, walk in (
        ("forward-not-reversed", lambda root, inputs: iter(_postorder(root, inputs))),
        ("bfs-order", _breadth_first),
        ("preorder", _preorder),
        ("mark-on-push", lambda root, inputs: _stack(root, inputs, True)),
        ("naive-stack-dfs", lambda root, inputs: _stack(root, inputs, False)),
        ("no-visited-set", lambda root, inputs: iter(_postorder(root, inputs, False)[::-1])),
        ("recursive-no-topo", _every_route),
    )
)
"""A belief, and the orders that it gives in a call."""


def overtook(graph: Graph, call: Call, node: int) -> int | None:
    """A consumer that contributed to a node in a call once the node's rule had run."""
    its = [run for run in graph.record.rules if run.node == node]
    ran = [run.ends for run in its if call.begins < run.begins < call.ends]
    for entry in graph.written(node, ran[-1], call.ends) if ran else ():
        by = graph.whose_rule(graph.numbers[entry].when)
        operation = None if by is None else graph.own.get(by)
        if operation is not None and node in operation.nodes:
            return by
    return None
