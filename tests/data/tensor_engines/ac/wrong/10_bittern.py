"""Exercise 8: a base class that knows the graph, and one mixin for each family of operations."""

import numpy as np


def _unbroadcast_to(other, g):
    return unbroadcast(g, other.data.shape)


def _stable(x, axis=-1):
    """x, moved so that its largest entry along the axis is 0."""
    return x - np.max(x, axis=axis, keepdims=True)


def _log_sum_exp(x, axis=-1):
    return np.log(np.sum(np.exp(x), axis=axis, keepdims=True))


class Node:
    """The graph: parents, the way back, the order."""

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.parents = ()
        self.back = None

    @classmethod
    def wrap(cls, x):
        return x if isinstance(x, Node) else cls(x)

    def child(self, value, back, *parents):
        """A new tensor. `back` takes its gradient to a tuple, one gradient for each parent."""
        new = type(self)(value)
        new.parents = (self, *parents)
        new.back = back
        return new

    def ancestors(self):
        """This node and everything before it, sorted so that parents come first."""
        waiting = {id(self): 0}
        nodes, todo = {id(self): self}, [self]
        while todo:
            for p in todo.pop().parents:
                waiting[id(p)] = waiting.get(id(p), 0) + 1
                if id(p) not in nodes:
                    nodes[id(p)] = p
                    todo.append(p)
        order, ready = [], [self]
        while ready:
            t = ready.pop()
            order.append(t)
            for p in t.parents:
                waiting[id(p)] -= 1
                if waiting[id(p)] == 0:
                    ready.append(p)
        return order[::-1]

    def clear(self):
        self.grad = np.zeros(self.data.shape)

    def backward(self):
        order = self.ancestors()
        for t in order:
            if t.parents:
                t.clear()
        self.grad += 1.0
        for t in reversed(order):
            if t.parents:
                for p, g in zip(t.parents, t.back(t.grad)):
                    p.grad += g


class Arithmetic:
    def __add__(self, other):
        other = self.wrap(other)
        return self.child(
            self.data + other.data,
            lambda g: (_unbroadcast_to(self, g), _unbroadcast_to(other, g)),
            other,
        )

    def __sub__(self, other):
        other = self.wrap(other)
        return self.child(
            self.data - other.data,
            lambda g: (_unbroadcast_to(self, g), _unbroadcast_to(other, -g)),
            other,
        )

    def __mul__(self, other):
        other = self.wrap(other)
        return self.child(
            self.data * other.data,
            lambda g: (_unbroadcast_to(self, g * other.data), _unbroadcast_to(other, g * self.data)),
            other,
        )

    def __truediv__(self, other):
        return self * self.wrap(other) ** -1

    def __neg__(self):
        return self.child(-self.data, lambda g: (-g,))

    def __pow__(self, n):
        if n == 0:
            return self.child(np.ones(self.data.shape), lambda g: (0 * g,))
        return self.child(self.data ** float(n), lambda g: (g * n * self.data ** float(n - 1),))

    def __radd__(self, other):
        return self.wrap(other) + self

    def __rsub__(self, other):
        return self.wrap(other) - self

    def __rmul__(self, other):
        return self.wrap(other) * self

    def __rtruediv__(self, other):
        return self.wrap(other) / self


class Products:
    def __matmul__(self, other):
        other = self.wrap(other)
        a = self if self.data.ndim > 1 else self.reshape(1, -1)
        b = other if other.data.ndim > 1 else other.reshape(-1, 1)
        y = a.child(
            a.data @ b.data,
            lambda g: (
                _unbroadcast_to(a, g @ b.data.swapaxes(-1, -2)),
                _unbroadcast_to(b, a.data.swapaxes(-1, -2) @ g),
            ),
            b,
        )
        shape = list(y.data.shape)
        if other.data.ndim == 1:
            del shape[-1]
        if self.data.ndim == 1:
            del shape[-2 if other.data.ndim > 1 else -1]
        return y if tuple(shape) == y.data.shape else y.reshape(tuple(shape))

    def __rmatmul__(self, other):
        return self.wrap(other) @ self


class Reductions:
    def sum(self, axis=None, keepdims=False):
        def back(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return (np.broadcast_to(g, self.data.shape),)

        return self.child(np.sum(self.data, axis=axis, keepdims=keepdims), back)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def log_softmax(self, axis=-1):
        x = _stable(self.data, axis)
        y = x - _log_sum_exp(x)
        return self.child(y, lambda g: (g - np.exp(y) * np.sum(g, axis=axis, keepdims=True),))


class Shapes:
    def reshape(self, *shape):
        return self.child(
            self.data.reshape(*shape), lambda g: (g.reshape(self.data.shape),)
        )

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim)[::-1]
        axes = np.array(axes, dtype=int) % max(self.data.ndim, 1)
        return self.child(
            self.data.transpose(axes), lambda g: (g.transpose(np.argsort(axes)),)
        )

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def back(g):
            whole = np.zeros(self.data.shape)
            np.add.at(whole, index, g)
            return (whole,)

        return self.child(self.data[index], back)


class Functions:
    def relu(self):
        return self.child(self.data.clip(min=0), lambda g: (g * (self.data > 0),))

    def exp(self):
        y = np.exp(self.data)
        return self.child(y, lambda g: (g * y,))

    def log(self):
        return self.child(np.log(self.data), lambda g: (g / self.data,))

    def tanh(self):
        y = np.tanh(self.data)
        return self.child(y, lambda g: (g * (1 - y**2),))


class Tensor(Arithmetic, Products, Reductions, Shapes, Functions, Node):
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while np.ndim(grad) > len(shape):
        grad = np.sum(grad, axis=0)
    axes = tuple(k for k, n in enumerate(shape) if n == 1)
    return np.sum(grad, axis=axes, keepdims=True) if axes else grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.array(labels)
    return -logits.log_softmax()[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in root.ancestors():
        t.clear()
