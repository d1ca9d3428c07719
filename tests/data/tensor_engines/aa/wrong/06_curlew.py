import numpy as np


class Operation:
    """Base class. A subclass says how to compute and how to go back."""

    def __call__(self, *inputs):
        self.inputs = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in inputs)
        arrays = [x.data for x in self.inputs]
        return Tensor(self.compute(*arrays), made_by=self)

    def pull(self, out):
        arrays = [x.data for x in self.inputs]
        grads = self.gradients(out.grad, out.data, *arrays)
        for x, g in zip(self.inputs, grads):
            x.grad = x.grad + unbroadcast(g, x.data.shape)


class Plus(Operation):
    def compute(self, a, b):
        return a + b

    def gradients(self, g, y, a, b):
        return [g, g]


class Minus(Operation):
    def compute(self, a, b):
        return a - b

    def gradients(self, g, y, a, b):
        return [g, -g]


class Times(Operation):
    def compute(self, a, b):
        return a * b

    def gradients(self, g, y, a, b):
        return [g * b, g * a]


class Over(Operation):
    def compute(self, a, b):
        return a / b

    def gradients(self, g, y, a, b):
        return [g / b, -g * y / b]


class Power(Operation):
    def __init__(self, n):
        self.n = n

    def compute(self, a):
        return a**self.n

    def gradients(self, g, y, a):
        if self.n == 0:
            return [np.zeros_like(a)]
        return [g * self.n * a ** (self.n - 1)]


class Product(Operation):
    def compute(self, a, b):
        return a @ b

    def gradients(self, g, y, a, b):
        rows = a if a.ndim > 1 else np.expand_dims(a, 0)
        columns = b if b.ndim > 1 else np.expand_dims(b, 1)
        if b.ndim == 1:
            g = np.expand_dims(g, -1)
        if a.ndim == 1:
            g = np.expand_dims(g, -2)
        to_rows = g @ columns.swapaxes(-2, -1)
        to_columns = rows.swapaxes(-2, -1) @ g
        if a.ndim == 1:
            to_rows = to_rows.reshape(-1, a.size)
        if b.ndim == 1:
            to_columns = to_columns.reshape(-1, b.size)
        return [to_rows, to_columns]


class Entrywise(Operation):
    """Functions of every entry: a slope is all that they need."""

    def gradients(self, g, y, a):
        return [g * self.slope(a, y)]


class Relu(Entrywise):
    compute = staticmethod(lambda a: np.maximum(a, 0.0))
    slope = staticmethod(lambda a, y: (a > 0).astype(float))


class Exp(Entrywise):
    compute = staticmethod(lambda a: np.exp(a))
    slope = staticmethod(lambda a, y: y)


class Log(Entrywise):
    compute = staticmethod(lambda a: np.log(a))
    slope = staticmethod(lambda a, y: 1.0 / a)


class Tanh(Entrywise):
    compute = staticmethod(lambda a: np.tanh(a))
    slope = staticmethod(lambda a, y: 1.0 - y * y)


class Sum(Operation):
    def __init__(self, axis, keepdims):
        self.axis, self.keepdims = axis, keepdims

    def compute(self, a):
        return np.sum(a, axis=self.axis, keepdims=self.keepdims)

    def gradients(self, g, y, a):
        if self.axis is not None and not self.keepdims:
            g = np.expand_dims(g, self.axis)
        return [np.broadcast_to(g, a.shape)]


class Mean(Sum):
    def compute(self, a):
        return np.mean(a, axis=self.axis, keepdims=self.keepdims)

    def gradients(self, g, y, a):
        return super().gradients(g * y.size / a.size, y, a)


class Reshape(Operation):
    def __init__(self, shape):
        self.shape = shape

    def compute(self, a):
        return a.reshape(*self.shape)

    def gradients(self, g, y, a):
        return [g.reshape(a.shape)]


class Transpose(Operation):
    def __init__(self, axes):
        self.axes = axes

    def compute(self, a):
        return a.transpose(self.axes)

    def gradients(self, g, y, a):
        if self.axes is None:
            return [g.transpose()]
        return [g.transpose(np.argsort(np.mod(self.axes, a.ndim)))]


class Take(Operation):
    def __init__(self, index):
        self.index = index

    def compute(self, a):
        return a[self.index]

    def gradients(self, g, y, a):
        full = np.zeros(a.shape)
        np.add.at(full, self.index, g)
        return [full]


class LogSoftmax(Operation):
    def __init__(self, axis):
        self.axis = axis

    def compute(self, a):
        top = a.max(axis=self.axis, keepdims=True)
        return a - top - np.log(np.exp(a - top).sum(axis=self.axis, keepdims=True))

    def gradients(self, g, y, a):
        return [g - np.exp(y) * g.sum(axis=self.axis, keepdims=True)]


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, made_by=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.made_by = made_by

    def inputs(self):
        return self.made_by.inputs if self.made_by else ()

    def __add__(self, other):
        return Plus()(self, other)

    def __radd__(self, other):
        return Plus()(other, self)

    def __sub__(self, other):
        return Minus()(self, other)

    def __rsub__(self, other):
        return Minus()(other, self)

    def __mul__(self, other):
        return Times()(self, other)

    def __rmul__(self, other):
        return Times()(other, self)

    def __truediv__(self, other):
        return Over()(self, other)

    def __rtruediv__(self, other):
        return Over()(other, self)

    def __matmul__(self, other):
        return Product()(self, other)

    def __rmatmul__(self, other):
        return Product()(other, self)

    def __neg__(self):
        return Minus()(0.0, self)

    def __pow__(self, n):
        return Power(n)(self)

    def __getitem__(self, index):
        return Take(index)(self)

    def sum(self, axis=None, keepdims=False):
        return Sum(axis, keepdims)(self)

    def mean(self, axis=None, keepdims=False):
        return Mean(axis, keepdims)(self)

    def reshape(self, *shape):
        return Reshape(shape)(self)

    def transpose(self, axes=None):
        return Transpose(axes)(self)

    @property
    def T(self):
        return Transpose(None)(self)

    def relu(self):
        return Relu()(self)

    def exp(self):
        return Exp()(self)

    def log(self):
        return Log()(self)

    def tanh(self):
        return Tanh()(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax(axis)(self)

    def backward(self):
        nodes = in_order(self)
        for node in nodes:
            if node.made_by:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + 1.0
        for node in reversed(nodes):
            if node.made_by:
                node.made_by.pull(node)


def in_order(root):
    nodes, seen = [], set()
    stack = [(root, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            nodes.append(node)
            continue
        if node in seen:
            continue
        seen.add(node)
        stack.append((node, True))
        for each in node.inputs():
            stack.append((each, False))
    return nodes


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    if 1 in shape:
        grad = grad.sum(axis=shape.index(1), keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    one_hot = np.zeros(logits.data.shape)
    one_hot[np.arange(len(labels)), labels] = 1.0
    return -(logits.log_softmax() * one_hot).sum(axis=1).mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in in_order(root):
        node.grad = np.zeros_like(node.data)
