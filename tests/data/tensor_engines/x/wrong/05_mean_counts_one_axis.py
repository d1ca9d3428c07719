"""My tensor engine: every operator is a Function with forward and backward, like in PyTorch."""

import numpy as np


class Memo:
    """What forward leaves for backward."""

    def __init__(self):
        self.saved = ()

    def save(self, *things):
        self.saved = things


class Function:
    @classmethod
    def apply(cls, *inputs, **options):
        memo = Memo()
        inputs = [t if isinstance(t, Tensor) else Tensor(t) for t in inputs]
        result = Tensor(cls.forward(memo, *[t.data for t in inputs], **options))
        result.inputs = inputs
        result.memo = memo
        result.fn = cls
        return result


class Add(Function):
    @staticmethod
    def forward(memo, a, b):
        memo.save(a.shape, b.shape)
        return a + b

    @staticmethod
    def backward(memo, g):
        sa, sb = memo.saved
        return unbroadcast(g, sa), unbroadcast(g, sb)


class Sub(Function):
    @staticmethod
    def forward(memo, a, b):
        memo.save(a.shape, b.shape)
        return a - b

    @staticmethod
    def backward(memo, g):
        sa, sb = memo.saved
        return unbroadcast(g, sa), -unbroadcast(g, sb)


class Mul(Function):
    @staticmethod
    def forward(memo, a, b):
        memo.save(a, b)
        return a * b

    @staticmethod
    def backward(memo, g):
        a, b = memo.saved
        return unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)


class Div(Function):
    @staticmethod
    def forward(memo, a, b):
        memo.save(a, b)
        return a / b

    @staticmethod
    def backward(memo, g):
        a, b = memo.saved
        return unbroadcast(g / b, a.shape), unbroadcast(-g * a / (b * b), b.shape)


class Neg(Function):
    @staticmethod
    def forward(memo, a):
        return -a

    @staticmethod
    def backward(memo, g):
        return (-g,)


class Pow(Function):
    @staticmethod
    def forward(memo, a, n):
        memo.save(a, n)
        return a**n

    @staticmethod
    def backward(memo, g):
        a, n = memo.saved
        if n == 0:
            return (np.zeros_like(a),)
        return (g * n * a ** (n - 1),)


class MatMul(Function):
    @staticmethod
    def forward(memo, a, b):
        memo.save(a, b)
        return a @ b

    @staticmethod
    def backward(memo, g):
        a, b = memo.saved
        row = a.ndim == 1
        column = b.ndim == 1
        A = a.reshape(1, -1) if row else a
        B = b.reshape(-1, 1) if column else b
        if row:
            g = g[None] if column else np.expand_dims(g, -2)
        if column:
            g = np.expand_dims(g, -1)
        dA = g @ np.swapaxes(B, -1, -2)
        dB = np.swapaxes(A, -1, -2) @ g
        dA = unbroadcast(dA, A.shape)
        dB = unbroadcast(dB, B.shape)
        return dA.reshape(a.shape), dB.reshape(b.shape)


def as_tuple(axis, ndim):
    """axis as a tuple of numbers that are not negative."""
    if axis is None:
        return tuple(range(ndim))
    if isinstance(axis, (tuple, list)):
        return tuple(int(i) % ndim for i in axis)
    return (int(axis) % ndim if ndim else 0,)


class Sum(Function):
    @staticmethod
    def forward(memo, a, axis, keepdims):
        axes = as_tuple(axis, a.ndim)
        memo.save(a.shape, axes)
        return a.sum(axis=axis, keepdims=keepdims)

    @staticmethod
    def backward(memo, g):
        shape, axes = memo.saved
        kept = [1 if i in axes else n for i, n in enumerate(shape)]
        return (np.ones(shape) * g.reshape(kept),)


class Mean(Function):
    @staticmethod
    def forward(memo, a, axis, keepdims):
        axes = as_tuple(axis, a.ndim)
        memo.save(a.shape, axes)
        return a.mean(axis=axis, keepdims=keepdims)

    @staticmethod
    def backward(memo, g):
        shape, axes = memo.saved
        count = shape[axes[0]] if axes else 1
        kept = [1 if i in axes else n for i, n in enumerate(shape)]
        return (np.ones(shape) * g.reshape(kept) / count,)


