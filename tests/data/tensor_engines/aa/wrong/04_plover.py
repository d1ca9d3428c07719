"""Tensor engine with one table of rules.

A tensor keeps the name of its operation and the arguments. VALUES says how to compute it and
RULES how to go back: rule(g, y, args, options) gives one gradient for each argument.
"""

import numpy as np


def unbroadcast(grad, shape):
    n = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(n)))
    return grad.sum(axis=tuple(i for i, k in enumerate(shape) if k == 1), keepdims=True)


def swap(m):
    return np.swapaxes(m, -1, -2)


def matmul_rule(g, y, args):
    a, b = args
    if a.ndim == 1 and b.ndim == 1:
        return g * b, g * a
    if b.ndim == 1:
        ga = g[..., np.newaxis] * b
        gb = (g[..., np.newaxis] * a).reshape(-1, b.size).sum(axis=0)
        return ga, gb
    if a.ndim == 1:
        ga = (b @ g[..., np.newaxis]).reshape(-1, a.size).sum(axis=0)
        gb = a[:, np.newaxis] * g[..., np.newaxis, :]
        return ga, gb
    ga, gb = g @ swap(b), swap(a) @ g
    ga = unbroadcast(ga, a.shape)
    gb = gb.sum(axis=0) if gb.ndim > b.ndim else gb
    return ga, gb


def spread(g, like, axis, keepdims):
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    return np.broadcast_to(g, like.shape)


def put(like, index, g):
    out = np.zeros_like(like)
    np.add.at(out, index, g)
    return out


def log_probs(x, axis):
    x = x - x.max(axis=axis, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=axis, keepdims=True))


def inverse(axes, n):
    if axes is None:
        return None
    back = [0] * n
    for new, old in enumerate(axes):
        back[old] = new
    return back


VALUES = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "matmul": lambda a, b: a @ b,
    "neg": lambda a: -a,
    "pow": lambda a, n: a**n,
    "sum": lambda a, axis, keepdims: a.sum(axis=axis, keepdims=keepdims),
    "mean": lambda a, axis, keepdims: a.mean(axis=axis, keepdims=keepdims),
    "reshape": lambda a, shape: a.reshape(shape),
    "transpose": lambda a, axes: a.transpose(axes),
    "index": lambda a, index: a[index],
    "relu": lambda a: np.maximum(a, 0),
    "exp": lambda a: np.exp(a),
    "log": lambda a: np.log(a),
    "tanh": lambda a: np.tanh(a),
    "log_softmax": lambda a, axis: log_probs(a, axis),
}

RULES = {
    "add": lambda g, y, x: (unbroadcast(g, x[0].shape), unbroadcast(g, x[1].shape)),
    "sub": lambda g, y, x: (unbroadcast(g, x[0].shape), unbroadcast(-g, x[1].shape)),
    "mul": lambda g, y, x: (unbroadcast(g * x[1], x[0].shape), unbroadcast(g * x[0], x[1].shape)),
    "div": lambda g, y, x: (unbroadcast(g / x[1], x[0].shape), unbroadcast(-g * y / x[1], x[1].shape)),
    "matmul": matmul_rule,
    "neg": lambda g, y, x: (-g,),
    "pow": lambda g, y, x, n: (g * n * x[0] ** (n - 1) if n else 0 * g,),
    "sum": lambda g, y, x, axis, keepdims: (spread(g, x[0], axis, keepdims),),
    "mean": lambda g, y, x, axis, keepdims: (spread(g * y.size / x[0].size, x[0], axis, keepdims),),
    "reshape": lambda g, y, x, shape: (g.reshape(x[0].shape),),
    "transpose": lambda g, y, x, axes: (g.transpose(inverse(axes, g.ndim)),),
    "index": lambda g, y, x, index: (put(x[0], index, g),),
    "relu": lambda g, y, x: (np.where(x[0] > 0, g, 0.0),),
    "exp": lambda g, y, x: (g * y,),
    "log": lambda g, y, x: (g / x[0],),
    "tanh": lambda g, y, x: (g * (1 - y * y),),
    "log_softmax": lambda g, y, x, axis: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),),
}


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, op=None, args=(), options=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.op, self.args, self.options = op, args, options

    def __add__(self, other):
        return make("add", self, other)

    def __radd__(self, other):
        return make("add", other, self)

    def __sub__(self, other):
        return make("sub", self, other)

    def __rsub__(self, other):
        return make("sub", other, self)

    def __mul__(self, other):
        return make("mul", self, other)

    def __rmul__(self, other):
        return make("mul", other, self)

    def __truediv__(self, other):
        return make("div", self, other)

    def __rtruediv__(self, other):
        return make("div", other, self)

    def __matmul__(self, other):
        return make("matmul", self, other)

    def __rmatmul__(self, other):
        return make("matmul", other, self)

    def __neg__(self):
        return make("neg", self)

    def __pow__(self, n):
        return make("pow", self, n=n)

    def __getitem__(self, index):
        return make("index", self, index=index)

    def sum(self, axis=None, keepdims=False):
        return make("sum", self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return make("mean", self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        if len(shape) == 1:
            shape = shape[0]
        return make("reshape", self, shape=shape)

    def transpose(self, axes=None):
        return make("transpose", self, axes=axes)

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return make("relu", self)

    def exp(self):
        return make("exp", self)

    def log(self):
        return make("log", self)

    def tanh(self):
        return make("tanh", self)

    def log_softmax(self, axis=-1):
        return make("log_softmax", self, axis=axis)

    def backward(self):
        order = list(walk(self))
        for node in order:
            if node.op:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in reversed(order):
            if node.op:
                arrays = [each.data for each in node.args]
                parts = RULES[node.op](node.grad, node.data, arrays, **node.options)
                for each, part in zip(node.args, parts):
                    each.grad = each.grad + part


def make(op, *args, **options):
    args = tuple(each if isinstance(each, Tensor) else Tensor(each) for each in args)
    return Tensor(VALUES[op](*[each.data for each in args], **options), op, args, options)


def walk(root):
    seen = {id(root)}
    stack = [(root, iter(root.args))]
    while stack:
        node, rest = stack[-1]
        for each in rest:
            if id(each) not in seen:
                seen.add(id(each))
                stack.append((each, iter(each.args)))
                break
        else:
            stack.pop()
            yield node


def cross_entropy(logits, labels):
    labels = np.asarray(labels, dtype=int)
    return -(logits.log_softmax()[np.arange(labels.size), labels].mean())


def zero_grad(root):
    for node in walk(root):
        node.grad = np.zeros_like(node.data)
