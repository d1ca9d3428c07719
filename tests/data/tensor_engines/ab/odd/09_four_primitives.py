"""Exercise 8 from four primitives only: a table (map), a gather, a scatter, and a product.

Everything that has to do with shapes is a gather: each entry of the result says which entry of
the operand it is. Its rule is a scatter (entries that are gathered twice are added). A sum is a
scatter, whose rule is a gather. Broadcasting is a gather as well, so it is undone by itself."""

import heapq
from itertools import count

import numpy as np

ticket = count()


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, source=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.source = source or []
        self.ticket = next(ticket)

    def __lt__(self, other):  # the heap gives the youngest first
        return self.ticket > other.ticket

    # -- the primitives

    def table(self, value, slope):
        return Tensor(value, [(self, lambda g: g * slope)])

    def gather(self, places):
        size, shape = self.data.size, self.data.shape
        return Tensor(
            self.data.ravel()[places],
            [(self, lambda g: np.bincount(places.ravel(), g.ravel(), minlength=size).reshape(shape))],
        )

    def scatter(self, places, shape):
        size = int(np.prod(shape))
        out = np.bincount(places.ravel(), self.data.ravel(), minlength=size).reshape(shape)
        return Tensor(out, [(self, lambda g: np.ravel(g)[places])])

    @staticmethod
    def product(a, b):
        return Tensor(a.data * b.data, [(a, lambda g: g * b.data), (b, lambda g: g * a.data)])

    # -- shapes

    def places(self):
        return np.arange(self.data.size).reshape(self.data.shape)

    def stretched(self, shape):
        if self.data.shape == tuple(shape):
            return self
        return self.gather(np.broadcast_to(self.places(), shape))

    def reshape(self, *shape):
        return self.gather(self.places().reshape(*shape))

    def transpose(self, axes=None):
        return self.gather(self.places().transpose(axes))

    T = property(transpose)

    def __getitem__(self, index):
        return self.gather(np.asarray(self.places()[index]))

    def sum(self, axis=None, keepdims=False):
        kept = np.empty(self.data.shape).sum(axis=axis, keepdims=True).shape
        shape = np.shape(np.empty(self.data.shape).sum(axis=axis, keepdims=keepdims))
        where = np.broadcast_to(np.arange(int(np.prod(kept))).reshape(kept), self.data.shape)
        return self.scatter(where, shape)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    # -- arithmetic

    def __mul__(self, other):
        return Tensor.product(*together(self, other))

    def __add__(self, other):
        a, b = together(self, other)
        return Tensor(a.data + b.data, [(a, lambda g: g), (b, lambda g: g)])

    def __neg__(self):
        return self.table(-self.data, -1.0)

    def __sub__(self, other):
        return self + -tensor(other)

    def __pow__(self, n):
        return self.table(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def __truediv__(self, other):
        return self * tensor(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def __matmul__(self, other):
        a, b = self, tensor(other)
        if a.data.ndim == 1:
            a = a.reshape(1, -1)
        if b.data.ndim == 1:
            b = b.reshape(-1, 1)
        shape = a.data.shape
        rows = a.reshape(shape + (1,))
        shape = b.data.shape
        columns = b.reshape(shape[:-2] + (1,) + shape[-2:])
        return (rows * columns).sum(axis=-2).reshape(np.matmul(self.data, tensor(other).data).shape)

    def __rmatmul__(self, other):
        return tensor(other) @ self

    # -- functions

    def relu(self):
        return self.table(np.maximum(self.data, 0), self.data > 0)

    def exp(self):
        return self.table(np.exp(self.data), np.exp(self.data))

    def log(self):
        return self.table(np.log(self.data), 1 / self.data)

    def tanh(self):
        return self.table(np.tanh(self.data), 1 - np.tanh(self.data) ** 2)

    def log_softmax(self, axis=-1):
        lowered = self - self.data.max(axis=axis, keepdims=True)
        return lowered - lowered.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        self.grad = (np.zeros_like(self.data) if self.source else self.grad) + 1.0
        for node in youngest_first(self):
            if node is not self and node.source:
                node.grad = np.zeros_like(node.data)
        for node in youngest_first(self):
            for operand, rule in node.source:
                operand.grad = operand.grad + rule(node.grad)


def youngest_first(root):
    heap, met = [root], {root}
    while heap:
        node = heapq.heappop(heap)
        yield node
        for operand, _ in node.source:
            if operand not in met:
                met.add(operand)
                heapq.heappush(heap, operand)


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def together(a, b):
    a, b = tensor(a), tensor(b)
    shape = np.broadcast_shapes(a.data.shape, b.data.shape)
    return a.stretched(shape), b.stretched(shape)


def unbroadcast(grad, shape):
    where = np.broadcast_to(np.arange(int(np.prod(shape))).reshape(shape), np.shape(grad))
    return np.bincount(where.ravel(), np.ravel(grad), minlength=int(np.prod(shape))).reshape(shape)


def cross_entropy(logits, labels):
    rows, columns = logits.data.shape
    return -logits.log_softmax().reshape(-1)[np.arange(rows) * columns + np.asarray(labels, dtype=int)].mean()


def zero_grad(root):
    for node in youngest_first(root):
        node.grad = np.zeros_like(node.data)
