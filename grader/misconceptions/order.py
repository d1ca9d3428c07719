"""Wrong beliefs about the order in which the rules run.

They show only where an inner node with something below it has two consumers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grader.misconceptions.base import (
    CommonEngine,
    EngineClass,
    Misconception,
    Node,
    WrongEngineRaises,
    believed,
    listed_and_set,
)


def preorder(root: Node) -> list[Node]:
    """Every node once, each before its inputs are looked at."""
    seen: dict[Node, None] = {}

    def walk(node: Node) -> None:
        if node not in seen:
            seen[node] = None
            for source in node.listed:
                walk(source)

    walk(root)
    return list(seen)


@believed("forward-not-reversed", "backward", by_order=True)
class ForwardNotReversed(CommonEngine):
    """runs the rules from the leaves up, the list as it was built. The first rule to run should be
    that of the one node whose gradient is known at the start. Which end of the list is it on?"""

    def order(self, root: Node) -> list[Node]:
        return super().order(root)[::-1]


@believed("call-during-postorder", "backward", by_order=True)
class CallDuringPostorder(CommonEngine):
    """runs each rule during the walk, right after those of the node's inputs, so the leaves come
    first, while every gradient is still zero. What must have happened before a node can speak?"""

    def order(self, root: Node) -> list[Node]:
        return super().order(root)[::-1]


@believed("preorder", "backward", by_order=True)
class Preorder(CommonEngine):
    """lets a node speak when it is met for the first time, before its second consumer has paid in.
    A shared node then passes on less than it will receive. When may a node be put in the list?"""

    def order(self, root: Node) -> list[Node]:
        return preorder(root)


@believed("recursive-visited-no-topo", "backward", by_order=True)
class RecursiveVisitedNoTopo(CommonEngine):
    """runs a node's rule, then goes on to its inputs, each node once. Once is right, but it is too
    early for a node with another consumer still to come. How would it know that it was paid in
    full?"""

    def order(self, root: Node) -> list[Node]:
        return preorder(root)


@believed("preorder-reversed", "backward", by_order=True)
class PreorderReversed(CommonEngine):
    """puts a node in the list before its inputs and then turns the list round as well, so the root
    comes last. Two changes of direction cancel. Who stands at the front, and what does it know?"""

    def order(self, root: Node) -> list[Node]:
        return preorder(root)[::-1]


def breadth_first(root: Node) -> dict[Node, int]:
    """Every node with its shortest distance from the root, near ones first."""
    distance, queue = {root: 0}, [root]
    for node in queue:
        for source in node.listed:
            if source not in distance:
                distance[source] = distance[node] + 1
                queue.append(source)
    return distance


@believed("bfs-order", "backward", by_order=True)
class BfsOrder(CommonEngine):
    """takes the nodes by their distance from the root, near ones first. Distance counts the
    shortest route, and a gradient must wait for the longest. Which node of your graph is near by
    one route and far by another?"""

    def order(self, root: Node) -> list[Node]:
        return list(breadth_first(root))


@believed("kahn-first-arrival", "backward", by_order=True)
class KahnFirstArrival(CommonEngine):
    """releases a node when the first of its consumers has paid. Every consumer sends one share.
    After which share may the node speak?"""

    def order(self, root: Node) -> list[Node]:
        return list(breadth_first(root))


@believed("min-depth-layers", "backward", by_order=True)
class MinDepthLayers(CommonEngine):
    """sorts the nodes by the fewest steps from the root. A node can be few steps away on one route
    and still have to wait for another. Which of its distances decides?"""

    def order(self, root: Node) -> list[Node]:
        distance = breadth_first(root)
        return sorted(preorder(root), key=lambda node: distance[node])


@believed("naive-stack-dfs", "backward", by_order=True)
class NaiveStackDfs(CommonEngine):
    """takes a node from the stack, lists it, and puts its inputs on the stack. In trading recursion
    for a stack, the moment "after all of its inputs" was lost. How can a stack remember that a node
    is still waiting?"""

    def order(self, root: Node) -> list[Node]:
        order: dict[Node, None] = {}
        stack = [root]
        while stack:
            node = stack.pop()
            if node not in order:
                order[node] = None
                stack.extend(reversed(node.listed))
        return list(order)


@believed("mark-on-push", "backward", by_order=True)
class MarkOnPush(CommonEngine):
    """marks a node when it is put on the stack and takes the order in which nodes leave it for a
    valid one. Seen is not finished. What has to be finished before a node may be listed?"""

    def order(self, root: Node) -> list[Node]:
        order, stack, seen = [], [root], {root}
        while stack:
            node = stack.pop()
            order.append(node)
            for source in node.listed:
                if source not in seen:
                    seen.add(source)
                    stack.append(source)
        return order


class _RecursiveNoTopo(CommonEngine):
    def order(self, root: Node) -> list[Node]:
        order: list[Node] = []

        def walk(node: Node) -> None:
            self.visit()
            order.append(node)
            for source in node.listed:
                walk(source)

        walk(root)
        return order


@believed("recursive-no-topo", "backward", by_order=True)
def recursive_no_topo() -> Sequence[EngineClass]:
    """runs a node's rule and then goes on to its inputs, every time that it comes by. A shared node
    speaks twice, and the second time it passes on what it has passed on already. How often may a
    node speak in one call?"""
    return listed_and_set(_RecursiveNoTopo)


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
    """lists a node once for every route that leads to it, so a shared node speaks several times,
    and the time doubles with every rung of a ladder. How many routes lead to the bottom of thirty
    steps, each of which uses the one before twice?"""
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


def _default_argument(list_too: bool) -> EngineClass:
    class VisitedMutableDefault(CommonEngine):
        keeps_state = list_too

        def __init__(self, turns: int = 0) -> None:
            super().__init__(turns)
            self.seen: set[Node] = set()
            self.topo: list[Node] = []

        def order(self, root: Node) -> list[Node]:
            topo = self.topo if list_too else []

            def walk(node: Node) -> None:
                if node not in self.seen:
                    self.seen.add(node)
                    for source in node.listed:
                        walk(source)
                    topo.append(node)

            walk(root)
            return topo[::-1]

    return VisitedMutableDefault


@believed("visited-mutable-default", "backward", "double-backward", by_order=True)
def visited_mutable_default() -> Sequence[EngineClass]:
    """keeps one set of visited nodes for all calls. A default of a function is made once, when the
    function is defined. What does the second call find in the set?"""
    return [_default_argument(False), _default_argument(True)]


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
    """counts the routes from the root to a node where the node's consumers should be counted, so
    what lies below a shared node waits for ever. How many nodes use this one directly?"""
    return listed_and_set(_KahnCountPaths)


@believed("kahn-multi-edge", "backward", by_order=True)
class KahnMultiEdge(CommonEngine):
    """counts two edges for a node that stands on both sides of an operator and releases it once, so
    it never speaks. Both of your loops must agree: how many edges has s * s?"""

    def order(self, root: Node) -> list[Node]:
        waiting = Counter(source for node in preorder(root) for source in node.listed)
        return released(root, waiting, once_an_edge=True)


@believed("skips-root", "backward", by_order=True)
class SkipsRoot(CommonEngine):
    """leaves the root out when the rules run, so nobody receives anything. Only a leaf has nothing
    to do. Whose rule has to run before all others?"""

    def order(self, root: Node) -> list[Node]:
        return super().order(root)[1:]


@believed("order-cached", "backward", "double-backward", by_order=True)
class OrderCached(CommonEngine):
    """works out the order once and uses it for every later graph. A new forward pass makes new
    nodes. Whose nodes are in the list that was kept?"""

    keeps_state = True

    def __init__(self, turns: int = 0) -> None:
        super().__init__(turns)
        self.kept: list[Node] = []

    def order(self, root: Node) -> list[Node]:
        self.kept = self.kept or super().order(root)
        return self.kept


MISCONCEPTIONS: tuple[Misconception, ...] = (
    ForwardNotReversed,
    Preorder,
    PreorderReversed,
    BfsOrder,
    MinDepthLayers,
    NaiveStackDfs,
    MarkOnPush,
    recursive_no_topo,
    RecursiveVisitedNoTopo,
    CallDuringPostorder,
    no_visited_set,
    dedupe_keep_first,
    visited_by_value,
    EqWithoutHash,
    visited_mutable_default,
    kahn_count_paths,
    KahnFirstArrival,
    KahnMultiEdge,
    SkipsRoot,
    OrderCached,
)
