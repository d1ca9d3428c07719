"""A tensor holds the recipe that it was made by. Two `match` statements read recipes: one makes
the value, and one takes a gradient back."""

from typing import Any, NamedTuple

import numpy as np


class Two(NamedTuple):
    sign: str
    a: Any
    b: Any


class One(NamedTuple):
    name: str
    a: Any


class Raised(NamedTuple):
    a: Any
    n: Any


class Summed(NamedTuple):
    a: Any
    axis: Any
    keepdims: bool


class Shaped(NamedTuple):
    a: Any
    shape: Any


class Turned(NamedTuple):
    a: Any
    axes: Any


class Taken(NamedTuple):
    a: Any
    index: Any


class LogSoftmaxed(NamedTuple):
    a: Any
    axis: int


def value(recipe):
    match recipe:
        case Two("+", a, b):
            return a.data + b.data
        case Two("-", a, b):
            return a.data - b.data
        case Two("*", a, b):
            return a.data * b.data
        case Two("/", a, b):
            return a.data / b.data
        case Two("@", a, b):
            return a.data @ b.data
        case One("neg", a):
            return -a.data
        case One("relu", a):
            return np.maximum(a.data, 0)
        case One("exp" | "log" | "tanh" as name, a):
            return getattr(np, name)(a.data)
        case Raised(a, n):
            return a.data**n
        case Summed(a, axis, keepdims):
            return a.data.sum(axis=axis, keepdims=keepdims)
        case Shaped(a, shape):
            return a.data.reshape(*shape)
        case Turned(a, axes):
            return a.data.transpose(axes)
        case Taken(a, index):
            return a.data[index]
        case LogSoftmaxed(a, axis):
            top = a.data.max(axis=axis, keepdims=True)
            return a.data - top - np.log(np.exp(a.data - top).sum(axis=axis, keepdims=True))


def take_back(node):
    """Pairs: an operand, and what the gradient of this node sends it (in the node's shape)."""
    g, out = node.grad, node.data
    match node.recipe:
        case None:
            return
        case Two("+", a, b):
            yield a, g
            yield b, g
        case Two("-", a, b):
            yield a, g
            yield b, -g
        case Two("*", a, b):
            yield a, g * b.data
            yield b, g * a.data
        case Two("/", a, b):
            yield a, g / b.data
            yield b, -g * out / b.data
        case Two("@", a, b):
            x, y = a.data, b.data
            if y.ndim == 1:
                y, g = y[:, None], g[..., None]
            if x.ndim == 1:
                x, g = x[None], g[..., None, :]
            # A vector was a matrix of one row or column: without the stack, its entries in order.
            yield a, unbroadcast(np.einsum("...ik,...jk->...ij", g, y), x.shape).reshape(a.data.shape)
            yield b, unbroadcast(np.einsum("...ij,...ik->...jk", x, g), y.shape).reshape(b.data.shape)
        case One("neg", a):
            yield a, -g
        case One("relu", a):
            yield a, np.where(a.data > 0, g, 0)
        case One("exp", a):
            yield a, g * out
        case One("log", a):
            yield a, g / a.data
        case One("tanh", a):
            yield a, g - g * out**2
        case Raised(a, 0):
            pass
        case Raised(a, n):
            yield a, g * n * a.data ** (n - 1)
        case Summed(a, None, _) | Summed(a, _, True):
            yield a, np.broadcast_to(g, a.data.shape)
        case Summed(a, axis, _):
            yield a, np.broadcast_to(np.expand_dims(g, axis), a.data.shape)
        case Shaped(a, _):
            yield a, g.reshape(a.data.shape)
        case Turned(a, None):
            yield a, g.T
        case Turned(a, axes):
            yield a, np.moveaxis(g, range(g.ndim), axes)
        case Taken(a, index):
            whole = np.zeros(a.data.shape)
            np.add.at(whole, index, g)
            yield a, whole
        case LogSoftmaxed(a, axis):
            yield a, g - np.exp(out) * g.sum(axis=axis, keepdims=True)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    match grad.ndim - len(shape), [i for i, n in enumerate(shape) if n == 1]:
        case 0, []:
            return grad
        case 0, [*ones]:
            return grad.sum(axis=tuple(ones), keepdims=True)
        case extra, _:
            return unbroadcast(grad.sum(axis=tuple(range(extra))), shape)


class Tensor:
    __slots__ = ("data", "grad", "recipe")
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.recipe = None

    def __neg__(self):
        return cook(One("neg", self))

    def __pow__(self, n):
        return cook(Raised(self, n))

    def __getitem__(self, index):
        return cook(Taken(self, index))

    def sum(self, axis=None, keepdims=False):
        return cook(Summed(self, axis, bool(keepdims)))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return cook(Shaped(self, shape))

    def transpose(self, axes=None):
        return cook(Turned(self, axes))

    @property
    def T(self):
        return cook(Turned(self, None))

    def log_softmax(self, axis=-1):
        return cook(LogSoftmaxed(self, axis))

    def backward(self):
        order = courses(self)
        for node in order:
            if node.recipe is not None:
                node.grad = np.zeros(node.data.shape)
        self.grad += np.ones(self.data.shape)
        for node in order:
            for operand, g in take_back(node):
                operand.grad += unbroadcast(g, operand.data.shape)


def operators(sign):
    return (
        lambda self, other: cook(Two(sign, self, tensor(other))),
        lambda self, other: cook(Two(sign, tensor(other), self)),
    )


for sign, name in {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "@": "matmul"}.items():
    for each, method in zip((f"__{name}__", f"__r{name}__"), operators(sign)):
        setattr(Tensor, each, method)

for name in ("relu", "exp", "log", "tanh"):
    setattr(Tensor, name, lambda self, name=name: cook(One(name, self)))


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def cook(recipe):
    out = Tensor(value(recipe))
    out.recipe = recipe
    return out


def operands(node):
    return [x for x in node.recipe or () if isinstance(x, Tensor)]


def courses(root):
    """All tensors below root, and root first: each one only after all that are made of it."""
    above = {root: 0}
    todo = [root]
    while todo:
        for each in operands(todo.pop()):
            if each not in above:
                above[each] = 0
                todo.append(each)
            above[each] += 1
    order = [root]
    for node in order:  # grows
        for each in operands(node):
            above[each] -= 1
            if not above[each]:
                order.append(each)
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    return logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)].mean() * -1


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in courses(root):
        node.grad = np.zeros(node.data.shape)
