"""Nearly everything is "take these places": broadcasting, reshape, transpose and index are one
operation, `take`, with an array of flat places, and sum is its opposite, `pile`.

    take:  out.flat[i]  =  a.flat[places[i]]          gradient: pile
    pile:  out.flat[places[i]]  +=  a.flat[i]         gradient: take
"""

import numpy as np

__all__ = ["Tensor", "unbroadcast", "cross_entropy", "zero_grad"]


def places_of(shape):
    return np.arange(int(np.prod(shape, dtype=int))).reshape(shape)


def pile_up(values, places, shape):
    size = int(np.prod(shape, dtype=int))
    if size == 0:
        return np.zeros(shape)
    heaps = np.bincount(np.ravel(places), weights=np.ravel(values), minlength=size)
    return heaps.astype(np.float64).reshape(shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._from = ()
        self._rule = None

    @classmethod
    def _new(cls, data, sources, rule):
        t = cls(data)
        t._from, t._rule = tuple(sources), rule
        return t

    # ---- the two movers ----

    def _take(self, places):
        flat = self.data.reshape(-1)
        shape = self.data.shape
        return Tensor._new(flat[places], [self], lambda g: [pile_up(g, places, shape)])

    def _pile(self, places, shape):
        value = pile_up(self.data, places, shape)
        return Tensor._new(value, [self], lambda g: [g.reshape(-1)[places]])

    def _stretch(self, shape):
        if self.data.shape == shape:
            return self
        return self._take(np.broadcast_to(places_of(self.data.shape), shape))

    # ---- entry by entry, on equal shapes ----

    def _pair(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        shape = np.broadcast_shapes(self.data.shape, other.data.shape)
        return self._stretch(shape), other._stretch(shape)

    def __add__(self, other):
        a, b = self._pair(other)
        return Tensor._new(a.data + b.data, [a, b], lambda g: [g, g])

    def __sub__(self, other):
        a, b = self._pair(other)
        return Tensor._new(a.data - b.data, [a, b], lambda g: [g, -g])

    def __mul__(self, other):
        a, b = self._pair(other)
        x, y = a.data, b.data
        return Tensor._new(x * y, [a, b], lambda g: [g * y, g * x])

    def __truediv__(self, other):
        a, b = self._pair(other)
        x, y = a.data, b.data
        return Tensor._new(x / y, [a, b], lambda g: [g / y, -g * x / y / y])

    def _each(self, value, slope):
        return Tensor._new(value, [self], lambda g: [g * slope()])

    def __neg__(self):
        return self._each(-self.data, lambda: -1.0)

    def __pow__(self, n):
        x = self.data
        return self._each(x**n, lambda: n * x ** (n - 1) if n != 0 else 0.0)

    def relu(self):
        x = self.data
        return self._each(np.where(x > 0, x, 0.0), lambda: (x > 0).astype(float))

    def exp(self):
        y = np.exp(self.data)
        return self._each(y, lambda: y)

    def log(self):
        x = self.data
        return self._each(np.log(x), lambda: 1 / x)

    def tanh(self):
        y = np.tanh(self.data)
        return self._each(y, lambda: 1 - y * y)

    def __radd__(self, other):
        return Tensor(other) + self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    # ---- places ----

    def reshape(self, *shape):
        return self._take(places_of(self.data.shape).reshape(*shape))

    def transpose(self, axes=None):
        return self._take(places_of(self.data.shape).transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._take(places_of(self.data.shape)[index])

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        if axis is None or not shape:
            axes = tuple(range(len(shape)))
        else:
            axes = axis if isinstance(axis, tuple) else (axis,)
            axes = tuple(i % len(shape) for i in axes)
        kept = tuple(1 if i in axes else n for i, n in enumerate(shape))
        piled = self._pile(np.broadcast_to(places_of(kept), shape), kept)
        if keepdims:
            return piled
        return piled.reshape(tuple(n for i, n in enumerate(shape) if i not in axes))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / np.float64(self.data.size / max(total.data.size, 1))

    def __matmul__(self, other):
        """(..., i, k, 1) times (..., 1, k, j), summed over k."""
        other = other if isinstance(other, Tensor) else Tensor(other)
        row, column = self.data.ndim == 1, other.data.ndim == 1
        a = self.reshape((1,) + self.data.shape) if row else self
        b = other.reshape(other.data.shape + (1,)) if column else other
        if a.data.shape[-1] != b.data.shape[-2]:
            raise ValueError(f"cannot multiply {self.data.shape} and {other.data.shape}")
        products = a.reshape(a.data.shape + (1,)) * b.reshape(
            b.data.shape[:-2] + (1,) + b.data.shape[-2:]
        )
        out = products.sum(axis=-2)
        shape = out.data.shape
        if column:
            shape = shape[:-1]
        if row:
            shape = shape[:-1] if column else shape[:-2] + shape[-1:]
        return out if shape == out.data.shape else out.reshape(shape)

    def log_softmax(self, axis=-1):
        low = self - self.data.max(axis=axis, keepdims=True)
        return low - low.exp().sum(axis=axis, keepdims=True).log()

    # ---- the walk ----

    def _order(self):
        """Results before what they are made of."""
        finished, state, stack = [], {}, [self]
        while stack:
            t = stack[-1]
            if state.get(id(t)) is None:
                state[id(t)] = "open"
                stack.extend(s for s in t._from if id(s) not in state)
            else:
                stack.pop()
                if state[id(t)] == "open":
                    state[id(t)] = "closed"
                    finished.append(t)
        return finished[::-1]

    def backward(self):
        order = self._order()
        for t in order:
            if t._from:
                t.grad = np.zeros(t.data.shape)
        self.grad = np.asarray(self.grad + np.ones(self.data.shape))
        for t in order:
            if t._from:
                for s, g in zip(t._from, t._rule(t.grad)):
                    s.grad = np.asarray(s.grad + g)


def unbroadcast(grad, shape):
    """Each entry of grad goes to the place that it was a copy of."""
    grad = np.asarray(grad)
    return pile_up(grad, np.broadcast_to(places_of(shape), grad.shape), shape)


def cross_entropy(logits, labels):
    n, classes = logits.data.shape
    right = np.arange(n) * classes + np.array(labels, dtype=int)
    return -logits.log_softmax()._take(right).mean()


def zero_grad(root):
    for t in root._order():
        t.grad = np.zeros(t.data.shape)
