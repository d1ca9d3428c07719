"""Tensor engine with a tape: every tensor gets a line on it, with its pull-back."""

import numpy as np

TAPE = []


class Tensor:
    """An array, its gradient, and its place on the tape."""

    __array_ufunc__ = None

    def __init__(self, data, inputs=(), pull=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.inputs = inputs
        self.pull = pull
        self.place = len(TAPE)
        TAPE.append(self)

    def __add__(self, other):
        a, b = self, tensor(other)
        return Tensor(a.data + b.data, (a, b), lambda g: (g, g))

    def __sub__(self, other):
        a, b = self, tensor(other)
        return Tensor(a.data - b.data, (a, b), lambda g: (g, -g))

    def __mul__(self, other):
        a, b = self, tensor(other)
        return Tensor(a.data * b.data, (a, b), lambda g: (g * b.data, g * a.data))

    def __truediv__(self, other):
        a, b = self, tensor(other)
        y = a.data / b.data
        return Tensor(y, (a, b), lambda g: (g / b.data, -g * y / b.data))

    def __matmul__(self, other):
        a, b = self, tensor(other)
        return Tensor(a.data @ b.data, (a, b), lambda g: pull_matmul(g, a.data, b.data))

    def __radd__(self, other):
        return tensor(other) + self

    def __rsub__(self, other):
        return tensor(other) - self

    def __rmul__(self, other):
        return tensor(other) * self

    def __rtruediv__(self, other):
        return tensor(other) / self

    def __rmatmul__(self, other):
        return tensor(other) @ self

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        def pull(g):
            if n == 0:
                return (np.zeros_like(self.data),)
            return (g * n * self.data ** (n - 1.0),)

        return Tensor(self.data**n, (self,), pull)

    def sum(self, axis=None, keepdims=False):
        y = self.data.sum(axis=axis, keepdims=keepdims)
        return Tensor(y, (self,), lambda g: (spread(g, self.data.shape, axis, keepdims),))

    def mean(self, axis=None, keepdims=False):
        y = self.data.mean(axis=axis, keepdims=keepdims)
        share = y.size / self.data.size
        return Tensor(y, (self,), lambda g: (share * spread(g, self.data.shape, axis, keepdims),))

    def reshape(self, *shape):
        return Tensor(
            self.data.reshape(*shape), (self,), lambda g: (g.reshape(self.data.shape),)
        )

    def transpose(self, axes=None):
        if axes is None:
            return Tensor(self.data.T, (self,), lambda g: (g.T,))
        return Tensor(
            self.data.transpose(axes),
            (self,),
            lambda g: (np.moveaxis(g, range(g.ndim), axes),),
        )

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def pull(g):
            d = np.zeros_like(self.data)
            np.add.at(d, index, g)
            return (d,)

        return Tensor(self.data[index], (self,), pull)

    def relu(self):
        return Tensor(self.data * (self.data > 0), (self,), lambda g: (g * (self.data > 0),))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: (g * y,))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: (g / self.data,))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: (g * (1 - y**2),))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return Tensor(y, (self,), lambda g: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),))

    def backward(self):
        part = sorted(reach(self), reverse=True)
        for place in part:
            if TAPE[place].pull:
                TAPE[place].grad = np.zeros_like(TAPE[place].data)
        self.grad += np.ones_like(self.data)
        for place in part:
            t = TAPE[place]
            if t.pull:
                for x, g in zip(t.inputs, t.pull(t.grad)):
                    x.grad += unbroadcast(g, x.data.shape)


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def reach(root):
    """The places on the tape that root depends on, its own among them."""
    places, todo = {root.place}, [root]
    while todo:
        for x in todo.pop().inputs:
            if x.place not in places:
                places.add(x.place)
                todo.append(x)
    return places


def spread(g, shape, axis, keepdims):
    if not keepdims and axis is not None:
        g = np.expand_dims(g, axis)
    return np.broadcast_to(g, shape)


def pull_matmul(g, a, b):
    if b.ndim == 1:
        return g[..., None] * b, (g[..., None] * a).reshape(-1, b.size).sum(0)
    if a.ndim == 1:
        g = g[..., None, :]
        da = (g * b).sum(axis=-1)
        return da.reshape(-1, a.size).sum(0), a[:, None] * g
    return g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for k, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=k, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.array(labels)
    return -logits.log_softmax()[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in TAPE:
        t.grad = np.zeros_like(t.data)
