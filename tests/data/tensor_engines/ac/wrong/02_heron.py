"""The tensor engine: every operation is a small class with a forward and a backward."""

import numpy as np


class Op:
    """One use of an operation: remembers its inputs and what it needs for the way back."""

    def __init__(self, *inputs):
        self.inputs = inputs
        self.level = 1 + inputs[0].level

    def run(self):
        arrays = [t.data for t in self.inputs]
        return Tensor(self.forward(*arrays), self)

    def forward(self, *arrays):
        raise NotImplementedError

    def backward(self, g):
        raise NotImplementedError

    def shapes(self):
        return [t.data.shape for t in self.inputs]


class Elementwise(Op):
    """Two operands that NumPy has stretched to one shape."""

    def backward(self, g):
        return [unbroadcast(d, s) for d, s in zip(self.slopes(g), self.shapes())]


class Add(Elementwise):
    def forward(self, a, b):
        return a + b

    def slopes(self, g):
        return g, g


class Sub(Elementwise):
    def forward(self, a, b):
        return a - b

    def slopes(self, g):
        return g, -g


class Mul(Elementwise):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a * b

    def slopes(self, g):
        return g * self.b, g * self.a


class Div(Elementwise):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a / b

    def slopes(self, g):
        return g / self.b, -g * self.a / (self.b * self.b)


class MatMul(Op):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a @ b

    def backward(self, g):
        a, b = self.a, self.b
        if a.ndim == 1 and b.ndim == 1:
            return [g * b, g * a]
        if a.ndim == 1:
            da = (np.expand_dims(g, -2) * b).sum(axis=-1)
            db = a[:, None] * np.expand_dims(g, -2)
            return [unbroadcast(da, a.shape), unbroadcast(db, b.shape)]
        if b.ndim == 1:
            da = np.expand_dims(g, -1) * b
            db = (np.expand_dims(g, -1) * a).sum(axis=-2)
            return [unbroadcast(da, a.shape), unbroadcast(db, b.shape)]
        da = g @ b.swapaxes(-1, -2)
        db = a.swapaxes(-1, -2) @ g
        return [unbroadcast(da, a.shape), unbroadcast(db, b.shape)]


class Neg(Op):
    def forward(self, a):
        return -a

    def backward(self, g):
        return [-g]


class Pow(Op):
    def __init__(self, t, n):
        super().__init__(t)
        self.n = n

    def forward(self, a):
        self.a = a
        return a**self.n

    def backward(self, g):
        if self.n == 0:
            return [np.zeros(self.a.shape)]
        return [g * self.n * self.a ** float(self.n - 1)]


class Sum(Op):
    def __init__(self, t, axis, keepdims):
        super().__init__(t)
        self.axis, self.keepdims = axis, keepdims

    def forward(self, a):
        self.shape = a.shape
        return a.sum(axis=self.axis, keepdims=self.keepdims)

    def backward(self, g):
        if not self.keepdims and self.axis is not None:
            g = np.expand_dims(g, self.axis)
        return [np.broadcast_to(g, self.shape)]


class Mean(Sum):
    def forward(self, a):
        total = super().forward(a)
        self.count = a.size / np.size(total)
        return total / self.count

    def backward(self, g):
        return super().backward(g / self.count)


class Reshape(Op):
    def __init__(self, t, shape):
        super().__init__(t)
        self.new = shape

    def forward(self, a):
        return a.reshape(*self.new)

    def backward(self, g):
        return [g.reshape(self.shapes()[0])]


class Transpose(Op):
    def __init__(self, t, axes):
        super().__init__(t)
        n = t.data.ndim
        self.axes = [a % n for a in axes] if axes is not None else list(range(n))[::-1]

    def forward(self, a):
        return a.transpose(self.axes)

    def backward(self, g):
        return [g.transpose([self.axes.index(k) for k in range(len(self.axes))])]


