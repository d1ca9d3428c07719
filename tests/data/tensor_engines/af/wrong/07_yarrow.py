"""Exercise 8, the exam: the whole engine, on arrays.

How a tensor was made is written in a Recipe: the operands, one function for the way back, and the
height above the leaves. `backward` goes from the highest tensor down.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Recipe:
    operands: tuple
    pull: object  # the gradient of the result -> a tuple with one gradient for each operand
    height: int


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    if grad.shape == tuple(shape):
        return grad
    offset = grad.ndim - len(shape)
    repeated = [i for i in range(grad.ndim) if i < offset or shape[i - offset] == 1]
    return grad.sum(axis=tuple(repeated)).reshape(shape)


def pairwise(compute):
    """An operator that takes a tensor, a number or an array as its other operand.

    compute(a, b) gives the array of the result and the function for the way back.
    """

    def operator(self, other):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        value, pull = compute(self.data, other.data)
        return Tensor._made(value, (self, other), pull)

    def reflected(self, other):
        return operator(Tensor(other), self)

    return operator, reflected


def single(compute):
    """A method without options."""

    def method(self):
        value, pull = compute(self.data)
        return Tensor._made(value, (self,), lambda g: (pull(g),))

    return method


def product_of_matrices(a, b):
    def pull(g):
        p = a if a.ndim > 1 else a[None]
        q = b if b.ndim > 1 else b[:, None]
        core = np.broadcast_shapes(p.shape[:-2], q.shape[:-2]) + (p.shape[-2], q.shape[-1])
        g = np.reshape(g, core)
        to_p = unbroadcast(g @ np.moveaxis(q, -1, -2), p.shape)
        to_q = unbroadcast(np.moveaxis(p, -1, -2) @ g, q.shape)
        return to_p.reshape(a.shape), to_q.reshape(b.shape)

    return a @ b, pull


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, recipe=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.recipe = recipe

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    @property
    def height(self):
        return self.recipe.height if self.recipe else 0

    @staticmethod
    def _made(value, operands, pull):
        height = 1 + max(each.height for each in operands)
        return Tensor(value, Recipe(operands, pull, height))

    __add__, __radd__ = pairwise(lambda a, b: (a + b, lambda g: (g, g)))
    __sub__, __rsub__ = pairwise(lambda a, b: (a - b, lambda g: (g, -g)))
    __mul__, __rmul__ = pairwise(lambda a, b: (a * b, lambda g: (g * b, g * a)))
    __truediv__, __rtruediv__ = pairwise(lambda a, b: (a / b, lambda g: (g / b, -g * a / b**2)))
    __matmul__, __rmatmul__ = pairwise(product_of_matrices)

    __neg__ = single(lambda a: (-a, lambda g: -g))
    relu = single(lambda a: (np.maximum(a, 0.0), lambda g: np.where(a > 0, g, 0.0)))
    log = single(lambda a: (np.log(a), lambda g: g / a))

    @single
    def exp(a):
        value = np.exp(a)
        return value, lambda g: g * value

    @single
    def tanh(a):
        value = np.tanh(a)
        return value, lambda g: g * (1.0 - value**2)

    def __pow__(self, n):
        a = self.data

        def pull(g):
            slope = n * a ** (n - 1) if n != 0 else np.zeros(a.shape)
            return (g * slope,)

        return Tensor._made(a**n, (self,), pull)

    def log_softmax(self, axis=-1):
        a = self.data
        peak = a.max(axis=axis, keepdims=True)
        value = a - peak - np.log(np.exp(a - peak).sum(axis=axis, keepdims=True))
        share = np.exp(value)
        pull = lambda g: (g - share * g.sum(axis=axis, keepdims=True),)
        return Tensor._made(value, (self,), pull)

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        if axis is None:
            axes = set(range(len(shape)))
        else:
            axes = {i % len(shape) for i in np.atleast_1d(axis).tolist()}
        kept = tuple(1 if i in axes else n for i, n in enumerate(shape))

        def pull(g):
            return (np.broadcast_to(np.reshape(g, kept), shape),)

        return Tensor._made(self.data.sum(axis=axis, keepdims=keepdims), (self,), pull)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor._made(self.data.reshape(*shape), (self,), lambda g: (np.reshape(g, old),))

    def transpose(self, axes=None):
        if axes is None:
            return Tensor._made(self.data.T, (self,), lambda g: (np.transpose(g),))
        count = self.data.ndim
        back = np.argsort(np.array(axes) % count)
        return Tensor._made(self.data.transpose(axes), (self,), lambda g: (g.transpose(back),))

    T = property(transpose)

    def __getitem__(self, index):
        shape = self.data.shape

        def pull(g):
            scattered = np.zeros(shape)
            if isinstance(index, (list, np.ndarray)) and np.unique(index).size < np.size(index):
                np.add.at(scattered, index, g)
            else:
                scattered[index] = g  # much faster than add.at
            return (scattered,)

        return Tensor._made(self.data[index], (self,), pull)

    def backward(self):
        if self.recipe is None:
            self.grad = np.asarray(self.grad + np.ones_like(self.data))
            return
        nodes = sorted(everything_in(self), key=lambda node: node.height, reverse=True)
        for node in nodes:
            if node.recipe is not None:
                node.grad = np.zeros_like(node.data)
        self.grad = np.ones_like(self.data)
        for node in nodes:
            if node.recipe is None:
                break  # only leaves from here on
            for operand, grad in zip(
                node.recipe.operands, node.recipe.pull(node.grad), strict=True
            ):
                operand.grad = np.asarray(operand.grad + unbroadcast(grad, operand.data.shape))


def everything_in(root):
    """All tensors that can be reached from `root`, in no order."""
    found = {}
    layer = [root]
    while layer:
        found.update((id(node), node) for node in layer)
        below = [each for node in layer if node.recipe for each in node.recipe.operands]
        layer = list({id(each): each for each in below if id(each) not in found}.values())
    return list(found.values())


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=np.intp)
    return -logits.log_softmax()[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in everything_in(root):
        node.grad = np.zeros_like(node.data)


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
