"""Exercise 8. Many small helpers, so that each operator is two or three lines."""

import math

import numpy as np


# ---------------------------------------------------------------- helpers on arrays


def _array(x):
    return np.array(x, dtype=np.float64)


def _zeros_for(t):
    return np.zeros(t.data.shape)


def _axes(axis, ndim):
    """The axes of a reduction, as a tuple of numbers from 0 to ndim - 1."""
    if axis is None:
        return tuple(range(ndim))
    if not isinstance(axis, tuple):
        axis = (axis,)
    return tuple(a % ndim for a in axis)


def _put_back(g, axes):
    """Axes of length 1, where the reduction has taken axes away."""
    for a in axes:
        g = np.expand_dims(g, a)
    return g


def _stretch(g, shape):
    return g + np.zeros(shape)


def _count(shape, axes):
    return math.prod(shape[a] for a in axes)


def _flip(m):
    return np.swapaxes(m, -1, -2)


def _row(v):
    return v[np.newaxis, :] if v.ndim == 1 else v


def _column(v):
    return v[:, np.newaxis] if v.ndim == 1 else v


def _undo(axes, ndim):
    order = {a % ndim: place for place, a in enumerate(axes)}
    return tuple(order[k] for k in range(ndim))


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    for _ in range(np.ndim(grad) - len(shape)):
        grad = np.sum(grad, axis=0)
    for a in range(len(shape)):
        if shape[a] != grad.shape[a]:
            grad = np.sum(grad, axis=a, keepdims=True)
    return grad


# ---------------------------------------------------------------- helpers on the graph


def _lift(x):
    if isinstance(x, Tensor):
        return x
    return Tensor(x)


def _make(value, *edges):
    """A result; each edge is a parent and the function that takes the gradient to it."""
    out = Tensor(value)
    out._edges = edges
    return out


def _pass(grad, edge):
    parent, pull = edge
    parent.grad += unbroadcast(pull(grad), parent.data.shape)


def _sorted_graph(root):
    """Parents before children, without recursion."""
    order, seen = [], set()
    stack = [(root, iter(root._edges))]
    seen.add(id(root))
    while stack:
        t, edges = stack[-1]
        for parent, _ in edges:
            if id(parent) not in seen:
                seen.add(id(parent))
                stack.append((parent, iter(parent._edges)))
                break
        else:
            order.append(t)
            stack.pop()
    return order


# ---------------------------------------------------------------- the class


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data):
        self.data = _array(data)
        self.grad = _zeros_for(self)
        self._edges = ()

    def __add__(self, other):
        other = _lift(other)
        return _make(self.data + other.data, (self, lambda g: g), (other, lambda g: g))

    def __sub__(self, other):
        other = _lift(other)
        return _make(self.data - other.data, (self, lambda g: g), (other, lambda g: -g))

    def __mul__(self, other):
        other = _lift(other)
        a, b = self.data, other.data
        return _make(a * b, (self, lambda g: g * b), (other, lambda g: g * a))

    def __truediv__(self, other):
        other = _lift(other)
        a, b = self.data, other.data
        return _make(a / b, (self, lambda g: g / b), (other, lambda g: -g * a / (b * b)))

    def __matmul__(self, other):
        other = _lift(other)
        a, b = _row(self.data), _column(other.data)
        full = a @ b

        def to_self(g):
            d = unbroadcast(g.reshape(full.shape) @ _flip(b), a.shape)
            return d.reshape(self.data.shape)

        def to_other(g):
            d = unbroadcast(_flip(a) @ g.reshape(full.shape), b.shape)
            return d.reshape(other.data.shape)

        return _make(self.data @ other.data, (self, to_self), (other, to_other))

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return _lift(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return _lift(other) / self

    def __rmatmul__(self, other):
        return _lift(other) @ self

    def __neg__(self):
        return _make(-self.data, (self, lambda g: -g))

    def __pow__(self, n):
        a = self.data
        if n == 0:
            return _make(np.ones(a.shape), (self, lambda g: np.zeros(a.shape)))
        return _make(a**n, (self, lambda g: g * (n * a ** float(n - 1))))

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        axes = _axes(axis, len(shape))
        out = np.sum(self.data, axis=axes, keepdims=keepdims)
        if keepdims:
            return _make(out, (self, lambda g: _stretch(g, shape)))
        return _make(out, (self, lambda g: _stretch(_put_back(g, axes), shape)))

    def mean(self, axis=None, keepdims=False):
        shape = self.data.shape
        return self.sum(axis, keepdims) / _count(shape, _axes(axis, len(shape)))

    def reshape(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = tuple(shape[0])
        old = self.data.shape
        return _make(self.data.reshape(shape), (self, lambda g: g.reshape(old)))

    def transpose(self, axes=None):
        ndim = self.data.ndim
        axes = tuple(reversed(range(ndim))) if axes is None else tuple(axes)
        back = _undo(axes, ndim)
        return _make(np.transpose(self.data, axes), (self, lambda g: np.transpose(g, back)))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def scatter(g):
            out = _zeros_for(self)
            np.add.at(out, index, g)
            return out

        return _make(self.data[index], (self, scatter))

    def relu(self):
        positive = (self.data > 0).astype(float)
        return _make(self.data * positive, (self, lambda g: g * positive))

    def exp(self):
        y = np.exp(self.data)
        return _make(y, (self, lambda g: g * y))

    def log(self):
        a = self.data
        return _make(np.log(a), (self, lambda g: g / a))

    def tanh(self):
        y = np.tanh(self.data)
        return _make(y, (self, lambda g: g * (1.0 - y**2)))

    def log_softmax(self, axis=-1):
        z = self.data - np.max(self.data, axis=axis, keepdims=True)
        y = z - np.log(np.sum(np.exp(z), axis=axis, keepdims=True))

        def back(g):
            return g - np.exp(y) * np.sum(g, axis=axis, keepdims=True)

        return _make(y, (self, back))

    def backward(self):
        order = _sorted_graph(self)
        for t in order:
            if t._edges:
                t.grad = _zeros_for(t)
        self.grad += 1
        while order:
            t = order.pop()
            for edge in t._edges:
                _pass(t.grad, edge)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax()[rows, np.asarray(labels, dtype=int)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in _sorted_graph(root):
        t.grad = _zeros_for(t)
