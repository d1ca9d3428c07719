"""The standard library does the walk (graphlib) and the choice of rules (singledispatch).

What made a tensor is a frozen record of its own type. `value` and `shares` are generic functions
of that record.
"""

from dataclasses import dataclass
from functools import singledispatch
from graphlib import TopologicalSorter
from typing import Any

import numpy as np


def record(*fields):
    def decorate(cls):
        cls.__annotations__ = {name: Any for name in fields}
        return dataclass(frozen=True, eq=False)(cls)

    return decorate


@record("a", "b")
class Add: ...


@record("a", "b")
class Mul: ...


@record("a")
class Inverse: ...


@record("a", "n")
class Power: ...


@record("a", "b")
class MatMul: ...


@record("a", "axis", "keepdims")
class Sum: ...


@record("a", "shape")
class Reshape: ...


@record("a", "axes")
class Transpose: ...


@record("a", "index")
class Pick: ...


@record("a", "function")
class Entrywise: ...


@record("a", "axis")
class LogSumExp: ...


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data, self.made = np.array(data, dtype=np.float64), None
        self.grad = np.zeros(self.data.shape)

    @staticmethod
    def by(made):
        out = Tensor(value(made))
        out.made = made
        return out

    @property
    def operands(self):
        return [x for x in vars(self.made).values() if isinstance(x, Tensor)] if self.made else []

    def __add__(self, other):
        return Tensor.by(Add(self, tensor(other)))

    def __mul__(self, other):
        return Tensor.by(Mul(self, tensor(other)))

    def __matmul__(self, other):
        return Tensor.by(MatMul(self, tensor(other)))

    def __rmatmul__(self, other):
        return tensor(other) @ self

    def __radd__(self, other):
        return tensor(other) + self

    def __rmul__(self, other):
        return tensor(other) * self

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -tensor(other)

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        return self * Tensor.by(Inverse(tensor(other)))

    def __rtruediv__(self, other):
        return other * Tensor.by(Inverse(self))

    def __pow__(self, n):
        return Tensor.by(Power(self, n))

    def __getitem__(self, index):
        return Tensor.by(Pick(self, index))

    def sum(self, axis=None, keepdims=False):
        return Tensor.by(Sum(self, axis, keepdims))

    def mean(self, axis=None, keepdims=False):
        return self.sum(axis, keepdims) * (1 / (self.data.size / self.data.sum(axis=axis).size))

    def reshape(self, *shape):
        return Tensor.by(Reshape(self, shape))

    def transpose(self, axes=None):
        return Tensor.by(Transpose(self, axes))

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return Tensor.by(Entrywise(self, "relu"))

    def exp(self):
        return Tensor.by(Entrywise(self, "exp"))

    def log(self):
        return Tensor.by(Entrywise(self, "log"))

    def tanh(self):
        return Tensor.by(Entrywise(self, "tanh"))

    def log_softmax(self, axis=-1):
        return self - Tensor.by(LogSumExp(self, axis))

    def backward(self):
        nodes = operands_first(self)
        for t in nodes:
            if t.made:
                t.grad = np.zeros(t.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for t in reversed(nodes):
            if t.made:
                for x, g in zip(t.operands, shares(t.made, t.data, t.grad), strict=True):
                    x.grad = x.grad + unbroadcast(g, x.data.shape)


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


@singledispatch
def value(made):
    raise TypeError(made)


@singledispatch
def shares(made, y, g):
    raise TypeError(made)


@value.register
def _(m: Add):
    return m.a.data + m.b.data


@shares.register
def _(m: Add, y, g):
    return g, g


@value.register
def _(m: Mul):
    return m.a.data * m.b.data


@shares.register
def _(m: Mul, y, g):
    return g * m.b.data, g * m.a.data


@value.register
def _(m: Inverse):
    return 1.0 / m.a.data


@shares.register
def _(m: Inverse, y, g):
    return (-g * y * y,)


@value.register
def _(m: Power):
    return m.a.data**m.n


@shares.register
def _(m: Power, y, g):
    return (g * m.n * m.a.data ** (m.n - 1 if m.n else 1),)


@value.register
def _(m: MatMul):
    return np.matmul(m.a.data, m.b.data)


@shares.register
def _(m: MatMul, y, g):
    a, b = np.atleast_2d(m.a.data), m.b.data
    if b.ndim == 1:
        b, g = b[:, None], g[..., None]
    if m.a.data.ndim == 1:
        g = g[..., None, :]
    to_a = g @ b.swapaxes(-1, -2)
    to_b = a.swapaxes(-1, -2) @ g
    return (
        to_a[..., 0, :] if m.a.data.ndim == 1 else to_a,
        to_b[..., 0] if m.b.data.ndim == 1 else to_b,
    )


@value.register
def _(m: Sum):
    return m.a.data.sum(axis=m.axis, keepdims=m.keepdims)


@shares.register
def _(m: Sum, y, g):
    if not m.keepdims:
        g = np.expand_dims(g, tuple(range(m.a.data.ndim)) if m.axis is None else m.axis)
    return (np.broadcast_to(g, m.a.data.shape),)


@value.register
def _(m: Reshape):
    return m.a.data.reshape(*m.shape)


@shares.register
def _(m: Reshape, y, g):
    return (g.reshape(m.a.data.shape),)


@value.register
def _(m: Transpose):
    return m.a.data.transpose(m.axes)


@shares.register
def _(m: Transpose, y, g):
    out = np.zeros(m.a.data.shape)
    out.transpose(m.axes)[...] = g
    return (out,)


@value.register
def _(m: Pick):
    return m.a.data[m.index]


@shares.register
def _(m: Pick, y, g):
    out = np.zeros(m.a.data.shape)
    np.add.at(out, m.index, g)
    return (out,)


@value.register
def _(m: Entrywise):
    return {"relu": lambda x: np.maximum(x, 0), "exp": np.exp, "log": np.log, "tanh": np.tanh}[
        m.function
    ](m.a.data)


@shares.register
def _(m: Entrywise, y, g):
    x = m.a.data
    match m.function:
        case "relu":
            return (np.where(x > 0, g, 0.0),)
        case "exp":
            return (g * y,)
        case "log":
            return (g / x,)
        case "tanh":
            return (g * (1 - y) * (1 + y),)


@value.register
def _(m: LogSumExp):
    x = m.a.data
    top = x.max(axis=m.axis, keepdims=True)
    return top + np.log(np.exp(x - top).sum(axis=m.axis, keepdims=True))


@shares.register
def _(m: LogSumExp, y, g):
    return (g * np.exp(m.a.data - y),)


def operands_first(root):
    graph, new = {}, [root]
    while new:
        t = new.pop()
        if t not in graph:
            graph[t] = t.operands
            new += graph[t]
    return list(TopologicalSorter(graph).static_order())


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    n = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(n)))
    return np.add.reduce(grad, axis=tuple(i for i, k in enumerate(shape) if k == 1), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(logits.data.shape[0])
    below = Tensor.by(LogSumExp(logits, 1)).reshape(-1)
    return (below - Tensor.by(Pick(logits, (rows, np.asarray(labels))))).mean()


def zero_grad(root):
    for t in operands_first(root):
        t.grad = np.zeros(t.data.shape)
