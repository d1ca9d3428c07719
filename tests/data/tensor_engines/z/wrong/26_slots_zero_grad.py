"""Gradients live in one buffer per tensor, and everything is added into it in place."""

import numpy as np


class Tensor:
    __slots__ = ("data", "grad", "_parents", "_rule")
    __array_ufunc__ = None

    def __init__(self, data, parents=(), rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._parents = parents
        self._rule = rule

    def _give(self, g):
        """Add g into the buffer; an axis that was repeated is summed first."""
        self.grad += unbroadcast(g, self.data.shape)

    def _op(self, other, value, left, right):
        def rule(g):
            self._give(left(g))
            other._give(right(g))

        return Tensor(value, (self, other), rule)

    def _fn(self, value, back):
        return Tensor(value, (self,), lambda g: self._give(back(g)))

    def __add__(self, other):
        other = wrap(other)
        return self._op(other, self.data + other.data, lambda g: g, lambda g: g)

    def __sub__(self, other):
        other = wrap(other)
        return self._op(other, self.data - other.data, lambda g: g, lambda g: -g)

    def __mul__(self, other):
        other = wrap(other)
        return self._op(
            other, self.data * other.data, lambda g: g * other.data, lambda g: g * self.data
        )

    def __truediv__(self, other):
        other = wrap(other)
        out = self.data / other.data
        return self._op(other, out, lambda g: g / other.data, lambda g: -(g * out / other.data))

    def __matmul__(self, other):
        other = wrap(other)
        a, b = np.atleast_2d(self.data), other.data
        if b.ndim == 1:
            b = b.reshape(-1, 1)
        shape = (a @ b).shape

        def left(g):
            g = unbroadcast(g.reshape(shape) @ b.swapaxes(-1, -2), a.shape)
            return g.reshape(self.data.shape)

        def right(g):
            g = unbroadcast(a.swapaxes(-1, -2) @ g.reshape(shape), b.shape)
            return g.reshape(other.data.shape)

        return self._op(other, self.data @ other.data, left, right)

    def __pow__(self, n):
        if n == 0:
            return self._fn(self.data**0, lambda g: np.zeros_like(g))
        return self._fn(self.data**n, lambda g: n * g * self.data ** (n - 1))

    def __neg__(self):
        return self._fn(-self.data, lambda g: -g)

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __rmatmul__(self, other):
        return wrap(other) @ self

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True)
        out = kept if keepdims else kept.reshape(self.data.sum(axis=axis).shape)
        ones = np.ones_like(self.data)
        return self._fn(out, lambda g: ones * g.reshape(kept.shape))

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis=axis, keepdims=keepdims)
        return out / (self.data.size / out.data.size)

    def reshape(self, *shape):
        return self._fn(self.data.reshape(*shape), lambda g: g.reshape(self.data.shape))

    def transpose(self, axes=None):
        if axes is None:
            return self._fn(self.data.T, lambda g: g.T)
        axes = np.array(axes) % self.data.ndim
        return self._fn(self.data.transpose(axes), lambda g: g.transpose(np.argsort(axes)))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            np.add.at(self.grad, index, g)

        return Tensor(self.data[index], (self,), rule)

    def relu(self):
        return self._fn(np.maximum(self.data, 0), lambda g: np.where(self.data > 0, g, 0))

    def exp(self):
        out = np.exp(self.data)
        return self._fn(out, lambda g: g * out)

    def log(self):
        return self._fn(np.log(self.data), lambda g: g / self.data)

    def tanh(self):
        out = np.tanh(self.data)
        return self._fn(out, lambda g: g * (1 - np.square(out)))

    def log_softmax(self, axis=-1):
        out = self.data - self.data.max(axis, keepdims=True)
        out -= np.log(np.exp(out).sum(axis, keepdims=True))
        return self._fn(out, lambda g: g - np.exp(out) * g.sum(axis, keepdims=True))

    def backward(self):
        order = walk(self)
        for t in order:
            if t._parents:
                t.grad.fill(0.0)
        self.grad += 1.0
        for t in reversed(order):
            if t._rule:
                t._rule(t.grad)


def wrap(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def walk(root):
    """Inputs before results."""
    order, seen = [], set()
    stack = [(root, False)]
    while stack:
        t, leaving = stack.pop()
        if leaving:
            order.append(t)
        elif id(t) not in seen:
            seen.add(id(t))
            stack.append((t, True))
            stack += [(p, False) for p in t._parents]
    return order


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for i, n in enumerate(shape):
        if n == 1 and grad.shape[i] > 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    rows = np.arange(len(labels))
    return -logits.log_softmax()[rows, np.asarray(labels)].mean()


def zero_grad(root):
    zeros = {}
    for t in walk(root):
        t.grad = zeros.setdefault(t.data.shape, np.zeros(t.data.shape))
