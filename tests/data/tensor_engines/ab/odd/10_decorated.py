"""Exercise 8. `@gradient(...)` above a function of arrays gives it its derivative, and a method."""

import operator

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.maker = None

    def __init_subclass__(cls):
        raise TypeError("one class of tensors is enough")

    def backward(self):
        order = line_up(self)
        for node in filter(operator.attrgetter("maker"), order):
            node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in filter(operator.attrgetter("maker"), reversed(order)):
            rules, tensors, arguments, settings = node.maker
            for tensor, rule in zip(tensors, rules):
                sent = rule(node.grad, node.data, *arguments, **settings)
                tensor.grad = tensor.grad + unbroadcast(np.asarray(sent), tensor.data.shape)


def gradient(*rules, name=None, reflected=None):
    """rules: one for each operand; each takes the gradient, the value and what the function takes."""

    def decorate(function):
        def method(*operands, **settings):
            first, rest = operands[: len(rules)], operands[len(rules) :]
            tensors = [x if isinstance(x, Tensor) else Tensor(x) for x in first]
            arguments = [t.data for t in tensors] + list(rest)
            out = Tensor(function(*arguments, **settings))
            out.maker = rules, tensors, arguments, settings
            return out

        setattr(Tensor, name or function.__name__, method)
        if reflected:
            setattr(Tensor, reflected, lambda self, other: method(other, self))
        return function

    return decorate


def matrices(g, x, y):
    """Gradient and operands of x @ y, all of them with two axes or more."""
    g, y = (g[..., None], y[:, None]) if y.ndim == 1 else (g, y)
    return (g[..., None, :], x[None, :], y) if x.ndim == 1 else (g, x, y)


def left(g, out, x, y):
    G, X, Y = matrices(g, x, y)
    return unbroadcast(G @ Y.swapaxes(-1, -2), X.shape).reshape(x.shape)


def right(g, out, x, y):
    G, X, Y = matrices(g, x, y)
    return unbroadcast(X.swapaxes(-1, -2) @ G, Y.shape).reshape(y.shape)


def keep(g, x, axis, keepdims):
    return g if axis is None or keepdims else np.expand_dims(g, axis)


def scattered(g, x, index):
    zeros = np.zeros_like(x)
    np.add.at(zeros, index, g)
    return zeros


for sign, rules in {
    "add": (lambda g, out, x, y: g, lambda g, out, x, y: g),
    "sub": (lambda g, out, x, y: g, lambda g, out, x, y: -g),
    "mul": (lambda g, out, x, y: g * y, lambda g, out, x, y: x * g),
    "truediv": (lambda g, out, x, y: g / y, lambda g, out, x, y: -g * out / y),
    "matmul": (left, right),
}.items():
    gradient(*rules, name=f"__{sign}__", reflected=f"__r{sign}__")(getattr(operator, sign))


@gradient(lambda g, out, x: -g, name="__neg__")
def negative(x):
    return -x


@gradient(lambda g, out, x, n: g * n * x ** (n - 1) if n else 0 * g, name="__pow__")
def power(x, n):
    return x**n


@gradient(lambda g, out, x, index: scattered(g, x, index), name="__getitem__")
def item(x, index):
    return x[index]


@gradient(lambda g, out, x, axis=None, keepdims=False: keep(g, x, axis, keepdims) + np.zeros_like(x))
def sum(x, axis=None, keepdims=False):
    return x.sum(axis=axis, keepdims=keepdims)


@gradient(
    lambda g, out, x, axis=None, keepdims=False: np.full_like(x, out.size / x.size)
    * keep(g, x, axis, keepdims)
)
def mean(x, axis=None, keepdims=False):
    return x.mean(axis=axis, keepdims=keepdims)


@gradient(lambda g, out, x, *shape: g.reshape(x.shape))
def reshape(x, *shape):
    return x.reshape(*shape)


@gradient(
    lambda g, out, x, axes=None: g.T if axes is None else g.transpose(np.argsort(np.mod(axes, x.ndim)))
)
def transpose(x, axes=None):
    return x.transpose(axes)


@gradient(lambda g, out, x: np.where(out > 0, g, 0))
def relu(x):
    return np.clip(x, 0, None)


@gradient(lambda g, out, x: g * out)
def exp(x):
    return np.exp(x)


@gradient(lambda g, out, x: g / x)
def log(x):
    return np.log(x)


@gradient(lambda g, out, x: g - g * out**2)
def tanh(x):
    return np.tanh(x)


@gradient(lambda g, out, x, axis=-1: g - np.exp(out) * g.sum(axis=axis, keepdims=True))
def log_softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=axis, keepdims=True))


@gradient(lambda g, out, x, labels: g * (softmax(x) - np.eye(x.shape[1])[labels]) / len(x), name="_loss")
def loss(x, labels):
    return -np.take_along_axis(log_softmax(x), labels[:, None], axis=1).mean()


def softmax(x):
    return np.exp(log_softmax(x))


Tensor.T = property(lambda self: self.transpose())


def line_up(root):
    order, met = [], set()

    def enter(node):
        met.add(node)
        for operand in node.maker[1] if node.maker else ():
            if operand not in met:
                enter(operand)
        order.append(node)

    enter(root)
    return order


def unbroadcast(grad, shape):
    for axis in range(-grad.ndim, 0):
        if -axis > len(shape) or shape[axis] == 1:
            grad = np.add.reduce(grad, axis=axis, keepdims=True)
    return grad.reshape(shape)


def cross_entropy(logits, labels):
    return logits._loss(np.asarray(labels, dtype=int))


def zero_grad(root):
    for node in line_up(root):
        node.grad = np.zeros_like(node.data)
