"""Tensors carry serial numbers; backward takes the newest one from a heap, again and again."""

import heapq
import itertools

import numpy as np

_serial = itertools.count()


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, operands=(), chain=()):
        self.data = np.asarray(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.operands = operands
        self.chain = chain  # one function for each operand
        self.serial = next(_serial)

    def __lt__(self, other):
        return self.serial > other.serial  # the heap gives the newest first

    def _with(self, other, ufunc, left, right):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        x, y = self.data, other.data
        z = ufunc(x, y)
        return Tensor(z, (self, other), (lambda g: left(g, x, y, z), lambda g: right(g, x, y, z)))

    def __add__(self, other):
        return self._with(other, np.add, lambda g, x, y, z: g, lambda g, x, y, z: g)

    def __sub__(self, other):
        return self._with(other, np.subtract, lambda g, x, y, z: g, lambda g, x, y, z: -g)

    def __mul__(self, other):
        return self._with(other, np.multiply, lambda g, x, y, z: g * y, lambda g, x, y, z: g * x)

    def __truediv__(self, other):
        return self._with(
            other, np.divide, lambda g, x, y, z: g / y, lambda g, x, y, z: -g * z / y
        )

    def __matmul__(self, other):
        def left(g, x, y, z):
            if y.ndim == 1:
                return g[..., None] * y
            if x.ndim == 1:
                return (g[..., None, :] * y).sum(-1)
            return np.matmul(g, np.swapaxes(y, -1, -2))

        def right(g, x, y, z):
            if x.ndim == 1:
                return g * x if y.ndim == 1 else x[:, None] * g[..., None, :]
            if y.ndim == 1:
                return (x * g[..., None]).sum(-2)
            return np.matmul(np.swapaxes(x, -1, -2), g)

        return self._with(other, np.matmul, left, right)

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
        return 0.0 - self

    def __pow__(self, n):
        x = self.data

        def chain(g):
            return g * (n * x ** (n - 1)) if n else np.zeros(x.shape)

        return Tensor(x**n, (self,), (chain,))

    def sum(self, axis=None, keepdims=False):
        x = self.data

        def chain(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return np.broadcast_to(g, x.shape)

        return Tensor(x.sum(axis=axis, keepdims=keepdims), (self,), (chain,))

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis=axis, keepdims=keepdims)
        return s * (s.data.size / self.data.size)

    def reshape(self, *shape):
        x = self.data
        return Tensor(x.reshape(*shape), (self,), (lambda g: g.reshape(x.shape),))

    def transpose(self, axes=None):
        x = self.data
        places = np.arange(x.ndim)[::-1] if axes is None else np.arange(x.ndim)[list(axes)]
        return Tensor(x.transpose(places), (self,), (lambda g: g.transpose(places.argsort()),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        x = self.data

        def chain(g):
            z = np.zeros(x.shape)
            np.add.at(z, index, g)
            return z

        return Tensor(x[index], (self,), (chain,))

    def relu(self):
        x = self.data
        return Tensor(np.where(x > 0, x, 0), (self,), (lambda g: np.where(x > 0, g, 0),))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), (lambda g: g * y,))

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self,), (lambda g: g / x,))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), (lambda g: g * (1 - y**2),))

    def log_softmax(self, axis=-1):
        x = self.data
        x -= x.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return Tensor(y, (self,), (lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True),))

    def _newest_first(self):
        heap, known = [self], {self.serial}
        while heap:
            node = heapq.heappop(heap)
            yield node
            for each in node.operands:
                if each.serial not in known:
                    known.add(each.serial)
                    heapq.heappush(heap, each)

    def backward(self):
        for node in self._newest_first():
            if node.operands:
                node.grad = np.zeros(node.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for node in self._newest_first():
            for each, chain in zip(node.operands, node.chain):
                each.grad = each.grad + unbroadcast(chain(node.grad), each.data.shape)


def unbroadcast(grad, shape):
    if grad.ndim > len(shape):
        grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    repeated = [i for i, (n, m) in enumerate(zip(shape, grad.shape)) if n != m]
    return grad.sum(axis=tuple(repeated), keepdims=True)


def cross_entropy(logits, labels):
    rows = range(len(labels))
    return -logits.log_softmax()[list(rows), list(labels)].mean()


def zero_grad(root):
    for node in root._newest_first():
        node.grad = np.zeros(node.data.shape)
