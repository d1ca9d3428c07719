"""Everything that moves entries is one of two operations, and each is the other's rule.

gather: entry i of the result is entry places[i] of the operand.
scatter: entry i of the operand is added to entry places[i] of the result.

Broadcasting, transposes, reshapes and indices gather; sums scatter. All other operations take
operands of one shape.
"""

import numpy as np


def numbered(shape):
    """The entries of an array of this shape, numbered."""
    return np.arange(np.prod(shape, dtype=int)).reshape(shape)


def scattered(values, places, shape):
    size = np.prod(shape, dtype=int)
    return np.bincount(places.ravel(), values.ravel(), size).reshape(shape)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad, dtype=np.float64)
    return scattered(grad, np.broadcast_to(numbered(shape), grad.shape), shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, below=(), rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.below = below
        self.rule = rule

    # ---- the operations that there are

    def gather(self, places):
        """places: an array of entries' numbers, of the shape that is wanted."""
        shape = self.data.shape
        return Tensor(
            self.data.ravel()[places], (self,), lambda g: (scattered(g, places, shape),)
        )

    def scatter(self, places, shape):
        """places: for every entry, the number of the one that it is added to."""
        return Tensor(
            scattered(self.data, places, shape), (self,), lambda g: (g.ravel()[places],)
        )

    def pointwise(self, value, slope):
        return Tensor(value, (self,), lambda g: (g * slope,))

    # ---- what moves entries

    def moved(self, move):
        return self.gather(move(numbered(self.data.shape)))

    def stretched(self, shape):
        if self.data.shape == shape:
            return self
        return self.moved(lambda n: np.broadcast_to(n, shape))

    def reshape(self, *shape):
        return self.moved(lambda n: n.reshape(*shape))

    def transpose(self, axes=None):
        return self.moved(lambda n: n.transpose(axes))

    T = property(transpose)

    def __getitem__(self, index):
        return self.moved(lambda n: n[index])

    def sum(self, axis=None, keepdims=False):
        # Every entry goes to the place of its sum.
        shape = self.data.shape
        kept = np.sum(numbered(shape), axis=axis, keepdims=True).shape
        places = np.broadcast_to(numbered(kept), shape)
        return self.scatter(places, kept if keepdims else np.sum(self.data, axis=axis).shape)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    # ---- arithmetic

    def together(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        shape = np.broadcast_shapes(self.data.shape, other.data.shape)
        return self.stretched(shape), other.stretched(shape)

    def __add__(self, other):
        x, y = self.together(other)
        return Tensor(x.data + y.data, (x, y), lambda g: (g, g))

    def __sub__(self, other):
        x, y = self.together(other)
        return Tensor(x.data - y.data, (x, y), lambda g: (g, -g))

    def __mul__(self, other):
        x, y = self.together(other)
        a, b = x.data, y.data
        return Tensor(a * b, (x, y), lambda g: (g * b, g * a))

    def __truediv__(self, other):
        x, y = self.together(other)
        a, b = x.data, y.data
        return Tensor(a / b, (x, y), lambda g: (g / b, -g * a / b**2))

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        if self.data.ndim == 1:
            return (self.reshape(1, -1) @ other)[(..., 0, slice(None)) if other.data.ndim > 1 else 0]
        if other.data.ndim == 1:
            return (self @ other.reshape(-1, 1))[..., 0]
        stack = np.broadcast_shapes(self.data.shape[:-2], other.data.shape[:-2])
        x = self.stretched(stack + self.data.shape[-2:])
        y = other.stretched(stack + other.data.shape[-2:])
        a, b = x.data, y.data
        return Tensor(
            a @ b, (x, y), lambda g: (g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g)
        )

    def __radd__(self, other):
        return Tensor(other) + self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def __neg__(self):
        return self.pointwise(-self.data, -1.0)

    def __pow__(self, n):
        if n == 0:
            return Tensor(self.data**n, (self,), lambda g: (np.zeros(g.shape),))
        return self.pointwise(self.data**n, n * self.data ** (n - 1))

    # ---- functions

    def relu(self):
        above = self.data > 0
        return Tensor(np.where(above, self.data, 0.0), (self,), lambda g: (np.where(above, g, 0.0),))

    def exp(self):
        e = np.exp(self.data)
        return self.pointwise(e, e)

    def log(self):
        return self.pointwise(np.log(self.data), 1 / self.data)

    def tanh(self):
        t = np.tanh(self.data)
        return self.pointwise(t, 1 - t * t)

    def log_softmax(self, axis=-1):
        shifted = self - self.data.max(axis=axis, keepdims=True)
        return shifted - shifted.exp().sum(axis=axis, keepdims=True).log()

    # ---- gradients

    def backward(self):
        order = path(self)
        arriving = {id(node): np.zeros(node.data.shape) for node in order}
        arriving[id(self)] += 1.0
        for node in reversed(order):
            g = arriving[id(node)]
            if node.rule is None:
                node.grad = np.add(node.grad, g, out=np.empty(g.shape))
                continue
            node.grad = g
            for each, part in zip(node.below, node.rule(g), strict=True):
                arriving[id(each)] += part


def path(root):
    order, seen, todo = [], set(), [(root, False)]
    while todo:
        node, again = todo.pop()
        if again:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            todo += [(node, True), *((each, False) for each in node.below)]
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows, classes = logits.data.shape
    places = np.arange(rows) * classes + np.asarray(labels) % classes
    return -logits.log_softmax().gather(places).mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in path(root):
        node.grad = np.zeros(node.data.shape)
