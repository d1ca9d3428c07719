"""Small engines with one wrong part: what an answer by hand, or a `zero_grad`, comes to."""

from __future__ import annotations

from collections.abc import Sequence

from grader.programs.reference import Node, ReferenceEngine

MOST_VISITS = 20_000


class Stops(Exception):
    """The engine stops here, as a student's would; kind: that of the named error."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class WrongEngine(ReferenceEngine):
    """Right in every part that a subclass does not override.

    Each node whose inputs could be walked in either order takes a bit of `turns`: 0 for left first.
    """

    def __init__(self, turns: int = 0) -> None:
        super().__init__()
        self.turns, self.turnable, self.visits = turns, 0, 0
        self.walked: dict[Node, tuple[Node, ...]] = {}

    def apply(self, operator: str, operands: Sequence[Node | float]) -> Node:
        """The node, and in which order its inputs will be walked."""
        made = super().apply(operator, operands)
        both = all(isinstance(item, Node) for item in operands) and len({*made.inputs}) == 2
        if both and any(node.inputs for node in made.inputs):
            self.turnable += 1
            if self.turns >> (self.turnable - 1) & 1:
                self.walked[made] = made.inputs[::-1]
        return made

    def inputs(self, node: Node) -> tuple[Node, ...]:
        """The inputs in the order in which they are walked."""
        return self.walked.get(node, node.inputs)

    def visit(self) -> None:
        """Count a step of a walk that may take every route."""
        self.visits += 1
        if self.visits > MOST_VISITS:
            raise Stops("timeout")

    def order(self, root: Node) -> list[Node]:
        """The nodes in the order in which their rules run."""
        order: dict[Node, None] = {}

        def walk(node: Node) -> None:
            if node not in order:
                for source in self.inputs(node):
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
        self.visits = 0
        order = self.order(root)
        self.start(root, order)
        for node in order:
            for side, source in enumerate(node.inputs):
                share = self.share(node, side)
                source.grad = share if self.overwrite else source.grad + share


class Overwriting(WrongEngine):
    """A later contribution replaces an earlier one."""

    def __init__(self, turns: int = 0) -> None:
        super().__init__(turns)
        self.overwrite = True


class WithoutUpstream(WrongEngine):
    """A local slope is all that is contributed."""

    def share(self, node: Node, side: int) -> float:
        return node.slopes[side]


class OwnValue(WrongEngine):
    """Each factor of a product gets its own value."""

    def share(self, node: Node, side: int) -> float:
        return super().share(node, 1 - side if node.operator == "mul" else side)


class FromTheValue(WrongEngine):
    """The walk starts from the root's value."""

    def start(self, root: Node, order: Sequence[Node]) -> None:
        super().start(root, order)
        root.grad = root.data


class Preorder(WrongEngine):
    """A node comes before its inputs are looked at."""

    def order(self, root: Node) -> list[Node]:
        order: dict[Node, None] = {}

        def walk(node: Node) -> None:
            if node not in order:
                order[node] = None
                for source in self.inputs(node):
                    walk(source)

        walk(root)
        return [*order]


class ByDistance(WrongEngine):
    """The nodes come by their distance from the root."""

    def order(self, root: Node) -> list[Node]:
        return [*self.distances(root)]

    def distances(self, root: Node) -> dict[Node, int]:
        """Every node with its shortest distance from the root, near ones first."""
        found, queue = {root: 0}, [root]
        for node in queue:
            for source in self.inputs(node):
                if source not in found:
                    found[source] = found[node] + 1
                    queue.append(source)
        return found


class EveryRoute(WrongEngine):
    """A node comes once for each route to it: on the way down, or (`after`) on the way back."""

    after = False

    def order(self, root: Node) -> list[Node]:
        order: list[Node] = []

        def walk(node: Node) -> None:
            self.visit()
            if not self.after:
                order.append(node)
            for source in self.inputs(node):
                walk(source)
            if self.after:
                order.append(node)

        walk(root)
        return order[::-1] if self.after else order


class EveryRouteBack(EveryRoute):
    """The same, each node after its inputs, and the list turned round."""

    after = True


class EveryRouteByLevels(WrongEngine):
    """The same with a queue."""

    last = 0

    def order(self, root: Node) -> list[Node]:
        order: list[Node] = []
        waiting = [root]
        while waiting:
            self.visit()
            order.append(waiting.pop(self.last))
            waiting += self.inputs(order[-1])
        return order


class EveryRouteFromStack(EveryRouteByLevels):
    """The same with a stack."""

    last = -1
