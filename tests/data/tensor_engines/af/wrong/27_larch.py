"""Exercise 8, the exam: a table of rules.

FORWARD says what an operation computes and BACKWARD what it owes its operands. A tensor is made by
`run`, which looks into the first table; backward() looks into the second one. Options (an axis, an
index, a power) travel along as one dictionary.
"""

import numpy as np

FORWARD, BACKWARD = {}, {}


def forward(name):
    def register(function):
        FORWARD[name] = function
        return function

    return register


def backward(name):
    def register(function):
        BACKWARD[name] = function
        return function

    return register


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    extra = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(extra)))
    for axis in range(len(shape)):
        if shape[axis] == 1 and grad.shape[axis] > 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def restore_axes(grad, axis):
    """Put the axes that a sum took away back in, one after the other, the front ones first."""
    axes = axis if isinstance(axis, tuple) else (axis,)
    for one in sorted(axes):
        grad = np.expand_dims(grad, one)
    return grad


# -- entry by entry --

FORWARD["add"] = lambda a, b: a + b
BACKWARD["add"] = lambda g, out, a, b: (g, g)

FORWARD["sub"] = lambda a, b: a - b
BACKWARD["sub"] = lambda g, out, a, b: (g, -g)

FORWARD["mul"] = lambda a, b: a * b
BACKWARD["mul"] = lambda g, out, a, b: (g * b, g * a)

FORWARD["div"] = lambda a, b: a / b
BACKWARD["div"] = lambda g, out, a, b: (g / b, -g * out / b)

FORWARD["neg"] = lambda a: -a
BACKWARD["neg"] = lambda g, out, a: (-g,)

FORWARD["pow"] = lambda a, n: a**n
BACKWARD["pow"] = lambda g, out, a, n: (g * n * a ** (n - 1) if n else np.zeros(a.shape),)

FORWARD["relu"] = lambda a: np.maximum(a, 0)
BACKWARD["relu"] = lambda g, out, a: (g * (out > 0),)

FORWARD["exp"] = np.exp
BACKWARD["exp"] = lambda g, out, a: (g * out,)

FORWARD["log"] = np.log
BACKWARD["log"] = lambda g, out, a: (g / a,)

FORWARD["tanh"] = np.tanh
BACKWARD["tanh"] = lambda g, out, a: (g * (1 - out * out),)


# -- products --

FORWARD["matmul"] = np.matmul


@backward("matmul")
def _(g, out, a, b):
    if a.ndim == 1 and b.ndim == 1:
        return g * b, g * a
    if a.ndim == 1:
        g = g[..., None, :]
        return (g @ b.swapaxes(-1, -2)).reshape(-1, a.size).sum(axis=0), a[:, None] @ g
    if b.ndim == 1:
        g = g[..., None]
        return g @ b[None, :], (a.swapaxes(-1, -2) @ g).reshape(-1, b.size).sum(axis=0)
    return g @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ g


# -- reductions --


@forward("sum")
def _(a, axis, keepdims):
    return a.sum(axis=axis, keepdims=keepdims)


@backward("sum")
def _(g, out, a, axis, keepdims):
    if axis is not None and not keepdims:
        g = restore_axes(g, axis)
    return (np.broadcast_to(g, a.shape),)


@forward("mean")
def _(a, axis, keepdims):
    return a.mean(axis=axis, keepdims=keepdims)


@backward("mean")
def _(g, out, a, axis, keepdims):
    return BACKWARD["sum"](g / (a.size // out.size), out, a, axis, keepdims)


@forward("log_softmax")
def _(a, axis):
    top = a.max(axis=axis, keepdims=True)
    return a - top - np.log(np.exp(a - top).sum(axis=axis, keepdims=True))


@backward("log_softmax")
def _(g, out, a, axis):
    return (g - np.exp(out) * g.sum(axis=axis, keepdims=True),)


# -- shapes --

FORWARD["reshape"] = lambda a, shape: a.reshape(*shape)
BACKWARD["reshape"] = lambda g, out, a, shape: (g.reshape(a.shape),)

FORWARD["transpose"] = lambda a, axes: np.transpose(a, axes)


@backward("transpose")
def _(g, out, a, axes):
    if axes is None:
        return (np.transpose(g),)
    return (np.moveaxis(g, range(a.ndim), axes),)


FORWARD["index"] = lambda a, index: a[index]


@backward("index")
def _(g, out, a, index):
    whole = np.zeros(a.shape)
    np.add.at(whole, index, g)
    return (whole,)


# -- the tensor --


def run(name, *operands, **options):
    operands = [x if isinstance(x, Tensor) else Tensor(x) for x in operands]
    value = FORWARD[name](*(x.data for x in operands), **options)
    return Tensor(value, operands, name, options)


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _name="leaf", _options=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev, self._name, self._options = list(_prev), _name, _options or {}

    def __repr__(self):
        return f"<{self._name} {self.data!r}>"

    def __add__(self, other):
        return run("add", self, other)

    def __radd__(self, other):
        return run("add", other, self)

    def __sub__(self, other):
        return run("sub", self, other)

    def __rsub__(self, other):
        return run("sub", other, self)

    def __mul__(self, other):
        return run("mul", self, other)

    def __rmul__(self, other):
        return run("mul", other, self)

    def __truediv__(self, other):
        return run("div", self, other)

    def __rtruediv__(self, other):
        return run("div", other, self)

    def __matmul__(self, other):
        return run("matmul", self, other)

    def __rmatmul__(self, other):
        return run("matmul", other, self)

    def __neg__(self):
        return run("neg", self)

    def __pow__(self, n):
        return run("pow", self, n=n)

    def __getitem__(self, index):
        return run("index", self, index=index)

    def sum(self, axis=None, keepdims=False):
        return run("sum", self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return run("mean", self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        return run("reshape", self, shape=shape)

    def transpose(self, axes=None):
        return run("transpose", self, axes=axes)

    @property
    def T(self):
        return run("transpose", self, axes=None)

    def relu(self):
        return run("relu", self)

    def exp(self):
        return run("exp", self)

    def log(self):
        return run("log", self)

    def tanh(self):
        return run("tanh", self)

    def log_softmax(self, axis=-1):
        return run("log_softmax", self, axis=axis)

    def backward(self):
        order = ordered(self)
        for t in order:
            if t._prev:
                t.grad = np.zeros(t.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for t in reversed(order):
            if not t._prev:
                continue
            data = [p.data for p in t._prev]
            owed = BACKWARD[t._name](t.grad, t.data, *data, **t._options)
            for p, g in zip(t._prev, owed):
                p.grad = np.asarray(p.grad + unbroadcast(g, p.data.shape))


def ordered(root):
    """All tensors that root was made of, each after its operands. Iterators instead of recursion."""
    order, seen, path = [], {root}, [(root, iter(root._prev))]
    while path:
        tensor, rest = path[-1]
        for operand in rest:
            if operand not in seen:
                seen.add(operand)
                path.append((operand, iter(operand._prev)))
                break
        else:
            order.append(tensor)
            path.pop()
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    picked = logits.log_softmax(axis=-1)[list(range(len(labels))), list(labels)]
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in ordered(root):
        t.grad = np.zeros(t.data.shape)
