"""The engine with a decorator: a function of arrays returns its value and its way back."""

import functools

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == tuple(shape):
        return grad
    if grad.ndim > len(shape):
        return unbroadcast(grad.sum(axis=0), shape)
    for axis in range(grad.ndim):
        if shape[axis] == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def operation(operands):
    """Make a method of tensors from a function of arrays that returns (value, way back)."""

    def decorate(function):
        @functools.wraps(function)
        def method(*args, **options):
            tensors = [x if isinstance(x, Tensor) else Tensor(x) for x in args[:operands]]
            arrays = [t.data for t in tensors]
            value, back = function(*arrays, *args[operands:], **options)
            return Tensor(value, tuple(tensors), back)

        return method

    return decorate


def swapped(method):
    return lambda self, other: method(other, self)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None
    __slots__ = ("data", "grad", "parents", "back")

    def __init__(self, data, parents=(), back=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.parents = parents
        self.back = back

    @operation(2)
    def __add__(a, b):
        return a + b, lambda g: (unbroadcast(g, a.shape), unbroadcast(g, b.shape))

    @operation(2)
    def __sub__(a, b):
        return a - b, lambda g: (unbroadcast(g, a.shape), -unbroadcast(g, b.shape))

    @operation(2)
    def __mul__(a, b):
        return a * b, lambda g: (unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape))

    @operation(2)
    def __truediv__(a, b):
        y = a / b
        return y, lambda g: (unbroadcast(g / b, a.shape), unbroadcast(-g * y / b, b.shape))

    @operation(2)
    def __matmul__(a, b):
        def back(g):
            if a.ndim == 1 and b.ndim == 1:
                return g * b, g * a
            if b.ndim == 1:
                # One column, which the result does not show.
                column = np.expand_dims(g, -1)
                return unbroadcast(column * b, a.shape), unbroadcast(
                    (np.swapaxes(a, -1, -2) @ column)[..., 0], b.shape
                )
            if a.ndim == 1:
                row = np.expand_dims(g, -2)
                return unbroadcast(
                    (row @ np.swapaxes(b, -1, -2))[..., 0, :], a.shape
                ), unbroadcast(a[:, None] * row, b.shape)
            return (
                unbroadcast(g @ np.swapaxes(b, -1, -2), a.shape),
                unbroadcast(np.swapaxes(a, -1, -2) @ g, b.shape),
            )

        return a @ b, back

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)
    __rmatmul__ = swapped(__matmul__)

    @operation(1)
    def __neg__(x):
        return -x, lambda g: (-g,)

    @operation(1)
    def __pow__(x, n):
        slope = n * x ** (n - 1) if n else np.zeros_like(x)
        return x**n, lambda g: (g * slope,)

    @operation(1)
    def relu(x):
        return np.maximum(x, 0.0), lambda g: (g * (x > 0.0),)

    @operation(1)
    def exp(x):
        y = np.exp(x)
        return y, lambda g: (g * y,)

    @operation(1)
    def log(x):
        return np.log(x), lambda g: (g / x,)

    @operation(1)
    def tanh(x):
        y = np.tanh(x)
        return y, lambda g: (g * (1.0 - y * y),)

    @operation(1)
    def log_softmax(x, axis=-1):
        z = x - x.max(axis=axis, keepdims=True)
        y = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
        return y, lambda g: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)

    @operation(1)
    def sum(x, axis=None, keepdims=False):
        kept = x.sum(axis=axis, keepdims=True).shape
        return x.sum(axis=axis, keepdims=keepdims), lambda g: (
            np.broadcast_to(g.reshape(kept), x.shape),
        )

    @operation(1)
    def mean(x, axis=None, keepdims=False):
        kept = x.mean(axis=axis, keepdims=True)
        share = kept.size / x.size
        return x.mean(axis=axis, keepdims=keepdims), lambda g: (
            np.broadcast_to(share * g.reshape(kept.shape), x.shape),
        )

    @operation(1)
    def reshape(x, *shape):
        return x.reshape(*shape), lambda g: (g.reshape(x.shape),)

    @operation(1)
    def transpose(x, axes=None):
        if axes is None:
            return x.T, lambda g: (g.T,)
        back = np.argsort(axes)
        return x.transpose(axes), lambda g: (g.transpose(back),)

    @property
    def T(self):
        return self.transpose()

    @operation(1)
    def __getitem__(x, index):
        def back(g):
            taken = np.zeros_like(x)
            np.add.at(taken, index, g)
            return (taken,)

        return x[index], back

    def backward(self):
        order = family(self)
        for t in order:
            if t.back is not None:
                t.grad = np.zeros_like(t.data)
        self.grad = np.asarray(self.grad + np.ones_like(self.data))
        for t in order:
            if t.back is not None:
                for parent, g in zip(t.parents, t.back(t.grad), strict=True):
                    parent.grad = np.asarray(parent.grad + g)


def family(root):
    """Every tensor that can be reached, each one before its parents."""
    finished, seen = [], set()
    stack = [(root, False)]
    while stack:
        t, leaving = stack.pop()
        if leaving:
            finished.append(t)
            continue
        if id(t) in seen:
            continue
        seen.add(id(t))
        stack.append((t, True))
        for parent in t.parents:
            stack.append((parent, False))
    finished.reverse()
    return finished


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(logits.data.shape[0])
    return -(logits.log_softmax()[rows, np.asarray(labels)]).mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in family(root):
        t.grad = np.zeros_like(t.data)
