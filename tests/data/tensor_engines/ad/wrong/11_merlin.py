"""In the manner of autograd: functions of arrays are made primitive, and every primitive is told
its pullbacks, one for each argument that can be a tensor."""

import numpy as np

PULLBACKS = {}


def pullbacks(*rules):
    def register(f):
        PULLBACKS[f.__name__] = rules
        return primitive(f)

    return register


def primitive(f):
    count = len(PULLBACKS[f.__name__])

    def call(*args, **options):
        tensors = [a if isinstance(a, Tensor) else Tensor(a) for a in args[:count]]
        arrays = [t.data for t in tensors]
        value = np.asarray(f(*arrays, *args[count:], **options))
        return Tensor(value, (f.__name__, tensors, arrays, args[count:], value))

    call.__name__ = f.__name__
    return call


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, recipe=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.recipe = recipe

    def parents(self):
        return self.recipe[1] if self.recipe else []

    def sum(self, axis=None, keepdims=False):
        return total(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        return average(self, axis, keepdims)

    def reshape(self, *shape):
        return reshape(self, shape)

    def transpose(self, axes=None):
        return transpose(self, axes)

    @property
    def T(self):
        return transpose(self, None)

    def relu(self):
        return relu(self)

    def exp(self):
        return exp(self)

    def log(self):
        return log(self)

    def tanh(self):
        return tanh(self)

    def log_softmax(self, axis=-1):
        return log_softmax(self, axis)

    def __getitem__(self, index):
        return take(self, index)

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(other, self)

    def __sub__(self, other):
        return subtract(self, other)

    def __rsub__(self, other):
        return subtract(other, self)

    def __mul__(self, other):
        return multiply(self, other)

    def __rmul__(self, other):
        return multiply(other, self)

    def __truediv__(self, other):
        return divide(self, other)

    def __rtruediv__(self, other):
        return divide(other, self)

    def __matmul__(self, other):
        return matmul(self, other)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def __neg__(self):
        return negative(self)

    def __pow__(self, n):
        return power(self, n)

    def backward(self):
        order = sort(self)
        for t in order:
            if t.recipe:
                t.grad = np.zeros_like(t.data)
        self.grad += np.ones_like(self.data)
        for t in order:
            if t.recipe is None:
                continue
            name, tensors, arrays, options, value = t.recipe
            for rule, parent, array in zip(PULLBACKS[name], tensors, arrays):
                part = rule(t.grad, value, *arrays, *options)
                parent.grad += unbroadcast(np.asarray(part), array.shape)


def sort(root):
    mark, out = set(), []
    stack = [(False, root)]
    while stack:
        left, t = stack.pop()
        if left:
            out.append(t)
        elif t not in mark:
            mark.add(t)
            stack.append((True, t))
            stack.extend((False, p) for p in t.parents())
    return list(reversed(out))


def unbroadcast(grad, shape):
    missing = grad.ndim - len(shape)
    full = (1,) * missing + tuple(shape)
    axes = tuple(i for i in range(grad.ndim) if full[i] == 1)
    return np.asarray(grad.sum(axis=axes)).reshape(shape)


@pullbacks(lambda g, y, a, b: g, lambda g, y, a, b: g)
def add(a, b):
    return a + b


@pullbacks(lambda g, y, a, b: g, lambda g, y, a, b: -g)
def subtract(a, b):
    return a - b


@pullbacks(lambda g, y, a, b: g * b, lambda g, y, a, b: g * a)
def multiply(a, b):
    return a * b


@pullbacks(lambda g, y, a, b: g / b, lambda g, y, a, b: -g * y / b)
def divide(a, b):
    return a / b


@pullbacks(lambda g, y, a: -g)
def negative(a):
    return -a


@pullbacks(lambda g, y, a, n: g * n * np.power(a, n - 1.0) if n != 0 else np.zeros_like(a))
def power(a, n):
    return a**n


def _frame(g, a, b):
    """Both operands as stacks of matrices, and the gradient likewise."""
    if b.ndim == 1:
        b, g = b[:, None], g[..., None]
    if a.ndim == 1:
        a, g = a[None, :], g[..., None, :]
    return g, a, b


def _matmul_left(g, y, a, b):
    g, a2, b2 = _frame(g, a, b)
    return unbroadcast(g @ b2.swapaxes(-1, -2), a2.shape).reshape(a.shape)


def _matmul_right(g, y, a, b):
    g, a2, b2 = _frame(g, a, b)
    return unbroadcast(a2.swapaxes(-1, -2) @ g, b2.shape).reshape(b.shape)


@pullbacks(_matmul_left, _matmul_right)
def matmul(a, b):
    return a @ b


def _spread(g, y, a, axis, keepdims):
    if not (keepdims or axis is None):
        g = np.expand_dims(g, axis)
    return np.broadcast_to(g, a.shape)


@pullbacks(_spread)
def total(a, axis, keepdims):
    return a.sum(axis=axis, keepdims=keepdims)


@pullbacks(lambda g, y, a, axis, keepdims: _spread(g, y, a, axis, keepdims) * (y.size / a.size))
def average(a, axis, keepdims):
    return a.mean(axis=axis, keepdims=keepdims)


@pullbacks(lambda g, y, a, shape: g.reshape(a.shape))
def reshape(a, shape):
    return a.reshape(*shape)


def _transpose_back(g, y, a, axes):
    if axes is None:
        return g.T
    return np.moveaxis(g, range(a.ndim), axes)


@pullbacks(_transpose_back)
def transpose(a, axes):
    return a.transpose(axes)


def _put(g, y, a, index):
    z = np.zeros_like(a)
    np.add.at(z, index, g)
    return z


@pullbacks(_put)
def take(a, index):
    return a[index]


@pullbacks(lambda g, y, a: g * (a > 0))
def relu(a):
    return np.maximum(a, 0)


@pullbacks(lambda g, y, a: g * y)
def exp(a):
    return np.exp(a)


@pullbacks(lambda g, y, a: g / a)
def log(a):
    return np.log(a)


@pullbacks(lambda g, y, a: g * (1 - y * y))
def tanh(a):
    return np.tanh(a)


@pullbacks(lambda g, y, a, axis: g - np.exp(y) * g.sum(axis=axis, keepdims=True))
def log_softmax(a, axis):
    a = a - a.max(axis=axis, keepdims=True)
    return a - np.log(np.exp(a).sum(axis=axis, keepdims=True))


def cross_entropy(logits, labels):
    rows, classes = logits.data.shape
    places = np.arange(rows) * rows + np.asarray(labels)
    return -logits.log_softmax().reshape(-1)[places].mean()


def zero_grad(root):
    for t in sort(root):
        t.grad = np.zeros_like(t.data)
