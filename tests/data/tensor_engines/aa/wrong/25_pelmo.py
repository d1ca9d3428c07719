"""One class; each result keeps `parents` and a method bound to what it needs (functools.partial)."""

from functools import partial

import numpy as np


def unbroadcast(grad, shape):
    missing = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(missing)))
    return grad.sum(axis=tuple(np.flatnonzero(np.array(shape) == 1)), keepdims=True)


def add_rule(g):
    return g, g


def sub_rule(g):
    return g, -g


def mul_rule(a, b, g):
    return g * b, g * a


def div_rule(a, b, g):
    return g / b, -g * a / b**2


def matmul_rule(a, b, g):
    a2 = np.atleast_2d(a)
    b2 = b if b.ndim > 1 else b.reshape(-1, 1)
    if b.ndim == 1:
        g = np.expand_dims(g, -1)
    if a.ndim == 1:
        g = np.expand_dims(g, -2)
    ga = unbroadcast(g @ np.swapaxes(b2, -1, -2), a2.shape)
    gb = unbroadcast(np.swapaxes(a2, -1, -2) @ g, b2.shape)
    return ga.reshape(a.shape), gb.reshape(b.shape)


def pow_rule(x, n, g):
    return (g * (n * x ** (n - 1)) if n != 0 else np.zeros_like(x),)


def slope_rule(slope, g):
    return (g * slope,)


def sum_rule(shape, axis, keepdims, g):
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    return (np.tile(g, [n // m for n, m in zip(shape, g.shape)]) if g.ndim else np.full(shape, g),)


def reshape_rule(shape, g):
    return (np.reshape(g, shape),)


def transpose_rule(back, g):
    return (g.transpose(back),)


def index_rule(shape, index, g):
    out = np.zeros(shape)
    np.add.at(out, index, g)
    return (out,)


def log_softmax_rule(y, axis, g):
    return (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)


def cross_entropy_rule(p, labels, g):
    n = len(labels)
    slope = p
    slope[np.arange(n), labels] -= 1.0
    return (g * slope / n,)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, parents=(), rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.parents = [p if isinstance(p, Tensor) else Tensor(p) for p in parents]
        self.rule = rule

    def __add__(self, other):
        return Tensor(self.data + raw(other), (self, other), add_rule)

    def __radd__(self, other):
        return Tensor(raw(other) + self.data, (other, self), add_rule)

    def __sub__(self, other):
        return Tensor(self.data - raw(other), (self, other), sub_rule)

    def __rsub__(self, other):
        return Tensor(raw(other) - self.data, (other, self), sub_rule)

    def __mul__(self, other):
        a, b = self.data, raw(other)
        return Tensor(a * b, (self, other), partial(mul_rule, a, b))

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        a, b = self.data, raw(other)
        return Tensor(a / b, (self, other), partial(div_rule, a, b))

    def __rtruediv__(self, other):
        a, b = raw(other), self.data
        return Tensor(a / b, (other, self), partial(div_rule, a, b))

    def __matmul__(self, other):
        a, b = self.data, raw(other)
        return Tensor(a @ b, (self, other), partial(matmul_rule, a, b))

    def __rmatmul__(self, other):
        a, b = raw(other), self.data
        return Tensor(a @ b, (other, self), partial(matmul_rule, a, b))

    def __neg__(self):
        return Tensor(-self.data, (self,), partial(slope_rule, -1.0))

    def __pow__(self, n):
        return Tensor(self.data**n, (self,), partial(pow_rule, self.data, n))

    def sum(self, axis=None, keepdims=False):
        rule = partial(sum_rule, self.data.shape, axis, keepdims)
        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), partial(reshape_rule, self.data.shape))

    def transpose(self, axes=None):
        back = None if axes is None else np.argsort(np.arange(self.data.ndim)[list(axes)])
        return Tensor(self.data.transpose(axes), (self,), partial(transpose_rule, back))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), partial(index_rule, self.data.shape, index))

    def relu(self):
        on = self.data > 0
        return Tensor(self.data * on, (self,), partial(slope_rule, on))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), partial(slope_rule, y))

    def log(self):
        return Tensor(np.log(self.data), (self,), partial(slope_rule, 1.0 / self.data))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), partial(slope_rule, 1.0 - y**2))

    def log_softmax(self, axis=-1):
        y = log_softmax(self.data, axis)
        return Tensor(y, (self,), partial(log_softmax_rule, y, axis))

    def backward(self):
        nodes = family(self)
        for t in nodes:
            if t.rule:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in nodes:
            if t.rule:
                for p, g in zip(t.parents, t.rule(t.grad)):
                    p.grad = p.grad + unbroadcast(np.asarray(g), p.data.shape)


def raw(x):
    return x.data if isinstance(x, Tensor) else np.array(x, dtype=np.float64)


def log_softmax(x, axis):
    x = x - x.max(axis=axis, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=axis, keepdims=True))


def family(root):
    """Children before their parents."""
    last, done, stack = [], {}, [root]
    while stack:
        t = stack[-1]
        state = done.get(id(t))
        if state is None:
            done[id(t)] = "open"
            stack += [p for p in t.parents if id(p) not in done]
        else:
            stack.pop()
            if state == "open":
                done[id(t)] = "closed"
                last.append(t)
    return last[::-1]


def cross_entropy(logits, labels):
    labels = np.asarray(labels)
    y = log_softmax(logits.data, 1)
    value = -y[np.arange(len(labels)), labels].mean()
    return Tensor(value, (logits,), partial(cross_entropy_rule, np.exp(y), labels))


def zero_grad(root):
    for t in family(root):
        t.grad = np.zeros_like(t.data)
