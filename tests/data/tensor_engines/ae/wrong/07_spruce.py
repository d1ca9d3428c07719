"""Exercise 8: the engine. A primitive is a function of arrays that gives its value and its pulls."""

import functools

import numpy as np


def primitive(function):
    """Make a function of arrays -> (value, pull, pull, ...) one of tensors."""

    @functools.wraps(function)
    def on_tensors(*arguments, **settings):
        count = function.__code__.co_posonlyargcount
        inputs = [Tensor(a) if not isinstance(a, Tensor) else a for a in arguments[:count]]
        value, *pulls = function(*(a.data for a in inputs), *arguments[count:], **settings)
        out = Tensor(value)
        out._from = list(zip(inputs, pulls, strict=True))
        return out

    return on_tensors


@primitive
def add(x, y, /):
    return x + y, lambda g: g, lambda g: g


@primitive
def subtract(x, y, /):
    return x - y, lambda g: g, lambda g: -g


@primitive
def multiply(x, y, /):
    return x * y, lambda g: g * y, lambda g: g * x


@primitive
def divide(x, y, /):
    z = x / y
    return z, lambda g: g / y, lambda g: -g * z / y


@primitive
def matmul(x, y, /):
    def matrix(g):
        """The gradient as if both had been matrices or stacks."""
        if y.ndim == 1:
            g = g[..., None]
        return g[..., None, :] if x.ndim == 1 else g

    x2 = x[None, :] if x.ndim == 1 else x
    y2 = y[:, None] if y.ndim == 1 else y

    def to_x(g):
        return unbroadcast(matrix(g) @ np.swapaxes(y2, -2, -1), x2.shape).reshape(x.shape)

    def to_y(g):
        return unbroadcast(np.swapaxes(x2, -2, -1) @ matrix(g), y2.shape).reshape(y.shape)

    return x @ y, to_x, to_y


@primitive
def negative(x, /):
    return -x, lambda g: -g


@primitive
def power(x, /, n):
    if n == 0:
        return np.ones_like(x), lambda g: np.zeros_like(x)
    return np.power(x, n), lambda g: g * n * np.power(x, n - 1)


@primitive
def total(x, /, axis, keepdims):
    value = np.sum(x, axis=axis, keepdims=True)
    kept = value.shape
    if not keepdims:
        value = np.sum(x, axis=axis)
    return value, lambda g: np.broadcast_to(np.reshape(g, kept), x.shape)


@primitive
def reshape(x, /, shape):
    return np.reshape(x, shape), lambda g: np.reshape(g, x.shape)


@primitive
def transpose(x, /, axes):
    inverse = None if axes is None else np.argsort(axes)
    return np.transpose(x, axes), lambda g: np.transpose(g, inverse)


@primitive
def pick(x, /, index):
    def scatter(g):
        out = np.zeros_like(x)
        np.add.at(out, index, g)
        return out

    return x[index], scatter


@primitive
def relu(x, /):
    return np.maximum(x, 0.0), lambda g: np.where(x > 0.0, g, 0.0)


@primitive
def exponential(x, /):
    y = np.exp(x)
    return y, lambda g: g * y


@primitive
def logarithm(x, /):
    return np.log(x), lambda g: g / x


@primitive
def tanh(x, /):
    y = np.tanh(x)
    return y, lambda g: g * (1.0 - y**2)


@primitive
def log_softmax(x, /, axis):
    y = x - np.max(x, axis=axis, keepdims=True)
    y = y - np.log(np.sum(np.exp(y), axis=axis, keepdims=True))
    return y, lambda g: g - np.exp(y) * np.sum(g, axis=axis, keepdims=True)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._from = []

    def __repr__(self):
        return f"Tensor({self.data}, grad={self.grad})"

    __add__ = __radd__ = lambda self, other: add(self, other)
    __mul__ = __rmul__ = lambda self, other: multiply(self, other)
    __sub__ = lambda self, other: subtract(self, other)
    __rsub__ = lambda self, other: subtract(other, self)
    __truediv__ = lambda self, other: divide(self, other)
    __rtruediv__ = lambda self, other: divide(other, self)
    __matmul__ = lambda self, other: matmul(self, other)
    __rmatmul__ = lambda self, other: matmul(other, self)
    __neg__ = lambda self: negative(self)
    __pow__ = lambda self, n: power(self, n)
    __getitem__ = lambda self, index: pick(self, index)
    T = property(lambda self: transpose(self, None))

    def sum(self, axis=None, keepdims=False):
        return total(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        out = total(self, axis, keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        one = len(shape) == 1 and isinstance(shape[0], (tuple, list))
        return reshape(self, shape[0] if one else shape)

    def transpose(self, axes=None):
        return transpose(self, axes)

    def relu(self):
        return relu(self)

    def exp(self):
        return exponential(self)

    def log(self):
        return logarithm(self)

    def tanh(self):
        return tanh(self)

    def log_softmax(self, axis=-1):
        return log_softmax(self, axis)

    def backward(self):
        """Every tensor's pulls are used once, when all that it gets has arrived."""
        order = sorted_inputs_first(self)
        for node in order:
            if node._from:
                node.grad = np.zeros_like(node.data)
        self.grad += np.ones_like(self.data)
        for node in reversed(order):
            for source, pull in node._from:
                source.grad += unbroadcast(pull(node.grad), source.data.shape)


def sorted_inputs_first(root):
    """Depth first, without recursion: an open tensor on top again has all below it done."""
    nodes, state, stack = [], {}, [root]
    while stack:
        node = stack[-1]
        if id(node) not in state:
            state[id(node)] = "open"
            stack.extend(source for source, _ in node._from if id(source) not in state)
        else:
            stack.pop()
            if state[id(node)] == "open":
                state[id(node)] = "done"
                nodes.append(node)
    return nodes


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == tuple(shape):
        return grad
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = range(len(logits.data))
    return -logits.log_softmax()[list(rows), list(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in sorted_inputs_first(root):
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
