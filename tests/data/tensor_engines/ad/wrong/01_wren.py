"""Exam: tensor engine. Closures on every result, order by a stack."""

import numpy as np


def unbroadcast(grad, shape):
    """Sum grad down to shape."""
    grad = np.asarray(grad)
    while grad.ndim > len(shape):
        grad = np.asarray(grad.sum(axis=0))
    for axis, length in enumerate(shape):
        if length == 1 and grad.shape[axis] > 1:
            return grad.sum(axis=axis, keepdims=True)
    return grad


def _tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._backward = lambda: None

    def __repr__(self):
        return f"Tensor({self.data})"

    # arithmetic

    def __add__(self, other):
        other = _tensor(other)
        out = Tensor(self.data + other.data, (self, other))

        def _backward():
            self.grad += unbroadcast(out.grad, self.data.shape)
            other.grad += unbroadcast(out.grad, other.data.shape)

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = _tensor(other)
        out = Tensor(self.data - other.data, (self, other))

        def _backward():
            self.grad += unbroadcast(out.grad, self.data.shape)
            other.grad -= unbroadcast(out.grad, other.data.shape)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = _tensor(other)
        out = Tensor(self.data * other.data, (self, other))

        def _backward():
            self.grad += unbroadcast(out.grad * other.data, self.data.shape)
            other.grad += unbroadcast(out.grad * self.data, other.data.shape)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = _tensor(other)
        out = Tensor(self.data / other.data, (self, other))

        def _backward():
            self.grad += unbroadcast(out.grad / other.data, self.data.shape)
            other.grad -= unbroadcast(out.grad * out.data / other.data, other.data.shape)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,))

        def _backward():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = _backward
        return out

    def __matmul__(self, other):
        other = _tensor(other)
        out = Tensor(self.data @ other.data, (self, other))

        def _backward():
            a, b, g = self.data, other.data, out.grad
            if b.ndim == 1:
                b = b[:, None]
                g = g[..., None]
            if a.ndim == 1:
                a = a[None, :]
                g = g[..., None, :]
            ga = unbroadcast(g @ b.swapaxes(-1, -2), a.shape)
            gb = unbroadcast(a.swapaxes(-1, -2) @ g, b.shape)
            self.grad += ga.reshape(self.data.shape)
            other.grad += gb.reshape(other.data.shape)

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __radd__(self, other):
        return _tensor(other) + self

    def __rsub__(self, other):
        return _tensor(other) - self

    def __rmul__(self, other):
        return _tensor(other) * self

    def __rtruediv__(self, other):
        return _tensor(other) / self

    def __rmatmul__(self, other):
        return _tensor(other) @ self

    # reductions

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,))

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

    # shapes

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,))

        def _backward():
            self.grad += out.grad.reshape(self.data.shape)

        out._backward = _backward
        return out

    def transpose(self, axes=None):
        out = Tensor(self.data.transpose(axes), (self,))

        def _backward():
            if axes is None:
                self.grad += out.grad.T
            else:
                back = [0] * len(axes)
                for new, old in enumerate(axes):
                    back[old] = new
                self.grad += out.grad.transpose(back)

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

    # functions

    def relu(self):
        out = Tensor(np.maximum(self.data, 0.0), (self,))

        def _backward():
            self.grad += out.grad * (self.data > 0)

        out._backward = _backward
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))

        def _backward():
            self.grad += out.grad * out.data

        out._backward = _backward
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,))

        def _backward():
            self.grad += out.grad / self.data

        out._backward = _backward
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))

        def _backward():
            self.grad += out.grad * (1.0 - out.data**2)

        out._backward = _backward
        return out

    def log_softmax(self, axis=-1):
        shifted = self.data - self.data.max(axis=axis, keepdims=True)
        out = Tensor(shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True)), (self,))

        def _backward():
            g = out.grad
            self.grad += g - np.exp(out.data) * g.sum(axis=axis, keepdims=True)

        out._backward = _backward
        return out

    # the walk

    def _order(self):
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            node, inputs_done = stack.pop()
            if inputs_done:
                order.append(node)
            elif id(node) not in seen:
                seen.add(id(node))
                stack.append((node, True))
                for each in node._prev:
                    stack.append((each, False))
        return order

    def backward(self):
        order = self._order()
        for node in order:
            if node._prev:
                node.grad = np.zeros(node.data.shape)
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def cross_entropy(logits, labels):
    rows = np.arange(len(labels))
    return -logits.log_softmax(axis=-1)[rows, np.asarray(labels)].mean()


def zero_grad(root):
    for node in root._order():
        node.grad = np.zeros(node.data.shape)
