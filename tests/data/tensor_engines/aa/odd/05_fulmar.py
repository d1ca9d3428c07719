"""Gradients are asked for, not sent: a tensor's gradient is the sum over its consumers of what
each consumer owes it. Who consumes what is written down first; answers are kept in a dict, and
whoever lacks one waits on a stack. The operations are a table that is made into methods below.
"""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.owes = []  # [(operand, function of this tensor's gradient)]

    def __repr__(self):
        return f"<Tensor {self.data.shape}>"

    @property
    def T(self):
        return self.transpose()

    def backward(self):
        consumers = {t: [] for t in everything_below(self)}
        for t in consumers:
            for operand, debt in t.owes:
                consumers[operand].append((t, debt))
        answers = {self: np.ones(self.data.shape)}
        waiting = [t for t in consumers if not t.owes]
        while waiting:
            t = waiting[-1]
            missing = [c for c, _ in consumers[t] if c not in answers]
            if t in answers:
                waiting.pop()
            elif missing:
                waiting += missing
            else:
                parts = [debt(answers[c]) for c, debt in consumers[t]]
                answers[t] = sum(unbroadcast(p, t.data.shape) for p in parts)
        for t in consumers:
            t.grad = answers[t] + (0.0 if t.owes else t.grad) + np.zeros(t.data.shape)
            t.grad = np.asarray(t.grad)


def everything_below(root):
    found = [root]
    known = {root}
    for t in found:  # grows while it is read
        for operand, _ in t.owes:
            if operand not in known:
                known.add(operand)
                found.append(operand)
    return found


def mat(v, axis):
    return np.expand_dims(v, axis) if v.ndim == 1 else v


def product(a, b):
    m, n = mat(a, 0), mat(b, 1)
    full = (m @ n).shape
    left = lambda g: unbroadcast(g.reshape(full) @ np.swapaxes(n, -1, -2), m.shape).reshape(a.shape)
    right = lambda g: unbroadcast(np.swapaxes(m, -1, -2) @ g.reshape(full), n.shape).reshape(b.shape)
    return a @ b, left, right


def reduced(a, axis, keepdims, share):
    kept = a.sum(axis=axis, keepdims=True)
    each = kept.size / a.size if share else 1.0
    value = a.sum(axis=axis, keepdims=keepdims) * each
    return value, lambda g: np.tile(g.reshape(kept.shape) * each, np.floor_divide(a.shape, kept.shape))


def softened(a, axis):
    y = a - a.max(axis=axis, keepdims=True)
    y = y - np.log(np.exp(y).sum(axis=axis, keepdims=True))
    return y, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True)


def indexed(a, index):
    def debt(g):
        back = np.zeros(a.shape)
        np.add.at(back, index, g)
        return back

    return a[index], debt


def permuted(a, axes):
    order = [i % a.ndim for i in (range(a.ndim)[::-1] if axes is None else axes)]
    return a.transpose(order), lambda g: g.transpose([order.index(i) for i in range(a.ndim)])


# Each entry: arrays and settings in, (value, one debt for each operand) out.
BINARY = {
    "add": lambda a, b: (a + b, lambda g: g, lambda g: g),
    "sub": lambda a, b: (a - b, lambda g: g, lambda g: -g),
    "mul": lambda a, b: (a * b, lambda g: g * b, lambda g: g * a),
    "truediv": lambda a, b: (a / b, lambda g: g / b, lambda g: -g * a / b / b),
    "matmul": product,
}
UNARY = {
    "__neg__": lambda a: (-a, lambda g: -g),
    "__pow__": lambda a, n: (a**n, lambda g: g * n * a ** (n - 1) if n else 0.0 * g),
    "__getitem__": indexed,
    "relu": lambda a: (a * (a > 0), lambda g: g * (a > 0)),
    "exp": lambda a: (np.exp(a), lambda g: g * np.exp(a)),
    "log": lambda a: (np.log(a), lambda g: g / a),
    "tanh": lambda a: (np.tanh(a), lambda g: g * (1 - np.tanh(a) ** 2)),
    "log_softmax": lambda a, axis=-1: softened(a, axis),
    "sum": lambda a, axis=None, keepdims=False: reduced(a, axis, keepdims, False),
    "mean": lambda a, axis=None, keepdims=False: reduced(a, axis, keepdims, True),
    "reshape": lambda a, *shape: (a.reshape(*shape), lambda g: g.reshape(a.shape)),
    "transpose": lambda a, axes=None: permuted(a, axes),
}


def run(rule, operands, *settings, **named):
    operands = [x if isinstance(x, Tensor) else Tensor(x) for x in operands]
    value, *debts = rule(*(x.data for x in operands), *settings, **named)
    out = Tensor(value)
    out.owes = list(zip(operands, debts))
    return out


for name, rule in BINARY.items():
    setattr(Tensor, f"__{name}__", lambda self, other, rule=rule: run(rule, (self, other)))
    setattr(Tensor, f"__r{name}__", lambda self, other, rule=rule: run(rule, (other, self)))


def method(rule):
    return lambda self, *settings, **named: run(rule, (self,), *settings, **named)


for name, rule in UNARY.items():
    setattr(Tensor, name, method(rule))


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    for _ in range(grad.ndim - len(shape)):
        grad = grad.sum(axis=0)
    for axis in np.flatnonzero(np.array(shape, dtype=int) == 1):
        grad = grad.sum(axis=int(axis), keepdims=True)
    return grad


def cross_entropy(logits, labels):
    def rule(x):
        y, debt = softened(x, -1)
        hot = np.zeros(x.shape)
        hot[np.arange(len(x)), np.asarray(labels)] = -1.0 / len(x)
        return (y * hot).sum(), lambda g: debt(g * hot)

    return run(rule, (logits,))


def zero_grad(root):
    for t in everything_below(root):
        t.grad = np.zeros(t.data.shape)
