"""Exercise 8 with an algebra of linear maps.

The derivative of an operation is a linear map, one for each operand. Maps know their adjoint, can
be put one after the other with `@`, and the engine only ever applies adjoints.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

import numpy as np


class Map(ABC):
    """A linear map of arrays, seen from behind: `adjoint(g)` takes a gradient to a gradient."""

    @abstractmethod
    def adjoint(self, g): ...

    def __matmul__(self, first: Map) -> Map:
        return Chain(self, first)


class Chain(Map):
    def __init__(self, last, first):
        self.last, self.first = last, first

    def adjoint(self, g):
        return self.first.adjoint(self.last.adjoint(g))


class Scale(Map):
    """Every entry times a factor."""

    def __init__(self, factor):
        self.factor = factor

    def adjoint(self, g):
        return g * self.factor


class Repeat(Map):
    """Broadcasting from one shape to another."""

    def __init__(self, shape):
        self.shape = shape

    def adjoint(self, g):
        return unbroadcast(g, self.shape)


class Add(Map):
    """The sum over some axes, which stay with length 1."""

    def __init__(self, shape):
        self.shape = shape

    def adjoint(self, g):
        return np.broadcast_to(g, self.shape)


class Shape(Map):
    def __init__(self, shape):
        self.shape = shape

    def adjoint(self, g):
        return np.reshape(g, self.shape)


class Axes(Map):
    def __init__(self, axes):
        self.back = [axes.index(i) for i in range(len(axes))]

    def adjoint(self, g):
        return np.transpose(g, self.back)


class Pick(Map):
    def __init__(self, shape, index):
        self.shape, self.index = shape, index

    def adjoint(self, g):
        whole = np.zeros(self.shape)
        np.add.at(whole, self.index, g)
        return whole


class Times(Map):
    """x to x @ matrix; the stack of x may be shorter than that of the result."""

    def __init__(self, matrix):
        self.matrix = matrix

    def adjoint(self, g):
        return g @ np.swapaxes(self.matrix, -1, -2)


class TimesFromLeft(Map):
    def __init__(self, matrix):
        self.matrix = matrix

    def adjoint(self, g):
        return np.swapaxes(self.matrix, -1, -2) @ g


class Centre(Map):
    """x minus the mean of x that the weights give."""

    def __init__(self, weights, axis):
        self.weights, self.axis = weights, axis

    def adjoint(self, g):
        return g - self.weights * np.sum(g, axis=self.axis, keepdims=True)


IDENTITY = Scale(1.0)


class Tensor:
    __array_ufunc__ = None
    __match_args__ = ("data",)

    def __init__(self, data, derivative: dict[Tensor, list[Map]] | None = None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.derivative = derivative or {}

    @classmethod
    def made(cls, value, *parts):
        """parts: pairs of an operand and the map from it. An operand may come twice."""
        derivative = {}
        for operand, linear in parts:
            derivative.setdefault(operand, []).append(linear)
        return cls(value, derivative)

    @property
    def shape(self):
        return self.data.shape

    # two operands

    def __add__(self, other):
        other = lift(other)
        return Tensor.made(
            self.data + other.data, (self, Repeat(self.shape)), (other, Repeat(other.shape))
        )

    def __sub__(self, other):
        other = lift(other)
        return Tensor.made(
            self.data - other.data,
            (self, Repeat(self.shape)),
            (other, Scale(-1.0) @ Repeat(other.shape)),
        )

    def __mul__(self, other):
        other = lift(other)
        return Tensor.made(
            self.data * other.data,
            (self, Scale(other.data) @ Repeat(self.shape)),
            (other, Scale(self.data) @ Repeat(other.shape)),
        )

    def __truediv__(self, other):
        other = lift(other)
        return Tensor.made(
            self.data / other.data,
            (self, Scale(1.0 / other.data) @ Repeat(self.shape)),
            (other, Scale(-self.data / other.data**2) @ Repeat(other.shape)),
        )

    def __matmul__(self, other):
        other = lift(other)
        a = self.data.reshape(1, -1) if self.data.ndim == 1 else self.data
        b = other.data.reshape(-1, 1) if other.data.ndim == 1 else other.data
        to_result = Shape((a @ b).shape)
        return Tensor.made(
            self.data @ other.data,
            (self, to_result @ Times(b) @ Repeat(a.shape) @ Shape(self.shape)),
            (other, to_result @ TimesFromLeft(a) @ Repeat(b.shape) @ Shape(other.shape)),
        )

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __rmatmul__(self, other):
        return lift(other) @ self

    # one operand

    def __neg__(self):
        return Tensor.made(-self.data, (self, Scale(-1.0)))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Tensor.made(self.data**n, (self, Scale(slope)))

    def __getitem__(self, index):
        return Tensor.made(self.data[index], (self, Pick(self.shape, index)))

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True)
        value = kept if keepdims else self.data.sum(axis=axis)
        return Tensor.made(value, (self, Shape(kept.shape) @ Add(self.shape)))

    def mean(self, axis=None, keepdims=False):
        kept = self.data.mean(axis=axis, keepdims=True)
        value = kept if keepdims else self.data.mean(axis=axis)
        part = Scale(kept.size / math.prod(self.shape))
        return Tensor.made(value, (self, part @ Shape(kept.shape) @ Add(self.shape)))

    def reshape(self, *shape):
        return Tensor.made(self.data.reshape(*shape), (self, Shape(self.shape)))

    def transpose(self, axes=None):
        numbers = list(range(self.data.ndim))
        axes = numbers[::-1] if axes is None else [numbers[a] for a in axes]
        return Tensor.made(self.data.transpose(axes), (self, Axes(axes)))

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        on = self.data > 0
        return Tensor.made(self.data * on, (self, Scale(on)))

    def exp(self):
        value = np.exp(self.data)
        return Tensor.made(value, (self, Scale(value)))

    def log(self):
        return Tensor.made(np.log(self.data), (self, Scale(1 / self.data)))

    def tanh(self):
        value = np.tanh(self.data)
        return Tensor.made(value, (self, Scale(1 - value**2)))

    def log_softmax(self, axis=-1):
        value = self.data - self.data.max(axis=axis, keepdims=True)
        value = value - np.log(np.exp(value).sum(axis=axis, keepdims=True))
        return Tensor.made(value, (self, Centre(np.exp(value), axis)))

    def backward(self):
        gradients = {self: IDENTITY.adjoint(np.ones_like(self.data))}
        for tensor in topmost_first(self):
            g = gradients[tensor]
            if not tensor.derivative:
                tensor.grad += g
            for operand, maps in tensor.derivative.items():
                parts = [gradients[operand]] if operand in gradients else []
                parts += [linear.adjoint(g) for linear in maps]
                gradients[operand] = sum(parts[1:], parts[0])


def lift(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def topmost_first(root):
    """Peel the graph: what has no consumer left goes next."""
    consumers = {root: set()}
    frontier = [root]
    while frontier:
        tensor = frontier.pop()
        for operand in tensor.derivative:
            if operand not in consumers:
                consumers[operand] = set()
                frontier.append(operand)
            consumers[operand].add(tensor)
    bare = [root]
    while bare:
        tensor = bare.pop(0)
        yield tensor
        for operand in tensor.derivative:
            consumers[operand].discard(tensor)
            if not consumers[operand]:
                bare.append(operand)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    shape = tuple(shape)
    long = (1,) * (np.ndim(grad) - len(shape)) + shape
    axes = tuple(i for i, n in enumerate(long) if n == 1)
    return np.add.reduce(grad, axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    return -logits.log_softmax()[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for tensor in topmost_first(root):
        tensor.grad = np.zeros_like(tensor.data)


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
