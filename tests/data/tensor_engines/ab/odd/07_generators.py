"""Exercise 8. Every operation is a generator: it yields its value, and then, for each gradient
that is sent to it, the gradients of its operands, as often as one asks."""

from functools import wraps

import numpy as np


def operation(generator):
    """Turn a generator over arrays into a function over tensors."""

    @wraps(generator)
    def call(*operands, **settings):
        tensors = tuple(o if isinstance(o, Tensor) else Tensor(o) for o in operands)
        running = generator(*(t.data for t in tensors), **settings)
        out = Tensor(next(running))
        out.operands, out.running = tensors, running
        next(running)  # on to where it waits for a gradient
        return out

    return call


@operation
def add(x, y):
    yield x + y
    sent = None
    while True:
        g = yield sent
        sent = g, g


@operation
def multiply(x, y):
    yield x * y
    sent = None
    while True:
        g = yield sent
        sent = g * y, g * x


@operation
def divide(x, y):
    yield x / y
    sent = None
    while True:
        g = yield sent
        sent = g / y, -g * x / y**2


@operation
def product(x, y):
    left = x if x.ndim > 1 else x[None, :]
    right = y if y.ndim > 1 else y[:, None]
    full = left @ right
    yield x @ y
    sent = None
    while True:
        g = yield sent
        g = np.reshape(g, full.shape)
        gx = unbroadcast(g @ np.swapaxes(right, -1, -2), left.shape)
        gy = unbroadcast(np.swapaxes(left, -1, -2) @ g, right.shape)
        sent = gx.reshape(x.shape), gy.reshape(y.shape)


@operation
def entrywise(x, *, value, slope):
    y = value(x)
    yield y
    factor = slope(x, y)
    sent = None
    while True:
        g = yield sent
        sent = (g * factor,)


@operation
def total(x, *, axis, keepdims):
    kept = np.sum(x, axis=axis, keepdims=True).shape
    yield np.sum(x, axis=axis, keepdims=keepdims)
    sent = None
    while True:
        g = yield sent
        sent = (np.broadcast_to(np.reshape(g, kept), x.shape),)


@operation
def rearranged(x, *, how):
    numbers = how(np.arange(x.size).reshape(x.shape))
    yield how(x)
    sent = None
    while True:
        g = yield sent
        flat = np.bincount(np.ravel(numbers), weights=np.ravel(g), minlength=x.size)
        sent = (flat.reshape(x.shape),)


@operation
def log_probabilities(x, *, axis):
    z = x - x.max(axis=axis, keepdims=True)
    z = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
    yield z
    sent = None
    while True:
        g = yield sent
        sent = (g - np.exp(z) * np.sum(g, axis=axis, keepdims=True),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.operands, self.running = (), None

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(other, self)

    def __sub__(self, other):
        return add(self, multiply(other, -1))

    def __rsub__(self, other):
        return add(other, multiply(self, -1))

    def __mul__(self, other):
        return multiply(self, other)

    def __rmul__(self, other):
        return multiply(other, self)

    def __truediv__(self, other):
        return divide(self, other)

    def __rtruediv__(self, other):
        return divide(other, self)

    def __matmul__(self, other):
        return product(self, other)

    def __rmatmul__(self, other):
        return product(other, self)

    def __neg__(self):
        return multiply(self, -1)

    def __pow__(self, n):
        return entrywise(
            self, value=lambda x: x**n, slope=lambda x, y: n * x ** (n - 1) if n else np.zeros_like(x)
        )

    def sum(self, axis=None, keepdims=False):
        return total(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out / (self.data.size / out.data.size)

    def reshape(self, *shape):
        return rearranged(self, how=lambda x: x.reshape(*shape))

    def transpose(self, axes=None):
        return rearranged(self, how=lambda x: x.transpose(axes))

    T = property(transpose)

    def __getitem__(self, index):
        return rearranged(self, how=lambda x: x[index])

    def relu(self):
        return entrywise(self, value=lambda x: np.maximum(x, 0), slope=lambda x, y: x > 0)

    def exp(self):
        return entrywise(self, value=np.exp, slope=lambda x, y: y)

    def log(self):
        return entrywise(self, value=np.log, slope=lambda x, y: 1 / x)

    def tanh(self):
        return entrywise(self, value=np.tanh, slope=lambda x, y: 1 - y * y)

    def log_softmax(self, axis=-1):
        return log_probabilities(self, axis=axis)

    def backward(self):
        nodes = list(descend(self))
        for node in nodes:
            if node.running:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in nodes:
            if node.running:
                for operand, g in zip(node.operands, node.running.send(node.grad)):
                    operand.grad = operand.grad + unbroadcast(g, operand.data.shape)


def descend(root):
    """root and all that it is made of, consumers first."""
    done, trail, path = set(), [], [(root, iter(root.operands))]
    done.add(root)
    while path:
        node, rest = path[-1]
        fresh = next((o for o in rest if o not in done), None)
        if fresh is None:
            trail.append(path.pop()[0])
        else:
            done.add(fresh)
            path.append((fresh, iter(fresh.operands)))
    return reversed(trail)


def unbroadcast(grad, shape):
    lead = np.ndim(grad) - len(shape)
    axes = [*range(lead), *(lead + i for i, n in enumerate(shape) if n == 1)]
    return np.sum(grad, axis=tuple(axes)).reshape(shape)


def cross_entropy(logits, labels):
    return -logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)].mean()


def zero_grad(root):
    for node in descend(root):
        node.grad = np.zeros_like(node.data)
