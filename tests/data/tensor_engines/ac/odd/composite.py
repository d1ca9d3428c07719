"""A few primitives with a pull-back; everything else is a formula in tensors."""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _pull=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._pull = _pull

    # ---- primitives: add, mul, power, exp, log, where-positive, sum, reshape, transpose, gather

    def __add__(self, other):
        other = _t(other)
        return Tensor(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = _t(other)
        return Tensor(
            self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data)
        )

    def __pow__(self, n):
        n = float(n)
        slope = np.zeros(self.data.shape) if n == 0 else n * self.data ** (n - 1)
        return Tensor(self.data**n, (self,), lambda g: (g * slope,))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: (g * y,))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: (g / self.data,))

    def _total(self, axes):
        """Sum over a tuple of axes, which stay as axes of length 1."""
        shape = self.data.shape
        return Tensor(
            self.data.sum(axis=axes, keepdims=True), (self,), lambda g: (g * np.ones(shape),)
        )

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(old),))

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = [n - 1 - k for k in range(n)] if axes is None else [a % n for a in axes]
        back = [axes.index(k) for k in range(n)]
        return Tensor(self.data.transpose(axes), (self,), lambda g: (g.transpose(back),))

    def __getitem__(self, index):
        # which entries of the flat array these are
        where = np.arange(self.data.size).reshape(self.data.shape)[index]

        def pull(g):
            flat = np.bincount(np.ravel(where), np.ravel(g), minlength=self.data.size)
            return (flat.reshape(self.data.shape),)

        return Tensor(self.data[index], (self,), pull)

    # ---- formulas

    T = property(lambda self: self.transpose())

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + _t(other) * -1

    def __truediv__(self, other):
        return self * _t(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return _t(other) + self * -1

    def __rtruediv__(self, other):
        return self**-1 * other

    def __matmul__(self, other):
        # (..., i, j, 1) * (..., 1, j, k), summed over j
        other = _t(other)
        a, b = self.data.shape, other.data.shape
        left = self.reshape(*(a if len(a) > 1 else (1,) + a), 1)
        kb = b if len(b) > 1 else b + (1,)
        right = other.reshape(*kb[:-2], 1, *kb[-2:])
        out = (left * right)._total((-2,))
        shape = list(out.data.shape)
        del shape[-2]
        if len(b) == 1:
            del shape[-1]
        if len(a) == 1:
            del shape[-1 if len(b) == 1 else -2]
        return out.reshape(tuple(shape))

    def __rmatmul__(self, other):
        return _t(other) @ self

    def sum(self, axis=None, keepdims=False):
        n = self.data.ndim
        axes = range(n) if axis is None else axis if isinstance(axis, tuple) else (axis,)
        axes = tuple(a % n for a in axes)
        out = self._total(axes)
        if keepdims:
            return out
        return out.reshape(tuple(m for k, m in enumerate(self.data.shape) if k not in axes))

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    def relu(self):
        return self * np.heaviside(self.data, 0)

    def tanh(self):
        # with exponents that are never positive, so that nothing overflows
        sign = np.where(self.data < 0, -1.0, 1.0)
        e = (self * (-2 * sign)).exp()
        return (1 - e) / (1 + e) * sign

    def log_softmax(self, axis=-1):
        x = self - self.data.max(axis=axis, keepdims=True)
        return x - x.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        order = _history(self)
        for t in order:
            if t._prev:
                t.grad = np.zeros(t.data.shape)
        self.grad += 1
        for t in reversed(order):
            if t._prev:
                for p, g in zip(t._prev, t._pull(t.grad)):
                    p.grad += unbroadcast(g, p.data.shape)


def _t(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def _history(root):
    order, seen, stack = [], set(), [(root, 0)]
    while stack:
        t, k = stack.pop()
        if k == 0 and t in seen:
            continue
        seen.add(t)
        if k == len(t._prev):
            order.append(t)
        else:
            stack += [(t, k + 1), (t._prev[k], 0)]
    return order


def unbroadcast(grad, shape):
    lead = grad.ndim - len(shape)
    axes = tuple(k for k in range(grad.ndim) if k < lead or shape[k - lead] == 1)
    return grad.sum(axis=axes).reshape(shape)


def cross_entropy(logits, labels):
    hot = np.eye(logits.data.shape[-1])[np.array(labels, dtype=int)]
    # where hot is 0 the product is 0: log_softmax is always finite here
    return -(logits.log_softmax() * hot).sum() / len(hot)


def zero_grad(root):
    for t in _history(root):
        t.grad = np.zeros(t.data.shape)
