"""Gradients are asked for, not sent.

A call of backward turns the graph round: it writes down, for each tensor, the uses that lead to
the root. Each gradient is then a sum over these uses, worked out when somebody wants it; an
explicit stack of questions stands for the recursion. A tensor keeps nothing but its recipe.
"""

from collections import defaultdict, namedtuple
from types import MappingProxyType

import numpy as np

Recipe = namedtuple("Recipe", "operands pulls")
LEAF = Recipe((), ())


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, *, recipe=LEAF):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.recipe = recipe

    def backward(self):
        uses = defaultdict(list)
        tensors = family(self)
        for t in tensors:
            for operand, pull in zip(*t.recipe):
                uses[id(operand)].append((t, pull))
        uses = MappingProxyType(uses)
        answers = {id(self): np.ones_like(self.data)}
        for asked in tensors:
            questions = [asked]
            while questions:
                t = questions[-1]
                if id(t) in answers:
                    questions.pop()
                    continue
                open_ones = [user for user, _ in uses[id(t)] if id(user) not in answers]
                if open_ones:
                    questions.extend(open_ones)
                    continue
                parts = [
                    unbroadcast(np.asarray(pull(answers[id(user)])), t.data.shape)
                    for user, pull in uses[id(t)]
                ]
                answers[id(t)] = np.add.reduce(parts, axis=0)
        for t in tensors:
            t.grad = (t.grad if t.recipe is LEAF else 0.0) + answers[id(t)]

    def __add__(self, other):
        return combine(np.add, self, other, lambda g, a, b: g, lambda g, a, b: g)

    def __sub__(self, other):
        return combine(np.subtract, self, other, lambda g, a, b: g, lambda g, a, b: -g)

    def __mul__(self, other):
        return combine(np.multiply, self, other, lambda g, a, b: g * b, lambda g, a, b: g * a)

    def __truediv__(self, other):
        return combine(
            np.divide, self, other, lambda g, a, b: g / b, lambda g, a, b: -g * a / b / b
        )

    def __matmul__(self, other):
        return combine(np.matmul, self, other, left_of_product, right_of_product)

    def __radd__(self, other):
        return Tensor(other) + self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def __neg__(self):
        return entries(self, np.negative, lambda x, y: -1.0)

    def __pow__(self, n):
        return entries(self, lambda x: x**n, lambda x, y: n * x ** (n - 1) if n != 0 else 0.0)

    def relu(self):
        return entries(self, lambda x: np.where(x > 0, x, 0.0), lambda x, y: y > 0)

    def exp(self):
        return entries(self, np.exp, lambda x, y: y)

    def log(self):
        return entries(self, np.log, lambda x, y: x**-1)

    def tanh(self):
        return entries(self, np.tanh, lambda x, y: 1.0 - y * y)

    def sum(self, axis=None, keepdims=False):
        return linear(self, lambda x: x.sum(axis=axis, keepdims=keepdims), spread(axis, keepdims))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return linear(self, lambda x: x.reshape(*shape), lambda g, x: g.reshape(x.shape))

    def transpose(self, axes=None):
        return linear(self, lambda x: x.transpose(axes), through(lambda x: x.transpose(axes)))

    T = property(transpose)

    def __getitem__(self, index):
        return linear(self, lambda x: x[index], through(lambda x: x[index]))

    def log_softmax(self, axis=-1):
        top = self.data.max(axis=axis, keepdims=True)
        return self - top - (self - top).exp().sum(axis, True).log()


def family(root):
    known, todo = {id(root): root}, [root]
    while todo:
        for t in todo.pop().recipe.operands:
            if id(t) not in known:
                known[id(t)] = t
                todo.append(t)
    return list(known.values())


def combine(f, a, b, *pulls):
    a, b = (t if isinstance(t, Tensor) else Tensor(t) for t in (a, b))
    x, y = a.data, b.data
    ways = tuple((lambda g, pull=pull: pull(g, x, y)) for pull in pulls)
    return Tensor(f(x, y), recipe=Recipe((a, b), ways))


def entries(t, f, slope):
    x, y = t.data, f(t.data)
    return Tensor(y, recipe=Recipe((t,), (lambda g: g * slope(x, y),)))


def linear(t, f, back):
    x = t.data
    return Tensor(f(x), recipe=Recipe((t,), (lambda g: back(g, x),)))


def spread(axis, keepdims):
    def back(g, x):
        room = np.sum(x, axis=axis, keepdims=True).shape
        return np.broadcast_to(g.reshape(room), x.shape)

    return back


def through(move):
    """Send the numbers of the entries along, and see where they come out."""

    def back(g, x):
        tags = np.ravel(move(np.arange(x.size).reshape(x.shape)))
        home = np.zeros(x.size)
        np.add.at(home, tags, np.ravel(g))
        return home.reshape(x.shape)

    return back


def left_of_product(g, a, b):
    if b.ndim == 1:
        return np.multiply.outer(g, b)
    if a.ndim == 1:
        return np.matmul(b, g[..., None])[..., 0]
    return np.matmul(g, b.swapaxes(-1, -2))


def right_of_product(g, a, b):
    if a.ndim == 1:
        return g * a if b.ndim == 1 else a[:, None] * g[..., None, :]
    if b.ndim == 1:
        return np.matmul(g[..., None, :], a)[..., 0, :]
    return np.matmul(a.swapaxes(-1, -2), g)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.ndim > len(shape):
        return unbroadcast(np.add.reduce(grad), shape)
    if () == tuple(shape):
        return grad
    return np.add.reduce(grad, axis=tuple(np.nonzero(np.equal(shape, 1))[0]), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    where = tuple(zip(*enumerate(map(int, labels))))
    chosen = logits.log_softmax()[tuple(map(list, where))]
    return -chosen.mean()


def zero_grad(root):
    for t in family(root):
        t.grad = np.zeros_like(t.data)
