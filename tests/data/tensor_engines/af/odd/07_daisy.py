"""Exercise 8, the exam: the whole engine, on arrays.

How this one works. Every tensor keeps its edges: pairs (parent, pull), where `pull` takes the
gradient of the tensor and gives the gradient of that parent. There are no rules beyond that. The
order comes from a number: the rank of a tensor is one more than the ranks of its parents, added
up. So a tensor ranks above everything that it was made of, and sorting by rank is a topological
order. Ranks get large in deep graphs; Python's whole numbers do not mind.
"""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    shape = tuple(shape)
    if grad.size == int(np.prod(shape)):  # nothing was repeated: at most axes of length 1 were added
        return np.array(grad, dtype=np.float64).reshape(shape)
    padded = (1,) * (grad.ndim - len(shape)) + shape
    repeated = tuple(k for k in range(grad.ndim) if padded[k] == 1)
    return np.asarray(grad.sum(axis=repeated, keepdims=True)).reshape(shape)


def lift(value):
    return value if isinstance(value, Tensor) else Tensor(value)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, edges=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.edges = edges
        self.rank = 1 + sum(parent.rank for parent, _ in edges)

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    # -- arithmetic ------------------------------------------------------------------------------

    def __add__(self, other):
        other = lift(other)
        return Tensor(
            self.data + other.data,
            ((self, lambda g: unbroadcast(g, self.data.shape)), (other, lambda g: unbroadcast(g, other.data.shape))),
        )

    __radd__ = __add__

    def __neg__(self):
        return Tensor(-self.data, ((self, np.negative),))

    def __sub__(self, other):
        return self + (-lift(other))

    def __rsub__(self, other):
        return lift(other) + (-self)

    def __mul__(self, other):
        other = lift(other)
        a, b = self.data, other.data
        return Tensor(
            a * b,
            ((self, lambda g: unbroadcast(g * b, a.shape)), (other, lambda g: unbroadcast(g * a, b.shape))),
        )

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = lift(other)
        a, b = self.data, other.data
        return Tensor(
            a / b,
            ((self, lambda g: unbroadcast(g / b, a.shape)), (other, lambda g: unbroadcast(-g * a / (b * b), b.shape))),
        )

    def __rtruediv__(self, other):
        return lift(other) / self

    def __pow__(self, n):
        x = self.data
        return Tensor(x**n, ((self, lambda g: g * n * x ** (n - 1) if n != 0 else np.zeros(x.shape)),))

    def __matmul__(self, other):
        other = lift(other)
        left, right = self.data, other.data
        # A vector is a matrix of one row on the left, of one column on the right.
        a = left[None, :] if left.ndim == 1 else left
        b = right[:, None] if right.ndim == 1 else right

        def square(g):
            if right.ndim == 1:
                g = np.expand_dims(g, -1)
            return np.expand_dims(g, -2) if left.ndim == 1 else g

        def to_left(g):
            return unbroadcast(square(g) @ np.swapaxes(b, -1, -2), a.shape).reshape(left.shape)

        def to_right(g):
            return unbroadcast(np.swapaxes(a, -1, -2) @ square(g), b.shape).reshape(right.shape)

        return Tensor(left @ right, ((self, to_left), (other, to_right)))

    def __rmatmul__(self, other):
        return lift(other) @ self

    # -- sums and shapes -------------------------------------------------------------------------

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = self.data.sum(axis=axis, keepdims=True)
        value = kept if keepdims else self.data.sum(axis=axis)
        return Tensor(value, ((self, lambda g: np.broadcast_to(g.reshape(kept.shape), shape)),))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), ((self, lambda g: g.reshape(old)),))

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim)[::-1]
        axes = [axis % self.data.ndim for axis in axes]
        back = [axes.index(k) for k in range(self.data.ndim)]
        return Tensor(self.data.transpose(axes), ((self, lambda g: g.transpose(back)),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape
        # The number of each entry that was taken: bincount adds up what comes to the same number.
        taken = np.arange(self.data.size).reshape(shape)[index]

        def put_back(g):
            flat = np.bincount(np.ravel(taken), weights=np.ravel(g), minlength=self.data.size)
            return flat.reshape(shape)

        return Tensor(self.data[index], ((self, put_back),))

    # -- functions -------------------------------------------------------------------------------

    def relu(self):
        on = self.data > 0
        return Tensor(np.where(on, self.data, 0.0), ((self, lambda g: np.where(on, g, 0.0)),))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, ((self, lambda g: g * y),))

    def log(self):
        x = self.data
        return Tensor(np.log(x), ((self, lambda g: g / x),))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, ((self, lambda g: g * (1 - y * y)),))

    def log_softmax(self, axis=-1):
        shifted = self - self.data.max(axis=axis, keepdims=True)
        return shifted - shifted.exp().sum(axis=axis, keepdims=True).log()

    # -- the way back ----------------------------------------------------------------------------

    def backward(self):
        arrived = {id(self): [np.ones(self.data.shape)]}
        for node in reversed(reachable(self)):
            grad = np.zeros(node.data.shape)
            for part in arrived.pop(id(node)):
                grad += part
            # A leaf adds to what it has, an inner tensor begins anew.
            node.grad = grad if node.edges else np.add(node.grad, grad, out=np.empty(grad.shape))
            for parent, pull in node.edges:
                arrived.setdefault(id(parent), []).append(pull(grad))


def reachable(root):
    """Everything that root was made of and root itself, what was made first in front."""
    found, todo = {id(root): root}, [root]
    while todo:
        for parent, _ in todo.pop().edges:
            if id(parent) not in found:
                found[id(parent)] = parent
                todo.append(parent)
    return sorted(found.values(), key=lambda node: node.rank)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    chosen = np.zeros(logits.data.shape)
    chosen[np.arange(len(chosen)), np.asarray(labels)] = 1.0
    return -(logits.log_softmax(axis=1) * chosen).sum() / len(chosen)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in reachable(root):
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
