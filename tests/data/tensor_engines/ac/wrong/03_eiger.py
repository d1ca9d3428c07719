"""Tensor engine. Every node holds one function that hands its gradient on to its parents."""

import numpy as np


def as_tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _send=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._send = _send
        self._empty = False  # an inner tensor for which nothing has come in yet

    @property
    def shape(self):
        return self.data.shape

    def _receive(self, g):
        """What comes back from one use of this tensor."""
        g = unbroadcast(g, self.shape)
        if self._empty:
            self.grad = g
            self._empty = False
        else:
            self.grad += g

    def __add__(self, other):
        other = as_tensor(other)

        def send(g):
            self._receive(g)
            other._receive(g)

        return Tensor(self.data + other.data, (self, other), send)

    def __sub__(self, other):
        other = as_tensor(other)

        def send(g):
            self._receive(g)
            other._receive(-g)

        return Tensor(self.data - other.data, (self, other), send)

    def __mul__(self, other):
        other = as_tensor(other)
        a, b = self.data, other.data

        def send(g):
            self._receive(g * b)
            other._receive(g * a)

        return Tensor(a * b, (self, other), send)

    def __truediv__(self, other):
        other = as_tensor(other)
        a, b = self.data, other.data

        def send(g):
            self._receive(g / b)
            other._receive(-g * a / b**2)

        return Tensor(a / b, (self, other), send)

    def __matmul__(self, other):
        other = as_tensor(other)
        a, b = self.data, other.data

        def send(g):
            # give vectors their second axis, work with matrices, and take it away again
            left = a.reshape(1, -1) if a.ndim == 1 else a
            right = b.reshape(-1, 1) if b.ndim == 1 else b
            stack = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
            g = g.reshape(stack + (left.shape[-2], right.shape[-1]))
            to_left = unbroadcast(g @ right.swapaxes(-1, -2), left.shape)
            to_right = unbroadcast(left.swapaxes(-1, -2) @ g, right.shape)
            self._receive(to_left.reshape(a.shape))
            other._receive(to_right.reshape(b.shape))

        return Tensor(a @ b, (self, other), send)

    def __radd__(self, other):
        return as_tensor(other) + self

    def __rsub__(self, other):
        return as_tensor(other) - self

    def __rmul__(self, other):
        return as_tensor(other) * self

    def __rtruediv__(self, other):
        return as_tensor(other) / self

    def __rmatmul__(self, other):
        return as_tensor(other) @ self

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: self._receive(-g))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1.0) if n else np.zeros(self.shape)
        return Tensor(self.data**n, (self,), lambda g: self._receive(g * slope))

    def sum(self, axis=None, keepdims=False):
        full = self.data.sum(axis=axis, keepdims=True)

        def send(g):
            self._receive(g.reshape(full.shape) + np.zeros(self.shape))

        out = full if keepdims else self.data.sum(axis=axis)
        return Tensor(out, (self,), send)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis=axis, keepdims=keepdims)
        return s / (self.data.size // s.data.size)

    def reshape(self, *shape):
        return Tensor(
            self.data.reshape(*shape), (self,), lambda g: self._receive(g.reshape(self.shape))
        )

    def transpose(self, axes=None):
        if axes is None:
            return Tensor(self.data.T, (self,), lambda g: self._receive(g.T))
        back = [0] * len(axes)
        for i, a in enumerate(axes):
            back[a] = i
        return Tensor(
            self.data.transpose(axes), (self,), lambda g: self._receive(g.transpose(back))
        )

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def send(g):
            into = np.zeros(self.shape)
            np.add.at(into, index, g)
            self._receive(into)

        return Tensor(self.data[index], (self,), send)

    def relu(self):
        return Tensor(
            np.where(self.data > 0, self.data, 0.0),
            (self,),
            lambda g: self._receive(np.where(self.data > 0, g, 0.0)),
        )

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: self._receive(g * y))

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self,), lambda g: self._receive(g / x))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: self._receive(g - g * y * y))

    def log_softmax(self, axis=-1):
        top = self.data.max(axis=axis, keepdims=True)
        y = self.data - top
        y = y - np.log(np.exp(y).sum(axis=axis, keepdims=True))
        p = np.exp(y)

        def send(g):
            self._receive(g - p * g.sum(axis=axis, keepdims=True))

        return Tensor(y, (self,), send)

    def backward(self):
        order = in_order(self)
        for t in order:
            t._empty = bool(t._prev)
        self._receive(np.ones(self.shape))
        for t in reversed(order):
            if t._send is not None:
                t._send(t.grad)


def in_order(root):
    order, seen = [], set()

    def visit(t):
        seen.add(id(t))
        for p in t._prev:
            if id(p) not in seen:
                visit(p)
        order.append(t)

    visit(root)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == tuple(shape):
        return grad
    lead = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(lead)))
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=ones, keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    logp = logits.log_softmax()
    n = logp.shape[0]
    return -(logp[(np.arange(n), np.array(labels, dtype=int))].sum() / n)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in in_order(root):
        t.grad = np.zeros(t.shape)
        t._empty = False
