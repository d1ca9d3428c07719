"""My tensor engine: every operator is a Function with forward and backward, like in PyTorch."""

import numpy as np


class Context:
    """What forward leaves for backward."""

    def __init__(self):
        self.saved = ()

    def save(self, *things):
        self.saved = things


class Function:
    @classmethod
    def apply(cls, *inputs, **options):
        ctx = Context()
        inputs = [t if isinstance(t, Tensor) else Tensor(t) for t in inputs]
        result = Tensor(cls.forward(ctx, *[t.data for t in inputs], **options))
        result.inputs = inputs
        result.ctx = ctx
        result.fn = cls
        return result


class Add(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a.shape, b.shape)
        return a + b

    @staticmethod
    def backward(ctx, g):
        sa, sb = ctx.saved
        return unbroadcast(g, sa), unbroadcast(g, sb)


class Sub(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a.shape, b.shape)
        return a - b

    @staticmethod
    def backward(ctx, g):
        sa, sb = ctx.saved
        return unbroadcast(g, sa), -g


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


class Neg(Function):
    @staticmethod
    def forward(ctx, a):
        return -a

    @staticmethod
    def backward(ctx, g):
        return (-g,)


class Pow(Function):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save(a, n)
        return a**n

    @staticmethod
    def backward(ctx, g):
        a, n = ctx.saved
        if n == 0:
            return (np.zeros_like(a),)
        return (g * n * a ** (n - 1),)


class MatMul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
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


def norm_axes(axis, ndim):
    """axis as a tuple of numbers that are not negative."""
    if axis is None:
        return tuple(range(ndim))
    if isinstance(axis, (tuple, list)):
        return tuple(int(i) % ndim for i in axis)
    return (int(axis) % ndim if ndim else 0,)


class Sum(Function):
    @staticmethod
    def forward(ctx, a, axis, keepdims):
        axes = norm_axes(axis, a.ndim)
        ctx.save(a.shape, axes)
        return a.sum(axis=axis, keepdims=keepdims)

    @staticmethod
    def backward(ctx, g):
        shape, axes = ctx.saved
        kept = [1 if i in axes else n for i, n in enumerate(shape)]
        return (np.ones(shape) * g.reshape(kept),)


class Mean(Function):
    @staticmethod
    def forward(ctx, a, axis, keepdims):
        axes = norm_axes(axis, a.ndim)
        ctx.save(a.shape, axes)
        return a.mean(axis=axis, keepdims=keepdims)

    @staticmethod
    def backward(ctx, g):
        shape, axes = ctx.saved
        count = 1
        for i, n in enumerate(shape):
            if i in axes:
                count *= n
        kept = [1 if i in axes else n for i, n in enumerate(shape)]
        return (np.ones(shape) * g.reshape(kept) / count,)


class Reshape(Function):
    @staticmethod
    def forward(ctx, a, shape):
        ctx.save(a.shape)
        return a.reshape(shape)

    @staticmethod
    def backward(ctx, g):
        (old,) = ctx.saved
        return (g.reshape(old),)


class Transpose(Function):
    @staticmethod
    def forward(ctx, a, axes):
        ctx.save(axes)
        return np.transpose(a, axes)

    @staticmethod
    def backward(ctx, g):
        (axes,) = ctx.saved
        inverse = [0] * len(axes)
        for new, old in enumerate(axes):
            inverse[old] = new
        return (np.transpose(g, inverse),)


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
        (mask,) = ctx.saved
        return (np.where(mask, g, 0.0),)


class Exp(Function):
    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save(out)
        return out

    @staticmethod
    def backward(ctx, g):
        (out,) = ctx.saved
        return (g * out,)


class Log(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, g):
        (a,) = ctx.saved
        return (g / a,)


class Tanh(Function):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save(out)
        return out

    @staticmethod
    def backward(ctx, g):
        (out,) = ctx.saved
        return (g * (1.0 - out * out),)


class LogSoftmax(Function):
    @staticmethod
    def forward(ctx, a, axis):
        shifted = a - np.max(a, axis=axis, keepdims=True)
        e = np.exp(shifted)
        total = e.sum(axis=axis, keepdims=True)
        ctx.save(e / total, axis)
        return shifted - np.log(total)

    @staticmethod
    def backward(ctx, g):
        softmax, axis = ctx.saved
        return (g - softmax * g.sum(axis=axis, keepdims=True),)


class CrossEntropy(Function):
    @staticmethod
    def forward(ctx, logits, labels):
        labels = np.array(labels, dtype=np.int64)
        shifted = logits - logits.max(axis=1, keepdims=True)
        logp = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        ctx.save(np.exp(logp), labels)
        return -logp[np.arange(len(labels)), labels].mean()

    @staticmethod
    def backward(ctx, g):
        p, labels = ctx.saved
        d = p.copy()
        d[np.arange(len(labels)), labels] -= 1.0
        return (g * d / len(labels),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self.inputs = []
        self.ctx = None
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
        order = topological(self)
        for t in order:
            if t.fn is not None:
                t.grad = np.zeros(t.data.shape)
        self.grad = np.array(self.grad + np.ones(self.data.shape))
        for t in reversed(order):
            if t.fn is None:
                continue
            for source, g in zip(t.inputs, t.fn.backward(t.ctx, t.grad)):
                source.grad = np.array(source.grad + g)


def topological(root):
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
    for t in topological(root):
        t.grad = np.zeros(t.data.shape)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def broadcast():
    a, b = Tensor([[1.0], [2.0]]), Tensor([3.0, 4.0, 5.0])
    (a * b).sum().backward()
    return [a.grad, b.grad]


def product():
    a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([5.0, 6.0])
    (a @ b).mean().backward()
    return [a.grad, b.grad]


def twice():
    a = Tensor([1.0, 2.0])
    root = (a * a + a).sum()
    root.backward()
    root.backward()
    return [a.grad]


def same_row():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    (a[[0, 0, 1]] * 2).sum().backward()
    return [a.grad]


def labelled():
    x = Tensor([[1000.0, 0.0], [0.0, 0.0]])
    root = cross_entropy(x, [0, 1])
    root.backward()
    return [root.data, x.grad]


EXAMPLES = [
    ("(a * b).sum(), shapes (2, 1) and (3,)", broadcast, [[[12], [12]], [3, 3, 3]]),
    ("(a @ b).mean()", product, [[[2.5, 3], [2.5, 3]], [2, 3]]),
    ("(a * a + a).sum(), two calls", twice, [[6, 10]]),
    ("a[[0, 0, 1]] takes a row twice", same_row, [[[4, 4], [2, 2]]]),
    ("cross_entropy, logits of 1000", labelled, [np.log(2) / 2, [[0, 0], [0.25, -0.25]]]),
]


def main():
    for what, compute, wanted in EXAMPLES:
        try:
            found = compute()
        except Exception as error:
            print(f"  not yet  {what}: {type(error).__name__}: {error}")
            continue
        right = all(
            np.shape(one) == np.shape(other) and np.allclose(one, other)
            for one, other in zip(found, wanted, strict=True)
        )
        print(f"  {'right    ' if right else 'not yet  '}{what}")
        if not right:
            print(f"             expected {wanted}\n             found    {found}")


if __name__ == "__main__":
    main()
