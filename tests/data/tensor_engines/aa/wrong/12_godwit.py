"""Tensor engine: every result counts its consumers, and is ready when all of them have sent."""

from collections import Counter, deque

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.children = ()
        self.send = None

    @staticmethod
    def result(data, children, send):
        out = Tensor(data)
        out.children = children
        out.send = send
        return out

    def get(self, g):
        self.grad[...] += unbroadcast(g, self.data.shape)

    def __add__(self, other):
        other = _t(other)

        def send(g):
            self.get(g)
            other.get(g)

        return Tensor.result(self.data + other.data, (self, other), send)

    def __mul__(self, other):
        other = _t(other)

        def send(g):
            self.get(g * other.data)
            other.get(g * self.data)

        return Tensor.result(self.data * other.data, (self, other), send)

    def __truediv__(self, other):
        other = _t(other)

        def send(g):
            self.get(g / other.data)
            other.get(-g * self.data / other.data ** 2)

        return Tensor.result(self.data / other.data, (self, other), send)

    def __pow__(self, n):
        def send(g):
            if n != 0:
                self.get(g * n * self.data ** (n - 1))

        return Tensor.result(self.data ** n, (self,), send)

    def __matmul__(self, other):
        other = _t(other)
        a, b = self.data, other.data
        a_row, b_column = a.ndim == 1, b.ndim == 1
        a = a[None, :] if a_row else a
        b = b[:, None] if b_column else b

        def send(g):
            if b_column:
                g = g[..., None]
            if a_row:
                g = g[..., None, :]
            for_a = unbroadcast(g @ b.swapaxes(-1, -2), a.shape)
            for_b = unbroadcast(a.swapaxes(-1, -2) @ g, b.shape)
            self.get(for_a[0] if a_row else for_a)
            other.get(for_b[:, 0] if b_column else for_b)

        return Tensor.result(self.data @ other.data, (self, other), send)

    def __neg__(self):
        return Tensor.result(-self.data, (self,), lambda g: self.get(-g))

    def __sub__(self, other):
        return self + (-_t(other))

    def __rsub__(self, other):
        return _t(other) + (-self)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return _t(other) / self

    def __rmatmul__(self, other):
        return _t(other) @ self

    def sum(self, axis=None, keepdims=False):
        kept = np.sum(self.data, axis=axis, keepdims=True).shape

        def send(g):
            self.get(np.broadcast_to(g.reshape(kept), self.data.shape))

        return Tensor.result(np.sum(self.data, axis=axis, keepdims=keepdims), (self,), send)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out / (self.data.size / out.data.size)

    def reshape(self, *shape):
        def send(g):
            self.get(g.reshape(self.data.shape))

        return Tensor.result(self.data.reshape(*shape), (self,), send)

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = tuple(range(n))[::-1] if axes is None else tuple(a % n for a in axes)

        def send(g):
            self.get(g.transpose([axes.index(i) for i in range(n)]))

        return Tensor.result(self.data.transpose(axes), (self,), send)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def send(g):
            np.add.at(self.grad, index, g)

        return Tensor.result(self.data[index], (self,), send)

    def relu(self):
        return Tensor.result(
            self.data * (self.data > 0), (self,), lambda g: self.get(g * (self.data > 0))
        )

    def exp(self):
        y = np.exp(self.data)
        return Tensor.result(y, (self,), lambda g: self.get(g * y))

    def log(self):
        return Tensor.result(np.log(self.data), (self,), lambda g: self.get(g / self.data))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor.result(y, (self,), lambda g: self.get(g * (1 - y * y)))

    def log_softmax(self, axis=-1):
        top = self.data.max(axis=axis, keepdims=True)
        y = self.data - (top + np.log(np.exp(self.data - top).sum(axis=axis, keepdims=True)))

        def send(g):
            self.get(g - g.sum(axis=axis, keepdims=True) * np.exp(y))

        return Tensor.result(y, (self,), send)

    def backward(self):
        waiting = Counter()
        for node in reach(self):
            if node.send and node is not self:
                node.grad = np.zeros_like(node.data)
            waiting.update(id(child) for child in node.children)
        self.grad += np.ones_like(self.data)
        ready = deque([self])
        while ready:
            node = ready.popleft()
            if node.send:
                node.send(node.grad)
            for child in node.children:
                waiting[id(child)] -= 1
                if waiting[id(child)] == 0:
                    ready.append(child)


def _t(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def reach(root):
    found = {id(root): root}
    queue = deque([root])
    while queue:
        for child in queue.popleft().children:
            if id(child) not in found:
                found[id(child)] = child
                queue.append(child)
    return list(found.values())


def unbroadcast(grad, shape):
    lead = grad.ndim - len(shape)
    out = grad.sum(axis=tuple(range(lead)))
    for i, n in enumerate(shape):
        if n == 1:
            out = out.sum(axis=i, keepdims=True)
    return out


def cross_entropy(logits, labels):
    logp = logits.log_softmax(axis=-1)
    rows = np.arange(len(labels))
    return -(logp[rows, np.asarray(labels)].mean())


def zero_grad(root):
    for node in reach(root):
        node.grad[...] = 0.0
