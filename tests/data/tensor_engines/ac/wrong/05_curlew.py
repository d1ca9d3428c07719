"""A tensor engine with a registry: forward rules and pull-backs are looked up by name."""

import numpy as np

FORWARD = {}
PULLBACK = {}


def forward(name):
    def register(function):
        FORWARD[name] = function
        return function

    return register


def pullback(name):
    def register(function):
        PULLBACK[name] = function
        return function

    return register


def call(name, *inputs, **options):
    inputs = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in inputs)
    value = FORWARD[name](*[t.data for t in inputs], **options)
    out = Tensor(value)
    out.made_by = (name, inputs, options)
    return out


# ---- elementwise, two operands


@forward("add")
def _(a, b):
    return a + b


@pullback("add")
def _(g, y, a, b):
    return unbroadcast(g, a.shape), unbroadcast(g, b.shape)


@forward("sub")
def _(a, b):
    return a - b


@pullback("sub")
def _(g, y, a, b):
    return unbroadcast(g, a.shape), unbroadcast(-g, b.shape)


@forward("mul")
def _(a, b):
    return a * b


@pullback("mul")
def _(g, y, a, b):
    return unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)


@forward("div")
def _(a, b):
    return a / b


@pullback("div")
def _(g, y, a, b):
    return unbroadcast(g / b, a.shape), unbroadcast(-g * y / b, b.shape)


@forward("matmul")
def _(a, b):
    return a @ b


@pullback("matmul")
def _(g, y, a, b):
    left = a if a.ndim > 1 else a[None]
    right = b if b.ndim > 1 else b[:, None]
    if a.ndim == 1 and b.ndim == 1:
        g = g.reshape(1, 1)
    elif a.ndim == 1:
        g = g[..., None, :]
    elif b.ndim == 1:
        g = g[..., None]
    to_a = unbroadcast(np.matmul(g, right.swapaxes(-2, -1)), left.shape)
    to_b = unbroadcast(np.matmul(left.swapaxes(-2, -1), g), right.shape)
    return to_a.reshape(a.shape), to_b.reshape(b.shape)


# ---- elementwise, one operand


@forward("neg")
def _(a):
    return -a


@pullback("neg")
def _(g, y, a):
    return (-g,)


@forward("pow")
def _(a, n):
    return a**n


@pullback("pow")
def _(g, y, a, n):
    return (g * n * a ** (n - 1.0) if n else np.zeros_like(a),)


@forward("relu")
def _(a):
    return np.maximum(a, 0.0)


@pullback("relu")
def _(g, y, a):
    return (np.where(y > 0, g, 0.0),)


@forward("exp")
def _(a):
    return np.exp(a)


@pullback("exp")
def _(g, y, a):
    return (g * y,)


@forward("log")
def _(a):
    return np.log(a)


@pullback("log")
def _(g, y, a):
    return (g / a,)


@forward("tanh")
def _(a):
    return np.tanh(a)


@pullback("tanh")
def _(g, y, a):
    return (g * (1 - y**2),)


@forward("log_softmax")
def _(a, axis):
    a = a - np.max(a, axis, keepdims=True)
    return a - np.log(np.sum(np.exp(a), axis, keepdims=True))


@pullback("log_softmax")
def _(g, y, a, axis):
    return (g - np.exp(y) * np.sum(g, axis, keepdims=True),)


# ---- reductions and shapes


@forward("sum")
def _(a, axis, keepdims):
    return np.sum(a, axis=axis, keepdims=keepdims)


@pullback("sum")
def _(g, y, a, axis, keepdims):
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    return (np.broadcast_to(g, a.shape),)


@forward("reshape")
def _(a, shape):
    return np.reshape(a, shape)


@pullback("reshape")
def _(g, y, a, shape):
    return (np.reshape(g, a.shape),)


def inverse(axes):
    """The order of axes that takes a transposition back."""
    back = list(axes)
    for place, axis in enumerate(axes):
        back[place] = axis
    return back


@forward("transpose")
def _(a, axes):
    return np.transpose(a, axes)


@pullback("transpose")
def _(g, y, a, axes):
    return (np.transpose(g, inverse(axes)),)


@forward("index")
def _(a, index):
    return a[index]


@pullback("index")
def _(g, y, a, index):
    into = np.zeros_like(a)
    np.add.at(into, index, g)
    return (into,)


# ---- the class


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype="float64")
        self.grad = np.zeros_like(self.data)
        self.made_by = None

    def __add__(self, other):
        return call("add", self, other)

    def __radd__(self, other):
        return call("add", other, self)

    def __sub__(self, other):
        return call("sub", self, other)

    def __rsub__(self, other):
        return call("sub", other, self)

    def __mul__(self, other):
        return call("mul", self, other)

    def __rmul__(self, other):
        return call("mul", other, self)

    def __truediv__(self, other):
        return call("div", self, other)

    def __rtruediv__(self, other):
        return call("div", other, self)

    def __matmul__(self, other):
        return call("matmul", self, other)

    def __rmatmul__(self, other):
        return call("matmul", other, self)

    def __neg__(self):
        return call("neg", self)

    def __pow__(self, n):
        return call("pow", self, n=n)

    def __getitem__(self, index):
        return call("index", self, index=index)

    def sum(self, axis=None, keepdims=False):
        return call("sum", self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        if len(shape) == 1:
            shape = shape[0]
        return call("reshape", self, shape=shape)

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim)[::-1]
        return call("transpose", self, axes=tuple(axes))

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return call("relu", self)

    def exp(self):
        return call("exp", self)

    def log(self):
        return call("log", self)

    def tanh(self):
        return call("tanh", self)

    def log_softmax(self, axis=-1):
        return call("log_softmax", self, axis=axis)

    def backward(self):
        order = topological_order(self)
        for node in order:
            if node.made_by is not None:
                node.grad = np.zeros_like(node.data)
        self.grad += np.ones_like(self.data)
        for node in reversed(order):
            if node.made_by is None:
                continue
            name, inputs, options = node.made_by
            arrays = [t.data for t in inputs]
            for t, g in zip(inputs, PULLBACK[name](node.grad, node.data, *arrays, **options)):
                t.grad += g


def topological_order(root, order=None, seen=None):
    if order is None:
        order, seen = [], set()
    seen.add(id(root))
    if root.made_by is not None:
        for parent in root.made_by[1]:
            if id(parent) not in seen:
                topological_order(parent, order, seen)
    order.append(root)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    missing = grad.ndim - len(shape)
    padded = (1,) * missing + tuple(shape)
    axes = tuple(k for k, (n, m) in enumerate(zip(padded, grad.shape)) if n == 1 and m > 1)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    logs = logits.log_softmax(axis=1)
    right = logs[np.arange(len(logs.data)), np.array(labels)]
    return right.mean() * -1


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in topological_order(root):
        node.grad = np.zeros_like(node.data)
