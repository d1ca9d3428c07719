"""Floors. A leaf lives on floor 0, a result one floor above its highest operand. Backward empties
the house from the top: whoever lives on a floor has heard from all its consumers by then."""

import contextlib

import numpy as np


class Floor(dict):
    """tensor -> what it has been sent"""

    def deliver(self, t, g):
        self[t] = self[t] + g if t in self else g


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.floor = 0
        self.wires = []

    @contextlib.contextmanager
    def _above(self, *operands):
        """In the body the wires are laid; afterwards the floor is settled."""
        yield lambda t, f: self.wires.append((t, f))
        self.floor = 1 + max(t.floor for t in operands)

    def __add__(self, other):
        return linear(self, 1.0, other, 1.0)

    def __radd__(self, other):
        return linear(other, 1.0, self, 1.0)

    def __sub__(self, other):
        return linear(self, 1.0, other, -1.0)

    def __rsub__(self, other):
        return linear(other, 1.0, self, -1.0)

    def __neg__(self):
        return bend(self, -self.data, -1.0)

    def __mul__(self, other):
        a, b = self, tensor(other)
        out = Tensor(a.data * b.data)
        x, y = a.data, b.data
        with out._above(a, b) as wire:
            wire(a, lambda g: unbroadcast(g * y, x.shape))
            wire(b, lambda g: unbroadcast(g * x, y.shape))
        return out

    def __rmul__(self, other):
        return tensor(other) * self

    def __truediv__(self, other):
        return self * tensor(other)._turned()

    def __rtruediv__(self, other):
        return tensor(other) * self._turned()

    def _turned(self):
        y = np.reciprocal(self.data)
        return bend(self, y, -y * y)

    def __pow__(self, n):
        return bend(self, self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def __matmul__(self, other):
        return contract(self, tensor(other))

    def __rmatmul__(self, other):
        return contract(tensor(other), self)

    def relu(self):
        return bend(self, np.maximum(self.data, 0.0), np.heaviside(self.data, 0.0))

    def exp(self):
        y = np.exp(self.data)
        return bend(self, y, y)

    def log(self):
        return bend(self, np.log(self.data), 1.0 / self.data)

    def tanh(self):
        y = np.tanh(self.data)
        return bend(self, y, 1.0 - y * y)

    def log_softmax(self, axis=-1):
        x = self.data - np.amax(self.data, axis=axis, keepdims=True)
        out = Tensor(x - np.log(np.exp(x).sum(axis=axis, keepdims=True)))
        share = np.exp(out.data)
        with out._above(self) as wire:
            wire(self, lambda g: g - share * g.sum(axis=axis, keepdims=True))
        return out

    def sum(self, axis=None, keepdims=False, weight=1.0):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims) * weight)
        kept = self.data.sum(axis=axis, keepdims=True).shape
        shape = self.data.shape
        with out._above(self) as wire:
            wire(self, lambda g: np.full(shape, weight) * g.reshape(kept))
        return out

    def mean(self, axis=None, keepdims=False):
        many = self.data.size / self.data.sum(axis=axis).size
        return self.sum(axis, keepdims, weight=1.0 / many)

    def reshape(self, *shape):
        return self._view(lambda a: a.reshape(*shape))

    def transpose(self, axes=None):
        return self._view(lambda a: a.transpose(axes))

    T = property(lambda self: self._view(np.transpose))

    def _view(self, look):
        """The places themselves are looked at in the same way, so as to find the way back."""
        seats = look(np.arange(self.data.size).reshape(self.data.shape))
        out = Tensor(look(self.data))
        shape = self.data.shape

        def back(g):
            flat = np.zeros(seats.size)
            flat[seats] = g
            return flat.reshape(shape)

        with out._above(self) as wire:
            wire(self, back)
        return out

    def __getitem__(self, index):
        out = Tensor(self.data[index])
        shape = self.data.shape

        def back(g):
            z = np.zeros(shape)
            np.add.at(z, index, g)
            return z

        with out._above(self) as wire:
            wire(self, back)
        return out

    def backward(self):
        house = [Floor() for _ in range(self.floor + 1)]
        house[-1].deliver(self, np.ones(self.data.shape))
        while len(house) > 1:
            for t, g in house.pop().items():
                for p, f in t.wires:
                    house[p.floor].deliver(p, f(g))
        for leaf, g in house.pop().items():
            leaf.grad += g


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def bend(t, value, slope):
    out = Tensor(value)
    with out._above(t) as wire:
        wire(t, lambda g: g * slope)
    return out


def linear(a, p, b, q):
    a, b = tensor(a), tensor(b)
    out = Tensor(p * a.data + q * b.data)
    with out._above(a, b) as wire:
        wire(a, lambda g, s=a.data.shape: p * unbroadcast(g, s))
        wire(b, lambda g, s=b.data.shape: q * unbroadcast(g, s))
    return out


def contract(a, b):
    """`@` by subscripts: i and j fall away for vectors."""
    x, y = a.data, b.data
    left = "...ik" if x.ndim > 1 else "k"
    right = "...kj" if y.ndim > 1 else "k"
    result = "..." + "i" * (x.ndim > 1) + "j" * (y.ndim > 1)
    out = Tensor(np.einsum(f"{left},{right}->{result}", x, y))
    # a vector is the same for the whole stack, so its gradient carries the stack until it is summed
    full_left = left if x.ndim > 1 else "...k"
    full_right = right if y.ndim > 1 else "...k"
    with out._above(a, b) as wire:
        wire(a, lambda g: unbroadcast(np.einsum(f"{result},{right}->{full_left}", g, y), x.shape))
        wire(b, lambda g: unbroadcast(np.einsum(f"{result},{left}->{full_right}", g, x), y.shape))
    return out


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    sizes = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    for axis, size in enumerate(sizes):
        if size == 1 != grad.shape[axis]:
            grad = np.add.accumulate(grad, axis=axis).take([-1], axis=axis)
    return grad.reshape(shape)


def cross_entropy(logits, labels):
    rows, classes = logits.data.shape
    weights = np.zeros((rows, classes))
    weights[np.arange(rows), np.asarray(labels)] = -1.0 / rows
    return (logits.log_softmax() * weights).sum()


def zero_grad(root):
    layer, met = {root}, set()
    while layer:
        for t in layer:
            t.grad = np.zeros(t.data.shape)
        met |= layer
        layer = {p for t in layer for p, _ in t.wires} - met
