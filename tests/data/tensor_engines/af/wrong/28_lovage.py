"""Exercise 8, the exam. Edges: a tensor holds (operand, function that takes a gradient to it)."""

from dataclasses import dataclass, field
from typing import Callable

import numpy as np


@dataclass(eq=False)
class Edge:
    to: object
    carry: Callable[[np.ndarray], np.ndarray]


@dataclass(eq=False)
class Tensor:
    """An array, its gradient, and the edges to what it was made of."""

    data: np.ndarray
    edges: list = field(default_factory=list, repr=False)
    grad: np.ndarray = field(init=False)

    __array_ufunc__ = None

    def __post_init__(self):
        self.data = np.array(self.data, dtype=float)
        self.grad = np.zeros_like(self.data)

    # ---- + - * / ----

    def _binary(self, other, value, to_self, to_other):
        return Tensor(
            value,
            [
                Edge(self, lambda g: unbroadcast(to_self(g), self.data.shape)),
                Edge(other, lambda g: unbroadcast(to_other(g), other.data.shape)),
            ],
        )

    def __add__(self, other):
        other = wrap(other)
        return self._binary(other, self.data + other.data, lambda g: g, lambda g: g)

    def __sub__(self, other):
        other = wrap(other)
        return self._binary(other, self.data - other.data, lambda g: g, lambda g: -g)

    def __mul__(self, other):
        other = wrap(other)
        a, b = self.data, other.data
        return self._binary(other, a * b, lambda g: g * b, lambda g: g * a)

    def __truediv__(self, other):
        other = wrap(other)
        a, b = self.data, other.data
        return self._binary(other, a / b, lambda g: g / b, lambda g: -g * a / (b * b))

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    # ---- @ ----

    def __matmul__(self, other):
        other = wrap(other)
        a, b = self.data, other.data
        left = a.reshape(1, -1) if a.ndim == 1 else a
        right = b.reshape(-1, 1) if b.ndim == 1 else b
        whole = left @ right

        def to_left(g):
            full = g.reshape(whole.shape) @ np.swapaxes(right, -1, -2)
            return unbroadcast(full, left.shape).reshape(a.shape)

        def to_right(g):
            full = np.swapaxes(left, -1, -2) @ g.reshape(whole.shape)
            return unbroadcast(full, right.shape).reshape(b.shape)

        return Tensor(a @ b, [Edge(self, to_left), Edge(other, to_right)])

    def __rmatmul__(self, other):
        return wrap(other) @ self

    # ---- one operand ----

    def _unary(self, value, carry):
        return Tensor(value, [Edge(self, carry)])

    def __neg__(self):
        return self._unary(-self.data, lambda g: -g)

    def __pow__(self, n):
        if n == 0:
            return self._unary(np.ones_like(self.data), np.zeros_like)
        slope = n * self.data ** (n - 1)
        return self._unary(self.data**n, lambda g: g * slope)

    def relu(self):
        positive = self.data > 0
        return self._unary(self.data * positive, lambda g: g * positive)

    def exp(self):
        value = np.exp(self.data)
        return self._unary(value, lambda g: g * value)

    def log(self):
        return self._unary(np.log(self.data), lambda g: g / self.data)

    def tanh(self):
        value = np.tanh(self.data)
        return self._unary(value, lambda g: g * (1 - value**2))

    def log_softmax(self, axis=-1):
        value = self.data - self.data.max(axis=axis, keepdims=True)
        value = value - np.log(np.exp(value).sum(axis=axis, keepdims=True))
        softmax = np.exp(value)
        return self._unary(value, lambda g: g - softmax * g.sum(axis=axis, keepdims=True))

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        with_ones = self.data.sum(axis=axis, keepdims=True).shape
        return self._unary(
            self.data.sum(axis=axis, keepdims=keepdims),
            lambda g: np.broadcast_to(g.reshape(with_ones), shape),
        )

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total / (self.data.size // total.data.size)

    def reshape(self, *shape):
        return self._unary(self.data.reshape(*shape), lambda g: g.reshape(self.data.shape))

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = tuple(reversed(range(n))) if axes is None else tuple(k % n for k in axes)
        inverse = tuple(np.argsort(axes))
        return self._unary(self.data.transpose(axes), lambda g: g.transpose(inverse))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def carry(g):
            into = np.zeros_like(self.data)
            np.add.at(into, index, g)
            return into

        return self._unary(self.data[index], carry)

    # ---- the walk ----

    def backward(self):
        tensors = everything_below(self)
        missing = dict.fromkeys(tensors, 0)  # how many edges still have to bring something
        for tensor in tensors:
            if tensor.edges:
                tensor.grad = np.zeros_like(tensor.data)
            for edge in tensor.edges:
                missing[edge.to] += 1

        self.grad = np.asarray(self.grad + 1.0)
        whole = [self]
        while whole:
            tensor = whole.pop()
            if not tensor.grad.any():  # nothing to pass on: a relu that is off, an index elsewhere
                continue
            for edge in tensor.edges:
                edge.to.grad = np.asarray(edge.to.grad + edge.carry(tensor.grad))
                missing[edge.to] -= 1
                if not missing[edge.to]:
                    whole.append(edge.to)


def wrap(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def everything_below(root):
    """Root and all tensors that edges lead to, in no special order."""
    found = {root: None}
    todo = [root]
    while todo:
        for edge in todo.pop().edges:
            if edge.to not in found:
                found[edge.to] = None
                todo.append(edge.to)
    return list(found)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    front = grad.ndim - len(shape)
    axes = [k + front for k, n in enumerate(shape) if n == 1 and grad.shape[k + front] != 1]
    return grad.sum(axis=(*range(front), *axes)).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows, columns = logits.data.shape
    right = np.zeros((rows, columns))
    right[np.arange(rows), np.asarray(labels)] = 1.0
    return -(logits.log_softmax(axis=1) * right).sum() / rows


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for tensor in everything_below(root):
        tensor.grad = np.zeros_like(tensor.data)
