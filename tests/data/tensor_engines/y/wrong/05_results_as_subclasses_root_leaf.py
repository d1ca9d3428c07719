"""Autograd with one class per operation. A plain Tensor is a leaf, a Result was worked out."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    front = grad.ndim - len(shape)
    if front:
        grad = grad.sum(axis=tuple(range(front)))
    for axis, (wanted, found) in enumerate(zip(shape, grad.shape)):
        if wanted == 1 and found != 1:
            grad = np.add.reduce(grad, axis=axis, keepdims=True)
    return grad


class Tensor:
    __array_ufunc__ = None
    inputs = ()

    def __init__(self, data):
        self.data = np.array(data, dtype="float64")
        self.grad = np.zeros(self.shape)

    @property
    def shape(self):
        return self.data.shape

    @staticmethod
    def lift(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    def receive(self, g):
        self.grad = np.array(self.grad + unbroadcast(np.asarray(g), self.shape))

    def restart(self):
        """Called before every walk."""

    def send(self):
        """A leaf has no inputs to send anything to."""

    def __add__(self, other):
        return Sum2(self, self.lift(other))

    def __radd__(self, other):
        return Sum2(self.lift(other), self)

    def __sub__(self, other):
        return Sum2(self, Negative(self.lift(other)))

    def __rsub__(self, other):
        return Sum2(self.lift(other), Negative(self))

    def __mul__(self, other):
        return Product(self, self.lift(other))

    def __rmul__(self, other):
        return Product(self.lift(other), self)

    def __truediv__(self, other):
        return Quotient(self, self.lift(other))

    def __rtruediv__(self, other):
        return Quotient(self.lift(other), self)

    def __matmul__(self, other):
        return MatrixProduct(self, self.lift(other))

    def __rmatmul__(self, other):
        return MatrixProduct(self.lift(other), self)

    def __neg__(self):
        return Negative(self)

    def __pow__(self, n):
        return Power(self, n)

    def __getitem__(self, index):
        return Taken(self, index)

    def sum(self, axis=None, keepdims=False):
        return Total(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        total = Total(self, axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return Reshaped(self, shape)

    def transpose(self, axes=None):
        return Turned(self, axes)

    @property
    def T(self):
        return Turned(self, None)

    def relu(self):
        return Relu(self)

    def exp(self):
        return Exponential(self)

    def log(self):
        return Logarithm(self)

    def tanh(self):
        return Tanh(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax(self, axis)

    def history(self):
        """Every tensor that took part, from this one down to the leaves."""
        finished, state, stack = [], {}, [self]
        while stack:
            node = stack[-1]
            if node not in state:
                state[node] = "open"
                stack.extend(each for each in node.inputs if each not in state)
            else:
                stack.pop()
                if state[node] == "open":
                    state[node] = "closed"
                    finished.append(node)
        finished.reverse()
        return finished

    def backward(self):
        nodes = self.history()
        for node in nodes:
            node.restart()
        self.grad = np.ones(self.shape)
        for node in nodes:
            node.send()


class Result(Tensor):
    def __init__(self, inputs, data):
        super().__init__(data)
        self.inputs = inputs

    def restart(self):
        self.grad = np.zeros(self.shape)


class Sum2(Result):
    def __init__(self, a, b):
        super().__init__((a, b), a.data + b.data)

    def send(self):
        for each in self.inputs:
            each.receive(self.grad)


class Negative(Result):
    def __init__(self, a):
        super().__init__((a,), -a.data)

    def send(self):
        self.inputs[0].receive(-self.grad)


class Product(Result):
    def __init__(self, a, b):
        super().__init__((a, b), a.data * b.data)

    def send(self):
        a, b = self.inputs
        a.receive(self.grad * b.data)
        b.receive(self.grad * a.data)


class Quotient(Result):
    def __init__(self, a, b):
        super().__init__((a, b), a.data / b.data)

    def send(self):
        a, b = self.inputs
        a.receive(self.grad / b.data)
        b.receive(-self.grad * self.data / b.data)


class MatrixProduct(Result):
    def __init__(self, a, b):
        super().__init__((a, b), a.data @ b.data)

    def send(self):
        a, b = self.inputs
        x, y, g = a.data, b.data, self.grad
        if y.ndim == 1:
            y, g = y[:, None], g[..., None]
        if x.ndim == 1:
            x, g = x[None, :], g[..., None, :]
        to_x = unbroadcast(np.matmul(g, y.swapaxes(-2, -1)), x.shape)
        to_y = unbroadcast(np.matmul(x.swapaxes(-2, -1), g), y.shape)
        a.receive(to_x.reshape(a.shape))
        b.receive(to_y.reshape(b.shape))


class Power(Result):
    def __init__(self, a, n):
        super().__init__((a,), a.data**n)
        self.n = n

    def send(self):
        (a,) = self.inputs
        if self.n:
            a.receive(self.grad * self.n * a.data ** (self.n - 1))


class Total(Result):
    def __init__(self, a, axis, keepdims):
        super().__init__((a,), a.data.sum(axis=axis, keepdims=keepdims))
        self.missing = () if keepdims or axis is None else axis

    def send(self):
        (a,) = self.inputs
        a.receive(np.broadcast_to(np.expand_dims(self.grad, self.missing), a.shape))


class Reshaped(Result):
    def __init__(self, a, shape):
        super().__init__((a,), a.data.reshape(*shape))

    def send(self):
        (a,) = self.inputs
        a.receive(self.grad.reshape(a.shape))


class Turned(Result):
    def __init__(self, a, axes):
        super().__init__((a,), np.transpose(a.data, axes))
        places = np.transpose(np.arange(a.data.size).reshape(a.shape), axes)
        self.places = np.argsort(places, axis=None)

    def send(self):
        (a,) = self.inputs
        a.receive(self.grad.ravel()[self.places].reshape(a.shape))


class Taken(Result):
    def __init__(self, a, index):
        super().__init__((a,), a.data[index])
        self.index = index

    def send(self):
        (a,) = self.inputs
        g = np.zeros(a.shape)
        np.add.at(g, self.index, self.grad)
        a.receive(g)


class Relu(Result):
    def __init__(self, a):
        super().__init__((a,), np.maximum(a.data, 0))

    def send(self):
        self.inputs[0].receive(self.grad * (self.data > 0))


class Exponential(Result):
    def __init__(self, a):
        super().__init__((a,), np.exp(a.data))

    def send(self):
        self.inputs[0].receive(self.grad * self.data)


class Logarithm(Result):
    def __init__(self, a):
        super().__init__((a,), np.log(a.data))

    def send(self):
        self.inputs[0].receive(self.grad / self.inputs[0].data)


class Tanh(Result):
    def __init__(self, a):
        super().__init__((a,), np.tanh(a.data))

    def send(self):
        self.inputs[0].receive(self.grad * (1 - np.square(self.data)))


class LogSoftmax(Result):
    def __init__(self, a, axis):
        shifted = a.data - a.data.max(axis=axis, keepdims=True)
        super().__init__((a,), shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True)))
        self.axis = axis

    def send(self):
        total = self.grad.sum(axis=self.axis, keepdims=True)
        self.inputs[0].receive(self.grad - np.exp(self.data) * total)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    return -logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root.history():
        node.grad = np.zeros(node.shape)
