import numpy as np


def unbroadcast(grad, shape):
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(i for i, (have, want) in enumerate(zip(grad.shape, padded)) if have != want)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


class Tensor:
    """Nodes carry the number of the visit that saw them last."""

    __array_ufunc__ = None
    visit = 0

    def __init__(self, data, edges=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.edges = edges  # pairs: a tensor, and a function from my gradient to its share
        self.mark = 0

    @staticmethod
    def of(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    def __add__(self, other):
        other = Tensor.of(other)
        return Tensor(self.data + other.data, ((self, lambda g: g), (other, lambda g: g)))

    def __sub__(self, other):
        other = Tensor.of(other)
        return Tensor(self.data - other.data, ((self, lambda g: g), (other, lambda g: -g)))

    def __mul__(self, other):
        other = Tensor.of(other)
        x, y = self.data, other.data
        return Tensor(x * y, ((self, lambda g: g * y), (other, lambda g: g * x)))

    def __truediv__(self, other):
        other = Tensor.of(other)
        x, y = self.data, other.data
        return Tensor(x / y, ((self, lambda g: g / y), (other, lambda g: -g * x / y**2)))

    def __matmul__(self, other):
        other = Tensor.of(other)
        x, y = self.data, other.data
        if x.ndim == y.ndim == 1:
            return (self * other).sum()
        if x.ndim == 1:
            row = self.reshape(1, -1) @ other
            return row.reshape(row.data.shape[:-2] + row.data.shape[-1:])
        if y.ndim == 1:
            column = self @ other.reshape(-1, 1)
            return column.reshape(column.data.shape[:-1])
        return Tensor(
            x @ y,
            (
                (self, lambda g: g @ np.swapaxes(y, -1, -2)),
                (other, lambda g: np.swapaxes(x, -1, -2) @ g),
            ),
        )

    def __radd__(self, other):
        return Tensor.of(other) + self

    def __rsub__(self, other):
        return Tensor.of(other) - self

    def __rmul__(self, other):
        return Tensor.of(other) * self

    def __rtruediv__(self, other):
        return Tensor.of(other) / self

    def __rmatmul__(self, other):
        return Tensor.of(other) @ self

    def __neg__(self):
        return Tensor(-self.data, ((self, lambda g: -g),))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Tensor(np.ones_like(x), ((self, lambda g: np.zeros_like(g)),))
        return Tensor(x**n, ((self, lambda g: g * n * x ** (n - 1)),))

    def sum(self, axis=None, keepdims=False):
        x = self.data

        def back(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return np.broadcast_to(g, x.shape)

        return Tensor(x.sum(axis=axis, keepdims=keepdims), ((self, back),))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        x = self.data
        return Tensor(x.reshape(*shape), ((self, lambda g: g.reshape(x.shape)),))

    def transpose(self, axes=None):
        x = self.data
        if axes is None:
            return Tensor(x.T, ((self, lambda g: g.T),))
        back = np.argsort([i % x.ndim for i in axes])
        return Tensor(x.transpose(axes), ((self, lambda g: g.transpose(back)),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        x = self.data

        def back(g):
            out = np.zeros_like(x)
            np.add.at(out, index, g)
            return out

        return Tensor(x[index], ((self, back),))

    def relu(self):
        x = self.data
        return Tensor(x * (x > 0), ((self, lambda g: g * (x > 0)),))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, ((self, lambda g: g * y),))

    def log(self):
        x = self.data
        return Tensor(np.log(x), ((self, lambda g: g / x),))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, ((self, lambda g: g * (1 - y**2)),))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return Tensor(
            y, ((self, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True)),)
        )

    def ordered(self):
        """The tensors below, operands first; each is marked with this visit's number."""
        self.visit += 1
        now = self.visit
        order, stack = [], [(self, 0)]
        self.mark = now
        while stack:
            t, k = stack.pop()
            if k == len(t.edges):
                order.append(t)
                continue
            stack.append((t, k + 1))
            child = t.edges[k][0]
            if child.mark != now:
                child.mark = now
                stack.append((child, 0))
        return order

    def backward(self):
        order = self.ordered()
        for t in order:
            if t.edges:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in reversed(order):
            for child, share in t.edges:
                child.grad = child.grad + unbroadcast(share(t.grad), child.data.shape)


def cross_entropy(logits, labels):
    picked = logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)]
    return -picked.mean()


def zero_grad(root):
    for t in root.ordered():
        t.grad = np.zeros_like(t.data)
