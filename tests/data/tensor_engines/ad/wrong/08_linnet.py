import numpy as np


class Tensor:
    __slots__ = ("data", "grad", "ins", "vjps", "__weakref__")
    __array_priority__ = 1000
    __array_ufunc__ = None

    def __init__(self, data, ins=(), vjps=()):
        self.data = np.array(data, np.float64)
        self.grad = np.zeros(self.data.shape, np.float64)
        self.ins = ins
        self.vjps = vjps

    # ---------------------------------------------------------------- two operands

    def __add__(self, b):
        a, b = self, as_tensor(b)
        return Tensor(a.data + b.data, (a, b), (same, same))

    def __sub__(self, b):
        a, b = self, as_tensor(b)
        return Tensor(a.data - b.data, (a, b), (same, minus))

    def __mul__(self, b):
        a, b = self, as_tensor(b)
        x, y = a.data, b.data
        return Tensor(x * y, (a, b), (lambda g: g * y, lambda g: g * x))

    def __truediv__(self, b):
        a, b = self, as_tensor(b)
        x, y = a.data, b.data
        return Tensor(x / y, (a, b), (lambda g: g / y, lambda g: -g * x / (y * y)))

    def __matmul__(self, b):
        a, b = self, as_tensor(b)
        x, y = a.data, b.data
        X = x if x.ndim > 1 else x[np.newaxis, :]
        Y = y if y.ndim > 1 else y[:, np.newaxis]
        Z = X @ Y

        def to_a(g):
            d = g.reshape(Z.shape) @ Y.swapaxes(-1, -2)
            return unbroadcast(d, X.shape).reshape(x.shape)

        def to_b(g):
            d = X.swapaxes(-1, -2) @ g.reshape(Z.shape)
            return unbroadcast(d, Y.shape).reshape(y.shape)

        return Tensor(x @ y, (a, b), (to_a, to_b))

    def __radd__(self, b):
        return as_tensor(b) + self

    def __rsub__(self, b):
        return as_tensor(b) - self

    def __rmul__(self, b):
        return as_tensor(b) * self

    def __rtruediv__(self, b):
        return as_tensor(b) / self

    def __rmatmul__(self, b):
        return as_tensor(b) @ self

    # ---------------------------------------------------------------- one operand

    def _one(self, value, vjp):
        return Tensor(value, (self,), (vjp,))

    def __neg__(self):
        return self._one(-self.data, minus)

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return self._one(x**0, lambda g: np.zeros(x.shape))
        return self._one(x**n, lambda g: n * x ** (n - 1) * g)

    def relu(self):
        positive = self.data > 0
        return self._one(np.where(positive, self.data, 0.0), lambda g: np.where(positive, g, 0.0))

    def exp(self):
        y = np.exp(self.data)
        return self._one(y, lambda g: y * g)

    def log(self):
        x = self.data
        return self._one(np.log(x), lambda g: g / x)

    def tanh(self):
        y = np.tanh(self.data)
        return self._one(y, lambda g: (1 - y * y) * g)

    def log_softmax(self, axis=-1):
        x = self.data
        m = x.max(axis=axis, keepdims=True)
        y = x - (m + np.log(np.exp(x - m).sum(axis=axis, keepdims=True)))
        return self._one(y, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))

    def sum(self, axis=None, keepdims=False):
        x = self.data
        if axis is None:
            axis = tuple(range(x.ndim))

        def vjp(g):
            g = g if keepdims else np.expand_dims(g, axis)
            return np.broadcast_to(g, x.shape)

        return self._one(x.sum(axis=axis, keepdims=keepdims), vjp)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        n = self.data.size / s.data.size
        return s._one(s.data / n, lambda g: g / n)

    def reshape(self, *shape):
        x = self.data
        return self._one(x.reshape(*shape), lambda g: g.reshape(x.shape))

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = tuple(range(n))[::-1] if axes is None else tuple(a % n for a in axes)
        back = tuple(axes.index(i) for i in range(n))
        return self._one(self.data.transpose(axes), lambda g: g.transpose(back))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def vjp(g):
            full = np.zeros(shape)
            if isinstance(index, (list, tuple)):
                np.add.at(full, index, g)
            else:
                full[index] = g
            return full

        return self._one(self.data[index], vjp)

    # ---------------------------------------------------------------- backward

    def backward(self):
        nodes = topological(self)
        for t in nodes:
            if t.ins:
                t.grad = np.zeros(t.data.shape)
        self.grad += np.ones(self.data.shape)
        for t in nodes:
            for p, vjp in zip(t.ins, t.vjps):
                p.grad += unbroadcast(vjp(t.grad), p.data.shape)


def same(g):
    return g


def minus(g):
    return -g


def as_tensor(b):
    if not isinstance(b, Tensor):
        b = Tensor(b)
    return b


def unbroadcast(grad, shape):
    if grad.shape == shape:
        return grad
    front = grad.ndim - len(shape)
    if front:
        grad = grad.sum(axis=tuple(range(front)))
    axes = tuple(np.flatnonzero(np.array(shape, int) == 1))
    if axes:
        grad = grad.sum(axis=axes, keepdims=True)
    return np.asarray(grad)


def topological(root):
    seen = {root}
    post = []
    work = [(root, list(root.ins))]
    while work:
        t, left = work[-1]
        if left:
            p = left.pop()
            if p not in seen:
                seen.add(p)
                work.append((p, list(p.ins)))
        else:
            post.append(t)
            work.pop()
    return post[::-1]


def cross_entropy(logits, labels):
    logp = logits.log_softmax(-1)
    n = logp.data.shape[0]
    return -(logp[np.arange(n), np.array(labels)].sum() / n)


def zero_grad(root):
    for t in topological(root):
        t.grad = np.zeros(t.data.shape)
