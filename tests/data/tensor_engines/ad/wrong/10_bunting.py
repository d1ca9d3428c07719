# Tensors carry the number under which they were made. An operand always has a lower number than
# its result, so "highest number first" is an order in which all consumers come before a tensor.
import heapq
import itertools

import numpy as np

_numbers = itertools.count()


def unbroadcast(grad, shape):
    grad = np.sum(grad, axis=tuple(range(grad.ndim - len(shape))))
    for axis in range(len(shape)):
        if shape[axis] != grad.shape[axis]:
            grad = np.sum(grad, axis=axis, keepdims=True)
    return np.asarray(grad)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, sources=()):
        self.data = np.array(data, dtype=np.double)
        self.grad = np.zeros_like(self.data)
        self.sources = sources  # (tensor, function from my gradient to its gradient)
        self.number = next(_numbers)

    def __lt__(self, other):
        return self.number > other.number

    def backward(self):
        grads = {self.number: np.ones_like(self.data)}
        heap = [self]
        while heap:
            t = heapq.heappop(heap)
            g = grads.pop(t.number)
            t.grad = g if t.sources else np.array(t.grad + g)
            if not g.any():
                break
            for source, rule in t.sources:
                part = unbroadcast(rule(g), source.data.shape)
                if source.number in grads:
                    grads[source.number] = grads[source.number] + part
                else:
                    grads[source.number] = part
                    heapq.heappush(heap, source)

    def __add__(self, other):
        other = tensor(other)
        return Tensor(self.data + other.data, ((self, lambda g: g), (other, lambda g: g)))

    def __radd__(self, other):
        return self + other

    def __neg__(self):
        return Tensor(-self.data, ((self, lambda g: -g),))

    def __sub__(self, other):
        other = tensor(other)
        return Tensor(self.data - other.data, ((self, lambda g: g), (other, lambda g: -g)))

    def __rsub__(self, other):
        return tensor(other) - self

    def __mul__(self, other):
        other = tensor(other)
        x, y = self.data, other.data
        return Tensor(x * y, ((self, lambda g: g * y), (other, lambda g: g * x)))

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        other = tensor(other)
        x, y = self.data, other.data
        return Tensor(x / y, ((self, lambda g: g / y), (other, lambda g: -g * x / y**2)))

    def __rtruediv__(self, other):
        return tensor(other) / self

    def __pow__(self, n):
        x = self.data
        return Tensor(x**n, ((self, lambda g: g * n * x ** (n - 1 if n else 1)),))

    def __matmul__(self, other):
        other = tensor(other)
        x, y = self.data, other.data
        x2 = x[None, :] if x.ndim == 1 else x
        y2 = y[:, None] if y.ndim == 1 else y
        shape = np.broadcast_shapes(x2.shape[:-2], y2.shape[:-2]) + (x2.shape[-2], y2.shape[-1])

        def left(g):
            r = np.einsum("...ij,...kj->...ik", g.reshape(shape), y2)
            return unbroadcast(r, x2.shape).reshape(x.shape)

        def right(g):
            r = np.einsum("...ij,...ik->...jk", x2, g.reshape(shape))
            return unbroadcast(r, y2.shape).reshape(y.shape)

        return Tensor(x @ y, ((self, left), (other, right)))

    def __rmatmul__(self, other):
        return tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = np.sum(self.data, axis=axis, keepdims=True).shape
        return Tensor(
            np.sum(self.data, axis=axis, keepdims=keepdims),
            ((self, lambda g: np.broadcast_to(g.reshape(kept), shape)),),
        )

    def mean(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = np.sum(self.data, axis=axis, keepdims=True).shape
        n = np.prod(shape) / np.prod(kept)
        return Tensor(
            np.mean(self.data, axis=axis, keepdims=keepdims),
            ((self, lambda g: np.broadcast_to(g.reshape(kept) / n, shape)),),
        )

    def reshape(self, *shape):
        before = self.data.shape
        return Tensor(self.data.reshape(*shape), ((self, lambda g: g.reshape(before)),))

    def transpose(self, axes=None):
        if axes is None:
            return Tensor(self.data.transpose(), ((self, lambda g: g.transpose()),))
        inverse = np.empty(len(axes), dtype=int)
        inverse[list(axes)] = range(len(axes))
        return Tensor(self.data.transpose(axes), ((self, lambda g: g.transpose(inverse)),))

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        def rule(g):
            places = np.arange(self.data.size).reshape(self.data.shape)[index]
            flat = np.bincount(np.ravel(places), np.ravel(g), minlength=self.data.size)
            return flat.reshape(self.data.shape)

        return Tensor(self.data[index], ((self, rule),))

    def relu(self):
        x = self.data
        return Tensor(np.maximum(x, 0), ((self, lambda g: np.where(x > 0, g, 0)),))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, ((self, lambda g: g * y),))

    def log(self):
        x = self.data
        return Tensor(np.log(x), ((self, lambda g: g / x),))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, ((self, lambda g: g * (1 - y) * (1 + y)),))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return Tensor(y, ((self, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True)),))


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def cross_entropy(logits, labels):
    rows = np.arange(len(labels))
    lp = logits.log_softmax(axis=1)
    return -(lp[rows, np.asarray(labels)].mean())


def zero_grad(root):
    seen = set()
    todo = [root]
    while todo:
        t = todo.pop()
        if t.number not in seen:
            seen.add(t.number)
            t.grad = np.zeros_like(t.data)
            todo.extend(s for s, _ in t.sources)
