"""Every operation is a kind of tensor: a subclass that knows how to hand its gradient down."""

import numpy as np


class Tensor:
    __array_ufunc__ = None
    operands = ()

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.clear()

    def clear(self):
        self.grad = np.zeros(self.data.shape)

    def shares(self):
        """One gradient for each operand."""
        return ()

    def __add__(self, other):
        return Sum_(self, other)

    def __radd__(self, other):
        return Sum_(other, self)

    def __sub__(self, other):
        return Difference(self, other)

    def __rsub__(self, other):
        return Difference(other, self)

    def __mul__(self, other):
        return Product(self, other)

    def __rmul__(self, other):
        return Product(other, self)

    def __truediv__(self, other):
        return Quotient(self, other)

    def __rtruediv__(self, other):
        return Quotient(other, self)

    def __matmul__(self, other):
        return MatrixProduct(self, other)

    def __rmatmul__(self, other):
        return MatrixProduct(other, self)

    def __neg__(self):
        return Difference(0.0, self)

    def __pow__(self, n):
        return Power(self, n)

    def __getitem__(self, index):
        return Entries(self, index)

    def sum(self, axis=None, keepdims=False):
        return Total(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        total = Total(self, axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return Reshaped(self, shape)

    def transpose(self, axes=None):
        return Turned(self, axes)

    T = property(transpose)

    def relu(self):
        return Relu(self)

    def exp(self):
        return Exp(self)

    def log(self):
        return Log(self)

    def tanh(self):
        return Tanh(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax(self, axis)

    def backward(self):
        order = below(self)
        for t in order:
            if t.operands:
                t.clear()
        self.grad = self.grad + np.ones(self.data.shape)
        for t in reversed(order):
            for operand, share in zip(t.operands, t.shares()):
                operand.grad = operand.grad + unbroadcast(share, operand.data.shape)


class Result(Tensor):
    def __init__(self, operands, *options):
        self.operands = tuple(t if isinstance(t, Tensor) else Tensor(t) for t in operands)
        super().__init__(self.value(*[t.data for t in self.operands], *options))


class Binary(Result):
    def __init__(self, a, b):
        super().__init__((a, b))
        self.a, self.b = [t.data for t in self.operands]


class Sum_(Binary):
    value = staticmethod(np.add)

    def shares(self):
        return self.grad, self.grad


class Difference(Binary):
    value = staticmethod(np.subtract)

    def shares(self):
        return self.grad, -self.grad


class Product(Binary):
    value = staticmethod(np.multiply)

    def shares(self):
        return self.grad * self.b, self.grad * self.a


class Quotient(Binary):
    value = staticmethod(np.divide)

    def shares(self):
        return self.grad / self.b, -self.grad * self.data / self.b


class MatrixProduct(Binary):
    value = staticmethod(np.matmul)

    def shares(self):
        a, b, g = self.a, self.b, self.grad
        if b.ndim == 1:
            b, g = np.expand_dims(b, 1), np.expand_dims(g, -1)
        if a.ndim == 1:
            a, g = np.expand_dims(a, 0), np.expand_dims(g, -2)
        to_a = unbroadcast(g @ np.swapaxes(b, -1, -2), a.shape)
        to_b = unbroadcast(np.swapaxes(a, -1, -2) @ g, b.shape)
        return to_a.reshape(self.a.shape), to_b.reshape(self.b.shape)


class Unary(Result):
    def __init__(self, a, *options):
        self.options = options
        super().__init__((a,), *options)
        self.a = self.operands[0].data


class Power(Unary):
    def value(self, a, n):
        return a**n

    def shares(self):
        (n,) = self.options
        return (self.grad * (0.0 if n == 0 else n * self.a ** (n - 1)),)


class Total(Unary):
    def value(self, a, axis, keepdims):
        return a.sum(axis=axis, keepdims=keepdims)

    def shares(self):
        axis, keepdims = self.options
        g = self.grad
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        return (np.broadcast_to(g, self.a.shape),)


class Reshaped(Unary):
    def value(self, a, shape):
        return a.ravel("K").reshape(*shape)

    def shares(self):
        return (self.grad.reshape(self.a.shape),)


class Turned(Unary):
    def value(self, a, axes):
        return a.transpose(axes)

    def shares(self):
        (axes,) = self.options
        if axes is None:
            return (self.grad.transpose(),)
        return (self.grad.transpose(np.argsort(np.mod(axes, len(axes)))),)


class Entries(Unary):
    def value(self, a, index):
        return a[index]

    def shares(self):
        g = np.zeros(self.a.shape)
        np.add.at(g, self.options[0], self.grad)
        return (g,)


class Relu(Unary):
    def value(self, a):
        return np.maximum(a, 0.0)

    def shares(self):
        return (self.grad * (self.data > 0),)


class Exp(Unary):
    def value(self, a):
        return np.exp(a)

    def shares(self):
        return (self.grad * self.data,)


class Log(Unary):
    def value(self, a):
        return np.log(a)

    def shares(self):
        return (self.grad / self.a,)


class Tanh(Unary):
    def value(self, a):
        return np.tanh(a)

    def shares(self):
        return (self.grad * (1 - self.data**2),)


class LogSoftmax(Unary):
    def value(self, a, axis):
        a = a - a.max(axis=axis, keepdims=True)
        return a - np.log(np.exp(a).sum(axis=axis, keepdims=True))

    def shares(self):
        total = self.grad.sum(axis=self.options[0], keepdims=True)
        return (self.grad - np.exp(self.data) * total,)


def below(root):
    order, seen = [], set()
    stack = [[root, 0]]
    seen.add(root)
    while stack:
        top = stack[-1]
        t, k = top
        if k < len(t.operands):
            top[1] += 1
            if t.operands[k] not in seen:
                seen.add(t.operands[k])
                stack.append([t.operands[k], 0])
        else:
            order.append(t)
            stack.pop()
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    lead = grad.ndim - len(shape)
    axes = tuple(i for i, n in enumerate(grad.shape) if i < lead or shape[i - lead] != n)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax()[rows, np.asarray(labels)].mean()


def zero_grad(root):
    for t in below(root):
        t.clear()
