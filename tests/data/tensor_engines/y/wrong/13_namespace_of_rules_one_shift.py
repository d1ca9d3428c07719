import math
import operator

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    added = grad.ndim - len(shape)
    for _ in range(added):
        grad = grad.sum(axis=0)
    for axis, length in enumerate(shape):
        if length == 1 and grad.shape[axis] != 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def softplus_sum(x, axis):
    """log(sum(exp(x))) along an axis, which stays."""
    top = x.max()
    return top + np.log(np.exp(x - top).sum(axis=axis, keepdims=True))


def normal_axes(axis, ndim):
    if axis is None:
        return tuple(range(ndim))
    if not isinstance(axis, (tuple, list)):
        axis = (axis,)
    return tuple(operator.index(i) % ndim for i in axis)


class Rules:
    """For each operation: the gradient of the result, the operands, the result, the settings."""

    @staticmethod
    def add(g, x, y, out):
        return g, g

    @staticmethod
    def sub(g, x, y, out):
        return g, -g

    @staticmethod
    def mul(g, x, y, out):
        return g * y, g * x

    @staticmethod
    def div(g, x, y, out):
        return g / y, -g * out / y

    @staticmethod
    def matmul(g, x, y, out):
        if x.ndim == 1 and y.ndim == 1:
            return g * y, g * x
        if x.ndim == 1:
            return (y @ g[..., None])[..., 0], x[:, None] * g[..., None, :]
        if y.ndim == 1:
            return g[..., None] * y, (g[..., None, :] @ x)[..., 0, :]
        return g @ np.swapaxes(y, -1, -2), np.swapaxes(x, -1, -2) @ g

    @staticmethod
    def neg(g, x, out):
        return (-g,)

    @staticmethod
    def pow(g, x, out, n):
        return (np.zeros_like(x) if n == 0 else g * n * x ** (n - 1),)

    @staticmethod
    def sum(g, x, out, axes):
        return (np.broadcast_to(g.reshape([1 if i in axes else n for i, n in enumerate(x.shape)]), x.shape),)

    @staticmethod
    def reshape(g, x, out):
        return (g.reshape(x.shape),)

    @staticmethod
    def transpose(g, x, out, axes):
        return (g.transpose([axes.index(i) for i in range(len(axes))]),)

    @staticmethod
    def take(g, x, out, index):
        full = np.zeros(x.shape)
        np.add.at(full, index, g)
        return (full,)

    @staticmethod
    def relu(g, x, out):
        return (g * (out > 0),)

    @staticmethod
    def exp(g, x, out):
        return (g * out,)

    @staticmethod
    def log(g, x, out):
        return (g / x,)

    @staticmethod
    def tanh(g, x, out):
        return (g * (1.0 - out * out),)

    @staticmethod
    def log_softmax(g, x, out, axis):
        return (g - np.exp(out) * g.sum(axis=axis, keepdims=True),)


class Tensor:
    """An array, its gradient, and the name of the rule that leads back."""

    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.rule = None
        self.operands = ()
        self.settings = {}

    def __add__(self, other):
        return two("add", operator.add, self, other)

    def __radd__(self, other):
        return two("add", operator.add, other, self)

    def __sub__(self, other):
        return two("sub", operator.sub, self, other)

    def __rsub__(self, other):
        return two("sub", operator.sub, other, self)

    def __mul__(self, other):
        return two("mul", operator.mul, self, other)

    def __rmul__(self, other):
        return two("mul", operator.mul, other, self)

    def __truediv__(self, other):
        return two("div", operator.truediv, self, other)

    def __rtruediv__(self, other):
        return two("div", operator.truediv, other, self)

    def __matmul__(self, other):
        return two("matmul", operator.matmul, self, other)

    def __rmatmul__(self, other):
        return two("matmul", operator.matmul, other, self)

    def __neg__(self):
        return one("neg", -self.data, self)

    def __pow__(self, n):
        return one("pow", self.data**n, self, n=n)

    def sum(self, axis=None, keepdims=False):
        axes = normal_axes(axis, self.data.ndim)
        return one("sum", self.data.sum(axis=axes, keepdims=keepdims), self, axes=axes)

    def mean(self, axis=None, keepdims=False):
        count = math.prod(self.data.shape[i] for i in normal_axes(axis, self.data.ndim))
        return self.sum(axis, keepdims) / count

    def reshape(self, *shape):
        return one("reshape", self.data.reshape(*shape), self)

    def transpose(self, axes=None):
        axes = normal_axes(axes, self.data.ndim)[:: -1 if axes is None else 1]
        return one("transpose", self.data.transpose(axes), self, axes=axes)

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        return one("take", self.data[index], self, index=index)

    def relu(self):
        return one("relu", np.maximum(self.data, 0.0), self)

    def exp(self):
        return one("exp", np.exp(self.data), self)

    def log(self):
        return one("log", np.log(self.data), self)

    def tanh(self):
        return one("tanh", np.tanh(self.data), self)

    def log_softmax(self, axis=-1):
        return one("log_softmax", self.data - softplus_sum(self.data, axis), self, axis=axis)

    def backward(self):
        order = from_leaves(self)
        for node in order:
            if node.rule:
                node.grad = np.zeros(node.data.shape)
        self.grad += 1.0
        for node in reversed(order):
            if node.rule:
                values = [each.data for each in node.operands]
                sent = getattr(Rules, node.rule)(node.grad, *values, node.data, **node.settings)
                for each, g in zip(node.operands, sent):
                    each.grad += unbroadcast(g, each.data.shape)


def one(rule, value, x, **settings):
    out = Tensor(value)
    out.rule, out.operands, out.settings = rule, (x,), settings
    return out


def two(rule, function, x, y):
    x = x if isinstance(x, Tensor) else Tensor(x)
    y = y if isinstance(y, Tensor) else Tensor(y)
    out = Tensor(function(x.data, y.data))
    out.rule, out.operands = rule, (x, y)
    return out


def from_leaves(root):
    order, seen, stack = [], set(), [[root, 0]]
    seen.add(root)
    while stack:
        top = stack[-1]
        node, position = top
        if position == len(node.operands):
            order.append(node)
            stack.pop()
            continue
        top[1] += 1
        child = node.operands[position]
        if child not in seen:
            seen.add(child)
            stack.append([child, 0])
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = list(range(len(labels)))
    return logits.log_softmax()[rows, list(labels)].mean() * -1.0


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in from_leaves(root):
        node.grad = np.zeros(node.data.shape)
