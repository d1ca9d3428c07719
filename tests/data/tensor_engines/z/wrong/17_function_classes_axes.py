"""Autograd with a Function class per operation (forward/backward with a context)."""

import numpy as np


class Context:
    def __init__(self):
        self.saved = ()

    def save(self, *things):
        self.saved = things


class Function:
    @classmethod
    def apply(cls, *inputs, **options):
        ctx = Context()
        tensors = [x if isinstance(x, Tensor) else Tensor(x) for x in inputs]
        out = Tensor(cls.forward(ctx, *[t.data for t in tensors], **options))
        out._ctx, out._fn, out._inputs = ctx, cls, tensors
        return out


class Add(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, g):
        return g, g


class Sub(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a - b

    @staticmethod
    def backward(ctx, g):
        return g, -g


class Mul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a * b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
        return g * b, g * a


class Div(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a / b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
        return g / b, -g * a / b**2


class Pow(Function):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save(a, n)
        return a**n

    @staticmethod
    def backward(ctx, g):
        a, n = ctx.saved
        local = np.zeros_like(a) if n == 0 else n * a ** (n - 1)
        return g * local, np.zeros_like(n)


class MatMul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
        if a.ndim == 1 and b.ndim == 1:
            return g * b, g * a
        if a.ndim == 1:
            return (b @ g[..., None])[..., 0], a[:, None] * g[..., None, :]
        if b.ndim == 1:
            return g[..., None] * b, np.sum(a * g[..., None], axis=-2)
        return g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g


class Sum(Function):
    @staticmethod
    def forward(ctx, a, axis=None, keepdims=False):
        ctx.save(a.shape, axis, keepdims)
        return a.sum(axis=axis, keepdims=keepdims)

    @staticmethod
    def backward(ctx, g):
        shape, axis, keepdims = ctx.saved
        if axis is not None and not keepdims:
            axes = axis if isinstance(axis, tuple) else (axis,)
            for ax in sorted(axes):
                g = np.expand_dims(g, ax)
        return (np.broadcast_to(g, shape),)


class Reshape(Function):
    @staticmethod
    def forward(ctx, a, shape):
        ctx.save(a.shape)
        return a.reshape(*shape)

    @staticmethod
    def backward(ctx, g):
        return (g.reshape(ctx.saved[0]),)


class Transpose(Function):
    @staticmethod
    def forward(ctx, a, axes):
        axes = tuple(range(a.ndim))[::-1] if axes is None else tuple(ax % a.ndim for ax in axes)
        ctx.save(axes)
        return a.transpose(axes)

    @staticmethod
    def backward(ctx, g):
        return (g.transpose(np.argsort(ctx.saved[0]).astype(int)),)


class Index(Function):
    @staticmethod
    def forward(ctx, a, index):
        ctx.save(a.shape, index)
        return a[index]

    @staticmethod
    def backward(ctx, g):
        shape, index = ctx.saved
        full = np.zeros(shape)
        np.add.at(full, index, g)
        return (full,)


class Relu(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save(a > 0)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, g):
        return (g * ctx.saved[0],)


class Exp(Function):
    @staticmethod
    def forward(ctx, a):
        y = np.exp(a)
        ctx.save(y)
        return y

    @staticmethod
    def backward(ctx, g):
        return (g * ctx.saved[0],)


class Log(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, g):
        return (g / ctx.saved[0],)


class Tanh(Function):
    @staticmethod
    def forward(ctx, a):
        y = np.tanh(a)
        ctx.save(y)
        return y

    @staticmethod
    def backward(ctx, g):
        return (g * (1 - ctx.saved[0] ** 2),)


class LogSoftmax(Function):
    @staticmethod
    def forward(ctx, a, axis):
        z = a - a.max(axis=axis, keepdims=True)
        y = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
        ctx.save(y, axis)
        return y

    @staticmethod
    def backward(ctx, g):
        y, axis = ctx.saved
        return (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._ctx = self._fn = None
        self._inputs = []

    def __add__(self, other):
        return Add.apply(self, other)

    def __radd__(self, other):
        return Add.apply(other, self)

    def __sub__(self, other):
        return Sub.apply(self, other)

    def __rsub__(self, other):
        return Sub.apply(other, self)

    def __mul__(self, other):
        return Mul.apply(self, other)

    def __rmul__(self, other):
        return Mul.apply(other, self)

    def __truediv__(self, other):
        return Div.apply(self, other)

    def __rtruediv__(self, other):
        return Div.apply(other, self)

    def __matmul__(self, other):
        return MatMul.apply(self, other)

    def __rmatmul__(self, other):
        return MatMul.apply(other, self)

    def __pow__(self, n):
        return Pow.apply(self, n)

    def __neg__(self):
        return Mul.apply(self, -1.0)

    def __getitem__(self, index):
        return Index.apply(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return Reshape.apply(self, shape=shape)

    def transpose(self, axes=None):
        return Transpose.apply(self, axes=axes)

    T = property(transpose)

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

    def _graph(self):
        """All tensors below this one, inputs first."""
        order, seen = [], set()
        stack = [(self, iter(self._inputs))]
        seen.add(self)
        while stack:
            node, rest = stack[-1]
            for each in rest:
                if each not in seen:
                    seen.add(each)
                    stack.append((each, iter(each._inputs)))
                    break
            else:
                order.append(node)
                stack.pop()
        return order

    def backward(self):
        order = self._graph()
        for node in order:
            if node._fn is not None:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + 1.0
        for node in reversed(order):
            if node._fn is None:
                continue
            for each, g in zip(node._inputs, node._fn.backward(node._ctx, node.grad)):
                each.grad = each.grad + unbroadcast(np.asarray(g), each.data.shape)


def unbroadcast(grad, shape):
    extra = grad.ndim - len(shape)
    axes = list(range(extra))
    axes += [extra + i for i, n in enumerate(shape) if n == 1]
    return grad.sum(axis=tuple(axes)).reshape(shape)


def cross_entropy(logits, labels):
    labels = np.asarray(labels, dtype=int)
    picked = logits.log_softmax()[np.arange(len(labels)), labels]
    return -picked.mean()


def zero_grad(root):
    for node in root._graph():
        node.grad = np.zeros_like(node.data)
