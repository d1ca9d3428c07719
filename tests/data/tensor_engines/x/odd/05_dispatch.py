"""Operations are frozen dataclasses; `forward` and `vjp` are single-dispatch functions over them."""

from dataclasses import dataclass
from functools import partialmethod, reduce, singledispatch
from graphlib import TopologicalSorter
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False)
class Leaf: ...


@dataclass(frozen=True, eq=False)
class Add: ...


@dataclass(frozen=True, eq=False)
class Mul: ...


@dataclass(frozen=True, eq=False)
class Div: ...


@dataclass(frozen=True, eq=False)
class Dot: ...


@dataclass(frozen=True, eq=False)
class Scale:
    factor: float


@dataclass(frozen=True, eq=False)
class Power:
    n: float


@dataclass(frozen=True, eq=False)
class Sum:
    axis: Any
    keepdims: bool


@dataclass(frozen=True, eq=False)
class Reshape:
    shape: tuple


@dataclass(frozen=True, eq=False)
class Transpose:
    axes: Any


@dataclass(frozen=True, eq=False)
class Take:
    index: Any


@dataclass(frozen=True, eq=False)
class Relu: ...


@dataclass(frozen=True, eq=False)
class Exp: ...


@dataclass(frozen=True, eq=False)
class Log: ...


@dataclass(frozen=True, eq=False)
class Tanh: ...


@dataclass(frozen=True, eq=False)
class LogSoftmax:
    axis: int


@singledispatch
def forward(op, *arrays):
    raise TypeError(op)


@singledispatch
def vjp(op, g, y, *arrays):
    """One array for each operand; its shape may be that of the result."""
    raise TypeError(op)


def rules(kind):
    def register(pair):
        value, pullback = pair()
        forward.register(kind)(value)
        vjp.register(kind)(pullback)
        return pair

    return register


@rules(Add)
def _():
    return lambda op, a, b: a + b, lambda op, g, y, a, b: (g, g)


@rules(Mul)
def _():
    return lambda op, a, b: a * b, lambda op, g, y, a, b: (g * b, g * a)


@rules(Div)
def _():
    return lambda op, a, b: a / b, lambda op, g, y, a, b: (g / b, -g * (y / b))


@rules(Scale)
def _():
    return lambda op, a: a * op.factor, lambda op, g, y, a: (g * op.factor,)


@rules(Power)
def _():
    def pullback(op, g, y, a):
        if op.n == 0:
            return (np.zeros(a.shape),)
        return (op.n * np.power(a, op.n - 1.0) * g,)

    return lambda op, a: np.power(a, float(op.n)), pullback


@rules(Dot)
def _():
    def pullback(op, g, y, a, b):
        A = np.atleast_2d(a)
        B = b.reshape(-1, 1) if b.ndim == 1 else b
        G = g.reshape((A @ B).shape)
        return (
            unbroadcast(G @ B.swapaxes(-1, -2), A.shape).reshape(a.shape),
            unbroadcast(A.swapaxes(-1, -2) @ G, B.shape).reshape(b.shape),
        )

    return lambda op, a, b: np.matmul(a, b), pullback


@rules(Sum)
def _():
    def pullback(op, g, y, a):
        like = a.sum(axis=op.axis, keepdims=True)
        return (np.broadcast_to(g.reshape(like.shape), a.shape),)

    return lambda op, a: a.sum(axis=op.axis, keepdims=op.keepdims), pullback


@rules(Reshape)
def _():
    return lambda op, a: a.reshape(*op.shape), lambda op, g, y, a: (g.reshape(a.shape),)


@rules(Transpose)
def _():
    def pullback(op, g, y, a):
        if op.axes is None:
            return (g.transpose(),)
        return (np.moveaxis(g, range(a.ndim), op.axes),)

    return lambda op, a: a.transpose(op.axes), pullback


@rules(Take)
def _():
    def pullback(op, g, y, a):
        out = np.zeros(a.shape)
        np.add.at(out, op.index, g)
        return (out,)

    return lambda op, a: a[op.index], pullback


