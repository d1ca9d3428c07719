from dataclasses import dataclass, field

import numpy as np


@dataclass(eq=False)
class Entry:
    """What a tensor remembers of its making: where shares of its gradient go, and how."""

    inputs: list = field(default_factory=list)
    rules: list = field(default_factory=list)


@dataclass(eq=False, repr=False)
class Tensor:
    data: np.ndarray
    entry: Entry = field(default_factory=Entry)
    grad: np.ndarray = field(init=False)

    __array_ufunc__ = None

    def __post_init__(self):
        self.data = np.array(self.data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)

    def __add__(self, other):
        other = lift(other)
        return make(self.data + other.data, (self, lambda g: g), (other, lambda g: g))

    def __sub__(self, other):
        other = lift(other)
        return make(self.data - other.data, (self, lambda g: g), (other, lambda g: -g))

    def __mul__(self, other):
        other = lift(other)
        return make(
            self.data * other.data,
            (self, lambda g: g * other.data),
            (other, lambda g: g * self.data),
        )

    def __truediv__(self, other):
        other = lift(other)
        value = self.data / other.data
        return make(
            value, (self, lambda g: g / other.data), (other, lambda g: -g * value / other.data)
        )

    def __matmul__(self, other):
        other = lift(other)
        a = self.data if self.data.ndim > 1 else self.data[None, :]
        b = other.data if other.data.ndim > 1 else other.data[:, None]
        shape = np.matmul(a, b).shape

        def left(g):
            g = unbroadcast(g.reshape(shape) @ b.swapaxes(-1, -2), a.shape)
            return g.reshape(self.data.shape)

        def right(g):
            g = unbroadcast(a.swapaxes(-1, -2) @ g.reshape(shape), b.shape)
            return g.reshape(other.data.shape)

        return make(self.data @ other.data, (self, left), (other, right))

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __rmatmul__(self, other):
        return lift(other) @ self

    def __neg__(self):
        return make(-self.data, (self, lambda g: -g))

    def __pow__(self, n):
        slope = 0.0 * self.data if n == 0 else n * self.data ** (n - 1)
        return make(self.data**n, (self, lambda g: g * slope))

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape

        def spread(g):
            return np.broadcast_to(g.reshape(kept), self.data.shape)

        return make(self.data.sum(axis=axis, keepdims=keepdims), (self, spread))

    def mean(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True)
        each = kept.size / self.data.size

        def spread(g):
            return np.broadcast_to(g.reshape(kept.shape) * each, self.data.shape)

        return make(self.data.mean(axis=axis, keepdims=keepdims), (self, spread))

    def reshape(self, *shape):
        return make(self.data.reshape(*shape), (self, lambda g: g.reshape(self.data.shape)))

    def transpose(self, axes=None):
        order = np.arange(self.data.ndim)[::-1] if axes is None else np.mod(axes, self.data.ndim)
        return make(self.data.transpose(order), (self, lambda g: g.transpose(np.argsort(order))))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def scatter(g):
            out = np.zeros_like(self.data)
            np.add.at(out, index, g)
            return out

        return make(self.data[index], (self, scatter))

    def relu(self):
        return make(np.fmax(self.data, 0.0), (self, lambda g: g * (self.data > 0)))

    def exp(self):
        value = np.exp(self.data)
        return make(value, (self, lambda g: g * value))

    def log(self):
        return make(np.log(self.data), (self, lambda g: g / self.data))

    def tanh(self):
        value = np.tanh(self.data)
        return make(value, (self, lambda g: g * (1.0 - value**2)))

    def log_softmax(self, axis=-1):
        low = self.data - np.max(self.data, axis=axis, keepdims=True)
        value = low - np.log(np.sum(np.exp(low), axis=axis, keepdims=True))

        def rule(g):
            total = np.sum(g, axis=-1, keepdims=True)
            return g - np.exp(value) * total

        return make(value, (self, rule))

    def backward(self):
        nodes = reach(self)
        consumers = {id(t): 0 for t in nodes}
        for t in nodes:
            if t.entry.inputs:
                t.grad = np.zeros_like(t.data)
            for each in t.entry.inputs:
                consumers[id(each)] += 1
        self.grad = self.grad + np.ones_like(self.data)
        ready = [self]
        while ready:
            t = ready.pop()
            for each, rule in zip(t.entry.inputs, t.entry.rules):
                each.grad = each.grad + unbroadcast(np.asarray(rule(t.grad)), each.data.shape)
                consumers[id(each)] -= 1
                if not consumers[id(each)]:
                    ready.append(each)


def lift(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def make(value, *shares):
    return Tensor(value, Entry([t for t, _ in shares], [rule for _, rule in shares]))


def reach(root):
    found, todo = {id(root)}, [root]
    for t in todo:
        for each in t.entry.inputs:
            if id(each) not in found:
                found.add(id(each))
                todo.append(each)
    return todo


def unbroadcast(grad, shape):
    added = tuple(range(grad.ndim - len(shape)))
    grad = grad.sum(axis=added)
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    scores = logits.log_softmax(axis=1)
    return -scores[np.arange(len(labels)), np.asarray(labels)].mean()


def zero_grad(root):
    for t in reach(root):
        t.grad = np.zeros_like(t.data)
