"""Exercise 8. A result IS its operation: Sum, Product and the others are kinds of Tensor, and the
order comes from graphlib."""

from functools import cached_property
from graphlib import TopologicalSorter

import numpy as np


class Tensor:
    __array_ufunc__ = None
    operands = ()

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)

    def gradients(self):
        """What each operand gets, in the shape of the result or in its own."""
        return ()

    def graph(self):
        edges, todo = {}, [self]
        while todo:
            node = todo.pop()
            if node not in edges:
                edges[node] = node.operands
                todo += node.operands
        return list(TopologicalSorter(edges).static_order())

    def backward(self):
        order = self.graph()
        for node in order:
            node.restart()
        self.grad = self.grad + np.ones(self.data.shape)
        while order:
            node = order.pop()
            for operand, grad in zip(node.operands, node.gradients()):
                operand.grad = operand.grad + unbroadcast(grad, operand.data.shape)

    def restart(self):
        """A leaf keeps what it has."""

    def __add__(self, other):
        return Plus(self, other)

    def __radd__(self, other):
        return Plus(other, self)

    def __sub__(self, other):
        return Plus(self, Scaled(other, -1.0))

    def __rsub__(self, other):
        return Plus(other, Scaled(self, -1.0))

    def __mul__(self, other):
        return Times(self, other)

    def __rmul__(self, other):
        return Times(other, self)

    def __truediv__(self, other):
        return Over(self, other)

    def __rtruediv__(self, other):
        return Over(other, self)

    def __matmul__(self, other):
        return Dot(self, other)

    def __rmatmul__(self, other):
        return Dot(other, self)

    def __neg__(self):
        return Scaled(self, -1.0)

    def __pow__(self, n):
        return Power(self, n)

    def __getitem__(self, index):
        return Part(self, index)

    def sum(self, axis=None, keepdims=False):
        return Sum(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        total = Sum(self, axis, keepdims)
        return Scaled(total, total.data.size / self.data.size)

    def reshape(self, *shape):
        return Reshaped(self, *shape)

    def transpose(self, axes=None):
        return Turned(self, axes)

    T = property(lambda self: Turned(self, None))

    def relu(self):
        return Relu(self)

    def exp(self):
        return Exp(self)

    def log(self):
        return Log(self)

    def tanh(self):
        return Tanh(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax(self, axis)


class Result(Tensor):
    arity = 1

    def __init__(self, *arguments):
        first, self.settings = arguments[: self.arity], arguments[self.arity :]
        self.operands = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in first)
        super().__init__(self.value(*(o.data for o in self.operands), *self.settings))

    def gradients(self):
        return self.rule(self.grad, *(o.data for o in self.operands), *self.settings)

    def restart(self):
        self.grad = np.zeros(self.data.shape)


class Binary(Result):
    arity = 2


class Plus(Binary):
    value = staticmethod(np.add)
    rule = staticmethod(lambda g, x, y: (g, g))


class Times(Binary):
    value = staticmethod(np.multiply)
    rule = staticmethod(lambda g, x, y: (g * y, g * x))


class Over(Binary):
    value = staticmethod(np.divide)
    rule = staticmethod(lambda g, x, y: (g / y, -g * x / y**2))


class Dot(Binary):
    value = staticmethod(np.matmul)

    @cached_property
    def axes(self):
        """Which axes to give to the gradient: the last for a vector on the right, before it on the left."""
        x, y = (o.data.ndim for o in self.operands)
        return (-2,) * (x == 1) + (-1,) * (y == 1)

    def rule(self, g, x, y):
        g = np.expand_dims(g, self.axes)
        X = x if x.ndim > 1 else x[None]
        Y = y if y.ndim > 1 else y[:, None]
        to_x = unbroadcast(g @ Y.swapaxes(-2, -1), X.shape)
        to_y = unbroadcast(X.swapaxes(-2, -1) @ g, Y.shape)
        return to_x.reshape(x.shape), to_y.reshape(y.shape)


class Scaled(Result):
    value = staticmethod(lambda x, factor: x * factor)
    rule = staticmethod(lambda g, x, factor: (g * factor,))


class Power(Result):
    value = staticmethod(lambda x, n: x**n)
    rule = staticmethod(lambda g, x, n: (g * n * x ** (n - 1) if n else np.zeros(x.shape),))


class Sum(Result):
    value = staticmethod(lambda x, axis, keepdims: x.sum(axis=axis, keepdims=keepdims))

    @staticmethod
    def rule(g, x, axis, keepdims):
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        return (np.broadcast_to(g, x.shape),)


class Reshaped(Result):
    value = staticmethod(lambda x, *shape: x.reshape(*shape))
    rule = staticmethod(lambda g, x, *shape: (g.reshape(x.shape),))


class Turned(Result):
    value = staticmethod(lambda x, axes: x.transpose(axes))

    @staticmethod
    def rule(g, x, axes):
        if axes is None:
            return (g.T,)
        return (np.moveaxis(g, range(g.ndim), axes),)


class Part(Result):
    value = staticmethod(lambda x, index: x[index])

    @staticmethod
    def rule(g, x, index):
        whole = np.zeros(x.shape)
        np.add.at(whole, index, g)
        return (whole,)


class Relu(Result):
    value = staticmethod(lambda x: np.maximum(x, 0.0))
    rule = staticmethod(lambda g, x: (np.where(x > 0.0, g, 0.0),))


class Exp(Result):
    value = staticmethod(np.exp)
    rule = staticmethod(lambda g, x: (g * np.exp(x),))


class Log(Result):
    value = staticmethod(np.log)
    rule = staticmethod(lambda g, x: (g / x,))


class Tanh(Result):
    value = staticmethod(np.tanh)

    def rule(self, g, x):
        return (g * (1.0 - self.data**2),)


class LogSoftmax(Result):
    @staticmethod
    def value(x, axis):
        return x - np.logaddexp.reduce(x, axis=axis, keepdims=True)

    def rule(self, g, x, axis):
        return (g - np.exp(self.data) * g.sum(axis=axis, keepdims=True),)


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis in (i for i, n in enumerate(shape) if n == 1):
        grad = grad.sum(axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax(-1)[rows, np.asarray(labels)].mean()


def zero_grad(root):
    for node in root.graph():
        node.grad = np.zeros(node.data.shape)
