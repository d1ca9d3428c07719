"""Typed tensor engine: an Enum of operations, and one match statement for the way back."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any, Iterator

import numpy as np

Array = np.ndarray


class Op(Enum):
    LEAF = auto()
    ADD = auto()
    MUL = auto()
    RECIPROCAL = auto()
    POW = auto()
    MATMUL = auto()
    SUM = auto()
    RESHAPE = auto()
    TRANSPOSE = auto()
    INDEX = auto()
    RELU = auto()
    EXP = auto()
    LOG = auto()
    TANH = auto()
    LOG_SOFTMAX = auto()


def to_array(data: Any) -> Array:
    """What a tensor holds."""
    if isinstance(data, np.ndarray):
        return data
    return np.array(data, dtype=np.float64)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data: Any, op: Op = Op.LEAF, inputs: tuple[Tensor, ...] = (), extra: Any = None) -> None:
        self.data: Array = to_array(data)
        self.grad: Array = np.zeros_like(self.data)
        self.op = op
        self.inputs = inputs
        self.extra = extra

    def __add__(self, other: Any) -> Tensor:
        other = wrap(other)
        return Tensor(self.data + other.data, Op.ADD, (self, other))

    def __mul__(self, other: Any) -> Tensor:
        other = wrap(other)
        return Tensor(self.data * other.data, Op.MUL, (self, other))

    def __matmul__(self, other: Any) -> Tensor:
        other = wrap(other)
        return Tensor(self.data @ other.data, Op.MATMUL, (self, other))

    def __pow__(self, n: float) -> Tensor:
        return Tensor(self.data**n, Op.POW, (self,), n)

    def reciprocal(self) -> Tensor:
        return Tensor(1.0 / self.data, Op.RECIPROCAL, (self,))

    def __neg__(self) -> Tensor:
        return self * -1.0

    def __sub__(self, other: Any) -> Tensor:
        return self + (-wrap(other))

    def __truediv__(self, other: Any) -> Tensor:
        return self * wrap(other).reciprocal()

    def __radd__(self, other: Any) -> Tensor:
        return wrap(other) + self

    def __rsub__(self, other: Any) -> Tensor:
        return wrap(other) - self

    def __rmul__(self, other: Any) -> Tensor:
        return wrap(other) * self

    def __rtruediv__(self, other: Any) -> Tensor:
        return wrap(other) / self

    def __rmatmul__(self, other: Any) -> Tensor:
        return wrap(other) @ self

    def sum(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor:
        kept = self.data.sum(axis=axis, keepdims=True)
        value = kept if keepdims else self.data.sum(axis=axis)
        return Tensor(value, Op.SUM, (self,), kept.shape)

    def mean(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor:
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape: Any) -> Tensor:
        return Tensor(self.data.reshape(*shape), Op.RESHAPE, (self,))

    def transpose(self, axes: tuple[int, ...] | None = None) -> Tensor:
        order = np.arange(self.data.ndim)[::-1] if axes is None else np.mod(axes, self.data.ndim)
        return Tensor(self.data.transpose(order), Op.TRANSPOSE, (self,), order)

    @property
    def T(self) -> Tensor:
        return self.transpose()

    def __getitem__(self, index: Any) -> Tensor:
        return Tensor(self.data[index], Op.INDEX, (self,), index)

    def relu(self) -> Tensor:
        return Tensor(np.maximum(self.data, 0.0), Op.RELU, (self,))

    def exp(self) -> Tensor:
        return Tensor(np.exp(self.data), Op.EXP, (self,))

    def log(self) -> Tensor:
        return Tensor(np.log(self.data), Op.LOG, (self,))

    def tanh(self) -> Tensor:
        return Tensor(np.tanh(self.data), Op.TANH, (self,))

    def log_softmax(self, axis: int = -1) -> Tensor:
        shifted = self.data - self.data.max(axis=axis, keepdims=True)
        total = np.exp(shifted).sum(axis=axis, keepdims=True)
        return Tensor(shifted - np.log(total), Op.LOG_SOFTMAX, (self,), axis)

    def pull(self) -> Iterator[Array]:
        """The gradient of every input, in its own shape."""
        g, y, extra = self.grad, self.data, self.extra
        xs = [each.data for each in self.inputs]
        match self.op:
            case Op.LEAF:
                return
            case Op.ADD:
                yield unbroadcast(g, xs[0].shape)
                yield unbroadcast(g, xs[1].shape)
            case Op.MUL:
                yield unbroadcast(g * xs[1], xs[0].shape)
                yield unbroadcast(g * xs[0], xs[1].shape)
            case Op.RECIPROCAL:
                yield -g * y * y
            case Op.POW if extra == 0:
                yield np.zeros_like(g)
            case Op.POW:
                yield g * extra * xs[0] ** (extra - 1)
            case Op.MATMUL:
                a = xs[0][None, :] if xs[0].ndim == 1 else xs[0]
                b = xs[1][:, None] if xs[1].ndim == 1 else xs[1]
                stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
                g = g.reshape(*stack, a.shape[-2], b.shape[-1])
                yield unbroadcast(g @ b.swapaxes(-1, -2), a.shape).reshape(xs[0].shape)
                yield unbroadcast(a.swapaxes(-1, -2) @ g, b.shape).reshape(xs[1].shape)
            case Op.SUM:
                yield np.broadcast_to(g.reshape(extra), xs[0].shape)
            case Op.RESHAPE:
                yield g.reshape(xs[0].shape)
            case Op.TRANSPOSE:
                yield g.transpose(np.argsort(extra))
            case Op.INDEX:
                full = np.zeros_like(xs[0])
                np.add.at(full, extra, g)
                yield full
            case Op.RELU:
                yield g * (y > 0)
            case Op.EXP:
                yield g * y
            case Op.LOG:
                yield g / xs[0]
            case Op.TANH:
                yield g * (1 - y * y)
            case Op.LOG_SOFTMAX:
                yield g - np.exp(y) * g.sum(axis=extra, keepdims=True)

    def backward(self) -> None:
        order = topological(self)
        for each in order:
            if each.op is not Op.LEAF:
                each.grad = np.zeros_like(each.data)
        self.grad = self.grad + np.ones_like(self.data)
        for each in reversed(order):
            for source, g in zip(each.inputs, each.pull()):
                source.grad = source.grad + g


def topological(root: Tensor) -> list[Tensor]:
    order: list[Tensor] = []
    seen: set[int] = set()
    stack: list[tuple[Tensor, bool]] = [(root, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack += [(each, False) for each in node.inputs]
    return order


def wrap(value: Any) -> Tensor:
    return value if isinstance(value, Tensor) else Tensor(value)


def unbroadcast(grad: Array, shape: tuple[int, ...]) -> Array:
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits: Tensor, labels: Any) -> Tensor:
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(labels))
    return -logits.log_softmax()[rows, np.asarray(labels)].mean()


def zero_grad(root: Tensor) -> None:
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for each in topological(root):
        each.grad = np.zeros_like(each.data)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def broadcast():
    a, b = Tensor([[1.0], [2.0]]), Tensor([3.0, 4.0, 5.0])
    (a * b).sum().backward()
    return [a.grad, b.grad]


def product():
    a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([5.0, 6.0])
    (a @ b).mean().backward()
    return [a.grad, b.grad]


def twice():
    a = Tensor([1.0, 2.0])
    root = (a * a + a).sum()
    root.backward()
    root.backward()
    return [a.grad]


def same_row():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    (a[[0, 0, 1]] * 2).sum().backward()
    return [a.grad]


def labelled():
    x = Tensor([[1000.0, 0.0], [0.0, 0.0]])
    root = cross_entropy(x, [0, 1])
    root.backward()
    return [root.data, x.grad]


EXAMPLES = [
    ("(a * b).sum(), shapes (2, 1) and (3,)", broadcast, [[[12], [12]], [3, 3, 3]]),
    ("(a @ b).mean()", product, [[[2.5, 3], [2.5, 3]], [2, 3]]),
    ("(a * a + a).sum(), two calls", twice, [[6, 10]]),
    ("a[[0, 0, 1]] takes a row twice", same_row, [[[4, 4], [2, 2]]]),
    ("cross_entropy, logits of 1000", labelled, [np.log(2) / 2, [[0, 0], [0.25, -0.25]]]),
]


def main():
    for what, compute, wanted in EXAMPLES:
        try:
            found = compute()
        except Exception as error:
            print(f"  not yet  {what}: {type(error).__name__}: {error}")
            continue
        right = all(
            np.shape(one) == np.shape(other) and np.allclose(one, other)
            for one, other in zip(found, wanted, strict=True)
        )
        print(f"  {'right    ' if right else 'not yet  '}{what}")
        if not right:
            print(f"             expected {wanted}\n             found    {found}")


if __name__ == "__main__":
    main()
