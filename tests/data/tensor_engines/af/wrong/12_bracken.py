"""Exercise 8: the engine on arrays, with a node (dataclass) beside each tensor.

A tensor that was computed has a Node: the tensors it was made of, and for each of them a
function (an "edge") that takes the gradient of the result to the gradient of that tensor.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np


@dataclass(eq=False)
class Node:
    parents: list = field(default_factory=list)
    edges: list[Callable] = field(default_factory=list)

    def to(self, parent, edge):
        self.parents.append(parent)
        self.edges.append(edge)
        return self


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    missing = grad.ndim - len(shape)
    if missing:
        grad = grad.sum(axis=tuple(range(missing)))
    axes = tuple(i for i in range(len(shape)) if shape[i] == 1 < grad.shape[i])
    return grad.sum(axis=axes, keepdims=True) if axes else grad


def scatter(shape, index, grad):
    """An array of zeros with `grad` added where `index` takes its entries from."""
    out = np.zeros(shape)
    if isinstance(index, (list, np.ndarray)):
        rows = np.asarray(index).ravel().tolist()
        if len(set(rows)) < len(rows):
            np.add.at(out, index, grad)  # slow, but a row that comes twice gets both
            return out
    elif isinstance(index, tuple) and any(isinstance(i, (list, np.ndarray)) for i in index):
        np.add.at(out, index, grad)
        return out
    out[index] = grad
    return out


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.node = _prev if _prev is not None else Node()

    def __repr__(self):
        return f"Tensor(data={self.data!r}, grad={self.grad!r})"

    @staticmethod
    def of(value):
        return value if isinstance(value, Tensor) else Tensor(value)

    # ---- arithmetic

    def _two(self, other, data, left, right):
        """A result of two operands: left and right give gradients of the result's shape."""
        a, b = self.data.shape, other.data.shape
        node = Node()
        node.to(self, lambda g: unbroadcast(left(g), a))
        node.to(other, lambda g: unbroadcast(right(g), b))
        return Tensor(data, node)

    def __add__(self, other):
        other = Tensor.of(other)
        return self._two(other, self.data + other.data, lambda g: g, lambda g: g)

    def __sub__(self, other):
        other = Tensor.of(other)
        return self._two(other, self.data - other.data, lambda g: g, lambda g: -g)

    def __mul__(self, other):
        other = Tensor.of(other)
        a, b = self.data, other.data
        return self._two(other, a * b, lambda g: g * b, lambda g: g * a)

    def __truediv__(self, other):
        other = Tensor.of(other)
        a, b = self.data, other.data
        return self._two(other, a / b, lambda g: g / b, lambda g: -g * a / b**2)

    def __radd__(self, other):
        return Tensor.of(other) + self

    def __rsub__(self, other):
        return Tensor.of(other) - self

    def __rmul__(self, other):
        return Tensor.of(other) * self

    def __rtruediv__(self, other):
        return Tensor.of(other) / self

    def __neg__(self):
        return self._one(-self.data, lambda g: -g)

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return self._one(np.ones_like(x), lambda g: np.zeros_like(x))
        return self._one(x**n, lambda g: g * n * x ** (n - 1))

    def __matmul__(self, other):
        other = Tensor.of(other)
        a, b = self.data, other.data
        # Work with matrices throughout. `rows` and `columns` say which axis the result lacks.
        rows, columns = a.ndim == 1, b.ndim == 1
        a2 = a.reshape(1, -1) if rows else a
        b2 = b.reshape(-1, 1) if columns else b
        full = a2 @ b2

        def left(g):
            g = g.reshape(full.shape)
            return unbroadcast(g @ np.swapaxes(b2, -2, -1), a2.shape).reshape(a.shape)

        def right(g):
            g = g.reshape(full.shape)
            return unbroadcast(np.swapaxes(a2, -2, -1) @ g, b2.shape).reshape(b.shape)

        return Tensor(a @ b, Node().to(self, left).to(other, right))

    def __rmatmul__(self, other):
        return Tensor.of(other) @ self

    # ---- functions of every entry

    def _one(self, data, edge):
        return Tensor(data, Node().to(self, edge))

    def relu(self):
        x = self.data
        return self._one(np.maximum(x, 0.0), lambda g: g * (x > 0))

    def exp(self):
        y = np.exp(self.data)
        return self._one(y, lambda g: g * y)

    def log(self):
        x = self.data
        return self._one(np.log(x), lambda g: g / x)

    def tanh(self):
        y = np.tanh(self.data)
        return self._one(y, lambda g: g * (1.0 - y * y))

    def log_softmax(self, axis=-1):
        x = self.data - np.amax(self.data, axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return self._one(y, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))

    # ---- reductions

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = self.data.sum(axis=axis, keepdims=True)
        data = kept if keepdims else self.data.sum(axis=axis)
        return self._one(data, lambda g: np.broadcast_to(g.reshape(kept.shape), shape))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total / (self.data.size // total.data.size)

    # ---- the same entries elsewhere

    def reshape(self, *shape):
        old = self.data.shape
        return self._one(self.data.reshape(*shape), lambda g: g.reshape(old))

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = tuple(range(n))[::-1] if axes is None else tuple(k % n for k in axes)
        back = tuple(axes.index(k) for k in range(n))
        return self._one(self.data.transpose(axes), lambda g: g.transpose(back))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape
        return self._one(self.data[index], lambda g: scatter(shape, index, g))

    # ---- backward

    def backward(self):
        order = sort(self)
        for t in order:
            if t.node.parents:
                t.grad = np.zeros_like(t.data)
        self.grad += np.ones_like(self.data)
        for t in reversed(order):
            for parent, edge in zip(t.node.parents, t.node.edges, strict=True):
                parent.grad += edge(t.grad)


def sort(root):
    """Every tensor that can be reached, each one after its parents."""
    order, state = [], {}
    stack = [root]
    while stack:
        t = stack[-1]
        if id(t) not in state:
            state[id(t)] = "open"
            stack.extend(p for p in t.node.parents if id(p) not in state)
        else:
            stack.pop()
            if state[id(t)] == "open":
                state[id(t)] = "done"
                order.append(t)
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax()[rows, np.array(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in sort(root):
        t.grad = np.zeros_like(t.data)
