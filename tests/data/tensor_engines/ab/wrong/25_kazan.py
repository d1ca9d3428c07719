"""Tensor engine; gradients are pushed as soon as the last consumer has delivered."""

from collections import Counter, deque

import numpy as np


class Tensor:
    """data, grad, and a list of (operand, function from this gradient to the operand's)."""

    __array_ufunc__ = None

    def __init__(self, data, *links):
        self.data = np.asarray(data, dtype=np.float64).copy()
        self.grad = np.zeros(np.shape(self.data))
        self.links = links

    def everything(self):
        seen, queue = {self: None}, deque([self])
        while queue:
            for operand, _ in queue.popleft().links:
                if operand not in seen:
                    seen[operand] = None
                    queue.append(operand)
        return list(seen)

    def backward(self):
        nodes = self.everything()
        missing = Counter(operand for node in nodes for operand, _ in node.links)
        for node in nodes:
            if node.links:
                node.grad = np.zeros(node.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        complete = deque([self])
        while complete:
            node = complete.popleft()
            for operand, rule in node.links:
                operand.grad = operand.grad + unbroadcast(rule(node.grad), operand.data.shape)
                missing[operand] -= 1
                if not missing[operand]:
                    complete.append(operand)

    def __add__(self, other):
        other = to_tensor(other)
        return Tensor(self.data + other.data, (self, same), (other, same))

    def __mul__(self, other):
        other = to_tensor(other)
        return Tensor(self.data * other.data, (self, times(other.data)), (other, times(self.data)))

    def __neg__(self):
        return Tensor(-self.data, (self, times(-1.0)))

    def __sub__(self, other):
        other = to_tensor(other)
        return Tensor(self.data - other.data, (self, same), (other, times(-1.0)))

    def __truediv__(self, other):
        other = to_tensor(other)
        return Tensor(
            self.data / other.data,
            (self, times(1 / other.data)),
            (other, times(-self.data / other.data**2)),
        )

    def __pow__(self, n):
        return Tensor(self.data**n, (self, times(n * self.data ** (n - 1) if n else 0.0)))

    def __matmul__(self, other):
        other = to_tensor(other)
        a = self.data[None] if self.data.ndim == 1 else self.data
        b = other.data[:, None] if other.data.ndim == 1 else other.data
        shape = (a @ b).shape

        def left(g):
            return unbroadcast(g.reshape(shape) @ b.swapaxes(-1, -2), a.shape).reshape(self.data.shape)

        def right(g):
            return unbroadcast(a.swapaxes(-1, -2) @ g.reshape(shape), b.shape).reshape(other.data.shape)

        return Tensor(self.data @ other.data, (self, left), (other, right))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return to_tensor(other) - self

    def __rtruediv__(self, other):
        return to_tensor(other) / self

    def __rmatmul__(self, other):
        return to_tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        def rule(g):
            shape = list(g.shape)
            if axis is None:
                shape = [1] * self.data.ndim
            elif not keepdims:
                axes = axis if isinstance(axis, tuple) else (axis,)
                for i in sorted(axes):
                    shape.insert(i, 1)
            return np.broadcast_to(g.reshape(shape), self.data.shape)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self, rule))

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis=axis, keepdims=keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self, lambda g: g.reshape(self.data.shape)))

    def transpose(self, axes=None):
        def rule(g):
            if axes is None:
                return g.transpose()
            positions = [axis % len(axes) for axis in axes]
            return g.transpose([positions.index(i) for i in range(len(axes))])

        return Tensor(self.data.transpose(axes), (self, rule))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            grad = np.zeros(self.data.shape)
            np.add.at(grad, index, g)
            return grad

        return Tensor(self.data[index], (self, rule))

    def relu(self):
        return Tensor(np.maximum(self.data, 0), (self, times(self.data > 0)))

    def exp(self):
        e = np.exp(self.data)
        return Tensor(e, (self, times(e)))

    def log(self):
        return Tensor(np.log(self.data), (self, times(1 / self.data)))

    def tanh(self):
        t = np.tanh(self.data)
        return Tensor(t, (self, times(1 - t**2)))

    def log_softmax(self, axis=-1):
        centred = self.data - self.data.max(axis=axis, keepdims=True)
        probabilities = np.exp(centred) / np.exp(centred).sum(axis=axis, keepdims=True)
        return Tensor(
            centred - np.log(np.exp(centred).sum(axis=axis, keepdims=True)),
            (self, lambda g: g - probabilities * g.sum(axis=axis, keepdims=True)),
        )


def same(g):
    return g


def times(factor):
    return lambda g: g * factor


def to_tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def unbroadcast(grad, shape):
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    for axis, n in enumerate(padded):
        if n == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad.reshape(shape)


def cross_entropy(logits, labels):
    count = logits.data.shape[0]
    return -logits.log_softmax()[np.arange(count), np.asarray(labels)].mean()


def zero_grad(root):
    for node in root.everything():
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
