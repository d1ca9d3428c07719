"""Exercise 8: my engine."""

from functools import wraps

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.ndim > len(shape):
        grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(i for i, (m, n) in enumerate(zip(grad.shape, shape)) if m != n)
    return grad.sum(axis=stretched, keepdims=True)


def unary(function):
    """The function gets the array and more, and returns a value and its pullback."""

    @wraps(function)
    def operation(self, *args, **kwargs):
        value, pullback = function(self.data, *args, **kwargs)
        return Tensor(value, (self,), lambda g: (pullback(g),))

    return operation


def binary(function):
    """The same with two arrays. Broadcasting is undone here, unless the pullback did it."""

    @wraps(function)
    def operation(self, other):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        a, b = self.data, other.data
        value, pullback = function(a, b)

        def both(g):
            ga, gb = pullback(g)
            return unbroadcast(ga, a.shape), unbroadcast(gb, b.shape)

        return Tensor(value, (self, other), both)

    return operation


def reflected(operation):
    return lambda self, other: operation(Tensor(other), self)


class Tensor:
    """An array, its gradient, and how it was made."""

    __slots__ = ("data", "grad", "_prev", "_pullback")

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _pullback=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._pullback = _pullback

    @binary
    def __add__(a, b):
        return a + b, lambda g: (g, g)

    @binary
    def __sub__(a, b):
        return a - b, lambda g: (g, -g)

    @binary
    def __mul__(a, b):
        return a * b, lambda g: (g * b, g * a)

    @binary
    def __truediv__(a, b):
        return a / b, lambda g: (g / b, -g * a / b / b)

    @binary
    def __matmul__(a, b):
        def pullback(g):
            if a.ndim == 1 and b.ndim == 1:
                return g * b, g * a
            if a.ndim == 1:
                return (b * g[..., None, :]).sum(axis=-1), a[:, None] * g[..., None, :]
            if b.ndim == 1:
                return g[..., :, None] * b, (a * g[..., :, None]).sum(axis=-2)
            return g @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ g

        return a @ b, pullback

    __radd__ = reflected(__add__)
    __rsub__ = reflected(__sub__)
    __rmul__ = reflected(__mul__)
    __rtruediv__ = reflected(__truediv__)
    __rmatmul__ = reflected(__matmul__)

    @unary
    def __neg__(a):
        return -a, lambda g: -g

    @unary
    def __pow__(a, n):
        return a**n, lambda g: g * (n * a ** (n - 1) if n != 0 else np.zeros_like(a))

    @unary
    def sum(a, axis=None, keepdims=False):
        kept = a.sum(axis=axis, keepdims=True).shape
        return a.sum(axis=axis, keepdims=keepdims), lambda g: g.reshape(kept) + np.zeros_like(a)

    @unary
    def mean(a, axis=None, keepdims=False):
        value = a.mean(axis=axis, keepdims=keepdims)
        kept = a.mean(axis=axis, keepdims=True).shape
        return value, lambda g: (g.reshape(kept) + np.zeros_like(a)) * value.size / a.size

    @unary
    def reshape(a, *shape):
        return a.reshape(*shape), lambda g: g.reshape(a.shape)

    @unary
    def transpose(a, axes=None):
        order = tuple(range(a.ndim))[::-1] if axes is None else tuple(axes)
        return a.transpose(order), lambda g: g.transpose(np.argsort(order))

    @property
    def T(self):
        return self.transpose()

    @unary
    def __getitem__(a, index):
        def pullback(g):
            grad = np.zeros_like(a)
            np.add.at(grad, index, g)
            return grad

        return a[index], pullback

    @unary
    def relu(a):
        return np.where(a > 0, a, 0), lambda g: np.where(a > 0, g, 0)

    @unary
    def exp(a):
        y = np.exp(a)
        return y, lambda g: g * y

    @unary
    def log(a):
        return np.log(a), lambda g: g / a

    @unary
    def tanh(a):
        y = np.tanh(a)
        return y, lambda g: g * (1 - y) * (1 + y)

    @unary
    def log_softmax(a, axis=-1):
        c = a.max(axis=axis, keepdims=True)
        y = a - c - np.log(np.exp(a - c).sum(axis=axis, keepdims=True))
        return y, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True)

    def backward(self):
        nodes = postorder(self)
        for t in nodes:
            if t._prev:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        while nodes:
            t = nodes.pop()
            if t._prev:
                for parent, g in zip(t._prev, t._pullback(t.grad)):
                    parent.grad = parent.grad + g


def postorder(root):
    order, done, stack = [], set(), [root]
    while stack:
        t = stack[-1]
        waiting = [p for p in t._prev if id(p) not in done]
        if waiting:
            stack.extend(waiting)
        else:
            stack.pop()
            if id(t) not in done:
                done.add(id(t))
                order.append(t)
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    picked = logits.log_softmax(axis=1)[range(len(labels)), labels]
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in postorder(root):
        t.grad = np.zeros_like(t.data)
