"""Exam, with one idea for all shapes: a matter of shapes is an array of places.

reshape, transpose, indexing and broadcasting only put entries elsewhere. So I let them act on the
numbers 0, 1, 2, ... in place of the entries. That tells for every entry of the result where it came
from, and np.bincount adds up what goes back to each place. A sum is the same, the other way round.
"""

import numpy as np


def places(shape):
    return np.arange(int(np.prod(shape))).reshape(shape)


def unbroadcast(grad, shape):
    where = np.broadcast_to(places(shape), grad.shape)
    return collect(where, grad, shape)


def collect(where, values, shape):
    total = np.bincount(where.ravel(), weights=np.ravel(values), minlength=int(np.prod(shape)))
    return total.reshape(shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _terms=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._terms = _terms  # (input, function of the gradient)

    # ---- two movements, each the other's way back ----

    def _gather(self, where):
        """The entries of self at these places."""
        shape = self.data.shape
        return Tensor(self.data.ravel()[where], [(self, lambda g: collect(where, g, shape))])

    def _scatter_add(self, where, shape):
        """Every entry of self is added to the place that `where` gives it."""
        return Tensor(collect(where, self.data, shape), [(self, lambda g: g.ravel()[where])])

    def reshape(self, *shape):
        return self._gather(places(self.data.shape).reshape(*shape))

    def transpose(self, axes=None):
        return self._gather(places(self.data.shape).transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._gather(np.asarray(places(self.data.shape)[index]))

    def _to(self, shape):
        if self.data.shape == shape:
            return self
        return self._gather(np.broadcast_to(places(self.data.shape), shape))

    def sum(self, axis=None, keepdims=False):
        # shapes of arrays without memory of their own: only lengths are asked for
        kept = np.sum(np.broadcast_to(0.0, self.data.shape), axis=axis, keepdims=True).shape
        shape = kept if keepdims else np.sum(self.data, axis=axis).shape
        where = np.broadcast_to(places(kept), self.data.shape)
        return self._scatter_add(where, shape)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    # ---- entry by entry, on two tensors of one shape ----

    def __add__(self, other):
        a, b = alike(self, other)
        return Tensor(a.data + b.data, [(a, lambda g: g), (b, lambda g: g)])

    def __mul__(self, other):
        a, b = alike(self, other)
        return Tensor(a.data * b.data, [(a, lambda g: g * b.data), (b, lambda g: g * a.data)])

    def __truediv__(self, other):
        a, b = alike(self, other)
        q = a.data / b.data
        return Tensor(q, [(a, lambda g: g / b.data), (b, lambda g: -g * q / b.data)])

    def __neg__(self):
        return Tensor(-self.data, [(self, lambda g: -g)])

    def __sub__(self, other):
        return self + (-tensor(other))

    def __radd__(self, other):
        return tensor(other) + self

    def __rsub__(self, other):
        return tensor(other) - self

    def __rmul__(self, other):
        return tensor(other) * self

    def __rtruediv__(self, other):
        return tensor(other) / self

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else np.zeros(self.data.shape)
        return self._map(self.data**n, slope)

    def _map(self, value, slope):
        return Tensor(value, [(self, lambda g: g * slope)])

    def relu(self):
        return self._map(np.maximum(self.data, 0.0), np.heaviside(self.data, 0.0))

    def exp(self):
        value = np.exp(self.data)
        return self._map(value, value)

    def log(self):
        return self._map(np.log(self.data), 1.0 / self.data)

    def tanh(self):
        value = np.tanh(self.data)
        return self._map(value, 1.0 - value**2)

    # ---- matrices: stacks are made equally long by gathering ----

    def __matmul__(self, other):
        other = tensor(other)
        a = self if self.data.ndim > 1 else self.reshape(1, -1)
        b = other if other.data.ndim > 1 else other.reshape(-1, 1)
        stack = np.broadcast_shapes(a.data.shape[:-2], b.data.shape[:-2])
        a, b = a._to(stack + a.data.shape[-2:]), b._to(stack + b.data.shape[-2:])
        x, y = a.data, b.data
        full = Tensor(x @ y, [(a, lambda g: g @ np.swapaxes(y, -1, -2)), (b, lambda g: np.swapaxes(x, -1, -2) @ g)])
        return full.reshape((self.data @ other.data).shape)

    def __rmatmul__(self, other):
        return tensor(other) @ self

    def log_softmax(self, axis=-1):
        shifted = self - np.max(self.data, axis=axis, keepdims=True)
        return shifted - shifted.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        order = inputs_first(self)
        for t in order:
            if t._terms:
                t.grad = np.zeros(t.data.shape)
        self.grad += 1.0
        for t in reversed(order):
            for source, back in t._terms:
                source.grad += back(t.grad)


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def alike(a, b):
    a, b = tensor(a), tensor(b)
    shape = np.broadcast_shapes(a.data.shape, b.data.shape)
    return a._to(shape), b._to(shape)


def inputs_first(root):
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        t, done = stack.pop()
        if done:
            order.append(t)
        elif t not in seen:
            seen.add(t)
            stack.append((t, True))
            stack.extend((source, False) for source, _ in t._terms)
    return order


def cross_entropy(logits, labels):
    rows, columns = logits.data.shape
    flat = np.arange(rows) * columns + np.asarray(labels)
    return -logits.log_softmax(axis=1)._gather(flat).mean()


def zero_grad(root):
    for t in inputs_first(root):
        t.grad = np.zeros(t.data.shape)
