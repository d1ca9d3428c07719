"""Shapes as linear maps: sum, index, transpose, reshape and broadcasting are all one operation,
`gather`: take entries of the flat array by their numbers (and add up those that share a target)."""

from collections import namedtuple

import numpy as np

Edge = namedtuple("Edge", "source pull")


def numbers(shape):
    return np.arange(int(np.prod(shape))).reshape(shape)


class Tensor:
    __array_ufunc__ = None

    def __new__(cls, data, edges=()):
        self = object.__new__(cls)
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.edges = edges
        return self

    def gather(self, where):
        """The result has the shape of `where`, which holds numbers of entries of self."""
        size, shape = self.data.size, self.data.shape

        def pull(g):
            return np.bincount(where.reshape(-1), g.reshape(-1), size).reshape(shape)

        return Tensor(self.data.reshape(-1)[where], (Edge(self, pull),))

    def collect(self, into, shape):
        """The other way: entry i of self is added to entry into[i] of the result."""
        size = int(np.prod(shape))
        value = np.bincount(into.reshape(-1), self.data.reshape(-1), size).reshape(shape)
        return Tensor(value, (Edge(self, lambda g: g.reshape(-1)[into]),))

    def stretch(self, shape):
        if self.data.shape == shape:
            return self
        return self.gather(np.broadcast_to(numbers(self.data.shape), shape))

    def both(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        shape = np.broadcast_shapes(self.data.shape, other.data.shape)
        return self.stretch(shape), other.stretch(shape)

    def entrywise(self, value, slope):
        return Tensor(value, (Edge(self, lambda g: g * slope),))

    def __add__(self, other):
        a, b = self.both(other)
        return Tensor(a.data + b.data, (Edge(a, np.copy), Edge(b, np.copy)))

    def __sub__(self, other):
        a, b = self.both(other)
        return Tensor(a.data - b.data, (Edge(a, np.copy), Edge(b, np.negative)))

    def __mul__(self, other):
        a, b = self.both(other)
        x, y = a.data, b.data
        return Tensor(x * y, (Edge(a, lambda g: g * y), Edge(b, lambda g: g * x)))

    def __truediv__(self, other):
        a, b = self.both(other)
        x, y = a.data, b.data
        return Tensor(x / y, (Edge(a, lambda g: g / y), Edge(b, lambda g: -g * x / y / y)))

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        p, q = self.data.shape, other.data.shape
        a = self if len(p) > 1 else self.reshape(1, *p)
        b = other if len(q) > 1 else other.reshape(*q, 1)
        stack = np.broadcast_shapes(a.data.shape[:-2], b.data.shape[:-2])
        a = a.stretch(stack + a.data.shape[-2:])
        b = b.stretch(stack + b.data.shape[-2:])
        x, y = a.data, b.data
        out = Tensor(
            np.matmul(x, y),
            (
                Edge(a, lambda g: np.einsum("...ik,...jk->...ij", g, y)),
                Edge(b, lambda g: np.einsum("...ij,...ik->...jk", x, g)),
            ),
        )
        return out.reshape(stack + p[-2:-1] + (q[-1:] if len(q) > 1 else ()))

    def __radd__(self, other):
        return Tensor(other) + self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def __neg__(self):
        return self.entrywise(-self.data, -1.0)

    def __pow__(self, n):
        if n == 0:
            return self.entrywise(np.ones(self.data.shape), 0.0)
        return self.entrywise(self.data**n, n * self.data ** (float(n) - 1.0))

    def sum(self, axis=None, keepdims=False):
        thin = np.empty(self.data.shape).sum(axis=axis, keepdims=True).shape
        into = np.broadcast_to(numbers(thin), self.data.shape)
        out = self.collect(into, thin)
        return out if keepdims else out.reshape(self.data.sum(axis=axis).shape)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out / (self.data.size / out.data.size)

    def reshape(self, *shape):
        return self.gather(numbers(self.data.shape).reshape(*shape))

    def transpose(self, axes=None):
        return self.gather(numbers(self.data.shape).transpose(axes))

    T = property(transpose)

    def __getitem__(self, index):
        return self.gather(np.asarray(numbers(self.data.shape)[index]))

    def relu(self):
        return self.entrywise(np.maximum(self.data, 0.0), np.greater(self.data, 0.0))

    def exp(self):
        return self.entrywise(np.exp(self.data), np.exp(self.data))

    def log(self):
        return self.entrywise(np.log(self.data), 1 / self.data)

    def tanh(self):
        return self.entrywise(np.tanh(self.data), 1 - np.tanh(self.data) ** 2)

    def log_softmax(self, axis=-1):
        x = self - self.data.max(axis=axis, keepdims=True)
        return x - x.exp().sum(axis, True).log()

    def backward(self):
        todo = past(self)
        for t in todo:
            if t.edges:
                t.grad = np.zeros(t.data.shape)
        self.grad += np.ones(self.data.shape)
        while todo:
            t = todo.pop()
            for source, pull in t.edges:
                source.grad += pull(t.grad)


def past(root):
    """Sorted by the length of the longest way from a leaf."""
    height, stack = {}, [root]
    while stack:
        t = stack[-1]
        below = [e.source for e in t.edges if e.source not in height]
        if below:
            stack += below
        else:
            stack.pop()
            height[t] = 1 + max((height[e.source] for e in t.edges), default=0)
    return sorted(height, key=height.get)


def unbroadcast(grad, shape):
    where = np.broadcast_to(numbers(shape), grad.shape)
    return np.bincount(where.ravel(), grad.ravel(), int(np.prod(shape))).reshape(shape)


def cross_entropy(logits, labels):
    n, m = logits.data.shape
    return -logits.log_softmax().gather(np.arange(n) * m + np.array(labels, dtype=int)).mean()


def zero_grad(root):
    for t in past(root):
        t.grad = np.zeros(t.data.shape)
