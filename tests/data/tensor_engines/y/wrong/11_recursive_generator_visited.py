import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    lead = grad.ndim - len(shape)
    summed = [i for i in range(grad.ndim) if i < lead or shape[i - lead] == 1]
    return grad.sum(axis=tuple(summed)).reshape(shape)


class Tensor:
    """An array with its gradient."""

    __array_ufunc__ = None

    def __init__(self, data, inputs=(), pull=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.inputs = inputs
        self.pull = pull

    @property
    def is_leaf(self):
        return self.pull is None

    def __add__(self, other):
        other = lift(other)
        return Tensor(self.data + other.data, (self, other), lambda out: [out.grad, out.grad])

    def __sub__(self, other):
        other = lift(other)
        return Tensor(self.data - other.data, (self, other), lambda out: [out.grad, -out.grad])

    def __mul__(self, other):
        other = lift(other)
        return Tensor(
            self.data * other.data,
            (self, other),
            lambda out: [out.grad * other.data, out.grad * self.data],
        )

    def __truediv__(self, other):
        other = lift(other)
        return Tensor(
            self.data / other.data,
            (self, other),
            lambda out: [out.grad / other.data, -out.grad * out.data / other.data],
        )

    def __matmul__(self, other):
        other = lift(other)
        return Tensor(self.data @ other.data, (self, other), lambda out: pull_matmul(out.grad, self.data, other.data))

    def __radd__(self, other):
        return lift(other).__add__(self)

    def __rsub__(self, other):
        return lift(other).__sub__(self)

    def __rmul__(self, other):
        return lift(other).__mul__(self)

    def __rtruediv__(self, other):
        return lift(other).__truediv__(self)

    def __rmatmul__(self, other):
        return lift(other).__matmul__(self)

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda out: [-out.grad])

    def __pow__(self, n):
        def pull(out):
            if n == 0:
                return [np.zeros(self.data.shape)]
            return [out.grad * n * self.data ** (n - 1)]

        return Tensor(self.data**n, (self,), pull)

    def _reduced(self, value, axis, keepdims, weight):
        def pull(out):
            g = out.grad * weight
            if not keepdims:
                lost = range(self.data.ndim) if axis is None else np.atleast_1d(axis)
                lost = {int(i) % max(self.data.ndim, 1) for i in lost}
                g = g[tuple(None if i in lost else slice(None) for i in range(self.data.ndim))]
            return [np.broadcast_to(g, self.data.shape)]

        return Tensor(value, (self,), pull)

    def sum(self, axis=None, keepdims=False):
        return self._reduced(self.data.sum(axis=axis, keepdims=keepdims), axis, keepdims, 1.0)

    def mean(self, axis=None, keepdims=False):
        value = self.data.mean(axis=axis, keepdims=keepdims)
        return self._reduced(value, axis, keepdims, value.size / self.data.size)

    def reshape(self, *shape):
        return Tensor(
            self.data.reshape(*shape), (self,), lambda out: [out.grad.reshape(self.data.shape)]
        )

    def transpose(self, axes=None):
        order = list(range(self.data.ndim))
        order = order[::-1] if axes is None else [order[i] for i in axes]
        return Tensor(
            self.data.transpose(order), (self,), lambda out: [out.grad.transpose(np.argsort(order))]
        )

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def pull(out):
            g = np.zeros(self.data.shape)
            np.add.at(g, index, out.grad)
            return [g]

        return Tensor(self.data[index], (self,), pull)

    def relu(self):
        return Tensor(np.maximum(0, self.data), (self,), lambda out: [out.grad * np.sign(out.data)])

    def exp(self):
        return Tensor(np.exp(self.data), (self,), lambda out: [out.grad * out.data])

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda out: [out.grad / self.data])

    def tanh(self):
        return Tensor(np.tanh(self.data), (self,), lambda out: [out.grad * (1 - out.data**2)])

    def log_softmax(self, axis=-1):
        x = self.data - np.amax(self.data, axis=axis, keepdims=True)
        x = x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True))
        return Tensor(
            x,
            (self,),
            lambda out: [out.grad - np.exp(out.data) * out.grad.sum(axis=axis, keepdims=True)],
        )

    def backward(self):
        order = list(trace(self))
        for node in order:
            if not node.is_leaf:
                node.grad = np.zeros(node.data.shape)
        self.grad += np.ones(self.data.shape)
        for node in reversed(order):
            if node.is_leaf:
                continue
            for each, g in zip(node.inputs, node.pull(node)):
                each.grad += unbroadcast(g, each.data.shape)


def lift(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def pull_matmul(g, a, b):
    row = a[None, :] if a.ndim == 1 else a
    column = b[:, None] if b.ndim == 1 else b
    if b.ndim == 1:
        g = g[..., None]
    if a.ndim == 1:
        g = g[..., None, :]
    to_a = unbroadcast(g @ column.swapaxes(-1, -2), row.shape)
    to_b = unbroadcast(row.swapaxes(-1, -2) @ g, column.shape)
    return [to_a.reshape(a.shape), to_b.reshape(b.shape)]


def trace(node, seen=set()):
    """Every tensor below node, and node itself; the inputs of each come before it."""
    if node in seen:
        return
    seen.add(node)
    for each in node.inputs:
        yield from trace(each, seen)
    yield node


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    return -logits.log_softmax(axis=1)[np.arange(labels.shape[0]), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in list(trace(root)):
        node.grad = np.zeros(node.data.shape)
