"""Near a point every operation is linear. An edge of the graph is a chain of linear maps, and the
way back is the transposed chain: the maps in the other order, each transposed. A map is an object
with one method, t(g): what its transpose makes of g. Maps are chained by >>.
"""

import numpy as np


class Map:
    def __rshift__(self, later):
        return Chain(self, later)


class Chain(Map):
    def __init__(self, first, second):
        self.first, self.second = first, second

    def t(self, g):
        return self.first.t(self.second.t(g))


class Scale(Map):
    """Every entry times its own factor."""

    def __init__(self, factor):
        self.factor = factor

    def t(self, g):
        return g * self.factor


class Stretch(Map):
    """Broadcasting. Transposed: sums."""

    def __init__(self, old):
        self.old = old

    def t(self, g):
        return unbroadcast(g, self.old)


class Total(Map):
    """Sums over axes. Transposed: broadcasting."""

    def __init__(self, old, kept):
        self.old, self.kept = old, kept

    def t(self, g):
        return np.broadcast_to(g.reshape(self.kept), self.old)


class Shape(Map):
    def __init__(self, old):
        self.old = old

    def t(self, g):
        return g.reshape(self.old)


class Permute(Map):
    def __init__(self, axes):
        self.axes = axes

    def t(self, g):
        return g.transpose(np.argsort(self.axes))


class Pick(Map):
    def __init__(self, old, index):
        self.old, self.index = old, index

    def t(self, g):
        whole = np.zeros(self.old)
        np.add.at(whole, self.index, g)
        return whole


class TimesRight(Map):
    """x -> x @ m"""

    def __init__(self, m):
        self.m = m

    def t(self, g):
        return g @ self.m.swapaxes(-1, -2)


class TimesLeft(Map):
    """x -> m @ x"""

    def __init__(self, m):
        self.m = m

    def t(self, g):
        return self.m.swapaxes(-1, -2) @ g


class Centre(Map):
    """x -> x - sum(p * x): what log-softmax is near a point where the probabilities are p."""

    def __init__(self, p, axis):
        self.p, self.axis = p, axis

    def t(self, g):
        return g - self.p * g.sum(axis=self.axis, keepdims=True)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, edges=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.edges = edges

    def __add__(self, other):
        return both(np.add, self, other, lambda a, b: (1.0, 1.0))

    def __radd__(self, other):
        return both(np.add, other, self, lambda a, b: (1.0, 1.0))

    def __sub__(self, other):
        return both(np.subtract, self, other, lambda a, b: (1.0, -1.0))

    def __rsub__(self, other):
        return both(np.subtract, other, self, lambda a, b: (1.0, -1.0))

    def __mul__(self, other):
        return both(np.multiply, self, other, lambda a, b: (b, a))

    def __rmul__(self, other):
        return both(np.multiply, other, self, lambda a, b: (b, a))

    def __truediv__(self, other):
        return both(np.divide, self, other, lambda a, b: (1 / b, -a / b**2))

    def __rtruediv__(self, other):
        return both(np.divide, other, self, lambda a, b: (1 / b, -a / b**2))

    def __matmul__(self, other):
        return matmul(self, other)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def _through(self, value, way):
        return Tensor(value, [(self, way)])

    def __neg__(self):
        return self._through(-self.data, Scale(-1.0))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._through(self.data**n, Scale(slope))

    def relu(self):
        return self._through(np.fmax(self.data, 0.0), Scale(self.data > 0))

    def exp(self):
        return self._through(np.exp(self.data), Scale(np.exp(self.data)))

    def log(self):
        return self._through(np.log(self.data), Scale(1 / self.data))

    def tanh(self):
        y = np.tanh(self.data)
        return self._through(y, Scale(1 - y * y))

    def log_softmax(self, axis=-1):
        z = self.data - self.data.max(axis=axis, keepdims=True)
        total = np.exp(z).sum(axis=axis, keepdims=True)
        return self._through(z - np.log(total), Centre(np.exp(z) / total, axis))

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        way = Total(self.data.shape, kept)
        return self._through(self.data.sum(axis=axis, keepdims=keepdims), way)

    def mean(self, axis=None, keepdims=False):
        value = self.data.mean(axis=axis, keepdims=keepdims)
        kept = self.data.mean(axis=axis, keepdims=True)
        way = Total(self.data.shape, kept.shape) >> Scale(kept.size / self.data.size)
        return self._through(value, way)

    def reshape(self, *shape):
        return self._through(self.data.reshape(*shape), Shape(self.data.shape))

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = [a % n for a in (reversed(range(n)) if axes is None else axes)]
        return self._through(self.data.transpose(axes), Permute(np.array(axes, dtype=int)))

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        return self._through(self.data[index], Pick(self.data.shape, index))

    def backward(self):
        order = list(inputs_first(self))
        for t in order:
            if t.edges:
                t.grad = np.zeros_like(t.data)
        np.add(self.grad, 1.0, out=self.grad)
        while order:
            t = order.pop()
            for source, way in t.edges:
                np.add(source.grad, way.t(t.grad), out=source.grad)


def both(ufunc, a, b, slopes):
    a, b = (x if isinstance(x, Tensor) else Tensor(x) for x in (a, b))
    value = ufunc(a.data, b.data)
    return Tensor(value, [
        (x, Stretch(x.data.shape) >> Scale(slope))
        for x, slope in zip((a, b), slopes(a.data, b.data))
    ])


def matmul(a, b):
    a, b = (x if isinstance(x, Tensor) else Tensor(x) for x in (a, b))
    m = a.data.reshape((1, -1) if a.data.ndim == 1 else a.data.shape)
    n = b.data.reshape((-1, 1) if b.data.ndim == 1 else b.data.shape)
    full = m @ n
    return Tensor(a.data @ b.data, [
        (a, Shape(a.data.shape) >> Stretch(m.shape) >> TimesRight(n) >> Shape(full.shape)),
        (b, Shape(b.data.shape) >> Stretch(n.shape) >> TimesLeft(m) >> Shape(full.shape)),
    ])


def inputs_first(root):
    entered, left, stack = set(), set(), [root]
    while stack:
        t = stack[-1]
        if t in entered:
            stack.pop()
            if t not in left:
                left.add(t)
                yield t
        else:
            entered.add(t)
            stack += [source for source, _ in t.edges if source not in entered]


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = np.add.reduce(grad)
    for axis, n in enumerate(shape):
        if n < grad.shape[axis]:
            grad = np.add.reduce(grad, axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    return -logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)].mean()


def zero_grad(root):
    for t in inputs_first(root):
        t.grad = np.zeros_like(t.data)
