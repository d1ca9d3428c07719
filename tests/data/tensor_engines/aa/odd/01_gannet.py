"""Exam: everything that only moves entries is ONE operation here.

A broadcast, a reshape, a transpose and an index all take entries of a flat array, by number:
out[k] = flat[numbers[k]]. Which numbers is found by doing the same to an array of numbers. The
way back of them all is one bincount. A sum is the opposite: a bincount that goes back by taking.
Besides these two there are functions of entries and products of two arrays of equal shapes.
"""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _from=(), _jobs=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._from, self._jobs = _from, _jobs

    # ---- the two movements

    def _numbers(self):
        return np.arange(self.data.size).reshape(self.data.shape)

    def _gather(self, numbers):
        numbers = np.asarray(numbers)
        size, shape = self.data.size, self.data.shape

        def back(g):
            return np.bincount(numbers.ravel(), np.ravel(g), minlength=size).reshape(shape)

        return Tensor(self.data.ravel()[numbers], (self,), (back,))

    def _scatter(self, numbers, shape):
        size = int(np.prod(shape, dtype=int))
        data = np.bincount(numbers.ravel(), self.data.ravel(), minlength=size).reshape(shape)
        return Tensor(data, (self,), (lambda g: np.ravel(g)[numbers],))

    def _fit(self, shape):
        if self.data.shape == shape:
            return self
        return self._gather(np.broadcast_to(self._numbers(), shape))

    def _entrywise(self, value, slope):
        return Tensor(value, (self,), (lambda g: g * slope,))

    @staticmethod
    def _pair(a, b):
        a, b = [x if isinstance(x, Tensor) else Tensor(x) for x in (a, b)]
        shape = np.broadcast_shapes(a.data.shape, b.data.shape)
        return a._fit(shape), b._fit(shape)

    # ---- operators

    def __add__(self, other):
        a, b = Tensor._pair(self, other)
        return Tensor(a.data + b.data, (a, b), (lambda g: g, lambda g: g))

    def __mul__(self, other):
        a, b = Tensor._pair(self, other)
        x, y = a.data, b.data
        return Tensor(x * y, (a, b), (lambda g: g * y, lambda g: g * x))

    def __truediv__(self, other):
        a, b = Tensor._pair(self, other)
        x, y = a.data, b.data
        return Tensor(x / y, (a, b), (lambda g: g / y, lambda g: -g * (x / y) / y))

    def __neg__(self):
        return self._entrywise(-self.data, -1.0)

    def __sub__(self, other):
        return self + (-other if isinstance(other, Tensor) else -Tensor(other))

    def __pow__(self, n):
        x = self.data
        return self._entrywise(x**n, n * x ** (n - 1) if n else np.zeros_like(x))

    def __matmul__(self, other):
        a, b = self, other if isinstance(other, Tensor) else Tensor(other)
        i, j = a._numbers(), b._numbers()
        i = i[None, :] if i.ndim == 1 else i
        j = j[:, None] if j.ndim == 1 else j
        i, j = i[..., :, :, None], j[..., None, :, :]  # row, inner, column
        terms = a._gather(np.broadcast_to(i, np.broadcast_shapes(i.shape, j.shape)))
        terms = terms * b._gather(np.broadcast_to(j, terms.data.shape))
        total = terms.sum(axis=-2)
        if b.data.ndim == 1:
            total = total[(..., 0)]
        if a.data.ndim == 1:
            total = total[(..., 0)] if b.data.ndim == 1 else total[(..., 0, slice(None))]
        return total

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    # ---- sums

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        shape = self.data.sum(axis=axis, keepdims=keepdims).shape
        places = np.arange(int(np.prod(kept, dtype=int))).reshape(kept)
        return self._scatter(np.broadcast_to(places, self.data.shape), shape)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    # ---- movements

    def reshape(self, *shape):
        return self._gather(self._numbers().reshape(*shape))

    def transpose(self, axes=None):
        return self._gather(self._numbers().transpose(axes))

    T = property(transpose)

    def __getitem__(self, index):
        return self._gather(self._numbers()[index])

    # ---- functions

    def relu(self):
        return self._entrywise(np.maximum(self.data, 0.0), np.sign(np.maximum(self.data, 0.0)))

    def exp(self):
        y = np.exp(self.data)
        return self._entrywise(y, y)

    def log(self):
        return self._entrywise(np.log(self.data), 1.0 / self.data)

    def tanh(self):
        y = np.tanh(self.data)
        return self._entrywise(y, 1.0 - y * y)

    def log_softmax(self, axis=-1):
        z = self - self.data.max(axis=axis, keepdims=True)
        return z - z.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        order = _below(self)
        for t in order:
            if t._from:
                t.grad = np.zeros_like(t.data)
        self.grad[...] += 1.0
        for t in reversed(order):
            for source, job in zip(t._from, t._jobs):
                source.grad[...] += job(t.grad)


def _below(root):
    order, seen, stack = [], set(), [(root, iter(root._from))]
    seen.add(id(root))
    while stack:
        t, rest = stack[-1]
        source = next(rest, None)
        if source is None:
            order.append(stack.pop()[0])
        elif id(source) not in seen:
            seen.add(id(source))
            stack.append((source, iter(source._from)))
    return order


def unbroadcast(grad, shape):
    size = int(np.prod(shape, dtype=int))
    places = np.broadcast_to(np.arange(size).reshape(shape), grad.shape)
    return np.bincount(places.ravel(), np.ravel(grad), minlength=size).reshape(shape)


def cross_entropy(logits, labels):
    n, k = logits.data.shape
    return -logits.log_softmax()._gather(np.arange(n) * k + np.asarray(labels)).mean()


def zero_grad(root):
    for t in _below(root):
        t.grad = np.zeros_like(t.data)
