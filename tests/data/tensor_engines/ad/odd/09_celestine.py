"""Exercise 8. A tensor is its own formula, a tuple such as ("mul", a, b); two matches do the rest."""

import itertools

import numpy as np

born = itertools.count()


class Tensor:
    __slots__ = ("data", "grad", "how", "age")
    __array_ufunc__ = None

    def __init__(self, data, how=("leaf",)):
        self.how = how
        self.age = next(born)  # operands are always older than results
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)

    def __add__(self, b):
        return work_out("add", self, b)

    def __radd__(self, b):
        return work_out("add", b, self)

    def __sub__(self, b):
        return work_out("add", self, -Tensor.of(b))

    def __rsub__(self, b):
        return work_out("add", b, -self)

    def __mul__(self, b):
        return work_out("mul", self, b)

    def __rmul__(self, b):
        return work_out("mul", b, self)

    def __truediv__(self, b):
        return work_out("div", self, b)

    def __rtruediv__(self, b):
        return work_out("div", b, self)

    def __matmul__(self, b):
        return work_out("dot", self, b)

    def __rmatmul__(self, b):
        return work_out("dot", b, self)

    def __neg__(self):
        return work_out("neg", self)

    def __pow__(self, n):
        return work_out("pow", self, plain=(n,))

    def __getitem__(self, index):
        return work_out("get", self, plain=(index,))

    def sum(self, axis=None, keepdims=False):
        return work_out("sum", self, plain=(axis, keepdims))

    def mean(self, axis=None, keepdims=False):
        return work_out("mean", self, plain=(axis, keepdims))

    def reshape(self, *shape):
        return work_out("reshape", self, plain=(shape,))

    def transpose(self, axes=None):
        return work_out("transpose", self, plain=(axes,))

    T = property(transpose)

    def relu(self):
        return work_out("relu", self)

    def exp(self):
        return work_out("exp", self)

    def log(self):
        return work_out("log", self)

    def tanh(self):
        return work_out("tanh", self)

    def log_softmax(self, axis=-1):
        return work_out("logits", self, plain=(axis,))

    @staticmethod
    def of(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    def backward(self):
        todo = {self.age: (self, np.ones(self.data.shape))}
        while todo:
            youngest = max(todo)
            t, g = todo.pop(youngest)
            if t.how[0] == "leaf":
                t.grad += g
                continue
            for operand, share in shares(t, g):
                share = unbroadcast(np.asarray(share), operand.data.shape)
                if operand.age in todo:
                    share = share + todo[operand.age][1]
                todo[operand.age] = operand, share


def work_out(name, *operands, plain=()):
    operands = [Tensor.of(x) for x in operands]
    match name, *(t.data for t in operands), *plain:
        case "add", a, b:
            value = a + b
        case "mul", a, b:
            value = a * b
        case "div", a, b:
            value = a / b
        case "dot", a, b:
            value = a @ b
        case "neg", a:
            value = -a
        case "pow", a, n:
            value = a**n
        case "get", a, index:
            value = a[index]
        case "sum", a, axis, keepdims:
            value = a.sum(axis=axis, keepdims=keepdims)
        case "mean", a, axis, keepdims:
            value = a.mean(axis=axis, keepdims=keepdims)
        case "reshape", a, shape:
            value = a.reshape(*shape)
        case "transpose", a, axes:
            value = a.transpose(axes)
        case "relu", a:
            value = np.maximum(a, 0.0)
        case "exp", a:
            value = np.exp(a)
        case "log", a:
            value = np.log(a)
        case "tanh", a:
            value = np.tanh(a)
        case "logits", a, axis:
            value = a - a.max(axis=axis, keepdims=True)
            value = value - np.log(np.exp(value).sum(axis=axis, keepdims=True))
        case _:
            raise NotImplementedError(name)
    return Tensor(value, (name, *operands, *plain))


def shares(t, g):
    """Pairs of an operand and its part of the gradient."""
    match t.how:
        case "add", a, b:
            return [(a, g), (b, g)]
        case "mul", a, b:
            return [(a, g * b.data), (b, g * a.data)]
        case "div", a, b:
            return [(a, g / b.data), (b, -g * t.data / b.data)]
        case "dot", a, b if a.data.ndim == b.data.ndim == 1:
            return [(a, g * b.data), (b, g * a.data)]
        case "dot", a, b if a.data.ndim == 1:
            to_a = (b.data * g[..., None, :]).sum(-1)
            return [(a, to_a), (b, a.data[:, None] * g[..., None, :])]
        case "dot", a, b if b.data.ndim == 1:
            to_b = (a.data * g[..., :, None]).sum(-2)
            return [(a, g[..., :, None] * b.data), (b, to_b)]
        case "dot", a, b:
            return [
                (a, g @ b.data.swapaxes(-1, -2)),
                (b, a.data.swapaxes(-1, -2) @ g),
            ]
        case "neg", a:
            return [(a, -g)]
        case "pow", a, n if n == 0:
            return [(a, np.zeros(a.data.shape))]
        case "pow", a, n:
            return [(a, g * n * a.data ** (n - 1))]
        case "get", a, index:
            whole = np.zeros(a.data.shape)
            np.add.at(whole, index, g)
            return [(a, whole)]
        case ("sum" | "mean") as which, a, axis, keepdims:
            if not keepdims and axis is not None:
                g = np.expand_dims(g, axis)
            if which == "mean":
                g = g / (a.data.size / t.data.size)
            return [(a, np.broadcast_to(g, a.data.shape))]
        case "reshape", a, _:
            return [(a, g.reshape(a.data.shape))]
        case "transpose", a, None:
            return [(a, g.transpose())]
        case "transpose", a, axes:
            return [(a, np.moveaxis(g, range(g.ndim), axes))]
        case "relu", a:
            return [(a, np.where(a.data > 0.0, g, 0.0))]
        case "exp", a:
            return [(a, g * t.data)]
        case "log", a:
            return [(a, g / a.data)]
        case "tanh", a:
            return [(a, g * (1.0 - t.data**2))]
        case "logits", a, axis:
            return [(a, g - np.exp(t.data) * g.sum(axis=axis, keepdims=True))]


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    return grad.sum(axis=tuple(np.flatnonzero(np.array(padded) == 1))).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    hot = np.zeros(logits.data.shape)
    hot[np.arange(len(hot)), np.asarray(labels, dtype=int)] = -1.0 / len(hot)
    return (logits.log_softmax(axis=-1) * hot).sum()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    ring, seen = {root}, set()
    while ring:
        seen |= ring
        for t in ring:
            t.grad = np.zeros(t.data.shape)
        ring = {x for t in ring for x in t.how if isinstance(x, Tensor)} - seen
