import functools

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while len(grad.shape) > len(shape):
        grad = grad.sum(0)
    for axis in range(len(shape)):
        if shape[axis] == 1:
            grad = grad.sum(axis, keepdims=True)
    return grad


def tensors(method):
    """Let the second operand of a method be a plain number or array too."""

    @functools.wraps(method)
    def with_tensors(self, other):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        return method(self, other)

    return with_tensors


class Tensor:
    """An array, its gradient, and the tensors and the rule that it came from."""

    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.came_from = ()
        self.rule = None

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def _then(self, data, rule, *others):
        out = Tensor(data)
        out.came_from = (self, *others)
        out.rule = rule
        return out

    def _more(self, grad):
        self.grad[...] += unbroadcast(grad, self.data.shape)

    @tensors
    def __add__(self, other):
        def rule(grad):
            self._more(grad)
            other._more(grad)

        return self._then(self.data + other.data, rule, other)

    @tensors
    def __sub__(self, other):
        def rule(grad):
            self._more(grad)
            other._more(-grad)

        return self._then(self.data - other.data, rule, other)

    @tensors
    def __mul__(self, other):
        def rule(grad):
            self._more(grad * other.data)
            other._more(grad * self.data)

        return self._then(self.data * other.data, rule, other)

    @tensors
    def __truediv__(self, other):
        def rule(grad):
            self._more(grad / other.data)
            other._more(-grad * self.data / other.data**2)

        return self._then(self.data / other.data, rule, other)

    @tensors
    def __matmul__(self, other):
        def rule(grad):
            a, b = self.data, other.data
            if a.ndim == 1:
                a = a[np.newaxis]
            if b.ndim == 1:
                b = b[:, np.newaxis]
            grad = grad.reshape(np.broadcast_shapes(a.shape[:-2], b.shape[:-2]) + (a.shape[-2], b.shape[-1]))
            to_a = unbroadcast(grad @ b.swapaxes(-1, -2), a.shape)
            to_b = unbroadcast(a.swapaxes(-1, -2) @ grad, b.shape)
            self._more(to_a.reshape(self.data.shape))
            other._more(to_b.reshape(other.data.shape))

        return self._then(self.data @ other.data, rule, other)

    @tensors
    def __radd__(self, other):
        return other + self

    @tensors
    def __rsub__(self, other):
        return other - self

    @tensors
    def __rmul__(self, other):
        return other * self

    @tensors
    def __rtruediv__(self, other):
        return other / self

    @tensors
    def __rmatmul__(self, other):
        return other @ self

    def __neg__(self):
        return self._then(-self.data, lambda grad: self._more(-grad))

    def __pow__(self, n):
        def rule(grad):
            if n != 0:
                self._more(grad * n * self.data ** (n - 1))

        return self._then(self.data**n, rule)

    def sum(self, axis=None, keepdims=False):
        def rule(grad):
            if not keepdims and axis is not None:
                grad = np.expand_dims(grad, axis)
            self._more(np.broadcast_to(grad, self.data.shape))

        return self._then(self.data.sum(axis, keepdims=keepdims), rule)

    def mean(self, axis=None, keepdims=False):
        value = self.data.mean(axis, keepdims=keepdims)

        def rule(grad):
            grad = grad * (np.size(value) / self.data.size)
            if not keepdims and axis is not None:
                grad = np.expand_dims(grad, axis)
            self._more(np.broadcast_to(grad, self.data.shape))

        return self._then(value, rule)

    def reshape(self, *shape):
        return self._then(
            self.data.reshape(*shape), lambda grad: self._more(grad.reshape(self.data.shape))
        )

    def transpose(self, axes=None):
        def rule(grad):
            if axes is None:
                self._more(grad.T)
            else:
                back = np.empty(len(axes), dtype=int)
                back[list(axes)] = np.arange(len(axes))
                self._more(grad.transpose(back))

        return self._then(self.data.transpose(axes), rule)

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        rows = isinstance(index, (list, np.ndarray))

        def rule(grad):
            if rows:
                n = len(self.data)
                chosen = np.asarray(index).ravel()
                one_hot = chosen[:, None] == np.arange(n)
                grad = grad.reshape(len(chosen), *self.data.shape[1:])
                self._more(np.tensordot(one_hot, grad, axes=(0, 0)))
            else:
                whole = np.zeros(self.data.shape)
                np.add.at(whole, index, grad)
                self._more(whole)

        return self._then(self.data[index], rule)

    def relu(self):
        positive = (self.data > 0).astype(np.float64)
        return self._then(self.data * positive, lambda grad: self._more(grad * positive))

    def exp(self):
        value = np.exp(self.data)
        return self._then(value, lambda grad: self._more(grad * value))

    def log(self):
        return self._then(np.log(self.data), lambda grad: self._more(grad / self.data))

    def tanh(self):
        value = np.tanh(self.data)
        return self._then(value, lambda grad: self._more(grad * (1 - value * value)))

    def log_softmax(self, axis=-1):
        value = self.data - self.data.max(axis=axis, keepdims=True)
        value = value - np.log(np.exp(value).sum(axis=axis, keepdims=True))

        def rule(grad):
            self._more(grad - np.exp(value) * grad.sum(axis=axis, keepdims=True))

        return self._then(value, rule)

    def backward(self):
        order = ordered(self)
        for node in order:
            if node.rule is not None:
                node.grad[...] = 0.0
        self.grad[...] += 1.0
        for node in reversed(order):
            if node.rule is not None:
                node.rule(node.grad)


def ordered(root):
    """A tensor comes after everything that it came from."""
    result = []
    marks = set()
    stack = [(root, 0)]
    while stack:
        node, step = stack.pop()
        if step == 0:
            if node in marks:
                continue
            marks.add(node)
        if step < len(node.came_from):
            stack.append((node, step + 1))
            stack.append((node.came_from[step], 0))
        else:
            result.append(node)
    return result


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    rows = np.arange(len(labels))
    return -(logits.log_softmax()[rows, labels].mean())


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in ordered(root):
        node.grad[...] = 0.0
