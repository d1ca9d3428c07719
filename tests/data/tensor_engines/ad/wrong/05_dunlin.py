"""Tensor engine, recursive version."""
import numpy as np
from numpy import float64, ndarray, zeros_like


def unbroadcast(grad: ndarray, shape: tuple) -> ndarray:
    if grad.shape == tuple(shape):
        return grad
    if grad.ndim > len(shape):
        return unbroadcast(np.asarray(grad.sum(axis=0)), shape)
    stretched = [i for i in range(grad.ndim) if shape[i] == 1 != grad.shape[i]]
    return grad.sum(axis=tuple(stretched), keepdims=True)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, parents: tuple = (), rule=None):
        self.data: ndarray = np.array(data, dtype=float64)
        self.grad: ndarray = zeros_like(self.data)
        self.parents = parents
        self.rule = rule

    @staticmethod
    def of(x) -> "Tensor":
        return x if isinstance(x, Tensor) else Tensor(x)

    def give(self, g) -> None:
        """Take one contribution."""
        self.grad = np.asarray(self.grad + unbroadcast(np.asarray(g), self.data.shape))

    def __add__(self, other):
        other = Tensor.of(other)

        def rule(g):
            self.give(g)
            other.give(g)

        return Tensor(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = Tensor.of(other)

        def rule(g):
            self.give(g)
            other.give(-g)

        return Tensor(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = Tensor.of(other)

        def rule(g):
            self.give(g * other.data)
            other.give(g * self.data)

        return Tensor(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = Tensor.of(other)
        quotient = self.data / other.data

        def rule(g):
            g = g / other.data
            self.give(g)
            other.give(-g * quotient)

        return Tensor(quotient, (self, other), rule)

    def __matmul__(self, other):
        other = Tensor.of(other)

        def rule(g):
            a, b = np.atleast_2d(self.data), other.data
            if b.ndim == 1:
                b = b[:, np.newaxis]
                g = np.expand_dims(g, -1)
            if self.data.ndim == 1:
                g = np.expand_dims(g, -2)
            to_a = np.einsum("...ik,...jk->...ij", g, b)
            to_b = np.einsum("...ki,...kj->...ij", a, g)
            self.give(unbroadcast(to_a, a.shape).reshape(self.data.shape))
            other.give(unbroadcast(to_b, b.shape).reshape(other.data.shape))

        return Tensor(self.data @ other.data, (self, other), rule)

    def __radd__(self, other):
        return Tensor.of(other) + self

    def __rsub__(self, other):
        return Tensor.of(other) - self

    def __rmul__(self, other):
        return Tensor.of(other) * self

    def __rtruediv__(self, other):
        return Tensor.of(other) / self

    def __rmatmul__(self, other):
        return Tensor.of(other) @ self

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: self.give(-g))

    def __pow__(self, n):
        def rule(g):
            if n == 0:
                return
            self.give(g * n * self.data ** (n - 1))

        return Tensor(self.data**n, (self,), rule)

    def __getitem__(self, index):
        def rule(g):
            z = zeros_like(self.data)
            np.add.at(z, index, g)
            self.give(z)

        return Tensor(self.data[index], (self,), rule)

    def sum(self, axis=None, keepdims=False):
        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self.give(np.broadcast_to(g, self.data.shape))

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        value = self.data.mean(axis=axis, keepdims=keepdims)
        count = self.data.size / np.size(value)

        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self.give(np.broadcast_to(g / count, self.data.shape))

        return Tensor(value, (self,), rule)

    def reshape(self, *shape):
        return Tensor(
            self.data.reshape(*shape), (self,), lambda g: self.give(g.reshape(self.data.shape))
        )

    def transpose(self, axes=None):
        if axes is None:
            return Tensor(self.data.T, (self,), lambda g: self.give(g.T))
        axes = [a + self.data.ndim if a < 0 else a for a in axes]
        back = sorted(range(len(axes)), key=axes.__getitem__)
        return Tensor(
            self.data.transpose(axes), (self,), lambda g: self.give(g.transpose(back))
        )

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return Tensor(
            self.data.clip(min=0), (self,), lambda g: self.give(np.where(self.data > 0, g, 0))
        )

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: self.give(g * y))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: self.give(g / self.data))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: self.give(g - g * y * y))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis, keepdims=True))

        def rule(g):
            self.give(g - np.exp(y) * g.sum(axis, keepdims=True))

        return Tensor(y, (self,), rule)

    def backward(self):
        order: list[Tensor] = []
        seen: set[int] = set()

        def visit(t):
            if id(t) in seen:
                return
            seen.add(id(t))
            if t.parents:
                t.grad = zeros_like(t.data)
            for p in t.parents:
                visit(p)
            order.append(t)

        visit(self)
        self.give(np.ones(self.data.shape))
        for t in order[::-1]:
            if t.rule is not None:
                t.rule(t.grad)


def cross_entropy(logits: Tensor, labels) -> Tensor:
    logp = logits.log_softmax()
    n = len(labels)
    return -logp[np.arange(n), list(labels)].mean()


def zero_grad(root: Tensor) -> None:
    seen: set[int] = set()

    def visit(t):
        if id(t) in seen or not t.grad.any():
            return
        seen.add(id(t))
        t.grad = zeros_like(t.data)
        for p in t.parents:
            visit(p)

    visit(root)
