"""As few rules as possible: everything else is made of them."""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, sources=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.sources = sources  # pairs: a tensor, and what it gets for a gradient of this one

    @staticmethod
    def of(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    # ---- primitives

    def __add__(self, other):
        other = Tensor.of(other)
        return Tensor(self.data + other.data, [(self, lambda g: g), (other, lambda g: g)])

    def __mul__(self, other):
        other = Tensor.of(other)
        return Tensor(
            self.data * other.data,
            [(self, lambda g: g * other.data), (other, lambda g: g * self.data)],
        )

    def _map(self, f, slope):
        """An entrywise function; slope(x, y) is its derivative."""
        y = f(self.data)
        return Tensor(y, [(self, lambda g: g * slope(self.data, y))])

    def _move(self, move):
        """An operation that only takes entries from elsewhere, perhaps several times."""
        place = np.arange(self.data.size).reshape(self.data.shape)
        taken = move(place)

        def back(g):
            flat = np.bincount(np.ravel(taken), weights=np.ravel(g), minlength=self.data.size)
            return flat.reshape(self.data.shape)

        return Tensor(move(self.data), [(self, back)])

    def sum(self, axis=None, keepdims=False):
        def back(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return np.broadcast_to(g, self.data.shape)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), [(self, back)])

    # ---- made of the primitives

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -Tensor.of(other)

    def __pow__(self, n):
        return self._map(lambda x: x**n, lambda x, y: n * x ** (n - 1) if n else 0.0)

    def __truediv__(self, other):
        return self * other**-1

    def __matmul__(self, other):
        other = Tensor.of(other)
        a = self if self.data.ndim > 1 else self.reshape(1, -1)
        b = other if other.data.ndim > 1 else other.reshape(-1, 1)
        left = a._move(lambda x: x[..., :, :, None])
        right = b._move(lambda x: x[..., None, :, :])
        out = (left * right).sum(axis=-2)
        if other.data.ndim == 1:
            out = out._move(lambda x: x[..., 0])
        if self.data.ndim == 1:
            drop = -1 if other.data.ndim == 1 else -2
            out = out._move(lambda x: np.take(x, 0, axis=drop))
        return out

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return self**-1 * other

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return self._move(lambda x: x.reshape(*shape))

    def transpose(self, axes=None):
        return self._move(lambda x: x.transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._move(lambda x: x[index])

    def relu(self):
        return self._map(lambda x: np.maximum(x, 0), lambda x, y: x > 0)

    def exp(self):
        return self._map(np.exp, lambda x, y: y)

    def log(self):
        return self._map(np.log, lambda x, y: 1 / x)

    def tanh(self):
        return self._map(np.tanh, lambda x, y: 1 - y * y)

    def log_softmax(self, axis=-1):
        x = self - self.data.max(axis=axis, keepdims=True)
        return x - x.exp().sum(axis=axis, keepdims=True).log()

    # ---- the walk

    def backward(self):
        order = ordered(self)
        for node in order:
            if node.sources:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in order:
            for source, rule in node.sources:
                source.grad = source.grad + unbroadcast(rule(node.grad), source.data.shape)


def ordered(root):
    """Each tensor after all of its consumers."""
    order, seen = [], set()

    def visit(node):
        seen.add(id(node))
        for source, _ in node.sources:
            if id(source) not in seen:
                visit(source)
        order.append(node)

    visit(root)
    return order[::-1]


def unbroadcast(grad, shape):
    lead = np.ndim(grad) - len(shape)
    axes = [i for i in range(np.ndim(grad)) if i < lead or shape[i - lead] == 1]
    return np.sum(grad, axis=tuple(axes), keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    log_p = logits.log_softmax()
    return -log_p[np.arange(len(log_p.data)), labels].mean()


def zero_grad(root):
    for node in ordered(root):
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
