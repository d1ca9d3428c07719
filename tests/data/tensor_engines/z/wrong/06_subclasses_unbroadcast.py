"""Exam. Every operation is a subclass of Tensor that knows how to send its gradient on."""

import numpy as np


def unbroadcast(grad, shape):
    extra = grad.ndim - len(shape)
    if extra:
        grad = grad.sum(axis=tuple(range(extra)))
    stretched = [axis for axis, n in enumerate(shape) if n == 1]
    if stretched:
        grad = grad.sum(axis=stretched[0], keepdims=True)
    return np.asarray(grad)


class Tensor:
    __array_ufunc__ = None
    inputs = ()

    def __init__(self, data):
        self._hold(data)

    def _hold(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)

    def send(self):
        """A tensor that was not computed sends nothing."""

    def add_grad(self, g):
        self.grad += unbroadcast(g, self.data.shape)

    def __add__(self, other):
        return Sum2(self, other)

    def __radd__(self, other):
        return Sum2(other, self)

    def __mul__(self, other):
        return Product(self, other)

    def __rmul__(self, other):
        return Product(other, self)

    def __sub__(self, other):
        return Sum2(self, Product(other, -1))

    def __rsub__(self, other):
        return Sum2(other, -self)

    def __truediv__(self, other):
        return Quotient(self, other)

    def __rtruediv__(self, other):
        return Quotient(other, self)

    def __matmul__(self, other):
        return MatrixProduct(self, other)

    def __rmatmul__(self, other):
        return MatrixProduct(other, self)

    def __neg__(self):
        return Product(self, -1)

    def __pow__(self, n):
        return Power(self, n)

    def __getitem__(self, index):
        return Entries(self, index)

    def sum(self, axis=None, keepdims=False):
        return Total(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        total = Total(self, axis, keepdims)
        return Quotient(total, self.data.size / total.data.size)

    def reshape(self, *shape):
        return Reshaped(self, shape)

    def transpose(self, axes=None):
        return Transposed(self, axes)

    @property
    def T(self):
        return Transposed(self, None)

    def relu(self):
        return Elementwise(self, np.maximum(self.data, 0), lambda x, y: x > 0)

    def exp(self):
        return Elementwise(self, np.exp(self.data), lambda x, y: y)

    def log(self):
        return Elementwise(self, np.log(self.data), lambda x, y: 1 / x)

    def tanh(self):
        return Elementwise(self, np.tanh(self.data), lambda x, y: 1 - y**2)

    def log_softmax(self, axis=-1):
        return LogSoftmax(self, axis)

    def backward(self):
        order = self.sorted()
        for t in order:
            if t.inputs:
                t.grad = np.zeros_like(t.data)
        self.add_grad(np.ones_like(self.data))
        for t in reversed(order):
            t.send()

    def sorted(self):
        order = {}
        stack = [self]
        while stack:
            t = stack[-1]
            missing = [i for i in t.inputs if i not in order]
            if missing:
                stack.extend(missing)
            else:
                stack.pop()
                order.setdefault(t)
        return list(order)


class Operation(Tensor):
    def __init__(self, *inputs):
        self.inputs = [i if isinstance(i, Tensor) else Tensor(i) for i in inputs]
        self._hold(self.compute(*[i.data for i in self.inputs]))


class Sum2(Operation):
    def compute(self, a, b):
        return a + b

    def send(self):
        for i in self.inputs:
            i.add_grad(self.grad)


class Product(Operation):
    def compute(self, a, b):
        return a * b

    def send(self):
        a, b = self.inputs
        a.add_grad(self.grad * b.data)
        b.add_grad(self.grad * a.data)


class Quotient(Operation):
    def compute(self, a, b):
        return a / b

    def send(self):
        a, b = self.inputs
        a.add_grad(self.grad / b.data)
        b.add_grad(-self.grad * self.data / b.data)


class MatrixProduct(Operation):
    def compute(self, a, b):
        return a @ b

    def send(self):
        left, right = self.inputs
        a, b, g = left.data, right.data, self.grad
        if b.ndim == 1:
            b, g = b[:, None], g[..., None]
        if a.ndim == 1:
            a, g = a[None, :], np.expand_dims(g, -2)
        ga = unbroadcast(g @ np.swapaxes(b, -1, -2), a.shape)
        gb = unbroadcast(np.swapaxes(a, -1, -2) @ g, b.shape)
        left.add_grad(ga.reshape(left.data.shape))
        right.add_grad(gb.reshape(right.data.shape))


class Unary(Operation):
    """An operation with one input; the rest of its arguments are kept in `how`."""

    def __init__(self, x, *how):
        self.how = how
        super().__init__(x)

    def send(self):
        (x,) = self.inputs
        x.add_grad(self.back(self.grad, x.data))


class Power(Unary):
    def compute(self, x):
        return x ** self.how[0]

    def back(self, g, x):
        (n,) = self.how
        return g * n * x ** (n - 1) if n else np.zeros_like(g)


class Entries(Unary):
    def compute(self, x):
        return x[self.how[0]]

    def back(self, g, x):
        out = np.zeros_like(x)
        np.add.at(out, self.how[0], g)
        return out


class Total(Unary):
    def compute(self, x):
        axis, keepdims = self.how
        return np.sum(x, axis=axis, keepdims=keepdims)

    def back(self, g, x):
        axis, keepdims = self.how
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        return np.ones_like(x) * g


class Reshaped(Unary):
    def compute(self, x):
        return x.reshape(*self.how[0])

    def back(self, g, x):
        return g.reshape(x.shape)


class Transposed(Unary):
    def compute(self, x):
        return x.transpose(self.how[0])

    def back(self, g, x):
        (axes,) = self.how
        if axes is None:
            return g.T
        # moving the axes home one by one
        return np.moveaxis(g, range(g.ndim), axes)


class Elementwise(Unary):
    def compute(self, x):
        return self.how[0]

    def back(self, g, x):
        return g * self.how[1](x, self.data)


class LogSoftmax(Unary):
    def compute(self, x):
        (axis,) = self.how
        x = x - x.max(axis=axis, keepdims=True)
        return x - np.log(np.exp(x).sum(axis=axis, keepdims=True))

    def back(self, g, x):
        (axis,) = self.how
        return g - np.exp(self.data) * g.sum(axis=axis, keepdims=True)


def cross_entropy(logits, labels):
    picked = logits.log_softmax(axis=-1)[np.arange(len(labels)), labels]
    return -picked.mean()


def zero_grad(root):
    for t in root.sorted():
        t.grad = np.zeros_like(t.data)
