"""Tensors are empty handles. All that is known of them lies outside, in weak dictionaries: their
values, their gradients, and the ledger of how they came about."""

from weakref import WeakKeyDictionary

import numpy as np

VALUE, SLOPE, LEDGER = WeakKeyDictionary(), WeakKeyDictionary(), WeakKeyDictionary()


class Stored:
    def __init__(self, shelf):
        self.shelf = shelf

    def __get__(self, owner, kind=None):
        return self if owner is None else self.shelf[owner]

    def __set__(self, owner, array):
        self.shelf[owner] = np.asarray(array, dtype=np.float64)


class Tensor:
    __array_ufunc__ = None
    data = Stored(VALUE)
    grad = Stored(SLOPE)

    def __init__(self, data, *entries):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(np.shape(self.data))
        if entries:
            LEDGER[self] = entries

    def __add__(self, other, sign=1.0):
        other = handle(other)
        x, y = self.data, other.data
        return Tensor(
            x + sign * y,
            (self, lambda g: unbroadcast(g, x.shape)),
            (other, lambda g: sign * unbroadcast(g, y.shape)),
        )

    def __radd__(self, other):
        return handle(other) + self

    def __sub__(self, other):
        return self.__add__(other, -1.0)

    def __rsub__(self, other):
        return handle(other).__add__(self, -1.0)

    def __mul__(self, other):
        other = handle(other)
        x, y = self.data, other.data
        return Tensor(
            x * y,
            (self, lambda g: unbroadcast(g * y, x.shape)),
            (other, lambda g: unbroadcast(g * x, y.shape)),
        )

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self * handle(other) ** -1

    def __rtruediv__(self, other):
        return other * self**-1

    def __pow__(self, n):
        x = self.data
        slope = np.zeros_like(x) if n == 0 else n * np.power(x, float(n - 1))
        return Tensor(np.power(x, float(n)), (self, slope.__mul__))

    def __neg__(self):
        return self * -1.0

    def __matmul__(self, other):
        other = handle(other)
        x, y = self.data, other.data
        if y.ndim == 1:
            return (self * other).sum(axis=-1)
        if x.ndim == 1:
            return (self.reshape(-1, 1) * other).sum(axis=-2)
        return Tensor(
            x @ y,
            (self, lambda g: unbroadcast(g @ np.swapaxes(y, -1, -2), x.shape)),
            (other, lambda g: unbroadcast(np.swapaxes(x, -1, -2) @ g, y.shape)),
        )

    def __rmatmul__(self, other):
        return handle(other) @ self

    def __getitem__(self, index):
        x = self.data

        def way(g):
            back = np.zeros(x.shape)
            np.add.at(back, index, g)
            return back

        return Tensor(x[index], (self, way))

    def sum(self, axis=None, keepdims=False):
        x = self.data

        def way(g):
            if axis and not keepdims:
                g = np.expand_dims(g, axis)
            return g + np.zeros(x.shape)

        return Tensor(np.sum(x, axis=axis, keepdims=keepdims), (self, way))

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        x = self.data
        return Tensor(x.reshape(*shape), (self, lambda g: g.reshape(x.shape)))

    def transpose(self, axes=None):
        x = self.data

        def way(g):
            back = np.empty(x.shape)
            back.transpose(axes)[...] = g
            return back

        return Tensor(x.transpose(axes), (self, way))

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        x = self.data
        return Tensor(np.fmax(x, 0.0), (self, lambda g: g * (x > 0.0)))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self, lambda g: g * y))

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self, lambda g: g / x))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self, lambda g: g * (1.0 - y) * (1.0 + y)))

    def log_softmax(self, axis=-1):
        x = self.data
        y = x - np.logaddexp.reduce(x, axis=axis, keepdims=True)
        return Tensor(y, (self, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True)))

    def backward(self):
        # Inner tensors borrow their `grad` for the time of the walk, and give it back as zeros.
        order = history(self)
        self.grad = self.grad + np.ones_like(self.data)
        for t in order:
            if t not in LEDGER:
                continue
            g, t.grad = t.grad, np.zeros(t.data.shape)
            for source, way in LEDGER[t]:
                source.grad = source.grad + way(g)


def handle(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def history(root):
    def sources(t):
        return [s for s, _ in LEDGER.get(t, ())]

    colour, stack, out = {root: "grey"}, [(root, sources(root))], []
    while stack:
        t, rest = stack[-1]
        while rest and rest[-1] in colour:
            rest.pop()
        if rest:
            s = rest.pop()
            colour[s] = "grey"
            stack.append((s, sources(s)))
        else:
            colour[t] = "black"
            out.append(t)
            stack.pop()
    return out[::-1]


def unbroadcast(grad, shape):
    if grad.ndim == len(shape):
        for i in range(len(shape)):
            if shape[i] < grad.shape[i]:
                grad = grad.sum(axis=i, keepdims=True)
        return np.array(grad)
    return unbroadcast(np.asarray(grad.sum(axis=0)), shape)


def cross_entropy(logits, labels):
    logp = logits.log_softmax()
    return -logp[np.arange(len(labels)), np.array(labels)].mean()


def zero_grad(root):
    for t in history(root):
        t.grad = np.zeros(t.data.shape)
