"""Exercise 8: my engine."""

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made.

    Few operations have a rule: add, mul, pow, sum, reshape, transpose, index and the functions.
    All others are made of these.
    """

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _send=None):
        self.data = data if isinstance(data, np.ndarray) else np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._send = _send

    # ---- operations that have a rule ----

    def __add__(self, other):
        other = constant(other)
        return Tensor(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = constant(other)
        return Tensor(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    def __pow__(self, n):
        def send(g):
            if n == 0:
                return (np.zeros(g.shape),)
            return (g * n * self.data ** (n - 1),)

        return Tensor(self.data**n, (self,), send)

    def sum(self, axis=None, keepdims=False):
        def send(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return (np.tile(g, [n // m for n, m in zip(self.data.shape, g.shape)]) if g.ndim else np.full(self.data.shape, g),)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), send)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(self.data.shape),))

    def transpose(self, axes=None):
        def send(g):
            if axes is None:
                return (np.transpose(g),)
            return (np.transpose(g, np.argsort([i % len(axes) for i in axes])),)

        return Tensor(np.transpose(self.data, axes), (self,), send)

    def __getitem__(self, index):
        def send(g):
            grad = np.zeros(self.data.shape)
            np.add.at(grad, index, g)
            return (grad,)

        return Tensor(self.data[index], (self,), send)

    def relu(self):
        return Tensor(np.maximum(self.data, 0), (self,), lambda g: (g * (self.data > 0),))

    def exp(self):
        out = np.exp(self.data)
        return Tensor(out, (self,), lambda g: (g * out,))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: (g / self.data,))

    def tanh(self):
        out = np.tanh(self.data)
        return Tensor(out, (self,), lambda g: (g * (1 - out**2),))

    # ---- operations made of them ----

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + constant(other) * -1.0

    def __truediv__(self, other):
        return self * constant(other) ** -1.0

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return constant(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return constant(other) / self

    def __matmul__(self, other):
        other = constant(other)
        left, right = self, other
        if self.data.ndim == 1:
            left = self.reshape(1, -1)
        if other.data.ndim == 1:
            right = other.reshape(-1, 1)
        left = left.reshape(left.data.shape + (1,))
        right = right.reshape(right.data.shape[:-2] + (1,) + right.data.shape[-2:])
        product = (left * right).sum(axis=-2)
        if other.data.ndim == 1:
            product = product[..., 0]
        if self.data.ndim == 1:
            product = product[..., 0] if other.data.ndim == 1 else product[..., 0, :]
        return product

    def __rmatmul__(self, other):
        return constant(other) @ self

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def log_softmax(self, axis=-1):
        shifted = self - self.data.max(axis=axis, keepdims=True)
        return shifted - shifted.exp().sum(axis=axis, keepdims=True).log()

    T = property(lambda self: self.transpose())

    # ---- gradients ----

    def backward(self):
        nodes = ordered(self)
        for node in nodes:
            if node._prev:
                node.grad = np.zeros(node.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for node in nodes:
            if node._prev:
                for each, g in zip(node._prev, node._send(node.grad)):
                    each.grad = each.grad + unbroadcast(g, each.data.shape)


def constant(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def ordered(root):
    """The root, and each tensor as soon as all that use it have come."""
    uses, todo, seen = {}, [root], {root}
    while todo:
        for each in todo.pop()._prev:
            uses[each] = uses.get(each, 0) + 1
            if each not in seen:
                seen.add(each)
                todo.append(each)
    nodes = [root]
    for node in nodes:
        for each in node._prev:
            uses[each] -= 1
            if uses[each] == 0:
                nodes.append(each)
    return nodes


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    added = tuple(range(grad.ndim - len(shape)))
    grad = np.sum(grad, axis=added)
    ones = tuple(i for i in range(len(shape)) if shape[i] == 1)
    return np.sum(grad, axis=ones, keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(logits.data.shape[0])
    return logits.log_softmax()[rows, np.asarray(labels)].mean() * -1.0


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in ordered(root):
        node.grad = np.zeros(node.data.shape)
