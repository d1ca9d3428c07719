"""Exercise 8, the exam: the whole engine, on arrays.

A few primitives know their gradients. All other operations are made of them.
"""

from dataclasses import dataclass, field
from typing import Callable

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while np.ndim(grad) > len(shape):
        grad = np.sum(grad, axis=0)
    narrow = tuple(i for i in range(len(shape)) if shape[i] < np.shape(grad)[i])
    return np.sum(grad, axis=narrow, keepdims=True) if narrow else np.asarray(grad)


@dataclass(frozen=True, eq=False)
class Edge:
    """From a result to one of its operands."""

    to: object
    back: Callable = field(repr=False)

    def carry(self, grad):
        return unbroadcast(np.asarray(self.back(grad)), self.to.data.shape)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self._start(np.array(data, dtype=np.float64), [])

    def _start(self, data, edges):
        self.data = data
        self.grad = np.zeros(data.shape)
        self.edges = edges
        self._transposed = None

    @classmethod
    def result(cls, data, *edges):
        """A tensor that an operation made. NumPy made the array just now: no copy."""
        out = cls.__new__(cls)
        out._start(np.asarray(data), [Edge(*edge) for edge in edges])
        return out

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    # ---- primitives

    def __add__(self, other):
        other = tensor(other)
        return Tensor.result(self.data + other.data, (self, np.asarray), (other, np.asarray))

    def __mul__(self, other):
        other = tensor(other)
        a, b = self.data, other.data
        return Tensor.result(a * b, (self, lambda g: g * b), (other, lambda g: g * a))

    def __pow__(self, n):
        a = self.data
        if n == 0:
            return Tensor.result(a**0, (self, lambda g: 0.0 * g))
        return Tensor.result(a ** float(n), (self, lambda g: g * (n * a ** float(n - 1))))

    def __matmul__(self, other):
        other = tensor(other)
        if self.data.ndim == 1 and other.data.ndim == 1:
            return (self * other).sum()
        if self.data.ndim == 1:
            rows = self.reshape(1, -1) @ other
            return rows.reshape(rows.data.shape[:-2] + rows.data.shape[-1:])
        if other.data.ndim == 1:
            columns = self @ other.reshape(-1, 1)
            return columns.reshape(columns.data.shape[:-1])
        a, b = self.data, other.data
        return Tensor.result(
            a @ b,
            (self, lambda g: g @ np.swapaxes(b, -2, -1)),
            (other, lambda g: np.swapaxes(a, -2, -1) @ g),
        )

    def relu(self):
        positive = self.data > 0
        return Tensor.result(self.data * positive, (self, lambda g: g * positive))

    def exp(self):
        data = np.exp(self.data)
        return Tensor.result(data, (self, lambda g: g * data))

    def log(self):
        a = self.data
        return Tensor.result(np.log(a), (self, lambda g: g / a))

    def tanh(self):
        data = np.tanh(self.data)
        return Tensor.result(data, (self, lambda g: g * (1.0 - data * data)))

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = self.data.sum(axis=axis, keepdims=True)

        def back(g):
            return np.broadcast_to(g.reshape(kept.shape), shape)

        return Tensor.result(kept if keepdims else self.data.sum(axis=axis), (self, back))

    def reshape(self, *shape):
        before = self.data.shape
        return Tensor.result(self.data.reshape(*shape), (self, lambda g: g.reshape(before)))

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = list(range(n - 1, -1, -1)) if axes is None else [n + i if i < 0 else i for i in axes]
        inverse = sorted(range(n), key=axes.__getitem__)
        return Tensor.result(self.data.transpose(axes), (self, lambda g: g.transpose(inverse)))

    def __getitem__(self, index):
        shape = self.data.shape

        def back(g):
            spread = np.zeros(shape)
            np.add.at(spread, index, g)
            return spread

        return Tensor.result(self.data[index], (self, back))

    # ---- made of them

    @property
    def T(self):
        if self._transposed is None:
            self._transposed = self.transpose()
        return self._transposed

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + tensor(other) * -1.0

    def __truediv__(self, other):
        return self * tensor(other) ** -1

    def __radd__(self, other):
        return tensor(other) + self

    def __rsub__(self, other):
        return tensor(other) - self

    def __rmul__(self, other):
        return tensor(other) * self

    def __rtruediv__(self, other):
        return tensor(other) / self

    def __rmatmul__(self, other):
        return tensor(other) @ self

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def log_softmax(self, axis=-1):
        lowered = self + -self.data.max(axis=axis, keepdims=True)
        return lowered - lowered.exp().sum(axis=axis, keepdims=True).log()

    # ---- the way back

    def backward(self):
        if not self.edges:
            self.grad = np.asarray(self.grad + np.ones(self.data.shape))
            return
        order = tensors_below(self)
        for node in order:
            if node.edges:
                node.grad = np.zeros(node.data.shape)
        self.grad = np.ones(self.data.shape)
        for node in order:
            for edge in node.edges:
                edge.to.grad = np.asarray(edge.to.grad + edge.carry(node.grad))


def tensor(value):
    """The value itself if it is a tensor, otherwise a tensor of it."""
    return value if isinstance(value, Tensor) else Tensor(value)


def tensors_below(root):
    """`root` and all that it is made of; results come before their operands."""
    uses = {root: 0}
    todo = [root]
    while todo:
        for edge in todo.pop().edges:
            if edge.to not in uses:
                uses[edge.to] = 0
                todo.append(edge.to)
            uses[edge.to] += 1
    order, free = [], [root]
    while free:
        node = free.pop()
        order.append(node)
        for edge in node.edges:
            uses[edge.to] -= 1
            if not uses[edge.to]:
                free.append(edge.to)
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    chosen = logits.log_softmax(axis=1)[np.arange(len(labels)), labels]
    return chosen.mean() * -1.0


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in tensors_below(root):
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
