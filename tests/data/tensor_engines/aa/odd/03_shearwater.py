"""Every operation is a coroutine.

It yields its value first. Then it sleeps in the tensor that it made, and whenever a gradient is
sent in, it yields the gradients of its operands. It never ends, so it can be asked again.
"""

import numpy as np


def coroutine(make):
    def operation(*operands, **options):
        tensors = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in operands)
        job = make(*[t.data for t in tensors], **options)
        out = Tensor(next(job))
        next(job)  # up to the first wait for a gradient
        out._operands, out._job = tensors, job
        return out

    return operation


@coroutine
def plus(a, b):
    yield a + b
    g = yield
    while True:
        g = yield g, g


@coroutine
def minus(a, b):
    yield a - b
    g = yield
    while True:
        g = yield g, -g


@coroutine
def times(a, b):
    yield a * b
    g = yield
    while True:
        g = yield g * b, g * a


@coroutine
def over(a, b):
    yield a / b
    g = yield
    while True:
        g = yield g / b, -g * a / b**2


@coroutine
def power(a, *, n):
    yield a**n
    g = yield
    while n == 0:
        g = yield (g * 0.0,)
    while True:
        g = yield (g * n * a ** (n - 1),)


@coroutine
def product(a, b):
    yield a @ b
    rows, columns = (a[None] if a.ndim < 2 else a), (b[:, None] if b.ndim < 2 else b)
    shape = (rows @ columns).shape
    g = yield
    while True:
        g = g.reshape(shape)
        left = unbroadcast(g @ columns.swapaxes(-1, -2), rows.shape)
        right = unbroadcast(rows.swapaxes(-1, -2) @ g, columns.shape)
        g = yield left.reshape(a.shape), right.reshape(b.shape)


@coroutine
def total(a, *, axis, keepdims, mean):
    kept = a.sum(axis=axis, keepdims=True)
    each = kept.size / a.size if mean else 1.0
    y = kept if keepdims else a.sum(axis=axis)
    yield y * each
    g = yield
    while True:
        g = yield (np.broadcast_to(g.reshape(kept.shape) * each, a.shape),)


@coroutine
def moved(a, *, move):
    """Any rearrangement: move(array) is a view, or takes entries."""
    yield move(a)
    places = move(np.arange(a.size).reshape(a.shape))
    g = yield
    while True:
        back = np.zeros(a.size)
        np.add.at(back, places, g)
        g = yield (back.reshape(a.shape),)


@coroutine
def function(a, *, value, slope):
    y = value(a)
    yield y
    g = yield
    d = slope(a, y)
    while True:
        g = yield (g * d,)


@coroutine
def logsoft(a, *, axis):
    a = a - a.max(axis=axis, keepdims=True)
    y = a - np.log(np.exp(a).sum(axis=axis, keepdims=True))
    yield y
    g = yield
    while True:
        g = yield (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._operands, self._job = (), None

    def __add__(self, other):
        return plus(self, other)

    def __radd__(self, other):
        return plus(other, self)

    def __sub__(self, other):
        return minus(self, other)

    def __rsub__(self, other):
        return minus(other, self)

    def __mul__(self, other):
        return times(self, other)

    def __rmul__(self, other):
        return times(other, self)

    def __truediv__(self, other):
        return over(self, other)

    def __rtruediv__(self, other):
        return over(other, self)

    def __matmul__(self, other):
        return product(self, other)

    def __rmatmul__(self, other):
        return product(other, self)

    def __neg__(self):
        return function(self, value=np.negative, slope=lambda a, y: -1.0)

    def __pow__(self, n):
        return power(self, n=n)

    def __getitem__(self, index):
        return moved(self, move=lambda array: array[index])

    def reshape(self, *shape):
        return moved(self, move=lambda array: array.reshape(*shape))

    def transpose(self, axes=None):
        return moved(self, move=lambda array: array.transpose(axes))

    @property
    def T(self):
        return moved(self, move=np.transpose)

    def sum(self, axis=None, keepdims=False):
        return total(self, axis=axis, keepdims=keepdims, mean=False)

    def mean(self, axis=None, keepdims=False):
        return total(self, axis=axis, keepdims=keepdims, mean=True)

    def relu(self):
        return function(self, value=lambda a: np.maximum(a, 0), slope=lambda a, y: a > 0)

    def exp(self):
        return function(self, value=np.exp, slope=lambda a, y: y)

    def log(self):
        return function(self, value=np.log, slope=lambda a, y: 1 / a)

    def tanh(self):
        return function(self, value=np.tanh, slope=lambda a, y: 1 - y * y)

    def log_softmax(self, axis=-1):
        return logsoft(self, axis=axis)

    def backward(self):
        order = list(consumers_first(self))
        for t in order:
            if t._job:
                t.grad = np.zeros_like(t.data)
        self.grad[...] += 1
        for t in order:
            if t._job:
                for operand, g in zip(t._operands, t._job.send(t.grad)):
                    operand.grad[...] += unbroadcast(g, operand.data.shape)


def consumers_first(root):
    consumers, todo = {root: 0}, [root]
    while todo:
        for operand in todo.pop()._operands:
            if operand not in consumers:
                consumers[operand] = 0
                todo.append(operand)
            consumers[operand] += 1
    ready = [root]
    while ready:
        t = ready.pop()
        yield t
        for operand in t._operands:
            consumers[operand] -= 1
            if not consumers[operand]:
                ready.append(operand)


def unbroadcast(grad, shape):
    ones = (1,) * (np.ndim(grad) - len(shape)) + tuple(shape)
    stretched = tuple(i for i, n in enumerate(ones) if n == 1)
    return np.sum(grad, axis=stretched).reshape(shape)


def cross_entropy(logits, labels):
    rows = np.arange(len(labels))
    return -logits.log_softmax()[rows, np.asarray(labels)].mean()


def zero_grad(root):
    for t in consumers_first(root):
        t.grad = np.zeros_like(t.data)
