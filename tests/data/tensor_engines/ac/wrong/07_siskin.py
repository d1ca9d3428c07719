"""My tensor engine: closures, and a walk over the graph that marks where it has been."""

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._grads = None  # from my gradient to the gradients of _prev
        self._marked = False

    def _binary(self, other, value, d_self, d_other):
        """`value` is a function of two arrays, the d_... take (g, a, b)."""
        if not isinstance(other, Tensor):
            other = Tensor(other)
        a, b = self.data, other.data
        out = Tensor(value(a, b), (self, other))
        out._grads = lambda g: (
            unbroadcast(d_self(g, a, b), a.shape),
            unbroadcast(d_other(g, a, b), b.shape),
        )
        return out

    def _unary(self, value, d_self):
        out = Tensor(value, (self,))
        out._grads = lambda g: (d_self(g),)
        return out

    def __add__(self, other):
        return self._binary(other, lambda a, b: a + b, lambda g, a, b: g, lambda g, a, b: g)

    def __radd__(self, other):
        return Tensor(other) + self

    def __sub__(self, other):
        return self._binary(other, lambda a, b: a - b, lambda g, a, b: g, lambda g, a, b: -g)

    def __rsub__(self, other):
        return Tensor(other) - self

    def __mul__(self, other):
        return self._binary(
            other, lambda a, b: a * b, lambda g, a, b: g * b, lambda g, a, b: g * a
        )

    def __rmul__(self, other):
        return Tensor(other) * self

    def __truediv__(self, other):
        return self._binary(
            other, lambda a, b: a / b, lambda g, a, b: g / b, lambda g, a, b: -g * a / b / b
        )

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __matmul__(self, other):
        def to_a(g, a, b):
            if b.ndim == 1:
                return np.multiply.outer(g, b)
            if a.ndim == 1:
                return np.squeeze(np.expand_dims(g, -2) @ b.swapaxes(-1, -2), -2)
            return g @ b.swapaxes(-1, -2)

        def to_b(g, a, b):
            if a.ndim == 1 and b.ndim == 1:
                return g * a
            if a.ndim == 1:
                return np.expand_dims(a, -1) @ np.expand_dims(g, -2)
            if b.ndim == 1:
                return np.squeeze(a.swapaxes(-1, -2) @ np.expand_dims(g, -1), -1)
            return a.swapaxes(-1, -2) @ g

        return self._binary(other, lambda a, b: a @ b, to_a, to_b)

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def __neg__(self):
        return self._unary(-self.data, lambda g: -g)

    def __pow__(self, n):
        a = self.data
        if n == 0:
            return self._unary(a**0, lambda g: g * 0)
        return self._unary(a**n, lambda g: g * n * a ** (n - 1.0))

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        thin = self.data.sum(axis=axis, keepdims=True).shape
        return self._unary(
            self.data.sum(axis=axis, keepdims=keepdims),
            lambda g: np.broadcast_to(g.reshape(thin), shape),
        )

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s / (self.data.size / s.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return self._unary(self.data.reshape(*shape), lambda g: g.reshape(old))

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(range(self.data.ndim - 1, -1, -1))
        places = np.arange(self.data.ndim)
        back = np.argsort(places[list(axes)])
        return self._unary(self.data.transpose(axes), lambda g: g.transpose(back))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def spread(g):
            full = np.zeros(shape)
            np.add.at(full, index, g)
            return full

        return self._unary(self.data[index], spread)

    def relu(self):
        on = self.data > 0
        return self._unary(self.data * on, lambda g: g * on)

    def exp(self):
        y = np.exp(self.data)
        return self._unary(y, lambda g: g * y)

    def log(self):
        a = self.data
        return self._unary(np.log(a), lambda g: g / a)

    def tanh(self):
        y = np.tanh(self.data)
        return self._unary(y, lambda g: g * (1 - y * y))

    def log_softmax(self, axis=-1):
        s = self.data - self.data.max(axis, keepdims=True)
        y = s - np.log(np.exp(s).sum(axis, keepdims=True))
        return self._unary(y, lambda g: g - np.exp(y) * g.sum(axis, keepdims=True))

    def backward(self):
        order = _walk(self)
        for t in order:
            if t._prev:
                t.grad = np.zeros_like(t.data)
        self.grad += np.ones_like(self.data)
        for t in reversed(order):
            if t._prev:
                for p, g in zip(t._prev, t._grads(t.grad)):
                    p.grad += g
        _unmark(order)


def _walk(root):
    """All that can be reached, parents first. Marks the tensors on its way."""
    order, stack = [], [(root, False)]
    while stack:
        t, parents_done = stack.pop()
        if parents_done:
            order.append(t)
        elif not t._marked:
            t._marked = True
            stack.append((t, True))
            stack.extend((p, False) for p in t._prev)
    return order


def _unmark(tensors):
    for t in tensors:
        t._marked = False


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while grad.ndim > len(shape):
        grad = grad.sum(0)
    for k in range(len(shape)):
        if shape[k] == 1:
            grad = grad.sum(k, keepdims=True)
    return grad


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    order = _walk(root)
    for t in order:
        t.grad = np.zeros_like(t.data)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    return -logits.log_softmax()[np.arange(len(labels)), labels].mean()
