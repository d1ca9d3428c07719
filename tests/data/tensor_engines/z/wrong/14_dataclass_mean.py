"""Engine with typed records: an Edge for every input, methods in groups."""

from dataclasses import dataclass, field
from typing import Callable

import numpy as np
from numpy import ndarray


@dataclass(frozen=True)
class Edge:
    source: object
    local: Callable[[ndarray], ndarray]


@dataclass(eq=False)
class Tensor:
    data: ndarray
    edges: list[Edge] = field(default_factory=list, repr=False)
    grad: ndarray = field(init=False)

    __array_ufunc__ = None

    def __post_init__(self) -> None:
        self.data = np.array(self.data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)

    # ---- two operands ----

    def __add__(self, other) -> "Tensor":
        other = to_tensor(other)
        return Tensor(self.data + other.data, [Edge(self, lambda g: g), Edge(other, lambda g: g)])

    def __mul__(self, other) -> "Tensor":
        other = to_tensor(other)
        a, b = self.data, other.data
        return Tensor(a * b, [Edge(self, lambda g: g * b), Edge(other, lambda g: g * a)])

    def __truediv__(self, other) -> "Tensor":
        other = to_tensor(other)
        a, b = self.data, other.data
        return Tensor(a / b, [Edge(self, lambda g: g / b), Edge(other, lambda g: -(g * a) / b**2)])

    def __matmul__(self, other) -> "Tensor":
        other = to_tensor(other)
        a, b = self.data, other.data
        left = a[None, :] if a.ndim == 1 else a
        right = b[:, None] if b.ndim == 1 else b
        shape = (left @ right).shape
        to_left = lambda g: unbroadcast(g.reshape(shape) @ right.swapaxes(-1, -2), left.shape).reshape(a.shape)
        to_right = lambda g: unbroadcast(left.swapaxes(-1, -2) @ g.reshape(shape), right.shape).reshape(b.shape)
        return Tensor(a @ b, [Edge(self, to_left), Edge(other, to_right)])

    def __sub__(self, other) -> "Tensor":
        return self + to_tensor(other) * -1.0

    def __radd__(self, other) -> "Tensor":
        return to_tensor(other) + self

    def __rsub__(self, other) -> "Tensor":
        return to_tensor(other) - self

    def __rmul__(self, other) -> "Tensor":
        return to_tensor(other) * self

    def __rtruediv__(self, other) -> "Tensor":
        return to_tensor(other) / self

    def __rmatmul__(self, other) -> "Tensor":
        return to_tensor(other) @ self

    # ---- one operand, entry by entry ----

    def _map(self, value: ndarray, slope: ndarray) -> "Tensor":
        return Tensor(value, [Edge(self, lambda g: g * slope)])

    def __neg__(self) -> "Tensor":
        return self._map(-self.data, np.float64(-1.0))

    def __pow__(self, n: float) -> "Tensor":
        slope = np.zeros_like(self.data) if n == 0 else n * self.data ** (n - 1)
        return self._map(self.data**n, slope)

    def relu(self) -> "Tensor":
        return self._map(np.maximum(self.data, 0.0), (self.data > 0).astype(float))

    def exp(self) -> "Tensor":
        y = np.exp(self.data)
        return self._map(y, y)

    def log(self) -> "Tensor":
        return self._map(np.log(self.data), 1.0 / self.data)

    def tanh(self) -> "Tensor":
        y = np.tanh(self.data)
        return self._map(y, 1.0 - y * y)

    # ---- shapes ----

    def sum(self, axis=None, keepdims: bool = False) -> "Tensor":
        def local(g: ndarray) -> ndarray:
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return np.broadcast_to(g, self.data.shape)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), [Edge(self, local)])

    def mean(self, axis=None, keepdims: bool = False) -> "Tensor":
        if axis is None:
            n = self.data.size
        elif isinstance(axis, tuple):
            n = sum(self.data.shape[i] for i in axis)
        else:
            n = self.data.shape[axis]
        return self.sum(axis, keepdims) / n

    def reshape(self, *shape) -> "Tensor":
        return Tensor(self.data.reshape(*shape), [Edge(self, lambda g: g.reshape(self.data.shape))])

    def transpose(self, axes=None) -> "Tensor":
        order = list(range(self.data.ndim))[::-1] if axes is None else [range(self.data.ndim)[a] for a in axes]
        return Tensor(self.data.transpose(order), [Edge(self, lambda g: g.transpose(np.argsort(order)))])

    @property
    def T(self) -> "Tensor":
        return self.transpose()

    def __getitem__(self, index) -> "Tensor":
        def local(g: ndarray) -> ndarray:
            out = np.zeros_like(self.data)
            np.add.at(out, index, g)
            return out

        return Tensor(self.data[index], [Edge(self, local)])

    def log_softmax(self, axis: int = -1) -> "Tensor":
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return Tensor(y, [Edge(self, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))])

    # ---- gradients ----

    def backward(self) -> None:
        order = sources_first(self)
        for t in order:
            if t.edges:
                t.grad = np.zeros_like(t.data)
        self.grad += np.ones_like(self.data)
        for t in reversed(order):
            for edge in t.edges:
                edge.source.grad += unbroadcast(edge.local(t.grad), edge.source.data.shape)


def to_tensor(x) -> "Tensor":
    return x if isinstance(x, Tensor) else Tensor(x)


def sources_first(root: Tensor) -> list:
    done: dict[int, Tensor] = {}

    def visit(t: Tensor) -> None:
        for edge in t.edges:
            if id(edge.source) not in done:
                visit(edge.source)
        done[id(t)] = t

    visit(root)
    return list(done.values())


def unbroadcast(grad: ndarray, shape: tuple[int, ...]) -> ndarray:
    extra = tuple(range(grad.ndim - len(shape)))
    grad = grad.sum(axis=extra)
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    return np.asarray(grad.sum(axis=ones, keepdims=True))


def cross_entropy(logits: Tensor, labels) -> "Tensor":
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax(axis=1)[rows, np.asarray(labels)].mean()


def zero_grad(root: Tensor) -> None:
    for t in sources_first(root):
        t.grad = np.zeros_like(t.data)
