"""Exercise 8. Every tensor has a level above the leaves; backward takes the highest level first."""

import heapq
import itertools
from functools import partial

import numpy as np

tie = itertools.count()


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, rule=None, parents=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.rule = rule
        self.parents = parents
        self.level = 1 + parents[0].level if parents else 0

    def __add__(self, other):
        return combine(np.add, lambda g, a, b: (g, g), self, other)

    def __radd__(self, other):
        return combine(np.add, lambda g, a, b: (g, g), other, self)

    def __sub__(self, other):
        return combine(np.subtract, lambda g, a, b: (g, -g), self, other)

    def __rsub__(self, other):
        return combine(np.subtract, lambda g, a, b: (g, -g), other, self)

    def __mul__(self, other):
        return combine(np.multiply, lambda g, a, b: (g * b, g * a), self, other)

    def __rmul__(self, other):
        return combine(np.multiply, lambda g, a, b: (g * b, g * a), other, self)

    def __truediv__(self, other):
        return combine(np.divide, quotient_rule, self, other)

    def __rtruediv__(self, other):
        return combine(np.divide, quotient_rule, other, self)

    def __matmul__(self, other):
        return combine(np.matmul, matmul_rule, self, other)

    def __rmatmul__(self, other):
        return combine(np.matmul, matmul_rule, other, self)

    def __neg__(self):
        return combine(np.negative, lambda g, a: (-g,), self)

    def __pow__(self, n):
        return combine(lambda a: a**n, partial(power_rule, n), self)

    def __getitem__(self, index):
        return combine(lambda a: a[index], partial(index_rule, index), self)

    def sum(self, axis=None, keepdims=False):
        return combine(partial(np.sum, axis=axis, keepdims=keepdims), partial(sum_rule, axis), self)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s * (s.data.size / self.data.size)

    def reshape(self, *shape):
        return combine(lambda a: a.reshape(*shape), lambda g, a: (g.reshape(a.shape),), self)

    def transpose(self, axes=None):
        return combine(lambda a: a.transpose(axes), partial(transpose_rule, axes), self)

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return combine(lambda a: np.maximum(a, 0), lambda g, a: (g * (a > 0),), self)

    def exp(self):
        return combine(np.exp, lambda g, a: (g * np.exp(a),), self)

    def log(self):
        return combine(np.log, lambda g, a: (g / a,), self)

    def tanh(self):
        return combine(np.tanh, lambda g, a: (g * (1 - np.tanh(a) ** 2),), self)

    def log_softmax(self, axis=-1):
        return combine(partial(log_probabilities, axis), partial(softmax_rule, axis), self)

    def backward(self):
        grads = {self: np.ones(self.data.shape)}
        heap = [(-self.level, next(tie), self)]
        while heap:
            _, _, node = heapq.heappop(heap)
            g = grads[node]
            if not node.parents:
                node.grad += g
                continue
            shares = node.rule(g, *(p.data for p in node.parents))
            for parent, share in zip(node.parents, shares):
                share = unbroadcast(share, parent.data.shape)
                if parent in grads:
                    grads[parent] = grads[parent] + share
                else:
                    grads[parent] = share
                    heapq.heappush(heap, (-parent.level, next(tie), parent))


def combine(function, rule, *operands):
    parents = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in operands)
    return Tensor(function(*(p.data for p in parents)), rule, parents)


def quotient_rule(g, a, b):
    return g / b, -g * a / (b * b)


def power_rule(n, g, a):
    return (g * n * a ** (n - 1) if n != 0 else 0 * g,)


def matmul_rule(g, a, b):
    row, column = a.ndim == 1, b.ndim == 1
    if column:
        b = b[:, None]
        g = g[..., None]
    if row:
        a = a[None, :]
        g = np.expand_dims(g, -2)
    ga = unbroadcast(g @ b.swapaxes(-1, -2), a.shape)
    gb = unbroadcast(a.swapaxes(-1, -2) @ g, b.shape)
    return ga[0] if row else ga, gb[:, 0] if column else gb


def index_rule(index, g, a):
    full = np.zeros(a.shape)
    np.add.at(full, index, g)
    return (full,)


def sum_rule(axis, g, a):
    kept = np.sum(a, axis=axis, keepdims=True).shape
    return (np.broadcast_to(g.reshape(kept), a.shape),)


def transpose_rule(axes, g, a):
    if axes is None:
        return (g.T,)
    return (g.transpose(np.argsort([i % a.ndim for i in axes])),)


def log_probabilities(axis, a):
    a = a - np.max(a, axis=axis, keepdims=True)
    return a - np.log(np.sum(np.exp(a), axis=axis, keepdims=True))


def softmax_rule(axis, g, a):
    return (g - np.exp(log_probabilities(axis, a)) * np.sum(g, axis=axis, keepdims=True),)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    return logits.log_softmax()[np.arange(len(labels)), labels].sum() / -len(labels)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    todo, seen = [root], {root}
    while todo:
        node = todo.pop()
        node.grad = np.zeros(node.data.shape)
        for parent in node.parents:
            if parent not in seen:
                seen.add(parent)
                todo.append(parent)
