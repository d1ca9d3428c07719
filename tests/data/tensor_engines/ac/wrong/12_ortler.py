"""A tensor engine out of three primitives with closures, the rest is built from them by one maker."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    shape = tuple(shape)
    while len(grad.shape) > len(shape):
        grad = grad.sum(axis=0)
    if 1 in shape:
        grad = grad.sum(axis=shape.index(1), keepdims=True)
    return grad


def op2(value, left, right):
    """A method with two operands; left and right are (g, a, b) -> gradient."""

    def method(self, other):
        other = Tensor.make(other)
        out = Tensor(value(self.data, other.data), [self, other])

        def step():
            a, b, g = self.data, other.data, out.grad
            self.grad += unbroadcast(left(g, a, b), a.shape)
            other.grad += unbroadcast(right(g, a, b), b.shape)

        out.step = step
        return out

    def reflected(self, other):
        return method(Tensor.make(other), self)

    return method, reflected


def op1(value, slope):
    """A method without operands; slope is (x, y) -> dy/dx, entry by entry."""

    def method(self):
        out = Tensor(value(self.data), [self])

        def step():
            self.grad += out.grad * slope(self.data, out.data)

        out.step = step
        return out

    return method


def matmul_left(g, a, b):
    if b.ndim == 1:
        return g[..., None] * b
    if a.ndim == 1:
        return (b @ g[..., :, None])[..., 0]
    return g @ np.swapaxes(b, -1, -2)


def matmul_right(g, a, b):
    if a.ndim == 1 and b.ndim == 1:
        return g * a
    if a.ndim == 1:
        return a[:, None] * g[..., None, :]
    if b.ndim == 1:
        return (np.swapaxes(a, -1, -2) @ g[..., None])[..., 0]
    return np.swapaxes(a, -1, -2) @ g


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, parents=None):
        self.data = np.array(data, dtype=np.float64)
        self.zero()
        self.parents = parents or []
        self.step = None

    @staticmethod
    def make(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    def zero(self):
        self.grad = np.zeros(self.data.shape)

    __add__, __radd__ = op2(lambda a, b: a + b, lambda g, a, b: g, lambda g, a, b: g)
    __sub__, __rsub__ = op2(lambda a, b: a - b, lambda g, a, b: g, lambda g, a, b: -g)
    __mul__, __rmul__ = op2(lambda a, b: a * b, lambda g, a, b: g * b, lambda g, a, b: g * a)
    __truediv__, __rtruediv__ = op2(
        lambda a, b: a / b, lambda g, a, b: g / b, lambda g, a, b: -g * a / b**2
    )
    __matmul__, __rmatmul__ = op2(lambda a, b: a @ b, matmul_left, matmul_right)

    __neg__ = op1(lambda x: -x, lambda x, y: -1.0)
    relu = op1(lambda x: np.maximum(x, 0.0), lambda x, y: x > 0)
    exp = op1(np.exp, lambda x, y: y)
    log = op1(np.log, lambda x, y: 1 / x)
    tanh = op1(np.tanh, lambda x, y: 1 - y * y)

    def __pow__(self, n):
        if n == 0:
            return op1(lambda x: x**0, lambda x, y: 0.0)(self)
        return op1(lambda x: x**n, lambda x, y: n * x ** (n - 1.0))(self)

    def moved(self, value, back):
        """A result whose gradient only has to be put in its places by `back`."""
        out = Tensor(value, [self])

        def step():
            self.grad += back(out.grad)

        out.step = step
        return out

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True)
        value = kept if keepdims else self.data.sum(axis=axis)
        return self.moved(value, lambda g: g.reshape(kept.shape))

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s / (self.data.size / s.data.size)

    def reshape(self, *shape):
        return self.moved(self.data.reshape(*shape), lambda g: g.reshape(self.data.shape))

    def transpose(self, axes=None):
        if axes is None:
            return self.moved(self.data.T, np.transpose)
        where = np.argsort([a % len(axes) for a in axes])
        return self.moved(self.data.transpose(axes), lambda g: g.transpose(where))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def back(g):
            full = np.zeros(self.data.shape)
            np.add.at(full, index, g)
            return full

        return self.moved(self.data[index], back)

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return self.moved(y, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))

    def line_up(self, line, seen):
        """Puts this tensor at the end of the line, after all that it was made from."""
        if id(self) in seen:
            return line
        seen.add(id(self))
        for p in self.parents:
            p.line_up(line, seen)
        line.append(self)
        return line

    def backward(self):
        line = self.line_up([], set())
        for t in line:
            if t.step:
                t.zero()
        self.grad += 1.0
        for t in reversed(line):
            if t.step:
                t.step()


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    pick = (np.arange(len(logits.data)), np.array(labels))
    return -logits.log_softmax()[pick].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in root.line_up([], set()):
        t.zero()