class Index(Op):
    def __init__(self, t, index):
        super().__init__(t)
        self.index = index

    def forward(self, a):
        return a[self.index]

    def backward(self, g):
        full = np.zeros(self.shapes()[0])
        np.add.at(full, self.index, g)
        return [full]


class Relu(Op):
    def forward(self, a):
        self.on = a > 0
        return a * self.on

    def backward(self, g):
        return [g * self.on]


class Exp(Op):
    def forward(self, a):
        self.y = np.exp(a)
        return self.y

    def backward(self, g):
        return [g * self.y]


class Log(Op):
    def forward(self, a):
        self.a = a
        return np.log(a)

    def backward(self, g):
        return [g / self.a]


class Tanh(Op):
    def forward(self, a):
        self.y = np.tanh(a)
        return self.y

    def backward(self, g):
        return [g * (1 - self.y * self.y)]


class LogSoftmax(Op):
    def __init__(self, t, axis):
        super().__init__(t)
        self.axis = axis

    def forward(self, a):
        a = a - a.max(axis=self.axis, keepdims=True)
        self.y = a - np.log(np.exp(a).sum(axis=self.axis, keepdims=True))
        return self.y

    def backward(self, g):
        return [g - np.exp(self.y) * g.sum(axis=self.axis, keepdims=True)]


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, op=None):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self.op = op

    @property
    def level(self):
        return self.op.level if self.op else 0

    @property
    def parents(self):
        return self.op.inputs if self.op else ()

    def __add__(self, other):
        return Add(self, tensor(other)).run()

    def __radd__(self, other):
        return Add(tensor(other), self).run()

    def __sub__(self, other):
        return Sub(self, tensor(other)).run()

    def __rsub__(self, other):
        return Sub(tensor(other), self).run()

    def __mul__(self, other):
        return Mul(self, tensor(other)).run()

    def __rmul__(self, other):
        return Mul(tensor(other), self).run()

    def __truediv__(self, other):
        return Div(self, tensor(other)).run()

    def __rtruediv__(self, other):
        return Div(tensor(other), self).run()

    def __matmul__(self, other):
        return MatMul(self, tensor(other)).run()

    def __rmatmul__(self, other):
        return MatMul(tensor(other), self).run()

    def __neg__(self):
        return Neg(self).run()

    def __pow__(self, n):
        return Pow(self, n).run()

    def sum(self, axis=None, keepdims=False):
        return Sum(self, axis, keepdims).run()

    def mean(self, axis=None, keepdims=False):
        return Mean(self, axis, keepdims).run()

    def reshape(self, *shape):
        return Reshape(self, shape).run()

    def transpose(self, axes=None):
        return Transpose(self, axes).run()

    T = property(transpose)

    def __getitem__(self, index):
        return Index(self, index).run()

    def relu(self):
        return Relu(self).run()

    def exp(self):
        return Exp(self).run()

    def log(self):
        return Log(self).run()

    def tanh(self):
        return Tanh(self).run()

    def log_softmax(self, axis=-1):
        return LogSoftmax(self, axis).run()

    def backward(self):
        nodes = reachable(self)
        for t in nodes:
            if t.op:
                t.grad = np.zeros(t.data.shape)
        self.grad += np.ones(self.data.shape)
        for t in sorted(nodes, key=lambda t: t.level, reverse=True):
            if t.op:
                for parent, g in zip(t.op.inputs, t.op.backward(t.grad)):
                    parent.grad += g


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def reachable(root):
    found, todo = {id(root): root}, [root]
    while todo:
        for parent in todo.pop().parents:
            if id(parent) not in found:
                found[id(parent)] = parent
                todo.append(parent)
    return list(found.values())


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    extra = grad.ndim - len(shape)
    axes = list(range(extra)) + [extra + k for k, n in enumerate(shape) if n == 1]
    return grad.sum(axis=tuple(axes)).reshape(shape) if axes else grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    logs = logits.log_softmax(axis=-1)
    picked = logs[np.arange(len(labels)), np.asarray(labels)]
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in reachable(root):
        t.grad = np.zeros(t.data.shape)
