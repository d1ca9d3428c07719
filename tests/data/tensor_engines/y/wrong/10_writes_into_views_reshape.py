"""Rules that write straight into the gradients of the operands, through views of them."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    total = np.zeros(shape)
    pour(total, grad)
    return total


def pour(target, grad):
    """Add grad to target, in place; what target would be stretched to is summed."""
    extra = tuple(range(grad.ndim - target.ndim))
    grad = grad.sum(axis=extra)
    narrow = tuple(i for i in range(target.ndim) if target.shape[i] < grad.shape[i])
    target[...] += grad.sum(axis=narrow, keepdims=True)


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._backward = None

    @classmethod
    def _as(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = self._as(other)
        out = Tensor(self.data + other.data, (self, other))

        def _backward():
            pour(self.grad, out.grad)
            pour(other.grad, out.grad)

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = self._as(other)
        out = Tensor(self.data - other.data, (self, other))

        def _backward():
            pour(self.grad, out.grad)
            pour(other.grad, -out.grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self._as(other)
        out = Tensor(self.data * other.data, (self, other))

        def _backward():
            pour(self.grad, out.grad * other.data)
            pour(other.grad, out.grad * self.data)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = self._as(other)
        out = Tensor(self.data / other.data, (self, other))

        def _backward():
            share = out.grad / other.data
            pour(self.grad, share)
            pour(other.grad, -share * out.data)

        out._backward = _backward
        return out

    def __matmul__(self, other):
        other = self._as(other)
        out = Tensor(self.data @ other.data, (self, other))

        def _backward():
            a, a_grad, b, b_grad, g = self.data, self.grad, other.data, other.grad, out.grad
            if b.ndim == 1:
                b, b_grad, g = b[:, None], b_grad[:, None], g[..., None]
            if a.ndim == 1:
                a, a_grad, g = a[None, :], a_grad[None, :], g[..., None, :]
            to_a = g @ b.swapaxes(-1, -2)
            to_b = a.swapaxes(-1, -2) @ g
            pour(a_grad, to_a)
            pour(b_grad, to_b)

        out._backward = _backward
        return out

    def __radd__(self, other):
        return self._as(other) + self

    def __rsub__(self, other):
        return self._as(other) - self

    def __rmul__(self, other):
        return self._as(other) * self

    def __rtruediv__(self, other):
        return self._as(other) / self

    def __rmatmul__(self, other):
        return self._as(other) @ self

    def __neg__(self):
        out = Tensor(-self.data, (self,))

        def _backward():
            self.grad[...] -= out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def _backward():
            if n:
                self.grad[...] += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def _backward():
            g = out.grad
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self.grad[...] += g

        out._backward = _backward
        return out

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))

        def _backward():
            self.grad.reshape(out.grad.shape)[...] += out.grad

        out._backward = _backward
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,))

        def _backward():
            self.grad.transpose(axes)[...] += out.grad

        out._backward = _backward
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def _backward():
            np.add.at(self.grad, index, out.grad)

        out._backward = _backward
        return out

    def relu(self):
        out = Tensor(self.data.clip(min=0.0), (self,))

        def _backward():
            self.grad[self.data > 0] += out.grad[self.data > 0]

        out._backward = _backward
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))

        def _backward():
            self.grad[...] += out.data * out.grad

        out._backward = _backward
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))

        def _backward():
            self.grad[...] += out.grad / self.data

        out._backward = _backward
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))

        def _backward():
            self.grad[...] += out.grad - out.grad * out.data**2

        out._backward = _backward
        return out

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        x -= np.log(np.exp(x).sum(axis=axis, keepdims=True))
        out = Tensor(x, (self,))

        def _backward():
            self.grad[...] += out.grad
            self.grad[...] -= np.exp(out.data) * out.grad.sum(axis=axis, keepdims=True)

        out._backward = _backward
        return out

    def backward(self):
        order = topological(self)
        for node in order:
            if node._backward:
                node.grad[...] = 0.0
        self.grad[...] += 1.0
        for node in order[::-1]:
            if node._backward:
                node._backward()


def topological(root):
    order, seen = [], set()
    stack = [(root, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            order.append(node)
            continue
        if node in seen:
            continue
        seen.add(node)
        stack.append((node, True))
        stack += [(each, False) for each in node._prev]
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = len(labels)
    return -logits.log_softmax()[np.arange(n), np.array(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in topological(root):
        node.grad[...] = 0.0
