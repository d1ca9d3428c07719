"""Exam: operations are small frozen records; two generic functions tell what they do.

`value(op, *arrays)` computes, `back(op, grad, result, *arrays)` gives the gradients of the inputs,
`graphlib` puts the tensors in order. A Tensor itself knows nothing about mathematics.
"""

from collections import namedtuple
from functools import partialmethod, singledispatch
from graphlib import TopologicalSorter

import numpy as np

Ufunc = namedtuple("Ufunc", "name")
Matmul = namedtuple("Matmul", "")
Power = namedtuple("Power", "n")
Total = namedtuple("Total", "axis keepdims share")
View = namedtuple("View", "turn")
Pick = namedtuple("Pick", "index")
LogSoftmax = namedtuple("LogSoftmax", "axis")

UFUNCS = {
    "add": (np.add, lambda g, y, a, b: (g, g)),
    "sub": (np.subtract, lambda g, y, a, b: (g, -g)),
    "mul": (np.multiply, lambda g, y, a, b: (g * b, g * a)),
    "truediv": (np.divide, lambda g, y, a, b: (g / b, -g * y / b)),
    "neg": (np.negative, lambda g, y, x: (-g,)),
    "relu": (lambda x: np.maximum(x, 0), lambda g, y, x: (np.where(y > 0, g, 0.0),)),
    "exp": (np.exp, lambda g, y, x: (g * y,)),
    "log": (np.log, lambda g, y, x: (g / x,)),
    "tanh": (np.tanh, lambda g, y, x: (g * (1 - y * y),)),
}


@singledispatch
def value(op, *arrays):
    raise TypeError(op)


@singledispatch
def back(op, g, y, *arrays):
    raise TypeError(op)


@value.register
def _(op: Ufunc, *arrays):
    return UFUNCS[op.name][0](*arrays)


@back.register
def _(op: Ufunc, g, y, *arrays):
    return UFUNCS[op.name][1](g, y, *arrays)


@value.register
def _(op: Matmul, a, b):
    return np.matmul(a, b)


@back.register
def _(op: Matmul, g, y, a, b):
    # letters: s stands for the stacks, i and k for the free axes, j is summed
    i, k = "i" * (a.ndim > 1), "k" * (b.ndim > 1)
    to_a = np.einsum(f"...{i}{k},...j{k}->...{i}j", g, b) if b.ndim > 1 else g[..., None] * b
    to_b = np.einsum(f"...{i}j,...{i}{k}->...j{k}", a, g) if a.ndim > 1 else a[:, None] * g[..., None, :] if k else a * g
    return to_a, to_b


@value.register
def _(op: Power, x):
    return x**op.n


@back.register
def _(op: Power, g, y, x):
    return (g * op.n * x ** (op.n - 1) if op.n else np.zeros(x.shape),)


@value.register
def _(op: Total, x):
    return np.sum(x, axis=op.axis, keepdims=op.keepdims) * op.share


@back.register
def _(op: Total, g, y, x):
    kept = np.sum(x, axis=op.axis, keepdims=True).shape
    return (np.broadcast_to(g.reshape(kept), x.shape) * op.share,)


@value.register
def _(op: View, x):
    return op.turn(x)


@back.register
def _(op: View, g, y, x):
    home = np.zeros(x.shape)
    view = op.turn(home)  # a view of home: what is written here is found there
    assert np.shares_memory(view, home)
    view[...] = g
    return (home,)


@value.register
def _(op: Pick, x):
    return x[op.index]


@back.register
def _(op: Pick, g, y, x):
    home = np.zeros(x.shape)
    np.add.at(home, op.index, g)
    return (home,)


@value.register
def _(op: LogSoftmax, x):
    x = x - x.max(axis=op.axis, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=op.axis, keepdims=True))


@back.register
def _(op: LogSoftmax, g, y, x):
    return (g - np.exp(y) * g.sum(axis=op.axis, keepdims=True),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, op=None, inputs=()):
        self.data = np.array(data, dtype=np.float64, order="C")
        self.grad = np.zeros(self.data.shape)
        self.op, self.inputs = op, inputs

    def _apply(self, op, *others, swapped=False):
        inputs = [self, *(x if isinstance(x, Tensor) else Tensor(x) for x in others)]
        if swapped:
            inputs.reverse()
        return Tensor(value(op, *(t.data for t in inputs)), op, inputs)

    def __pow__(self, n):
        return self._apply(Power(n))

    def __getitem__(self, index):
        return self._apply(Pick(index))

    def _total(self, axis, keepdims, mean):
        n = self.data.size // np.sum(self.data, axis=axis).size
        return self._apply(Total(axis, keepdims, 1 / n if mean else 1))

    def sum(self, axis=None, keepdims=False):
        return self._total(axis, keepdims, False)

    def mean(self, axis=None, keepdims=False):
        return self._total(axis, keepdims, True)

    def reshape(self, *shape):
        return self._apply(View(lambda x: x.reshape(*shape)))

    def transpose(self, axes=None):
        return self._apply(View(lambda x: x.transpose(axes)))

    T = property(transpose)

    def log_softmax(self, axis=-1):
        return self._apply(LogSoftmax(axis))

    def backward(self):
        order = inputs_first(self)
        for t in order:
            if t.op is not None:
                t.grad = np.zeros(t.data.shape)
        self.grad += 1
        for t in reversed(order):
            if t.op is not None:
                for source, g in zip(t.inputs, back(t.op, t.grad, t.data, *(s.data for s in t.inputs))):
                    source.grad += unbroadcast(g, source.data.shape)


for _name in ("add", "sub", "mul", "truediv"):
    setattr(Tensor, f"__{_name}__", partialmethod(Tensor._apply, Ufunc(_name)))
    setattr(Tensor, f"__r{_name}__", partialmethod(Tensor._apply, Ufunc(_name), swapped=True))
Tensor.__matmul__ = partialmethod(Tensor._apply, Matmul())
Tensor.__rmatmul__ = partialmethod(Tensor._apply, Matmul(), swapped=True)
for _name in ("neg", "relu", "exp", "log", "tanh"):
    setattr(Tensor, "__neg__" if _name == "neg" else _name, partialmethod(Tensor._apply, Ufunc(_name)))


def inputs_first(root):
    graph, todo = {}, [root]
    while todo:
        t = todo.pop()
        if t not in graph:
            graph[t] = t.inputs
            todo.extend(t.inputs)
    return list(TopologicalSorter(graph).static_order())


def unbroadcast(grad, shape):
    lead = grad.ndim - len(shape)
    axes = tuple(i for i, n in enumerate(grad.shape) if i < lead or shape[i - lead] != n)
    return grad.sum(axis=axes).reshape(shape)


def cross_entropy(logits, labels):
    picked = logits.log_softmax(1)[list(range(len(labels))), list(labels)]
    return -picked.mean()


def zero_grad(root):
    for t in inputs_first(root):
        t.grad = np.zeros(t.data.shape)
