"""Nobody sends anything here. Each tensor, the newest first, asks all of its consumers for its
part of their gradients, and adds up the answers: a gradient is worked out in one go."""

from collections import defaultdict, deque
from itertools import count, repeat
from math import prod

import numpy as np

clock = count()


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    # With ones put in front, every axis has two lengths: that of grad, and that of the operand.
    here = deque(shape)
    here.extendleft(repeat(1, np.ndim(grad) - len(shape)))
    for axis, pair in enumerate(zip(np.shape(grad), here)):
        if pair[0] != pair[1]:
            grad = np.sum(grad, axis=axis, keepdims=True)
    return np.reshape(grad, shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, *asked):
        """asked: pairs of an operand and the function that answers it."""
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.asked = asked
        self.time = next(clock)

    def __add__(self, other):
        other = tensor(other)
        return Tensor(self.data + other.data, (self, lambda g: g), (other, lambda g: g))

    def __mul__(self, other):
        other = tensor(other)
        x, y = self.data, other.data
        return Tensor(x * y, (self, lambda g: g * y), (other, lambda g: g * x))

    def __sub__(self, other):
        other = tensor(other)
        return Tensor(self.data - other.data, (self, lambda g: g), (other, np.negative))

    def __truediv__(self, other):
        other = tensor(other)
        x, y = self.data, other.data
        return Tensor(x / y, (self, lambda g: g / y), (other, lambda g: g * x / y * (-1 / y)))

    def __matmul__(self, other):
        other = tensor(other)
        x, y = self.data, other.data
        rows = x if x.ndim > 1 else x[np.newaxis]
        columns = y if y.ndim > 1 else y[..., np.newaxis]
        shape = (rows @ columns).shape

        def for_x(g):
            g = np.matmul(g.reshape(shape), columns.swapaxes(-1, -2))
            return unbroadcast(g, rows.shape).reshape(x.shape)

        def for_y(g):
            g = np.matmul(rows.swapaxes(-1, -2), g.reshape(shape))
            return unbroadcast(g, columns.shape).reshape(y.shape)

        return Tensor(x @ y, (self, for_x), (other, for_y))

    def __radd__(self, other):
        return tensor(other) + self

    def __rmul__(self, other):
        return tensor(other) * self

    def __rsub__(self, other):
        return tensor(other) - self

    def __rtruediv__(self, other):
        return tensor(other) / self

    def __rmatmul__(self, other):
        return tensor(other) @ self

    def __neg__(self):
        return Tensor(-self.data, (self, np.negative))

    def __pow__(self, n):
        x = self.data
        return Tensor(x**n, (self, lambda g: g * n * x ** (n - 1) if n else np.zeros(x.shape)))

    def sum(self, axis=None, keepdims=False):
        kept = list(self.data.shape)
        axes = range(len(kept)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
        for i in axes:
            kept[i] = 1
        shape = self.data.shape
        return Tensor(
            self.data.sum(axis=axis, keepdims=keepdims),
            (self, lambda g: np.broadcast_to(g.reshape(kept), shape)),
        )

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (prod(self.data.shape) // prod(total.data.shape))

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), (self, lambda g: g.reshape(old)))

    def transpose(self, axes=None):
        # Turning on and on leads back to where one began; the step before that is the inverse.
        n = self.data.ndim
        axes = tuple(range(n))[::-1] if axes is None else tuple(i % n for i in axes)
        back = tuple(range(n))
        while tuple(back[i] for i in axes) != tuple(range(n)):
            back = tuple(back[i] for i in axes)
        return Tensor(self.data.transpose(axes), (self, lambda g: g.transpose(back)))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape
        places = np.arange(prod(shape)).reshape(shape)[index].ravel()

        def answer(g):
            return np.bincount(places, g.ravel(), prod(shape)).reshape(shape)

        return Tensor(self.data[index], (self, answer))

    def relu(self):
        y = np.maximum(self.data, 0)
        return Tensor(y, (self, lambda g: np.where(y > 0, g, 0)))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self, lambda g: g * y))

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self, lambda g: g / x))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self, lambda g: g * (1 - y * y)))

    def log_softmax(self, axis=-1):
        y = self.data - np.logaddexp.reduce(self.data, axis=axis, keepdims=True)
        return Tensor(y, (self, lambda g: g - np.exp(y) * np.sum(g, axis=axis, keepdims=True)))

    def backward(self):
        nodes = everything(self)
        consumers = defaultdict(list)
        for node in nodes:
            for operand, answer in node.asked:
                consumers[operand].append((node, answer))
        gradient = {}
        for node in sorted(nodes, key=lambda each: each.time, reverse=True):
            g = np.zeros(node.data.shape)
            if node is self:
                g += 1
            for consumer, answer in consumers[node]:
                g += unbroadcast(answer(gradient[consumer]), g.shape)
            gradient[node] = g
        for node, g in gradient.items():
            if node.asked:
                node.grad = g
            else:
                node.grad += g


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def everything(root):
    found, queue = {root}, deque([root])
    while queue:
        for operand, _ in queue.popleft().asked:
            if operand not in found:
                found.add(operand)
                queue.append(operand)
    return found


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    log_p = logits.log_softmax(axis=-1)
    return log_p[range(len(labels)), np.array(labels)].sum() / -len(labels)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in everything(root):
        node.grad = np.zeros(node.data.shape)
