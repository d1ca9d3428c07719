"""Tensor engine: a family of operations, with a base class for each kind."""

from abc import ABC, abstractmethod
from math import prod

import numpy as np


class Operation(ABC):
    def __init__(self, *inputs):
        self.inputs = inputs
        self.arrays = [t.data for t in inputs]

    def __call__(self):
        self.value = np.array(self.compute(*self.arrays), dtype=np.float64)
        return Tensor(self.value, made_by=self)

    @abstractmethod
    def compute(self, *arrays): ...

    @abstractmethod
    def gradients(self, g): ...


# ---- entry by entry


class Pointwise(Operation):
    """y depends on x entry by entry; a child says with which slope."""

    def gradients(self, g):
        (x,) = self.arrays
        yield g * self.slope(x, self.value)


class Negative(Pointwise):
    def compute(self, x):
        return -x

    def slope(self, x, y):
        return -1.0


class Rectify(Pointwise):
    def compute(self, x):
        return np.maximum(x, 0)

    def slope(self, x, y):
        return x > 0


class Exponential(Pointwise):
    def compute(self, x):
        return np.exp(x)

    def slope(self, x, y):
        return y


class Logarithm(Pointwise):
    def compute(self, x):
        return np.log(x)

    def slope(self, x, y):
        return 1 / x


class HyperbolicTangent(Pointwise):
    def compute(self, x):
        return np.tanh(x)

    def slope(self, x, y):
        return 1 - y**2


class Power(Pointwise):
    def __init__(self, t, n):
        super().__init__(t)
        self.n = n

    def compute(self, x):
        return x**self.n

    def slope(self, x, y):
        return self.n * x ** (self.n - 1.0) if self.n != 0 else 0.0


# ---- two operands


class Pair(Operation):
    """Two operands that are stretched to one shape, as NumPy does it."""

    def gradients(self, g):
        a, b = self.arrays
        for d, x in zip(self.slopes(g, a, b), (a, b)):
            yield unbroadcast(d, x.shape)


class Plus(Pair):
    def compute(self, a, b):
        return a + b

    def slopes(self, g, a, b):
        return g, g


class Minus(Pair):
    def compute(self, a, b):
        return a - b

    def slopes(self, g, a, b):
        return g, -g


class Times(Pair):
    def compute(self, a, b):
        return a * b

    def slopes(self, g, a, b):
        return g * b, g * a


class Over(Pair):
    def compute(self, a, b):
        return a / b

    def slopes(self, g, a, b):
        return g / b, -g * a / b**2


class At(Pair):
    def compute(self, a, b):
        return a @ b

    def slopes(self, g, a, b):
        if a.ndim == 1 and b.ndim == 1:
            return g * b, g * a
        if a.ndim == 1:
            return np.einsum("...j,...ij->...i", g, b), np.einsum("...j,i->...ij", g, a)
        if b.ndim == 1:
            return np.einsum("...i,j->...ij", g, b), np.einsum("...i,...ij->...j", g, a)
        return np.einsum("...ik,...jk->...ij", g, b), np.einsum("...ij,...ik->...jk", a, g)


# ---- along axes


class Reduction(Operation):
    """One number for all entries along the axes."""

    def __init__(self, t, axis, keepdims):
        super().__init__(t)
        self.axis, self.keepdims = axis, keepdims

    def length(self):
        """How many entries go into one number."""
        shape = self.arrays[0].shape
        if not self.axis:
            return prod(shape)
        if isinstance(self.axis, tuple):
            return prod(shape[a] for a in self.axis)
        return shape[self.axis]

    def gradients(self, g):
        if self.axis is not None and not self.keepdims:
            g = np.expand_dims(g, self.axis)
        yield np.broadcast_to(g * self.weight(), self.arrays[0].shape)

    def compute(self, x):
        return x.sum(axis=self.axis, keepdims=self.keepdims) * self.weight()


class Total(Reduction):
    def weight(self):
        return 1.0


class Average(Reduction):
    def weight(self):
        return 1.0 / self.length()


class LogSoftmax(Operation):
    def __init__(self, t, axis):
        super().__init__(t)
        self.axis = axis

    def compute(self, x):
        x = x - x.max(axis=self.axis, keepdims=True)
        return x - np.log(np.exp(x).sum(axis=self.axis, keepdims=True))

    def gradients(self, g):
        yield g - np.exp(self.value) * g.sum(axis=self.axis, keepdims=True)


# ---- the same entries, elsewhere


class Move(Operation):
    def __init__(self, t, how):
        super().__init__(t)
        self.how = how

    def gradients(self, g):
        (x,) = self.arrays
        yield self.back(g, x)


class Reshape(Move):
    def compute(self, x):
        return x.reshape(*self.how)

    def back(self, g, x):
        return g.reshape(x.shape)


class Transpose(Move):
    def compute(self, x):
        self.order = list(range(x.ndim))[::-1] if self.how is None else list(self.how)
        return np.transpose(x, self.order)

    def back(self, g, x):
        inverse = [0] * g.ndim
        for new, old in enumerate(self.order):
            inverse[old] = new
        return np.transpose(g, inverse)


class Pick(Move):
    def compute(self, x):
        return x[self.how]

    def back(self, g, x):
        out = np.zeros(x.shape)
        np.add.at(out, self.how, g)
        return out


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, made_by=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.made_by = made_by

    def __add__(self, other):
        return Plus(self, lift(other))()

    def __radd__(self, other):
        return Plus(lift(other), self)()

    def __sub__(self, other):
        return Minus(self, lift(other))()

    def __rsub__(self, other):
        return Minus(lift(other), self)()

    def __mul__(self, other):
        return Times(self, lift(other))()

    def __rmul__(self, other):
        return Times(lift(other), self)()

    def __truediv__(self, other):
        return Over(self, lift(other))()

    def __rtruediv__(self, other):
        return Over(lift(other), self)()

    def __matmul__(self, other):
        return At(self, lift(other))()

    def __rmatmul__(self, other):
        return At(lift(other), self)()

    def __neg__(self):
        return Negative(self)()

    def __pow__(self, n):
        return Power(self, n)()

    def __getitem__(self, index):
        return Pick(self, index)()

    def sum(self, axis=None, keepdims=False):
        return Total(self, axis, keepdims)()

    def mean(self, axis=None, keepdims=False):
        return Average(self, axis, keepdims)()

    def reshape(self, *shape):
        return Reshape(self, shape)()

    def transpose(self, axes=None):
        return Transpose(self, axes)()

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return Rectify(self)()

    def exp(self):
        return Exponential(self)()

    def log(self):
        return Logarithm(self)()

    def tanh(self):
        return HyperbolicTangent(self)()

    def log_softmax(self, axis=-1):
        return LogSoftmax(self, axis)()

    def backward(self):
        order = parents_before_children(self)
        for t in order:
            if t.made_by:
                t.grad = np.zeros(t.data.shape)
        self.grad += 1.0
        for t in order[::-1]:
            if t.made_by:
                for parent, g in zip(t.made_by.inputs, t.made_by.gradients(t.grad)):
                    parent.grad += g


def lift(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def parents_before_children(root):
    order, seen = [], set()

    def visit(t):
        if t in seen:
            return
        seen.add(t)
        if t.made_by:
            for p in t.made_by.inputs:
                visit(p)
        order.append(t)

    visit(root)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    added = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(added)))
    return grad.sum(axis=tuple(k for k, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(logits.data))
    return -logits.log_softmax(axis=-1)[rows, np.array(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in parents_before_children(root):
        t.grad = np.zeros(t.data.shape)
