"""Tensor engine; a decorator turns a function on arrays into an operation on tensors.

A decorated function gets arrays and returns (value, back). back(g) returns one gradient for
each array; the decorator takes care of broadcasting.
"""

import functools

import numpy as np


def operation(function):
    @functools.wraps(function)
    def on_tensors(*operands, **settings):
        operands = [x if isinstance(x, Tensor) else Tensor(x) for x in operands]
        value, back = function(*[x.data for x in operands], **settings)
        result = Tensor(value)
        result._operands = operands
        result._back = back
        return result

    return on_tensors


@operation
def add(a, b):
    return a + b, lambda g: (g, g)


@operation
def subtract(a, b):
    return a - b, lambda g: (g, -g)


@operation
def multiply(a, b):
    return a * b, lambda g: (g * b, g * a)


@operation
def divide(a, b):
    return a / b, lambda g: (g / b, -g * a / b**2)


@operation
def power(a, *, n):
    if n == 0:
        return a**0, lambda g: (0.0 * g,)
    return a**n, lambda g: (n * a ** (n - 1) * g,)


@operation
def matmul(a, b):
    first = a[None] if a.ndim == 1 else a
    second = b[:, None] if b.ndim == 1 else b
    shape = (first @ second).shape

    def back(g):
        g = g.reshape(shape)
        ga = unbroadcast(np.matmul(g, second.swapaxes(-1, -2)), first.shape)
        gb = unbroadcast(np.matmul(first.swapaxes(-1, -2), g), second.shape)
        return ga.reshape(a.shape), gb.reshape(b.shape)

    return a @ b, back


@operation
def total(a, *, axis, keepdims):
    value = a.sum(axis=axis, keepdims=True)
    shape = value.shape if keepdims else a.sum(axis=axis).shape
    return value.reshape(shape), lambda g: (g.reshape(value.shape) + np.zeros(a.shape),)


@operation
def average(a, *, axis, keepdims):
    value = a.mean(axis=axis, keepdims=True)
    shape = value.shape if keepdims else a.mean(axis=axis).shape
    count = a.size // value.size
    return value.reshape(shape), lambda g: (g.reshape(value.shape) / count + np.zeros(a.shape),)


@operation
def reshape(a, *, shape):
    return a.reshape(shape), lambda g: (g.reshape(a.shape),)


@operation
def transpose(a, *, axes):
    order = list(range(a.ndim))[::-1] if axes is None else [i % a.ndim for i in axes]
    return np.transpose(a, order), lambda g: (np.transpose(g, np.argsort(order)),)


@operation
def take(a, *, index):
    def back(g):
        places = np.arange(a.size).reshape(a.shape)[index]
        counted = np.bincount(np.ravel(places), weights=np.ravel(g), minlength=a.size)
        return (counted.reshape(a.shape),)

    return a[index], back


@operation
def relu(a):
    return np.maximum(a, 0.0), lambda g: (np.where(a > 0.0, g, 0.0),)


@operation
def exp(a):
    y = np.exp(a)
    return y, lambda g: (g * y,)


@operation
def log(a):
    return np.log(a), lambda g: (g / a,)


@operation
def tanh(a):
    y = np.tanh(a)
    return y, lambda g: (g * (1 - y**2),)


@operation
def log_softmax(a, *, axis):
    top = np.amax(a, axis=axis, keepdims=True)
    y = a - top - np.log(np.exp(a - top).sum(axis=axis, keepdims=True))
    return y, lambda g: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._operands = []
        self._back = None

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(other, self)

    def __sub__(self, other):
        return subtract(self, other)

    def __rsub__(self, other):
        return subtract(other, self)

    def __mul__(self, other):
        return multiply(self, other)

    def __rmul__(self, other):
        return multiply(other, self)

    def __truediv__(self, other):
        return divide(self, other)

    def __rtruediv__(self, other):
        return divide(other, self)

    def __matmul__(self, other):
        return matmul(self, other)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def __neg__(self):
        return multiply(self, -1)

    def __pow__(self, n):
        return power(self, n=n)

    def __getitem__(self, index):
        return take(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return total(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return average(self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        return reshape(self, shape=shape[0] if len(shape) == 1 else shape)

    def transpose(self, axes=None):
        return transpose(self, axes=axes)

    T = property(lambda self: transpose(self, axes=None))

    def relu(self):
        return relu(self)

    def exp(self):
        return exp(self)

    def log(self):
        return log(self)

    def tanh(self):
        return tanh(self)

    def log_softmax(self, axis=-1):
        return log_softmax(self, axis=axis)

    def backward(self):
        order = topological_order(self)
        for t in order:
            if t._back is not None:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in reversed(order):
            if t._back is not None:
                for operand, g in zip(t._operands, t._back(t.grad)):
                    operand.grad = operand.grad + unbroadcast(g, operand.data.shape)


def topological_order(root):
    order, visited, stack = [], set(), [(root, 0)]
    while stack:
        t, i = stack.pop()
        if i == 0:
            if id(t) in visited:
                continue
            visited.add(id(t))
        if i < len(t._operands):
            stack.append((t, i + 1))
            stack.append((t._operands[i], 0))
        else:
            order.append(t)
    return order


def unbroadcast(grad, shape):
    added = grad.ndim - len(shape)
    axes = tuple(range(added)) + tuple(added + i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=axes).reshape(shape) if axes else grad


def cross_entropy(logits, labels):
    logp = log_softmax(logits, axis=-1)
    return -logp[np.arange(len(labels)), np.asarray(labels)].mean()


def zero_grad(root, visited=set()):
    stack = [root]
    while stack:
        t = stack.pop()
        if id(t) in visited:
            continue
        visited.add(id(t))
        t.grad = np.zeros_like(t.data)
        stack += t._operands
