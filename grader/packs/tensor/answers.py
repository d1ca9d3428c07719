"""What is right: PyTorch's answer to a program over arrays, and our own plain one where it is not.

`by_pytorch` judges hand-ins. A student's copy has no PyTorch: there `by_numpy` answers, from the
table of operators alone. A test compares the two on everything that the course asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from grader.packs.tensor.calls import FUNCTIONS
from grader.packs.tensor.listing import Step
from grader.packs.tensor.operators import OPERATORS, Array, At, owed, unbroadcast
from grader.programs.pytorch import load_torch
from grader.programs.reference import backward_order

Answer: TypeAlias = list[Array]
"""An array for each reading of a program, in order."""


class Node:
    """A tensor of ours: its array, its gradient, and what it was made of.

    inputs: its operands but for plain numbers and arrays. Zeros are made where somebody looks.
    """

    made: Any = None
    """PyTorch's tensor. Its array is taken out of it where somebody looks."""

    def __init__(
        self, data: Array, name: str = "", operands: Sequence[Any] = (), given: Any = None
    ) -> None:
        self.name, self.operands, self.given = name, operands, given
        self.inputs = [each for each in operands if isinstance(each, Node)]
        self._data, self._grad = data, None

    @property
    def data(self) -> Array:
        """Its array."""
        if self._data is None:
            self._data = self.made.detach().numpy()
        return self._data

    @data.setter
    def data(self, data: Array | None) -> None:
        self._data = data

    @property
    def grad(self) -> Array:
        """Its gradient: zeros where none has arrived, or it is set to None."""
        return np.zeros(self.data.shape) if self._grad is None else self._grad

    @grad.setter
    def grad(self, grad: Array | None) -> None:
        self._grad = grad

    def add(self, share: Array) -> None:
        """Add to its gradient."""
        self._grad = share if self._grad is None else self._grad + share


class _Numpy:
    """Works a node's value out, sends what its inputs are owed, runs all rules below a root."""

    def value(self, node: Node) -> None:
        if node.inputs:
            arrays = [getattr(each, "data", each) for each in node.operands]
            node.data = np.asarray(
                OPERATORS[node.name].value(*arrays, given=node.given), dtype=np.float64
            )

    def send(self, node: Node, up: Array) -> None:
        at = use_of(node.operands, node.data, up, node.given)
        for place, each in enumerate(node.operands):
            if isinstance(each, Node):
                each.add(owed(node.name, place, at))

    def backward(self, root: Node) -> None:
        order = backward_order(root)
        for node in order:
            if node.inputs:
                node.grad = None
        root.add(np.ones(root.data.shape))
        for node in order:
            if node.inputs:
                self.send(node, node.grad)


class _Torch:
    """Has PyTorch do the same."""

    def __init__(self) -> None:
        self.torch = load_torch()
        self.leaves: dict[int, Node] = {}

    def value(self, node: Node) -> None:
        if not node.inputs:
            node.made = self._plain(node.data).requires_grad_()
            self.leaves[id(node)] = node
            return
        tensors = [
            each.made if isinstance(each, Node) else self._plain(each) for each in node.operands
        ]
        row = OPERATORS[node.name]
        if row.torch is None:
            node.made = row.value(*tensors, given=node.given)
        else:
            node.made = row.torch(self.torch, *tensors, given=node.given)

    def _plain(self, item: Any) -> Any:
        return self.torch.from_numpy(np.array(item, dtype=np.float64))

    def send(self, node: Node, up: Array) -> None:
        self._add(list({id(each): each for each in node.inputs}.values()), node, self._plain(up))

    def backward(self, root: Node) -> None:
        self._add([*self.leaves.values()], root)

    def _add(self, nodes: list[Node], root: Node, up: Any = None) -> None:
        """Add to nodes what they are owed by a root at which a gradient arrives: ones, if none is
        given, at one that holds one number."""
        if not nodes:
            return
        found = self.torch.autograd.grad(
            root.made, [node.made for node in nodes], up, retain_graph=True, allow_unused=True
        )
        for node, each in zip(nodes, found, strict=True):
            if each is not None:
                node.add(each.numpy())


def use_of(inputs: Sequence[Any], out: Array, up: Array, given: Mapping[str, Any]) -> At:
    """One use of an operator, as the table of operators takes it."""
    arrays = [np.asarray(getattr(each, "data", each), dtype=np.float64) for each in inputs]
    x, *rest = arrays
    return At(np.asarray(up), np.asarray(out), x, rest[0] if rest else None, given)


def by_numpy(steps: Sequence[Step]) -> Answer:
    """Our own answer."""
    return _answer(steps, _Numpy())


def shapes_of(steps: Sequence[Step]) -> dict[str, tuple[int, ...]]:
    """The shape of each tensor and array that is made."""
    made = [step for step in steps if step[0] in ("leaf", "array", "apply")]
    read = [["read", "array" if step[0] == "array" else "data", [step[1]]] for step in made]
    found = by_numpy([*made, *read])
    return {step[1]: each.shape for step, each in zip(made, found, strict=True)}


def by_pytorch(steps: Sequence[Step]) -> Answer:
    """PyTorch's answer. Raises `OracleUnavailable` where it is not installed."""
    return _answer(steps, _Torch())


def _answer(steps: Sequence[Step], engine: _Numpy | _Torch) -> Answer:
    held: dict[str, Any] = {}
    found: Answer = []
    for step in steps:
        kind, slot = step[0], step[1]
        if kind == "leaf":
            held[slot] = Node(np.array(step[2], dtype=np.float64))
            engine.value(held[slot])
        elif kind == "array":
            held[slot] = np.array(step[2], dtype=np.float64)
        elif kind == "apply":
            held[slot] = _applied(step, held, engine)
        elif kind == "rule":
            node = held[slot]
            if step[2] is not None:
                node.grad = np.array(step[2], dtype=np.float64)
            engine.send(node, node.grad)
        elif kind == "backward":
            engine.backward(held[slot])
        elif kind == "zero":
            for node in backward_order(held[slot]):
                node.grad = None
        elif kind == "raise":
            held[slot] = held[slot] + step[2]
        elif kind == "shift":
            held[slot].add(np.full(held[slot].data.shape, step[2]))
        elif kind in ("set", "descend", "again"):
            node = held[slot]
            node.data = (
                np.array(step[2], dtype=np.float64)
                if kind == "set"
                else node.data - step[2] * node.grad
            )
            engine.value(node)
        else:
            found += [_read(held[name], step[1]) for name in step[2]]
    return found


def _applied(step: Step, held: Mapping[str, Any], engine: _Numpy | _Torch) -> Any:
    operands = [held[each] if isinstance(each, str) else each for each in step[3]]
    if step[2] == FUNCTIONS[1]:
        return unbroadcast(operands[0], step[4]["shape"])
    node = Node(None, step[2], operands, step[4])
    engine.value(node)
    return node


def _read(item: Any, what: str) -> Array:
    found = item if what == "array" else getattr(item, what)
    return np.array(found, dtype=np.float64)
