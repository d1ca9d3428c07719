"""One kind of node for everything that has to do with shapes: a table says from which entry of the
operand each entry comes. Broadcasting, reshape, transpose and an index are one table each; a sum is
a table read backwards; a matrix product is a product of two tables, summed. So the rules of + and *
never see two different shapes."""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.edges = ()  # (operand, function of this gradient)

    # ---- nodes

    @classmethod
    def node(cls, data, *edges):
        out = cls(data)
        out.edges = edges
        return out

    def table(self, places):
        """out[i] = self[places[i]], with places flat."""
        size, shape = self.data.size, self.data.shape

        def back(g):
            return np.bincount(places.reshape(-1), g.reshape(-1), size).reshape(shape)

        return Tensor.node(self.data.reshape(-1)[places], (self, back))

    def collect(self, places, shape):
        """out[places[i]] is the sum of all such self[i]."""
        size = int(np.prod(shape))
        data = np.bincount(places.reshape(-1), self.data.reshape(-1), size).reshape(shape)
        return Tensor.node(data, (self, lambda g: g.reshape(-1)[places]))

    def places(self):
        return np.arange(self.data.size).reshape(self.data.shape)

    def stretched(self, shape):
        if self.data.shape == shape:
            return self
        return self.table(np.broadcast_to(self.places(), shape))

    def entrywise(self, data, slope):
        return Tensor.node(data, (self, lambda g: g * slope))

    # ---- arithmetic

    def __add__(self, other):
        a, b = alike(self, other)
        return Tensor.node(a.data + b.data, (a, lambda g: g), (b, lambda g: g))

    def __mul__(self, other):
        a, b = alike(self, other)
        return Tensor.node(a.data * b.data, (a, lambda g: g * b.data), (b, lambda g: g * a.data))

    def __neg__(self):
        return self.entrywise(-self.data, -1.0)

    def __pow__(self, n):
        return self.entrywise(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def __sub__(self, other):
        return self + -tensor(other)

    def __truediv__(self, other):
        return self * tensor(other) ** -1

    def __matmul__(self, other):
        other = tensor(other)
        a, b = self.places(), other.places()
        a = a if a.ndim > 1 else a[None, :]
        b = b if b.ndim > 1 else b[:, None]
        terms = self.table(a[..., :, :, None]) * other.table(b[..., None, :, :])
        out = terms.sum(axis=-2)
        shape = out.data.shape
        shape = shape if other.data.ndim > 1 else shape[:-1]
        if self.data.ndim == 1:
            shape = shape[:-2] + shape[-1:] if other.data.ndim > 1 else shape[:-1]
        return out.reshape(shape)

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

    # ---- shapes

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        places = np.arange(int(np.prod(kept))).reshape(kept)
        shape = self.data.sum(axis=axis, keepdims=keepdims).shape
        return self.collect(np.broadcast_to(places, self.data.shape), shape)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out / (self.data.size / out.data.size)

    def reshape(self, *shape):
        return self.table(self.places().reshape(*shape))

    def transpose(self, axes=None):
        return self.table(self.places().transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self.table(np.asarray(self.places()[index]))

    # ---- functions

    def relu(self):
        return self.entrywise(np.maximum(self.data, 0), np.sign(np.maximum(self.data, 0)))

    def exp(self):
        y = np.exp(self.data)
        return self.entrywise(y, y)

    def log(self):
        return self.entrywise(np.log(self.data), 1 / self.data)

    def tanh(self):
        y = np.tanh(self.data)
        return self.entrywise(y, 1 - y**2)

    def log_softmax(self, axis=-1):
        x = self + -self.data.max(axis=axis, keepdims=True)
        return x - x.exp().sum(axis=axis, keepdims=True).log()

    # ---- backward: newest first is not enough of an order for me, so operands are counted

    def backward(self):
        users = count_users(self)
        fresh = {t: np.zeros(t.data.shape) for t in users}
        fresh[self] += 1
        ready = [self]
        while ready:
            t = ready.pop()
            g = fresh[t]
            t.grad = g if t.edges else t.grad + g
            for operand, back in t.edges:
                fresh[operand] = fresh[operand] + back(g)
                users[operand] -= 1
                if users[operand] == 0:
                    ready.append(operand)


def count_users(root):
    users, todo = {root: 0}, [root]
    while todo:
        for operand, _ in todo.pop().edges:
            if operand not in users:
                users[operand] = 0
                todo.append(operand)
            users[operand] += 1
    return users


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def alike(a, b):
    b = tensor(b)
    shape = np.broadcast_shapes(a.data.shape, b.data.shape)
    return a.stretched(shape), b.stretched(shape)


def unbroadcast(grad, shape):
    """Not needed here, but asked for: the gradient of a stretched operand."""
    operand = Tensor(np.zeros(shape))
    out = operand.table(np.broadcast_to(operand.places(), np.shape(grad)))
    return out.edges[0][1](np.asarray(grad))


def cross_entropy(logits, labels):
    rows = np.arange(len(labels))
    return -logits.log_softmax()[rows, np.asarray(labels)].mean()


def zero_grad(root):
    for t in count_users(root):
        t.grad = np.zeros(t.data.shape)
