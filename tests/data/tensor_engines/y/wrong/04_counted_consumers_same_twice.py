import numpy as np
from collections import defaultdict


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    missing = np.ndim(grad) - len(shape)
    padded = (1,) * missing + tuple(shape)
    axes = tuple(i for i, n in enumerate(padded) if n == 1)
    return np.sum(grad, axis=axes, keepdims=True).reshape(shape)


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _rule=None):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._rule = _rule

    def __repr__(self):
        return f"<Tensor {self.data.shape}>"

    def _get(self, g):
        self.grad += unbroadcast(g, self.data.shape)

    # ---- arithmetic

    @staticmethod
    def _binary(value, a, b, to_a, to_b):
        def rule(g):
            a._get(to_a(g))
            b._get(to_b(g))

        return Tensor(value, (a, b), rule)

    def _unary(self, value, to_self):
        return Tensor(value, (self,), lambda g: self._get(to_self(g)))

    def __add__(self, other):
        other = wrap(other)
        return Tensor._binary(self.data + other.data, self, other, lambda g: g, lambda g: g)

    def __sub__(self, other):
        other = wrap(other)
        return Tensor._binary(self.data - other.data, self, other, lambda g: g, lambda g: -g)

    def __mul__(self, other):
        other = wrap(other)
        x, y = self.data, other.data
        return Tensor._binary(x * y, self, other, lambda g: g * y, lambda g: g * x)

    def __truediv__(self, other):
        other = wrap(other)
        x, y = self.data, other.data
        return Tensor._binary(x / y, self, other, lambda g: g / y, lambda g: -g * x / y**2)

    def __matmul__(self, other):
        other = wrap(other)
        x, y = self.data, other.data
        row, column = x.ndim == 1, y.ndim == 1
        x2 = x[np.newaxis, :] if row else x
        y2 = y[:, np.newaxis] if column else y

        def open_up(g):
            if column:
                g = g[..., np.newaxis]
            if row:
                g = g[..., np.newaxis, :]
            return g

        def to_x(g):
            d = unbroadcast(open_up(g) @ np.moveaxis(y2, -1, -2), x2.shape)
            return d[0] if row else d

        def to_y(g):
            d = unbroadcast(np.moveaxis(x2, -1, -2) @ open_up(g), y2.shape)
            return d[:, 0] if column else d

        return Tensor._binary(x @ y, self, other, to_x, to_y)

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

    def __neg__(self):
        return self._unary(-self.data, lambda g: -g)

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return self._unary(np.ones(x.shape), lambda g: 0.0 * g)
        return self._unary(x**n, lambda g: g * (n * x ** (n - 1)))

    # ---- shapes

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        short = list(shape)
        if axis is None:
            short = [1] * len(shape)
        else:
            for i in (axis,) if isinstance(axis, (int, np.integer)) else axis:
                short[i] = 1
        return self._unary(
            self.data.sum(axis=axis, keepdims=keepdims),
            lambda g: g.reshape(short) + np.zeros(shape),
        )

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return self._unary(self.data.reshape(*shape), lambda g: g.reshape(self.data.shape))

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim - 1, -1, -1)
        back = np.argsort(np.array(axes, dtype=int) % max(self.data.ndim, 1))
        return self._unary(self.data.transpose(list(axes)), lambda g: g.transpose(back))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def back(g):
            z = np.zeros(self.data.shape)
            np.add.at(z, index, g)
            return z

        return self._unary(self.data[index], back)

    # ---- functions

    def relu(self):
        x = self.data
        return self._unary(np.maximum(x, 0), lambda g: np.where(x > 0, g, 0))

    def exp(self):
        y = np.exp(self.data)
        return self._unary(y, lambda g: g * y)

    def log(self):
        x = self.data
        return self._unary(np.log(x), lambda g: g / x)

    def tanh(self):
        y = np.tanh(self.data)
        return self._unary(y, lambda g: g * (1 + y) * (1 - y))

    def log_softmax(self, axis=-1):
        x = self.data
        m = np.max(x, axis=axis, keepdims=True)
        y = x - m - np.log(np.exp(x - m).sum(axis=axis, keepdims=True))
        return self._unary(y, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))

    # ---- gradients

    def backward(self):
        """A tensor's rule runs as soon as the last of its consumers has run."""
        waiting = defaultdict(int)
        for node in reachable(self):
            if node._rule:
                node.grad = np.zeros(node.data.shape)
            for each in set(node._prev):
                waiting[id(each)] += 1
        self.grad += np.ones(self.data.shape)
        ready = [self]
        while ready:
            node = ready.pop()
            if node._rule:
                node._rule(node.grad)
            for each in node._prev:
                waiting[id(each)] -= 1
                if waiting[id(each)] == 0:
                    ready.append(each)


def wrap(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def reachable(root):
    found, todo = {id(root): root}, [root]
    while todo:
        for each in todo.pop()._prev:
            if id(each) not in found:
                found[id(each)] = each
                todo.append(each)
    return list(found.values())


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = logits.data.shape[0]
    return logits.log_softmax(axis=1)[np.arange(n), np.array(labels)].sum() * (-1 / n)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in reachable(root):
        node.grad = np.zeros(node.data.shape)
