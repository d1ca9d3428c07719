"""Exercise 8: my engine."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    for _ in range(grad.ndim - len(shape)):
        grad = grad.sum(axis=0)
    for axis, length in enumerate(shape):
        if length == 1:
            return grad.sum(axis=axis, keepdims=True)
    return grad


class Node:
    """What every tensor has: data, a gradient, and the graph."""

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._backward = None

    def _new(self, data, *operands):
        return type(self)(data, operands)

    def _wrap(self, x):
        return x if isinstance(x, Node) else type(self)(x)

    def _take(self, grad):
        self.grad = self.grad + unbroadcast(grad, self.data.shape)

    def _all(self):
        """Everything below, operands first."""
        order, seen = [], set()
        stack = [self]
        while stack:
            node = stack.pop()
            if node is None:
                order.append(stack.pop())
            elif node not in seen:
                seen.add(node)
                stack += [node, None, *node._prev]
        return order

    def backward(self):
        order = self._all()
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self._take(np.ones_like(self.data))
        for node in order[::-1]:
            if node._backward:
                node._backward(node.grad)


class Arithmetic:
    def __add__(self, other):
        other = self._wrap(other)
        out = self._new(self.data + other.data, self, other)

        def _backward(g):
            self._take(g)
            other._take(g)

        out._backward = _backward
        return out

    def __neg__(self):
        out = self._new(-self.data, self)
        out._backward = lambda g: self._take(-g)
        return out

    def __mul__(self, other):
        other = self._wrap(other)
        out = self._new(self.data * other.data, self, other)

        def _backward(g):
            self._take(g * other.data)
            other._take(g * self.data)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = self._new(self.data**n, self)

        def _backward(g):
            if n != 0:
                self._take(g * n * self.data ** (n - 1))

        out._backward = _backward
        return out

    def __sub__(self, other):
        return self + -self._wrap(other)

    def __truediv__(self, other):
        return self * self._wrap(other) ** -1

    def __radd__(self, other):
        return self._wrap(other) + self

    def __rsub__(self, other):
        return self._wrap(other) - self

    def __rmul__(self, other):
        return self._wrap(other) * self

    def __rtruediv__(self, other):
        return self._wrap(other) / self


class LinearAlgebra:
    def __matmul__(self, other):
        other = self._wrap(other)
        out = self._new(self.data @ other.data, self, other)

        def _backward(g):
            a, b = self.data, other.data
            rows = a if a.ndim > 1 else a[None, :]
            columns = b if b.ndim > 1 else b[:, None]
            g = g.reshape((rows @ columns).shape)
            for tensor, grad, shape in (
                (self, g @ np.swapaxes(columns, -1, -2), rows.shape),
                (other, np.swapaxes(rows, -1, -2) @ g, columns.shape),
            ):
                grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
                same = tuple(i for i, n in enumerate(shape) if n != grad.shape[i])
                tensor._take(grad.sum(axis=same, keepdims=True).reshape(tensor.data.shape))

        out._backward = _backward
        return out

    def __rmatmul__(self, other):
        return self._wrap(other) @ self

    def transpose(self, axes=None):
        out = self._new(self.data.transpose(axes), self)

        def _backward(g):
            if axes is None:
                return self._take(g.transpose())
            inverse = [None] * len(axes)
            for to, came_from in enumerate(axes):
                inverse[came_from] = to
            self._take(g.transpose(inverse))

        out._backward = _backward
        return out

    @property
    def T(self):
        return self.transpose()


class Shapes:
    def sum(self, axis=None, keepdims=False):
        out = self._new(self.data.sum(axis=axis, keepdims=keepdims), self)

        def _backward(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self._take(np.zeros_like(self.data) + g)

        out._backward = _backward
        return out

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        out = self._new(self.data.reshape(*shape), self)
        out._backward = lambda g: self._take(g.reshape(self.data.shape))
        return out

    def __getitem__(self, index):
        out = self._new(self.data[index], self)

        def _backward(g):
            into = np.zeros_like(self.data)
            np.add.at(into, index, g)
            self._take(into)

        out._backward = _backward
        return out


class Functions:
    def relu(self):
        out = self._new(np.maximum(self.data, 0), self)
        out._backward = lambda g: self._take(np.where(self.data > 0, g, 0.0))
        return out

    def exp(self):
        out = self._new(np.exp(self.data), self)
        out._backward = lambda g: self._take(g * out.data)
        return out

    def log(self):
        out = self._new(np.log(self.data), self)
        out._backward = lambda g: self._take(g / self.data)
        return out

    def tanh(self):
        out = self._new(np.tanh(self.data), self)
        out._backward = lambda g: self._take(g - g * out.data**2)
        return out

    def log_softmax(self, axis=-1):
        peak = self.data.max(axis=axis, keepdims=True)
        logsum = peak + np.log(np.exp(self.data - peak).sum(axis=axis, keepdims=True))
        out = self._new(self.data - logsum, self)
        out._backward = lambda g: self._take(g - np.exp(out.data) * g.sum(axis=axis, keepdims=True))
        return out


class Tensor(Arithmetic, LinearAlgebra, Shapes, Functions, Node):
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(logits.data))
    return -logits.log_softmax()[rows, labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root._all():
        node.grad = np.zeros_like(node.data)
