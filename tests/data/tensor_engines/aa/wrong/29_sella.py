"""Functions first: the class is a thin shell, its methods are put in at the end."""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, via=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.via = via  # None for a leaf, or (operands, function of the gradient)

    def backward(self):
        nodes = sorted_from(self)
        for t in nodes:
            t.grad = t.grad if t.via is None else np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in nodes:
            if t.via is not None:
                operands, pull = t.via
                for operand, grad in zip(operands, pull(t.grad)):
                    operand.grad = operand.grad + unbroadcast(grad, operand.data.shape)


def wrap(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def unbroadcast(grad, shape):
    diff = grad.ndim - len(shape)
    for i, n in reversed(list(enumerate(grad.shape))):
        if i < diff:
            grad = grad.sum(axis=i)
        elif shape[i - diff] != n:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def add(s, t):
    s, t = wrap(s), wrap(t)
    return Tensor(s.data + t.data, ((s, t), lambda g: (g, g)))


def subtract(s, t):
    s, t = wrap(s), wrap(t)
    return Tensor(s.data - t.data, ((s, t), lambda g: (g, -g)))


def multiply(s, t):
    s, t = wrap(s), wrap(t)
    return Tensor(s.data * t.data, ((s, t), lambda g: (g * t.data, g * s.data)))


def divide(s, t):
    s, t = wrap(s), wrap(t)

    def pull(g):
        h = g / t.data
        return h, -h * s.data / t.data

    return Tensor(s.data / t.data, ((s, t), pull))


def matmul(s, t):
    s, t = wrap(s), wrap(t)

    def pull(g):
        a, b = s.data, t.data
        if a.ndim == 1 and b.ndim == 1:
            return g * b, g * a
        if b.ndim == 1:
            ga = g[..., None] * b
            gb = (g[..., None] * a).reshape(-1, len(b)).sum(axis=0)
            return ga, gb
        if a.ndim == 1:
            gb = a[:, None] * g[..., None, :]
            ga = (b * g[..., None, :]).sum(axis=-1).reshape(-1, len(a)).sum(axis=0)
            return ga, gb
        return g @ b.swapaxes(-2, -1), a.swapaxes(-2, -1) @ g

    return Tensor(s.data @ t.data, ((s, t), pull))


def power(t, n):
    def pull(g):
        if n == 0:
            return [np.zeros_like(t.data)]
        return [n * t.data ** (n - 1) * g]

    return Tensor(t.data**n, ((t,), pull))


def total(t, axis=None, keepdims=False):
    def pull(g):
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        return [g + np.zeros_like(t.data)]

    return Tensor(t.data.sum(axis=axis, keepdims=keepdims), ((t,), pull))


def average(t, axis=None, keepdims=False):
    out = total(t, axis, keepdims)
    return divide(out, t.data.size / out.data.size)


def reshape(t, *shape):
    return Tensor(t.data.reshape(*shape), ((t,), lambda g: [g.reshape(t.data.shape)]))


def transpose(t, axes=None):
    def pull(g):
        back = np.empty_like(t.data)
        back.transpose(axes)[...] = g
        return [back]

    return Tensor(t.data.transpose(axes), ((t,), pull))


def take(t, index):
    def pull(g):
        full = np.zeros_like(t.data)
        if isinstance(index, (list, tuple)):
            np.add.at(full, index, g)
        else:
            full[index] += g
        return [full]

    return Tensor(t.data[index], ((t,), pull))


def entrywise(function, slope):
    def operation(t):
        y = function(t.data)
        return Tensor(y, ((t,), lambda g: [g * slope(t.data, y)]))

    return operation


def log_softmax(t, axis=-1):
    x = t.data
    c = x.max(axis=axis, keepdims=True)
    y = x - c - np.log(np.exp(x - c).sum(axis=axis, keepdims=True))
    return Tensor(
        y, ((t,), lambda g: [g - np.exp(y) * g.sum(axis=axis, keepdims=True)])
    )


def cross_entropy(logits, labels):
    rows = np.arange(len(labels))
    return -average(take(log_softmax(logits), (rows, np.asarray(labels))))


def sorted_from(root):
    """Consumers first."""
    result, seen = [], set()
    stack = [(root, True)]
    while stack:
        t, first = stack.pop()
        if not first:
            result.insert(0, t)
        elif t not in seen:
            seen.add(t)
            stack.append((t, False))
            if t.via is not None:
                stack.extend((each, True) for each in t.via[0])
    return result


def zero_grad(root):
    for t in sorted_from(root):
        t.grad = np.zeros_like(t.data)


for name, function in {
    "add": add, "sub": subtract, "mul": multiply, "truediv": divide, "matmul": matmul,
}.items():
    setattr(Tensor, f"__{name}__", function)
    setattr(Tensor, f"__r{name}__", lambda t, s, function=function: function(s, t))

Tensor.__neg__ = lambda t: multiply(t, -1.0)
Tensor.__pow__ = power
Tensor.__getitem__ = take
Tensor.sum = total
Tensor.mean = average
Tensor.reshape = reshape
Tensor.transpose = transpose
Tensor.T = property(transpose)
Tensor.relu = entrywise(lambda x: np.maximum(x, 0.0), lambda x, y: x > 0)
Tensor.exp = entrywise(np.exp, lambda x, y: y)
Tensor.log = entrywise(np.log, lambda x, y: 1 / x)
Tensor.tanh = entrywise(np.tanh, lambda x, y: 1 - y * y)
Tensor.log_softmax = log_softmax
