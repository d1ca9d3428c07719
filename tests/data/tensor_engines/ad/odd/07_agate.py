"""Exercise 8, with generators: an operation yields its value, then waits for gradients.

What is sent into a generator is the gradient of the result. What comes out is a tuple with one
gradient for each operand. The generator then waits for the next call of backward.
"""

import functools

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, operands=(), waiting=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.operands = operands
        self.waiting = waiting

    @property
    def T(self):
        return self.transpose()

    def backward(self):
        arrived = {self: np.ones(self.data.shape)}
        for tensor in results_first(self):
            grad = arrived.pop(tensor)
            if tensor.waiting is None:
                tensor.grad += grad
                continue
            for operand, share in zip(tensor.operands, tensor.waiting.send(grad), strict=True):
                share = unbroadcast(share, operand.data.shape)
                arrived[operand] = arrived[operand] + share if operand in arrived else share


def method(name, reflected=None):
    """Make a generator function on arrays an operation of Tensor."""

    def decorate(generator):
        @functools.wraps(generator)
        def operation(*args, **kwargs):
            count = generator.__code__.co_posonlyargcount
            operands = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in args[:count])
            running = generator(*(t.data for t in operands), *args[count:], **kwargs)
            out = Tensor(next(running), operands, running)
            next(running)
            return out

        setattr(Tensor, name, operation)
        if reflected:
            setattr(Tensor, reflected, lambda self, other: operation(other, self))
        return operation

    return decorate


@method("__add__", "__radd__")
def add(a, b, /):
    yield a + b
    g = yield
    while True:
        g = yield g, g


@method("__sub__", "__rsub__")
def sub(a, b, /):
    yield a - b
    g = yield
    while True:
        g = yield g, -g


@method("__mul__", "__rmul__")
def mul(a, b, /):
    yield a * b
    g = yield
    while True:
        g = yield g * b, g * a


@method("__truediv__", "__rtruediv__")
def truediv(a, b, /):
    yield a / b
    g = yield
    while True:
        g = yield g / b, -g * a / b**2


@method("__matmul__", "__rmatmul__")
def matmul(a, b, /):
    yield a @ b
    left = a if a.ndim > 1 else a[None, :]
    right = b if b.ndim > 1 else b[:, None]
    shape = (left @ right).shape
    g = yield
    while True:
        g = g.reshape(shape)
        to_left = unbroadcast(g @ right.swapaxes(-1, -2), left.shape)
        to_right = unbroadcast(left.swapaxes(-1, -2) @ g, right.shape)
        g = yield to_left.reshape(a.shape), to_right.reshape(b.shape)


@method("__neg__")
def neg(a, /):
    yield -a
    g = yield
    while True:
        g = yield (-g,)


@method("__pow__")
def power(a, /, n):
    yield a**n
    g = yield
    while True:
        g = yield (g * n * a ** (n - 1) if n != 0 else np.zeros(a.shape),)


@method("__getitem__")
def getitem(a, /, index):
    yield a[index]
    g = yield
    while True:
        whole = np.zeros(a.shape)
        np.add.at(whole, index, g)
        g = yield (whole,)


@method("sum")
def total(a, /, axis=None, keepdims=False):
    yield a.sum(axis=axis, keepdims=keepdims)
    kept = a.sum(axis=axis, keepdims=True).shape
    g = yield
    while True:
        g = yield (np.broadcast_to(g.reshape(kept), a.shape),)


@method("mean")
def mean(a, /, axis=None, keepdims=False):
    value = a.mean(axis=axis, keepdims=keepdims)
    yield value
    kept = a.sum(axis=axis, keepdims=True).shape
    g = yield
    while True:
        g = yield (np.broadcast_to(g.reshape(kept) * (np.size(value) / a.size), a.shape),)


@method("reshape")
def reshape(a, /, *shape):
    yield a.reshape(*shape)
    g = yield
    while True:
        g = yield (g.reshape(a.shape),)


@method("transpose")
def transpose(a, /, axes=None):
    yield a.transpose(axes)
    numbers = np.arange(a.ndim)
    back = np.argsort(numbers[::-1] if axes is None else numbers[list(axes)])
    g = yield
    while True:
        g = yield (g.transpose(back),)


@method("relu")
def relu(a, /):
    yield np.maximum(a, 0.0)
    g = yield
    while True:
        g = yield (g * (a > 0),)


@method("exp")
def exp(a, /):
    e = np.exp(a)
    yield e
    g = yield
    while True:
        g = yield (g * e,)


@method("log")
def log(a, /):
    yield np.log(a)
    g = yield
    while True:
        g = yield (g / a,)


@method("tanh")
def tanh(a, /):
    t = np.tanh(a)
    yield t
    g = yield
    while True:
        g = yield (g * (1 - t * t),)


@method("log_softmax")
def log_softmax(a, /, axis=-1):
    z = a - a.max(axis=axis, keepdims=True)
    z = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
    yield z
    g = yield
    while True:
        g = yield (g - np.exp(z) * g.sum(axis=axis, keepdims=True),)


def operands_first(root):
    seen, path = {root}, [(root, iter(root.operands))]
    while path:
        tensor, rest = path[-1]
        fresh = next((t for t in rest if t not in seen), None)
        if fresh is None:
            yield tensor
            path.pop()
        else:
            seen.add(fresh)
            path.append((fresh, iter(fresh.operands)))


def results_first(root):
    return reversed(list(operands_first(root)))


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=np.int64)
    return -logits.log_softmax()[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for tensor in operands_first(root):
        tensor.grad = np.zeros(tensor.data.shape)
