from collections import namedtuple

import numpy as np

Edge = namedtuple("Edge", "tensor back")


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, *edges):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.edges = edges

    @property
    def T(self):
        return transpose(self)

    def backward(self):
        order = arrange(self)
        for t in order:
            if t.edges:
                t.grad = np.zeros(t.data.shape)
        self.grad += np.ones(self.data.shape)
        for t in order:
            for edge in t.edges:
                part = edge.back(t.grad)
                edge.tensor.grad += unbroadcast(part, edge.tensor.data.shape)


def arrange(root):
    """Depth first, and turned round: root comes first, leaves come after all that use them."""
    done, order, stack = set(), [], [root]
    while stack:
        t = stack[-1]
        below = [e.tensor for e in t.edges if id(e.tensor) not in done]
        if id(t) in done:
            stack.pop()
        elif below:
            stack.extend(below)
        else:
            done.add(id(t))
            order.append(t)
            stack.pop()
    return order[::-1]


def unbroadcast(grad, shape):
    grad = np.asarray(grad)
    surplus = grad.ndim - len(shape)
    if surplus > 0:
        grad = np.asarray(grad.sum(axis=tuple(range(surplus))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=stretched, keepdims=True) if stretched else grad


def binary(value, left, right):
    """The two methods of an operator: with the tensor on the left, and on the right."""

    def make(a, b):
        a = a if isinstance(a, Tensor) else Tensor(a)
        b = b if isinstance(b, Tensor) else Tensor(b)
        x, y = a.data, b.data
        return Tensor(
            value(x, y), Edge(a, lambda g: left(g, x, y)), Edge(b, lambda g: right(g, x, y))
        )

    return make, lambda a, b: make(b, a)


def unary(value, slope):
    def make(a):
        x = a.data
        y = value(x)
        return Tensor(y, Edge(a, lambda g: g * slope(x, y)))

    return make


def matrices(g, x, y):
    if y.ndim == 1:
        y, g = y[:, None], g[..., None]
    if x.ndim == 1:
        x, g = x[None, :], g[..., None, :]
    return g, x, y


def matmul_left(g, x, y):
    g, m, n = matrices(g, x, y)
    return unbroadcast(g @ n.swapaxes(-1, -2), m.shape).reshape(x.shape)


def matmul_right(g, x, y):
    g, m, n = matrices(g, x, y)
    return unbroadcast(m.swapaxes(-1, -2) @ g, n.shape).reshape(y.shape)


def power(a, n):
    x = a.data
    if n == 0:
        return Tensor(np.ones(x.shape), Edge(a, np.zeros_like))
    return Tensor(x**n, Edge(a, lambda g: g * n * x ** (n - 1)))


def spread(g, shape, axis, keepdims):
    """A gradient of a sum over `axis`, for every entry of an array of `shape`."""
    if axis is None:
        return np.broadcast_to(g, shape)
    if not keepdims:
        axes = axis if isinstance(axis, tuple) else (axis,)
        for i in sorted(k if k >= 0 else k + g.ndim for k in axes):
            g = np.expand_dims(g, i)
    return np.broadcast_to(g, shape)


def total(a, axis=None, keepdims=False):
    x = a.data
    value = x.sum(axis=axis, keepdims=keepdims)
    return Tensor(value, Edge(a, lambda g: spread(g, x.shape, axis, keepdims)))


def mean(a, axis=None, keepdims=False):
    x = a.data
    value = x.mean(axis=axis, keepdims=keepdims)
    many = x.size / value.size
    return Tensor(value, Edge(a, lambda g: spread(g, x.shape, axis, keepdims) / many))


def reshape(a, *shape):
    x = a.data
    return Tensor(x.reshape(*shape), Edge(a, lambda g: g.reshape(x.shape)))


def transpose(a, axes=None):
    x = a.data
    if axes is None:
        return Tensor(x.T, Edge(a, lambda g: g.T))
    axes = [i % x.ndim for i in axes]
    return Tensor(x.transpose(axes), Edge(a, lambda g: g.transpose(np.argsort(axes))))


def item(a, index):
    x = a.data

    def back(g):
        z = np.zeros(x.shape)
        np.add.at(z, index, g)
        return z

    return Tensor(x[index], Edge(a, back))


def log_softmax(a, axis=-1):
    x = a.data - a.data.max(axis=axis, keepdims=True)
    y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
    return Tensor(y, Edge(a, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True)))


for name, trio in {
    "add": (np.add, lambda g, x, y: g, lambda g, x, y: g),
    "sub": (np.subtract, lambda g, x, y: g, lambda g, x, y: -g),
    "mul": (np.multiply, lambda g, x, y: g * y, lambda g, x, y: g * x),
    "truediv": (np.divide, lambda g, x, y: g / y, lambda g, x, y: -g * x / y**2),
    "matmul": (np.matmul, matmul_left, matmul_right),
}.items():
    forward, reflected = binary(*trio)
    setattr(Tensor, f"__{name}__", forward)
    setattr(Tensor, f"__r{name}__", reflected)

Tensor.__neg__ = unary(np.negative, lambda x, y: -1.0)
Tensor.__pow__ = power
Tensor.__getitem__ = item
Tensor.sum = total
Tensor.mean = mean
Tensor.reshape = reshape
Tensor.transpose = transpose
Tensor.relu = unary(lambda x: np.maximum(x, 0.0), lambda x, y: x > 0)
Tensor.exp = unary(np.exp, lambda x, y: y)
Tensor.log = unary(np.log, lambda x, y: 1 / x)
Tensor.tanh = unary(np.tanh, lambda x, y: 1 - y * y)
Tensor.log_softmax = log_softmax


def cross_entropy(logits, labels):
    labels = np.asarray(labels)
    return -log_softmax(logits)[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    for t in arrange(root):
        t.grad = np.zeros(t.data.shape)
