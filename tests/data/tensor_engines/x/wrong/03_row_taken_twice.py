"""Exercise 8, the exam: the whole engine, on arrays."""

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _inputs=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._inputs = _inputs
        self._rule = lambda: None

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def _add_grad(self, g):
        self.grad = np.asarray(self.grad + unbroadcast(g, self.data.shape))

    def __add__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data + other.data, (self, other))

        def _rule():
            self._add_grad(out.grad)
            other._add_grad(out.grad)

        out._rule = _rule
        return out

    def __mul__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data * other.data, (self, other))

        def _rule():
            self._add_grad(out.grad * other.data)
            other._add_grad(out.grad * self.data)

        out._rule = _rule
        return out

    def __sub__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data - other.data, (self, other))

        def _rule():
            self._add_grad(out.grad)
            other._add_grad(-out.grad)

        out._rule = _rule
        return out

    def __truediv__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data / other.data, (self, other))

        def _rule():
            self._add_grad(out.grad / other.data)
            other._add_grad(-out.grad * self.data / other.data**2)

        out._rule = _rule
        return out

    def __radd__(self, other):
        return as_tensor(other) + self

    def __rmul__(self, other):
        return as_tensor(other) * self

    def __rsub__(self, other):
        return as_tensor(other) - self

    def __rtruediv__(self, other):
        return as_tensor(other) / self

    def __neg__(self):
        out = Tensor(-self.data, (self,))

        def _rule():
            self._add_grad(-out.grad)

        out._rule = _rule
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def _rule():
            if n != 0:
                self._add_grad(n * self.data ** (n - 1) * out.grad)

        out._rule = _rule
        return out

    def __matmul__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data @ other.data, (self, other))

        def _rule():
            a, b, g = self.data, other.data, out.grad
            # vectors become matrices, as NumPy does it
            if b.ndim == 1:
                b = b[:, None]
                g = g[..., None]
            if a.ndim == 1:
                a = a[None, :]
                g = np.expand_dims(g, -2)
            ga = unbroadcast(g @ b.swapaxes(-1, -2), a.shape)
            gb = unbroadcast(a.swapaxes(-1, -2) @ g, b.shape)
            self._add_grad(ga.reshape(self.data.shape))
            other._add_grad(gb.reshape(other.data.shape))

        out._rule = _rule
        return out

    def __rmatmul__(self, other):
        return as_tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def _rule():
            g = out.grad
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self._add_grad(np.broadcast_to(g, self.data.shape))

        out._rule = _rule
        return out

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / max(total.data.size, 1))

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))

        def _rule():
            self._add_grad(out.grad.reshape(self.data.shape))

        out._rule = _rule
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,))

        def _rule():
            if axes is None:
                self._add_grad(out.grad.transpose())
            else:
                back = np.argsort([i % self.data.ndim for i in axes])
                self._add_grad(out.grad.transpose(back))

        out._rule = _rule
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def _rule():
            g = np.zeros(self.data.shape)
            g[index] += out.grad
            self._add_grad(g)

        out._rule = _rule
        return out

    def relu(self):
        out = Tensor(np.maximum(self.data, 0.0), (self,))

        def _rule():
            self._add_grad(np.where(self.data > 0, out.grad, 0.0))

        out._rule = _rule
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))

        def _rule():
            self._add_grad(out.grad * out.data)

        out._rule = _rule
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))

        def _rule():
            self._add_grad(out.grad / self.data)

        out._rule = _rule
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))

        def _rule():
            self._add_grad(out.grad * (1 - out.data**2))

        out._rule = _rule
        return out

    def log_softmax(self, axis=-1):
        z = self.data - self.data.max(axis=axis, keepdims=True)
        out = Tensor(z - np.log(np.exp(z).sum(axis=axis, keepdims=True)), (self,))

        def _rule():
            taken = out.grad.sum(axis=axis, keepdims=True)
            self._add_grad(out.grad - np.exp(out.data) * taken)

        out._rule = _rule
        return out

    def backward(self):
        order = toposort(self)
        for node in order:
            if node._inputs:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        self.grad = np.asarray(self.grad)
        for node in reversed(order):
            node._rule()


def as_tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def toposort(root):
    """Inputs first, root last."""
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack += [(each, False) for each in node._inputs]
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    for i, n in enumerate(shape):
        if n == 1 and grad.shape[i] != 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    rows = np.arange(len(labels))
    return -logits.log_softmax(axis=-1)[rows, labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in toposort(root):
        node.grad = np.zeros_like(node.data)
