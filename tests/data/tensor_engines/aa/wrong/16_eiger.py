"""My array engine: closures that know how to push, and one loop that calls them."""

import numpy as np


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for i, n in enumerate(shape):
        if n == 1 and grad.shape[i] > 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def as_tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def flip(m):
    return np.swapaxes(m, -1, -2)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._backward = None

    def _receive(self, g):
        self._add(unbroadcast(np.asarray(g), self.data.shape))

    def _add(self, g):
        self.grad = self.grad + g

    def __add__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data + other.data, (self, other))

        def push():
            self._receive(out.grad)
            other._receive(out.grad)

        out._backward = push
        return out

    def __mul__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data * other.data, (self, other))

        def push():
            self._receive(out.grad * other.data)
            other._receive(out.grad * self.data)

        out._backward = push
        return out

    def __truediv__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data / other.data, (self, other))

        def push():
            self._receive(out.grad / other.data)
            other._receive(-out.grad * out.data / other.data)

        out._backward = push
        return out

    def __matmul__(self, other):
        other = as_tensor(other)
        out = Tensor(self.data @ other.data, (self, other))

        def push():
            a, b, g = self.data, other.data, out.grad
            if a.ndim == 1 and b.ndim == 1:
                self._receive(g * b)
                other._receive(g * a)
                return
            if a.ndim == 1:
                a = a[np.newaxis, :]
                g = np.expand_dims(g, -2)
            elif b.ndim == 1:
                b = b[:, np.newaxis]
                g = np.expand_dims(g, -1)
            ga = g @ flip(b)
            gb = flip(a) @ g
            if ga.ndim != a.ndim:
                ga = unbroadcast(ga, a.shape)
            if gb.shape != b.shape:
                gb = unbroadcast(gb, b.shape)
            self._add(ga.reshape(self.data.shape) if self.data.ndim == 1 else ga)
            other._add(gb.reshape(other.data.shape) if other.data.ndim == 1 else gb)

        out._backward = push
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def push():
            if n != 0:
                self._receive(out.grad * n * self.data ** (n - 1))

        out._backward = push
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -as_tensor(other)

    def __rsub__(self, other):
        return as_tensor(other) - self

    def __rtruediv__(self, other):
        return as_tensor(other) / self

    def __rmatmul__(self, other):
        return as_tensor(other) @ self

    __radd__ = __add__
    __rmul__ = __mul__

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))
        kept = self.data.sum(axis=axis, keepdims=True).shape

        def push():
            self._receive(np.broadcast_to(out.grad.reshape(kept), self.data.shape))

        out._backward = push
        return out

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))

        def push():
            self._receive(out.grad.reshape(self.data.shape))

        out._backward = push
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,))

        def push():
            if axes is None:
                self._receive(out.grad.transpose())
            else:
                self._receive(out.grad.transpose(np.argsort([a % out.data.ndim for a in axes])))

        out._backward = push
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,))

        def push():
            g = np.zeros(self.data.shape)
            np.add.at(g, index, out.grad)
            self._receive(g)

        out._backward = push
        return out

    def _entrywise(self, value, slope):
        out = Tensor(value, (self,))

        def push():
            self._receive(out.grad * slope)

        out._backward = push
        return out

    def relu(self):
        return self._entrywise(np.maximum(self.data, 0), self.data > 0)

    def exp(self):
        e = np.exp(self.data)
        return self._entrywise(e, e)

    def log(self):
        return self._entrywise(np.log(self.data), 1 / self.data)

    def tanh(self):
        t = np.tanh(self.data)
        return self._entrywise(t, 1 - t * t)

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        out = Tensor(x - np.log(np.exp(x).sum(axis=axis, keepdims=True)), (self,))

        def push():
            self._receive(out.grad - np.exp(out.data) * out.grad.sum(axis=axis, keepdims=True))

        out._backward = push
        return out

    def backward(self):
        order = reachable(self)
        for t in order:
            if t._prev:
                t.grad = np.zeros(t.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for t in reversed(order):
            if t._backward is not None:
                t._backward()


def reachable(root):
    """Everything below root, inputs before the results that are made of them."""
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        t, done = stack.pop()
        if done:
            order.append(t)
        elif t not in seen:
            seen.add(t)
            stack.append((t, True))
            stack.extend((p, False) for p in t._prev)
    return order


def cross_entropy(logits, labels):
    rows = range(len(labels))
    mask = np.zeros(logits.data.shape)
    mask[list(rows), np.asarray(labels)] = -1.0 / len(labels)
    return (logits.log_softmax() * mask).sum()


def zero_grad(root):
    for t in reachable(root):
        t.grad = np.zeros(t.data.shape)
