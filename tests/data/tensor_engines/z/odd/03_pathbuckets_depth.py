"""Exam. No sorting: every tensor knows its height, and backward empties the heights from the top.

The height of a leaf is 0, that of a result one more than that of its highest input. So whoever uses a
tensor is higher. What tensors receive lies in a list (a mailbox) during a call, and is added up once.
"""

import numpy as np
from collections import defaultdict


def unbroadcast(grad, shape):
    # from the right, as NumPy aligns shapes
    for back in range(1, grad.ndim + 1):
        wanted = shape[-back] if back <= len(shape) else 1
        if wanted != grad.shape[-back]:
            grad = np.add.reduce(grad, axis=-back, keepdims=True)
    return grad.reshape(shape)


class Tensor(object):
    __array_ufunc__ = None
    __slots__ = "data", "grad", "height", "links"

    def __init__(self, data, links=()):
        self.data = np.array(data, np.float64)
        self.grad = np.zeros(self.data.shape)
        self.links = links
        self.height = 1 + max((to.height for to, _ in links), default=-1)

    def backward(self):
        mail = defaultdict(list)
        mail[self].append(np.ones(self.data.shape))
        floors = defaultdict(set)
        floors[self.height].add(self)
        for height in range(self.height, -1, -1):
            for t in floors[height]:
                g = np.zeros(t.data.shape)
                for letter in mail.pop(t):
                    g += unbroadcast(letter, g.shape)
                if not t.links:
                    t.grad = np.add(t.grad, g, out=g)
                for to, answer in t.links:
                    mail[to].append(np.asarray(answer(g)))
                    floors[to.height].add(to)

    def __neg__(a):
        return Tensor(-a.data, [(a, lambda g: -g)])

    def __pow__(a, n):
        d = np.zeros(a.data.shape) if n == 0 else n * np.power(a.data, n - 1.0)
        return Tensor(np.power(a.data, float(n)), [(a, lambda g: d * g)])

    def sum(a, axis=None, keepdims=False):
        axes = tuple(range(a.data.ndim)) if axis is None else tuple(np.arange(a.data.ndim)[[*np.atleast_1d(np.array(axis, int))]])
        full = [1 if i in axes else n for i, n in enumerate(a.data.shape)]
        flat = [n for i, n in enumerate(a.data.shape) if i not in axes]
        total = np.sum(a.data, axis=axes)
        return Tensor(
            total.reshape(full if keepdims else flat),
            [(a, lambda g: np.ones(a.data.shape) * g.reshape(full))],
        )

    def mean(a, axis=None, keepdims=False):
        s = a.sum(axis, keepdims)
        return s / (a.data.size / s.data.size)

    def reshape(a, *shape):
        return Tensor(np.reshape(a.data, shape[0] if len(shape) == 1 else shape), [(a, lambda g: np.reshape(g, a.data.shape))])

    def transpose(a, axes=None):
        if axes is None:
            return Tensor(a.data.T, [(a, np.transpose)])
        n = a.data.ndim
        return Tensor(np.moveaxis(a.data, axes, range(n)), [(a, lambda g: np.moveaxis(g, range(n), axes))])

    T = property(lambda a: a.transpose())

    def __getitem__(a, index):
        def answer(g):
            letter = np.zeros(a.data.shape)
            np.add.at(letter, index, g)
            return letter

        return Tensor(a.data[index], [(a, answer)])

    def relu(a):
        return Tensor((a.data + np.abs(a.data)) / 2, [(a, lambda g: g * np.sign(a.data).clip(0))])

    def exp(a):
        y = np.exp(a.data)
        return Tensor(y, [(a, y.__mul__)])

    def log(a):
        return Tensor(np.log(a.data), [(a, lambda g: g / a.data)])

    def tanh(a):
        y = np.tanh(a.data)
        return Tensor(y, [(a, lambda g: g - g * y * y)])

    def log_softmax(a, axis=-1):
        top = np.max(a.data, axis, keepdims=True)
        y = a.data - (top + np.log(np.sum(np.exp(a.data - top), axis, keepdims=True)))
        return Tensor(y, [(a, lambda g: g - np.exp(y) * np.sum(g, axis, keepdims=True))])


def both(rule):
    """The operator and its mirror image from one rule on two tensors."""

    def tensor(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    return lambda a, b: rule(tensor(a), tensor(b)), lambda a, b: rule(tensor(b), tensor(a))


def links(value, *pairs):
    return Tensor(value, list(pairs))


def product(a, b):
    """Stacks of matrices as sums over one more axis would be slow; so: np.matmul of at least matrices."""
    A, B = np.atleast_2d(a.data), b.data if b.data.ndim > 1 else b.data[:, np.newaxis]
    C = np.matmul(A, B)
    turn = lambda m: np.moveaxis(m, -1, -2)
    return links(
        np.matmul(a.data, b.data),
        (a, lambda g: unbroadcast(np.matmul(g.reshape(C.shape), turn(B)), A.shape).reshape(a.data.shape)),
        (b, lambda g: unbroadcast(np.matmul(turn(A), g.reshape(C.shape)), B.shape).reshape(b.data.shape)),
    )


Tensor.__add__, Tensor.__radd__ = both(lambda a, b: links(a.data + b.data, (a, lambda g: g), (b, lambda g: g)))
Tensor.__sub__, Tensor.__rsub__ = both(lambda a, b: links(a.data - b.data, (a, lambda g: g), (b, lambda g: -g)))
Tensor.__mul__, Tensor.__rmul__ = both(
    lambda a, b: links(a.data * b.data, (a, lambda g: g * b.data), (b, lambda g: g * a.data))
)
Tensor.__truediv__, Tensor.__rtruediv__ = both(
    lambda a, b: links(a.data / b.data, (a, lambda g: g / b.data), (b, lambda g: -g * (a.data / b.data) / b.data))
)
Tensor.__matmul__, Tensor.__rmatmul__ = both(product)


def cross_entropy(logits, labels):
    picked = logits.log_softmax(-1)[np.arange(len(labels)), np.asarray(labels)]
    return -picked.mean()


def zero_grad(root):
    todo, seen = {root}, set()
    while todo:
        t = todo.pop()
        seen.add(t)
        t.grad = np.zeros(t.data.shape)
        todo |= {to for to, _ in t.links} - seen
