import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, sources=(), grad_fn=None):
        self.data = np.asarray(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.sources = sources
        self.grad_fn = grad_fn

    @staticmethod
    def wrap(x):
        if isinstance(x, Tensor):
            return x
        return Tensor(x)

    def __add__(self, other):
        other = Tensor.wrap(other)

        def grad_fn(g):
            return g, g

        return Tensor(self.data + other.data, (self, other), grad_fn)

    def __mul__(self, other):
        other = Tensor.wrap(other)
        x, y = self.data, other.data

        def grad_fn(g):
            return g * y, g * x

        return Tensor(x * y, (self, other), grad_fn)

    def __sub__(self, other):
        other = Tensor.wrap(other)

        def grad_fn(g):
            return g, -g

        return Tensor(self.data - other.data, (self, other), grad_fn)

    def __truediv__(self, other):
        other = Tensor.wrap(other)
        x, y = self.data, other.data

        def grad_fn(g):
            return g / y, -g * x / y**2

        return Tensor(x / y, (self, other), grad_fn)

    def __matmul__(self, other):
        other = Tensor.wrap(other)
        x, y = self.data, other.data

        def grad_fn(g):
            if x.ndim == 1 and y.ndim == 1:
                return g * y, g * x
            if x.ndim == 1:
                gx = (g[..., None, :] * y).sum(axis=-1)
                return gx, x[:, None] * g[..., None, :]
            if y.ndim == 1:
                gy = (g[..., None] * x).sum(axis=-2)
                return g[..., None] * y, gy
            return g @ y.swapaxes(-1, -2), x.swapaxes(-1, -2) @ g

        return Tensor(x @ y, (self, other), grad_fn)

    def __radd__(self, other):
        return Tensor(other) + self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data

        def grad_fn(g):
            if n == 0:
                return (np.zeros(x.shape),)
            return (n * x ** (n - 1) * g,)

        return Tensor(x**n, (self,), grad_fn)

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape

        def grad_fn(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return (np.broadcast_to(g, shape),)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), grad_fn)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s / (self.data.size / s.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(old),))

    def transpose(self, axes=None):
        def grad_fn(g):
            if axes is None:
                return (g.transpose(),)
            return (g.transpose(np.argsort(np.array(axes) % g.ndim)),)

        return Tensor(self.data.transpose(axes), (self,), grad_fn)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def grad_fn(g):
            z = np.zeros(shape)
            np.add.at(z, index, g)
            return (z,)

        return Tensor(self.data[index], (self,), grad_fn)

    def relu(self):
        mask = self.data > 0
        return Tensor(np.where(mask, self.data, 0.0), (self,), lambda g: (g * mask,))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: (g * y,))

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self,), lambda g: (g / x,))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: (g * (1 - y**2),))

    def log_softmax(self, axis=-1):
        z = self.data
        z -= z.max(axis=axis, keepdims=True)
        z -= np.log(np.exp(z).sum(axis=axis, keepdims=True))
        p = np.exp(z)
        return Tensor(z, (self,), lambda g: (g - p * g.sum(axis=axis, keepdims=True),))

    def backward(self):
        order = self._sorted()
        for t in order:
            if t.sources:
                t.grad = np.zeros(t.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for t in order[::-1]:
            if t.sources:
                for source, g in zip(t.sources, t.grad_fn(t.grad)):
                    source.grad = source.grad + unbroadcast(g, source.data.shape)

    def _sorted(self):
        order, seen = [], set()
        todo = [(self, False)]
        while todo:
            t, expanded = todo.pop()
            if expanded:
                order.append(t)
            elif t not in seen:
                seen.add(t)
                todo.append((t, True))
                for s in t.sources:
                    todo.append((s, False))
        return order


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for i in range(len(shape)):
        if shape[i] == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    n = logits.data.shape[0]
    return -logits.log_softmax(axis=1)[np.arange(n), np.array(labels)].sum() / n


def zero_grad(root):
    for t in root._sorted():
        t.grad = np.zeros(t.data.shape)
