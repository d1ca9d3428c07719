"""A decorator makes an operation of a function that returns its value and its way back."""

import functools

import numpy as np


def differentiable(count):
    """The first `count` arguments are tensors, the others are options."""

    def decorate(function):
        @functools.wraps(function)
        def operation(*args, **options):
            tensors = [t if isinstance(t, Tensor) else Tensor(t) for t in args[:count]]
            value, pull = function(*[t.data for t in tensors], *args[count:], **options)
            out = Tensor(value)
            out.tensors, out.pull = tensors, pull
            return out

        return operation

    return decorate


def swapped(operation):
    return lambda self, other: operation(other, self)


class Tensor:
    __array_ufunc__ = None
    tensors = ()
    pull = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)

    @differentiable(2)
    def __add__(a, b):
        return a + b, lambda g: (back(g, a), back(g, b))

    @differentiable(2)
    def __sub__(a, b):
        return a - b, lambda g: (back(g, a), back(-g, b))

    @differentiable(2)
    def __mul__(a, b):
        return a * b, lambda g: (back(g * b, a), back(g * a, b))

    @differentiable(2)
    def __truediv__(a, b):
        return a / b, lambda g: (back(g / b, a), back(-g * a / b**2, b))

    @differentiable(2)
    def __matmul__(a, b):
        m = a[None] if a.ndim == 1 else a
        n = b[:, None] if b.ndim == 1 else b

        def pull(g):
            g = g[..., None] if b.ndim == 1 else g
            g = g[..., None, :] if a.ndim == 1 else g
            ga = stacks(g @ n.swapaxes(-1, -2), m)
            gb = stacks(m.swapaxes(-1, -2) @ g, n)
            return ga.reshape(a.shape), gb.reshape(b.shape)

        return a @ b, pull

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)
    __rmatmul__ = swapped(__matmul__)

    @differentiable(1)
    def __neg__(a):
        return -a, lambda g: (-g,)

    @differentiable(1)
    def __pow__(a, n):
        return a**n, lambda g: (g * n * a ** (n - 1) if n else np.zeros_like(a),)

    @differentiable(1)
    def sum(a, axis=None, keepdims=False):
        def pull(g):
            if not keepdims:
                g = np.expand_dims(g, axis if axis is not None else tuple(range(a.ndim)))
            return (np.broadcast_to(g, a.shape),)

        return a.sum(axis=axis, keepdims=keepdims), pull

    @differentiable(1)
    def mean(a, axis=None, keepdims=False):
        value = a.mean(axis=axis, keepdims=keepdims)

        def pull(g):
            g = g * value.size / a.size
            if not keepdims:
                g = np.expand_dims(g, axis if axis is not None else tuple(range(a.ndim)))
            return (np.broadcast_to(g, a.shape),)

        return value, pull

    @differentiable(1)
    def reshape(a, *shape):
        return a.reshape(*shape), lambda g: (g.reshape(a.shape),)

    @differentiable(1)
    def transpose(a, axes=None):
        if axes is None:
            return a.T, lambda g: (g.T,)
        order = [i % a.ndim for i in axes]
        return a.transpose(order), lambda g: (g.transpose(np.argsort(order)),)

    T = property(transpose)

    @differentiable(1)
    def __getitem__(a, index):
        def pull(g):
            full = np.zeros_like(a)
            np.add.at(full, index, g)
            return (full,)

        return a[index], pull

    @differentiable(1)
    def relu(a):
        return np.where(a > 0, a, 0.0), lambda g: (np.where(a > 0, g, 0.0),)

    @differentiable(1)
    def exp(a):
        y = np.exp(a)
        return y, lambda g: (g * y,)

    @differentiable(1)
    def log(a):
        return np.log(a), lambda g: (g / a,)

    @differentiable(1)
    def tanh(a):
        y = np.tanh(a)
        return y, lambda g: (g * (1 - y**2),)

    @differentiable(1)
    def log_softmax(a, axis=-1):
        a = a - a.max(axis=axis, keepdims=True)
        y = a - np.log(np.exp(a).sum(axis=axis, keepdims=True))
        return y, lambda g: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)

    def backward(self):
        line = list(queue(self))
        for t in line:
            if t.pull:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in reversed(line):
            if t.pull:
                for each, grad in zip(t.tensors, t.pull(t.grad)):
                    each.grad = each.grad + grad


def queue(root):
    """Yields every tensor below root once, operands before results."""
    seen, stack = {root}, [(root, iter(root.tensors))]
    while stack:
        top, rest = stack[-1]
        following = next((t for t in rest if t not in seen), None)
        if following is None:
            stack.pop()
            yield top
        else:
            seen.add(following)
            stack.append((following, iter(following.tensors)))


def back(grad, like):
    return unbroadcast(grad, like.shape)


def stacks(grad, like):
    """Sum over stacked matrices that `like` has only one of."""
    front = grad.ndim - like.ndim
    axes = [i for i in range(grad.ndim - 2) if i < front or like.shape[i - front] == 1]
    return grad.sum(axis=tuple(axes)).reshape(like.shape)


def unbroadcast(grad, shape):
    stretched = tuple(i for i, n in enumerate(shape) if n == 1)
    grad = grad.sum(axis=stretched, keepdims=True)
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad


def cross_entropy(logits, labels):
    chosen = logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)]
    return -chosen.mean()


def zero_grad(root):
    for t in queue(root):
        t.grad = np.zeros_like(t.data)
