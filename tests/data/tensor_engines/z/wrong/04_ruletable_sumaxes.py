"""The engine as two tables: what every operation computes, and what it sends back."""

import numpy as np


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    while grad.ndim > len(shape):
        grad = grad.sum(0)
    for i in range(len(shape)):
        if shape[i] == 1:
            grad = grad.sum(i, keepdims=True)
    return np.asarray(grad)


def spread(g, shape, axis, keepdims):
    """A gradient of a sum, spread over the entries that were summed."""
    if axis is not None and not keepdims:
        axes = axis if isinstance(axis, tuple) else (axis,)
        for ax in sorted(axes):
            g = np.expand_dims(g, ax)
    return np.broadcast_to(g, shape)


def count(x, axis):
    if axis is None:
        return x.size
    axes = axis if isinstance(axis, tuple) else (axis,)
    n = 1
    for ax in axes:
        n *= x.shape[ax]
    return n


def slope(x, n):
    return 0.0 * x if n == 0 else n * x ** (n - 1)


def matmul_back(g, y, a, b):
    a2 = a if a.ndim > 1 else a[np.newaxis, :]
    b2 = b if b.ndim > 1 else b[:, np.newaxis]
    stack = np.broadcast_shapes(a2.shape[:-2], b2.shape[:-2])
    g = g.reshape(stack + (a2.shape[-2], b2.shape[-1]))
    ga = np.matmul(g, np.swapaxes(b2, -2, -1))
    gb = np.matmul(np.swapaxes(a2, -2, -1), g)
    return unbroadcast(ga, a2.shape).reshape(a.shape), unbroadcast(gb, b2.shape).reshape(b.shape)


def index_back(g, x, index):
    into = np.zeros(x.shape)
    np.add.at(into, index, g)
    return into


def inverse(axes):
    return None if axes is None else tuple(np.argsort([a % len(axes) for a in axes]))


def stable(x, axis):
    top = x.max(axis=axis, keepdims=True)
    return x - top - np.log(np.exp(x - top).sum(axis=axis, keepdims=True))


FORWARD = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "matmul": lambda a, b: a @ b,
    "neg": lambda x: -x,
    "pow": lambda x, n: x**n,
    "sum": lambda x, axis, keepdims: x.sum(axis=axis, keepdims=keepdims),
    "mean": lambda x, axis, keepdims: x.mean(axis=axis, keepdims=keepdims),
    "reshape": lambda x, shape: x.reshape(shape),
    "transpose": lambda x, axes: x.transpose(axes),
    "index": lambda x, index: x[index],
    "relu": lambda x: np.maximum(x, 0),
    "exp": lambda x: np.exp(x),
    "log": lambda x: np.log(x),
    "tanh": lambda x: np.tanh(x),
    "log_softmax": lambda x, axis: stable(x, axis),
}

# gradient of the result, result, inputs, options -> gradients of the inputs
BACKWARD = {
    "add": lambda g, y, a, b: (g, g),
    "sub": lambda g, y, a, b: (g, -g),
    "mul": lambda g, y, a, b: (g * b, g * a),
    "div": lambda g, y, a, b: (g / b, -g * y / b),
    "matmul": matmul_back,
    "neg": lambda g, y, x: (-g,),
    "pow": lambda g, y, x, n: (g * slope(x, n),),
    "sum": lambda g, y, x, axis, keepdims: (spread(g, x.shape, axis, keepdims),),
    "mean": lambda g, y, x, axis, keepdims: (spread(g, x.shape, axis, keepdims) / count(x, axis),),
    "reshape": lambda g, y, x, shape: (g.reshape(x.shape),),
    "transpose": lambda g, y, x, axes: (g.transpose(inverse(axes)),),
    "index": lambda g, y, x, index: (index_back(g, x, index),),
    "relu": lambda g, y, x: (g * (x > 0),),
    "exp": lambda g, y, x: (g * y,),
    "log": lambda g, y, x: (g / x,),
    "tanh": lambda g, y, x: (g * (1 - y * y),),
    "log_softmax": lambda g, y, x, axis: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),),
}


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, op=None, inputs=(), options=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.op, self.inputs, self.options = op, inputs, options or {}

    def __add__(self, other): return do("add", self, other)
    def __radd__(self, other): return do("add", other, self)
    def __sub__(self, other): return do("sub", self, other)
    def __rsub__(self, other): return do("sub", other, self)
    def __mul__(self, other): return do("mul", self, other)
    def __rmul__(self, other): return do("mul", other, self)
    def __truediv__(self, other): return do("div", self, other)
    def __rtruediv__(self, other): return do("div", other, self)
    def __matmul__(self, other): return do("matmul", self, other)
    def __rmatmul__(self, other): return do("matmul", other, self)
    def __neg__(self): return do("neg", self)
    def __pow__(self, n): return do("pow", self, n=n)
    def __getitem__(self, index): return do("index", self, index=index)
    def sum(self, axis=None, keepdims=False): return do("sum", self, axis=axis, keepdims=keepdims)
    def mean(self, axis=None, keepdims=False): return do("mean", self, axis=axis, keepdims=keepdims)
    def transpose(self, axes=None): return do("transpose", self, axes=axes)
    def relu(self): return do("relu", self)
    def exp(self): return do("exp", self)
    def log(self): return do("log", self)
    def tanh(self): return do("tanh", self)
    def log_softmax(self, axis=-1): return do("log_softmax", self, axis=axis)

    def reshape(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = shape[0]
        return do("reshape", self, shape=tuple(shape))

    @property
    def T(self):
        return self.transpose()

    def backward(self):
        order = ordered(self)
        for t in order:
            if t.op:
                t.grad = np.zeros_like(t.data)
        self.grad = np.add(self.grad, 1.0, out=np.empty_like(self.data))
        for t in order:
            if not t.op:
                continue
            back = BACKWARD[t.op](t.grad, t.data, *[i.data for i in t.inputs], **t.options)
            for i, g in zip(t.inputs, back):
                i.grad = np.add(i.grad, unbroadcast(g, i.data.shape), out=np.empty_like(i.data))


def do(op, *inputs, **options):
    inputs = tuple(i if isinstance(i, Tensor) else Tensor(i) for i in inputs)
    return Tensor(FORWARD[op](*[i.data for i in inputs], **options), op, inputs, options)


def ordered(root):
    """Root first, every tensor after all of its consumers."""
    done, seen = [], set()

    def visit(t):
        seen.add(t)
        for i in t.inputs:
            if i not in seen:
                visit(i)
        done.append(t)

    visit(root)
    return done[::-1]


def cross_entropy(logits, labels):
    rows = range(len(labels))
    return -logits.log_softmax(axis=1)[list(rows), list(labels)].mean()


def zero_grad(root):
    for t in ordered(root):
        t.grad = np.zeros_like(t.data)
