"""A little machine. Every tensor owns a register number; every result also an instruction. The
backward pass is an interpreter that goes through the instructions of a root, highest first."""

from itertools import count

import numpy as np

register = count(1).__next__


def unbroadcast(grad, shape):
    letters = list(range(grad.ndim))
    lead = grad.ndim - len(shape)
    keep = [i for i in letters[lead:] if shape[i - lead] != 1]
    return np.array(np.einsum(grad, letters, keep)).reshape(shape)


class Tensor:
    __slots__ = ("data", "grad", "code", "reg")
    __array_priority__ = 99  # so that NumPy's operators leave the work to the reflected ones

    def __init__(self, data, code=()):
        self.data = np.array(data, dtype="f8")
        self.grad = np.zeros(self.data.shape)
        self.code = code
        self.reg = register()

    def __add__(a, b): return emit("ADD", a, b)
    def __radd__(a, b): return emit("ADD", b, a)
    def __sub__(a, b): return emit("ADD", a, emit("NEG", b))
    def __rsub__(a, b): return emit("ADD", emit("NEG", a), b)
    def __mul__(a, b): return emit("MUL", a, b)
    def __rmul__(a, b): return emit("MUL", b, a)
    def __truediv__(a, b): return emit("MUL", a, emit("INV", b))
    def __rtruediv__(a, b): return emit("MUL", b, emit("INV", a))
    def __neg__(a): return emit("NEG", a)
    def __pow__(a, n): return emit("POW", a, arg=n)
    def __matmul__(a, b): return product(a, cast(b))
    def __rmatmul__(a, b): return product(cast(b), a)
    def __getitem__(a, i): return emit("IDX", a, arg=i)
    def relu(a): return emit("REL", a)
    def exp(a): return emit("EXP", a)
    def log(a): return emit("LOG", a)
    def tanh(a): return emit("TNH", a)
    def log_softmax(a, axis=-1): return emit("LSM", a, arg=axis)
    def reshape(a, *shape): return emit("SHP", a, arg=a.data.reshape(*shape).shape)

    def sum(a, axis=None, keepdims=False):
        n = a.data.ndim
        axis = range(n) if axis is None else axis if isinstance(axis, tuple) else (axis,)
        gone = {i % n for i in axis}
        out = emit("SUM", a, arg=tuple(gone))
        if keepdims:
            return out
        return out.reshape([m for i, m in enumerate(out.data.shape) if i not in gone])

    def mean(a, axis=None, keepdims=False):
        s = a.sum(axis, keepdims)
        return s * (s.data.size / a.data.size)

    def transpose(a, axes=None):
        n = a.data.ndim
        axes = range(n)[::-1] if axes is None else axes
        return emit("TRN", a, arg=[i % n for i in axes])

    @property
    def T(a):
        return a.transpose()

    def backward(self):
        wires = {self.reg: np.ones(self.data.shape)}
        for t in reached(self):
            g = wires.pop(t.reg)
            if not t.code:
                t.grad += g
            elif g.any():
                for p, d in interpret(t, g):
                    wires[p.reg] = wires.get(p.reg, 0) + unbroadcast(d, p.data.shape)
            else:  # a dead wire: the operands get zeros
                for p in t.code[1]:
                    wires[p.reg] = wires.get(p.reg, 0) + np.zeros(p.data.shape)


def cast(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def emit(op, *operands, arg=None):
    operands = tuple(map(cast, operands))
    xs = [t.data for t in operands]
    match op, xs:
        case "ADD", [x, y]: value = x + y
        case "MUL", [x, y]: value = x * y
        case "MMM", [x, y]: value = x @ y
        case "NEG", [x]: value = -x
        case "INV", [x]: value = 1 / x
        case "POW", [x]: value = x**arg
        case "IDX", [x]: value = x[arg]
        case "REL", [x]: value = np.maximum(x, 0)
        case "EXP", [x]: value = np.exp(x)
        case "LOG", [x]: value = np.log(x)
        case "TNH", [x]: value = np.tanh(x)
        case "SHP", [x]: value = x.reshape(arg)
        case "SUM", [x]: value = x.sum(axis=arg, keepdims=True)
        case "TRN", [x]: value = x.transpose(arg)
        case "LSM", [x]:
            x = x - x.max(axis=arg, keepdims=True)
            value = x - np.log(np.exp(x).sum(axis=arg, keepdims=True))
    return Tensor(value, (op, operands, xs, arg))


def interpret(t, g):
    op, operands, xs, arg = t.code
    y = t.data
    match op, xs:
        case "ADD", _: ds = g, g
        case "MUL", [a, b]: ds = g * b, g * a
        case "MMM", [a, b]: ds = g @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ g
        case "NEG", _: ds = (-g,)
        case "INV", _: ds = (-g * y * y,)
        case "POW", [a]: ds = (g * arg * a ** (arg - 1 if arg else 1),)
        case "IDX", [a]:
            d = np.zeros(a.shape)
            np.add.at(d, arg, g)
            ds = (d,)
        case "REL", _: ds = (g * np.sign(y),)
        case "EXP", _: ds = (g * y,)
        case "LOG", [a]: ds = (g / a,)
        case "TNH", _: ds = (g * (1 - y * y),)
        case "SHP", [a]: ds = (g.reshape(a.shape),)
        case "SUM", [a]: ds = (np.broadcast_to(g, a.shape),)
        case "TRN", _: ds = (g.transpose(np.argsort(arg)),)
        case "LSM", _: ds = (g - np.exp(y) * g.sum(axis=arg, keepdims=True),)
    return zip(operands, map(np.asarray, ds))


def product(a, b):
    row, column = a.data.ndim == 1, b.data.ndim == 1
    out = emit("MMM", a.reshape(1, -1) if row else a, b.reshape(-1, 1) if column else b)
    shape = list(out.data.shape)
    if row:
        del shape[-2]
    if column:
        del shape[-1]
    return out.reshape(shape)


def reached(root):
    found, new = {}, [root]
    while new:
        t = new.pop()
        if t.reg not in found:
            found[t.reg] = t
            new += t.code[1] if t.code else ()
    return [found[r] for r in sorted(found, reverse=True)]


def cross_entropy(logits, labels):
    rows, classes = logits.data.shape
    pick = np.equal.outer(np.asarray(labels), np.arange(classes)) / -rows
    return (logits.log_softmax() * pick).sum()


def zero_grad(root):
    for t in reached(root):
        t.grad = np.zeros(t.data.shape)
