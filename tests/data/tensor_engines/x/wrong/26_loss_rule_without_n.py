"""Exam 8. A decorator turns a function on arrays that also returns its rule into a tensor method."""

from functools import lru_cache, wraps

import numpy as np


def primitive(function):
    """function(*arrays, **options) returns the value and a rule: gradient -> gradients."""

    @wraps(function)
    def method(*tensors, **options):
        tensors = [t if isinstance(t, Tensor) else Tensor(t) for t in tensors]
        value, rule = function(*[t.data for t in tensors], **options)
        return Tensor(value, _made_of=tensors, _rule=rule)

    return method


@lru_cache(maxsize=None)
def repeated_axes(big, small):
    """The axes of a shape `big` along which one of shape `small` was repeated."""
    extra = len(big) - len(small)
    stretched = [extra + i for i, n in enumerate(small) if n == 1 and big[extra + i] != 1]
    return tuple(range(extra)) + tuple(stretched)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    shape = tuple(shape)
    return grad.sum(axis=repeated_axes(grad.shape, shape), keepdims=True).reshape(shape)


@primitive
def add(a, b):
    return a + b, lambda g: (unbroadcast(g, a.shape), unbroadcast(g, b.shape))


@primitive
def subtract(a, b):
    return a - b, lambda g: (unbroadcast(g, a.shape), unbroadcast(-g, b.shape))


@primitive
def multiply(a, b):
    return a * b, lambda g: (unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape))


@primitive
def divide(a, b):
    y = a / b
    return y, lambda g: (unbroadcast(g / b, a.shape), unbroadcast(-g * y / b, b.shape))


@primitive
def negative(a):
    return -a, lambda g: (-g,)


@primitive
def power(a, n=1):
    def rule(g):
        slope = n * a ** (n - 1) if n else np.zeros(a.shape)
        return (g * slope,)

    return a**n, rule


@primitive
def matmul(a, b):
    def rule(g):
        a2 = np.atleast_2d(a)
        b2 = b[:, None] if b.ndim == 1 else b
        if b.ndim == 1:
            g = g[..., None]
        if a.ndim == 1:
            g = g[..., None, :]
        left = np.einsum("...ij,...kj->...ik", g, b2)
        right = np.einsum("...ki,...kj->...ij", a2, g)
        return (
            unbroadcast(left, a2.shape).reshape(a.shape),
            unbroadcast(right, b2.shape).reshape(b.shape),
        )

    return a @ b, rule


def unreduce(g, axis, keepdims):
    """Put the axes back that a reduction took away."""
    return g if keepdims or axis is None else np.expand_dims(g, axis)


@primitive
def add_up(a, axis=None, keepdims=False):
    def rule(g):
        return (np.broadcast_to(unreduce(g, axis, keepdims), a.shape),)

    return a.sum(axis=axis, keepdims=keepdims), rule


@primitive
def average(a, axis=None, keepdims=False):
    y = a.mean(axis=axis, keepdims=keepdims)

    def rule(g):
        weight = y.size / max(a.size, 1)
        return (np.broadcast_to(unreduce(g, axis, keepdims) * weight, a.shape),)

    return y, rule


@primitive
def reshape(a, shape=()):
    return a.reshape(shape), lambda g: (g.reshape(a.shape),)


@primitive
def transpose(a, axes=None):
    if axes is None:
        return a.T, lambda g: (g.T,)
    back = np.empty(a.ndim, dtype=int)
    back[list(axes)] = np.arange(a.ndim)
    return a.transpose(axes), lambda g: (g.transpose(back),)


@primitive
def getitem(a, index=None):
    def rule(g):
        full = np.zeros_like(a)
        np.add.at(full, index, g)
        return (full,)

    return a[index], rule


@primitive
def relu(a):
    return np.where(a > 0, a, 0.0), lambda g: (np.where(a > 0, g, 0.0),)


@primitive
def exp(a):
    y = np.exp(a)
    return y, lambda g: (g * y,)


@primitive
def log(a):
    return np.log(a), lambda g: (g / a,)


@primitive
def tanh(a):
    y = np.tanh(a)
    return y, lambda g: (g * (1 - y) * (1 + y),)


@primitive
def log_softmax(a, axis=-1):
    shifted = a - np.amax(a, axis=axis, keepdims=True)
    y = shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
    return y, lambda g: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)


@primitive
def nll(logp, labels=()):
    """Minus the mean of the entries at the labels."""
    rows = np.arange(logp.shape[0])

    def rule(g):
        full = np.zeros(logp.shape)
        full[rows, labels] = -1.0
        return (g * full,)

    return -logp[rows, labels].mean(), rule


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _made_of=(), _rule=None):
        self.data = np.array(data, dtype="float64")
        self.grad = np.zeros_like(self.data)
        self._made_of = _made_of
        self._rule = _rule

    __add__ = add
    __sub__ = subtract
    __mul__ = multiply
    __truediv__ = divide
    __matmul__ = matmul
    __neg__ = negative

    def __radd__(self, other):
        return add(other, self)

    def __rsub__(self, other):
        return subtract(other, self)

    def __rmul__(self, other):
        return multiply(other, self)

    def __rtruediv__(self, other):
        return divide(other, self)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def __pow__(self, n):
        return power(self, n=n)

    def __getitem__(self, index):
        return getitem(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return add_up(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return average(self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        return reshape(self, shape=shape[0] if len(shape) == 1 else shape)

    def transpose(self, axes=None):
        return transpose(self, axes=axes)

    @property
    def T(self):
        return transpose(self)

    relu = relu
    exp = exp
    log = log
    tanh = tanh

    def log_softmax(self, axis=-1):
        return log_softmax(self, axis=axis)

    def _leaf(self):
        return self._rule is None

    def backward(self):
        nodes = list(inputs_first(self, set()))
        for node in nodes:
            if not node._leaf():
                node.grad = np.zeros_like(node.data)
        self.grad = np.asarray(self.grad + np.ones_like(self.data))
        for node in nodes[::-1]:
            if node._leaf():
                continue
            for source, g in zip(node._made_of, node._rule(node.grad)):
                source.grad = np.asarray(source.grad + g)


def inputs_first(root, seen):
    """Operands before results, every tensor once."""
    stack = [root]
    while stack:
        node = stack[-1]
        waiting = [t for t in node._made_of if t not in seen]
        if node in seen:
            stack.pop()
        elif waiting:
            stack.append(waiting[0])
        else:
            seen.add(node)
            stack.pop()
            yield node


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    return nll(logits.log_softmax(axis=-1), labels=np.array(labels, dtype=int))


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in inputs_first(root, set()):
        node.grad = np.zeros_like(node.data)
