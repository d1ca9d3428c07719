"""Tensors are numbered when they are born: a result is always younger than its operands."""

import itertools

import numpy as np

_birth = itertools.count()


class Arithmetic:
    """The operators. What they do is said below, in Tensor."""

    def __add__(self, other):
        return self._two("add", self, other)

    def __radd__(self, other):
        return self._two("add", other, self)

    def __sub__(self, other):
        return self._two("sub", self, other)

    def __rsub__(self, other):
        return self._two("sub", other, self)

    def __mul__(self, other):
        return self._two("mul", self, other)

    def __rmul__(self, other):
        return self._two("mul", other, self)

    def __truediv__(self, other):
        return self._two("div", self, other)

    def __rtruediv__(self, other):
        return self._two("div", other, self)

    def __matmul__(self, other):
        return self._two("matmul", self, other)

    def __rmatmul__(self, other):
        return self._two("matmul", other, self)

    def __neg__(self):
        return self * -1.0


class Tensor(Arithmetic):
    __array_ufunc__ = None
    _plain = {}

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._sources = ()
        self._pull = None
        self._number = next(_birth)

    @classmethod
    def _of(cls, x):
        if isinstance(x, Tensor):
            return x
        if not isinstance(x, np.ndarray):
            return cls(x)
        if id(x) not in cls._plain:
            cls._plain[id(x)] = (x, cls(x))
        return cls._plain[id(x)][1]

    @classmethod
    def _result(cls, value, sources, pull):
        out = cls(value)
        out._sources, out._pull = sources, pull
        return out

    @classmethod
    def _two(cls, name, a, b):
        a, b = cls._of(a), cls._of(b)
        x, y = a.data, b.data
        if name == "add":
            return cls._result(x + y, (a, b), lambda g: (g, g))
        if name == "sub":
            return cls._result(x - y, (a, b), lambda g: (g, -g))
        if name == "mul":
            return cls._result(x * y, (a, b), lambda g: (g * y, g * x))
        if name == "div":
            return cls._result(x / y, (a, b), lambda g: (g / y, -(g / y) * (x / y)))
        u = x if x.ndim > 1 else x.reshape(1, -1)
        v = y if y.ndim > 1 else y.reshape(-1, 1)
        full = (u @ v).shape

        def pull(g):
            g = g.reshape(full)
            left = unbroadcast(g @ v.swapaxes(-1, -2), u.shape)
            right = unbroadcast(u.swapaxes(-1, -2) @ g, v.shape)
            return left.reshape(x.shape), right.reshape(y.shape)

        return cls._result(x @ y, (a, b), pull)

    def __pow__(self, n):
        x = self.data

        def pull(g):
            return (np.zeros_like(x) if n == 0 else g * n * x ** (n - 1),)

        return self._result(x**n, (self,), pull)

    def sum(self, axis=None, keepdims=False):
        shape = list(self.data.shape)
        for i in range(len(shape)) if axis is None else np.atleast_1d(np.array(axis, dtype=int)):
            shape[i] = 1

        def pull(g):
            return (np.broadcast_to(g.reshape(shape), self.data.shape),)

        return self._result(self.data.sum(axis=axis, keepdims=keepdims), (self,), pull)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out / (self.data.size / out.data.size)

    def reshape(self, *shape):
        before = self.data.shape
        return self._result(self.data.reshape(*shape), (self,), lambda g: (g.reshape(before),))

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(reversed(range(self.data.ndim)))
        n = len(axes)
        return self._result(
            self.data.transpose(axes),
            (self,),
            lambda g: (np.moveaxis(g, range(n), axes) if n else g,),
        )

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def pull(g):
            shares = np.zeros_like(self.data)
            np.add.at(shares, index, g)
            return (shares,)

        return self._result(self.data[index], (self,), pull)

    def relu(self):
        up = (self.data > 0).astype(float)
        return self._result(self.data * up, (self,), lambda g: (g * up,))

    def exp(self):
        y = np.exp(self.data)
        return self._result(y, (self,), lambda g: (g * y,))

    def log(self):
        x = self.data
        return self._result(np.log(x), (self,), lambda g: (g / x,))

    def tanh(self):
        y = np.tanh(self.data)
        return self._result(y, (self,), lambda g: (g - g * y * y,))

    def log_softmax(self, axis=-1):
        x = self.data
        y = x - x.max(axis=axis, keepdims=True)
        y = y - np.log(np.exp(y).sum(axis=axis, keepdims=True))

        def pull(g):
            return (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)

        return self._result(y, (self,), pull)

    def _youngest_first(self):
        found, new = {self}, [self]
        while new:
            new = [s for t in new for s in t._sources if s not in found]
            new = list(dict.fromkeys(new))
            found.update(new)
        return sorted(found, key=lambda t: -t._number)

    def backward(self):
        family = self._youngest_first()
        for t in family:
            if t._pull:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in family:
            if t._pull:
                for s, g in zip(t._sources, t._pull(t.grad)):
                    s.grad = s.grad + unbroadcast(g, s.data.shape)


def unbroadcast(grad, shape):
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    axes = tuple(i for i, n in enumerate(shape) if n == 1 != grad.shape[i])
    return grad.sum(axis=axes, keepdims=True)


def cross_entropy(logits, labels):
    rows = np.arange(logits.data.shape[0])
    return -(logits.log_softmax(-1)[rows, np.asarray(labels)]).mean()


def zero_grad(root):
    for t in root._youngest_first():
        t.grad = np.zeros_like(t.data)
