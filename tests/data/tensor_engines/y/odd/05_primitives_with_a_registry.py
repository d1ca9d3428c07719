"""Plain functions on arrays, with a registry that says how a gradient comes back through each.

`@primitive(...)` registers the rules of a function, one for each argument that is a tensor, and
hangs the function into Tensor under the names that are given. Python's graphlib finds the order.
"""

import functools
import graphlib

import numpy as np

METHODS = {}


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if np.shape(grad) == tuple(shape):
        return grad
    if np.ndim(grad) > len(shape):
        return unbroadcast(np.add.reduce(grad, axis=0), shape)
    axis = next(i for i, n in enumerate(shape) if n != grad.shape[i])
    return unbroadcast(np.add.reduce(grad, axis=axis, keepdims=True), shape)


def primitive(*rules, names=(), swapped=()):
    """Each rule gets the gradient, the value, and all that the function got (as arrays)."""

    def decorate(function):
        @functools.wraps(function)
        def on_tensors(*args, **settings):
            tensors = [x if isinstance(x, Tensor) else Tensor(x) for x in args[: len(rules)]]
            rest = args[len(rules) :]
            arrays = [x.data for x in tensors]
            value = function(*arrays, *rest, **settings)
            out = Tensor(value)
            for x, rule in zip(tensors, rules):

                def vjp(g, rule=rule, x=x):
                    return unbroadcast(rule(g, out.data, *arrays, *rest, **settings), x.data.shape)

                out.sources.append((x, vjp))
            return out

        for name in names or (function.__name__,):
            METHODS[name] = on_tensors
        for name in swapped:
            METHODS[name] = lambda a, b: on_tensors(b, a)
        return on_tensors

    return decorate


@primitive(lambda g, z, x, y: g, lambda g, z, x, y: g, names=["__add__"], swapped=["__radd__"])
def add(x, y):
    return np.add(x, y)


@primitive(lambda g, z, x, y: g, lambda g, z, x, y: -g, names=["__sub__"], swapped=["__rsub__"])
def subtract(x, y):
    return np.subtract(x, y)


@primitive(
    lambda g, z, x, y: g * y, lambda g, z, x, y: g * x, names=["__mul__"], swapped=["__rmul__"]
)
def multiply(x, y):
    return np.multiply(x, y)


@primitive(
    lambda g, z, x, y: g / y,
    lambda g, z, x, y: -g * x / (y * y),
    names=["__truediv__"],
    swapped=["__rtruediv__"],
)
def divide(x, y):
    return np.divide(x, y)


def left_of_product(g, z, x, y):
    """What x gets. Each row of x meets the columns of y that its row of the gradient names."""
    if y.ndim == 1:
        return np.multiply.outer(g, y)
    if x.ndim == 1:
        return np.einsum("...k,...jk->...j", g, y)
    return np.einsum("...ik,...jk->...ij", g, y)


def right_of_product(g, z, x, y):
    if x.ndim == 1:
        return np.multiply(g[..., None, :] if y.ndim > 1 else g, x[:, None] if y.ndim > 1 else x)
    if y.ndim == 1:
        return np.einsum("...i,...ij->...j", g, x)
    return np.einsum("...ij,...ik->...jk", x, g)


@primitive(left_of_product, right_of_product, names=["__matmul__"], swapped=["__rmatmul__"])
def product(x, y):
    return np.matmul(x, y)


@primitive(lambda g, z, x: -g, names=["__neg__"])
def negative(x):
    return np.negative(x)


@primitive(lambda g, z, x, n: g * n * x ** (n - 1) if n else np.zeros_like(x), names=["__pow__"])
def power(x, n):
    return x**n


def spread(g, z, x, axis=None, keepdims=False):
    holes = () if axis is None or keepdims else axis
    return np.expand_dims(g, holes) * np.ones(x.shape)


@primitive(spread, names=["sum"])
def total(x, axis=None, keepdims=False):
    return np.sum(x, axis=axis, keepdims=keepdims)


@primitive(lambda g, z, x, *how, **more: spread(g, z, x, *how, **more) * z.size / x.size, names=["mean"])
def average(x, axis=None, keepdims=False):
    return np.mean(x, axis=axis, keepdims=keepdims)


@primitive(lambda g, z, x, *shape: np.reshape(g, x.shape))
def reshape(x, *shape):
    return x.reshape(*shape)


def turn_back(g, z, x, axes=None):
    if axes is None:
        return g.T
    for goal in range(g.ndim):  # bring the axes home one by one
        axes = [i % g.ndim for i in axes]
        here = axes.index(goal)
        axes[goal], axes[here] = axes[here], axes[goal]
        g = np.swapaxes(g, goal, here)
    return g


@primitive(turn_back)
def transpose(x, axes=None):
    return np.transpose(x, axes)


def put_back(g, z, x, index):
    home = np.zeros(x.shape)
    np.add.at(home, index, g)
    return home


@primitive(put_back, names=["__getitem__"])
def take(x, index):
    return x[index]


@primitive(lambda g, z, x: np.where(x > 0, g, 0.0))
def relu(x):
    return np.where(x > 0, x, 0.0)


@primitive(lambda g, z, x: g * z)
def exp(x):
    return np.exp(x)


@primitive(lambda g, z, x: g / x)
def log(x):
    return np.log(x)


@primitive(lambda g, z, x: g * (1.0 - z * z))
def tanh(x):
    return np.tanh(x)


@primitive(lambda g, z, x, axis=-1: g - np.exp(z) * np.sum(g, axis=axis, keepdims=True))
def log_softmax(x, axis=-1):
    x = x - np.max(x, axis=axis, keepdims=True)
    return x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True))


class Arithmetic:
    def __init_subclass__(cls):
        for name, function in METHODS.items():
            setattr(cls, name, function)


class Tensor(Arithmetic):
    __array_priority__ = 1000.0  # arrays leave `array + tensor` to us

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.sources = []

    def __repr__(self):
        return f"Tensor({self.data!r})"

    T = property(lambda self: self.transpose())

    def backward(self):
        order = list(graph(self).static_order())
        for node in order:
            if node.sources:
                node.grad = np.zeros(node.data.shape)
        self.grad += np.ones(self.data.shape)
        for node in order[::-1]:
            for x, vjp in node.sources:
                x.grad += vjp(node.grad)


def graph(root):
    sorter, seen, todo = graphlib.TopologicalSorter(), {root}, [root]
    while todo:
        node = todo.pop()
        below = {x for x, _ in node.sources}
        sorter.add(node, *below)
        todo.extend(below - seen)
        seen |= below
    return sorter


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    right = np.equal.outer(np.asarray(labels), np.arange(logits.data.shape[1]))
    return (log_softmax(logits) * right).sum() / -len(right)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in graph(root).static_order():
        node.grad = np.zeros(node.data.shape)
