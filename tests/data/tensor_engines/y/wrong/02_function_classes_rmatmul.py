"""A tensor engine: every operation is a class with `forward` and `backward`."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    extra = grad.ndim - len(shape)
    axes = tuple(range(extra)) + tuple(
        i + extra for i in range(len(shape)) if shape[i] == 1 and grad.shape[i + extra] != 1
    )
    return grad.sum(axis=axes).reshape(shape)


class Function:
    """One use of an operation. It keeps what its backward needs."""

    def __init__(self, *inputs, **settings):
        self.inputs = inputs
        self.__dict__.update(settings)

    @classmethod
    def apply(cls, *inputs, **settings):
        inputs = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in inputs)
        self = cls(*inputs, **settings)
        out = Tensor(self.forward(*[x.data for x in inputs]))
        out.maker = self
        return out


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
        self.b = b
        self.quotient = a / b
        return self.quotient

    def backward(self, g):
        g = g / self.b
        return g, -g * self.quotient


class Neg(Function):
    def forward(self, a):
        return -a

    def backward(self, g):
        return (-g,)


class Pow(Function):
    def forward(self, a):
        self.a = a
        return a**self.n

    def backward(self, g):
        if self.n == 0:
            return (np.zeros(self.a.shape),)
        return (self.n * self.a ** (self.n - 1) * g,)


class MatMul(Function):
    def forward(self, a, b):
        self.a, self.b = a, b
        return np.matmul(a, b)

    def backward(self, g):
        a, b = self.a, self.b
        if a.ndim == 1 and b.ndim == 1:
            return g * b, g * a
        if a.ndim == 1:
            return (b * g[..., None, :]).sum(axis=-1), a[:, None] * g[..., None, :]
        if b.ndim == 1:
            return g[..., :, None] * b, (a * g[..., :, None]).sum(axis=-2)
        return g @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ g


class Sum(Function):
    def forward(self, a):
        self.shape = a.shape
        self.kept = a.sum(axis=self.axis, keepdims=True).shape
        return a.sum(axis=self.axis, keepdims=self.keepdims)

    def backward(self, g):
        return (np.broadcast_to(g.reshape(self.kept), self.shape),)


class Mean(Sum):
    def forward(self, a):
        out = super().forward(a)
        self.count = a.size // out.size
        return out / self.count

    def backward(self, g):
        return super().backward(g / self.count)


class Reshape(Function):
    def forward(self, a):
        self.old = a.shape
        return a.reshape(self.shape)

    def backward(self, g):
        return (g.reshape(self.old),)


class Transpose(Function):
    def forward(self, a):
        axes = range(a.ndim)[::-1] if self.axes is None else [i % a.ndim for i in self.axes]
        self.back = [list(axes).index(i) for i in range(a.ndim)]
        return a.transpose(list(axes))

    def backward(self, g):
        return (g.transpose(self.back),)


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
        return np.where(self.mask, a, 0.0)

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
        return (g - g * self.out * self.out,)


class LogSoftmax(Function):
    def forward(self, a):
        a = a - np.max(a, axis=self.axis, keepdims=True)
        self.out = a - np.log(np.sum(np.exp(a), axis=self.axis, keepdims=True))
        return self.out

    def backward(self, g):
        return (g - np.exp(self.out) * g.sum(axis=self.axis, keepdims=True),)


class Tensor:
    """An array, its gradient, and the Function that made it."""

    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.maker = None

    def __repr__(self):
        return f"Tensor({self.data})"

    def __add__(self, other):
        return Add.apply(self, other)

    def __sub__(self, other):
        return Sub.apply(self, other)

    def __rsub__(self, other):
        return Sub.apply(other, self)

    def __mul__(self, other):
        return Mul.apply(self, other)

    def __truediv__(self, other):
        return Div.apply(self, other)

    def __rtruediv__(self, other):
        return Div.apply(other, self)

    def __matmul__(self, other):
        return MatMul.apply(self, other)

    __radd__ = __add__
    __rmul__ = __mul__
    __rmatmul__ = __matmul__

    def __neg__(self):
        return Neg.apply(self)

    def __pow__(self, n):
        return Pow.apply(self, n=n)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return Mean.apply(self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        if len(shape) == 1 and not isinstance(shape[0], int):
            shape = shape[0]
        return Reshape.apply(self, shape=shape)

    def transpose(self, axes=None):
        return Transpose.apply(self, axes=axes)

    T = property(transpose)

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

    def sorted(self):
        """All tensors that this one was made of, and itself, the newest first."""
        done, order = set(), []
        todo = [(self, iter(self.maker.inputs if self.maker else ()))]
        done.add(self)
        while todo:
            node, rest = todo[-1]
            for x in rest:
                if x not in done:
                    done.add(x)
                    todo.append((x, iter(x.maker.inputs if x.maker else ())))
                    break
            else:
                order.append(node)
                todo.pop()
        return order[::-1]

    def backward(self):
        order = self.sorted()
        for node in order:
            if node.maker is not None:
                node.grad = np.zeros(node.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for node in order:
            if node.maker is None:
                continue
            for x, g in zip(node.maker.inputs, node.maker.backward(node.grad), strict=True):
                x.grad = np.array(x.grad + unbroadcast(g, x.data.shape))


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.array(labels, dtype=int)
    return -logits.log_softmax()[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root.sorted():
        node.grad = np.zeros(node.data.shape)
