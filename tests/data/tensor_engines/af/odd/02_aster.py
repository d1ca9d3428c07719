"""Exercise 8, the exam: the whole engine, on arrays.

All that moves entries about (broadcasting, sums, transposes, indices, even what a matrix product
pairs up) is one of two operations on a table of positions: `gather` reads the entry at each
position, `scatter` adds into it. Each of them is the way back of the other.
"""

import numpy as np


def positions(shape):
    """An array of this shape that holds 0, 1, 2, ..."""
    return np.arange(int(np.prod(shape, dtype=int))).reshape(shape)


def read(array, table):
    return array.reshape(-1)[table]


def add_up(array, table, shape):
    size = int(np.prod(shape, dtype=int))
    array = np.asarray(array, dtype=np.float64)
    return np.bincount(table.reshape(-1), weights=array.reshape(-1), minlength=size).reshape(shape)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    return add_up(grad, np.broadcast_to(positions(shape), np.shape(grad)), shape)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, ways=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._ways = ways  # pairs: an operand, and what turns our gradient into its

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    # ---- the two that move entries

    def gather(self, table):
        shape = self.data.shape
        return Tensor(read(self.data, table), ((self, lambda g: add_up(g, table, shape)),))

    def scatter(self, table, shape):
        return Tensor(add_up(self.data, table, shape), ((self, lambda g: read(g, table)),))

    def stretched(self, shape):
        """Broadcast to this shape."""
        if self.data.shape == shape:
            return self
        return self.gather(np.broadcast_to(positions(self.data.shape), shape))

    # ---- those that do arithmetic, on operands of one shape

    def entrywise(self, value, slope):
        return Tensor(value, ((self, lambda g: g * slope),))

    def __add__(self, other):
        a, b = level(self, other)
        return Tensor(a.data + b.data, ((a, lambda g: g), (b, lambda g: g)))

    def __mul__(self, other):
        a, b = level(self, other)
        x, y = a.data, b.data
        return Tensor(x * y, ((a, lambda g: g * y), (b, lambda g: g * x)))

    def __pow__(self, n):
        x = self.data
        return self.entrywise(x**n, 0.0 if n == 0 else n * x ** (n - 1))

    def relu(self):
        return self.entrywise(np.maximum(self.data, 0.0), self.data > 0)

    def exp(self):
        y = np.exp(self.data)
        return self.entrywise(y, y)

    def log(self):
        return self.entrywise(np.log(self.data), 1.0 / self.data)

    def tanh(self):
        y = np.tanh(self.data)
        return self.entrywise(y, 1.0 - y * y)

    # ---- and what is made of them

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -lifted(other)

    def __rsub__(self, other):
        return lifted(other) + -self

    def __truediv__(self, other):
        return self * lifted(other) ** -1.0

    def __rtruediv__(self, other):
        return lifted(other) / self

    def __matmul__(self, other):
        """All pairs [..., i, k] and [..., k, j] side by side, multiplied, summed over k."""
        other = lifted(other)
        a, b = self, other
        m, n = a.data.shape, b.data.shape
        a = a.reshape((*m, 1)) if len(m) > 1 else a.reshape((1, *m, 1))
        b = b.reshape((*n[:-2], 1, *n[-2:])) if len(n) > 1 else b.reshape((1, *n, 1))
        out = (a * b).sum(axis=-2)
        lost = ([-2] if len(m) == 1 else []) + ([-1] if len(n) == 1 else [])
        if not lost:
            return out
        shape = list(out.data.shape)
        for axis in sorted(lost, reverse=True):
            del shape[axis if axis == -1 or -1 not in lost else -1]
        return out.reshape(tuple(shape))

    def __rmatmul__(self, other):
        return lifted(other) @ self

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = np.zeros(shape).sum(axis=axis, keepdims=True).shape
        table = np.broadcast_to(positions(kept), shape)
        final = kept if keepdims else np.zeros(shape).sum(axis=axis).shape
        return self.scatter(table, final)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return self.gather(positions(self.data.shape).reshape(*shape))

    def transpose(self, axes=None):
        return self.gather(positions(self.data.shape).transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self.gather(np.asarray(positions(self.data.shape)[index]))

    def log_softmax(self, axis=-1):
        lowered = self - self.data.max(axis=axis, keepdims=True)
        return lowered - lowered.exp().sum(axis=axis, keepdims=True).log()

    # ---- the way back

    def backward(self):
        nodes, uses = census(self)
        for node in nodes:
            if node._ways:
                node.grad = np.zeros_like(node.data)
        self.grad = np.asarray(self.grad + np.ones_like(self.data))
        ready = [self]
        while ready:
            node = ready.pop()
            for operand, way in node._ways:
                operand.grad = np.asarray(operand.grad + way(node.grad))
                uses[id(operand)] -= 1
                if uses[id(operand)] == 0:
                    ready.append(operand)


def lifted(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def level(a, b):
    """Both as tensors of the shape that they have together."""
    a, b = lifted(a), lifted(b)
    shape = np.broadcast_shapes(a.data.shape, b.data.shape)
    return a.stretched(shape), b.stretched(shape)


def census(root):
    """All tensors that can be reached, and how often each is used as an operand, by id."""
    nodes, uses = [root], {id(root): 0}
    for node in nodes:  # grows while we go along
        for operand, _ in node._ways:
            if id(operand) not in uses:
                uses[id(operand)] = 0
                nodes.append(operand)
            uses[id(operand)] += 1
    return nodes, uses


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    rows, classes = logits.data.shape
    return logits.log_softmax().gather(np.arange(rows) * classes + labels).mean() * -1.0


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    nodes, _ = census(root)
    for node in nodes:
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
