"""The operations are plain functions; the class only borrows them."""

import numpy as np


def unbroadcast(grad, shape):
    shape = tuple(shape)
    if grad.size == np.prod(shape):  # nothing to do, the usual case
        return grad
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis, length in enumerate(shape):
        if length == 1 and grad.shape[axis] != 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, parents=(), rule=None):
        self.data = np.array(data, np.float64)
        self.grad = np.zeros(self.data.shape)
        self.parents = parents
        self.rule = rule

    def receive(self, grad):
        self.grad = self.grad + unbroadcast(grad, self.data.shape)


def tensor(x):
    if isinstance(x, Tensor):
        return x
    return Tensor(x)


def make(value, rule, *parents):
    return Tensor(value, parents, rule)


def add(a, b):
    a, b = tensor(a), tensor(b)

    def rule(g):
        a.receive(g)
        b.receive(g)

    return make(a.data + b.data, rule, a, b)


def sub(a, b):
    a, b = tensor(a), tensor(b)

    def rule(g):
        a.receive(g)
        b.receive(-g)

    return make(a.data - b.data, rule, a, b)


def mul(a, b):
    a, b = tensor(a), tensor(b)

    def rule(g):
        a.receive(g * b.data)
        b.receive(g * a.data)

    return make(a.data * b.data, rule, a, b)


def div(a, b):
    a, b = tensor(a), tensor(b)

    def rule(g):
        a.receive(g / b.data)
        b.receive(-g * a.data / b.data**2)

    return make(a.data / b.data, rule, a, b)


def power(a, n):
    def rule(g):
        if n == 0:
            return
        a.receive(g * n * a.data ** (n - 1))

    return make(a.data**n, rule, a)


def matmul(a, b):
    a, b = tensor(a), tensor(b)
    x = a.data.reshape((1,) * (a.data.ndim == 1) + a.data.shape)
    y = b.data.reshape(b.data.shape + (1,) * (b.data.ndim == 1))
    full = x @ y

    def rule(g):
        g = g.reshape(full.shape)
        ga = g @ np.moveaxis(y, -1, -2)
        gb = np.moveaxis(x, -1, -2) @ g
        a.receive(unbroadcast(ga, x.shape).reshape(a.data.shape))
        b.receive(unbroadcast(gb, y.shape).reshape(b.data.shape))

    return make(a.data @ b.data, rule, a, b)


def total(a, axis=None, keepdims=False):
    def rule(g):
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        a.receive(np.broadcast_to(g, a.data.shape))

    return make(np.sum(a.data, axis=axis, keepdims=keepdims), rule, a)


def mean(a, axis=None, keepdims=False):
    s = total(a, axis, keepdims)
    return div(s, a.data.size / s.data.size)


def reshape(a, *shape):
    return make(a.data.reshape(*shape), lambda g: a.receive(g.reshape(a.data.shape)), a)


def transpose(a, axes=None):
    def rule(g):
        back = np.empty(g.shape)
        back = g.T if axes is None else np.moveaxis(g, list(range(g.ndim)), list(axes))
        a.receive(back)

    return make(np.transpose(a.data, axes), rule, a)


def take(a, index):
    def rule(g):
        z = np.zeros(a.data.shape)
        np.add.at(z, index, g)
        a.receive(z)

    return make(a.data[index], rule, a)


def entrywise(f, df):
    """A function of each entry; df works from (x, y)."""

    def function(a):
        y = f(a.data)
        return make(y, lambda g: a.receive(g * df(a.data, y)), a)

    return function


def log_softmax(a, axis=-1):
    x = a.data
    m = np.amax(x, axis, keepdims=True)
    y = x - m - np.log(np.sum(np.exp(x - m), axis, keepdims=True))

    def rule(g):
        a.receive(g - np.exp(y) * np.sum(g, axis, keepdims=True))

    return make(y, rule, a)


def history(t):
    """Parents before children."""
    order, seen, stack = [], set(), [(t, 0)]
    while stack:
        node, k = stack.pop()
        if k == 0 and id(node) in seen:
            continue
        seen.add(id(node))
        if k < len(node.parents):
            stack.append((node, k + 1))
            stack.append((node.parents[k], 0))
        else:
            order.append(node)
    return order


def backward(root):
    order = history(root)
    for node in order:
        if node.parents:
            node.grad = np.zeros(node.data.shape)
    root.receive(np.ones(root.data.shape))
    for node in order[::-1]:
        if node.rule is not None:
            node.rule(node.grad)


def zero_grad(root):
    for node in history(root):
        node.grad = np.zeros(node.data.shape)


def cross_entropy(logits, labels):
    picked = take(log_softmax(logits, 1), (np.arange(len(labels)), labels))
    return mul(mean(picked), -1)


for _name, _f in {
    "__add__": add, "__sub__": sub, "__mul__": mul, "__truediv__": div, "__matmul__": matmul,
    "__radd__": lambda a, b: add(b, a), "__rsub__": lambda a, b: sub(b, a),
    "__rmul__": lambda a, b: mul(b, a), "__rtruediv__": lambda a, b: div(b, a),
    "__rmatmul__": lambda a, b: matmul(b, a), "__neg__": lambda a: mul(a, -1),
    "__pow__": power, "__getitem__": take, "sum": total, "mean": mean, "reshape": reshape,
    "transpose": transpose, "T": property(transpose), "log_softmax": log_softmax,
    "relu": entrywise(lambda x: np.maximum(x, 0), lambda x, y: x > 0),
    "exp": entrywise(np.exp, lambda x, y: y),
    "log": entrywise(np.log, lambda x, y: 1 / x),
    "tanh": entrywise(np.tanh, lambda x, y: 1 - y**2),
    "backward": backward,
}.items():  # fmt: skip
    setattr(Tensor, _name, _f)