@rules(Relu)
def _():
    return lambda op, a: np.maximum(a, 0.0), lambda op, g, y, a: (np.where(a > 0, g, 0.0),)


@rules(Exp)
def _():
    return lambda op, a: np.exp(a), lambda op, g, y, a: (g * y,)


@rules(Log)
def _():
    return lambda op, a: np.log(a), lambda op, g, y, a: (g / a,)


@rules(Tanh)
def _():
    return lambda op, a: np.tanh(a), lambda op, g, y, a: (g * (1 - y**2),)


@rules(LogSoftmax)
def _():
    def value(op, a):
        a = a - a.max(axis=op.axis, keepdims=True)
        return a - np.log(np.exp(a).sum(axis=op.axis, keepdims=True))

    def pullback(op, g, y, a):
        return (g - np.exp(y) * g.sum(axis=op.axis, keepdims=True),)

    return value, pullback


def do(op, *operands):
    operands = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in operands)
    out = Tensor(forward(op, *(x.data for x in operands)))
    out._op, out._operands = op, operands
    return out


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._op, self._operands = Leaf(), ()

    def _swapped(self, other, *, kind):
        return do(kind(), other, self)

    def _binary(self, other, *, kind):
        return do(kind(), self, other)

    def _simple(self, *, kind):
        return do(kind(), self)

    __add__, __radd__ = partialmethod(_binary, kind=Add), partialmethod(_swapped, kind=Add)
    __mul__, __rmul__ = partialmethod(_binary, kind=Mul), partialmethod(_swapped, kind=Mul)
    __truediv__ = partialmethod(_binary, kind=Div)
    __rtruediv__ = partialmethod(_swapped, kind=Div)
    __matmul__, __rmatmul__ = partialmethod(_binary, kind=Dot), partialmethod(_swapped, kind=Dot)
    relu, exp = partialmethod(_simple, kind=Relu), partialmethod(_simple, kind=Exp)
    log, tanh = partialmethod(_simple, kind=Log), partialmethod(_simple, kind=Tanh)

    def __neg__(self):
        return do(Scale(-1.0), self)

    def __sub__(self, other):
        return self + do(Scale(-1.0), other)

    def __rsub__(self, other):
        return do(Add(), other, -self)

    def __pow__(self, n):
        return do(Power(n), self)

    def __getitem__(self, index):
        return do(Take(index), self)

    def sum(self, axis=None, keepdims=False):
        return do(Sum(axis, keepdims), self)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / max(total.data.size, 1))

    def reshape(self, *shape):
        return do(Reshape(shape), self)

    def transpose(self, axes=None):
        return do(Transpose(axes), self)

    @property
    def T(self):
        return self.transpose()

    def log_softmax(self, axis=-1):
        return do(LogSoftmax(axis), self)

    def backward(self):
        order = operands_first(self)
        for t in order:
            if t._operands:
                t.grad = np.zeros_like(t.data)
        self.grad = np.asarray(self.grad + np.ones_like(self.data))
        for t in reversed(order):
            if not t._operands:
                continue
            arrays = (x.data for x in t._operands)
            for x, g in zip(t._operands, vjp(t._op, t.grad, t.data, *arrays), strict=True):
                x.grad = np.asarray(x.grad + unbroadcast(np.asarray(g), x.data.shape))


def operands_first(root):
    """Python's own topological sort."""
    graph, todo = {}, [root]
    while todo:
        t = todo.pop()
        if t not in graph:
            graph[t] = t._operands
            todo.extend(t._operands)
    return list(TopologicalSorter(graph).static_order())


def unbroadcast(grad, shape):
    grad = reduce(lambda g, _: g.sum(axis=0), range(grad.ndim - len(shape)), grad)
    ones = [i for i, n in enumerate(shape) if n == 1]
    return reduce(lambda g, i: g.sum(axis=i, keepdims=True), ones, grad)


def cross_entropy(logits, labels):
    picked = logits.log_softmax()[np.arange(len(labels)), np.asarray(labels, dtype=int)]
    return -picked.mean()


def zero_grad(root):
    for t in operands_first(root):
        t.grad = np.zeros_like(t.data)
