"""The engine as a tape of one graph: every tensor knows the function that sends its gradient on.

All rules are functions of the module, `_back_...(out, g)`, that return one gradient for each
tensor in `out.sources`. What a rule needs beside that lies in `out.saved`.
"""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    full = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    repeated = tuple(i for i, (have, want) in enumerate(zip(grad.shape, full)) if have != want)
    return grad.sum(axis=repeated, keepdims=True).reshape(shape)


def _back_add(out, g):
    a, b = out.sources
    return unbroadcast(g, a.data.shape), unbroadcast(g, b.data.shape)


def _back_sub(out, g):
    a, b = out.sources
    return unbroadcast(g, a.data.shape), unbroadcast(-g, b.data.shape)


def _back_mul(out, g):
    a, b = out.sources
    return unbroadcast(g * b.data, a.data.shape), unbroadcast(g * a.data, b.data.shape)


def _back_div(out, g):
    a, b = out.sources
    return (
        unbroadcast(g / b.data, a.data.shape),
        unbroadcast(-g * out.data / b.data, b.data.shape),
    )


def _back_matmul(out, g):
    a, b = (t.data for t in out.sources)
    if a.ndim == 1:
        g = np.expand_dims(g, -2 if b.ndim > 1 else 0)
    if b.ndim == 1:
        g = np.expand_dims(g, -1)
    a2 = np.atleast_2d(a)
    b2 = b[:, None] if b.ndim == 1 else b
    ga = unbroadcast(np.matmul(g, b2.swapaxes(-1, -2)), a2.shape)
    gb = unbroadcast(np.matmul(a2.swapaxes(-1, -2), g), b2.shape)
    return ga.reshape(a.shape), gb.reshape(b.shape)


def _back_neg(out, g):
    return (-g,)


def _back_pow(out, g):
    (a,) = out.sources
    n = out.saved
    # x ** n / x is x ** (n - 1), and saves the second power. Nothing is divided by zero.
    base = np.where(a.data == 0.0, 1.0, a.data)
    return (g * n * out.data / base,)


def _back_sum(out, g):
    (a,) = out.sources
    return (np.zeros(a.data.shape) + g.reshape(out.saved),)


def _back_mean(out, g):
    (a,) = out.sources
    share = g.reshape(out.saved) / (a.data.size // g.size)
    return (np.zeros(a.data.shape) + share,)


def _back_reshape(out, g):
    (a,) = out.sources
    return (g.reshape(a.data.shape),)


def _back_transpose(out, g):
    return (np.moveaxis(g, range(g.ndim), out.saved),)


def _back_index(out, g):
    (a,) = out.sources
    back = np.zeros(a.data.shape)
    np.add.at(back, out.saved, g)
    return (back,)


def _back_times_saved(out, g):
    return (g * out.saved,)


def _back_log_softmax(out, g):
    return (g - np.exp(out.data) * g.sum(axis=out.saved, keepdims=True),)


def as_tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, sources=(), back=None, saved=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.sources = sources
        self.back = back
        self.saved = saved

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = as_tensor(other)
        return Tensor(self.data + other.data, (self, other), _back_add)

    def __sub__(self, other):
        other = as_tensor(other)
        return Tensor(self.data - other.data, (self, other), _back_sub)

    def __mul__(self, other):
        other = as_tensor(other)
        return Tensor(self.data * other.data, (self, other), _back_mul)

    def __truediv__(self, other):
        other = as_tensor(other)
        return Tensor(self.data / other.data, (self, other), _back_div)

    def __matmul__(self, other):
        other = as_tensor(other)
        return Tensor(self.data @ other.data, (self, other), _back_matmul)

    def __radd__(self, other):
        return as_tensor(other).__add__(self)

    def __rsub__(self, other):
        return as_tensor(other).__sub__(self)

    def __rmul__(self, other):
        return as_tensor(other).__mul__(self)

    def __rtruediv__(self, other):
        return as_tensor(other).__truediv__(self)

    def __rmatmul__(self, other):
        return as_tensor(other).__matmul__(self)

    def __neg__(self):
        return Tensor(-self.data, (self,), _back_neg)

    def __pow__(self, n):
        return Tensor(self.data**n, (self,), _back_pow, n)

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), _back_sum, kept)

    def mean(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return Tensor(self.data.mean(axis=axis, keepdims=keepdims), (self,), _back_mean, kept)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), _back_reshape)

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim - 1, -1, -1)
        axes = tuple(axes)
        return Tensor(self.data.transpose(axes), (self,), _back_transpose, axes)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), _back_index, index)

    def relu(self):
        on = (self.data > 0).astype(np.float64)
        return Tensor(np.maximum(self.data, 0.0), (self,), _back_times_saved, on)

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), _back_times_saved, y)

    def log(self):
        return Tensor(np.log(self.data), (self,), _back_times_saved, 1.0 / self.data)

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), _back_times_saved, 1.0 - y**2)

    def log_softmax(self, axis=-1):
        z = self.data - self.data.max(axis=axis, keepdims=True)
        z = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
        return Tensor(z, (self,), _back_log_softmax, axis)

    def backward(self):
        # Count the consumers of every tensor below the root; a leaf keeps its grad.
        consumers, stack = {self: 0}, [self]
        while stack:
            t = stack.pop()
            if t.sources:
                t.grad = np.zeros_like(t.data)
            for s in t.sources:
                if s not in consumers:
                    consumers[s] = 0
                    stack.append(s)
                consumers[s] += 1
        self.grad += np.ones_like(self.data)
        ready = [self]
        while ready:
            t = ready.pop()
            if not t.sources:
                continue
            for s, g in zip(t.sources, t.back(t, t.grad), strict=True):
                s.grad += g
                consumers[s] -= 1
                if not consumers[s]:
                    ready.append(s)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(logits.data))
    return -logits.log_softmax()[rows, np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    seen, stack = {root}, [root]
    while stack:
        t = stack.pop()
        t.grad = np.zeros_like(t.data)
        for s in t.sources:
            if s not in seen:
                seen.add(s)
                stack.append(s)
