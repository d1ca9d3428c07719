"""Tensor engine with grad-fn tuples: `_from` is ((parent, function), (parent, function), ...)."""

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _from=()):
        self.data = np.asarray(data, dtype=np.float64)
        if self.data is data:
            self.data = data.copy()
        self.grad = np.zeros(self.data.shape)
        self._from = _from

    def __add__(self, other):
        b = other if isinstance(other, Tensor) else Tensor(other)
        return Tensor(
            self.data + b.data,
            (
                (self, lambda g: unbroadcast(g, self.data.shape)),
                (b, lambda g: unbroadcast(g, b.data.shape)),
            ),
        )

    def __neg__(self):
        return Tensor(-self.data, ((self, lambda g: -g),))

    def __sub__(self, other):
        b = other if isinstance(other, Tensor) else Tensor(other)
        return Tensor(
            self.data - b.data,
            (
                (self, lambda g: unbroadcast(g, self.data.shape)),
                (b, lambda g: unbroadcast(-g, b.data.shape)),
            ),
        )

    def __mul__(self, other):
        b = other if isinstance(other, Tensor) else Tensor(other)
        return Tensor(
            self.data * b.data,
            (
                (self, lambda g: unbroadcast(g * b.data, self.data.shape)),
                (b, lambda g: unbroadcast(g * self.data, b.data.shape)),
            ),
        )

    def __truediv__(self, other):
        b = other if isinstance(other, Tensor) else Tensor(other)
        return Tensor(
            self.data / b.data,
            (
                (self, lambda g: unbroadcast(g / b.data, self.data.shape)),
                (b, lambda g: unbroadcast(-g * self.data / b.data**2, b.data.shape)),
            ),
        )

    def __matmul__(self, other):
        b = other if isinstance(other, Tensor) else Tensor(other)
        if self.data.ndim == 1 and b.data.ndim == 1:
            return (self * b).sum()
        if self.data.ndim == 1:
            return (self.reshape(1, -1) @ b)._drop(-2)
        if b.data.ndim == 1:
            return (self @ b.reshape(-1, 1))._drop(-1)
        return Tensor(
            self.data @ b.data,
            (
                (self, lambda g: unbroadcast(g @ b.data.swapaxes(-1, -2), self.data.shape)),
                (b, lambda g: unbroadcast(self.data.swapaxes(-1, -2) @ g, b.data.shape)),
            ),
        )

    def _drop(self, axis):
        """Without an axis of length 1."""
        return self.sum(axis=axis)

    def __radd__(self, other):
        return Tensor(other) + self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def __pow__(self, n):
        if n == 0:
            slope = np.zeros(self.data.shape)
        else:
            slope = n * self.data ** (float(n) - 1.0)
        return Tensor(self.data**n, ((self, lambda g: g * slope),))

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape

        def spread(g):
            if not keepdims and axis is not None:
                g = np.expand_dims(g, axis)
            return np.ones(shape) * g

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), ((self, spread),))

    def mean(self, axis=None, keepdims=False):
        axes = range(self.data.ndim) if axis is None else np.atleast_1d(axis)
        n = 1
        for a in axes:
            n *= self.data.shape[a]
        return self.sum(axis, keepdims) / n

    def reshape(self, *shape):
        return Tensor(
            self.data.reshape(*shape), ((self, lambda g: g.reshape(self.data.shape)),)
        )

    def transpose(self, axes=None):
        if axes is None:
            return Tensor(self.data.T, ((self, lambda g: g.T),))
        n = len(axes)
        inverse = [[a % n for a in axes].index(i) for i in range(n)]
        return Tensor(self.data.transpose(axes), ((self, lambda g: g.transpose(inverse)),))

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        def scatter(g):
            full = np.zeros(self.data.shape)
            np.add.at(full, index, g)
            return full

        return Tensor(self.data[index], ((self, scatter),))

    def relu(self):
        return Tensor(np.maximum(self.data, 0.0), ((self, lambda g: g * (self.data > 0.0)),))

    def exp(self):
        value = np.exp(self.data)
        return Tensor(value, ((self, lambda g: g * value),))

    def log(self):
        return Tensor(np.log(self.data), ((self, lambda g: g / self.data),))

    def tanh(self):
        value = np.tanh(self.data)
        return Tensor(value, ((self, lambda g: g * (1.0 - value * value)),))

    def log_softmax(self, axis=-1):
        value = self.data - self.data.max(axis=axis, keepdims=True)
        value = value - np.log(np.exp(value).sum(axis=axis, keepdims=True))

        def back(g):
            return g - np.exp(value) * g.sum(axis=axis, keepdims=True)

        return Tensor(value, ((self, back),))

    def backward(self):
        if not self._from:
            self.grad = self.grad + np.ones(self.data.shape)
            return
        order = nodes_of(self)
        order.reverse()
        self.grad = np.ones(self.data.shape)
        for node in order:
            for parent, function in node._from:
                parent.grad = np.asarray(parent.grad + function(node.grad))
        for node in order[1:]:
            if node._from:
                node.grad = np.zeros(node.data.shape)


def nodes_of(root):
    """Every tensor under root, each one after its parents."""
    order = []
    seen = set()

    def visit(node):
        if id(node) in seen:
            return
        seen.add(id(node))
        for parent, _ in node._from:
            visit(parent)
        order.append(node)

    visit(root)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    added = grad.ndim - len(shape)
    if added:
        grad = np.add.reduce(grad, axis=tuple(range(added)))
    for axis, length in enumerate(shape):
        if length == 1:
            grad = np.add.reduce(grad, axis=axis, keepdims=True)
    return np.asarray(grad)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    rows = np.arange(labels.size)
    return -(logits.log_softmax(-1)[rows, labels].mean())


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in nodes_of(root):
        node.grad = np.zeros(node.data.shape)
