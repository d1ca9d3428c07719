"""Tensor engine, each operation is a Function with forward and backward (like torch.autograd.Function)."""

import numpy as np


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    lead = grad.ndim - len(shape)
    axes = tuple(range(lead)) + tuple(lead + i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


class Function:
    """forward gets arrays, backward gets the gradient and returns one gradient for each input."""

    def __init__(self, inputs, options):
        self.inputs = inputs
        self.__dict__.update(options)

    @classmethod
    def apply(cls, *inputs, **options):
        inputs = [x if isinstance(x, Tensor) else Tensor(x) for x in inputs]
        fn = cls(inputs, options)
        return Tensor(fn.forward(*[x.data for x in inputs]), fn)


class Add(Function):
    def forward(self, a, b):
        return a + b

    def backward(self, g):
        return g, g


class Sub(Function):
    def forward(self, a, b):
        return a - b

    def backward(self, g):
        return g, -g


class Mul(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a * b

    def backward(self, g):
        return g * self.b, g * self.a


class Div(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a / b

    def backward(self, g):
        return g / self.b, -g * self.a / self.b**2


class MatMul(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a @ b

    def backward(self, g):
        a, b = self.a, self.b
        if b.ndim == 1:
            b = b[:, None]
            g = g[..., None]
        if a.ndim == 1:
            a = a[None, :]
            g = g[..., None, :]
        ga = unbroadcast(g @ np.swapaxes(b, -1, -2), a.shape)
        gb = unbroadcast(np.swapaxes(a, -1, -2) @ g, b.shape)
        return ga.reshape(self.a.shape), gb.reshape(self.b.shape)


class Pow(Function):
    def forward(self, a):
        self.a = a
        return a**self.n

    def backward(self, g):
        if self.n == 0:
            return (np.zeros_like(g),)
        return (g * self.n * self.a ** (self.n - 1),)


class Sum(Function):
    def forward(self, a):
        self.shape = a.shape
        return a.sum(axis=self.axis, keepdims=self.keepdims)

    def backward(self, g):
        if self.axis is not None and not self.keepdims:
            g = np.expand_dims(g, self.axis)
        return (np.broadcast_to(g, self.shape),)


class Reshape(Function):
    def forward(self, a):
        self.old = a.shape
        return a.reshape(self.shape)

    def backward(self, g):
        return (g.reshape(self.old),)


class Transpose(Function):
    def forward(self, a):
        return np.transpose(a, self.axes)

    def backward(self, g):
        return (np.transpose(g, axes=self.axes),)


class Index(Function):
    def forward(self, a):
        self.shape = a.shape
        return a[self.index]

    def backward(self, g):
        full = np.zeros(self.shape)
        np.add.at(full, self.index, g)
        return (full,)


class Relu(Function):
    def forward(self, a):
        self.mask = a > 0
        return a * self.mask

    def backward(self, g):
        return (g * self.mask,)


class Exp(Function):
    def forward(self, a):
        self.out = np.exp(a)
        return self.out

    def backward(self, g):
        return (g * self.out,)


class Log(Function):
    def forward(self, a):
        self.a = a
        return np.log(a)

    def backward(self, g):
        return (g / self.a,)


class Tanh(Function):
    def forward(self, a):
        self.out = np.tanh(a)
        return self.out

    def backward(self, g):
        return (g * (1 - self.out * self.out),)


class LogSoftmax(Function):
    def forward(self, a):
        a = a - np.max(a, axis=self.axis, keepdims=True)
        self.out = a - np.log(np.sum(np.exp(a), axis=self.axis, keepdims=True))
        return self.out

    def backward(self, g):
        return (g - np.exp(self.out) * g.sum(axis=self.axis, keepdims=True),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, fn=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.fn = fn

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
        return Mul.apply(self, -1.0)

    def __pow__(self, n):
        return Pow.apply(self, n=n)

    def __getitem__(self, index):
        return Index.apply(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis=axis, keepdims=keepdims)
        return s / (self.data.size // s.data.size)

    def reshape(self, *shape):
        return Reshape.apply(self, shape=shape[0] if len(shape) == 1 else shape)

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
        nodes = sort(self)
        for t in nodes:
            if t.fn is not None:
                t.grad = np.zeros(t.data.shape)
        self.grad = np.asarray(self.grad + np.ones(self.data.shape))
        for t in reversed(nodes):
            if t.fn is None:
                continue
            for x, g in zip(t.fn.inputs, t.fn.backward(t.grad)):
                x.grad = np.asarray(x.grad + unbroadcast(g, x.data.shape))


def sort(root):
    """All tensors below root, inputs first (without recursion)."""
    nodes, seen, stack = [], set(), [(root, False)]
    while stack:
        t, ready = stack.pop()
        if ready:
            nodes.append(t)
        elif t not in seen:
            seen.add(t)
            stack.append((t, True))
            if t.fn is not None:
                stack.extend((x, False) for x in t.fn.inputs)
    return nodes


def cross_entropy(logits, labels):
    rows = np.arange(logits.data.shape[0])
    return -(logits.log_softmax(axis=-1)[rows, np.asarray(labels)].mean())


def zero_grad(root):
    for t in sort(root):
        t.grad = np.zeros(t.data.shape)
