"""Exercise 8, the exam: closures for the rules, Kahn's counting for the order."""

from collections import deque

import numpy as np


def as_tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def put_back(grad, axis, keepdims):
    """Give a reduced gradient its missing axes, each with length 1."""
    if axis is None or keepdims:
        return grad
    return np.expand_dims(grad, axis)


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = tuple(_prev)
        self._rule = None

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def _add_grad(self, grad):
        self.grad = np.asarray(self.grad + unbroadcast(grad, self.data.shape))

    # ---- arithmetic ----

    def __add__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data + other.data, (self, other))

        def rule():
            self._add_grad(out.grad)
            other._add_grad(out.grad)

        out._rule = rule
        return out

    def __mul__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data * other.data, (self, other))

        def rule():
            self._add_grad(out.grad * other.data)
            other._add_grad(out.grad * self.data)

        out._rule = rule
        return out

    def __sub__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data - other.data, (self, other))

        def rule():
            self._add_grad(out.grad)
            other._add_grad(-out.grad)

        out._rule = rule
        return out

    def __truediv__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data / other.data, (self, other))

        def rule():
            self._add_grad(out.grad / other.data)
            other._add_grad(-out.grad * out.data / other.data)

        out._rule = rule
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def rule():
            if n != 0:
                self._add_grad(out.grad * n * self.data ** (n - 1))

        out._rule = rule
        return out

    def __matmul__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data @ other.data, (self, other))

        def rule():
            a, b, grad = self.data, other.data, out.grad
            if a.ndim == 1 and b.ndim == 1:
                self._add_grad(grad * b)
                other._add_grad(grad * a)
                return
            left = a[None, :] if a.ndim == 1 else a
            right = b[:, None] if b.ndim == 1 else b
            if a.ndim == 1:
                grad = np.expand_dims(grad, -2)
            if b.ndim == 1:
                grad = np.expand_dims(grad, -1)
            to_left = unbroadcast(grad @ np.swapaxes(right, -1, -2), left.shape)
            to_right = unbroadcast(np.swapaxes(left, -1, -2) @ grad, right.shape)
            self._add_grad(to_left.reshape(a.shape))
            other._add_grad(to_right.reshape(b.shape))

        out._rule = rule
        return out

    def __neg__(self):
        return self * -1.0

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return as_tensor(other) - self

    def __rtruediv__(self, other):
        return as_tensor(other) / self

    def __rmatmul__(self, other):
        return as_tensor(other) @ self

    # ---- reductions ----

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

        def rule():
            grad = put_back(out.grad, axis, keepdims)
            self._add_grad(np.broadcast_to(grad, self.data.shape))

        out._rule = rule
        return out

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    # ---- shapes ----

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))

        def rule():
            self._add_grad(out.grad.reshape(self.data.shape))

        out._rule = rule
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,))

        def rule():
            if axes is None:
                self._add_grad(out.grad.transpose())
            else:
                self._add_grad(out.grad.transpose(np.argsort([k % len(axes) for k in axes])))

        out._rule = rule
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def rule():
            grad = np.zeros_like(self.data)
            np.add.at(grad, index, out.grad)
            self._add_grad(grad)

        out._rule = rule
        return out

    # ---- functions ----

    def relu(self):
        out = Tensor(np.maximum(self.data, 0.0), (self,))

        def rule():
            self._add_grad(out.grad * (self.data > 0))

        out._rule = rule
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))

        def rule():
            self._add_grad(out.grad * out.data)

        out._rule = rule
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))

        def rule():
            self._add_grad(out.grad / self.data)

        out._rule = rule
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))

        def rule():
            self._add_grad(out.grad * (1 - out.data**2))

        out._rule = rule
        return out

    def log_softmax(self, axis=-1):
        moved = self.data - self.data.max(axis=axis, keepdims=True)
        out = Tensor(moved - np.log(np.exp(moved).sum(axis=axis, keepdims=True)), (self,))

        def rule():
            whole = out.grad.sum(axis=axis, keepdims=True)
            self._add_grad(out.grad - np.exp(out.data) * whole)

        out._rule = rule
        return out

    # ---- the walk ----

    def backward(self):
        nodes = reachable(self)
        waiting = {node: 0 for node in nodes}  # consumers that have not sent yet
        for node in nodes:
            if node._prev:
                node.grad = np.zeros_like(node.data)
            for parent in set(node._prev):
                waiting[parent] += 1

        self._add_grad(np.ones_like(self.data))
        ready = deque([self])
        while ready:
            node = ready.popleft()
            if node._rule is not None:
                node._rule()
            for parent in node._prev:
                waiting[parent] -= 1
                if waiting[parent] == 0:
                    ready.append(parent)


def reachable(root):
    """Every tensor that `root` was made of, `root` with them, each once."""
    found, stack = {root}, [root]
    while stack:
        for parent in stack.pop()._prev:
            if parent not in found:
                found.add(parent)
                stack.append(parent)
    return found


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    return grad.sum(axis=stretched, keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(labels))
    return -logits.log_softmax(axis=-1)[rows, np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in reachable(root):
        node.grad = np.zeros_like(node.data)
