"""The engine in layers: arithmetic, shapes, functions, and the walk. Constants are no tensors."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    for axis, n in enumerate(shape):
        if n != grad.shape[axis]:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


class Walk:
    def _path(self):
        """From the leaves up to this tensor."""
        path, seen, stack = [], set(), [(self, False)]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                path.append(node)
            elif id(node) not in seen:
                seen.add(id(node))
                stack.append((node, True))
                stack.extend((source, False) for source in node._sources)
        return path

    def _gain(self, grad):
        self.grad = np.asarray(self.grad + grad)

    def backward(self):
        path = self._path()
        for node in path:
            if node._rule is not None:
                node.grad = np.zeros(node.data.shape)
        self._gain(np.ones(self.data.shape))
        for node in reversed(path):
            if node._rule is not None:
                node._rule(node.grad)


class Arithmetic:
    def __add__(self, other):
        if not isinstance(other, Tensor):
            constant = np.asarray(other, dtype=np.float64)

            def rule(g):
                self._gain(unbroadcast(g, self.data.shape))

            return self._result(self.data + constant, rule)

        def rule(g):
            self._gain(unbroadcast(g, self.data.shape))
            other._gain(unbroadcast(g, other.data.shape))

        return self._result(self.data + other.data, rule, other)

    def __mul__(self, other):
        if not isinstance(other, Tensor):
            constant = np.asarray(other, dtype=np.float64)

            def rule(g):
                self._gain(g * constant)

            return self._result(self.data * constant, rule)

        def rule(g):
            self._gain(unbroadcast(g * other.data, self.data.shape))
            other._gain(unbroadcast(g * self.data, other.data.shape))

        return self._result(self.data * other.data, rule, other)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self._gain(g * (n * self.data ** (n - 1)))

        return self._result(self.data**n, rule)

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)

        def rule(g):
            a, b = self.data, other.data
            if b.ndim == 1:
                b, g = b[:, None], g[..., None]
            if a.ndim == 1:
                a, g = a[None, :], g[..., None, :]
            to_a = unbroadcast(g @ b.swapaxes(-1, -2), a.shape)
            to_b = unbroadcast(a.swapaxes(-1, -2) @ g, b.shape)
            self._gain(to_a.reshape(self.data.shape))
            other._gain(to_b.reshape(other.data.shape))

        return self._result(self.data @ other.data, rule, other)

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1 if isinstance(other, Tensor) else self + -np.asarray(other, float)

    def __truediv__(self, other):
        return self * (other**-1 if isinstance(other, Tensor) else 1.0 / np.asarray(other, float))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other


class Shapes:
    def sum(self, axis=None, keepdims=False):
        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self._gain(np.broadcast_to(g, self.data.shape))

        return self._result(self.data.sum(axis=axis, keepdims=keepdims), rule)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis=axis, keepdims=keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        def rule(g):
            self._gain(g.reshape(self.data.shape))

        return self._result(self.data.reshape(*shape), rule)

    def transpose(self, axes=None):
        def rule(g):
            if axes is not None:
                g = np.moveaxis(g, np.arange(g.ndim), axes)
            else:
                g = g.T
            self._gain(g)

        return self._result(self.data.transpose(axes), rule)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            whole = np.zeros(self.data.shape)
            np.add.at(whole, index, g)
            self._gain(whole)

        return self._result(self.data[index], rule)


class Functions:
    def relu(self):
        return self._result(
            np.where(self.data > 0, self.data, 0), lambda g: self._gain(np.where(self.data > 0, g, 0))
        )

    def exp(self):
        value = np.exp(self.data)
        return self._result(value, lambda g: self._gain(g * value))

    def log(self):
        return self._result(np.log(self.data), lambda g: self._gain(g / self.data))

    def tanh(self):
        value = np.tanh(self.data)
        return self._result(value, lambda g: self._gain(g * (1 - value**2)))

    def log_softmax(self, axis=-1):
        value = self.data - self.data.max(axis=axis, keepdims=True)
        value -= np.log(np.exp(value).sum(axis=axis, keepdims=True))

        def rule(g):
            self._gain(g - np.exp(value) * g.sum(axis=axis, keepdims=True))

        return self._result(value, rule)


class Tensor(Walk, Arithmetic, Shapes, Functions):
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _sources=(), _rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._sources = _sources
        self._rule = _rule

    def _result(self, data, rule, *others):
        return Tensor(data, (self, *others), rule)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    log_probs = logits.log_softmax()
    return -log_probs[np.arange(log_probs.data.shape[0]), np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root._path():
        node.grad = np.zeros(node.data.shape)
