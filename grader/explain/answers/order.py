"""Wrong beliefs about lists of nodes: `build_topo`, with recursion or without."""

from __future__ import annotations

from collections.abc import Sequence

from grader.explain.answers.base import (
    WrongAnswer,
    WrongAnswerClass,
    WrongOrder,
    answered,
    task_beliefs,
)
from grader.programs.program import Program
from grader.programs.reference import Node
from grader.worker.observation import Item, NamedError, Observation

TOPO = ("build-topo", "toposort-iterative")
DEEP = 1_000
"""Code that calls itself for each node ends before a chain of as many operations does."""


class InputsFirst(WrongOrder):
    """The right list, to be spoiled: depth first, every node once, after its inputs."""

    def order(self, root: Node) -> list[Node]:
        order: list[Node] = []
        seen: set[object] = self.seen()
        waiting = [(root, False)]
        while waiting:
            node, done = waiting.pop()
            if done:
                order.append(node)
            elif self.mark(node) not in seen:
                seen.add(self.mark(node))
                waiting.append((node, True))
                waiting += [(source, False) for source in self.inputs(node)[::-1]]
        return order

    def seen(self) -> set[object]:
        """Where the walk starts from."""
        return set()

    def mark(self, node: Node) -> object:
        """What nodes are told apart by."""
        return node


def read_backwards(form: type[WrongOrder]) -> type[WrongOrder]:
    """The same list, read from its end."""

    def order(self: WrongOrder, root: Node) -> list[Node]:
        return form.order(self, root)[::-1]

    return type(f"{form.__name__}Reversed", (form,), {"order": order})


@answered("topo-consumers-first", *TOPO)
def topo_consumers_first() -> Sequence[WrongAnswerClass]:
    """lists every node before its inputs. That is the order of the walk back, which is another
    exercise; here the list runs forwards. Which node can be computed first?"""
    return [read_backwards(InputsFirst)]


class Preordered(WrongOrder):
    def order(self, root: Node) -> list[Node]:
        order: dict[Node, None] = {}
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if node not in order:
                order[node] = None
                waiting += self.inputs(node)[::-1]
        return list(order)


@answered("topo-preorder", *TOPO)
def topo_preorder() -> Sequence[WrongAnswerClass]:
    """puts a node into the list when it is met, before its inputs were looked at. Turned round,
    such a list is right for some graphs only. What must be in it already when a node enters it?"""
    return [Preordered, read_backwards(Preordered)]


class BreadthFirst(WrongOrder):
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
    return [read_backwards(BreadthFirst), BreadthFirst]


class StackOrder(WrongOrder):
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
    return [read_backwards(StackOrder), StackOrder]


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
class TopoByValue(InputsFirst):
    """tells nodes apart by the numbers that they hold, so of two nodes with one number only one is
    listed. What makes a node itself?"""

    def mark(self, node: Node) -> object:
        return node.data


@answered("topo-visited-kept", *TOPO)
class TopoVisitedKept(InputsFirst):
    """keeps the nodes that it has been to from one call to the next. So a second call on the same
    graph lists nothing. Where is your set made, and how often?"""

    def __init__(self) -> None:
        self.kept: set[object] = set()

    def seen(self) -> set[object]:
        return self.kept


@answered("topo-root-missing", *TOPO)
class TopoRootMissing(InputsFirst):
    """leaves the root out of the list. It can be reached as well, by no step at all. What is the
    list for a leaf alone?"""

    def order(self, root: Node) -> list[Node]:
        return super().order(root)[:-1]


@answered("topo-leaves-missing", *TOPO)
class TopoLeavesMissing(InputsFirst):
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
)
