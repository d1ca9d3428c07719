import numpy as np


def unbroadcast(grad, shape):
    if grad.shape == tuple(shape):
        return grad
    lead = grad.ndim - len(shape)
    axes = tuple(range(lead)) + tuple(lead + i for i, n in enumerate(shape) if n == 1)
    return np.asarray(grad.sum(axis=axes)).reshape(shape)


class Graph:
    """Who was made of whom, and the way back."""

    def make(self, value, parents, pull):
        out = Tensor(value)
        out.parents = parents
        out.pull = pull
        return out

    def sorted(self):
        order, seen = [], set()
        stack = [(self, 0)]
        while stack:
            t, i = stack.pop()
            if i == 0:
                if id(t) in seen:
                    continue
                seen.add(id(t))
            if i < len(t.parents):
                stack.append((t, i + 1))
                stack.append((t.parents[i], 0))
            else:
                order.append(t)
        return order[::-1]

    def backward(self):
        grads = {id(self): np.ones(self.data.shape)}
        for t in self.sorted():
            g = grads.pop(id(t))
            if not t.parents:
                t.grad += g
                continue
            for p, part in zip(t.parents, t.pull(g)):
                part = unbroadcast(part, p.data.shape)
                before = grads.get(id(p))
                grads[id(p)] = part if before is None else before + part


class Arithmetic:
    def __add__(self, other):
        other = self.lift(other)
        return self.make(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = self.lift(other)
        return self.make(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = self.lift(other)
        x, y = self.data, other.data
        return self.make(x * y, (self, other), lambda g: (g * y, g * x))

    def __truediv__(self, other):
        other = self.lift(other)
        x, y = self.data, other.data
        return self.make(x / y, (self, other), lambda g: (g / y, -x * g / y**2))

    def __matmul__(self, other):
        other = self.lift(other)
        x, y = self.data, other.data

        def pull(g):
            m = x if x.ndim > 1 else x[None, :]
            n = y if y.ndim > 1 else y[:, None]
            if y.ndim == 1:
                g = np.expand_dims(g, -1)
            if x.ndim == 1:
                g = np.expand_dims(g, -2)
            a = unbroadcast(np.matmul(g, np.swapaxes(n, -1, -2)), m.shape)
            b = unbroadcast(np.matmul(np.swapaxes(m, -1, -2), g), n.shape)
            return a.reshape(x.shape), b.reshape(y.shape)

        return self.make(x @ y, (self, other), pull)

    def __neg__(self):
        return self.make(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        return self.make(
            x**n, (self,), lambda g: (np.zeros_like(g) if n == 0 else g * n * x ** (n - 1),)
        )

    def __radd__(self, other):
        return self.lift(other) + self

    def __rsub__(self, other):
        return self.lift(other) - self

    def __rmul__(self, other):
        return self.lift(other) * self

    def __rtruediv__(self, other):
        return self.lift(other) / self

    def __rmatmul__(self, other):
        return self.lift(other) @ self


class Shapes:
    def reshape(self, *shape):
        before = self.data.shape
        return self.make(
            self.data.reshape(*shape), (self,), lambda g: (g.ravel("K").reshape(before),)
        )

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(range(self.data.ndim))[::-1]
        where = {axis % self.data.ndim: i for i, axis in enumerate(axes)}
        back = [where[i] for i in range(self.data.ndim)]
        return self.make(self.data.transpose(axes), (self,), lambda g: (g.transpose(back),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def pull(g):
            full = np.zeros(shape)
            np.add.at(full, index, g)
            return (full,)

        return self.make(self.data[index], (self,), pull)


class Reductions:
    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape

        def pull(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return (np.broadcast_to(g, shape),)

        return self.make(self.data.sum(axis=axis, keepdims=keepdims), (self,), pull)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)


class Functions:
    def relu(self):
        x = self.data
        return self.make(np.maximum(x, 0), (self,), lambda g: (g * (x > 0),))

    def exp(self):
        y = np.exp(self.data)
        return self.make(y, (self,), lambda g: (g * y,))

    def log(self):
        x = self.data
        return self.make(np.log(x), (self,), lambda g: (g / x,))

    def tanh(self):
        y = np.tanh(self.data)
        return self.make(y, (self,), lambda g: (g * (1 - y**2),))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return self.make(
            y, (self,), lambda g: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)
        )


class Tensor(Arithmetic, Shapes, Reductions, Functions, Graph):
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.parents = ()
        self.pull = None

    @classmethod
    def lift(cls, x):
        return x if isinstance(x, cls) else cls(x)


def cross_entropy(logits, labels):
    logp = logits.log_softmax(axis=-1)
    return -logp[np.arange(logp.data.shape[0]), np.asarray(labels)].mean()


def zero_grad(root):
    for t in root.sorted():
        t.grad = np.zeros(t.data.shape)
