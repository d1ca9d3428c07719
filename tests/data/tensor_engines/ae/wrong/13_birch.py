"""Exercise 8: the engine. A mixin for every kind of operation; the graph is kept apart, in Nodes."""

import numpy as np


class Node:
    """How a result was made: the tensors, and for each the function for its gradient."""

    __slots__ = ("sources", "pulls")

    def __init__(self, sources, pulls):
        self.sources, self.pulls = sources, pulls


class Graph:
    """What can be reached from a root, in order."""

    def __init__(self, root):
        self.root = root
        self.order = []  # inputs before results
        entered, stack = set(), [(root, 0)]
        entered.add(root)
        while stack:
            tensor, place = stack.pop()
            sources = tensor.node.sources if tensor.node else ()
            if place == len(sources):
                self.order.append(tensor)
                continue
            stack.append((tensor, place + 1))
            if sources[place] not in entered:
                entered.add(sources[place])
                stack.append((sources[place], 0))

    def reset(self, everything):
        for tensor in self.order:
            if everything or tensor.node:
                tensor.grad = np.zeros(tensor.data.shape)

    def run(self):
        self.reset(everything=False)
        self.root.grad += np.ones(self.root.data.shape)
        for tensor in reversed(self.order):
            if tensor.node:
                for source, pull in zip(tensor.node.sources, tensor.node.pulls):
                    source.grad += unbroadcast(pull(tensor.grad), source.data.shape)


class Arithmetic:
    def __add__(self, other):
        return binary(self, other, lambda a, b: (a + b, lambda g: g, lambda g: g))

    def __radd__(self, other):
        return Tensor(other) + self

    def __sub__(self, other):
        return binary(self, other, lambda a, b: (a - b, lambda g: g, lambda g: -g))

    def __rsub__(self, other):
        return Tensor(other) - self

    def __mul__(self, other):
        return binary(self, other, lambda a, b: (a * b, lambda g: g * b, lambda g: g * a))

    def __rmul__(self, other):
        return Tensor(other) * self

    def __truediv__(self, other):
        return binary(
            self, other, lambda a, b: (a / b, lambda g: g / b, lambda g: -(g * a) / (b * b))
        )

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __neg__(self):
        return unary(self, -self.data, lambda g: -g)

    def __pow__(self, n):
        a = self.data
        return unary(self, a**n, lambda g: g * (n * a ** (n - 1)) if n != 0 else g * 0.0)

    def __matmul__(self, other):
        return binary(self, other, dot)

    def __rmatmul__(self, other):
        return Tensor(other) @ self


class Functions:
    def relu(self):
        a = self.data
        return unary(self, np.where(a > 0, a, 0.0), lambda g: np.where(a > 0, g, 0.0))

    def exp(self):
        out = np.exp(self.data)
        return unary(self, out, lambda g: g * out)

    def log(self):
        a = self.data
        return unary(self, np.log(a), lambda g: g / a)

    def tanh(self):
        out = np.tanh(self.data)
        return unary(self, out, lambda g: g * (1.0 - out**2))

    def log_softmax(self, axis=-1):
        low = self.data - self.data.max(axis=axis, keepdims=True)
        out = low - np.log(np.exp(low).sum(axis=axis, keepdims=True))
        return unary(self, out, lambda g: g - np.exp(out) * g.sum(axis=axis, keepdims=True))


class Reductions:
    def sum(self, axis=None, keepdims=False):
        a = self.data
        kept = a.sum(axis=axis, keepdims=True).shape
        return unary(
            self,
            a.sum(axis=axis, keepdims=keepdims),
            lambda g: np.broadcast_to(g.reshape(kept), a.shape),
        )

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)


class Movements:
    def reshape(self, *shape):
        old = self.data.shape
        if len(shape) == 1 and isinstance(shape[0], tuple):
            shape = shape[0]
        return unary(self, reshaped(self.data, shape), lambda g: reshaped(g, old))

    def transpose(self, axes=None):
        a = self.data
        if axes is None:
            return unary(self, a.transpose(), lambda g: g.transpose())
        back = np.argsort([axis % a.ndim for axis in axes])
        return unary(self, a.transpose(axes), lambda g: g.transpose(back))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def pull(g):
            out = np.zeros(shape)
            np.add.at(out, index, g)
            return out

        return unary(self, self.data[index], pull)


class Tensor(Arithmetic, Functions, Reductions, Movements):
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, node=None):
        self.data = np.asarray(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.node = node

    def __repr__(self):
        return f"Tensor({self.data.tolist()}{'' if self.node else ', leaf'})"

    def backward(self):
        Graph(self).run()


def unary(a, data, pull):
    return Tensor(data, Node((a,), (pull,)))


def binary(a, b, operation):
    b = b if isinstance(b, Tensor) else Tensor(b)
    data, *pulls = operation(a.data, b.data)
    return Tensor(data, Node((a, b), tuple(pulls)))


def dot(a, b):
    """Value and pulls of a @ b, on arrays. Two vectors are a row and a column."""
    rows = a if a.ndim > 1 else a[None, :]
    columns = b if b.ndim > 1 else b[:, None]
    full = (rows @ columns).shape

    def to_a(g):
        back = g.reshape(full) @ columns.swapaxes(-1, -2)
        return unbroadcast(back, rows.shape).reshape(a.shape)

    def to_b(g):
        back = rows.swapaxes(-1, -2) @ g.reshape(full)
        return unbroadcast(back, columns.shape).reshape(b.shape)

    return a @ b, to_a, to_b


def reshaped(array, shape):
    """The same entries in another shape, without a copy where the memory allows it."""
    return array.reshape(shape, order="A")


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape != shape:
        grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
        grad = grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    return -logits.log_softmax(axis=-1)[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    Graph(root).reset(everything=True)


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
