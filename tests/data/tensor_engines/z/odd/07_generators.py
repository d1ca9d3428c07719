"""Every operation is a generator: first it yields its value, then it answers each gradient that it
is sent with the gradients of its operands."""

import functools

import numpy as np


def coroutine(fun):
    """Start the generator; its first yield is the value of a new tensor."""

    @functools.wraps(fun)
    def start(*operands, **options):
        operands = [t if isinstance(t, Tensor) else Tensor(t) for t in operands]
        answers = fun(*[t.data for t in operands], **options)
        out = Tensor(next(answers))
        out._operands, out._answers = operands, answers
        return out

    return start


@coroutine
def plus(a, b):
    g = yield a + b
    while True:
        g = yield g, g


@coroutine
def times(a, b):
    g = yield a * b
    while True:
        g = yield g * b, g * a


@coroutine
def over(a, b):
    y = a / b
    g = yield y
    while True:
        g = yield g / b, -g * y / b


@coroutine
def matrix_times(a, b):
    g = yield a @ b
    x = a if a.ndim > 1 else a[np.newaxis]
    y = b if b.ndim > 1 else b[:, np.newaxis]
    stack = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    while True:
        g = g.reshape(*stack, x.shape[-2], y.shape[-1])
        left = unbroadcast(g @ y.swapaxes(-1, -2), x.shape)
        right = unbroadcast(x.swapaxes(-1, -2) @ g, y.shape)
        g = yield left.reshape(a.shape), right.reshape(b.shape)


@coroutine
def power(a, *, n):
    g = yield a**n
    slope = n * a ** (n - 1) if n else np.zeros(a.shape)
    while True:
        g = yield (g * slope,)


@coroutine
def total(a, *, axis, keepdims):
    g = yield a.sum(axis=axis, keepdims=keepdims)
    kept = a.sum(axis=axis, keepdims=True).shape
    while True:
        g = yield (np.broadcast_to(g.reshape(kept), a.shape),)


@coroutine
def moved(a, *, how, back):
    g = yield how(a)
    while True:
        g = yield (back(a, g),)


@coroutine
def entrywise(a, *, f, slope):
    y = f(a)
    g = yield y
    while True:
        g = yield (g * slope(a, y),)


@coroutine
def log_probabilities(a, *, axis):
    z = a - a.max(axis=axis, keepdims=True)
    z = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
    g = yield z
    p = np.exp(z)
    while True:
        g = yield (g - p * g.sum(axis=axis, keepdims=True),)


class Tensor:
    __array_ufunc__ = None
    _operands, _answers = (), None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)

    def __add__(self, other):
        return plus(self, other)

    def __radd__(self, other):
        return plus(other, self)

    def __sub__(self, other):
        return plus(self, times(other, -1))

    def __rsub__(self, other):
        return plus(other, times(self, -1))

    def __neg__(self):
        return times(self, -1)

    def __mul__(self, other):
        return times(self, other)

    def __rmul__(self, other):
        return times(other, self)

    def __truediv__(self, other):
        return over(self, other)

    def __rtruediv__(self, other):
        return over(other, self)

    def __matmul__(self, other):
        return matrix_times(self, other)

    def __rmatmul__(self, other):
        return matrix_times(other, self)

    def __pow__(self, n):
        return power(self, n=n)

    def sum(self, axis=None, keepdims=False):
        return total(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s * (s.data.size / self.data.size)

    def reshape(self, *shape):
        return moved(self, how=lambda a: a.reshape(*shape), back=lambda a, g: g.reshape(a.shape))

    def transpose(self, axes=None):
        def back(a, g):
            return g.T if axes is None else np.moveaxis(g, range(g.ndim), axes)

        return moved(self, how=lambda a: a.transpose(axes), back=back)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def back(a, g):
            z = np.zeros(a.shape)
            np.add.at(z, index, g)
            return z

        return moved(self, how=lambda a: a[index], back=back)

    def relu(self):
        return entrywise(self, f=lambda a: np.maximum(a, 0), slope=lambda a, y: a > 0)

    def exp(self):
        return entrywise(self, f=np.exp, slope=lambda a, y: y)

    def log(self):
        return entrywise(self, f=np.log, slope=lambda a, y: 1 / a)

    def tanh(self):
        return entrywise(self, f=np.tanh, slope=lambda a, y: 1 - y**2)

    def log_softmax(self, axis=-1):
        return log_probabilities(self, axis=axis)

    def backward(self):
        order = list(leaves_last(self))
        for node in order:
            if node._answers:
                node.grad = np.zeros(node.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for node in order:
            if node._answers:
                for each, g in zip(node._operands, node._answers.send(node.grad)):
                    each.grad = each.grad + unbroadcast(g, each.data.shape)


def leaves_last(root):
    """A depth-first walk; reversed, what is left last comes first."""
    seen, left, path = {root}, [], [(root, iter(root._operands))]
    while path:
        node, rest = path[-1]
        for each in rest:
            if each not in seen:
                seen.add(each)
                path.append((each, iter(each._operands)))
                break
        else:
            left.append(path.pop()[0])
    return reversed(left)


def unbroadcast(grad, shape):
    front = grad.ndim - len(shape)
    long = (1,) * front + tuple(shape)
    axes = tuple(i for i, n in enumerate(long) if n == 1)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    return -logits.log_softmax()[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    for node in leaves_last(root):
        node.grad = np.zeros(node.data.shape)
