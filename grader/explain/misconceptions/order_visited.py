"""Wrong beliefs about which nodes are in the list: how often, told apart by what, counted how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grader.explain.misconceptions.base import (
    CommonEngine,
    EngineClass,
    Node,
    WrongEngineRaises,
    believed,
    listed_and_set,
    records,
)
from grader.explain.misconceptions.order import preorder


class _NoVisitedSet(CommonEngine):
    def order(self, root: Node) -> list[Node]:
        order: list[Node] = []

        def walk(node: Node) -> None:
            self.visit()
            for source in node.listed:
                walk(source)
            order.append(node)

        walk(root)
        return order[::-1]


@believed("no-visited-set", "backward", by_order=True)
def no_visited_set() -> Sequence[EngineClass]:
    """lists a node once for every route that leads to it. So a shared node runs its rule several
    times, and the time doubles with every rung of a ladder. In thirty steps, each uses the one
    before twice: how many routes lead to the bottom?"""
    return listed_and_set(_NoVisitedSet)


class _DedupeKeepFirst(_NoVisitedSet):
    def order(self, root: Node) -> list[Node]:
        return list(dict.fromkeys(super().order(root)))


@believed("dedupe-keep-first", "backward", by_order=True)
def dedupe_keep_first() -> Sequence[EngineClass]:
    """lists a shared node several times and keeps its first place. If a node is reached by two
    routes, which of its two places in the list is safe?"""
    return listed_and_set(_DedupeKeepFirst)


class _VisitedByValue(CommonEngine):
    def order(self, root: Node) -> list[Node]:
        order: list[Node] = []
        seen: set[float] = set()

        def walk(node: Node) -> None:
            if node.data not in seen:
                seen.add(node.data)
                for source in node.listed:
                    walk(source)
                order.append(node)

        walk(root)
        return order[::-1]


class _EqualByValue(_VisitedByValue):
    """Nodes that are equal when their values are: a set of inputs keeps one of two."""

    def listed(self, made: Node, sources: tuple[Node, ...]) -> tuple[Node, ...]:
        listed = super().listed(made, sources)
        if len(listed) == 2 and listed[0].data == listed[1].data:
            return listed[:1]
        return listed


@believed("visited-by-value", "backward", by_order=True)
def visited_by_value() -> Sequence[EngineClass]:
    """tells nodes apart by the numbers that they hold: of two nodes with one number only the first
    is walked. Two nodes may hold the same number and still be two. What makes a node itself?"""
    return [_VisitedByValue, _EqualByValue]


@believed("eq-without-hash", "backward")
class EqWithoutHash(CommonEngine):
    """has nodes that say when they are equal but cannot go into a set. A set asks its members two
    questions. Do you want equal numbers here, or the same object?"""

    def order(self, root: Node) -> list[Node]:
        raise WrongEngineRaises("exception", "unhashable")


class _DefaultSet(CommonEngine):
    def __init__(self, turns: int = 0) -> None:
        super().__init__(turns)
        self.seen: set[Node] = set()

    def list_of(self, root: Node) -> list[Node]:
        """The list that the walk appends to."""
        return []

    def order(self, root: Node) -> list[Node]:
        topo = self.list_of(root)

        def walk(node: Node) -> None:
            if node not in self.seen:
                self.seen.add(node)
                for source in node.listed:
                    walk(source)
                topo.append(node)

        walk(root)
        return topo[::-1]


class _DefaultSetAndList(_DefaultSet):
    """With nothing reset: graphs of earlier calls are run again."""

    keeps_state = True

    def __init__(self, turns: int = 0) -> None:
        super().__init__(turns)
        self.topo: list[Node] = []

    def list_of(self, root: Node) -> list[Node]:
        return self.topo

    def reset(self, root: Node, order: Sequence[Node]) -> None:
        pass

    def seed(self, root: Node, order: Sequence[Node]) -> None:
        root.grad = 1.0


@believed("visited-mutable-default", "backward", "double-backward", by_order=True)
def visited_mutable_default() -> Sequence[EngineClass]:
    """keeps one set of visited nodes for all calls. A default of a function is made once, when the
    function is defined. What does the second call find in the set?"""
    return [_DefaultSet, _DefaultSetAndList]


class _KahnCountPaths(CommonEngine):
    def order(self, root: Node) -> list[Node]:
        waiting: Counter[Node] = Counter()
        stack = [root]
        while stack:
            self.visit()
            for source in stack.pop().listed:
                waiting[source] += 1
                stack.append(source)
        return released(root, waiting)


def released(root: Node, waiting: Counter[Node], once_an_edge: bool = False) -> list[Node]:
    """Nodes in the order in which their counts reach zero; `once_an_edge`: a double edge is one."""
    order = []
    ready = [root]
    while ready:
        node = ready.pop()
        order.append(node)
        for source in dict.fromkeys(node.listed) if once_an_edge else node.listed:
            waiting[source] -= 1
            if waiting[source] == 0:
                ready.append(source)
    return order


@believed("kahn-count-paths", "backward", by_order=True)
def kahn_count_paths() -> Sequence[EngineClass]:
    """counts the routes from the root to a node where the node's consumers should be counted. So
    what lies below a shared node waits for ever. How many nodes use this one directly?"""
    return listed_and_set(_KahnCountPaths)


@believed("kahn-multi-edge", "backward", by_order=True)
class KahnMultiEdge(CommonEngine):
    """counts two edges for a node on both sides of an operator, and releases it once, so its rule
    never runs. Both of your loops must agree: how many edges has s * s?"""

    def order(self, root: Node) -> list[Node]:
        waiting = Counter(source for node in preorder(root) for source in node.listed)
        return released(root, waiting, once_an_edge=True)


MISCONCEPTIONS = records(
    no_visited_set,
    dedupe_keep_first,
    visited_by_value,
    EqWithoutHash,
    visited_mutable_default,
    kahn_count_paths,
    KahnMultiEdge,
)
