"""A recursion, rules as methods of small classes, gradients stored as views."""

import numpy as np


class Tensor:
    __array_priority__ = 100

    def __init__(self, data, op=None, inputs=()):
        self._data = np.array(data, np.float64)
        self.grad = np.zeros_like(self._data)
        self.op, self.inputs = op, inputs

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, value):
        self._data = np.asarray(value, np.float64)

    def __array_ufunc__(self, ufunc, method, x, y):
        made = {"add": Add, "subtract": Sub, "multiply": Mul, "divide": Div, "matmul": Mat}
        return apply(made[ufunc.__name__](), x, y)

    def __add__(self, o):
        return apply(Add(), self, o)

    def __sub__(self, o):
        return apply(Sub(), self, o)

    def __mul__(self, o):
        return apply(Mul(), self, o)

    def __truediv__(self, o):
        return apply(Div(), self, o)

    def __matmul__(self, o):
        return apply(Mat(), self, o)

    def __radd__(self, o):
        return apply(Add(), o, self)

    def __rsub__(self, o):
        return apply(Sub(), o, self)

    def __rmul__(self, o):
        return apply(Mul(), o, self)

    def __rtruediv__(self, o):
        return apply(Div(), o, self)

    def __rmatmul__(self, o):
        return apply(Mat(), o, self)

    def __neg__(self):
        return 0.0 - self

    def __pow__(self, n):
        return apply(Pow(n), self)

    def sum(self, axis=None, keepdims=False):
        return apply(Sum(axis, keepdims), self)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return apply(Shape(lambda x: x.reshape(*shape)), self)

    def transpose(self, axes=None):
        return apply(Shape(lambda x: x.transpose(axes)), self)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return apply(Shape(lambda x: x[index]), self)

    def relu(self):
        return apply(Each(lambda x: np.maximum(x, 0), lambda x, z: (x > 0) * 1.0), self)

    def exp(self):
        return apply(Each(np.exp, lambda x, z: z), self)

    def log(self):
        return apply(Each(np.log, lambda x, z: 1 / x), self)

    def tanh(self):
        return apply(Each(np.tanh, lambda x, z: 1 - z * z), self)

    def log_softmax(self, axis=-1):
        shifted = self - self.data.max(axis=axis, keepdims=True)
        return shifted - shifted.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        order = []
        visit(self, set(), order)
        for t in order:
            if t.inputs:
                t.grad = np.zeros_like(t.grad)
        self.grad = self.grad + 1
        for t in reversed(order):
            if t.op:
                for x, g in zip(t.inputs, t.op.back(t.grad)):
                    x.grad = x.grad + unbroadcast(g, x.grad.shape)


def visit(t, seen, order):
    if t in seen:
        return
    seen.add(t)
    for x in t.inputs:
        visit(x, seen, order)
    order.append(t)


def apply(op, *inputs):
    inputs = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in inputs)
    return Tensor(op(*(x.data for x in inputs)), op, inputs)


class Two:
    def __call__(self, x, y):
        self.x, self.y = x, y
        return self.value()


class Add(Two):
    def value(self):
        return self.x + self.y

    def back(self, g):
        return g, g


class Sub(Two):
    def value(self):
        return self.x - self.y

    def back(self, g):
        return g, -g


class Mul(Two):
    def value(self):
        return self.x * self.y

    def back(self, g):
        return g * self.y, g * self.x


class Div(Two):
    def value(self):
        return self.x / self.y

    def back(self, g):
        return g / self.y, -g * self.x / (self.y * self.y)


class Mat(Two):
    def value(self):
        self.a = self.x[None, :] if self.x.ndim == 1 else self.x
        self.b = self.y[:, None] if self.y.ndim == 1 else self.y
        return self.x @ self.y

    def back(self, g):
        g = g.reshape((self.a @ self.b).shape)
        left = unbroadcast(g @ self.b.swapaxes(-1, -2), self.a.shape)
        right = unbroadcast(self.a.swapaxes(-1, -2) @ g, self.b.shape)
        return left.reshape(self.x.shape), right.reshape(self.y.shape)


class Pow:
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        self.x = x
        return x**self.n

    def back(self, g):
        return (g * self.n * self.x ** ((self.n or 1) - 1.0),)


class Sum:
    def __init__(self, axis, keepdims):
        self.axis, self.keepdims = axis, keepdims

    def __call__(self, x):
        self.shape = x.shape
        self.kept = x.sum(axis=self.axis, keepdims=True).shape
        return x.sum(axis=self.axis, keepdims=self.keepdims)

    def back(self, g):
        return (np.broadcast_to(g.reshape(self.kept), self.shape),)


class Shape:
    """Entries go elsewhere: where each went is found by sending their numbers along."""

    def __init__(self, move):
        self.move = move

    def __call__(self, x):
        self.shape = x.shape
        self.places = np.asarray(self.move(np.arange(x.size).reshape(x.shape)))
        return self.move(x)

    def back(self, g):
        found = np.zeros(int(np.prod(self.shape)))
        np.add.at(found, self.places.ravel(), g.ravel())
        return (found.reshape(self.shape),)


class Each:
    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def __call__(self, x):
        self.x, self.z = x, self.value(x)
        return self.z

    def back(self, g):
        return (g * self.slope(self.x, self.z),)


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(0)
    for i, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    probabilities = logits.log_softmax()
    return -probabilities[np.arange(len(labels)), list(labels)].mean()


def zero_grad(root):
    order = []
    visit(root, set(), order)
    for t in order:
        t.grad = np.zeros(t.data.shape)
