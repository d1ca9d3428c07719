"""Engines that are right by the contract, each in a way of its own: tests must not object to them.

They differ in what the contract leaves open: the order of rules, the last digits, what an inner
node holds after a call, when a rule looks at its inputs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from grader.explain.misconceptions.base import CommonEngine, EngineClass, Node, combined
from grader.programs.reference import ReferenceEngine
from grader.programs.slopes import value_and_slopes


class OtherSideFirst(CommonEngine):
    """The rules of the right input's graph run before those of the left one's."""

    def listed(self, made: Node, sources: tuple[Node, ...]) -> tuple[Node, ...]:
        return sources[::-1]


class ByConsumers(CommonEngine):
    """A node's rule runs as soon as the last of its consumers has contributed."""

    def order(self, root: Node) -> list[Node]:
        below = super().order(root)
        waiting = dict.fromkeys(below, 0)
        for node in below:
            for source in {*node.listed}:
                waiting[source] += 1
        order, ready = [], [root]
        while ready:
            node = ready.pop(0)
            order.append(node)
            for source in dict.fromkeys(node.listed):
                waiting[source] -= 1
                if not waiting[source]:
                    ready.append(source)
        return order


class AddsUpAtOnce(CommonEngine):
    """All contributions to a node are gathered, and added up without loss when its turn comes."""

    def backward(self, root: Node) -> None:
        pending: dict[Node, list[float]] = {root: [1.0]}
        for node in self.order(root):
            arrived = math.fsum(pending.pop(node, ()))
            node.grad = arrived if node.sources else node.grad + arrived
            for source, slope in zip(node.sources, node.slopes, strict=False):
                pending.setdefault(source, []).append(slope * arrived)


class LeavesOnly(CommonEngine):
    """Only leaves keep a gradient, as in PyTorch: on inner nodes it is gone after the call."""

    def backward(self, root: Node) -> None:
        super().backward(root)
        self.reset(root, self.order(root))


class LooksWhenItRuns(CommonEngine):
    """A rule looks at its inputs when it runs: a graph whose leaf was changed is not judged."""

    def __init__(self, turns: int = 0) -> None:
        super().__init__(turns)
        self.made_of: dict[Node, Sequence[Node | float]] = {}

    def node(self, operator: str, operands: Sequence[Node | float]) -> Node:
        made = super().node(operator, operands)
        self.made_of[made] = operands
        return made

    def run_rule(self, node: Node) -> None:
        if node in self.made_of:
            x = tuple([i.data if isinstance(i, Node) else i for i in self.made_of[node]])
            node.slopes = value_and_slopes(node.operator, x)[1]
        super().run_rule(node)


class OtherFormulas(CommonEngine):
    """tanh by way of exp, a square as a product: right to a digit or two less."""

    def value_and_slopes(
        self, operator: str, x: tuple[float, ...]
    ) -> tuple[float, tuple[float, ...]]:
        if operator == "tanh":
            small = math.exp(-2.0 * abs(x[0]))
            value = math.copysign((1.0 - small) / (1.0 + small), x[0])
            return value, (4.0 * small / (1.0 + small) ** 2,)
        if operator == "pow" and x[1] == -1:
            return 1.0 / x[0], (-1.0 / x[0] / x[0], 0.0)
        return super().value_and_slopes(operator, x)


RIGHT_ENGINES: dict[str, EngineClass | type[ReferenceEngine]] = {
    "is the usual one": CommonEngine,
    "has a rule of its own for each operator": combined(style=0),
    "walks its graph with a stack": ReferenceEngine,
    "takes the right input first": OtherSideFirst,
    "runs a rule once all consumers have contributed": ByConsumers,
    "adds contributions up when all have arrived": AddsUpAtOnce,
    "keeps its inputs in a set": type("OnSets", (CommonEngine,), {"as_set": True}),
    "keeps gradients on leaves only, as PyTorch does": LeavesOnly,
    "looks at `data` when its rules run": LooksWhenItRuns,
    "computes tanh and 1 / x by other formulas": OtherFormulas,
}
"""By what is said of them: "a right engine, which ...". The first is the usual one."""
