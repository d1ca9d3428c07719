"""Opcodes and one interpreter. A tensor is a line of a program; `match` says what a line means."""

import numpy as np


class Tensor:
    __slots__ = ("data", "grad", "line", "__weakref__")
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.line = ("leaf",)

    def backward(self):
        listing = program(self)
        for t in listing:
            if t.line[0] != "leaf":
                t.grad = np.zeros(t.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for t in reversed(listing):
            reverse(t)

    T = property(lambda self: self.transpose())


def run(*line):
    match line:
        case ["add", a, b]:
            value = a.data + b.data
        case ["sub", a, b]:
            value = a.data - b.data
        case ["mul", a, b]:
            value = a.data * b.data
        case ["div", a, b]:
            value = a.data / b.data
        case ["mat", a, b]:
            value = a.data @ b.data
        case ["pow", a, n]:
            value = a.data**n
        case ["sum", a, axis, keepdims]:
            value = a.data.sum(axis=axis, keepdims=keepdims)
        case ["shape", a, shape]:
            value = a.data.reshape(*shape)
        case ["turn", a, axes]:
            value = a.data.transpose(axes)
        case ["take", a, index]:
            value = a.data[index]
        case ["relu", a]:
            value = np.maximum(a.data, 0.0)
        case ["exp", a]:
            value = np.exp(a.data)
        case ["log", a]:
            value = np.log(a.data)
        case ["tanh", a]:
            value = np.tanh(a.data)
        case ["logp", a, axis]:
            low = a.data - a.data.max(axis=axis, keepdims=True)
            value = low - np.log(np.exp(low).sum(axis=axis, keepdims=True))
    out = Tensor(value)
    out.line = line
    return out


def reverse(out):
    g, y = out.grad, out.data
    match out.line:
        case ["add", a, b]:
            send(a, g)
            send(b, g)
        case ["sub", a, b]:
            send(a, g)
            send(b, -g)
        case ["mul", a, b]:
            send(a, g * b.data)
            send(b, g * a.data)
        case ["div", a, b]:
            send(a, g / b.data)
            send(b, -g * y / b.data)
        case ["mat", a, b] if a.data.ndim == b.data.ndim == 1:
            send(a, g * b.data)
            send(b, g * a.data)
        case ["mat", a, b] if b.data.ndim == 1:
            send(a, g[..., None] * b.data)
            send(b, g[..., None] * a.data)
        case ["mat", a, b] if a.data.ndim == 1:
            send(a, (b.data * g[..., None, :]).sum(axis=-1))
            send(b, a.data[:, None] * g[..., None, :])
        case ["mat", a, b]:
            send(a, g @ np.swapaxes(b.data, -1, -2))
            send(b, np.swapaxes(a.data, -1, -2) @ g)
        case ["pow", a, 0]:
            send(a, np.zeros_like(g))
        case ["pow", a, n]:
            send(a, g * n * a.data ** (n - 1))
        case ["sum", a, None, _] | ["sum", a, _, True]:
            send(a, np.broadcast_to(g, a.data.shape))
        case ["sum", a, axis, _]:
            send(a, np.broadcast_to(np.expand_dims(g, axis), a.data.shape))
        case ["shape", a, _]:
            send(a, g.reshape(a.data.shape))
        case ["turn", a, None]:
            send(a, g.transpose())
        case ["turn", a, axes]:
            send(a, np.moveaxis(g, list(range(g.ndim)), list(axes)))
        case ["take", a, index]:
            whole = np.zeros_like(a.data)
            np.add.at(whole, index, g)
            send(a, whole)
        case ["relu", a]:
            send(a, g * (a.data > 0))
        case ["exp", a]:
            send(a, g * y)
        case ["log", a]:
            send(a, g / a.data)
        case ["tanh", a]:
            send(a, g * (1 - y**2))
        case ["logp", a, axis]:
            send(a, g - np.exp(y) * g.sum(axis=axis, keepdims=True))


def send(t, share):
    t.grad = t.grad + unbroadcast(share, t.data.shape)


def inputs(t):
    return [each for each in t.line if isinstance(each, Tensor)]


def program(root):
    lines, state, stack = [], {}, [root]
    while stack:
        t = stack[-1]
        if t not in state:
            state[t] = False
            stack.extend(each for each in inputs(t) if each not in state)
        else:
            stack.pop()
            if not state[t]:
                state[t] = True
                lines.append(t)
    return lines


def as_tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def _install():
    for name, code in dict(add="add", sub="sub", mul="mul", truediv="div", matmul="mat").items():
        exec(
            f"Tensor.__{name}__ = lambda s, o: run('{code}', s, as_tensor(o))\n"
            f"Tensor.__r{name}__ = lambda s, o: run('{code}', as_tensor(o), s)\n"
        )
    for name in ("relu", "exp", "log", "tanh"):
        setattr(Tensor, name, lambda s, name=name: run(name, s))


_install()
Tensor.__neg__ = lambda s: run("mul", s, Tensor(-1.0))
Tensor.__pow__ = lambda s, n: run("pow", s, n)
Tensor.__getitem__ = lambda s, index: run("take", s, index)
Tensor.sum = lambda s, axis=None, keepdims=False: run("sum", s, axis, bool(keepdims))
Tensor.mean = lambda s, axis=None, keepdims=False: (
    (t := s.sum(axis, keepdims)) * (t.data.size / s.data.size)
)
Tensor.reshape = lambda s, *shape: run("shape", s, shape)
Tensor.transpose = lambda s, axes=None: run("turn", s, axes)
Tensor.log_softmax = lambda s, axis=-1: run("logp", s, axis)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for i, n in enumerate(shape):
        grad = grad.sum(axis=i, keepdims=True) if n == 1 else grad
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = len(logits.data)
    return run("take", logits.log_softmax(), (np.arange(n), np.asarray(labels))).mean() * -1.0


def zero_grad(root):
    for t in program(root):
        t.grad = np.zeros(t.data.shape)
