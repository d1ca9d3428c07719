"""Engine with decorators: a rule is written once, the decorator makes the operator and its mirror."""

import functools

import numpy as np


def unbroadcast(grad, shape):
    grad = np.array(grad)
    for _ in range(grad.ndim - len(shape)):
        grad = np.array(grad.sum(axis=0))
    for axis in range(grad.ndim):
        if shape[axis] == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def operand(value):
    """What stands on the other side of an operator, as a tensor."""
    if isinstance(value, Tensor):
        return value
    if np.size(value) == 1:
        return Tensor(np.asarray(value).item())
    return Tensor(value)


def binary(fn):
    """fn(a, b) on arrays gives the value and a function for the two gradients."""

    def connect(left, right):
        value, pull = fn(left.data, right.data)
        return Tensor(value, (left, right), pull)

    @functools.wraps(fn)
    def method(self, other):
        return connect(self, operand(other))

    def mirrored(self, other):
        return connect(operand(other), self)

    return method, mirrored


def unary(fn):
    """fn(x, ...) on an array gives the value and a function for the gradient."""

    @functools.wraps(fn)
    def method(self, *args, **kwargs):
        value, pull = fn(self.data, *args, **kwargs)
        return Tensor(value, (self,), lambda g: (pull(g),))

    return method


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _pull=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev, self._pull = _prev, _pull

    @binary
    def _add(a, b):
        return a + b, lambda g: (g, g)

    @binary
    def _sub(a, b):
        return a - b, lambda g: (g, -g)

    @binary
    def _mul(a, b):
        return a * b, lambda g: (g * b, g * a)

    @binary
    def _div(a, b):
        return a / b, lambda g: (g / b, -g * a / b**2)

    @binary
    def _matmul(a, b):
        def pull(g):
            rows = a.reshape((1,) + a.shape) if a.ndim == 1 else a
            cols = b.reshape(b.shape + (1,)) if b.ndim == 1 else b
            g = g.reshape((rows @ cols).shape)
            ga = unbroadcast(g @ cols.swapaxes(-1, -2), rows.shape)
            gb = unbroadcast(rows.swapaxes(-1, -2) @ g, cols.shape)
            return ga.reshape(a.shape), gb.reshape(b.shape)

        return a @ b, pull

    __add__, __radd__ = _add
    __sub__, __rsub__ = _sub
    __mul__, __rmul__ = _mul
    __truediv__, __rtruediv__ = _div
    __matmul__, __rmatmul__ = _matmul

    @unary
    def __neg__(x):
        return -x, lambda g: -g

    @unary
    def __pow__(x, n):
        return x**n, lambda g: g * (n * x ** (n - 1) if n else np.zeros(x.shape))

    @unary
    def __getitem__(x, index):
        def pull(g):
            out = np.zeros(x.shape)
            np.add.at(out, index, g)
            return out

        return x[index], pull

    @unary
    def sum(x, axis=None, keepdims=False):
        kept = x.sum(axis=axis, keepdims=True).shape
        return x.sum(axis=axis, keepdims=keepdims), lambda g: np.broadcast_to(g.reshape(kept), x.shape)

    @unary
    def mean(x, axis=None, keepdims=False):
        means = x.mean(axis=axis, keepdims=True)
        n = x.size / means.size
        value = means if keepdims else x.mean(axis=axis)
        return value, lambda g: np.broadcast_to(g.reshape(means.shape) / n, x.shape)

    @unary
    def reshape(x, *shape):
        return x.reshape(*shape), lambda g: g.reshape(x.shape)

    @unary
    def transpose(x, axes=None):
        n = x.ndim
        axes = tuple(reversed(range(n))) if axes is None else tuple(a % n for a in axes)

        def pull(g):
            back = [0] * n
            for new, old in enumerate(axes):
                back[old] = new
            return g.transpose(back)

        return x.transpose(axes), pull

    @unary
    def relu(x):
        return np.maximum(x, 0), lambda g: np.where(x > 0, g, 0.0)

    @unary
    def exp(x):
        y = np.exp(x)
        return y, lambda g: g * y

    @unary
    def log(x):
        return np.log(x), lambda g: g / x

    @unary
    def tanh(x):
        y = np.tanh(x)
        return y, lambda g: g * (1 - y * y)

    @unary
    def log_softmax(x, axis=-1):
        x = x - x.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return y, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True)

    T = property(transpose)

    def backward(self):
        path = list(postorder(self, set()))
        for t in path:
            if t._pull:
                t.grad = np.zeros_like(t.data)
        self.grad += np.ones_like(self.data)
        for t in path[::-1]:
            if t._pull:
                for source, g in zip(t._prev, t._pull(t.grad)):
                    source.grad += unbroadcast(g, source.data.shape)


def postorder(root, seen):
    stack = [(root, 0)]
    seen.add(root)
    while stack:
        t, i = stack.pop()
        if i == len(t._prev):
            yield t
            continue
        stack.append((t, i + 1))
        if t._prev[i] not in seen:
            seen.add(t._prev[i])
            stack.append((t._prev[i], 0))


def cross_entropy(logits, labels):
    n = len(labels)
    return -1 * logits.log_softmax()[np.arange(n), np.array(labels)].sum() / n


def zero_grad(root):
    for t in postorder(root, set()):
        t.grad = np.zeros_like(t.data)
