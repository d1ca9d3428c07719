"""Few rules of their own: the rest is made of the tensors' operations."""

import numpy as np


def unbroadcast(grad, shape):
    new = grad.ndim - len(shape)
    one = tuple(i + new for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=(*range(new), *one), keepdims=True).reshape(shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = tuple(_prev)
        self._rule = _rule

    def __repr__(self):
        return f"Tensor({self.data!r})"

    # --- rules of their own ---

    def __add__(self, other):
        other = _t(other)

        def rule(g):
            self.grad += unbroadcast(g, self.data.shape)
            other.grad += unbroadcast(g, other.data.shape)

        return Tensor(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = _t(other)

        def rule(g):
            self.grad += unbroadcast(g * other.data, self.data.shape)
            other.grad += unbroadcast(g * self.data, other.data.shape)

        return Tensor(self.data * other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return Tensor(self.data**n, (self,), rule)

    def exp(self):
        def rule(g):
            self.grad += g * np.exp(self.data)

        return Tensor(np.exp(self.data), (self,), rule)

    def log(self):
        def rule(g):
            self.grad += g / self.data

        return Tensor(np.log(self.data), (self,), rule)

    def tanh(self):
        y = np.tanh(self.data)

        def rule(g):
            self.grad += g * (1 + y) * (1 - y)

        return Tensor(y, (self,), rule)

    def sum(self, axis=None, keepdims=False):
        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self.grad += g

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def reshape(self, *shape):
        def rule(g):
            self.grad += g.reshape(self.data.shape)

        return Tensor(self.data.reshape(*shape), (self,), rule)

    def transpose(self, axes=None):
        def rule(g):
            if axes is None:
                self.grad += g.T
            else:
                self.grad.transpose(axes)[...] += g

        return Tensor(self.data.transpose(axes), (self,), rule)

    def __getitem__(self, index):
        def rule(g):
            np.add.at(self.grad, index, g)

        return Tensor(self.data[index], (self,), rule)

    # --- made of those above ---

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + _t(other) * -1

    def __truediv__(self, other):
        return self * _t(other) ** -1

    def __radd__(self, other):
        return _t(other) + self

    def __rsub__(self, other):
        return _t(other) - self

    def __rmul__(self, other):
        return _t(other) * self

    def __rtruediv__(self, other):
        return _t(other) / self

    def __rmatmul__(self, other):
        return _t(other) @ self

    def __matmul__(self, other):
        # entry [i, j] is the sum over k of a[i, k] * b[k, j]: a gets an axis j, b an axis i
        other = _t(other)
        a, b = self, other
        self.data @ other.data  # NumPy complains if the shapes do not fit
        if b.data.ndim == 1:
            return (a * b).sum(axis=-1)
        if a.data.ndim == 1:
            return (a.reshape(-1, 1) * b).sum(axis=-2)
        a = a.reshape(*a.data.shape, 1)
        b = b.reshape(*b.data.shape[:-2], 1, *b.data.shape[-2:])
        return (a * b).sum(axis=-2)

    def relu(self):
        return self * (self.data > 0)

    def mean(self, axis=None, keepdims=False):
        n = self.data.size / self.data.sum(axis=axis).size
        return self.sum(axis=axis) * (1 / n)

    def log_softmax(self, axis=-1):
        z = self - self.data.max(axis=axis, keepdims=True)
        return z - z.exp().sum(axis=axis, keepdims=True).log()

    @property
    def T(self):
        return self.transpose()

    def backward(self):
        nodes = below(self)
        for node in nodes:
            if node._rule is not None:
                node.grad = np.zeros_like(node.data)
        self.grad += 1.0
        for node in nodes[::-1]:
            if node._rule is not None:
                node._rule(node.grad)


def _t(x):
    if isinstance(x, Tensor):
        return x
    return Tensor(x)


def below(root):
    nodes, seen = [], set()
    stack = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            nodes.append(node)
            continue
        if node in seen:
            continue
        seen.add(node)
        stack.append((node, True))
        for each in node._prev:
            stack.append((each, False))
    return nodes


def cross_entropy(logits, labels):
    n = logits.data.shape[0]
    return logits.log_softmax()[np.arange(n), np.array(labels)].sum() / -n


def zero_grad(root):
    for node in below(root):
        node.grad = np.zeros_like(node.data)
