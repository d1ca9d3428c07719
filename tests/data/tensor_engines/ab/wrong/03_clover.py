"""Exercise 8: my engine."""

import numpy as np

# ---- the table of rules: each takes the upstream gradient, the result, the operands' arrays, and the options


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    lead = grad.ndim - len(shape)
    axes = list(range(lead))
    axes += [lead + i for i in range(len(shape)) if shape[i] == 1]
    return np.sum(grad, axis=tuple(axes), keepdims=True).reshape(shape)


def spread(g, a, axis, keepdims):
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    return g * np.ones_like(a)


def matmul_rule(g, out, a, b):
    A = a if a.ndim > 1 else a.reshape(1, -1)
    B = b if b.ndim > 1 else b.reshape(-1, 1)
    shape = list(np.broadcast_shapes(A.shape[:-2], B.shape[:-2]))
    G = g.reshape(shape + [A.shape[-2], B.shape[-1]])
    ga = unbroadcast(np.matmul(G, np.swapaxes(B, -2, -1)), A.shape)
    gb = unbroadcast(np.matmul(np.swapaxes(A, -2, -1), G), B.shape)
    return ga.reshape(a.shape), gb.reshape(b.shape)


def index_rule(g, out, a, index):
    grad = np.zeros_like(a)
    np.add.at(grad, index, g)
    return (grad,)


def transpose_rule(g, out, a, axes):
    if axes is None:
        return (g.T,)
    return (np.transpose(g, np.argsort(np.array(axes, dtype=int) % max(a.ndim, 1))),)


def log_softmax_value(a, axis):
    top = a.max(axis=axis, keepdims=True)
    return a - top - np.log(np.exp(a - top).sum(axis=axis, keepdims=True))


def log_softmax_rule(g, out, a, axis):
    total = g.sum(axis=-1, keepdims=True)
    return (g - np.exp(out) * total,)


FORWARD = {
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "matmul": lambda a, b: a @ b,
    "pow": lambda a, n: a**n,
    "sum": lambda a, axis, keepdims: a.sum(axis=axis, keepdims=keepdims),
    "mean": lambda a, axis, keepdims: a.mean(axis=axis, keepdims=keepdims),
    "reshape": lambda a, shape: a.reshape(*shape),
    "transpose": lambda a, axes: a.transpose(axes),
    "index": lambda a, index: a[index],
    "relu": lambda a: np.maximum(a, 0),
    "exp": np.exp,
    "log": np.log,
    "tanh": np.tanh,
    "log_softmax": log_softmax_value,
}

BACKWARD = {
    "add": lambda g, out, a, b: (unbroadcast(g, a.shape), unbroadcast(g, b.shape)),
    "mul": lambda g, out, a, b: (unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)),
    "div": lambda g, out, a, b: (unbroadcast(g / b, a.shape), unbroadcast(-g * out / b, b.shape)),
    "matmul": matmul_rule,
    "pow": lambda g, out, a, n: (g * n * a ** (n - 1) if n else 0 * g,),
    "sum": lambda g, out, a, axis, keepdims: (spread(g, a, axis, keepdims),),
    "mean": lambda g, out, a, axis, keepdims: (spread(g, a, axis, keepdims) * (out.size / a.size),),
    "reshape": lambda g, out, a, shape: (g.reshape(a.shape),),
    "transpose": transpose_rule,
    "index": index_rule,
    "relu": lambda g, out, a: (g * (a > 0),),
    "exp": lambda g, out, a: (g * out,),
    "log": lambda g, out, a: (g / a,),
    "tanh": lambda g, out, a: (g * (1 - out * out),),
    "log_softmax": log_softmax_rule,
}


def make(op, *operands, **options):
    operands = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in operands)
    value = FORWARD[op](*(x.data for x in operands), **options)
    return Tensor(value, operands, op, options)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), op=None, options=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self.op = op
        self.options = options or {}

    __add__ = lambda self, other: make("add", self, other)
    __radd__ = lambda self, other: make("add", other, self)
    __mul__ = lambda self, other: make("mul", self, other)
    __rmul__ = lambda self, other: make("mul", other, self)
    __truediv__ = lambda self, other: make("div", self, other)
    __rtruediv__ = lambda self, other: make("div", other, self)
    __matmul__ = lambda self, other: make("matmul", self, other)
    __rmatmul__ = lambda self, other: make("matmul", other, self)
    __neg__ = lambda self: make("mul", self, -1.0)
    __sub__ = lambda self, other: make("add", self, make("mul", other, -1.0))
    __rsub__ = lambda self, other: make("add", other, -self)
    __pow__ = lambda self, n: make("pow", self, n=n)
    __getitem__ = lambda self, index: make("index", self, index=index)
    T = property(lambda self: self.transpose())

    def sum(self, axis=None, keepdims=False):
        return make("sum", self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return make("mean", self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        return make("reshape", self, shape=shape)

    def transpose(self, axes=None):
        return make("transpose", self, axes=axes)

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
        order = sort(self)
        grads = {id(node): np.zeros_like(node.data) for node in order}
        grads[id(self)] = np.ones_like(self.data)
        for node in reversed(order):
            g = grads[id(node)]
            node.grad = node.grad + g if node.op is None else g
            if node.op is not None:
                rule = BACKWARD[node.op]
                sent = rule(g, node.data, *(x.data for x in node._prev), **node.options)
                for x, part in zip(node._prev, sent):
                    grads[id(x)] = grads[id(x)] + part


def sort(root):
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack.extend((x, False) for x in node._prev)
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = len(labels)
    return logits.log_softmax(-1)[list(range(n)), list(labels)].sum() * (-1 / n)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in sort(root):
        node.grad = np.zeros_like(node.data)
