"""Engine out of few bricks: add, mul, pow, exp, log, tanh, relu, sum, matmul of stacks, reshape,
transpose and index have rules. All the rest is put together from them."""

import functools

import numpy as np


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    target = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(i for i, (m, n) in enumerate(zip(grad.shape, target)) if m != n)
    return np.asarray(grad.sum(axis=axes, keepdims=True)).reshape(shape)


def wrap(method):
    """The other operand becomes a tensor."""

    @functools.wraps(method)
    def inner(self, other):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        return method(self, other)

    return inner


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _rule=None):
        self.data = np.array(data, dtype="float64")
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._rule = _rule

    @property
    def shape(self):
        return self.data.shape

    @property
    def ndim(self):
        return self.data.ndim

    def _add_grad(self, g):
        self.grad = np.array(self.grad + unbroadcast(g, self.shape))

    # bricks

    @wrap
    def __add__(self, other):
        def rule(g):
            self._add_grad(g)
            other._add_grad(g)

        return Tensor(self.data + other.data, (self, other), rule)

    @wrap
    def __mul__(self, other):
        a, b = self.data, other.data

        def rule(g):
            self._add_grad(g * b)
            other._add_grad(g * a)

        return Tensor(a * b, (self, other), rule)

    def __pow__(self, n):
        a = self.data

        def rule(g):
            if n != 0:
                self._add_grad(g * n * a ** (n - 1))

        return Tensor(a**n, (self,), rule)

    def _stacks(self, other):
        a, b = self.data, other.data

        def rule(g):
            self._add_grad(g @ b.swapaxes(-1, -2))
            other._add_grad(a.swapaxes(-1, -2) @ g)

        return Tensor(a @ b, (self, other), rule)

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: self._add_grad(g * y))

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self,), lambda g: self._add_grad(g / x))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: self._add_grad(g * (1 - y**2)))

    def relu(self):
        x = self.data
        return Tensor(x * (x > 0), (self,), lambda g: self._add_grad(g * (x > 0)))

    def sum(self, axis=None, keepdims=False):
        if axis is None:
            axis = tuple(range(self.ndim))

        def rule(g):
            if not keepdims:
                g = np.expand_dims(g, axis)
            self._add_grad(np.broadcast_to(g, self.shape))

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def reshape(self, *shape):
        return Tensor(
            self.data.reshape(*shape), (self,), lambda g: self._add_grad(g.reshape(self.shape))
        )

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.ndim - 1, -1, -1)
        axes = [range(self.ndim)[a] for a in axes]
        back = np.argsort(axes)
        return Tensor(
            self.data.transpose(axes), (self,), lambda g: self._add_grad(g.transpose(back))
        )

    def __getitem__(self, index):
        def rule(g):
            z = np.zeros(self.shape)
            np.add.at(z, index, g)
            self._add_grad(z)

        return Tensor(self.data[index], (self,), rule)

    # put together

    @functools.cached_property
    def T(self):
        return self.transpose()

    def __neg__(self):
        return self * -1

    @wrap
    def __sub__(self, other):
        return self + -other

    @wrap
    def __truediv__(self, other):
        return self * other**-1

    @wrap
    def __matmul__(self, other):
        a = self.reshape(1, -1) if self.ndim == 1 else self
        b = other.reshape(-1, 1) if other.ndim == 1 else other
        out = a._stacks(b)
        if self.ndim == 1:
            out = out[..., 0, :]
        if other.ndim == 1:
            out = out[..., 0]
        return out

    @wrap
    def __radd__(self, other):
        return other + self

    @wrap
    def __rmul__(self, other):
        return other * self

    @wrap
    def __rsub__(self, other):
        return other - self

    @wrap
    def __rtruediv__(self, other):
        return other / self

    @wrap
    def __rmatmul__(self, other):
        return other @ self

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s * (s.data.size / self.data.size)

    def log_softmax(self, axis=-1):
        x = self - self.data.max(axis=axis, keepdims=True)
        return x - x.exp().sum(axis=axis, keepdims=True).log()

    # gradients

    def backward(self):
        order = list(walk(self))
        for t in order:
            if t._prev:
                t.grad = np.zeros_like(t.data)
        self._add_grad(np.ones(self.shape))
        for t in reversed(order):
            if t._rule:
                t._rule(t.grad)


def walk(root):
    """Yields every tensor after the tensors that it is made of."""
    seen = set()
    stack = [(root, False)]
    while stack:
        t, ready = stack.pop()
        if ready:
            yield t
        elif t not in seen:
            seen.add(t)
            stack.append((t, True))
            stack.extend((p, False) for p in t._prev)


def cross_entropy(logits, labels):
    rows, classes = logits.shape
    one_hot = np.eye(classes)[np.asarray(labels)]
    return -(logits.log_softmax() * one_hot).sum(axis=1).mean()


def zero_grad(root):
    for t in walk(root):
        t.grad = np.zeros_like(t.data)
