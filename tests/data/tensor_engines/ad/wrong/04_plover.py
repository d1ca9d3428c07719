import numpy as np


class Tensor:
    """A node. `_round` is the number of the last walk, `_mark` that of the walk that saw me."""

    __array_ufunc__ = None
    _round = 0

    def __init__(self, data):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self._mark = 0
        self._in = []  # pairs: operand, function of my gradient

    @classmethod
    def _made(cls, value, *pairs):
        t = cls(value)
        t._in.extend(pairs)
        return t

    # -- plain arithmetic ------------------------------------------------------------------

    def __add__(self, o):
        o = _as(o)
        return self._made(
            self.data + o.data,
            (self, lambda g: unbroadcast(g, self.data.shape)),
            (o, lambda g: unbroadcast(g, o.data.shape)),
        )

    __radd__ = __add__

    def __mul__(self, o):
        o = _as(o)
        x, y = self.data, o.data
        return self._made(
            x * y,
            (self, lambda g: unbroadcast(g * y, x.shape)),
            (o, lambda g: unbroadcast(g * x, y.shape)),
        )

    __rmul__ = __mul__

    def __neg__(self):
        return self._made(-self.data, (self, np.negative))

    def __sub__(self, o):
        return self + -_as(o)

    def __rsub__(self, o):
        return -self + o

    def __truediv__(self, o):
        return self * _as(o)._inverse()

    def __rtruediv__(self, o):
        return self._inverse() * o

    def _inverse(self):
        y = 1.0 / self.data
        return self._made(y, (self, lambda g: -g * y * y))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return self._made(np.ones(x.shape), (self, lambda g: 0.0 * g))
        return self._made(x**n, (self, lambda g: g * (n * x ** (n - 1))))

    def __matmul__(self, o):
        o = _as(o)
        x, y = self.data, o.data
        if x.ndim == 1 and y.ndim == 1:
            return (self * o).sum()
        if x.ndim == 1:
            z = self.reshape(1, -1) @ o
            return z.reshape(z.data.shape[:-2] + z.data.shape[-1:])
        if y.ndim == 1:
            z = self @ o.reshape(-1, 1)
            return z.reshape(z.data.shape[:-1])
        return self._made(
            x @ y,
            (self, lambda g: unbroadcast(g @ y.swapaxes(-1, -2), x.shape)),
            (o, lambda g: unbroadcast(x.swapaxes(-1, -2) @ g, y.shape)),
        )

    def __rmatmul__(self, o):
        return _as(o) @ self

    # -- taking together -------------------------------------------------------------------

    def sum(self, axis=None, keepdims=False):
        x = self.data

        def spread(g):
            if not keepdims:
                g = np.expand_dims(g, tuple(range(x.ndim)) if axis is None else axis)
            return np.broadcast_to(g, x.shape)

        return self._made(x.sum(axis=axis, keepdims=keepdims), (self, spread))

    def mean(self, axis=None, keepdims=False):
        if axis is None:
            n = self.data.size
        else:
            n = np.prod([self.data.shape[i] for i in np.atleast_1d(axis)])
        return self.sum(axis, keepdims) * (1.0 / n)

    # -- putting elsewhere -----------------------------------------------------------------

    def reshape(self, *shape):
        x = self.data
        return self._made(x.reshape(*shape), (self, lambda g: g.reshape(x.shape)))

    def transpose(self, axes=None):
        x = self.data
        order = tuple(reversed(range(x.ndim))) if axes is None else tuple(axes)

        def undo(g):
            return np.moveaxis(g, tuple(range(x.ndim)), order)

        return self._made(x.transpose(order), (self, undo))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        x = self.data

        def put(g):
            z = np.zeros(x.shape)
            np.add.at(z, index, g)
            return z

        return self._made(x[index], (self, put))

    # -- functions -------------------------------------------------------------------------

    def relu(self):
        x = self.data
        return self._made(np.maximum(x, 0), (self, lambda g: g * (x > 0)))

    def exp(self):
        y = np.exp(self.data)
        return self._made(y, (self, lambda g: g * y))

    def log(self):
        x = self.data
        return self._made(np.log(x), (self, lambda g: g / x))

    def tanh(self):
        y = np.tanh(self.data)
        return self._made(y, (self, lambda g: g * (1 - y**2)))

    def log_softmax(self, axis=-1):
        top = self.data.max(axis=axis, keepdims=True)
        low = self - top
        return low - low.exp().sum(axis=axis, keepdims=True).log()

    # -- the walk --------------------------------------------------------------------------

    def _walk(self):
        """All that I am made of, operands before results."""
        self._round += 1
        now = self._round
        order, stack = [], [self]
        while stack:
            t = stack.pop()
            if t is None:
                order.append(stack.pop())
            elif t._mark != now:
                t._mark = now
                stack += [t, None]
                stack += [p for p, _ in t._in]
        return order

    def backward(self):
        order = self._walk()
        for t in order:
            if t._in:
                t.grad = np.zeros(t.data.shape)
        self.grad += np.ones(self.data.shape)
        while order:
            t = order.pop()
            for p, f in t._in:
                p.grad += f(t.grad)


def _as(o):
    return o if isinstance(o, Tensor) else Tensor(o)


def unbroadcast(grad, shape):
    lead = tuple(range(np.ndim(grad) - len(shape)))
    grad = np.sum(grad, axis=lead)
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    return np.asarray(np.sum(grad, axis=ones, keepdims=True))


def cross_entropy(logits, labels):
    labels = np.asarray(labels)
    lp = logits.log_softmax()
    return lp[np.arange(labels.size), labels].sum() * (-1.0 / labels.size)


def zero_grad(root):
    for t in root._walk():
        t.grad = np.zeros(t.data.shape)
