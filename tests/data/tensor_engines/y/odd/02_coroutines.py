"""Operations are coroutines.

An operation first yields its value. From then on it waits: every gradient of the value that is
sent to it comes back as a tuple, one gradient for each operand. It can be asked any number of
times, and it forgets each time what it was sent.
"""

from functools import partialmethod

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    full = (1,) * (np.ndim(grad) - len(shape)) + tuple(shape)
    doubled = np.asarray(grad)
    for axis, length in enumerate(full):
        if length == 1:
            doubled = doubled.sum(axis=axis, keepdims=True)
    return doubled.reshape(shape)


def add(x, y):
    g = yield x + y
    while True:
        g = yield g, g


def subtract(x, y):
    g = yield x - y
    while True:
        g = yield g, -g


def multiply(x, y):
    g = yield x * y
    while True:
        g = yield g * y, g * x


def divide(x, y):
    g = yield (z := x / y)
    while True:
        g = yield g / y, -g * z / y


def multiply_matrices(x, y):
    g = yield x @ y
    match x.ndim, y.ndim:
        case 1, 1:
            while True:
                g = yield g * y, g * x
        case 1, _:
            while True:
                g = g[..., None, :]
                g = yield (g * y).sum(-1), x[:, None] * g
        case _, 1:
            while True:
                g = g[..., None]
                g = yield g * y, (g * x).sum(-2)
        case _:
            while True:
                g = yield g @ np.moveaxis(y, -1, -2), np.moveaxis(x, -2, -1) @ g


def negate(x):
    g = yield -x
    while True:
        g = yield (-g,)


def power(x, n):
    g = yield x**n
    while True:
        g = yield (g * n * x ** (n - 1) if n != 0 else np.zeros(x.shape),)


def total(x, axis=None, keepdims=False):
    g = yield x.sum(axis=axis, keepdims=keepdims)
    kept = x.sum(axis=axis, keepdims=True).shape
    while True:
        g = yield (np.broadcast_to(g.reshape(kept), x.shape),)


def average(x, axis=None, keepdims=False):
    g = yield (m := x.mean(axis=axis, keepdims=keepdims))
    kept = x.sum(axis=axis, keepdims=True).shape
    while True:
        g = yield (np.broadcast_to(g.reshape(kept) * (m.size / x.size), x.shape),)


def reshape(x, *shape):
    g = yield x.reshape(*shape)
    while True:
        g = yield (g.reshape(x.shape),)


def transpose(x, axes=None):
    g = yield x.transpose(axes)
    places = list(range(x.ndim))
    places = places[::-1] if axes is None else [places[i] for i in axes]
    while True:
        back = np.empty(x.shape)
        back.transpose(places)[...] = g
        g = yield (back,)


def take(x, index):
    g = yield x[index]
    while True:
        back = np.zeros(x.shape)
        np.add.at(back, index, g)
        g = yield (back,)


def relu(x):
    g = yield np.maximum(x, 0)
    while True:
        g = yield (np.where(x > 0, g, 0),)


def exp(x):
    g = yield (y := np.exp(x))
    while True:
        g = yield (g * y,)


def log(x):
    g = yield np.log(x)
    while True:
        g = yield (g / x,)


def tanh(x):
    g = yield (y := np.tanh(x))
    while True:
        g = yield (g * (1 + y) * (1 - y),)


def log_softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    g = yield (y := x - np.log(np.exp(x).sum(axis=axis, keepdims=True)))
    while True:
        g = yield (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)


def labels_loss(x, labels):
    y = log_softmax(x, 1)
    logs = next(y)
    one_hot = np.zeros(x.shape)
    one_hot[np.arange(len(x)), labels] = -1 / len(x)
    g = yield np.sum(one_hot * logs)
    while True:
        g = yield y.send(g * one_hot)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.operands, self.ask, self.step = (), None, 0

    def one(self, operation, *settings, **more):
        return start(operation, (self,), *settings, **more)

    def two(self, operation, other):
        return start(operation, (self, other))

    def swapped(self, operation, other):
        return start(operation, (other, self))

    __add__, __radd__ = partialmethod(two, add), partialmethod(swapped, add)
    __sub__, __rsub__ = partialmethod(two, subtract), partialmethod(swapped, subtract)
    __mul__, __rmul__ = partialmethod(two, multiply), partialmethod(swapped, multiply)
    __truediv__, __rtruediv__ = partialmethod(two, divide), partialmethod(swapped, divide)
    __matmul__ = partialmethod(two, multiply_matrices)
    __rmatmul__ = partialmethod(swapped, multiply_matrices)
    __neg__ = partialmethod(one, negate)
    __pow__ = partialmethod(one, power)
    __getitem__ = partialmethod(one, take)
    sum = partialmethod(one, total)
    mean = partialmethod(one, average)
    reshape = partialmethod(one, reshape)
    transpose = partialmethod(one, transpose)
    relu = partialmethod(one, relu)
    exp = partialmethod(one, exp)
    log = partialmethod(one, log)
    tanh = partialmethod(one, tanh)
    log_softmax = partialmethod(one, log_softmax)

    @property
    def T(self):
        return self.transpose()

    def youngest_first(self):
        """Every tensor that can be reached, and each before its operands."""
        found, todo = {self}, [self]
        while todo:
            new = set(todo.pop().operands) - found
            found |= new
            todo += new
        return sorted(found, key=lambda node: -node.step)

    def backward(self):
        nodes = self.youngest_first()
        for node in nodes:
            if node.ask:
                node.grad = np.zeros(node.data.shape)
        self.grad += 1
        for node in nodes:
            if node.ask:
                for each, g in zip(node.operands, node.ask(node.grad)):
                    each.grad += unbroadcast(g, each.grad.shape)


def start(operation, operands, *settings, **more):
    operands = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in operands)
    coroutine = operation(*(x.data for x in operands), *settings, **more)
    out = Tensor(next(coroutine))
    out.operands, out.ask = operands, coroutine.send
    out.step = 1 + max(x.step for x in operands)
    return out


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    return logits.one(labels_loss, np.array(labels))


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root.youngest_first():
        node.grad = np.zeros(node.data.shape)
