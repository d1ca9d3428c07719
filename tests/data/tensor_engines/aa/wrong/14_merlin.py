"""Tensor engine. Operators are in a mixin, the rules and the walk in the class below."""

import numpy as np


class Operators:
    """All operators, in terms of _add, _mul, _div and _matmul of two tensors."""

    def __add__(self, other):
        return self._add(self._tensor(other))

    def __radd__(self, other):
        return self._tensor(other)._add(self)

    def __sub__(self, other):
        return self._add(self._tensor(other)._scale(-1.0))

    def __rsub__(self, other):
        return self._tensor(other)._add(self._scale(-1.0))

    def __mul__(self, other):
        return self._mul(self._tensor(other))

    def __rmul__(self, other):
        return self._tensor(other)._mul(self)

    def __truediv__(self, other):
        return self._div(self._tensor(other))

    def __rtruediv__(self, other):
        return self._tensor(other)._div(self)

    def __matmul__(self, other):
        return self._matmul(self._tensor(other))

    def __rmatmul__(self, other):
        return self._tensor(other)._matmul(self)

    def __neg__(self):
        return self._scale(-1.0)

    @staticmethod
    def _tensor(other):
        return other if hasattr(other, "data") else Tensor(other)


class Tensor(Operators):
    __array_ufunc__ = None

    def __init__(self, data, _inputs=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._inputs = _inputs
        self._rule = None

    def _add(self, other):
        out = Tensor(self.data + other.data, (self, other))
        out._rule = lambda g: (g, g)
        return out

    def _scale(self, factor):
        out = Tensor(self.data * factor, (self,))
        out._rule = lambda g: (g * factor,)
        return out

    def _mul(self, other):
        out = Tensor(self.data * other.data, (self, other))
        out._rule = lambda g: (g * other.data, g * self.data)
        return out

    def _div(self, other):
        out = Tensor(self.data / other.data, (self, other))
        out._rule = lambda g: (g / other.data, -g * out.data / other.data)
        return out

    def _matmul(self, other):
        a, b = np.atleast_2d(self.data), other.data
        if b.ndim == 1:
            b = b[:, np.newaxis]
        shape = np.matmul(a, b).shape

        def rule(g):
            g = g.reshape(shape)
            ga = unbroadcast(np.einsum("...ik,...jk->...ij", g, b), a.shape)
            gb = unbroadcast(np.einsum("...ki,...kj->...ij", a, g), b.shape)
            return ga.reshape(self.data.shape), gb.reshape(other.data.shape)

        out = Tensor(self.data @ other.data, (self, other))
        out._rule = rule
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))
        if n == 0:
            out._rule = lambda g: (np.zeros_like(g),)
        else:
            out._rule = lambda g: (g * n * self.data ** (n - 1),)
        return out

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return (np.broadcast_to(g, self.data.shape),)

        out._rule = rule
        return out

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis=axis, keepdims=keepdims)
        return out._scale(out.data.size / self.data.size)

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))
        out._rule = lambda g: (g.reshape(self.data.shape),)
        return out

    def transpose(self, axes=None):
        out = Tensor(np.transpose(self.data, axes), (self,))

        def rule(g):
            if axes is None:
                return (np.transpose(g),)
            return (np.moveaxis(g, range(g.ndim), axes),)

        out._rule = rule
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def rule(g):
            full = np.zeros(self.data.shape)
            np.add.at(full, index, g)
            return (full,)

        out._rule = rule
        return out

    def relu(self):
        out = Tensor(np.maximum(self.data, 0), (self,))
        out._rule = lambda g: (g * (out.data > 0),)
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))
        out._rule = lambda g: (g * out.data,)
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))
        out._rule = lambda g: (g / self.data,)
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))
        out._rule = lambda g: (g * (1.0 - out.data * out.data),)
        return out

    def log_softmax(self, axis=-1):
        x = self.data - np.max(self.data, axis=axis, keepdims=True)
        out = Tensor(x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True)), (self,))

        def rule(g):
            return (g - np.exp(out.data) * np.sum(g, axis=axis, keepdims=True),)

        out._rule = rule
        return out

    def backward(self):
        nodes = graph(self)
        for node in nodes:
            if node._inputs:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in nodes:
            if node._inputs:
                for each, g in zip(node._inputs, node._rule(node.grad)):
                    each.grad = each.grad + unbroadcast(g, each.data.shape)


def graph(root):
    """The tensors below the root, each before its inputs."""
    seen, order = set(), []
    todo = [(root, "enter")]
    while todo:
        node, what = todo.pop()
        if what == "leave":
            order.insert(0, node)
        elif id(node) not in seen:
            seen.add(id(node))
            todo.append((node, "leave"))
            todo += [(each, "enter") for each in node._inputs]
    return order


def unbroadcast(grad, shape):
    axes = tuple(range(grad.ndim - len(shape)))
    grad = grad.sum(axis=axes)
    stretched = tuple(i for i, (n, m) in enumerate(zip(shape, grad.shape)) if n != m)
    return grad.sum(axis=stretched, keepdims=True)


def cross_entropy(logits, labels):
    n = len(labels)
    return logits.log_softmax()[np.arange(n), np.asarray(labels)].sum() / -n


def zero_grad(root):
    for node in graph(root):
        node.grad = np.zeros_like(node.data)
