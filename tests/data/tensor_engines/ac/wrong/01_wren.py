"""Exercise 8: my tensor engine, grown out of the scalar Value class."""

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _op=""):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    # tensors go into sets and get compared, so both methods rest on one key
    def _key(self):
        return self.data.shape, self.data.tobytes()

    def __hash__(self):
        return hash(self._key())

    def __eq__(self, other):
        return isinstance(other, Tensor) and self._key() == other._key()

    def __repr__(self):
        return f"Tensor({self.data.tolist()}, op={self._op!r})"

    # ---- arithmetic
    def __add__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += unbroadcast(out.grad, self.data.shape)
            other.grad += unbroadcast(out.grad, other.data.shape)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += unbroadcast(out.grad * other.data, self.data.shape)
            other.grad += unbroadcast(out.grad * self.data, other.data.shape)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += unbroadcast(out.grad / other.data, self.data.shape)
            other.grad += unbroadcast(-out.grad * self.data / other.data**2, other.data.shape)

        out._backward = _backward
        return out

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data @ other.data, (self, other), "@")

        def _backward():
            a, b, g = self.data, other.data, out.grad
            if a.ndim == 1:
                a, g = a[None, :], np.expand_dims(g, -1 if b.ndim == 1 else -2)
            if b.ndim == 1:
                b, g = b[:, None], np.expand_dims(g, -1)
            da = unbroadcast(g @ np.swapaxes(b, -1, -2), a.shape)
            db = unbroadcast(np.swapaxes(a, -1, -2) @ g, b.shape)
            self.grad += da.reshape(self.data.shape)
            other.grad += db.reshape(other.data.shape)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,), "**")

        def _backward():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1.0)

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-(other if isinstance(other, Tensor) else Tensor(other)))

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    __radd__ = __add__
    __rmul__ = __mul__

    # ---- reductions
    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), "sum")

        def _backward():
            g = out.grad
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self.grad += g

        out._backward = _backward
        return out

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    # ---- shapes
    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,), "reshape")

        def _backward():
            self.grad += out.grad.reshape(self.data.shape)

        out._backward = _backward
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,), "transpose")

        def _backward():
            if axes is None:
                self.grad += out.grad.transpose()
            else:
                back = np.argsort([a % self.data.ndim for a in axes])
                self.grad += out.grad.transpose(back)

        out._backward = _backward
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,), "index")

        def _backward():
            np.add.at(self.grad, index, out.grad)

        out._backward = _backward
        return out

    # ---- functions
    def relu(self):
        out = Tensor(np.maximum(self.data, 0), (self,), "relu")

        def _backward():
            self.grad += out.grad * (self.data > 0)

        out._backward = _backward
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.grad * out.data

        out._backward = _backward
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,), "log")

        def _backward():
            self.grad += out.grad / self.data

        out._backward = _backward
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = _backward
        return out

    def log_softmax(self, axis=-1):
        shifted = self.data - self.data.max(axis=axis, keepdims=True)
        logs = shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
        out = Tensor(logs, (self,), "log_softmax")

        def _backward():
            self.grad += out.grad - np.exp(out.data) * out.grad.sum(axis=axis, keepdims=True)

        out._backward = _backward
        return out

    # ---- the pass back
    def backward(self):
        order = topological(self)
        for t in order:
            if t._prev:
                t.grad = np.zeros_like(t.data)
        self.grad += 1.0
        for t in reversed(order):
            t._backward()


def topological(root):
    order, visited = [], set()

    def build(t):
        if t not in visited:
            visited.add(t)
            for parent in t._prev:
                build(parent)
            order.append(t)

    build(root)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(labels))
    return -logits.log_softmax()[rows, np.array(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in topological(root):
        t.grad = np.zeros_like(t.data)
