"""A small engine of our own, in plain floats, right by the contract.

It judges nobody (PyTorch does). It tells how large the numbers inside a drawn program get, which
inputs lead where, and it can be made to overwrite gradients: the broken engine of the exercise
`accumulate`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

from grader.programs.operators import JOIN, OPERATORS
from grader.programs.slopes import value_and_slopes


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A value, its inputs, and the slope of the value with respect to each of them."""

    data: float
    inputs: tuple[Node, ...] = ()
    slopes: tuple[float, ...] = ()
    operator: str = ""
    grad: float = 0.0


class ReferenceEngine:
    """Local slopes, an explicit stack, inner gradients restarted at each `backward`.

    With `overwrite`, a later contribution replaces an earlier one instead of being added.
    """

    def __init__(self, overwrite: bool = False) -> None:
        self.overwrite = overwrite

    def leaf(self, value: float) -> Node:
        """A node without inputs."""
        return Node(float(value))

    def apply(self, operator: str, operands: Sequence[Node | float]) -> Node:
        """The node that an operator makes of nodes and plain numbers."""
        nodes = tuple(item if isinstance(item, Node) else Node(item) for item in operands)
        if OPERATORS[operator].takes == "list":  # Python's own: it starts from 0
            total = self.apply(JOIN, [0, nodes[0]])
            for node in nodes[1:]:
                total = self.apply(JOIN, [total, node])
            return total
        data, slopes = value_and_slopes(operator, [node.data for node in nodes])
        return Node(data, nodes, slopes, operator)

    def backward(self, root: Node) -> None:
        """Add the gradients of this root to the leaves."""
        order = backward_order(root)
        for node in order:
            if node.inputs:
                node.grad = 0.0
        root.grad = root.grad + 1.0 if not root.inputs else 1.0
        for node in order:
            for source, slope in zip(node.inputs, node.slopes, strict=True):
                share = slope * node.grad
                source.grad = share if self.overwrite else source.grad + share

    def zero(self, root: Node) -> None:
        """Set the gradient of every node reachable from the root to zero."""
        for node in backward_order(root):
            node.grad = 0.0

    def get_data(self, node: Node) -> float:
        """The node's value."""
        return node.data

    def set_data(self, node: Node, value: float) -> None:
        """Replace a leaf's value."""
        node.data = value

    def get_grad(self, node: Node) -> float:
        """The node's gradient."""
        return node.grad

    def set_grad(self, node: Node, value: float) -> None:
        """Replace a leaf's gradient."""
        node.grad = float(value)


class HasInputs(Protocol):
    """A node of any engine of ours."""

    @property
    def inputs(self) -> Sequence[Self]:
        """The nodes that it was made of."""


N = TypeVar("N", bound=HasInputs)


def backward_order(root: N) -> list[N]:
    """Every node reachable from the root, each before its inputs."""
    order: list[N] = []
    seen: set[int] = set()
    stack: list[tuple[N, bool]] = [(root, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack.extend((source, False) for source in node.inputs)
    order.reverse()
    return order
