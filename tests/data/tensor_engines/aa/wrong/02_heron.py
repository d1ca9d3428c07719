"""The exam. Every operation is a Function with a forward and a backward, as in PyTorch."""

import numpy as np


class Context:
    def __init__(self, parents):
        self.parents = parents
        self.saved = ()

    def save(self, *things):
        self.saved = things


class Function:
    @classmethod
    def apply(cls, *inputs, **options):
        parents = [each if isinstance(each, Tensor) else Tensor(each) for each in inputs]
        ctx = Context(parents)
        out = Tensor(cls.forward(ctx, *[p.data for p in parents], **options))
        out.fn, out.ctx = cls, ctx
        return out


class Add(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a.shape, b.shape)
        return a + b

    @staticmethod
    def backward(ctx, g):
        sa, sb = ctx.saved
        return unbroadcast(g, sa), unbroadcast(g, sb)


class Mul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a * b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
        return unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)


class Div(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a / b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
        return unbroadcast(g / b, a.shape), unbroadcast(-g * a / (b * b), b.shape)


class Pow(Function):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save(a, n)
        return a ** n

    @staticmethod
    def backward(ctx, g):
        a, n = ctx.saved
        if n == 0:
            return np.zeros_like(a), None
        return g * n * a ** (n - 1), None


class MatMul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
        a2 = a.reshape(1, -1) if a.ndim == 1 else a
        b2 = b.reshape(-1, 1) if b.ndim == 1 else b
        lead = np.broadcast_shapes(a2.shape[:-2], b2.shape[:-2])
        g = g.reshape(lead + (a2.shape[-2], b2.shape[-1]))
        da = unbroadcast(g @ b2.swapaxes(-1, -2), a2.shape)
        db = unbroadcast(a2.swapaxes(-1, -2) @ g, b2.shape)
        return da.reshape(a.shape), db.reshape(b.shape)


class Sum(Function):
    @staticmethod
    def forward(ctx, a, axis, keepdims):
        ctx.save(a.shape, axis, keepdims)
        return a.sum(axis=axis, keepdims=keepdims)

    @staticmethod
    def backward(ctx, g):
        shape, axis, keepdims = ctx.saved
        if axis is not None and not keepdims:
            axes = (axis,) if isinstance(axis, int) else axis
            for ax in axes:
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
        if axes is None:
            axes = range(a.ndim)[::-1]
        axes = [ax % a.ndim for ax in axes]
        ctx.save([axes.index(i) for i in range(a.ndim)])
        return a.transpose(axes)

    @staticmethod
    def backward(ctx, g):
        return (g.transpose(ctx.saved[0]),)


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
        return np.where(a > 0, a, 0.0)

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
        y, = ctx.saved
        return (g * (1 - y * y),)


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
        self.fn = None
        self.ctx = None

    __add__ = lambda self, other: Add.apply(self, other)
    __radd__ = lambda self, other: Add.apply(other, self)
    __mul__ = lambda self, other: Mul.apply(self, other)
    __rmul__ = lambda self, other: Mul.apply(other, self)
    __truediv__ = lambda self, other: Div.apply(self, other)
    __rtruediv__ = lambda self, other: Div.apply(other, self)
    __matmul__ = lambda self, other: MatMul.apply(self, other)
    __rmatmul__ = lambda self, other: MatMul.apply(other, self)
    __neg__ = lambda self: Mul.apply(self, -1.0)
    __pow__ = lambda self, n: Pow.apply(self, n)
    __getitem__ = lambda self, index: Index.apply(self, index=index)

    def __sub__(self, other):
        return self + Mul.apply(other, -1.0)

    def __rsub__(self, other):
        return other + (-self)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis=axis, keepdims=keepdims)
        return s / (self.data.size // s.data.size)

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

    def backward(self):
        order = sort(self)
        for t in order:
            if t.fn is not None:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + 1.0 * np.ones_like(self.data)
        for t in order[::-1]:
            if t.fn is None:
                continue
            for parent, g in zip(t.ctx.parents, t.fn.backward(t.ctx, t.grad)):
                if g is not None:
                    parent.grad = parent.grad + g


def sort(root):
    """Parents before children."""
    done, out, todo = set(), [], [root]
    while todo:
        t = todo[-1]
        if id(t) in done:
            todo.pop()
            continue
        waiting = [p for p in (t.ctx.parents if t.ctx else ()) if id(p) not in done]
        if waiting:
            todo += waiting
        else:
            done.add(id(t))
            out.append(t)
            todo.pop()
    return out


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    axes = tuple(i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=axes, keepdims=True) if axes else grad


def cross_entropy(logits, labels):
    picked = logits.log_softmax(axis=1)[np.arange(logits.data.shape[0]), np.asarray(labels)]
    return -picked.mean()


def zero_grad(root):
    for t in sort(root):
        t.grad = np.zeros_like(t.data)
