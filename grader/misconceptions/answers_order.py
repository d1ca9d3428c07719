"""Wrong beliefs about lists of nodes: `build_topo`, with recursion or without, and `toposort`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grader.misconceptions.answers import (
    WrongAnswer,
    WrongAnswerClass,
    WrongOrder,
    answered,
    task_beliefs,
)
from grader.observation import Item, NamedError, Observation
from grader.program import Program
from grader.reference import Node

TOPO = ("build-topo", "toposort-iterative")
DEEP = 1_000
"""Code that calls itself for each node ends before a chain of as many operations does."""


class _InputsFirst(WrongOrder):
    """The right list, to be spoiled: depth first, every node once, after its inputs."""

    def order(self, root: Node) -> list[Node]:
        order: list[Node] = []
        seen: set[object] = self.seen()

        def walk(node: Node) -> None:
            if self.mark(node) not in seen:
                seen.add(self.mark(node))
                for source in self.inputs(node):
                    walk(source)
                order.append(node)

        walk(root)
        return order

    def seen(self) -> set[object]:
        """Where the walk starts from."""
        return set()

    def mark(self, node: Node) -> object:
        """What nodes are told apart by."""
        return node


def _reversed(form: type[WrongOrder]) -> type[WrongOrder]:
    """The same list, read from its end."""

    def order(self: WrongOrder, root: Node) -> list[Node]:
        return form.order(self, root)[::-1]

    return type(f"{form.__name__}Reversed", (form,), {"order": order})


@answered("topo-consumers-first", *TOPO)
def topo_consumers_first() -> Sequence[WrongAnswerClass]:
    """lists every node before its inputs. That is the order of the walk back, which is another
    exercise; here the list runs forwards. Which node can be computed first?"""
    return [_reversed(_InputsFirst)]


class _Preorder(WrongOrder):
    def order(self, root: Node) -> list[Node]:
        order: dict[Node, None] = {}

        def walk(node: Node) -> None:
            if node not in order:
                order[node] = None
                for source in self.inputs(node):
                    walk(source)

        walk(root)
        return list(order)


@answered("topo-preorder", *TOPO)
def topo_preorder() -> Sequence[WrongAnswerClass]:
    """puts a node into the list when it is met, before its inputs were looked at. Turning the list
    round does not mend that. What must be in the list already when a node enters it?"""
    return [_Preorder, _reversed(_Preorder)]


class _BreadthFirst(WrongOrder):
    def order(self, root: Node) -> list[Node]:
        order = {root: None}
        queue = [root]
        for node in queue:
            for source in self.inputs(node):
                if source not in order:
                    order[source] = None
                    queue.append(source)
        return list(order)


@answered("topo-breadth-first", *TOPO)
def topo_breadth_first() -> Sequence[WrongAnswerClass]:
    """takes the nodes level by level, by their distance from the root. A node can be near by one
    route and far by another. Which of its consumers decides where it stands?"""
    return [_reversed(_BreadthFirst), _BreadthFirst]


class _Stack(WrongOrder):
    def order(self, root: Node) -> list[Node]:
        order: list[Node] = []
        stack, seen = [root], {root}
        while stack:
            node = stack.pop()
            order.append(node)
            for source in self.inputs(node):
                if source not in seen:
                    seen.add(source)
                    stack.append(source)
        return order


@answered("topo-seen-is-listed", *TOPO)
def topo_seen_is_listed() -> Sequence[WrongAnswerClass]:
    """marks a node when it goes on the stack and lists it when it comes off. Seen is not finished.
    How can a stack remember that a node still waits for its inputs?"""
    return [_reversed(_Stack), _Stack]


@answered("topo-every-route", *TOPO)
class TopoEveryRoute(WrongOrder):
    """lists a node once for every route that leads to it, and the time doubles with every rung of a
    ladder. What does the second visit to a node add that the first did not?"""

    def order(self, root: Node) -> list[Node]:
        order: list[Node] = []

        def walk(node: Node) -> None:
            self.visit()
            for source in self.inputs(node):
                walk(source)
            order.append(node)

        walk(root)
        return order


@answered("topo-by-value", *TOPO)
class TopoByValue(_InputsFirst):
    """tells nodes apart by the numbers that they hold, so of two nodes with one number only one is
    listed. What makes a node itself?"""

    def mark(self, node: Node) -> object:
        return node.data


@answered("topo-visited-kept", *TOPO)
class TopoVisitedKept(_InputsFirst):
    """keeps the nodes that it has been to from one call to the next, so a second call on the same
    graph lists nothing. Where is your set made, and how often?"""

    def __init__(self) -> None:
        self.kept: set[object] = set()

    def seen(self) -> set[object]:
        return self.kept


@answered("topo-root-missing", *TOPO)
class TopoRootMissing(_InputsFirst):
    """leaves the root out of the list. It can be reached as well, by no step at all. What is the
    list for a leaf alone?"""

    def order(self, root: Node) -> list[Node]:
        return super().order(root)[:-1]


@answered("topo-leaves-missing", *TOPO)
class TopoLeavesMissing(_InputsFirst):
    """leaves out the nodes that have no inputs. They are nodes of the graph like the others. What
    is the list for a leaf alone?"""

    def order(self, root: Node) -> list[Node]:
        return [node for node in super().order(root) if node.inputs]


@answered("topo-calls-itself", "toposort-iterative")
class TopoCallsItself(WrongAnswer):
    """calls itself once for every step down, and Python stops that after about a thousand. What
    does Python remember for you in each of these calls, and where else could you keep it?"""

    def answer(self, item: Item) -> Observation | None:
        deep = isinstance(item, Program) and item.size > DEEP
        return Observation(error=NamedError("recursion")) if deep else None


class _Toposort(WrongOrder):
    """Consumers first, by counts."""

    asked = "toposort"

    def counts(self, root: Node) -> Counter[Node]:
        """How many consumers each node waits for."""
        found, stack = {root}, [root]
        waits: Counter[Node] = Counter()
        while stack:
            for source in stack.pop().inputs:
                waits[source] += 1
                if source not in found:
                    found.add(source)
                    stack.append(source)
        return waits

    def paid(self, node: Node) -> Sequence[Node]:
        """The inputs that a node releases a share to."""
        return self.inputs(node)

    def order(self, root: Node) -> list[Node]:
        waits, order, ready = self.counts(root), [], [root]
        while ready:
            node = ready.pop()
            order.append(node)
            for source in self.paid(node):
                waits[source] -= 1
                if waits[source] == 0:
                    ready.append(source)
        return order


@answered("toposort-counts-routes", "consumer-counts")
class ToposortCountsRoutes(_Toposort):
    """counts the routes from the end node to a node, where the node's direct consumers should be
    counted. What lies below a shared node waits for ever. How many nodes use this one directly?"""

    def counts(self, root: Node) -> Counter[Node]:
        waits: Counter[Node] = Counter()
        stack = [root]
        while stack:
            self.visit()
            for source in stack.pop().inputs:
                waits[source] += 1
                stack.append(source)
        return waits


@answered("toposort-double-edge", "consumer-counts")
def toposort_double_edge() -> Sequence[WrongAnswerClass]:
    """counts two edges for a node that stands twice among the inputs and takes back one, so it
    never comes out. Do both of your loops see the same number of edges?"""

    class ReleasesOnce(_Toposort):
        def paid(self, node: Node) -> Sequence[Node]:
            return list(dict.fromkeys(self.inputs(node)))

    return [ReleasesOnce]


@answered("toposort-first-arrival", "consumer-counts")
def toposort_first_arrival() -> Sequence[WrongAnswerClass]:
    """lets a node out as soon as one of its consumers is out. Every consumer has a say. After which
    of them may the node come?"""

    class _Levels(_BreadthFirst):
        asked = "toposort"

    class _Depths(_Preorder):
        asked = "toposort"

    class _Stacked(_Stack):
        asked = "toposort"

    return [_Levels, _Depths, _Stacked]


@answered("toposort-inputs-first", "consumer-counts")
def toposort_inputs_first() -> Sequence[WrongAnswerClass]:
    """gives the inputs before their consumers, the end node last. Here the end node comes first.
    Which node can hand on its gradient at the start?"""

    class _Turned(_InputsFirst):
        asked = "toposort"

    return [_Turned, _reversed(_Toposort)]


@answered("toposort-every-route", "consumer-counts")
def toposort_every_route() -> Sequence[WrongAnswerClass]:
    """gives a node again for every route that leads to it. How many routes lead to the bottom of
    forty doublings?"""

    class _EveryRoute(WrongOrder):
        asked = "toposort"

        def order(self, root: Node) -> list[Node]:
            order, stack = [], [root]
            while stack:
                self.visit()
                node = stack.pop()
                order.append(node)
                stack.extend(self.inputs(node)[::-1])
            return order

    return [_EveryRoute]


BELIEFS = task_beliefs(
    topo_consumers_first,
    topo_preorder,
    topo_breadth_first,
    topo_seen_is_listed,
    TopoEveryRoute,
    TopoByValue,
    TopoVisitedKept,
    TopoRootMissing,
    TopoLeavesMissing,
    TopoCallsItself,
    ToposortCountsRoutes,
    toposort_double_edge,
    toposort_first_arrival,
    toposort_inputs_first,
    toposort_every_route,
)
