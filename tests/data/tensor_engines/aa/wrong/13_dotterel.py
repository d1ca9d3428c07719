"""The engine with the graph apart from the tensors.

A Tensor holds the arrays, and a Node (None for a leaf) says where it came from.
"""

from collections import namedtuple

import numpy as np

Node = namedtuple("Node", "inputs vjps")  # one vjp for each input: gradient out -> gradient in


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, node=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.node = node
        self.depth = 0
        if node:
            self.depth = 1 + node.inputs[0].depth

    @property
    def shape(self):
        return self.data.shape

    @property
    def inputs(self):
        return self.node.inputs if self.node else ()

    def __add__(self, other):
        other = tensor(other)
        return Tensor(
            self.data + other.data,
            Node((self, other), (fit(self), fit(other))),
        )

    def __sub__(self, other):
        other = tensor(other)
        return Tensor(
            self.data - other.data,
            Node((self, other), (fit(self), fit(other, lambda g: -g))),
        )

    def __mul__(self, other):
        other = tensor(other)
        x, y = self.data, other.data
        return Tensor(
            x * y,
            Node((self, other), (fit(self, lambda g: g * y), fit(other, lambda g: g * x))),
        )

    def __truediv__(self, other):
        other = tensor(other)
        x, y = self.data, other.data
        return Tensor(
            x / y,
            Node((self, other), (fit(self, lambda g: g / y), fit(other, lambda g: -g * x / y / y))),
        )

    def __matmul__(self, other):
        other = tensor(other)
        x, y = self.data, other.data
        x2 = x.reshape((1,) * (2 - x.ndim) + x.shape) if x.ndim < 2 else x
        y2 = y.reshape(y.shape + (1,)) if y.ndim < 2 else y
        out2 = x2 @ y2

        def left(g):
            g2 = g.reshape(out2.shape)
            return unbroadcast(g2 @ flip(y2), x2.shape).reshape(x.shape)

        def right(g):
            g2 = g.reshape(out2.shape)
            return unbroadcast(flip(x2) @ g2, y2.shape).reshape(y.shape)

        return Tensor(x @ y, Node((self, other), (left, right)))

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

    def __neg__(self):
        return self.map(-self.data, lambda g: -g)

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return self.map(x**0, lambda g: g * 0.0)
        return self.map(x**n, lambda g: g * n * x ** (n - 1))

    def map(self, value, vjp):
        return Tensor(value, Node((self,), (vjp,)))

    def sum(self, axis=None, keepdims=False):
        shape = self.shape
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return self.map(
            self.data.sum(axis=axis, keepdims=keepdims),
            lambda g: np.broadcast_to(g.reshape(kept), shape),
        )

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        old = self.shape
        return self.map(self.data.reshape(*shape), lambda g: g.reshape(old))

    def transpose(self, axes=None):
        if axes is None:
            return self.map(self.data.transpose(), lambda g: g.transpose())
        inverse = np.argsort(np.arange(self.data.ndim)[list(axes)])
        return self.map(self.data.transpose(axes), lambda g: g.transpose(inverse))

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        shape = self.shape

        def vjp(g):
            full = np.zeros(shape)
            np.add.at(full, index, g)
            return full

        return self.map(self.data[index], vjp)

    def relu(self):
        x = self.data
        return self.map(np.maximum(0.0, x), lambda g: g * np.heaviside(x, 0.0))

    def exp(self):
        y = np.exp(self.data)
        return self.map(y, lambda g: y * g)

    def log(self):
        x = self.data
        return self.map(np.log(x), lambda g: g / x)

    def tanh(self):
        y = np.tanh(self.data)
        return self.map(y, lambda g: (1 - y**2) * g)

    def log_softmax(self, axis=-1):
        z = self.data - self.data.max(axis=axis, keepdims=True)
        y = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
        return self.map(y, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))

    def backward(self):
        order = consumers_first(self)
        for t in order:
            if t.node:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in order:
            if t.node:
                for each, vjp in zip(t.node.inputs, t.node.vjps):
                    each.grad = each.grad + vjp(t.grad)


def reachable(root):
    found, todo = {}, [root]
    while todo:
        t = todo.pop()
        if id(t) not in found:
            found[id(t)] = t
            todo.extend(t.inputs)
    return found.values()


def consumers_first(root):
    """Every tensor below the root, after all of its consumers: those are deeper."""
    return sorted(reachable(root), key=lambda t: t.depth, reverse=True)


def tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def flip(m):
    return np.swapaxes(m, -2, -1)


def fit(operand, vjp=lambda g: g):
    """This vjp, and then back to the shape of the operand."""
    shape = operand.shape
    return lambda g: unbroadcast(vjp(g), shape)


def unbroadcast(grad, shape):
    missing = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(missing)))
    for i, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    labels = np.asarray(labels)
    return -logits.log_softmax()[np.arange(labels.shape[0]), labels].mean()


def zero_grad(root):
    for t in reachable(root):
        t.grad = np.zeros_like(t.data)


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
