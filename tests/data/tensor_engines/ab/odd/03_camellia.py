"""The engine as linear algebra. An operation's derivative is a linear map, an object with `back`, its
transpose. Maps are composed with `>>`, and the composition's transpose goes the other way round.
"""

import numpy as np


class Map:
    def __init__(self, back):
        self.back = back

    def __rshift__(self, after):
        """First self, then after."""
        return Map(lambda g: self.back(after.back(g)))


def times(factor):
    return Map(lambda g: g * factor)


def broadcast(old):
    return Map(lambda g: unbroadcast(g, old))


def reshape(old):
    return Map(lambda g: g.reshape(old))


def matrix_left(m):
    """x -> x @ m"""
    return Map(lambda g: g @ np.swapaxes(m, -1, -2))


def matrix_right(m):
    """x -> m @ x"""
    return Map(lambda g: np.swapaxes(m, -1, -2) @ g)


def permute(axes):
    return Map(lambda g: np.moveaxis(g, range(g.ndim), axes))


def reduce(old, kept):
    return Map(lambda g: np.broadcast_to(g.reshape(kept), old))


def select(old, index):
    def back(g):
        out = np.zeros(old)
        np.add.at(out, index, g)
        return out

    return Map(back)


def center(y, axis):
    """The derivative of log_softmax, which has value y."""
    return Map(lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    shape = tuple(shape)
    if grad.shape == shape:
        return grad
    if grad.ndim > len(shape):
        return unbroadcast(grad.sum(axis=0), shape)
    first = next(i for i in range(len(shape)) if grad.shape[i] != shape[i])
    return unbroadcast(grad.sum(axis=first, keepdims=True), shape)


class Tensor:
    """An array, its gradient, and the linear maps that lead to it."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, *arrows):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.arrows = arrows

    def __call__(self, value, *maps):
        """A result with this value that depends on self by these maps, one after the other."""
        chain = maps[0]
        for each in maps[1:]:
            chain = chain >> each
        return Tensor(value, (self, chain))

    def __matmul__(self, other):
        other = lift(other)
        a, b = self.data, other.data
        A = a if a.ndim > 1 else a.reshape(1, a.size)
        B = b if b.ndim > 1 else b.reshape(b.size, 1)
        y = A @ B
        shape = (a @ b).shape
        out = reshape(y.shape)
        return Tensor(
            y.reshape(shape),
            (self, reshape(a.shape) >> broadcast(A.shape) >> matrix_left(B) >> out),
            (other, reshape(b.shape) >> broadcast(B.shape) >> matrix_right(A) >> out),
        )

    def __pow__(self, n):
        return self(self.data**n, times(n * self.data ** (n - 1) if n != 0 else 0.0))

    def __neg__(self):
        return self(-self.data, times(-1.0))

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return self(self.data.sum(axis=axis, keepdims=keepdims), reduce(self.data.shape, kept))

    def mean(self, axis=None, keepdims=False):
        m = self.data.mean(axis=axis, keepdims=True)
        share = times(m.size / self.data.size)
        return self(self.data.mean(axis=axis, keepdims=keepdims), reduce(self.data.shape, m.shape), share)

    def reshape(self, *shape):
        return self(self.data.reshape(*shape), reshape(self.data.shape))

    def transpose(self, axes=None):
        axes = tuple(range(self.data.ndim)[::-1] if axes is None else axes)
        return self(self.data.transpose(axes), permute(axes))

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        return self(self.data[index], select(self.data.shape, index))

    def relu(self):
        return self(np.maximum(self.data, 0), times(1.0 * (self.data > 0)))

    def exp(self):
        return self(np.exp(self.data), times(np.exp(self.data)))

    def log(self):
        return self(np.log(self.data), times(1 / self.data))

    def tanh(self):
        y = np.tanh(self.data)
        return self(y, times(1 - y**2))

    def log_softmax(self, axis=-1):
        y = self.data - np.max(self.data, axis=axis, keepdims=True)
        y = y - np.log(np.sum(np.exp(y), axis=axis, keepdims=True))
        return self(y, center(y, axis))

    def backward(self):
        nodes = depth_first(self)
        for t in nodes:
            if t.arrows:
                t.grad = np.zeros(t.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for t in nodes[::-1]:
            for source, chain in t.arrows:
                source.grad = source.grad + chain.back(t.grad)


def lift(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def entrywise(value, left, right):
    """The two methods of an operator, from its value and the factors of its two derivatives."""

    def forwards(a, b):
        a, b = lift(a), lift(b)
        x, y = a.data, b.data
        return Tensor(
            value(x, y),
            (a, broadcast(x.shape) >> times(left(x, y))),
            (b, broadcast(y.shape) >> times(right(x, y))),
        )

    return forwards, lambda a, b: forwards(b, a)


Tensor.__add__, Tensor.__radd__ = entrywise(np.add, lambda x, y: 1.0, lambda x, y: 1.0)
Tensor.__sub__, Tensor.__rsub__ = entrywise(np.subtract, lambda x, y: 1.0, lambda x, y: -1.0)
Tensor.__mul__, Tensor.__rmul__ = entrywise(np.multiply, lambda x, y: y, lambda x, y: x)
Tensor.__truediv__, Tensor.__rtruediv__ = entrywise(np.divide, lambda x, y: 1 / y, lambda x, y: -x / y**2)
Tensor.__rmatmul__ = lambda self, other: lift(other) @ self


def depth_first(root):
    order, entered, stack = [], set(), [(False, root)]
    while stack:
        leaving, t = stack.pop()
        if leaving:
            order.append(t)
        elif t not in entered:
            entered.add(t)
            stack.append((True, t))
            stack.extend((False, source) for source, _ in t.arrows)
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    one_hot = np.equal.outer(np.asarray(labels), np.arange(logits.data.shape[1]))
    return (logits.log_softmax() * one_hot).sum() / -len(one_hot)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in depth_first(root):
        t.grad = np.zeros(t.data.shape)
