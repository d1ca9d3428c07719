"""A result is an instance of its operation: Add, Mul, ... are subclasses of Tensor.

A subclass has `value` (static, on arrays) and `pull`, which gives one gradient for each operand.
Tensor.__init_subclass__ puts the subclass in as an operator or a method of Tensor.
"""

import numpy as np


class Tensor:
    __array_ufunc__ = None
    operands = ()

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)

    def __init_subclass__(cls, operator=None, method=None, defaults=()):
        if operator:
            setattr(Tensor, f"__{operator}__", lambda self, other: cls.of((self, other)))
            setattr(Tensor, f"__r{operator}__", lambda self, other: cls.of((other, self)))
        if method:
            names = [name for name, _ in defaults]

            def call(self, *given, **named):
                return cls.of((self,), **{**dict(defaults), **dict(zip(names, given)), **named})

            setattr(Tensor, method, call)

    @classmethod
    def of(cls, operands, **options):
        operands = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in operands)
        self = cls(cls.value(*[x.data for x in operands], **options))
        self.operands, self.options = operands, options
        return self

    def __neg__(self):
        return self * -1

    def reshape(self, *shape):
        return self.reshaped(shape[0] if len(shape) == 1 else shape)

    @property
    def T(self):
        return self.transpose()

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s / (self.data.size / s.data.size)

    def backward(self):
        line = consumers_first(self)
        for t in line:
            if t.operands:
                t.grad = np.zeros_like(t.data)
        self.grad += np.ones_like(self.data)
        for t in line:
            if t.operands:
                arrays = [x.data for x in t.operands]
                for x, g in zip(t.operands, t.pull(t.grad, *arrays, **t.options)):
                    x.grad += unbroadcast(g, x.data.shape)


class Add(Tensor, operator="add"):
    value = staticmethod(np.add)

    def pull(self, g, a, b):
        return g, g


class Sub(Tensor, operator="sub"):
    value = staticmethod(np.subtract)

    def pull(self, g, a, b):
        return g, -g


class Mul(Tensor, operator="mul"):
    value = staticmethod(np.multiply)

    def pull(self, g, a, b):
        return g * b, g * a


class Div(Tensor, operator="truediv"):
    value = staticmethod(np.divide)

    def pull(self, g, a, b):
        return g / b, -g * self.data / b


class MatMul(Tensor, operator="matmul"):
    value = staticmethod(np.matmul)

    def pull(self, g, a, b):
        # Outer products, summed: no transposes, and no cases but those of the vectors.
        a = a[None, :] if (flat := a.ndim == 1) else a
        b = b[:, None] if (thin := b.ndim == 1) else b
        g = np.expand_dims(g, ((-2,) if flat else ()) + ((-1,) if thin else ()))
        ga = (g[..., :, None, :] * b[..., None, :, :]).sum(axis=-1)
        gb = (a[..., :, :, None] * g[..., :, None, :]).sum(axis=-3)
        return ga[..., 0, :] if flat else ga, gb[..., 0] if thin else gb


class Pow(Tensor, method="__pow__", defaults=[("n", 1)]):
    @staticmethod
    def value(a, n):
        return a**n

    def pull(self, g, a, n):
        return (g * n * a ** (n - (n != 0)),)


class Relu(Tensor, method="relu"):
    value = staticmethod(lambda a: np.maximum(a, 0.0))

    def pull(self, g, a):
        return (np.where(a > 0, g, 0.0),)


class Exp(Tensor, method="exp"):
    value = staticmethod(lambda a: np.exp(a))

    def pull(self, g, a):
        return (g * self.data,)


class Log(Tensor, method="log"):
    value = staticmethod(lambda a: np.log(a))

    def pull(self, g, a):
        return (g / a,)


class Tanh(Tensor, method="tanh"):
    value = staticmethod(lambda a: np.tanh(a))

    def pull(self, g, a):
        return (g * (1.0 - self.data**2),)


class LogSoftmax(Tensor, method="log_softmax", defaults=[("axis", -1)]):
    @staticmethod
    def value(a, axis):
        a = a - a.max(axis=axis, keepdims=True)
        return a - np.log(np.exp(a).sum(axis=axis, keepdims=True))

    def pull(self, g, a, axis):
        return (g - np.exp(self.data) * g.sum(axis=axis, keepdims=True),)


class Sum(Tensor, method="sum", defaults=[("axis", None), ("keepdims", False)]):
    @staticmethod
    def value(a, axis, keepdims):
        return a.sum(axis=axis, keepdims=keepdims)

    def pull(self, g, a, axis, keepdims):
        if axis is None:
            axis = tuple(range(a.ndim))
        return (np.zeros_like(a) + (g if keepdims else np.expand_dims(g, axis)),)


class Reshape(Tensor, method="reshaped", defaults=[("shape", ())]):
    @staticmethod
    def value(a, shape):
        return a.reshape(shape)

    def pull(self, g, a, shape):
        return (g.reshape(a.shape),)


class Transpose(Tensor, method="transpose", defaults=[("axes", None)]):
    @staticmethod
    def value(a, axes):
        return a.transpose(axes)

    def pull(self, g, a, axes):
        home = np.empty_like(a)
        home.transpose(axes)[...] = g
        return (home,)


class Index(Tensor, method="__getitem__", defaults=[("index", None)]):
    @staticmethod
    def value(a, index):
        return a[index]

    def pull(self, g, a, index):
        home = np.zeros_like(a)
        np.add.at(home, index, g)
        return (home,)


def consumers_first(root):
    line, seen, stack = [], set(), [(root, False)]
    while stack:
        t, leaving = stack.pop()
        if leaving:
            line.append(t)
        elif t not in seen:
            seen.add(t)
            stack += [(t, True), *((x, False) for x in t.operands)]
    return line[::-1]


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    lead = grad.ndim - len(shape)
    return np.add.reduce(
        grad, axis=(*range(lead), *(lead + i for i, n in enumerate(shape) if n == 1))
    ).reshape(shape)


def cross_entropy(logits, labels):
    hot = np.eye(logits.data.shape[1])[np.asarray(labels)]
    return (logits.log_softmax() * hot).sum() / -len(hot)


def zero_grad(root):
    for t in consumers_first(root):
        t.grad = np.zeros_like(t.data)
