"""The whole engine, with closures: each operation hands `_node` a rule that yields gradients."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    # Most operands are not repeated at all: then there is nothing to sum.
    if grad.size == np.prod(shape):
        return grad
    # Read the shape as broadcasting does, with ones in front, and sum along all of the ones.
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    ones = tuple(axis for axis, length in enumerate(padded) if length == 1)
    return grad.sum(axis=ones, keepdims=True).reshape(shape)


def _tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def _node(data, parents, rule):
    out = Tensor(data, parents)
    out._rule = rule
    return out


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._rule = None

    @property
    def shape(self):
        return self.data.shape

    # -- two operands

    def __add__(self, other):
        other = _tensor(other)
        return _node(
            self.data + other.data,
            (self, other),
            lambda g: (unbroadcast(g, self.shape), unbroadcast(g, other.shape)),
        )

    def __sub__(self, other):
        other = _tensor(other)
        return _node(
            self.data - other.data,
            (self, other),
            lambda g: (unbroadcast(g, self.shape), unbroadcast(-g, other.shape)),
        )

    def __mul__(self, other):
        other = _tensor(other)
        a, b = self.data, other.data
        return _node(
            a * b,
            (self, other),
            lambda g: (unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)),
        )

    def __truediv__(self, other):
        other = _tensor(other)
        a, b = self.data, other.data
        return _node(
            a / b,
            (self, other),
            lambda g: (unbroadcast(g / b, a.shape), unbroadcast(-g * a / (b * b), b.shape)),
        )

    def __matmul__(self, other):
        other = _tensor(other)
        a, b = self.data, other.data

        def rule(g):
            # A vector is a matrix of one row or one column, and so is what it left of the result.
            left = a[None, :] if a.ndim == 1 else a
            right = b[:, None] if b.ndim == 1 else b
            if b.ndim == 1:
                g = np.expand_dims(g, -1)
            if a.ndim == 1:
                g = np.expand_dims(g, -2)
            to_left = unbroadcast(g @ right.swapaxes(-1, -2), left.shape)
            to_right = unbroadcast(left.swapaxes(-1, -2) @ g, right.shape)
            return to_left.reshape(a.shape), to_right.reshape(b.shape)

        return _node(a @ b, (self, other), rule)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return _tensor(other) - self

    def __rtruediv__(self, other):
        return _tensor(other) / self

    def __rmatmul__(self, other):
        return _tensor(other) @ self

    # -- one operand

    def __neg__(self):
        return _node(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data

        def rule(g):
            return (g * n * x ** (n - 1) if n != 0 else np.zeros(x.shape),)

        return _node(x**n, (self,), rule)

    def relu(self):
        positive = self.data > 0
        return _node(np.where(positive, self.data, 0.0), (self,), lambda g: (g * positive,))

    def exp(self):
        y = np.exp(self.data)
        return _node(y, (self,), lambda g: (g * y,))

    def log(self):
        x = self.data
        return _node(np.log(x), (self,), lambda g: (g / x,))

    def tanh(self):
        y = np.tanh(self.data)
        return _node(y, (self,), lambda g: (g * (1.0 - y * y),))

    def log_softmax(self, axis=-1):
        shifted = self.data - self.data.max(axis=axis, keepdims=True)
        y = shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
        return _node(
            y, (self,), lambda g: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)
        )

    # -- many to one, and other places

    def sum(self, axis=None, keepdims=False):
        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return (np.broadcast_to(g, self.shape),)

        return _node(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return _node(self.data.reshape(*shape), (self,), lambda g: (g.reshape(self.shape),))

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(reversed(range(self.data.ndim)))
        back = [0] * self.data.ndim
        for new, old in enumerate(axes):
            back[old] = new
        return _node(self.data.transpose(axes), (self,), lambda g: (g.transpose(back),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            grad = np.zeros(self.shape)
            np.add.at(grad, index, g)
            return (grad,)

        return _node(self.data[index], (self,), rule)

    # -- the way back

    def _order(self):
        order, seen, stack = [], {id(self)}, [(self, iter(self._prev))]
        while stack:
            node, parents = stack[-1]
            for parent in parents:
                if id(parent) not in seen:
                    seen.add(id(parent))
                    stack.append((parent, iter(parent._prev)))
                    break
            else:
                order.append(node)
                stack.pop()
        return order

    def backward(self):
        order = self._order()
        for node in order:
            if node._prev:
                node.grad = np.zeros(node.shape)
        self.grad = np.asarray(self.grad + np.ones(self.shape))
        for node in reversed(order):
            if node._prev:
                for parent, grad in zip(node._prev, node._rule(node.grad), strict=True):
                    parent.grad = np.asarray(parent.grad + grad)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    chosen = logits.log_softmax(axis=-1)[np.arange(len(labels)), np.asarray(labels)]
    return -chosen.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root._order():
        node.grad = np.zeros(node.shape)
