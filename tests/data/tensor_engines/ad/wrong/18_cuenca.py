"""Exercise 8: every operation is a kind of Tensor, and says what share of its gradient each parent gets."""

from collections import Counter

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    shape = tuple(shape)
    if grad.shape == shape:
        return grad
    padded = (1,) * (grad.ndim - len(shape)) + shape
    axes = tuple(i for i in range(grad.ndim) if padded[i] == 1)
    return grad.sum(axis=axes).reshape(shape)


class Tensor:
    __array_ufunc__ = None
    parents = ()

    def __init__(self, data):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)

    def shares(self, g):
        return ()

    def family(self):
        """Self and everything below it, in no particular order."""
        found, todo = {self}, [self]
        while todo:
            for parent in todo.pop().parents:
                if parent not in found:
                    found.add(parent)
                    todo.append(parent)
        return found

    def backward(self):
        family = self.family()
        waiting = Counter(parent for node in family for parent in node.parents)
        for node in family:
            if node.parents:
                node.grad = np.zeros(node.data.shape)
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            if not node.grad.any():
                continue
            for parent, share in zip(node.parents, node.shares(node.grad)):
                parent.grad += unbroadcast(share, parent.data.shape)
                waiting[parent] -= 1
                if waiting[parent] == 0:
                    ready.append(parent)

    def __add__(self, other):
        return Plus(self, other)

    def __radd__(self, other):
        return Plus(other, self)

    def __sub__(self, other):
        return Minus(self, other)

    def __rsub__(self, other):
        return Minus(other, self)

    def __mul__(self, other):
        return Times(self, other)

    def __rmul__(self, other):
        return Times(other, self)

    def __truediv__(self, other):
        return Over(self, other)

    def __rtruediv__(self, other):
        return Over(other, self)

    def __matmul__(self, other):
        return Product(self, other)

    def __rmatmul__(self, other):
        return Product(other, self)

    def __neg__(self):
        return Minus(0.0, self)

    def __pow__(self, n):
        return Power(self, n)

    def __getitem__(self, index):
        return Part(self, index)

    def sum(self, axis=None, keepdims=False):
        return Sum(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s / (self.data.size // s.data.size)

    def reshape(self, *shape):
        return Reshaped(self, shape)

    def transpose(self, axes=None):
        return Transposed(self, axes)

    T = property(transpose)

    def relu(self):
        return Relu(self)

    def exp(self):
        return Exp(self)

    def log(self):
        return Log(self)

    def tanh(self):
        return Tanh(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax(self, axis)


class Result(Tensor):
    """A tensor that has parents. Subclasses: `value(*arrays)` and `shares(g)`."""

    def __init__(self, *parents):
        self.parents = tuple(p if isinstance(p, Tensor) else Tensor(p) for p in parents)
        super().__init__(self.value(*(p.data for p in self.parents)))


class Plus(Result):
    def value(self, a, b):
        return a + b

    def shares(self, g):
        return g, g


class Minus(Result):
    def value(self, a, b):
        return a - b

    def shares(self, g):
        return g, -g


class Times(Result):
    def value(self, a, b):
        return a * b

    def shares(self, g):
        a, b = self.parents
        return g * b.data, g * a.data


class Over(Result):
    def value(self, a, b):
        return a / b

    def shares(self, g):
        b = self.parents[1].data
        return g / b, -g * self.data / b


class Product(Result):
    def value(self, a, b):
        return a @ b

    def shares(self, g):
        a, b = (p.data for p in self.parents)
        one, other = a.ndim == 1, b.ndim == 1
        a2 = a.reshape(1, -1) if one else a
        b2 = b.reshape(-1, 1) if other else b
        if other:
            g = np.expand_dims(g, -1)
        if one:
            g = np.expand_dims(g, -2)
        ga = g @ b2.swapaxes(-1, -2)
        gb = a2.swapaxes(-1, -2) @ g
        return ga[..., 0, :] if one else ga, gb[..., 0] if other else gb


class Unary(Result):
    """The one parent is `self.parents[0]`; options are kept before the value is worked out."""

    def __init__(self, parent, *options):
        self.options = options
        super().__init__(parent)

    @property
    def arg(self):
        return self.parents[0].data


class Power(Unary):
    def value(self, a):
        return a ** self.options[0]

    def shares(self, g):
        (n,) = self.options
        if n == 0:
            return (np.zeros_like(g),)
        return (g * n * self.arg ** (n - 1),)


class Part(Unary):
    def value(self, a):
        return a[self.options[0]]

    def shares(self, g):
        full = np.zeros_like(self.arg)
        np.add.at(full, self.options[0], g)
        return (full,)


class Sum(Unary):
    def value(self, a):
        axis, keepdims = self.options
        return np.sum(a, axis=axis, keepdims=keepdims)

    def shares(self, g):
        axis, keepdims = self.options
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        return (g + np.zeros_like(self.arg),)


class Reshaped(Unary):
    def value(self, a):
        return a.reshape(*self.options[0])

    def shares(self, g):
        return (g.reshape(self.arg.shape),)


class Transposed(Unary):
    def value(self, a):
        return np.transpose(a, self.options[0])

    def shares(self, g):
        (axes,) = self.options
        if axes is None:
            return (g.T,)
        return (np.moveaxis(g, range(g.ndim), axes),)


class Relu(Unary):
    def value(self, a):
        return a * (a > 0)

    def shares(self, g):
        return (g * (self.arg > 0),)


class Exp(Unary):
    def value(self, a):
        return np.exp(a)

    def shares(self, g):
        return (g * self.data,)


class Log(Unary):
    def value(self, a):
        return np.log(a)

    def shares(self, g):
        return (g / self.arg,)


class Tanh(Unary):
    def value(self, a):
        return np.tanh(a)

    def shares(self, g):
        return (g * (1 - self.data**2),)


class LogSoftmax(Unary):
    def value(self, a):
        (axis,) = self.options
        top = a.max(axis=axis, keepdims=True)
        return a - top - np.log(np.exp(a - top).sum(axis=axis, keepdims=True))

    def shares(self, g):
        (axis,) = self.options
        return (g - np.exp(self.data) * g.sum(axis=axis, keepdims=True),)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels).astype(int)
    return -(logits.log_softmax()[np.arange(labels.size), labels].mean())


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root.family():
        node.grad = np.zeros(node.data.shape)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def broadcast():
    a, b = Tensor([[1.0], [2.0]]), Tensor([3.0, 4.0, 5.0])
    (a * b).sum().backward()
    return [a.grad, b.grad]


def product():
    a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([5.0, 6.0])
    (a @ b).mean().backward()
    return [a.grad, b.grad]


def twice():
    a = Tensor([1.0, 2.0])
    root = (a * a + a).sum()
    root.backward()
    root.backward()
    return [a.grad]


def same_row():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    (a[[0, 0, 1]] * 2).sum().backward()
    return [a.grad]


def labelled():
    x = Tensor([[1000.0, 0.0], [0.0, 0.0]])
    root = cross_entropy(x, [0, 1])
    root.backward()
    return [root.data, x.grad]


EXAMPLES = [
    ("(a * b).sum(), shapes (2, 1) and (3,)", broadcast, [[[12], [12]], [3, 3, 3]]),
    ("(a @ b).mean()", product, [[[2.5, 3], [2.5, 3]], [2, 3]]),
    ("(a * a + a).sum(), two calls", twice, [[6, 10]]),
    ("a[[0, 0, 1]] takes a row twice", same_row, [[[4, 4], [2, 2]]]),
    ("cross_entropy, logits of 1000", labelled, [np.log(2) / 2, [[0, 0], [0.25, -0.25]]]),
]


def main():
    for what, compute, wanted in EXAMPLES:
        try:
            found = compute()
        except Exception as error:
            print(f"  not yet  {what}: {type(error).__name__}: {error}")
            continue
        right = all(
            np.shape(one) == np.shape(other) and np.allclose(one, other)
            for one, other in zip(found, wanted, strict=True)
        )
        print(f"  {'right    ' if right else 'not yet  '}{what}")
        if not right:
            print(f"             expected {wanted}\n             found    {found}")


if __name__ == "__main__":
    main()
