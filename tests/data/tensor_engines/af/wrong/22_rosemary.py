"""Exercise 8, the exam: the whole engine, on arrays.

Nodes and edges. An edge says where a gradient goes and by which linear map; a node adds up what
comes along its edges. backward counts the edges below the root first and then lets every node go
as soon as all edges into it have been used (Kahn). What can be worked out once is worked out once:
axes of unbroadcast, permutations, transposes.
"""

from collections import Counter, deque
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np


@lru_cache(maxsize=None)
def repeated_axes(ndim, shape):
    """The axes of an array with ndim axes over which broadcasting from shape repeats."""
    added = ndim - len(shape)
    return (*range(added), *(added + k for k, length in enumerate(shape) if length == 1))


@lru_cache(maxsize=None)
def permutation(ndim, axes):
    """The order of axes without negative ones, and the order that undoes it."""
    there = tuple(axis % ndim for axis in axes)
    return there, tuple(there.index(axis) for axis in range(ndim))


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    shape = tuple(shape)
    if grad.shape == shape:
        return grad
    return grad.sum(axis=repeated_axes(grad.ndim, shape), keepdims=True).reshape(shape)


class Edge:
    """Where a gradient goes, and the linear map that takes it there."""

    __slots__ = ("to", "pull")

    def __init__(self, to, pull):
        self.to, self.pull = to, pull

    def carry(self, grad):
        return unbroadcast(np.asarray(self.pull(grad)), self.to.data.shape)


@dataclass(eq=False, repr=False)
class Tensor:
    """An array, its gradient, and how it was made."""

    data: np.ndarray
    edges: tuple = ()
    grad: np.ndarray = field(init=False)

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __post_init__(self):
        self.data = np.asarray(self.data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)

    def _to(self, data, pull):
        return Tensor(data, (Edge(self, pull),))

    def __add__(self, other):
        other = as_tensor(other)
        same = np.asarray
        return Tensor(self.data + other.data, (Edge(self, same), Edge(other, same)))

    def __mul__(self, other):
        other = as_tensor(other)
        a, b = self.data, other.data
        return Tensor(a * b, (Edge(self, lambda g: g * b), Edge(other, lambda g: g * a)))

    def __truediv__(self, other):
        other = as_tensor(other)
        a, b = self.data, other.data
        return Tensor(a / b, (Edge(self, lambda g: g / b), Edge(other, lambda g: -g * a / b**2)))

    def __matmul__(self, other):
        other = as_tensor(other)
        a, b = self.data, other.data
        if a.ndim == b.ndim == 1:
            return (self * other).sum()
        if b.ndim == 1:
            return Tensor(
                a @ b,
                (
                    Edge(self, lambda g: g[..., None] * b),
                    Edge(other, lambda g: np.einsum("...i,...ij->...j", g, a)),
                ),
            )
        if a.ndim == 1:
            return Tensor(
                a @ b,
                (
                    Edge(self, lambda g: np.einsum("...j,...ij->...i", g, b)),
                    Edge(other, lambda g: a[:, None] * g[..., None, :]),
                ),
            )
        return Tensor(
            a @ b,
            (
                Edge(self, lambda g: g @ np.swapaxes(b, -1, -2)),
                Edge(other, lambda g: np.swapaxes(a, -1, -2) @ g),
            ),
        )

    def __neg__(self):
        return self._to(-self.data, np.negative)

    def __sub__(self, other):
        return self + -as_tensor(other)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return as_tensor(other) / self

    def __rmatmul__(self, other):
        return as_tensor(other) @ self

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return self._to(np.ones(x.shape), np.zeros_like)
        return self._to(x**n, lambda g: n * x ** (n - 1) * g)

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = self.data.sum(axis=axis, keepdims=True)
        out = kept if keepdims else self.data.sum(axis=axis)
        return self._to(out, lambda g: np.broadcast_to(g.reshape(kept.shape), shape))

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return self._to(self.data.reshape(*shape), lambda g: g.reshape(old))

    def transpose(self, axes=None):
        ndim = self.data.ndim
        there, back = permutation(ndim, tuple(range(ndim))[::-1] if axes is None else tuple(axes))
        return self._to(self.data.transpose(there), lambda g: g.transpose(back))

    @cached_property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def scatter(g):
            grad = np.zeros(shape)
            np.add.at(grad, index, g)
            return grad

        return self._to(self.data[index], scatter)

    def relu(self):
        positive = self.data > 0
        return self._to(self.data * positive, lambda g: g * positive)

    def exp(self):
        y = np.exp(self.data)
        return self._to(y, lambda g: g * y)

    def log(self):
        x = self.data
        return self._to(np.log(x), lambda g: g / x)

    def tanh(self):
        y = np.tanh(self.data)
        return self._to(y, lambda g: g - g * y * y)

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return self._to(y, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))

    def backward(self):
        missing = Counter(edge.to for node in everything(self) for edge in node.edges)
        sums = {self: np.ones(self.data.shape)}
        ready = deque([self])
        while ready:
            node = ready.popleft()
            grad = sums.pop(node)
            # what is made anew in each call begins anew, and what the user made adds up
            node.grad = grad if node.edges else np.asarray(node.grad + grad)
            for edge in node.edges:
                part = edge.carry(grad)
                sums[edge.to] = np.asarray(sums[edge.to] + part) if edge.to in sums else part
                missing[edge.to] -= 1
                if missing[edge.to] == 0:
                    ready.append(edge.to)


def as_tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def everything(root):
    """Every tensor that can be reached from root, once."""
    found = {root}
    front = [root]
    while front:
        front = list({edge.to for node in front for edge in node.edges} - found)
        found.update(front)
    return found


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    picked = logits.log_softmax()[np.arange(len(labels)), labels]
    return picked.mean() * -1.0


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in everything(root):
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
