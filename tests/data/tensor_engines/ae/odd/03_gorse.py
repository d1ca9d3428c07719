"""Exercise 8: the engine on three primitives.

`gather` takes entries by their flat numbers, `scatter` adds entries up at flat numbers: each is
the other's rule. `entrywise` works on arrays of one and the same shape. All else is made of them:
broadcasting is a gather, a sum is a scatter, a matrix product is two gathers, `*` and a scatter.
"""

import numpy as np


def numbered(shape):
    """The flat numbers of the entries of an array of this shape."""
    return np.arange(int(np.prod(shape))).reshape(shape)


def gathered(array, places):
    return array.ravel()[places]


def scattered(array, places, shape):
    size = int(np.prod(shape))
    return np.bincount(places.ravel(), weights=array.ravel(), minlength=size).reshape(shape)


class Tensor:
    """An array, its gradient, and pairs: a tensor, and what turns our gradient into its share."""

    __array_ufunc__ = None

    def __init__(self, data, links=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.links = links

    # The three primitives

    def gather(self, places):
        shape = self.data.shape
        return Tensor(
            gathered(self.data, places), ((self, lambda g: scattered(g, places, shape)),)
        )

    def scatter(self, places, shape):
        return Tensor(
            scattered(self.data, places, shape), ((self, lambda g: gathered(g, places)),)
        )

    def entrywise(self, value, slope):
        return Tensor(value, ((self, lambda g: g * slope),))

    # Broadcasting

    def stretched(self, shape):
        if self.data.shape == shape:
            return self
        return self.gather(np.broadcast_to(numbered(self.data.shape), shape))

    def together(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        shape = np.broadcast_shapes(self.data.shape, other.data.shape)
        return self.stretched(shape), other.stretched(shape)

    def __add__(self, other):
        a, b = self.together(other)
        return Tensor(a.data + b.data, ((a, lambda g: g), (b, lambda g: g)))

    def __mul__(self, other):
        a, b = self.together(other)
        return Tensor(a.data * b.data, ((a, lambda g: g * b.data), (b, lambda g: g * a.data)))

    def __neg__(self):
        return self.entrywise(-self.data, -1.0)

    def __pow__(self, n):
        return self.entrywise(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def __sub__(self, other):
        a, b = self.together(other)
        return a + -b

    def __truediv__(self, other):
        a, b = self.together(other)
        return a * b**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def __matmul__(self, other):
        b = other if isinstance(other, Tensor) else Tensor(other)
        one, two = numbered(self.data.shape), numbered(b.data.shape)
        # (..., m, k, 1) and (..., 1, k, n), or without m, or without n; k is summed at the end
        one = one[..., np.newaxis] if two.ndim > 1 else one
        summed = -2 if two.ndim > 1 else -1
        if self.data.ndim > 1 and two.ndim > 1:
            two = two[..., np.newaxis, :, :]
        shape = np.broadcast_shapes(one.shape, two.shape)
        product = self.gather(np.broadcast_to(one, shape)) * b.gather(np.broadcast_to(two, shape))
        return product.sum(axis=summed)

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    # Axes

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        places = np.broadcast_to(numbered(kept), self.data.shape)
        out = self.scatter(places, kept)
        return out if keepdims else out.gather(np.squeeze(numbered(kept), axis=axis)) if (
            axis is not None
        ) else out.gather(np.array(0))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return self.gather(numbered(self.data.shape).reshape(*shape))

    def transpose(self, axes=None):
        return self.gather(numbered(self.data.shape).transpose(axes))

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        return self.gather(np.asarray(numbered(self.data.shape)[index]))

    # Functions

    def relu(self):
        return self.entrywise(np.maximum(self.data, 0.0), np.where(self.data > 0, 1.0, 0.0))

    def exp(self):
        powers = np.exp(self.data)
        return self.entrywise(powers, powers)

    def log(self):
        return self.entrywise(np.log(self.data), 1.0 / self.data)

    def tanh(self):
        curve = np.tanh(self.data)
        return self.entrywise(curve, (1.0 - curve) * (1.0 + curve))

    def log_softmax(self, axis=-1):
        low = self - self.data.max(axis=axis, keepdims=True)
        return low - low.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if node.links:
                node.grad = np.zeros(node.data.shape)
        self.grad += np.ones(self.data.shape)
        for node in order:
            for source, share in node.links:
                source.grad += share(node.grad)


def consumers_first(root):
    """Everything below root: each after the last of its consumers."""
    finished, started, stack = {}, set(), [root]
    while stack:
        node = stack[-1]
        if node in started:
            stack.pop()
            finished.setdefault(node)
        else:
            started.add(node)
            stack.extend(source for source, _ in node.links if source not in started)
    return list(finished)[::-1]


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    return scattered(grad, np.broadcast_to(numbered(shape), grad.shape), shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    picked = logits.log_softmax(axis=1)[np.arange(len(labels)), np.asarray(labels)]
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in consumers_first(root):
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
