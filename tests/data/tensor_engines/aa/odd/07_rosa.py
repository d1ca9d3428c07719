"""Everything is a gather, a scatter or entrywise.

A shape operation only says from where each entry of the result comes: an array of flat
positions. Broadcasting, reshape, transpose and index are then one operation, `_gather`, and a sum
is the other one, `_scatter` (each entry says to which result it is added). They are each other's
way back. Matrix products are a gather on both sides, a product and a sum.
"""

import numpy as np


def _places(shape):
    return np.arange(int(np.prod(shape, dtype=int))).reshape(shape)


def _bins(values, where, shape):
    size = int(np.prod(shape, dtype=int))
    return np.bincount(where.ravel(), weights=values.ravel(), minlength=size).reshape(shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _from=None, _send=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._from = _from or []
        self._send = _send

    # -- the three operations there are --

    def _gather(self, where):
        shape = self.data.shape
        value = self.data.reshape(-1)[where]
        return Tensor(value, [self], lambda g: [_bins(g, where, shape)])

    def _scatter(self, where, shape):
        return Tensor(_bins(self.data, where, shape), [self], lambda g: [g.reshape(-1)[where]])

    def _map(self, value, *slopes, others=()):
        return Tensor(value, [self, *others], lambda g: [g * slope for slope in slopes])

    # -- all the rest --

    def _like(self, shape):
        return self._gather(np.broadcast_to(_places(self.data.shape), shape))

    def _both(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        shape = np.broadcast_shapes(self.data.shape, other.data.shape)
        return self._like(shape), other._like(shape)

    def __add__(self, other):
        a, b = self._both(other)
        return a._map(a.data + b.data, 1.0, 1.0, others=[b])

    def __mul__(self, other):
        a, b = self._both(other)
        return a._map(a.data * b.data, b.data, a.data, others=[b])

    def __truediv__(self, other):
        a, b = self._both(other)
        return a._map(a.data / b.data, 1 / b.data, -a.data / b.data**2, others=[b])

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -(other if isinstance(other, Tensor) else Tensor(other))

    def __rsub__(self, other):
        return -self + other

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, n):
        slope = np.zeros(self.data.shape) if n == 0 else n * self.data ** (n - 1)
        return self._map(self.data**n, slope)

    def __matmul__(self, other):
        b = other if isinstance(other, Tensor) else Tensor(other)
        wanted = np.matmul(self.data, b.data).shape
        pa, pb = _places(self.data.shape), _places(b.data.shape)
        pa = pa[None, :] if pa.ndim == 1 else pa
        pb = pb[:, None] if pb.ndim == 1 else pb
        pa, pb = pa[..., :, None, :], pb.swapaxes(-1, -2)[..., None, :, :]
        terms = self._gather(pa + 0 * pb) * b._gather(pb + 0 * pa)
        return terms.sum(axis=-1).reshape(wanted)

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        final = self.data.sum(axis=axis, keepdims=keepdims).shape
        where = np.broadcast_to(_places(kept), self.data.shape)
        return self._scatter(where, kept).reshape(final)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        return self._gather(_places(self.data.shape).reshape(*shape))

    def transpose(self, axes=None):
        return self._gather(_places(self.data.shape).transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._gather(np.asarray(_places(self.data.shape)[index]))

    def relu(self):
        return self * (self.data > 0)

    def exp(self):
        e = np.exp(self.data)
        return self._map(e, e)

    def log(self):
        return self._map(np.log(self.data), 1.0 / self.data)

    def tanh(self):
        t = np.tanh(self.data)
        return self._map(t, 1.0 - t * t)

    def log_softmax(self, axis=-1):
        low = self - self.data.max(axis=axis, keepdims=True)
        return low - low.exp().sum(axis=axis, keepdims=True).log()

    def _down(self):
        """Results before what they are made of (Tarjan's marks, with a stack of iterators)."""
        seen, path, out = {self}, [(self, iter(self._from))], []
        while path:
            node, rest = path[-1]
            for each in rest:
                if each not in seen:
                    seen.add(each)
                    path.append((each, iter(each._from)))
                    break
            else:
                out.append(path.pop()[0])
        return out[::-1]

    def backward(self):
        nodes = self._down()
        for node in nodes:
            if node._send:
                node.grad = np.zeros(node.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for node in nodes:
            if node._send:
                for each, g in zip(node._from, node._send(node.grad)):
                    each.grad = each.grad + g


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    return _bins(grad, np.broadcast_to(_places(shape), grad.shape), shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows, columns = logits.data.shape
    return -logits.log_softmax()._gather(np.arange(rows) * columns + np.asarray(labels)).mean()


def zero_grad(root):
    for node in root._down():
        node.grad = np.zeros(node.data.shape)
