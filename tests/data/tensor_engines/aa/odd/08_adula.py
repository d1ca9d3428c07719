"""Operations are coroutines.

An operation yields its value once; from then on it is sent a gradient, and yields the shares of
its operands, as often as it is asked. What it has to remember are its local variables.
"""

import functools

import numpy as np


def operation(f):
    @functools.wraps(f)
    def start(*args, **kwargs):
        generator = f(*args, **kwargs)
        operands, value = next(generator)
        next(generator)
        out = Tensor(value)
        out._operands, out._coroutine = operands, generator
        return out

    return start


def _lift(x):
    return x if isinstance(x, Tensor) else Tensor(x)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._operands, self._coroutine = (), None

    @operation
    def __add__(self, other):
        other = _lift(other)
        yield (self, other), self.data + other.data
        shares = None
        while True:
            g = yield shares
            shares = g, g

    @operation
    def __mul__(self, other):
        other = _lift(other)
        a, b = self.data.copy(), other.data.copy()
        yield (self, other), a * b
        shares = None
        while True:
            g = yield shares
            shares = g * b, g * a

    @operation
    def __truediv__(self, other):
        other = _lift(other)
        a, b = self.data.copy(), other.data.copy()
        yield (self, other), a / b
        shares = None
        while True:
            g = yield shares
            shares = g / b, -g * a / (b * b)

    @operation
    def __pow__(self, n):
        x = self.data.copy()
        yield (self,), x**n
        slope = np.zeros_like(x) if n == 0 else n * x ** (n - 1)
        shares = None
        while True:
            g = yield shares
            shares = (g * slope,)

    @operation
    def __matmul__(self, other):
        other = _lift(other)
        a, b = self.data.copy(), other.data.copy()
        yield (self, other), a @ b
        i, j = "i" * (a.ndim > 1), "j" * (b.ndim > 1)
        sa, sb = "..." * (a.ndim > 2), "..." * (b.ndim > 2)
        s = "..." * (a.ndim > 2 or b.ndim > 2)
        shares = None
        while True:
            g = yield shares
            ga = np.einsum(f"{s}{i}{j},{sb}k{j}->{s}{i}k", g, b)
            gb = np.einsum(f"{sa}{i}k,{s}{i}{j}->{s}k{j}", a, g)
            shares = ga, gb

    @operation
    def sum(self, axis=None, keepdims=False):
        yield (self,), self.data.sum(axis=axis, keepdims=keepdims)
        kept, shape = self.data.sum(axis=axis, keepdims=True).shape, self.data.shape
        shares = None
        while True:
            g = yield shares
            shares = (np.broadcast_to(g.reshape(kept), shape),)

    @operation
    def reshape(self, *shape):
        yield (self,), self.data.reshape(*shape)
        shares = None
        while True:
            g = yield shares
            shares = (g.reshape(self.data.shape),)

    @operation
    def transpose(self, axes=None):
        yield (self,), self.data.transpose(axes)
        n = self.data.ndim
        order = list(range(n)) if axes is None else [int(i) % n for i in axes]
        back = order[::-1] if axes is None else [order.index(i) for i in range(n)]
        shares = None
        while True:
            g = yield shares
            shares = (g.transpose(back),)

    @operation
    def __getitem__(self, index):
        yield (self,), self.data[index]
        shares = None
        while True:
            g = yield shares
            full = np.zeros_like(self.data)
            np.add.at(full, index, g)
            shares = (full,)

    @operation
    def _entrywise(self, value, slope):
        yield (self,), value
        shares = None
        while True:
            g = yield shares
            shares = (g * slope,)

    @operation
    def log_softmax(self, axis=-1):
        y = self.data - self.data.max(axis=axis, keepdims=True)
        y = y - np.log(np.exp(y).sum(axis=axis, keepdims=True))
        yield (self,), y
        p = np.exp(y)
        shares = None
        while True:
            g = yield shares
            shares = (g - p * g.sum(axis=axis, keepdims=True),)

    def relu(self):
        return self._entrywise(np.where(self.data > 0, self.data, 0.0), self.data > 0)

    def exp(self):
        return self._entrywise(np.exp(self.data), np.exp(self.data))

    def log(self):
        return self._entrywise(np.log(self.data), np.reciprocal(self.data))

    def tanh(self):
        return self._entrywise(np.tanh(self.data), 1 - np.tanh(self.data) ** 2)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -_lift(other)

    def __radd__(self, other):
        return _lift(other) + self

    def __rsub__(self, other):
        return _lift(other) - self

    def __rmul__(self, other):
        return _lift(other) * self

    def __rtruediv__(self, other):
        return _lift(other) / self

    def __rmatmul__(self, other):
        return _lift(other) @ self

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total / (self.data.size / total.data.size)

    T = property(lambda self: self.transpose())

    def backward(self):
        count = {}
        for t in _reach(self):
            if t._coroutine is not None:
                t.grad = np.zeros_like(t.data)
            for each in t._operands:
                count[each] = count.get(each, 0) + 1
        self.grad = self.grad + np.ones_like(self.data)
        free = [self]
        while free:
            t = free.pop()
            if t._coroutine is None:
                continue
            for each, share in zip(t._operands, t._coroutine.send(t.grad)):
                each.grad = each.grad + unbroadcast(share, each.data.shape)
                count[each] -= 1
                if count[each] == 0:
                    free.append(each)


def _reach(root):
    found = [root]
    known = {root}
    for t in found:
        fresh = [each for each in dict.fromkeys(t._operands) if each not in known]
        known.update(fresh)
        found += fresh
    return found


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    wide = (1,) * (np.ndim(grad) - len(shape)) + tuple(shape)
    axes = tuple(i for i, n in enumerate(wide) if n == 1)
    return np.asarray(grad).sum(axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(logits.data))
    return -logits.log_softmax()[rows, np.array(labels)].mean()


def zero_grad(root):
    for t in _reach(root):
        t.grad = np.zeros_like(t.data)
