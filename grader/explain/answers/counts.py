"""Wrong beliefs about `toposort`, which counts consumers and gives the end node first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grader.explain.answers.base import (
    WrongAnswerClass,
    WrongOrder,
    answered,
    task_beliefs,
)
from grader.explain.answers.order import (
    BreadthFirst,
    InputsFirst,
    Preordered,
    StackOrder,
    read_backwards,
)
from grader.programs.reference import Node
from grader.worker.observation import Observation


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
    """counts two edges for a node that is both inputs of its consumer and takes back one, so it
    never comes out. Do both of your loops see the same number of edges?"""

    class ReleasesOnce(_Toposort):
        def paid(self, node: Node) -> Sequence[Node]:
            return list(dict.fromkeys(self.inputs(node)))

        def agrees(self, predicted: Observation, found: Observation) -> bool | None:
            """Which nodes come out is what the belief tells; a set of inputs has any order."""
            for one, other in zip(predicted.answer or (), found.answer or (), strict=False):
                if isinstance(one, tuple) and isinstance(other, tuple):
                    return sorted(one) == sorted(number for number in other if number >= 0)
            return super().agrees(predicted, found)

    return [ReleasesOnce]


@answered("toposort-first-arrival", "consumer-counts")
def toposort_first_arrival() -> Sequence[WrongAnswerClass]:
    """lets a node out as soon as one of its consumers is out. Every consumer has a say. After which
    of them may the node come?"""

    class _Levels(BreadthFirst):
        asked = "toposort"

    class _Depths(Preordered):
        asked = "toposort"

    class _Stacked(StackOrder):
        asked = "toposort"

    return [_Levels, _Depths, _Stacked]


@answered("toposort-inputs-first", "consumer-counts")
def toposort_inputs_first() -> Sequence[WrongAnswerClass]:
    """gives the inputs before their consumers, the end node last. Here the end node comes first.
    Which node can pass its gradient on at the start?"""

    class _Turned(InputsFirst):
        asked = "toposort"

    return [_Turned, read_backwards(_Toposort)]


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
    ToposortCountsRoutes,
    toposort_double_edge,
    toposort_first_arrival,
    toposort_inputs_first,
    toposort_every_route,
)
