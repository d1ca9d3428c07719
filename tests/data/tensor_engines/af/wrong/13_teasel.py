"""The exam. As few rules as possible: what can be made of other operations, is."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    front = grad.ndim - len(shape)
    axes = list(range(front))
    axes += [front + i for i, n in enumerate(shape) if n == 1]
    return grad.sum(axis=tuple(axes)).reshape(shape)


def log_sum_exp(x, axis):
    """log(sum(exp(x))) along an axis, which stays with length 1. No exp of it can overflow."""
    top = np.max(x, axis=axis, keepdims=True, initial=0.0)
    return top + np.log(np.exp(x - top).sum(axis=axis, keepdims=True))


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = tuple(_prev)
        self._backward = None

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def _add(self, grad):
        """Take one more contribution. A new array: nobody else may hold the old one."""
        self.grad = np.asarray(self.grad + grad)

    # primitives

    def __add__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data + other.data, (self, other))

        def _backward():
            self._add(unbroadcast(out.grad, self.data.shape))
            other._add(unbroadcast(out.grad, other.data.shape))

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data * other.data, (self, other))

        def _backward():
            self._add(unbroadcast(out.grad * other.data, self.data.shape))
            other._add(unbroadcast(out.grad * self.data, other.data.shape))

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def _backward():
            if n != 0:
                self._add(out.grad * (n * self.data ** (n - 1)))

        out._backward = _backward
        return out

    def _matmul(self, other):
        """The product of two matrices or stacks of them."""
        out = Tensor(self.data @ other.data, (self, other))

        def _backward():
            g, a, b = out.grad, self.data, other.data
            self._add(unbroadcast(g @ b.swapaxes(-2, -1), a.shape))
            other._add(unbroadcast(a.swapaxes(-2, -1) @ g, b.shape))

        out._backward = _backward
        return out

    def __matmul__(self, other):
        a, b = self, other if isinstance(other, Tensor) else Tensor(other)
        row, column = a.data.ndim == 1, b.data.ndim == 1
        if row:
            a = a.reshape(1, a.data.size)
        if column:
            b = b.reshape(b.data.size, 1)
        out = a._matmul(b)
        shape = list(out.data.shape)
        if column:
            del shape[-1]
        if row:
            del shape[-1 if column else -2]
        return out.reshape(tuple(shape)) if row or column else out

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))
        kept = self.data.sum(axis=axis, keepdims=True).shape

        def _backward():
            self._add(np.broadcast_to(out.grad.reshape(kept), self.data.shape))

        out._backward = _backward
        return out

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))

        def _backward():
            self._add(out.grad.reshape(self.data.shape))

        out._backward = _backward
        return out

    def transpose(self, axes=None):
        out = Tensor(np.transpose(self.data, axes), (self,))

        def _backward():
            if axes is None:
                self._add(np.transpose(out.grad))
            else:
                self._add(np.transpose(out.grad, np.argsort(np.arange(out.grad.ndim)[list(axes)])))

        out._backward = _backward
        return out

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def _backward():
            grad = np.zeros_like(self.data)
            np.add.at(grad, index, out.grad)
            self._add(grad)

        out._backward = _backward
        return out

    def _entrywise(self, data, slope):
        out = Tensor(data, (self,))

        def _backward():
            self._add(out.grad * slope)

        out._backward = _backward
        return out

    def relu(self):
        return self._entrywise(np.maximum(self.data, 0.0), self.data > 0)

    def exp(self):
        e = np.exp(self.data)
        return self._entrywise(e, e)

    def log(self):
        return self._entrywise(np.log(self.data), 1.0 / self.data)

    def tanh(self):
        t = np.tanh(self.data)
        return self._entrywise(t, 1.0 - t * t)

    def log_softmax(self, axis=-1):
        out = Tensor(self.data - log_sum_exp(self.data, axis), (self,))

        def _backward():
            total = out.grad.sum(axis=axis, keepdims=True)
            self._add(out.grad - np.exp(out.data) * total)

        out._backward = _backward
        return out

    # made of those

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + other * -1.0 if isinstance(other, Tensor) else self + Tensor(other) * -1.0

    def __truediv__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        return self * other**-1

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis=axis, keepdims=keepdims)
        return out * (out.data.size / self.data.size)

    @property
    def T(self):
        return self.transpose()

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

    def backward(self):
        order = topological(self)
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self._add(np.ones_like(self.data))
        for node in reversed(order):
            if node._backward is not None:
                node._backward()


def topological(root):
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack += [(each, False) for each in node._prev]
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = logits.data.shape[0]
    return -logits.log_softmax(axis=-1)[np.arange(n), np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in topological(root):
        node.grad = np.zeros_like(node.data)
