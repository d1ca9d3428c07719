# Exam: tensors.
# I number the tensors when they are made. An input is always older than what is made of it,
# so "newest first" is an order in which all the consumers come before.

import itertools

import numpy as np

_clock = itertools.count()


def wrap(value):
    if isinstance(value, Tensor):
        return value
    return Tensor(value)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    extra = grad.ndim - len(shape)
    padded = (1,) * extra + tuple(shape)
    repeated = tuple(i for i in range(grad.ndim) if padded[i] == 1)
    return grad.sum(axis=repeated, keepdims=True).reshape(shape)


def put_axes_back(g, shape, axis, keepdims):
    """Spread the gradient of a reduction over the entries that were reduced."""
    if axis is not None and not keepdims:
        for i in sorted(i % len(shape) for i in (axis if isinstance(axis, tuple) else (axis,))):
            g = np.expand_dims(g, i)
    return np.broadcast_to(g, shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, parents=(), vjp=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.parents = parents
        self.vjp = vjp  # gradient of the result -> one gradient for each parent
        self.born = next(_clock)

    # -- arithmetic ------------------------------------------------------

    def __add__(self, other):
        other = wrap(other)
        return Tensor(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = wrap(other)
        return Tensor(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = wrap(other)
        a, b = self.data, other.data
        return Tensor(a * b, (self, other), lambda g: (g * b, g * a))

    def __truediv__(self, other):
        other = wrap(other)
        a, b = self.data, other.data
        quotient = a / b
        return Tensor(quotient, (self, other), lambda g: (g / b, -g * quotient / b))

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        return Tensor(x**n, (self,), lambda g: (g * n * x ** (n - 1) if n else 0.0 * g,))

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __rmatmul__(self, other):
        return wrap(other) @ self

    def __matmul__(self, other):
        other = wrap(other)
        a, b = self.data, other.data

        def vjp(g):
            if a.ndim == 1 and b.ndim == 1:
                return g * b, g * a
            if a.ndim == 1:
                # g: (..., m), b: (..., k, m)
                ga = (b @ g[..., None])[..., 0]
                gb = a[:, None] * g[..., None, :]
                return ga, gb
            if b.ndim == 1:
                # g: (..., n), a: (..., n, k)
                return g[..., None] * b, (g[..., None, :] @ a)[..., 0, :]
            return g @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ g

        return Tensor(a @ b, (self, other), vjp)

    # -- reductions ------------------------------------------------------

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        if not shape:
            axis = None
        return Tensor(
            self.data.sum(axis=axis, keepdims=keepdims),
            (self,),
            lambda g: (put_axes_back(g, shape, axis, keepdims),),
        )

    def mean(self, axis=None, keepdims=False):
        shape = self.data.shape
        if not shape:
            axis = None
        value = self.data.mean(axis=axis, keepdims=keepdims)
        if axis is None:
            count = self.data.size
        else:
            axes = axis if isinstance(axis, tuple) else (axis,)
            count = int(np.prod([shape[i] for i in axes]))
        return Tensor(value, (self,), lambda g: (put_axes_back(g / count, shape, axis, keepdims),))

    # -- shapes ----------------------------------------------------------

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(old),))

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim)[::-1]
        axes = [i % self.data.ndim for i in axes]
        return Tensor(self.data.transpose(axes), (self,), lambda g: (g.transpose(axes),))

    T = property(transpose)

    def __getitem__(self, index):
        def vjp(g):
            back = np.zeros_like(self.data)
            np.add.at(back, index, g)
            return (back,)

        return Tensor(self.data[index], (self,), vjp)

    # -- functions -------------------------------------------------------

    def relu(self):
        on = self.data > 0
        return Tensor(np.where(on, self.data, 0.0), (self,), lambda g: (np.where(on, g, 0.0),))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: (g * y,))

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self,), lambda g: (g / x,))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: (g * (1 - y**2),))

    def log_softmax(self, axis=-1):
        x = self.data
        top = x.max(axis=axis, keepdims=True)
        y = x - top - np.log(np.sum(np.exp(x - top), axis=axis, keepdims=True))
        return Tensor(y, (self,), lambda g: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),))

    # -- gradients -------------------------------------------------------

    def ancestors(self):
        found = {self.born: self}
        todo = [self]
        while todo:
            for p in todo.pop().parents:
                if p.born not in found:
                    found[p.born] = p
                    todo.append(p)
        return found

    def backward(self):
        found = self.ancestors()
        timeline = [found[k] for k in sorted(found, reverse=True)]
        for t in timeline:
            if t.vjp:
                t.grad = np.zeros_like(t.data)
        self.grad = np.array(self.grad + 1.0)
        for t in timeline:
            if t.vjp:
                for p, g in zip(t.parents, t.vjp(t.grad)):
                    p.grad = np.array(p.grad + unbroadcast(g, p.data.shape))


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = logits.data.shape[0]
    picked = logits.log_softmax(axis=1)[np.arange(n), np.asarray(labels, dtype=int)]
    return picked.sum() * (-1.0 / n)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in root.ancestors().values():
        t.grad = np.zeros_like(t.data)
