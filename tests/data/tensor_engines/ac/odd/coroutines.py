"""Each operation is a generator: it yields its value, then waits for gradients for ever.

    value = yield ...        the first thing it yields is the result
    g = yield (da, db)       then it takes a gradient and yields those of its operands
"""

import functools

import numpy as np


def operation(generator):
    @functools.wraps(generator)
    def run(*operands, **options):
        tensors = [x if isinstance(x, Tensor) else Tensor(x) for x in operands]
        routine = generator(*(t.data for t in tensors), **options)
        out = Tensor(next(routine))
        out.operands, out.routine = tensors, routine
        next(routine)  # up to the place where it waits
        return out

    return run


def swapped(method):
    return lambda self, other: method(other, self)


@operation
def add(a, b):
    yield a + b
    g = yield
    while True:
        g = yield g, g


@operation
def sub(a, b):
    yield a - b
    g = yield
    while True:
        g = yield g, -g


@operation
def mul(a, b):
    yield a * b
    g = yield
    while True:
        g = yield g * b, g * a


@operation
def div(a, b):
    y = a / b
    yield y
    g = yield
    while True:
        g = yield g / b, -g * y / b


@operation
def matmul(a, b):
    yield a @ b
    left, right = a.ndim == 1, b.ndim == 1
    x, y = a[None] if left else a, b[:, None] if right else b
    g = yield
    while True:
        g = np.expand_dims(g, -1) if right else g
        g = np.expand_dims(g, -2) if left else g
        dx, dy = g @ np.swapaxes(y, -1, -2), np.swapaxes(x, -1, -2) @ g
        g = yield (dx[..., 0, :] if left else dx), (dy[..., 0] if right else dy)


@operation
def neg(a):
    yield -a
    g = yield
    while True:
        g = yield (-g,)


@operation
def power(a, n):
    yield a**n
    slope = a * 0.0 if n == 0 else n * a ** (n - 1.0)
    g = yield
    while True:
        g = yield (g * slope,)


@operation
def total(a, axis=None, keepdims=False, average=False):
    y = np.sum(a, axis=axis, keepdims=True)
    weight = y.size / a.size if average else 1.0
    yield weight * (y if keepdims else np.sum(a, axis=axis))
    g = yield
    while True:
        g = yield (np.broadcast_to(weight * g.reshape(y.shape), a.shape),)


@operation
def reshaped(a, shape):
    yield a.reshape(*shape)
    g = yield
    while True:
        g = yield (g.reshape(a.shape),)


@operation
def transposed(a, axes):
    n = a.ndim
    axes = tuple(range(n))[::-1] if axes is None else tuple(k % n for k in axes)
    yield a.transpose(axes)
    g = yield
    while True:
        g = yield (g.transpose(sorted(range(n), key=axes.__getitem__)),)


@operation
def taken(a, index):
    yield a[index]
    g = yield
    while True:
        d = np.zeros_like(a)
        np.add.at(d, index, g)
        g = yield (d,)


@operation
def relu(a):
    yield np.where(a > 0, a, 0)
    g = yield
    while True:
        g = yield (np.where(a > 0, g, 0),)


@operation
def exp(a):
    y = np.exp(a)
    yield y
    g = yield
    while True:
        g = yield (g * y,)


@operation
def log(a):
    yield np.log(a)
    g = yield
    while True:
        g = yield (g / a,)


@operation
def tanh(a):
    y = np.tanh(a)
    yield y
    g = yield
    while True:
        g = yield (g * (1 - y**2),)


@operation
def log_softmax(a, axis=-1):
    m = a.max(axis=axis, keepdims=True)
    y = a - m - np.log(np.exp(a - m).sum(axis=axis, keepdims=True))
    yield y
    g = yield
    while True:
        g = yield (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.operands = []
        self.routine = None

    __add__, __radd__ = add, swapped(add)
    __sub__, __rsub__ = sub, swapped(sub)
    __mul__, __rmul__ = mul, swapped(mul)
    __truediv__, __rtruediv__ = div, swapped(div)
    __matmul__, __rmatmul__ = matmul, swapped(matmul)
    __neg__, relu, exp, log, tanh = neg, relu, exp, log, tanh

    def __pow__(self, n):
        return power(self, n=n)

    def __getitem__(self, index):
        return taken(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return total(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return total(self, axis=axis, keepdims=keepdims, average=True)

    def reshape(self, *shape):
        return reshaped(self, shape=shape)

    def transpose(self, axes=None):
        return transposed(self, axes=axes)

    T = property(transpose)

    def log_softmax(self, axis=-1):
        return log_softmax(self, axis=axis)

    def backward(self):
        # a tensor is ready when all of its uses below the root have sent their gradients
        uses = dict.fromkeys(everything(self), 0)
        for t in uses:
            for p in t.operands:
                uses[p] += 1
            if t.routine:
                t.grad = np.zeros(t.data.shape)
        self.grad += np.ones(self.data.shape)
        ready = [self]
        for t in ready:
            if t.routine is None:
                continue
            sent = t.routine.send(t.grad.copy())
            for p, g in zip(t.operands, sent):
                p.grad += unbroadcast(g, p.data.shape)
                uses[p] -= 1
                if uses[p] == 0:
                    ready.append(p)


def everything(root):
    found = [root]
    known = {root}
    for t in found:
        for p in t.operands:
            if p not in known:
                known.add(p)
                found.append(p)
    return found


def unbroadcast(grad, shape):
    if grad.ndim > len(shape):
        return unbroadcast(grad.sum(axis=0), shape)
    for k, (have, want) in enumerate(zip(grad.shape, shape)):
        if have != want:
            return unbroadcast(grad.sum(axis=k, keepdims=True), shape)
    return grad


def cross_entropy(logits, labels):
    labels = np.array(labels, dtype=int)
    return -(logits.log_softmax()[np.arange(labels.size), labels].mean())


def zero_grad(root):
    for t in everything(root):
        t.grad = np.zeros(t.data.shape)