class Reshape(Function):
    @staticmethod
    def forward(memo, a, shape):
        memo.save(a.shape)
        return a.reshape(shape)

    @staticmethod
    def backward(memo, g):
        (old,) = memo.saved
        return (g.reshape(old),)


class Transpose(Function):
    @staticmethod
    def forward(memo, a, axes):
        memo.save(axes)
        return np.transpose(a, axes)

    @staticmethod
    def backward(memo, g):
        (axes,) = memo.saved
        inverse = [0] * len(axes)
        for new, old in enumerate(axes):
            inverse[old] = new
        return (np.transpose(g, inverse),)


class Index(Function):
    @staticmethod
    def forward(memo, a, index):
        memo.save(a.shape, index)
        return a[index]

    @staticmethod
    def backward(memo, g):
        shape, index = memo.saved
        full = np.zeros(shape)
        np.add.at(full, index, g)
        return (full,)


class Relu(Function):
    @staticmethod
    def forward(memo, a):
        memo.save(a > 0)
        return np.where(a > 0, a, 0.0)

    @staticmethod
    def backward(memo, g):
        (mask,) = memo.saved
        return (np.where(mask, g, 0.0),)


class Exp(Function):
    @staticmethod
    def forward(memo, a):
        out = np.exp(a)
        memo.save(out)
        return out

    @staticmethod
    def backward(memo, g):
        (out,) = memo.saved
        return (g * out,)


class Log(Function):
    @staticmethod
    def forward(memo, a):
        memo.save(a)
        return np.log(a)

    @staticmethod
    def backward(memo, g):
        (a,) = memo.saved
        return (g / a,)


class Tanh(Function):
    @staticmethod
    def forward(memo, a):
        out = np.tanh(a)
        memo.save(out)
        return out

    @staticmethod
    def backward(memo, g):
        (out,) = memo.saved
        return (g * (1.0 - out * out),)


class LogSoftmax(Function):
    @staticmethod
    def forward(memo, a, axis):
        shifted = a - np.max(a, axis=axis, keepdims=True)
        e = np.exp(shifted)
        total = e.sum(axis=axis, keepdims=True)
        memo.save(e / total, axis)
        return shifted - np.log(total)

    @staticmethod
    def backward(memo, g):
        softmax, axis = memo.saved
        return (g - softmax * g.sum(axis=axis, keepdims=True),)


class CrossEntropy(Function):
    @staticmethod
    def forward(memo, logits, labels):
        labels = np.array(labels, dtype=np.int64)
        shifted = logits - logits.max(axis=1, keepdims=True)
        logp = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        memo.save(np.exp(logp), labels)
        return -logp[np.arange(len(labels)), labels].mean()

    @staticmethod
    def backward(memo, g):
        p, labels = memo.saved
        d = p.copy()
        d[np.arange(len(labels)), labels] -= 1.0
        return (g * d / len(labels),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self.inputs = []
        self.memo = None
        self.fn = None

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

    def __neg__(self):
        return Neg.apply(self)

    def __pow__(self, n):
        return Pow.apply(self, n=n)

    def __getitem__(self, index):
        return Index.apply(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return Mean.apply(self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = tuple(shape[0])
        return Reshape.apply(self, shape=shape)

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = tuple(reversed(range(n))) if axes is None else tuple(i % n for i in axes)
        return Transpose.apply(self, axes=axes)

    @property
    def T(self):
        return self.transpose()

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
        order = linearize(self)
        for t in order:
            if t.fn is not None:
                t.grad = np.zeros(t.data.shape)
        self.grad = np.array(self.grad + np.ones(self.data.shape))
        for t in reversed(order):
            if t.fn is None:
                continue
            for source, g in zip(t.inputs, t.fn.backward(t.memo, t.grad)):
                source.grad = np.array(source.grad + g)


def linearize(root):
    order = []
    visited = set()

    def visit(t):
        if id(t) in visited:
            return
        visited.add(id(t))
        for source in t.inputs:
            visit(source)
        order.append(t)

    visit(root)
    return order


def unbroadcast(grad, shape):
    """Undo broadcasting."""
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    axes = tuple(i for i in range(len(shape)) if shape[i] == 1)
    if axes:
        grad = grad.sum(axis=axes, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    return CrossEntropy.apply(logits, labels=labels)


def zero_grad(root):
    for t in linearize(root):
        t.grad = np.zeros(t.data.shape)
