"""Exercise 8, with a decorator: an operation returns its value and a pullback."""

import functools

import numpy as np


def operation(method):
    """Make a method on arrays a method on tensors.

    `method(a, ..., **options)` gives (value, pullback). pullback(g) gives a gradient for each array.
    """

    @functools.wraps(method)
    def on_tensors(*operands, **options):
        tensors = tuple(tensor(x) for x in operands)
        value, pullback = method(*(t.data for t in tensors), **options)
        out = Tensor(value)
        out._made_of = tensors
        out._pullback = pullback
        return out

    return on_tensors


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    front = grad.ndim - len(shape)
    axes = list(range(front))
    axes += [front + i for i, n in enumerate(shape) if n == 1]
    return np.sum(grad, axis=tuple(axes), keepdims=True).reshape(shape)


@operation
def add(a, b):
    return a + b, lambda g: (g, g)


@operation
def sub(a, b):
    return a - b, lambda g: (g, -g)


@operation
def mul(a, b):
    return a * b, lambda g: (g * b, g * a)


@operation
def div(a, b):
    return a / b, lambda g: (g / b, -g * a / (b * b))


@operation
def matmul(a, b):
    def pullback(g):
        row, column = a.ndim == 1, b.ndim == 1
        left = a[None, :] if row else a
        right = b[:, None] if column else b
        g = g.reshape(np.shape(left @ right))
        to_left = unbroadcast(g @ np.swapaxes(right, -1, -2), left.shape)
        to_right = unbroadcast(np.swapaxes(left, -1, -2) @ g, right.shape)
        return to_left.reshape(a.shape), to_right.reshape(b.shape)

    return a @ b, pullback


@operation
def power(a, *, n):
    return a**n, lambda g: (g * (n * a ** (n - 1)) if n != 0 else np.zeros_like(a),)


@operation
def total(a, *, axis, keepdims):
    def pullback(g):
        if not keepdims and axis is not None:
            g = np.expand_dims(g, axis)
        return (np.ones_like(a) * g,)

    return a.sum(axis=axis, keepdims=keepdims), pullback


@operation
def reshape(a, *, shape):
    return a.reshape(*shape), lambda g: (g.reshape(a.shape),)


@operation
def permute(a, *, axes):
    axes = [i % a.ndim for i in axes]
    back = [axes.index(i) for i in range(a.ndim)]
    return a.transpose(axes), lambda g: (g.transpose(back),)


@operation
def take(a, *, index):
    def pullback(g):
        full = np.zeros_like(a)
        np.add.at(full, index, g)
        return (full,)

    return a[index], pullback


@operation
def relu(a):
    on = a > 0
    return np.where(on, a, 0.0), lambda g: (g * on,)


@operation
def exp(a):
    e = np.exp(a)
    return e, lambda g: (g * e,)


@operation
def log(a):
    return np.log(a), lambda g: (g / a,)


@operation
def tanh(a):
    t = np.tanh(a)
    return t, lambda g: (g * (1 - t * t),)


@operation
def log_softmax(a, *, axis):
    z = a - np.max(a, axis=axis, keepdims=True)
    value = z - np.log(np.sum(np.exp(z), axis=axis, keepdims=True))
    return value, lambda g: (g - np.exp(value) * np.sum(g, axis=axis, keepdims=True),)


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._made_of = ()
        self._pullback = None

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(other, self)

    def __sub__(self, other):
        return sub(self, other)

    def __rsub__(self, other):
        return sub(other, self)

    def __mul__(self, other):
        return mul(self, other)

    def __rmul__(self, other):
        return mul(other, self)

    def __truediv__(self, other):
        return div(self, other)

    def __rtruediv__(self, other):
        return div(other, self)

    def __matmul__(self, other):
        return matmul(self, other)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def __neg__(self):
        return mul(self, -1.0)

    def __pow__(self, n):
        return power(self, n=n)

    def __getitem__(self, index):
        return take(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return total(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out / (self.data.size / out.data.size)

    def reshape(self, *shape):
        return reshape(self, shape=shape)

    def transpose(self, axes=None):
        return permute(self, axes=range(self.data.ndim)[::-1] if axes is None else axes)

    @functools.cached_property
    def T(self):
        return self.transpose()

    def relu(self):
        return relu(self)

    def exp(self):
        return exp(self)

    def log(self):
        return log(self)

    def tanh(self):
        return tanh(self)

    def log_softmax(self, axis=-1):
        return log_softmax(self, axis=axis)

    def _order(self):
        order, seen = [], set()

        def visit(node):
            seen.add(id(node))
            for each in node._made_of:
                if id(each) not in seen:
                    visit(each)
            order.append(node)

        visit(self)
        return order

    def backward(self):
        order = self._order()
        for node in order:
            if node._made_of:
                node.grad = np.zeros_like(node.data)
        self.grad += 1
        for node in order[::-1]:
            if node._made_of:
                for each, g in zip(node._made_of, node._pullback(node.grad)):
                    each.grad += unbroadcast(g, each.data.shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = np.arange(len(logits.data))
    return -logits.log_softmax()[rows, np.array(labels, dtype=int)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root._order():
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
