"""Tensors with edges. An edge is an input, and what takes a gradient of the result to it."""

import heapq
from itertools import count

import numpy as np

serials = count()


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = [i for i, n in enumerate(shape) if n == 1 != grad.shape[i]]
    return grad.sum(axis=tuple(stretched), keepdims=True)


class Tensor:
    """An array, its gradient, the edges to its inputs, and its number in the order of making."""

    __slots__ = ("data", "grad", "edges", "serial")
    __array_ufunc__ = None

    def __init__(self, data, edges=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.edges = edges
        self.serial = next(serials)

    def __lt__(self, other):
        return self.serial > other.serial

    def _of(self, value):
        return value if isinstance(value, Tensor) else Tensor(value)

    def __add__(self, other):
        other = self._of(other)
        a, b = self.data.shape, other.data.shape
        return Tensor(
            self.data + other.data,
            ((self, lambda g: unbroadcast(g, a)), (other, lambda g: unbroadcast(g, b))),
        )

    def __sub__(self, other):
        other = self._of(other)
        a, b = self.data.shape, other.data.shape
        return Tensor(
            self.data - other.data,
            ((self, lambda g: unbroadcast(g, a)), (other, lambda g: unbroadcast(-g, b))),
        )

    def __mul__(self, other):
        other = self._of(other)
        a, b = self.data, other.data
        return Tensor(
            a * b,
            (
                (self, lambda g: unbroadcast(g * b, a.shape)),
                (other, lambda g: unbroadcast(g * a, b.shape)),
            ),
        )

    def __truediv__(self, other):
        other = self._of(other)
        a, b = self.data, other.data
        return Tensor(
            a / b,
            (
                (self, lambda g: unbroadcast(g / b, a.shape)),
                (other, lambda g: unbroadcast(-g * a / (b * b), b.shape)),
            ),
        )

    def __matmul__(self, other):
        other = self._of(other)
        a, b = self.data, other.data
        left = a if a.ndim > 1 else a.reshape(1, -1)
        right = b if b.ndim > 1 else b.reshape(-1, 1)
        full = (left @ right).shape

        def to_left(g):
            return unbroadcast(g.reshape(full) @ right.swapaxes(-1, -2), left.shape).reshape(a.shape)

        def to_right(g):
            return unbroadcast(left.swapaxes(-1, -2) @ g.reshape(full), right.shape).reshape(b.shape)

        return Tensor(a @ b, ((self, to_left), (other, to_right)))

    def __radd__(self, other):
        return self._of(other) + self

    def __rsub__(self, other):
        return self._of(other) - self

    def __rmul__(self, other):
        return self._of(other) * self

    def __rtruediv__(self, other):
        return self._of(other) / self

    def __rmatmul__(self, other):
        return self._of(other) @ self

    def __neg__(self):
        return Tensor(-self.data, ((self, lambda g: -g),))

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if n else np.zeros_like(x)
        return Tensor(x**n, ((self, lambda g: g * slope),))

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = self.data.sum(axis=axis, keepdims=True)
        return Tensor(
            kept if keepdims else self.data.sum(axis=axis),
            ((self, lambda g: np.broadcast_to(g.reshape(kept.shape), shape)),),
        )

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), ((self, lambda g: g.reshape(old)),))

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = [a % n for a in axes] if axes is not None else list(range(n))[::-1]
        inverse = [0] * n
        for new, old in enumerate(axes):
            inverse[old] = new
        return Tensor(self.data.transpose(axes), ((self, lambda g: g.transpose(inverse)),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def put_back(g):
            whole = np.zeros(shape)
            np.add.at(whole, index, g)
            return whole

        return Tensor(self.data[index], ((self, put_back),))

    def relu(self):
        on = self.data > 0
        return Tensor(self.data * on, ((self, lambda g: g * on),))

    def exp(self):
        e = np.exp(self.data)
        return Tensor(e, ((self, lambda g: g * e),))

    def log(self):
        x = self.data
        return Tensor(np.log(x), ((self, lambda g: g / x),))

    def tanh(self):
        t = np.tanh(self.data)
        return Tensor(t, ((self, lambda g: g * (1 - t * t)),))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis, keepdims=True)
        e = np.exp(x)
        total = e.sum(axis, keepdims=True)
        p = e / total
        return Tensor(x - np.log(total), ((self, lambda g: g - p * g.sum(axis, keepdims=True)),))

    def backward(self):
        heap, seen, arrived = [self], {self}, {self: np.ones_like(self.data)}
        while heap:
            node = heapq.heappop(heap)
            g = arrived.pop(node)
            node.grad = node.grad + g if not node.edges else g
            node.grad = np.asarray(node.grad)
            for each, way in node.edges:
                arrived[each] = arrived.get(each, 0.0) + way(g)
                if each not in seen:
                    seen.add(each)
                    heapq.heappush(heap, each)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    chosen = logits.log_softmax(axis=-1)[list(range(len(labels))), list(labels)]
    return -(chosen.mean())


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    todo, seen = [root], {root}
    while todo:
        node = todo.pop()
        node.grad = np.zeros_like(node.data)
        for each, _ in node.edges:
            if each not in seen and each.grad.any():
                seen.add(each)
                todo.append(each)
