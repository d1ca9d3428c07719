"""Every kind of node is a subclass of Tensor with a `push` method."""

import numpy as np


class Tensor:
    __array_ufunc__ = None
    inputs = ()

    def __init__(self, data):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)

    def push(self):
        """Give the inputs their gradients. A leaf has none."""

    def accept(self, g):
        self.grad = self.grad + unbroadcast(g, self.data.shape)

    def __add__(self, other):
        return Sum2(self, other)

    def __radd__(self, other):
        return Sum2(other, self)

    def __sub__(self, other):
        return Sum2(self, Product(other, -1))

    def __rsub__(self, other):
        return Sum2(other, Product(self, -1))

    def __neg__(self):
        return Product(self, -1)

    def __mul__(self, other):
        return Product(self, other)

    def __rmul__(self, other):
        return Product(other, self)

    def __truediv__(self, other):
        return Quotient(self, other)

    def __rtruediv__(self, other):
        return Quotient(other, self)

    def __matmul__(self, other):
        return MatrixProduct(self, other)

    def __rmatmul__(self, other):
        return MatrixProduct(other, self)

    def __pow__(self, n):
        return Power(self, n=n)

    def __getitem__(self, index):
        return Entries(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return Total(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = Total(self, axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return Reshaped(self, shape=shape)

    def transpose(self, axes=None):
        return Transposed(self, axes=axes)

    @property
    def T(self):
        return Transposed(self, axes=None)

    def relu(self):
        return Relu(self)

    def exp(self):
        return Exp(self)

    def log(self):
        return Log(self)

    def tanh(self):
        return Tanh(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax(self, axis=axis)

    def nodes(self):
        """Everything below, each node after all of its inputs."""
        done, path = {}, [self]
        while path:
            node = path[-1]
            missing = [each for each in node.inputs if each not in done]
            if missing:
                path.append(missing[0])
            else:
                done[node] = None
                path.pop()
        return list(done)

    def backward(self):
        nodes = self.nodes()
        for node in nodes:
            if node.inputs:
                node.grad = np.zeros(node.data.shape)
        self.accept(np.ones(self.data.shape))
        for node in reversed(nodes):
            node.push()


class Node(Tensor):
    def __init__(self, *inputs, **options):
        self.inputs = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in inputs)
        vars(self).update(options)
        super().__init__(self.value(*(x.data for x in self.inputs)))

    def push(self):
        for each, g in zip(self.inputs, self.gradients(*(x.data for x in self.inputs))):
            each.accept(g)


class Sum2(Node):
    def value(self, a, b):
        return a + b

    def gradients(self, a, b):
        return self.grad, self.grad


class Product(Node):
    def value(self, a, b):
        return a * b

    def gradients(self, a, b):
        return self.grad * b, self.grad * a


class Quotient(Node):
    def value(self, a, b):
        return a / b

    def gradients(self, a, b):
        return self.grad / b, -self.grad * self.data / b


class Power(Node):
    def value(self, a):
        return a**self.n

    def gradients(self, a):
        if self.n == 0:
            return [np.zeros(a.shape)]
        return [self.grad * self.n * self.data / a]


class MatrixProduct(Node):
    def value(self, a, b):
        return a @ b

    def gradients(self, a, b):
        rows = a if a.ndim > 1 else a[np.newaxis, :]
        cols = b if b.ndim > 1 else b[:, np.newaxis]
        g = self.grad
        if b.ndim == 1:
            g = g[..., np.newaxis]
        if a.ndim == 1:
            g = g[..., np.newaxis, :]
        ga = np.einsum("...im,...km->...ik", g, cols)
        gb = np.einsum("...ik,...im->...km", rows, g)
        return ga[..., 0, :] if a.ndim == 1 else ga, gb[..., 0] if b.ndim == 1 else gb


class Total(Node):
    def value(self, a):
        return a.sum(axis=self.axis, keepdims=self.keepdims)

    def gradients(self, a):
        g = self.grad
        if not self.keepdims and self.axis is not None:
            g = np.expand_dims(g, self.axis)
        return [g * np.ones(a.shape)]


class Reshaped(Node):
    def value(self, a):
        return a.reshape(*self.shape)

    def gradients(self, a):
        return [self.grad.reshape(a.shape)]


class Transposed(Node):
    def value(self, a):
        return a.transpose(self.axes)

    def gradients(self, a):
        if self.axes is None:
            return [self.grad.T]
        return [np.moveaxis(self.grad, range(a.ndim), self.axes)]


class Entries(Node):
    def value(self, a):
        return a[self.index]

    def gradients(self, a):
        g = np.zeros(a.shape)
        np.add.at(g, self.index, self.grad)
        return [g]


class Relu(Node):
    def value(self, a):
        return np.clip(a, 0, None)

    def gradients(self, a):
        return [self.grad * (a > 0)]


class Exp(Node):
    def value(self, a):
        return np.exp(a)

    def gradients(self, a):
        return [self.grad * self.data]


class Log(Node):
    def value(self, a):
        return np.log(a)

    def gradients(self, a):
        return [self.grad / a]


class Tanh(Node):
    def value(self, a):
        return np.tanh(a)

    def gradients(self, a):
        return [self.grad * (1 - self.data**2)]


class LogSoftmax(Node):
    def value(self, a):
        a = a - a.max(axis=self.axis, keepdims=True)
        return a - np.log(np.exp(a).sum(axis=self.axis, keepdims=True))

    def gradients(self, a):
        return [self.grad - np.exp(self.data) * self.grad.sum(axis=self.axis, keepdims=True)]


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis in range(grad.ndim):
        if shape[axis] == 1 and grad.shape[axis] > 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    which = (np.arange(len(labels)), np.asarray(labels))
    return -logits.log_softmax(axis=1)[which].mean()


def zero_grad(root):
    for node in root.nodes():
        node.grad = np.zeros(node.data.shape)
