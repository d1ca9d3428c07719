"""Exercise 8. Rules are methods named after the operation: `_d_mul` is the rule of `mul`."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    lead = grad.ndim - len(shape)
    if lead > 0:
        grad = grad.sum(axis=tuple(range(lead)))
    squashed = tuple(k for k, size in enumerate(shape) if size == 1 and grad.shape[k] > 1)
    if squashed:
        grad = grad.sum(axis=squashed, keepdims=True)
    return grad


def tensor(x):
    if isinstance(x, Tensor):
        return x
    return Tensor(x)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _op="", _args=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._op = _op
        self._args = _args

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad}, op={self._op!r})"

    def _receive(self, grad):
        self.grad = np.asarray(self.grad + grad)

    # ---------------------------------------------------------------- + - * /

    def __add__(self, other):
        other = tensor(other)
        return Tensor(self.data + other.data, (self, other), "add")

    def _d_add(self, g, a, b):
        a._receive(unbroadcast(g, a.data.shape))
        b._receive(unbroadcast(g, b.data.shape))

    def __mul__(self, other):
        other = tensor(other)
        return Tensor(self.data * other.data, (self, other), "mul")

    def _d_mul(self, g, a, b):
        to_a = unbroadcast(g * b.data, a.data.shape)
        to_b = unbroadcast(g * a.data, b.data.shape)
        a._receive(to_a)
        b._receive(to_b)

    def __truediv__(self, other):
        other = tensor(other)
        return Tensor(self.data / other.data, (self, other), "div")

    def _d_div(self, g, a, b):
        # The denominator is mostly the small one (a norm, a count): sum first, divide after.
        to_a = unbroadcast(g, a.data.shape) / b.data
        to_b = unbroadcast(g * a.data, b.data.shape) / -(b.data**2)
        a._receive(to_a)
        b._receive(to_b)

    def __neg__(self):
        return Tensor(-self.data, (self,), "neg")

    def _d_neg(self, g, a):
        a._receive(-g)

    def __sub__(self, other):
        return self + (-tensor(other))

    def __radd__(self, other):
        return tensor(other) + self

    def __rsub__(self, other):
        return tensor(other) + (-self)

    def __rmul__(self, other):
        return tensor(other) * self

    def __rtruediv__(self, other):
        return tensor(other) / self

    # ---------------------------------------------------------------- ** and @

    def __pow__(self, n):
        return Tensor(self.data**n, (self,), "pow", (n,))

    def _d_pow(self, g, a, n):
        if n == 0:
            return
        a._receive(g * n * a.data ** (n - 1))

    def __matmul__(self, other):
        other = tensor(other)
        return Tensor(self.data @ other.data, (self, other), "matmul")

    def __rmatmul__(self, other):
        return tensor(other) @ self

    def _d_matmul(self, g, a, b):
        x, y = a.data, b.data
        if x.ndim == 1:
            x = x[None, :]
        if y.ndim == 1:
            y = y[:, None]
        # The shape that the product of the two matrices (or stacks) had before axes were taken away.
        stack = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
        g = g.reshape(stack + (x.shape[-2], y.shape[-1]))
        to_a = unbroadcast(g @ np.swapaxes(y, -1, -2), x.shape)
        to_b = unbroadcast(np.swapaxes(x, -1, -2) @ g, y.shape)
        a._receive(to_a.reshape(a.data.shape))
        b._receive(to_b.reshape(b.data.shape))

    # ---------------------------------------------------------------- sum, mean

    def sum(self, axis=None, keepdims=False):
        data = self.data.sum(axis=axis, keepdims=keepdims)
        return Tensor(data, (self,), "sum", (axis, keepdims))

    def _d_sum(self, g, a, axis, keepdims):
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        a._receive(np.broadcast_to(g, a.data.shape))

    def mean(self, axis=None, keepdims=False):
        data = self.data.mean(axis=axis, keepdims=keepdims)
        return Tensor(data, (self,), "mean", (axis, keepdims))

    def _d_mean(self, g, a, axis, keepdims):
        self._d_sum(g * (g.size / a.data.size), a, axis, keepdims)

    # ---------------------------------------------------------------- shapes

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), "reshape")

    def _d_reshape(self, g, a):
        a._receive(g.reshape(a.data.shape))

    def transpose(self, axes=None):
        return Tensor(self.data.transpose(axes), (self,), "transpose", (axes,))

    def _d_transpose(self, g, a, axes):
        if axes is not None:
            places = {old % g.ndim: new for new, old in enumerate(axes)}
            axes = [places[old] for old in range(g.ndim)]
        a._receive(g.transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), "getitem", (index,))

    def _d_getitem(self, g, a, index):
        full = np.zeros_like(a.data)
        np.add.at(full, index, g)
        a._receive(full)

    # ---------------------------------------------------------------- functions

    def relu(self):
        return Tensor(np.maximum(self.data, 0.0), (self,), "relu")

    def _d_relu(self, g, a):
        a._receive(g * (self.data > 0))

    def exp(self):
        return Tensor(np.exp(self.data), (self,), "exp")

    def _d_exp(self, g, a):
        a._receive(g * self.data)

    def log(self):
        return Tensor(np.log(self.data), (self,), "log")

    def _d_log(self, g, a):
        a._receive(g / a.data)

    def tanh(self):
        return Tensor(np.tanh(self.data), (self,), "tanh")

    def _d_tanh(self, g, a):
        a._receive(g * (1.0 - self.data**2))

    def log_softmax(self, axis=-1):
        low = self.data - self.data.max(axis=axis, keepdims=True)
        data = low - np.log(np.exp(low).sum(axis=axis, keepdims=True))
        return Tensor(data, (self,), "log_softmax", (axis,))

    def _d_log_softmax(self, g, a, axis):
        a._receive(g - np.exp(self.data) * g.sum(axis=axis, keepdims=True))

    # ---------------------------------------------------------------- backward

    def _visit(self, seen, order):
        if self in seen:
            return
        seen.add(self)
        for each in self._prev:
            each._visit(seen, order)
        order.append(self)

    def backward(self):
        order = []
        self._visit(set(), order)
        for t in order:
            if t._prev:
                t.grad = np.zeros_like(t.data)
        self._receive(np.ones_like(self.data))
        for t in reversed(order):
            if t._prev:
                getattr(t, "_d_" + t._op)(t.grad, *t._prev, *t._args)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    picked = logits.log_softmax()[np.arange(len(labels)), labels]
    return picked.mean() * -1.0


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    order = []
    root._visit(set(), order)
    for t in order:
        t.grad = np.zeros_like(t.data)
