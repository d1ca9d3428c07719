"""Exercise 8 with two moves of entries, each the other one backwards.

  gather   entry i of the result is entry places[i] of the operand
  collect  entry places[i] of the result gets entry i of the operand added

Broadcasting, reshape, transpose and the index gather; sums collect. A matrix product gathers both
operands into one big array, multiplies there, and collects. All else works entry by entry, on
operands of one shape.
"""

import numpy as np


def gathered(array, places):
    return array.ravel()[places]


def collected(array, places, shape):
    size = int(np.prod(shape, dtype=np.int64))
    return np.bincount(np.ravel(places), np.ravel(array), minlength=size).reshape(shape)


def numbered(shape):
    return np.arange(int(np.prod(shape, dtype=np.int64))).reshape(shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, *sources):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.sources = sources  # pairs: a tensor, and a function from gradient to gradient

    # the two moves

    def _gather(self, places):
        shape = self.data.shape
        return Tensor(
            gathered(self.data, places), (self, lambda g: collected(g, places, shape))
        )

    def _collect(self, places, shape):
        return Tensor(
            collected(self.data, places, shape), (self, lambda g: gathered(g, places))
        )

    def _spread(self, shape):
        if self.data.shape == shape:
            return self
        return self._gather(np.broadcast_to(numbered(self.data.shape), shape))

    def _entrywise(self, value, slope):
        return Tensor(value, (self, lambda g: g * slope))

    # shapes

    def reshape(self, *shape):
        return self._gather(numbered(self.data.shape).reshape(*shape))

    def transpose(self, axes=None):
        return self._gather(numbered(self.data.shape).transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._gather(numbered(self.data.shape)[index])

    # sums

    def sum(self, axis=None, keepdims=False):
        kept = np.sum(self.data, axis=axis, keepdims=True).shape
        left = np.sum(self.data, axis=axis, keepdims=keepdims).shape
        return self._collect(np.broadcast_to(numbered(kept), self.data.shape), left)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    # operators

    def __add__(self, other):
        a, b = together(self, other)
        return Tensor(a.data + b.data, (a, lambda g: g), (b, lambda g: g))

    def __mul__(self, other):
        a, b = together(self, other)
        return Tensor(a.data * b.data, (a, lambda g: g * b.data), (b, lambda g: g * a.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else np.zeros(self.data.shape)
        return self._entrywise(self.data**n, slope)

    def __neg__(self):
        return self._entrywise(-self.data, -1.0)

    def __sub__(self, other):
        a, b = together(self, other)
        return a + -b

    def __truediv__(self, other):
        a, b = together(self, other)
        return a * b**-1

    def __matmul__(self, other):
        other = tensor(other)
        row, column = self.data.ndim == 1, other.data.ndim == 1
        a = numbered(self.data.shape if not row else (1, self.data.size))
        b = numbered(other.data.shape if not column else (other.data.size, 1))
        if a.shape[-1] != b.shape[-2]:
            raise ValueError(f"shapes {self.data.shape} and {other.data.shape} do not fit")
        stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
        (m, k), n = a.shape[-2:], b.shape[-1]
        big = (*stack, m, k, n)
        product = self._gather(np.broadcast_to(a[..., :, :, None], big)) * other._gather(
            np.broadcast_to(b[..., None, :, :], big)
        )
        to = np.broadcast_to(numbered((*stack, m, 1, n)), big)
        shape = stack + (() if row else (m,)) + (() if column else (n,))
        return product._collect(to, shape)

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

    # functions

    def relu(self):
        on = (self.data > 0).astype(np.float64)
        return self._entrywise(np.maximum(self.data, 0.0), on)

    def exp(self):
        e = np.exp(self.data)
        return self._entrywise(e, e)

    def log(self):
        return self._entrywise(np.log(self.data), 1.0 / self.data)

    def tanh(self):
        t = np.tanh(self.data)
        return self._entrywise(t, 1.0 - t * t)

    def log_softmax(self, axis=-1):
        low = self - self.data.max(axis=axis, keepdims=True)
        return low - low.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        got = {self: np.ones(self.data.shape)}
        for t in sources_last(self):
            g = got.pop(t)
            if not t.sources:
                t.grad += g
            for source, back in t.sources:
                got[source] = got.get(source, 0.0) + back(g)


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def together(a, b):
    a, b = tensor(a), tensor(b)
    shape = np.broadcast_shapes(a.data.shape, b.data.shape)
    return a._spread(shape), b._spread(shape)


def sources_last(root):
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        t, complete = stack.pop()
        if complete:
            order.append(t)
        elif t not in seen:
            seen.add(t)
            stack.append((t, True))
            stack.extend((source, False) for source, _ in t.sources)
    return order[::-1]


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    return collected(grad, np.broadcast_to(numbered(shape), grad.shape), shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n, k = logits.data.shape
    places = np.arange(n) * k + np.asarray(labels, dtype=np.int64)
    return -logits.log_softmax()._gather(places).mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in sources_last(root):
        t.grad = np.zeros(t.data.shape)


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
