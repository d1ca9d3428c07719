"""Wrong beliefs about the order in which the rules run.

They show only where an inner node with something below it has two consumers.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.explain.misconceptions.base import (
    CommonEngine,
    EngineClass,
    Node,
    believed,
    listed_and_set,
    records,
)


def preorder(root: Node) -> list[Node]:
    """Every node once, each before its inputs are looked at."""
    seen: dict[Node, None] = {}
    _meet(root, seen)
    return list(seen)


def _meet(node: Node, seen: dict[Node, None]) -> None:
    if node not in seen:
        seen[node] = None
        for source in node.listed:
            _meet(source, seen)


@believed("forward-not-reversed", "backward", by_order=True)
class ForwardNotReversed(CommonEngine):
    """hands nothing on below the root's own inputs, as when the rules run from the leaves up, the
    list as it was built. The first rule to run should be that of the one node whose gradient is
    known at the start. Which end of the list is it on, and does each result remember its inputs?"""

    def order(self, root: Node) -> list[Node]:
        return super().order(root)[::-1]


@believed("call-during-postorder", "backward", by_order=True)
def call_during_postorder() -> Sequence[EngineClass]:
    """runs each rule during the walk, right after those of the node's inputs. So the leaves come
    first, while every gradient is still zero. What must have happened before a node can run its
    rule?"""
    return [ForwardNotReversed]


@believed("preorder", "backward", by_order=True)
class Preorder(CommonEngine):
    """runs the rule of a node when it is met for the first time, before its second consumer has
    contributed. A shared node then passes on less than it will receive. When may a node be put in
    the list?"""

    def order(self, root: Node) -> list[Node]:
        return preorder(root)


@believed("recursive-visited-no-topo", "backward", by_order=True)
def recursive_visited_no_topo() -> Sequence[EngineClass]:
    """runs a node's rule, then goes on to its inputs, each node once. Once is right, but it is too
    early for a node with another consumer still to come. How could the node know that all its
    consumers have contributed?"""
    return [Preorder]


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
def kahn_first_arrival() -> Sequence[EngineClass]:
    """releases a node when the first of its consumers has contributed. Every consumer contributes
    once. After which contribution may the node run its rule?"""
    return [BfsOrder]


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
                stack.extend(node.listed)
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


class EveryRoute(CommonEngine):
    """Lists a node each time that the walk from the root comes to it."""

    def order(self, root: Node) -> list[Node]:
        order: list[Node] = []

        def walk(node: Node) -> None:
            self.visit()
            order.append(node)
            for source in node.listed:
                walk(source)

        walk(root)
        return order


class EveryRouteByLevels(CommonEngine):
    """The same, with a queue in the place of the recursion."""

    last = 0

    def order(self, root: Node) -> list[Node]:
        order, waiting = [], [root]
        while waiting:
            self.visit()
            order.append(waiting.pop(self.last))
            waiting += order[-1].listed
        return order


class EveryRouteFromStack(EveryRouteByLevels):
    """The same, with a stack."""

    last = -1


@believed("recursive-no-topo", "backward", by_order=True)
def recursive_no_topo() -> Sequence[EngineClass]:
    """runs a node's rule and then goes on to its inputs, every time that it comes by. A shared node
    runs its rule twice, and the second time it passes on again what it passed on before. How often
    may a node run its rule in one call?"""
    ways = (EveryRoute, EveryRouteByLevels, EveryRouteFromStack)
    return [engine for way in ways for engine in listed_and_set(way)]


@believed("skips-root", "backward", by_order=True)
class SkipsRoot(CommonEngine):
    """hands nothing on from the root: all gradients below it are zero. Is the root in the order,
    has it its gradient of 1 before the loop begins, and does the loop call each rule?"""

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


MISCONCEPTIONS = records(
    ForwardNotReversed,
    Preorder,
    PreorderReversed,
    BfsOrder,
    MinDepthLayers,
    NaiveStackDfs,
    MarkOnPush,
    recursive_no_topo,
    recursive_visited_no_topo,
    call_during_postorder,
    kahn_first_arrival,
    SkipsRoot,
    OrderCached,
)
