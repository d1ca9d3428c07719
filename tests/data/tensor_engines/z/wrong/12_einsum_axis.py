"""The engine with einsum for the products, and subscripts instead of transposes."""

import numpy as np

LETTERS = "abcdefgh"


def unbroadcast(grad, shape):
    lead = LETTERS[: grad.ndim]
    keep = lead[grad.ndim - len(shape) :]
    summed = np.einsum(f"{lead}->{keep}", grad)
    for i, n in enumerate(shape):
        if n == 1:
            summed = summed.sum(axis=i, keepdims=True)
    return np.array(summed)


class Tensor:
    """data, grad, and pairs of an input and what it gets from this gradient."""

    __array_ufunc__ = None

    def __init__(self, data, parents=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.parents = tuple(parents)

    def __add__(self, other):
        other = ensure(other)
        return Tensor(self.data + other.data, [(self, lambda g: g), (other, lambda g: g)])

    def __sub__(self, other):
        other = ensure(other)
        return Tensor(self.data - other.data, [(self, lambda g: g), (other, np.negative)])

    def __mul__(self, other):
        other = ensure(other)
        return Tensor(self.data * other.data, [(self, lambda g: g * other.data), (other, lambda g: g * self.data)])

    def __truediv__(self, other):
        other = ensure(other)
        return Tensor(
            self.data / other.data,
            [(self, lambda g: g / other.data), (other, lambda g: -g * self.data / other.data**2)],
        )

    def __matmul__(self, other):
        other = ensure(other)
        a = self.data[None, :] if self.data.ndim == 1 else self.data
        b = other.data[:, None] if other.data.ndim == 1 else other.data
        full = np.einsum("...ij,...jk->...ik", a, b)
        value = full
        if other.data.ndim == 1:
            value = value[..., 0]
        if self.data.ndim == 1:
            value = value[..., 0, :] if other.data.ndim > 1 else value[..., 0]

        def left(g):
            grad = np.einsum("...ik,...jk->...ij", g.reshape(full.shape), b)
            return unbroadcast(grad, a.shape).reshape(self.data.shape)

        def right(g):
            grad = np.einsum("...ij,...ik->...jk", a, g.reshape(full.shape))
            return unbroadcast(grad, b.shape).reshape(other.data.shape)

        return Tensor(value, [(self, left), (other, right)])

    def __neg__(self):
        return Tensor(-self.data, [(self, np.negative)])

    def __pow__(self, n):
        if n == 0:
            return Tensor(np.ones(self.data.shape), [(self, lambda g: 0 * g)])
        return Tensor(self.data**n, [(self, lambda g: g * n * self.data ** (n - 1))])

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def __rmatmul__(self, other):
        return ensure(other) @ self

    def sum(self, axis=None, keepdims=False):
        def spread(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return np.broadcast_to(g, self.data.shape)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), [(self, spread)])

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), [(self, lambda g: g.reshape(self.data.shape))])

    def transpose(self, axes=None):
        old = LETTERS[: self.data.ndim]
        new = old[::-1] if axes is None else "".join(old[a] for a in axes)
        return Tensor(np.einsum(f"{old}->{new}", self.data), [(self, lambda g: np.einsum(f"{new}->{old}", g))])

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def put(g):
            out = np.zeros(self.data.shape)
            np.add.at(out, index, g)
            return out

        return Tensor(self.data[index], [(self, put)])

    def relu(self):
        return Tensor(np.fmax(self.data, 0), [(self, lambda g: g * (self.data > 0))])

    def exp(self):
        value = np.exp(self.data)
        return Tensor(value, [(self, lambda g: g * value)])

    def log(self):
        return Tensor(np.log(self.data), [(self, lambda g: g / self.data)])

    def tanh(self):
        value = np.tanh(self.data)
        return Tensor(value, [(self, lambda g: g * (1 - value**2))])

    def log_softmax(self, axis=-1):
        shifted = self.data - self.data.max(axis=axis, keepdims=True)
        e = np.exp(shifted)
        total = e.sum(axis=axis, keepdims=True)
        p = e / total

        def rule(g):
            return g - p * g.sum(axis=-1, keepdims=True)

        return Tensor(shifted - np.log(total), [(self, rule)])

    def backward(self):
        order = []
        visit(self, order, set())
        for t in order:
            if t.parents:
                t.grad = np.zeros(t.data.shape)
        self.grad += 1.0
        for t in order[::-1]:
            for parent, rule in t.parents:
                parent.grad += unbroadcast(rule(t.grad), parent.data.shape)


def ensure(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def visit(t, order, seen):
    if t in seen:
        return
    seen.add(t)
    for parent, _ in t.parents:
        visit(parent, order, seen)
    order.append(t)


def cross_entropy(logits, labels):
    one_hot = np.eye(logits.data.shape[1])[np.asarray(labels)]
    return -(logits.log_softmax(axis=1) * one_hot).sum() / len(one_hot)


def zero_grad(root):
    order = []
    visit(root, order, set())
    for t in order:
        t.grad = np.zeros(t.data.shape)
