"""Tensor engine: the graph is made of dataclass records, the tensors only point at them."""

from dataclasses import dataclass, field
from typing import Callable

import numpy as np


@dataclass(eq=False)
class Record:
    """How a tensor was made: from what, and how a gradient goes back."""

    parents: tuple = ()
    pull: Callable = None
    saved: dict = field(default_factory=dict)

    def back(self, g):
        return self.pull(g, **self.saved)


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, record=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape, dtype=np.float64)
        self.record = Record() if record is None else record

    @property
    def is_leaf(self):
        return self.record.pull is None

    def _result(self, value, pull, *others, **saved):
        return Tensor(value, Record((self, *others), pull, saved))

    def __add__(self, other):
        other = wrap(other)
        return self._result(self.data + other.data, pull_add, other, **shapes(self, other))

    def __radd__(self, other):
        return wrap(other) + self

    def __sub__(self, other):
        return self + -wrap(other)

    def __rsub__(self, other):
        return wrap(other) + -self

    def __mul__(self, other):
        other = wrap(other)
        return self._result(self.data * other.data, pull_mul, other, a=self.data, b=other.data)

    def __rmul__(self, other):
        return wrap(other) * self

    def __truediv__(self, other):
        other = wrap(other)
        return self._result(self.data / other.data, pull_div, other, a=self.data, b=other.data)

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __matmul__(self, other):
        other = wrap(other)
        return self._result(
            self.data @ other.data, pull_matmul, other, a=self.data, b=other.data
        )

    def __rmatmul__(self, other):
        return wrap(other) @ self

    def __neg__(self):
        return self._result(-self.data, pull_scaled, by=-1.0)

    def __pow__(self, n):
        by = n * self.data ** (n - 1.0) if n != 0 else np.zeros(self.data.shape)
        return self._result(self.data**n, pull_scaled, by=by)

    def sum(self, axis=None, keepdims=False):
        thin = self.data.sum(axis=axis, keepdims=True)
        value = thin if keepdims else self.data.sum(axis=axis)
        return self._result(value, pull_spread, thin=thin.shape, full=self.data.shape)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return self._result(self.data.reshape(*shape), pull_reshape, shape=self.data.shape)

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = [a % n for a in (range(n)[::-1] if axes is None else axes)]
        back = [axes.index(i) for i in range(n)]
        return self._result(self.data.transpose(axes), pull_transpose, axes=back)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._result(self.data[index], pull_index, shape=self.data.shape, index=index)

    def relu(self):
        return self._result(
            np.where(self.data > 0, self.data, 0), pull_scaled, by=(self.data > 0) * 1.0
        )

    def exp(self):
        value = np.exp(self.data)
        return self._result(value, pull_scaled, by=value)

    def log(self):
        return self._result(np.log(self.data), pull_scaled, by=1 / self.data)

    def tanh(self):
        value = np.tanh(self.data)
        return self._result(value, pull_scaled, by=1 - value**2)

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        e = np.exp(x)
        total = e.sum(axis=axis, keepdims=True)
        return self._result(x - np.log(total), pull_log_softmax, p=e / total, axis=axis)

    def backward(self):
        order = parents_first(self)
        for t in order:
            if not t.is_leaf:
                t.grad = np.zeros(t.data.shape)
        seed(self)
        for t in reversed(order):
            if not t.is_leaf:
                for parent, g in zip(t.record.parents, t.record.back(t.grad)):
                    parent.grad += g


def wrap(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def shapes(a, b):
    return {"a_shape": a.data.shape, "b_shape": b.data.shape}


def seed(root):
    root.grad = np.ones(root.data.shape)


def parents_first(root):
    order, seen = [], set()

    def go(t):
        seen.add(t)
        for parent in t.record.parents:
            if parent not in seen:
                go(parent)
        order.append(t)

    go(root)
    return order


# ---- pull-backs


def pull_add(g, a_shape, b_shape):
    return unbroadcast(g, a_shape), unbroadcast(g, b_shape)


def pull_mul(g, a, b):
    return unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)


def pull_div(g, a, b):
    return unbroadcast(g / b, a.shape), unbroadcast(-g * a / b**2, b.shape)


def pull_scaled(g, by):
    return (g * by,)


def pull_matmul(g, a, b):
    if a.ndim == 1:
        if b.ndim == 1:
            return g * b, g * a
        da = np.matmul(b, g[..., None])[..., 0]
        db = a[:, None] * g[..., None, :]
    elif b.ndim == 1:
        da = g[..., None] * b
        db = np.sum(g[..., None] * a, axis=-2)
    else:
        da = np.matmul(g, np.moveaxis(b, -1, -2))
        db = np.matmul(np.moveaxis(a, -1, -2), g)
    return unbroadcast(da, a.shape), unbroadcast(db, b.shape)


def pull_spread(g, thin, full):
    return (np.broadcast_to(g.reshape(thin), full),)


def pull_reshape(g, shape):
    return (g.reshape(shape),)


def pull_transpose(g, axes):
    return (g.transpose(axes),)


def pull_index(g, shape, index):
    full = np.zeros(shape)
    np.add.at(full, index, g)
    return (full,)


def pull_log_softmax(g, p, axis):
    return (g - p * g.sum(axis=axis, keepdims=True),)


# ---- beside the class


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    lead = grad.ndim - len(shape)
    summed = [i for i in range(grad.ndim) if i < lead or shape[i - lead] == 1]
    return grad.sum(axis=tuple(summed), keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = logits.data.shape[0]
    return -logits.log_softmax()[(np.arange(n), np.array(labels))].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in parents_first(root):
        t.grad = np.zeros(t.data.shape)
