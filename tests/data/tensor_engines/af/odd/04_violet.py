"""The exam, on flat arrays: every move of entries is one primitive, `take`.

`take(t, places)` makes a tensor of the entries of t that stand at these places when t is laid
out flat. Broadcasting, reshape, transpose and every index are a take of places; a sum is its
mirror image, `pour`. So only two rules move entries at all, and each of them is the other one.
"""

import numpy as np


def _pour(values, places, size):
    """A flat array: entry k is the sum of all values whose place is k."""
    return np.bincount(places.ravel(), weights=values.ravel(), minlength=size)


def _places(shape):
    return np.arange(int(np.prod(shape, dtype=int))).reshape(shape)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    places = np.broadcast_to(_places(shape), grad.shape)
    return _pour(grad, places, int(np.prod(shape, dtype=int))).reshape(shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _links=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._links = _links  # pairs (tensor, function from my gradient to its gradient)

    def __repr__(self):
        return f"<{self.data.tolist()}>"

    # -- the two primitives that move entries

    def _take(self, places):
        places = np.asarray(places)
        shape, size = self.data.shape, self.data.size
        return Tensor(
            self.data.reshape(-1)[places],
            ((self, lambda g: _pour(g, places, size).reshape(shape)),),
        )

    def _gather_sum(self, places, shape):
        total = _pour(self.data, places, int(np.prod(shape, dtype=int))).reshape(shape)
        return Tensor(total, ((self, lambda g: g.reshape(-1)[places]),))

    def _stretch(self, shape):
        if self.data.shape == shape:
            return self
        return self._take(np.broadcast_to(_places(self.data.shape), shape))

    # -- entry by entry, of operands that have one shape

    def _map(self, data, slope):
        return Tensor(data, ((self, lambda g: g * slope),))

    @staticmethod
    def _pair(a, b):
        a = a if isinstance(a, Tensor) else Tensor(a)
        b = b if isinstance(b, Tensor) else Tensor(b)
        shape = np.broadcast_shapes(a.data.shape, b.data.shape)
        return a._stretch(shape), b._stretch(shape)

    def _plus(x, y):
        a, b = Tensor._pair(x, y)
        return Tensor(a.data + b.data, ((a, lambda g: g), (b, lambda g: g)))

    def _minus(x, y):
        a, b = Tensor._pair(x, y)
        return Tensor(a.data - b.data, ((a, lambda g: g), (b, lambda g: -g)))

    def _times(x, y):
        a, b = Tensor._pair(x, y)
        p, q = a.data, b.data
        return Tensor(p * q, ((a, lambda g: g * q), (b, lambda g: g * p)))

    def _over(x, y):
        a, b = Tensor._pair(x, y)
        p, q = a.data, b.data
        return Tensor(p / q, ((a, lambda g: g / q), (b, lambda g: -g * (p / q) / q)))

    __add__, __sub__, __mul__, __truediv__ = _plus, _minus, _times, _over

    def __radd__(self, other):
        return Tensor._plus(other, self)

    def __rsub__(self, other):
        return Tensor._minus(other, self)

    def __rmul__(self, other):
        return Tensor._times(other, self)

    def __rtruediv__(self, other):
        return Tensor._over(other, self)

    def __neg__(self):
        return self._map(-self.data, -1.0)

    def __pow__(self, n):
        x = self.data
        return self._map(x**n, np.zeros(x.shape) if n == 0 else n * x ** (n - 1))

    def relu(self):
        return self._map(np.maximum(self.data, 0.0), np.heaviside(self.data, 0.0))

    def exp(self):
        y = np.exp(self.data)
        return self._map(y, y)

    def log(self):
        return self._map(np.log(self.data), 1.0 / self.data)

    def tanh(self):
        y = np.tanh(self.data)
        return self._map(y, (1.0 - y) * (1.0 + y))

    # -- shapes

    def reshape(self, *shape):
        return self._take(_places(self.data.shape).reshape(*shape))

    def transpose(self, axes=None):
        return self._take(_places(self.data.shape).transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._take(_places(self.data.shape)[index])

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = self.data.sum(axis=axis, keepdims=True).shape
        final = self.data.sum(axis=axis, keepdims=keepdims).shape
        return self._gather_sum(np.broadcast_to(_places(kept), shape), final)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    # -- products: of stacks that have one length, the rest is reshape and stretch

    def __matmul__(self, other):
        a = self
        b = other if isinstance(other, Tensor) else Tensor(other)
        final = (a.data @ b.data).shape
        if a.data.ndim == 1:
            a = a.reshape(1, -1)
        if b.data.ndim == 1:
            b = b.reshape(-1, 1)
        stack = np.broadcast_shapes(a.data.shape[:-2], b.data.shape[:-2])
        a = a._stretch(stack + a.data.shape[-2:])
        b = b._stretch(stack + b.data.shape[-2:])
        p, q = a.data, b.data
        product = Tensor(
            np.einsum("...ik,...kj->...ij", p, q),
            (
                (a, lambda g: np.einsum("...ij,...kj->...ik", g, q)),
                (b, lambda g: np.einsum("...ij,...ik->...kj", g, p)),
            ),
        )
        return product.reshape(final)

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def log_softmax(self, axis=-1):
        away = self - self.data.max(axis=axis, keepdims=True)
        return away - away.exp().sum(axis=axis, keepdims=True).log()

    # -- the way back

    def _sorted(self):
        """Everything that can be reached, the root first, each one before what it was made of."""
        count, stack = {}, [self]
        while stack:
            for below, _ in stack.pop()._links:
                if below not in count:
                    stack.append(below)
                    count[below] = 0
                count[below] += 1
        order = [self]
        for t in order:  # it grows meanwhile
            for below, _ in t._links:
                count[below] -= 1
                if count[below] == 0:
                    order.append(below)
        return order

    def backward(self):
        arriving = {self: np.ones(self.data.shape)}
        for t in self._sorted():
            g = arriving.pop(t)
            t.grad = np.array(g if t._links else t.grad + g)
            for below, rule in t._links:
                sent = rule(g)
                arriving[below] = arriving[below] + sent if below in arriving else sent


def cross_entropy(logits, labels):
    """Minus the mean log-probability of the right labels."""
    scores = logits.log_softmax()
    rows, columns = scores.data.shape
    return -scores._take(np.arange(rows) * columns + np.asarray(labels) % columns).mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in root._sorted():
        t.grad = np.zeros(t.data.shape)
