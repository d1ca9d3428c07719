"""Gradients are asked for, not sent. Each call first writes down who consumes whom, then every
tensor, from the root on, collects its gradient from the edges that come out of its consumers."""

import operator
from collections import OrderedDict, defaultdict

import numpy as np


def unbroadcast(grad, shape):
    axes = [i for i in range(-grad.ndim, 0) if -i > len(shape) or shape[i] != grad.shape[i]]
    return np.array(np.sum(grad, axis=tuple(axes), keepdims=True)).reshape(shape)


def lazily(*jacobians):
    """Decorates the value of an operation with one product for each operand."""

    def decorate(value):
        def build(*args, **kw):
            args = tuple(a if isinstance(a, Tensor) else Tensor(a) for a in args)
            out = Tensor(value(*(a.data for a in args), **kw))
            out.inputs = args
            out.ask = lambda k, g, xs=tuple(a.data for a in args): jacobians[k](g, out.data, *xs, **kw)
            return out

        return build

    return decorate


class Tensor(object):
    __array_ufunc__ = None
    inputs = ()
    ask = None

    def __init__(self, data):
        self.data = np.array(data, np.float64)
        self.grad = np.zeros(self.data.shape)

    def __getattr__(self, name):
        if name in UNARY:
            return lambda *a, **k: UNARY[name](self, *a, **k)
        raise AttributeError(name)

    @property
    def T(self):
        return turn(self, axes=None)

    def __neg__(self):
        return scale(self, by=-1.0)

    def __pow__(self, n):
        return power(self, n=n)

    def __getitem__(self, index):
        return pick(self, index=index)

    def backward(self):
        uses = defaultdict(list)
        order = timeline(self)
        for t in order:
            for k, x in enumerate(t.inputs):
                uses[x].append((t, k))
        total = {}
        for t in order:
            g = np.ones(t.data.shape) if t is self else np.zeros(t.data.shape)
            for consumer, k in uses[t]:
                g += unbroadcast(np.asarray(consumer.ask(k, total[consumer])), t.data.shape)
            total[t] = g
        for t, g in total.items():
            t.grad = g if t.inputs else t.grad + g if t.grad.ndim else np.array(t.grad + g)


def _left(g, y, a, b):
    A, B, G = _planes(a, b, g)
    return unbroadcast(np.einsum("...ij,...kj->...ik", G, B), A.shape).reshape(a.shape)


def _right(g, y, a, b):
    A, B, G = _planes(a, b, g)
    return unbroadcast(np.einsum("...ik,...ij->...kj", A, G), B.shape).reshape(b.shape)


def _planes(a, b, g):
    A, B = np.atleast_2d(a), b if b.ndim > 1 else b.reshape(-1, 1)
    lead = np.broadcast_shapes(A.shape[:-2], B.shape[:-2])
    return A, B, g.reshape(lead + (A.shape[-2], B.shape[-1]))


BINARY = {
    "add": lazily(lambda g, y, a, b: g, lambda g, y, a, b: g)(operator.add),
    "sub": lazily(lambda g, y, a, b: g, lambda g, y, a, b: -g)(operator.sub),
    "mul": lazily(lambda g, y, a, b: g * b, lambda g, y, a, b: g * a)(operator.mul),
    "truediv": lazily(lambda g, y, a, b: g / b, lambda g, y, a, b: -g * y / b)(operator.truediv),
    "matmul": lazily(_left, _right)(operator.matmul),
}
for _name, _f in BINARY.items():
    setattr(Tensor, f"__{_name}__", lambda a, b, f=_f: f(a, b))
    setattr(Tensor, f"__r{_name}__", lambda a, b, f=_f: f(b, a))


@lazily(lambda g, y, x, by: g * by)
def scale(x, by):
    return x * by


@lazily(lambda g, y, x, n: np.zeros(x.shape) if n == 0 else g * (n * x ** (n - 1)))
def power(x, n):
    return x**n


def _put(g, y, x, index):
    z = np.zeros(x.shape)
    np.add.at(z, index, g)
    return z


@lazily(_put)
def pick(x, index):
    return x[index]


@lazily(lambda g, y, x, axes: g.T if axes is None else np.moveaxis(g, range(x.ndim), axes))
def turn(x, axes):
    return x.transpose(axes)


@lazily(lambda g, y, x, shape: g.reshape(x.shape))
def form(x, shape):
    return x.reshape(*shape)


@lazily(lambda g, y, x, axis, kept: np.broadcast_to(g.reshape(kept), x.shape))
def add_up(x, axis, kept):
    return x.sum(axis=axis, keepdims=True).reshape(kept)


@lazily(lambda g, y, x, axis: g - np.exp(y) * g.sum(axis=axis, keepdims=True))
def lsm(x, axis):
    x = x - np.max(x, axis=axis, keepdims=True)
    return x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True))


def total(t, axis=None, keepdims=False):
    out = add_up(t, axis=axis, kept=t.data.sum(axis=axis, keepdims=True).shape)
    return out if keepdims else form(out, shape=(t.data.sum(axis=axis).shape,))


def average(t, axis=None, keepdims=False):
    s = total(t, axis, keepdims)
    return scale(s, by=s.data.size / t.data.size)


UNARY = {
    "relu": lazily(lambda g, y, x: np.where(x > 0, g, 0.0))(lambda x: np.maximum(x, 0.0)),
    "exp": lazily(lambda g, y, x: g * y)(np.exp),
    "log": lazily(lambda g, y, x: g / x)(np.log),
    "tanh": lazily(lambda g, y, x: g * (1 - y * y))(np.tanh),
    "sum": total,
    "mean": average,
    "reshape": lambda t, *shape: form(t, shape=shape),
    "transpose": lambda t, axes=None: turn(t, axes=axes),
    "log_softmax": lambda t, axis=-1: lsm(t, axis=axis),
}


def timeline(root):
    """Whoever is seen again moves to the end; no tensor is opened before its last consumer."""
    count, stack = OrderedDict({root: 0}), [root]
    while stack:
        for x in stack.pop().inputs:
            if x not in count:
                count[x] = 0
                stack.append(x)
            count[x] += 1
    out, ready = [], [root]
    while ready:
        out.append(ready.pop(0))
        for x in out[-1].inputs:
            count[x] -= 1
            if not count[x]:
                ready.append(x)
    return out


def cross_entropy(logits, labels):
    n = logits.data.shape[0]
    return -pick(lsm(logits, axis=-1), index=(np.arange(n), np.asarray(labels))).mean()


def zero_grad(root):
    for t in timeline(root):
        t.grad = np.zeros(t.data.shape)
