"""No topological sort: tensors are numbered as they are made, and a heap gives the newest first.

A consumer is always newer than what it consumes. So the newest tensor that has a gradient
waiting can get no more, and its turn has come. Edges are stored in the tensor, by twos:
(source, function that carries a gradient back to the source).
"""

import heapq
from itertools import count

import numpy as np

clock = count()


class Tensor:
    __slots__ = "data", "grad", "edges", "born"
    __array_ufunc__ = None

    def __init__(self, data, *edges):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.edges = edges
        self.born = next(clock)

    def __lt__(self, other):  # for the heap: younger comes first
        return self.born > other.born

    def __add__(self, other):
        other = tensor(other)
        return Tensor(self.data + other.data, (self, same), (other, same))

    def __sub__(self, other):
        other = tensor(other)
        return Tensor(self.data - other.data, (self, same), (other, np.negative))

    def __mul__(self, other):
        other = tensor(other)
        return Tensor(self.data * other.data, (self, times(other.data)), (other, times(self.data)))

    def __truediv__(self, other):
        other = tensor(other)
        slope = -self.data / other.data**2
        return Tensor(self.data / other.data, (self, times(1 / other.data)), (other, times(slope)))

    def __matmul__(self, other):
        other = tensor(other)
        a, b = self.data, other.data
        # Letters of einsum: i for rows, k for what is summed, j for columns; a vector has only k.
        left = "...k" if a.ndim == 1 else "...ik"
        right = "...k" if b.ndim == 1 else "...kj"
        out = "..." + "i" * (a.ndim > 1) + "j" * (b.ndim > 1)

        def to_left(g):
            return np.einsum(f"{out},{right}->{left}", g, b)

        def to_right(g):
            return np.einsum(f"{left},{out}->{right}", a, g)

        return Tensor(np.einsum(f"{left},{right}->{out}", a, b), (self, to_left), (other, to_right))

    def __radd__(self, other):
        return tensor(other) + self

    def __rsub__(self, other):
        return tensor(other) - self

    def __rmul__(self, other):
        return tensor(other) * self

    def __rtruediv__(self, other):
        return tensor(other) / self

    def __rmatmul__(self, other):
        return tensor(other) @ self

    def __neg__(self):
        return Tensor(-self.data, (self, np.negative))

    def __pow__(self, n):
        slope = np.zeros(self.data.shape) if n == 0 else n * self.data ** (n - 1)
        return Tensor(self.data**n, (self, times(slope)))

    def relu(self):
        return Tensor(self.data.clip(0), (self, times(self.data > 0)))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self, times(y)))

    def log(self):
        return Tensor(np.log(self.data), (self, times(1 / self.data)))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self, times((1 + y) * (1 - y))))

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis, keepdims=True).shape
        y = self.data.sum(axis, keepdims=keepdims)
        return Tensor(y, (self, lambda g: np.multiply(g.reshape(kept), np.ones(self.data.shape))))

    def mean(self, axis=None, keepdims=False):
        y = self.sum(axis, keepdims)
        return y * (y.data.size / self.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self, lambda g: g.reshape(self.data.shape)))

    def transpose(self, axes=None):
        def back(g):
            if axes is None:
                return g.T
            return np.moveaxis(g, list(range(g.ndim)), list(axes))

        return Tensor(self.data.transpose(axes), (self, back))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def back(g):
            whole = np.zeros(self.data.shape)
            np.add.at(whole, index, g)
            return whole

        return Tensor(self.data[index], (self, back))

    def log_softmax(self, axis=-1):
        total = np.logaddexp.reduce(self.data, axis=axis, keepdims=True)
        y = self.data - total
        return Tensor(y, (self, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True)))

    def backward(self):
        waiting = {self: np.ones(self.data.shape)}
        heap = [self]
        while heap:
            newest = heapq.heappop(heap)
            g = waiting.pop(newest)
            if not newest.edges:
                newest.grad[...] += g
            for source, carry in newest.edges:
                part = unbroadcast(np.asarray(carry(g)), source.data.shape)
                if source in waiting:
                    waiting[source] = waiting[source] + part
                else:
                    waiting[source] = part
                    heapq.heappush(heap, source)


def tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def same(g):
    return g


def times(factor):
    return lambda g: g * factor


def unbroadcast(grad, shape):
    ones = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(i for i, (n, m) in enumerate(zip(grad.shape, ones)) if n != m)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    picked = logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)]
    return picked.mean() * -1


def zero_grad(root):
    heap, done = [root], set()
    while heap:
        each = heapq.heappop(heap)
        if each not in done:
            done.add(each)
            each.grad = np.zeros(each.data.shape)
            for source, _ in each.edges:
                heapq.heappush(heap, source)
