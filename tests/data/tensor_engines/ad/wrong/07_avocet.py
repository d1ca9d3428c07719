"""The engine as a table: for every name of an operation its value and its rule.

value(arrays, options) -> array
rule(g, out, arrays, options) -> one array for each operand
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np


def floats(data):
    """Whatever it is, as an array of floats of its own."""
    array = np.array(data)
    if array.dtype.kind in "biu":
        array = array.astype(np.float64)
    return array


def unbroadcast(grad, shape):
    k = grad.ndim - len(shape)
    axes = [i for i in range(grad.ndim) if i < k or shape[i - k] == 1]
    return np.asarray(grad.sum(axis=tuple(axes), keepdims=True)).reshape(shape)


def expand(g, options, ndim):
    if options["keepdims"]:
        return g
    axis = options["axis"]
    return np.expand_dims(g, tuple(range(ndim)) if axis is None else axis)


def matmul_rule(g, out, xs, o):
    a, b = xs
    A = a if a.ndim > 1 else a[None, :]
    B = b if b.ndim > 1 else b[:, None]
    G = g.reshape((A @ B).shape)
    ga = unbroadcast(G @ np.moveaxis(B, -1, -2), A.shape)
    gb = unbroadcast(np.moveaxis(A, -1, -2) @ G, B.shape)
    return ga.reshape(a.shape), gb.reshape(b.shape)


def index_rule(g, out, xs, o):
    z = np.zeros(xs[0].shape)
    np.add.at(z, o["index"], g)
    return (z,)


def transpose_rule(g, out, xs, o):
    if o["axes"] is None:
        return (g.T,)
    axes = [i % g.ndim for i in o["axes"]]
    return (g.transpose(np.argsort(axes)),)


def log_softmax_value(xs, o):
    x = xs[0] - xs[0].max(axis=o["axis"], keepdims=True)
    return x - np.log(np.exp(x).sum(axis=o["axis"], keepdims=True))


TABLE = {
    "add": (
        lambda xs, o: xs[0] + xs[1],
        lambda g, out, xs, o: (g, g),
    ),
    "sub": (
        lambda xs, o: xs[0] - xs[1],
        lambda g, out, xs, o: (g, -g),
    ),
    "mul": (
        lambda xs, o: xs[0] * xs[1],
        lambda g, out, xs, o: (g * xs[1], g * xs[0]),
    ),
    "div": (
        lambda xs, o: xs[0] / xs[1],
        lambda g, out, xs, o: (g / xs[1], -g * out / xs[1]),
    ),
    "neg": (
        lambda xs, o: -xs[0],
        lambda g, out, xs, o: (-g,),
    ),
    "pow": (
        lambda xs, o: xs[0] ** o["n"],
        lambda g, out, xs, o: (g * o["n"] * xs[0] ** (o["n"] - 1) if o["n"] else 0 * g,),
    ),
    "matmul": (
        lambda xs, o: xs[0] @ xs[1],
        matmul_rule,
    ),
    "sum": (
        lambda xs, o: xs[0].sum(**o),
        lambda g, out, xs, o: (expand(g, o, xs[0].ndim) + np.zeros(xs[0].shape),),
    ),
    "mean": (
        lambda xs, o: xs[0].mean(**o),
        lambda g, out, xs, o: (
            expand(g, o, xs[0].ndim) * out.size / xs[0].size + np.zeros(xs[0].shape),
        ),
    ),
    "reshape": (
        lambda xs, o: xs[0].reshape(*o["shape"]),
        lambda g, out, xs, o: (g.reshape(xs[0].shape),),
    ),
    "transpose": (
        lambda xs, o: xs[0].transpose(o["axes"]),
        transpose_rule,
    ),
    "index": (
        lambda xs, o: xs[0][o["index"]],
        index_rule,
    ),
    "relu": (
        lambda xs, o: np.maximum(xs[0], 0),
        lambda g, out, xs, o: (g * (xs[0] > 0),),
    ),
    "exp": (
        lambda xs, o: np.exp(xs[0]),
        lambda g, out, xs, o: (g * out,),
    ),
    "log": (
        lambda xs, o: np.log(xs[0]),
        lambda g, out, xs, o: (g / xs[0],),
    ),
    "tanh": (
        lambda xs, o: np.tanh(xs[0]),
        lambda g, out, xs, o: (g * (1 - out * out),),
    ),
    "log_softmax": (
        log_softmax_value,
        lambda g, out, xs, o: (g - np.exp(out) * g.sum(axis=o["axis"], keepdims=True),),
    ),
}


@dataclass(eq=False)
class Tensor:
    data: Any
    name: str = ""
    operands: tuple = ()
    options: dict = field(default_factory=dict, repr=False)

    __array_ufunc__ = None

    def __post_init__(self):
        self.data = floats(self.data)
        self.grad = np.zeros_like(self.data)

    @staticmethod
    def do(name, *operands, **options):
        operands = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in operands)
        value, _ = TABLE[name]
        return Tensor(value([x.data for x in operands], options), name, operands, options)

    def __add__(self, x):
        return self.do("add", self, x)

    def __radd__(self, x):
        return self.do("add", x, self)

    def __sub__(self, x):
        return self.do("sub", self, x)

    def __rsub__(self, x):
        return self.do("sub", x, self)

    def __mul__(self, x):
        return self.do("mul", self, x)

    def __rmul__(self, x):
        return self.do("mul", x, self)

    def __truediv__(self, x):
        return self.do("div", self, x)

    def __rtruediv__(self, x):
        return self.do("div", x, self)

    def __matmul__(self, x):
        return self.do("matmul", self, x)

    def __rmatmul__(self, x):
        return self.do("matmul", x, self)

    def __neg__(self):
        return self.do("neg", self)

    def __pow__(self, n):
        return self.do("pow", self, n=n)

    def __getitem__(self, index):
        return self.do("index", self, index=index)

    def sum(self, axis=None, keepdims=False):
        return self.do("sum", self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return self.do("mean", self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        return self.do("reshape", self, shape=shape)

    def transpose(self, axes=None):
        return self.do("transpose", self, axes=axes)

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return self.do("relu", self)

    def exp(self):
        return self.do("exp", self)

    def log(self):
        return self.do("log", self)

    def tanh(self):
        return self.do("tanh", self)

    def log_softmax(self, axis=-1):
        return self.do("log_softmax", self, axis=axis)

    def backward(self):
        nodes = collect(self)
        for t in nodes:
            if t.operands:
                t.grad = np.zeros_like(t.data)
        self.grad += 1.0
        for t in nodes:
            if not t.operands:
                continue
            _, rule = TABLE[t.name]
            parts = rule(t.grad, t.data, [x.data for x in t.operands], t.options)
            for x, part in zip(t.operands, parts):
                x.grad += unbroadcast(part, x.data.shape)


def collect(root):
    """All tensors below root, results before their operands."""
    state, stack, out = {}, [root], []
    while stack:
        t = stack[-1]
        if id(t) not in state:
            state[id(t)] = "open"
            stack.extend(x for x in t.operands if id(x) not in state)
        else:
            stack.pop()
            if state[id(t)] == "open":
                state[id(t)] = "closed"
                out.append(t)
    out.reverse()
    return out


def cross_entropy(logits, labels):
    labels = np.array(labels, dtype=int)
    each = logits.log_softmax(axis=1)[np.arange(len(labels)), labels]
    return -each.mean()


def zero_grad(root):
    for t in collect(root):
        t.grad = np.zeros_like(t.data)
