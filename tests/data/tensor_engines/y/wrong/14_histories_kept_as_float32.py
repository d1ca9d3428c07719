"""Each tensor carries its history: all operations that led to it, by number."""

import itertools

import numpy as np

numbers = itertools.count(1)


def as_array(data):
    """A float64 array of its own."""
    array = np.array(data)
    if not np.issubdtype(array.dtype, np.floating):
        array = array.astype(np.float64)
    return array


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    n = len(shape)
    lead = tuple(range(np.ndim(grad) - n))
    ones = tuple(k - n for k in range(n) if shape[k] == 1)
    return np.sum(grad, axis=lead + ones, keepdims=True).reshape(shape)


class Operation:
    """What was made, of what, and how a gradient of it is shared out."""

    def __init__(self, output, inputs, share):
        self.output, self.inputs, self.share = output, inputs, share

    def run(self):
        for tensor, g in zip(self.inputs, self.share(self.output.grad)):
            tensor.grad += unbroadcast(g, tensor.grad.shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = as_array(data)
        self.grad = np.zeros_like(self.data)
        self.history = {}

    def __str__(self):
        return f"{self.data} (grad {self.grad})"

    @classmethod
    def made(cls, data, inputs, share):
        out = cls(data)
        for tensor in inputs:
            out.history.update(tensor.history)
        out.history[next(numbers)] = Operation(out, inputs, share)
        return out

    def __add__(self, other):
        other = tensor(other)
        return Tensor.made(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = tensor(other)
        return Tensor.made(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = tensor(other)
        a, b = self.data, other.data
        return Tensor.made(a * b, (self, other), lambda g: (g * b, g * a))

    def __truediv__(self, other):
        other = tensor(other)
        a, b = self.data, other.data
        return Tensor.made(a / b, (self, other), lambda g: (g / b, -g * a / np.square(b)))

    def __matmul__(self, other):
        other = tensor(other)
        a, b = self.data, other.data
        a2, b2 = np.atleast_2d(a), b.reshape(-1, 1) if b.ndim == 1 else b

        def share(g):
            g = g.reshape((a2 @ b2).shape)
            to_a = unbroadcast(g @ b2.swapaxes(-2, -1), a2.shape)
            to_b = unbroadcast(a2.swapaxes(-2, -1) @ g, b2.shape)
            return to_a.reshape(a.shape), to_b.reshape(b.shape)

        return Tensor.made(a @ b, (self, other), share)

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
        return Tensor.made(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        a = self.data
        slope = n * a ** (n - 1) if n else np.zeros_like(a)
        return Tensor.made(a**n, (self,), lambda g: (g * slope,))

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return Tensor.made(
            self.data.sum(axis=axis, keepdims=keepdims),
            (self,),
            lambda g: (np.broadcast_to(g.reshape(kept), shape),),
        )

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor.made(self.data.reshape(*shape), (self,), lambda g: (g.reshape(old),))

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim)[::-1]
        axes = [range(self.data.ndim)[i] for i in axes]
        return Tensor.made(
            self.data.transpose(axes), (self,), lambda g: (g.transpose(np.argsort(axes)),)
        )

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def share(g):
            out = np.zeros(shape)
            np.add.at(out, index, g)
            return (out,)

        return Tensor.made(self.data[index], (self,), share)

    def relu(self):
        a = self.data
        return Tensor.made((a + abs(a)) / 2, (self,), lambda g: (g * (a > 0),))

    def exp(self):
        e = np.exp(self.data)
        return Tensor.made(e, (self,), lambda g: (g * e,))

    def log(self):
        a = self.data
        return Tensor.made(np.log(a), (self,), lambda g: (g / a,))

    def tanh(self):
        t = np.tanh(self.data)
        return Tensor.made(t, (self,), lambda g: (g * (1 - t**2),))

    def log_softmax(self, axis=-1):
        s = self.data - self.data.max(axis=axis, keepdims=True)
        s = s - np.log(np.exp(s).sum(axis=axis, keepdims=True))
        return Tensor.made(
            s, (self,), lambda g: (g - np.exp(s) * g.sum(axis=axis, keepdims=True),)
        )

    def backward(self):
        for operation in self.history.values():
            operation.output.grad = np.zeros_like(operation.output.data)
        self.grad += np.ones_like(self.data)
        for number in sorted(self.history, reverse=True):
            self.history[number].run()


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    return -logits.log_softmax()[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    root.grad = np.zeros_like(root.data)
    for operation in root.history.values():
        for each in (operation.output, *operation.inputs):
            each.grad = np.zeros_like(each.data)
