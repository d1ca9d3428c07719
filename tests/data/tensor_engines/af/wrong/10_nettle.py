"""Exercise 8: the engine. Every operation is a subclass of Op with forward and backward."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    added = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(added)))
    for axis, length in enumerate(shape):
        if length == 1 and grad.shape[axis] != 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


class Op:
    """Remembers its input tensors. backward() returns one gradient for each of them."""

    def __init__(self, *inputs):
        self.inputs = inputs

    @classmethod
    def apply(cls, *inputs, **options):
        op = cls(*inputs)
        return Tensor(op.forward(*[t.data for t in inputs], **options), op)


class Add(Op):
    def forward(self, a, b):
        self.shapes = a.shape, b.shape
        return a + b

    def backward(self, g):
        return tuple(unbroadcast(g, s) for s in self.shapes)


class Mul(Op):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a * b

    def backward(self, g):
        return unbroadcast(g * self.b, self.a.shape), unbroadcast(g * self.a, self.b.shape)


class Div(Op):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a / b

    def backward(self, g):
        ga = g / self.b
        gb = -g * self.a / self.b**2
        return unbroadcast(ga, self.a.shape), unbroadcast(gb, self.b.shape)


class MatMul(Op):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a @ b

    def backward(self, g):
        a, b = self.a, self.b
        if a.ndim == 1 and b.ndim == 1:
            return g * b, g * a
        if a.ndim == 1:
            # Column j of b made entry j of the result, so row k of b meets the whole of g.
            ga = (b * g).sum(axis=-1)
            gb = a[:, None] * np.expand_dims(g, -2)
        elif b.ndim == 1:
            ga = np.expand_dims(g, -1) * b
            gb = (a * np.expand_dims(g, -1)).sum(axis=-2)
        else:
            ga = g @ np.swapaxes(b, -1, -2)
            gb = np.swapaxes(a, -1, -2) @ g
        return unbroadcast(ga, a.shape), unbroadcast(gb, b.shape)


class Pow(Op):
    def forward(self, a, n):
        self.a, self.n = a, n
        return a**n

    def backward(self, g):
        if self.n == 0:
            return (np.zeros_like(self.a),)
        return (g * self.n * self.a ** (self.n - 1),)


class Sum(Op):
    def forward(self, a, axis, keepdims):
        self.shape = a.shape
        total = a.sum(axis=axis, keepdims=True)
        self.kept = total.shape
        return total if keepdims else a.sum(axis=axis)

    def backward(self, g):
        return (np.broadcast_to(g.reshape(self.kept), self.shape),)


class Reshape(Op):
    def forward(self, a, shape):
        self.shape = a.shape
        return a.reshape(*shape)

    def backward(self, g):
        return (g.reshape(self.shape),)


class Transpose(Op):
    def forward(self, a, axes):
        order = range(a.ndim)[::-1] if axes is None else [k % a.ndim for k in axes]
        self.inverse = np.argsort(order) if a.ndim else None
        return a.transpose(axes)

    def backward(self, g):
        return (g.transpose(self.inverse),)


class Index(Op):
    def forward(self, a, index):
        self.shape, self.index = a.shape, index
        return a[index]

    def backward(self, g):
        full = np.zeros(self.shape)
        np.add.at(full, self.index, g)
        return (full,)


class Relu(Op):
    def forward(self, a):
        self.on = a > 0
        return np.maximum(a, 0.0)

    def backward(self, g):
        return (g * self.on,)


class Exp(Op):
    def forward(self, a):
        self.y = np.exp(a)
        return self.y

    def backward(self, g):
        return (g * self.y,)


class Log(Op):
    def forward(self, a):
        self.a = a
        return np.log(a)

    def backward(self, g):
        return (g / self.a,)


class Tanh(Op):
    def forward(self, a):
        self.y = np.tanh(a)
        return self.y

    def backward(self, g):
        return (g * (1 - self.y**2),)


class LogSoftmax(Op):
    def forward(self, a, axis):
        self.axis = axis
        z = a - a.max(axis=axis, keepdims=True)
        self.y = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
        return self.y

    def backward(self, g):
        return (g - np.exp(self.y) * g.sum(axis=self.axis, keepdims=True),)


class Tensor:
    """An array, its gradient, and the Op that made it (None for a leaf)."""

    __array_ufunc__ = None

    def __init__(self, data, op=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.op = op

    def __repr__(self):
        return f"Tensor({self.data})"

    def __add__(self, other):
        return Add.apply(self, wrap(other))

    def __radd__(self, other):
        return Add.apply(wrap(other), self)

    def __mul__(self, other):
        return Mul.apply(self, wrap(other))

    def __rmul__(self, other):
        return Mul.apply(wrap(other), self)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -wrap(other)

    def __rsub__(self, other):
        return wrap(other) + -self

    def __truediv__(self, other):
        return Div.apply(self, wrap(other))

    def __rtruediv__(self, other):
        return Div.apply(wrap(other), self)

    def __matmul__(self, other):
        return MatMul.apply(self, wrap(other))

    def __rmatmul__(self, other):
        return MatMul.apply(wrap(other), self)

    def __pow__(self, n):
        return Pow.apply(self, n=n)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return Reshape.apply(self, shape=shape)

    def transpose(self, axes=None):
        return Transpose.apply(self, axes=axes)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Index.apply(self, index=index)

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
        order = ordered(self)
        for t in order:
            if t.op is not None:
                t.grad = np.zeros_like(t.data)
        self.grad += 1.0
        for t in reversed(order):
            if t.op is not None:
                for source, g in zip(t.op.inputs, t.op.backward(t.grad), strict=True):
                    source.grad += g


def wrap(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def ordered(root):
    """Inputs before what was made of them, without recursion."""
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        t, done = stack.pop()
        if done:
            order.append(t)
        elif t not in seen:
            seen.add(t)
            stack.append((t, True))
            if t.op is not None:
                stack.extend((source, False) for source in t.op.inputs)
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax()[rows, np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in ordered(root):
        t.grad = np.zeros_like(t.data)
