"""Exercise 8. During backward all gradients lie in one long vector, each tensor has its part of it."""

from dataclasses import dataclass
from itertools import accumulate

import numpy as np


@dataclass(eq=False)
class Step:
    """How a tensor was made: of which tensors, and what goes back to them."""

    sources: tuple
    back: object


class Ledger:
    """One vector with room for the gradients of all the given tensors."""

    def __init__(self, tensors):
        ends = list(accumulate(t.data.size for t in tensors))
        self.total = np.zeros(ends[-1])
        self.part = {t: slice(end - t.data.size, end) for t, end in zip(tensors, ends)}

    def add(self, t, g):
        self.total[self.part[t]] += unbroadcast(g, t.data.shape).ravel(order="K")

    def read(self, t):
        return self.total[self.part[t]].reshape(t.data.shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, step=None):
        self.data = np.array(data, dtype=np.float64, order="C")
        self.grad = np.zeros(self.data.shape)
        self.step = step

    def backward(self):
        tensors = history(self)
        ledger = Ledger(tensors)
        ledger.add(self, np.ones(self.data.shape))
        for t in tensors:
            g = ledger.read(t)
            if t.step is None:
                t.grad += g
            else:
                for source, share in zip(t.step.sources, t.step.back(g)):
                    ledger.add(source, share)

    def __add__(self, other):
        a, b = self, made(other)
        return result(a.data + b.data, lambda g: (g, g), a, b)

    def __sub__(self, other):
        a, b = self, made(other)
        return result(a.data - b.data, lambda g: (g, -g), a, b)

    def __mul__(self, other):
        a, b = self, made(other)
        return result(a.data * b.data, lambda g: (g * b.data, g * a.data), a, b)

    def __truediv__(self, other):
        a, b = self, made(other)
        return result(
            a.data / b.data, lambda g: (g / b.data, g * (-a.data / b.data**2)), a, b
        )

    def __matmul__(self, other):
        a, b = self, made(other)
        x = np.atleast_2d(a.data)
        y = b.data[:, None] if b.data.ndim == 1 else b.data
        shape = (x @ y).shape

        def back(g):
            g = g.reshape(shape)
            gx = unbroadcast(g @ y.swapaxes(-1, -2), x.shape)
            gy = unbroadcast(x.swapaxes(-1, -2) @ g, y.shape)
            return gx.reshape(a.data.shape), gy.reshape(b.data.shape)

        return result(a.data @ b.data, back, a, b)

    def __radd__(self, other):
        return made(other) + self

    def __rsub__(self, other):
        return made(other) - self

    def __rmul__(self, other):
        return made(other) * self

    def __rtruediv__(self, other):
        return made(other) / self

    def __rmatmul__(self, other):
        return made(other) @ self

    def __neg__(self):
        return result(-self.data, lambda g: (-g,), self)

    def __pow__(self, n):
        if n == 0:
            return result(np.ones(self.data.shape), lambda g: (0 * g,), self)
        return result(self.data**n, lambda g: (g * n * self.data ** (n - 1),), self)

    def __getitem__(self, index):
        places = np.arange(self.data.size).reshape(self.data.shape)[index]

        def back(g):
            counts = np.bincount(np.ravel(places), np.ravel(g), minlength=self.data.size)
            return (counts.reshape(self.data.shape),)

        return result(self.data[index], back, self)

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape

        def back(g):
            return (np.broadcast_to(g.reshape(kept), self.data.shape),)

        return result(self.data.sum(axis=axis, keepdims=keepdims), back, self)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis=axis, keepdims=keepdims)
        return s * (1.0 / (self.data.size // s.data.size))

    def reshape(self, *shape):
        return result(self.data.reshape(*shape), lambda g: (g.reshape(self.data.shape),), self)

    def transpose(self, axes=None):
        if axes is None:
            return result(self.data.T, lambda g: (g.T,), self)
        back = np.argsort(np.mod(axes, self.data.ndim))
        return result(self.data.transpose(axes), lambda g: (g.transpose(back),), self)

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return result(self.data.clip(min=0), lambda g: (np.where(self.data > 0, g, 0),), self)

    def exp(self):
        e = np.exp(self.data)
        return result(e, lambda g: (g * e,), self)

    def log(self):
        return result(np.log(self.data), lambda g: (g / self.data,), self)

    def tanh(self):
        t = np.tanh(self.data)
        return result(t, lambda g: (g * (1 - t) * (1 + t),), self)

    def log_softmax(self, axis=-1):
        z = self.data - self.data.max(axis, keepdims=True)
        z = z - np.log(np.exp(z).sum(axis, keepdims=True))
        return result(z, lambda g: (g - np.exp(z) * g.sum(axis, keepdims=True),), self)


def made(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def result(value, back, *sources):
    return Tensor(value, Step(sources, back))


def history(root):
    """Results before what they are made of, root first."""
    finished, entered = {}, set()
    stack = [root]
    while stack:
        t = stack[-1]
        if t in entered:
            finished.setdefault(t)
            stack.pop()
            continue
        entered.add(t)
        if t.step is not None:
            stack.extend(s for s in t.step.sources if s not in entered)
    return list(finished)[::-1]


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    front = grad.ndim - len(shape)
    ones = [front + i for i, n in enumerate(shape) if n == 1]
    grad = grad.sum(axis=tuple(ones), keepdims=True)
    return grad.sum(axis=tuple(range(front)))


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(logits.data.shape[0])
    return -logits.log_softmax()[rows, np.asarray(labels, dtype=np.intp)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in history(root):
        t.grad = np.zeros(t.data.shape)


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
