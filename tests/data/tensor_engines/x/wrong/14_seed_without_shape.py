"""Exercise 8. Gradients of one call live in a dict, keyed by id, and go into the tensors at the end."""

from __future__ import annotations

from typing import Callable, Sequence

import numpy as np

Array = np.ndarray
Edge = tuple["Tensor", Callable[[Array], Array]]


class Tensor:
    """An array with links to the tensors it was made of."""

    __array_ufunc__ = None
    __slots__ = ("data", "grad", "links", "__weakref__")

    def __init__(self, data, links: Sequence[Edge] = ()) -> None:
        self.data: Array = np.array(data, dtype=np.float64)
        self.grad: Array = np.zeros(self.data.shape)
        self.links = links

    # --- two operands ---

    def __add__(self, other) -> Tensor:
        b = tensor(other)
        return Tensor(
            self.data + b.data,
            [
                (self, lambda g: unbroadcast(g, self.data.shape)),
                (b, lambda g: unbroadcast(g, b.data.shape)),
            ],
        )

    def __mul__(self, other) -> Tensor:
        b = tensor(other)
        return Tensor(
            self.data * b.data,
            [
                (self, lambda g: unbroadcast(g * b.data, self.data.shape)),
                (b, lambda g: unbroadcast(g * self.data, b.data.shape)),
            ],
        )

    def __matmul__(self, other) -> Tensor:
        b = tensor(other)
        x, y = self.data, b.data
        # einsum wants the names of the axes: vectors have no row or no column
        left = "...k" if x.ndim == 1 else "...ik"
        right = "...k" if y.ndim == 1 else "...kj"
        if x.ndim == 1:
            left = "k"
        if y.ndim == 1:
            right = "k"
        out = "..." + ("i" if x.ndim > 1 else "") + ("j" if y.ndim > 1 else "")

        def to_left(g: Array) -> Array:
            if x.ndim > 1:
                full = np.einsum(f"{out},{right}->...ik", g, y)
                return unbroadcast(full, x.shape)
            full = np.einsum(f"{out},{right}->...k", g, y)
            return unbroadcast(full, x.shape)

        def to_right(g: Array) -> Array:
            if y.ndim > 1:
                full = np.einsum(f"{left},{out}->...kj", x, g)
                return unbroadcast(full, y.shape)
            full = np.einsum(f"{left},{out}->...k", x, g)
            return unbroadcast(full, y.shape)

        return Tensor(x @ y, [(self, to_left), (b, to_right)])

    def __neg__(self) -> Tensor:
        return self * -1.0

    def __sub__(self, other) -> Tensor:
        return self + (-tensor(other))

    def __truediv__(self, other) -> Tensor:
        return self * tensor(other) ** -1

    def __radd__(self, other) -> Tensor:
        return self + other

    def __rmul__(self, other) -> Tensor:
        return self * other

    def __rsub__(self, other) -> Tensor:
        return (-self) + other

    def __rtruediv__(self, other) -> Tensor:
        return self**-1 * other

    def __rmatmul__(self, other) -> Tensor:
        return tensor(other) @ self

    # --- one operand ---

    def __pow__(self, n: float) -> Tensor:
        n = float(n)

        def pull(g: Array) -> Array:
            if n == 0.0:
                return np.zeros(self.data.shape)
            return g * n * self.data ** (n - 1.0)

        return Tensor(self.data**n, [(self, pull)])

    def sum(self, axis=None, keepdims: bool = False) -> Tensor:
        shape = self.data.shape
        kept = np.sum(self.data, axis=axis, keepdims=True).shape
        return Tensor(
            np.sum(self.data, axis=axis, keepdims=keepdims),
            [(self, lambda g: np.broadcast_to(g.reshape(kept), shape))],
        )

    def mean(self, axis=None, keepdims: bool = False) -> Tensor:
        total = self.sum(axis=axis, keepdims=keepdims)
        count = self.data.size // max(total.data.size, 1)
        return total / count

    def reshape(self, *shape) -> Tensor:
        return Tensor(self.data.reshape(*shape), [(self, lambda g: g.reshape(self.data.shape))])

    def transpose(self, axes=None) -> Tensor:
        n = self.data.ndim
        axes = tuple(range(n - 1, -1, -1)) if axes is None else tuple(a % n for a in axes)
        return Tensor(
            self.data.transpose(axes), [(self, lambda g: np.moveaxis(g, range(n), axes))]
        )

    @property
    def T(self) -> Tensor:
        return self.transpose()

    def __getitem__(self, index) -> Tensor:
        def pull(g: Array) -> Array:
            spread = np.zeros(self.data.shape)
            np.add.at(spread, index, g)
            return spread

        return Tensor(self.data[index], [(self, pull)])

    def relu(self) -> Tensor:
        return Tensor(
            np.maximum(self.data, 0.0), [(self, lambda g: np.where(self.data > 0.0, g, 0.0))]
        )

    def exp(self) -> Tensor:
        value = np.exp(self.data)
        return Tensor(value, [(self, lambda g: g * value)])

    def log(self) -> Tensor:
        return Tensor(np.log(self.data), [(self, lambda g: g / self.data)])

    def tanh(self) -> Tensor:
        value = np.tanh(self.data)
        return Tensor(value, [(self, lambda g: g * (1.0 - value**2))])

    def log_softmax(self, axis: int = -1) -> Tensor:
        # a constant may be subtracted, so no gradient goes through the maximum
        biggest = self.data.max(axis=axis, keepdims=True)
        moved = self + (-biggest)
        return moved - moved.exp().sum(axis=axis, keepdims=True).log()

    # --- backward ---

    def backward(self) -> None:
        order = collect(self)
        grads: dict[int, Array] = {id(self): np.array(1.0)}
        for node in reversed(order):
            g = grads[id(node)]
            for source, pull in node.links:
                piece = pull(g)
                key = id(source)
                grads[key] = grads[key] + piece if key in grads else piece
        for node in order:
            g = grads[id(node)]
            node.grad = np.array(g) if node.links else np.array(node.grad + g)


def tensor(x) -> Tensor:
    return x if isinstance(x, Tensor) else Tensor(x)


def collect(root: Tensor) -> list[Tensor]:
    """All that root is made of, inputs before results."""
    order: list[Tensor] = []
    done: set[int] = set()
    path = [(root, iter(root.links))]
    done.add(id(root))
    while path:
        node, rest = path[-1]
        for source, _ in rest:
            if id(source) not in done:
                done.add(id(source))
                path.append((source, iter(source.links)))
                break
        else:
            order.append(node)
            path.pop()
    return order


def unbroadcast(grad: Array, shape: tuple[int, ...]) -> Array:
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == tuple(shape):
        return grad
    front = grad.ndim - len(shape)
    axes = list(range(front))
    axes += [front + i for i, n in enumerate(shape) if n == 1]
    return grad.sum(axis=tuple(axes)).reshape(shape)


def cross_entropy(logits: Tensor, labels) -> Tensor:
    """The mean over all rows of minus the log-probability of the right label."""
    where = (np.arange(len(labels)), np.asarray(labels, dtype=np.intp))
    return logits.log_softmax(axis=1)[where].mean() * -1.0


def zero_grad(root: Tensor) -> None:
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in collect(root):
        node.grad = np.zeros(node.data.shape)
