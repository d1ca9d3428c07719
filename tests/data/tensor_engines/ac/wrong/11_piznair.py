"""Tensor engine in the manner of torch.autograd.Function: static forward and backward, a context."""

import numpy as np


class Context:
    """What forward keeps for backward."""

    def __init__(self, parents):
        self.parents = parents

    def keep(self, *things):
        self.kept = things


class Function:
    @classmethod
    def apply(cls, *args, **options):
        parents = [a if isinstance(a, Tensor) else Tensor(a) for a in args]
        context = Context(parents)
        out = Tensor(cls.forward(context, *[p.data for p in parents], **options))
        out._context, out._function = context, cls
        return out


class Add(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, g):
        return g, g


class Subtract(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a - b

    @staticmethod
    def backward(ctx, g):
        return g, -g


class Multiply(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.keep(a, b)
        return a * b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.kept
        return g * b, g * a


class Divide(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.keep(a, b)
        return a / b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.kept
        return g / b, -g * a / np.square(b)


def matrices(a, b):
    """A vector on the left becomes a row, a vector on the right a column."""
    if a.ndim == 1:
        a = np.expand_dims(a, 0)
    if b.ndim == 1:
        b = np.expand_dims(b, 1)
    return a, b


def as_product(g, a, b):
    """The gradient of the result, with the axes that the product of the matrices has."""
    if b.ndim == 1:
        g = np.expand_dims(g, -1)
    if a.ndim == 1:
        g = np.expand_dims(g, 0)
    return g


class MatrixMultiply(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.keep(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.kept
        g = as_product(g, a, b)
        left, right = matrices(a, b)
        to_left = unbroadcast(g @ right.swapaxes(-1, -2), left.shape)
        to_right = unbroadcast(left.swapaxes(-1, -2) @ g, right.shape)
        return to_left.reshape(a.shape), to_right.reshape(b.shape)


class Negate(Function):
    @staticmethod
    def forward(ctx, a):
        return -a

    @staticmethod
    def backward(ctx, g):
        return (-g,)


class Power(Function):
    @staticmethod
    def forward(ctx, a, n):
        ctx.keep(a, n)
        return a**n

    @staticmethod
    def backward(ctx, g):
        a, n = ctx.kept
        if n == 0:
            return (np.zeros(a.shape),)
        return (g * n * a ** (float(n) - 1),)


class Sum(Function):
    @staticmethod
    def forward(ctx, a, axis, keepdims):
        ctx.keep(a.shape, axis, keepdims)
        return a.sum(axis=axis, keepdims=keepdims)

    @staticmethod
    def backward(ctx, g):
        shape, axis, keepdims = ctx.kept
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        return (np.broadcast_to(g, shape),)


class Mean(Function):
    @staticmethod
    def forward(ctx, a, axis, keepdims):
        out = a.mean(axis=axis, keepdims=keepdims)
        ctx.keep(a.shape, axis, keepdims, a.size // np.size(out))
        return out

    @staticmethod
    def backward(ctx, g):
        shape, axis, keepdims, count = ctx.kept
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        return (np.broadcast_to(g / count, shape),)


class Reshape(Function):
    @staticmethod
    def forward(ctx, a, shape):
        ctx.keep(a.shape)
        return a.reshape(*shape)

    @staticmethod
    def backward(ctx, g):
        return (g.reshape(ctx.kept[0]),)


class Transpose(Function):
    @staticmethod
    def forward(ctx, a, axes):
        if axes is None:
            axes = np.arange(a.ndim)[::-1]
        ctx.keep(np.arange(a.ndim)[np.array(axes, dtype=int)])
        return a.transpose(axes)

    @staticmethod
    def backward(ctx, g):
        (axes,) = ctx.kept
        return (g.transpose(np.argsort(axes)),)


class Take(Function):
    @staticmethod
    def forward(ctx, a, index):
        ctx.keep(a.shape, index)
        return a[index]

    @staticmethod
    def backward(ctx, g):
        shape, index = ctx.kept
        out = np.zeros(shape)
        np.add.at(out, index, g)
        return (out,)


class Relu(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.keep(a > 0)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, g):
        return (g * ctx.kept[0],)


class Exp(Function):
    @staticmethod
    def forward(ctx, a):
        y = np.exp(a)
        ctx.keep(y)
        return y

    @staticmethod
    def backward(ctx, g):
        return (g * ctx.kept[0],)


class Log(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.keep(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, g):
        return (g / ctx.kept[0],)


class Tanh(Function):
    @staticmethod
    def forward(ctx, a):
        y = np.tanh(a)
        ctx.keep(y)
        return y

    @staticmethod
    def backward(ctx, g):
        return (g * (1 - ctx.kept[0] ** 2),)


class LogSoftmax(Function):
    @staticmethod
    def forward(ctx, a, axis):
        s = a - a.max(axis=axis, keepdims=True)
        y = s - np.log(np.exp(s).sum(axis=axis, keepdims=True))
        ctx.keep(y, axis)
        return y

    @staticmethod
    def backward(ctx, g):
        y, axis = ctx.kept
        return (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._context = None
        self._function = None

    def __add__(self, other):
        return Add.apply(self, other)

    def __radd__(self, other):
        return Add.apply(other, self)

    def __sub__(self, other):
        return Subtract.apply(self, other)

    def __rsub__(self, other):
        return Subtract.apply(other, self)

    def __mul__(self, other):
        return Multiply.apply(self, other)

    def __rmul__(self, other):
        return Multiply.apply(other, self)

    def __truediv__(self, other):
        return Divide.apply(self, other)

    def __rtruediv__(self, other):
        return Divide.apply(other, self)

    def __matmul__(self, other):
        return MatrixMultiply.apply(self, other)

    def __rmatmul__(self, other):
        return MatrixMultiply.apply(other, self)

    def __neg__(self):
        return Negate.apply(self)

    def __pow__(self, n):
        return Power.apply(self, n=n)

    def __getitem__(self, index):
        return Take.apply(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return Mean.apply(self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        return Reshape.apply(self, shape=shape)

    def transpose(self, axes=None):
        return Transpose.apply(self, axes=axes)

    @property
    def T(self):
        return Transpose.apply(self, axes=None)

    def relu(self):
        return Relu.apply(self)

    def exp(self):
        return Exp.apply(self)

    def log(self):
        return Log.apply(self)

    def tanh(self):
        return Tanh.apply(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax.apply(self, axis=axis)

    def _parents(self):
        return self._context.parents if self._context else []

    def _order(self):
        done, seen = [], set()

        def visit(t):
            if t in seen:
                return
            seen.add(t)
            for p in t._parents():
                visit(p)
            done.append(t)

        visit(self)
        return done

    def backward(self):
        order = self._order()
        for t in order:
            if t._context:
                t.grad = np.zeros_like(t.data)
        self.grad += np.ones_like(self.data)
        for t in reversed(order):
            if t._context:
                for p, g in zip(t._context.parents, t._function.backward(t._context, t.grad)):
                    p.grad += unbroadcast(g, p.data.shape)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape != tuple(shape):
        shape = tuple(shape)
        full = (1,) * (grad.ndim - len(shape)) + shape
        for axis, (have, want) in enumerate(zip(grad.shape, full)):
            if have != want:
                grad = grad.sum(axis=axis, keepdims=True)
        grad = grad.reshape(shape)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax()[rows, np.array(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in root._order():
        t.grad = np.zeros_like(t.data)
