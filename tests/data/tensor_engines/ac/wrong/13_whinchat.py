"""Tensor engine. Gradients of one call live in a dictionary and are written down at the end."""

from functools import cached_property

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, parents=(), vjp=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.parents = parents
        self.vjp = vjp

    def __repr__(self):
        return f"Tensor{self.data.shape}"

    @cached_property
    def past(self):
        """All tensors this one was made from, and itself at the end. The graph does not change."""
        order, seen, stack = [], set(), [(self, 0)]
        while stack:
            t, k = stack.pop()
            if k == 0:
                if t in seen:
                    continue
                seen.add(t)
            if k < len(t.parents):
                stack.append((t, k + 1))
                stack.append((t.parents[k], 0))
            else:
                order.append(t)
        return order

    # ---- arithmetic

    def __add__(self, other):
        other = constant(other)
        return Tensor(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = constant(other)
        return Tensor(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = constant(other)
        a, b = self.data, other.data
        return Tensor(a * b, (self, other), lambda g: (g * b, g * a))

    def __truediv__(self, other):
        other = constant(other)
        a, b = self.data, other.data
        return Tensor(a / b, (self, other), lambda g: (g / b, -g * a / b**2))

    def __matmul__(self, other):
        other = constant(other)
        a, b = self.data, other.data

        def vjp(g):
            x = a if a.ndim > 1 else a[None, :]
            y = b if b.ndim > 1 else b[:, None]
            if b.ndim == 1:
                g = g[..., None]
            if a.ndim == 1:
                g = g[..., None, :]
            dx, dy = g @ y.swapaxes(-1, -2), x.swapaxes(-1, -2) @ g
            if a.ndim == 1:
                dx = dx[..., 0, :]
            if b.ndim == 1:
                dy = dy[..., 0]
            return dx, dy

        return Tensor(a @ b, (self, other), vjp)

    def __radd__(self, other):
        return constant(other) + self

    def __rsub__(self, other):
        return constant(other) - self

    def __rmul__(self, other):
        return constant(other) * self

    def __rtruediv__(self, other):
        return constant(other) / self

    def __rmatmul__(self, other):
        return constant(other) @ self

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        a = self.data
        if n == 0:
            return Tensor(np.ones(a.shape), (self,), lambda g: (np.zeros(a.shape),))
        return Tensor(a**n, (self,), lambda g: (g * n * a ** (n - 1.0),))

    # ---- reductions and shapes

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape

        def vjp(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return (np.broadcast_to(g, shape),)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), vjp)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis=axis, keepdims=keepdims)
        return s * (s.data.size / self.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(old),))

    def transpose(self, axes=None):
        order = np.arange(self.data.ndim)
        order = order[::-1] if axes is None else order[list(axes)]
        back = np.argsort(order)
        return Tensor(self.data.transpose(order), (self,), lambda g: (g.transpose(back),))

    @cached_property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def vjp(g):
            d = np.zeros(shape)
            np.add.at(d, index, g)
            return (d,)

        return Tensor(self.data[index], (self,), vjp)

    # ---- functions

    def relu(self):
        on = self.data > 0
        return Tensor(np.where(on, self.data, 0), (self,), lambda g: (g * on,))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: (g * y,))

    def log(self):
        a = self.data
        return Tensor(np.log(a), (self,), lambda g: (g / a,))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: (g * (1 - y * y),))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        p = np.exp(y)
        return Tensor(y, (self,), lambda g: (g - p * g.sum(axis=axis, keepdims=True),))

    # ---- the way back

    def backward(self):
        flow = {self: np.ones(self.data.shape)}
        for t in reversed(self.past):
            if not t.parents:
                continue
            for p, g in zip(t.parents, t.vjp(flow[t])):
                g = unbroadcast(g, p.data.shape)
                flow[p] = flow[p] + g if p in flow else g
        for t, g in flow.items():
            if t.parents:
                t.grad = np.array(g)
            else:
                t.grad = np.array(t.grad + g)


def constant(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    lead = np.ndim(grad) - len(shape)
    if lead > 0:
        grad = grad.sum(axis=tuple(range(lead)))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] > 1)
    return grad.sum(axis=stretched, keepdims=True) if stretched else grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = len(logits.data)
    return -logits.log_softmax()[np.arange(n), np.array(labels)].sum() / n


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in root.past:
        t.grad = np.zeros(t.data.shape)
