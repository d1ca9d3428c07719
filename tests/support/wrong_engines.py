"""An engine of ours in parts, so that a test can put a wrong one in the place of one of them."""

from __future__ import annotations

from collections.abc import Sequence

from grader.programs.reference import Node, ReferenceEngine

MOST_VISITS = 20_000


class Stops(Exception):
    """The engine stops here, as a student's would."""


class WrongEngine(ReferenceEngine):
    """Right in every part that a subclass does not override."""

    def order(self, root: Node) -> list[Node]:
        """The nodes in the order in which their rules run."""
        order: dict[Node, None] = {}

        def walk(node: Node) -> None:
            if node not in order:
                for source in node.inputs:
                    walk(source)
                order[node] = None

        walk(root)
        return [*order][::-1]

    def start(self, root: Node, order: Sequence[Node]) -> None:
        """What is written before the first rule runs."""
        for node in order:
            if node.inputs:
                node.grad = 0.0
        root.grad += 1.0

    def share(self, node: Node, side: int) -> float:
        """What a node contributes to one of its inputs."""
        return node.slopes[side] * node.grad

    def backward(self, root: Node) -> None:
        """Add this root's gradients to the leaves."""
        order = self.order(root)
        self.start(root, order)
        for node in order:
            for side, source in enumerate(node.inputs):
                share = self.share(node, side)
                source.grad = share if self.overwrite else source.grad + share


class EveryRouteBack(WrongEngine):
    """A node comes once for each route to it; of too many it stops."""

    def order(self, root: Node) -> list[Node]:
        order: list[Node] = []

        def walk(node: Node) -> None:
            for source in node.inputs:
                walk(source)
            order.append(node)
            if len(order) > MOST_VISITS:
                raise Stops

        walk(root)
        return order[::-1]
