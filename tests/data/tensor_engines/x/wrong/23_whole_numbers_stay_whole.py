"""Tensors with a gradient. Written by hand, few helpers, grad buffers are filled in place."""

import numpy as np


def unbroadcast(grad, shape):
    g = np.array(grad, dtype=float)
    while len(g.shape) > len(shape):
        g = np.add.reduce(g, axis=0)
    for ax in range(len(shape)):
        if shape[ax] == 1 and g.shape[ax] != 1:
            g = np.add.reduce(g, axis=ax, keepdims=True)
    return np.asarray(g)


def kept_shape(shape, axis):
    """The shape that sum(..., keepdims=True) has."""
    if axis is None or len(shape) == 0:
        return (1,) * len(shape)
    if isinstance(axis, (int, np.integer)):
        axis = (axis,)
    kept = list(shape)
    for a in axis:
        kept[a] = 1
    return tuple(kept)


class Tensor(object):
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data)
        self.grad = np.zeros(self.data.shape, dtype=np.float64)
        self.made_from = []  # (tensor, function from my gradient to its gradient)

    def link(self, *made_from):
        self.made_from = list(made_from)
        return self

    def add_to_grad(self, g):
        self.grad[...] += unbroadcast(g, self.data.shape)

    # operators

    def __add__(self, other):
        other = coerce(other)
        out = Tensor(self.data + other.data)
        return out.link((self, lambda g: g), (other, lambda g: g))

    def __sub__(self, other):
        other = coerce(other)
        out = Tensor(self.data - other.data)
        return out.link((self, lambda g: g), (other, lambda g: -g))

    def __mul__(self, other):
        other = coerce(other)
        out = Tensor(self.data * other.data)
        return out.link((self, lambda g: g * other.data), (other, lambda g: g * self.data))

    def __truediv__(self, other):
        other = coerce(other)
        out = Tensor(self.data / other.data)
        return out.link(
            (self, lambda g: g / other.data),
            (other, lambda g: g * -self.data / (other.data * other.data)),
        )

    def __neg__(self):
        return Tensor(-self.data).link((self, lambda g: -g))

    def __pow__(self, n):
        if n == 0:
            return Tensor(np.ones(self.data.shape)).link((self, lambda g: 0.0 * g))
        return Tensor(self.data**n).link((self, lambda g: g * n * self.data ** (n - 1)))

    def __matmul__(self, other):
        other = coerce(other)
        x, y = self.data, other.data
        xm = x.reshape((1,) + x.shape) if x.ndim == 1 else x
        ym = y.reshape(y.shape + (1,)) if y.ndim == 1 else y
        stack = np.broadcast_shapes(xm.shape[:-2], ym.shape[:-2])
        full = stack + (xm.shape[-2], ym.shape[-1])

        def left(g):
            gx = np.matmul(g.reshape(full), np.swapaxes(ym, -1, -2))
            return unbroadcast(gx, xm.shape).reshape(x.shape)

        def right(g):
            gy = np.matmul(np.swapaxes(xm, -1, -2), g.reshape(full))
            return unbroadcast(gy, ym.shape).reshape(y.shape)

        return Tensor(np.matmul(x, y)).link((self, left), (other, right))

    def __radd__(self, other):
        return coerce(other) + self

    def __rsub__(self, other):
        return coerce(other) - self

    def __rmul__(self, other):
        return coerce(other) * self

    def __rtruediv__(self, other):
        return coerce(other) / self

    def __rmatmul__(self, other):
        return coerce(other) @ self

    # reductions

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = kept_shape(shape, axis)
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims))
        return out.link((self, lambda g: np.broadcast_to(g.reshape(kept), shape)))

    def mean(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = kept_shape(shape, axis)
        out = Tensor(self.data.mean(axis=axis, keepdims=keepdims))
        n = self.data.size / max(out.data.size, 1)
        return out.link((self, lambda g: np.broadcast_to(g.reshape(kept) / n, shape)))

    # shapes

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape)).link(
            (self, lambda g: g.reshape(self.data.shape))
        )

    def transpose(self, axes=None):
        nd = self.data.ndim
        if axes is None:
            axes = tuple(nd - 1 - i for i in range(nd))
        where = {a % nd: i for i, a in enumerate(axes)}
        undo = tuple(where[i] for i in range(nd))
        return Tensor(self.data.transpose(axes)).link((self, lambda g: g.transpose(undo)))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def back(g):
            z = np.zeros(self.data.shape)
            np.add.at(z, index, g)
            return z

        return Tensor(self.data[index]).link((self, back))

    # functions

    def relu(self):
        return Tensor(np.maximum(self.data, 0.0)).link(
            (self, lambda g: np.where(self.data > 0, g, 0.0))
        )

    def exp(self):
        out = Tensor(np.exp(self.data))
        return out.link((self, lambda g: g * out.data))

    def log(self):
        return Tensor(np.log(self.data)).link((self, lambda g: g / self.data))

    def tanh(self):
        out = Tensor(np.tanh(self.data))
        return out.link((self, lambda g: g * (1.0 - np.square(out.data))))

    def log_softmax(self, axis=-1):
        m = self.data.max(axis=axis, keepdims=True)
        s = np.exp(self.data - m).sum(axis=axis, keepdims=True)
        out = Tensor(self.data - m - np.log(s))
        return out.link(
            (self, lambda g: g - np.exp(out.data) * g.sum(axis=axis, keepdims=True))
        )

    # gradients

    def _everything(self):
        """Every tensor below self, operands before results."""
        result, marked = [], set()

        def go(t):
            marked.add(id(t))
            for child, _ in t.made_from:
                if id(child) not in marked:
                    go(child)
            result.append(t)

        go(self)
        return result

    def backward(self):
        order = self._everything()
        for t in order:
            if t.made_from:
                t.grad = np.zeros(t.data.shape)
        self.add_to_grad(np.ones(self.data.shape))
        for t in reversed(order):
            for child, to_child in t.made_from:
                child.add_to_grad(to_child(t.grad))


def coerce(x):
    if isinstance(x, Tensor):
        return x
    return Tensor(x)


def cross_entropy(logits, labels):
    labels = np.asarray(labels, dtype=int)
    n = labels.shape[0]
    mask = np.zeros(logits.data.shape)
    mask[np.arange(n), labels] = 1
    losses = (logits.log_softmax(axis=1) * mask).sum(axis=1)
    return -losses.mean()


def zero_grad(root):
    for t in root._everything():
        t.grad = np.zeros(t.data.shape)
