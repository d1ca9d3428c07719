"""Exercise 8, the exam: the whole engine, on arrays.

`primitive` makes a method out of a plain NumPy function and out of one function per operand for the
way back, vjp(g, result, *operands, **options).
"""

import functools

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if np.shape(grad) == shape:
        return grad
    extra = grad.ndim - len(shape)
    if extra > 0:
        return unbroadcast(grad.sum(axis=tuple(range(extra))), shape)
    stretched = [i for i, n in enumerate(shape) if n == 1 and grad.shape[i] > 1]
    return np.sum(grad, axis=tuple(stretched), keepdims=True)


def primitive(*vjps):
    def decorator(function):
        @functools.wraps(function)
        def call(*operands, **options):
            operands = [each if isinstance(each, Tensor) else Tensor(each) for each in operands]
            arrays = [each.data for each in operands]
            out = Tensor(function(*arrays, **options))
            out._prev = tuple(operands)

            def pull(g):
                return [vjp(g, out.data, *arrays, **options) for vjp in vjps]

            out._pull = pull
            return out

        return call

    return decorator


# ---- two operands


@primitive(lambda g, y, a, b: g, lambda g, y, a, b: g)
def add(a, b):
    return a + b


@primitive(lambda g, y, a, b: g * b, lambda g, y, a, b: g * a)
def multiply(a, b):
    return a * b


@primitive(lambda g, y, a, b: g / b, lambda g, y, a, b: -g * a / np.square(b))
def divide(a, b):
    return a / b


def matrices(a, b):
    """Both as stacks of matrices, and the axes that the product loses again."""
    lost = ()
    if a.ndim == 1:
        a, lost = a[np.newaxis], (-2,)
    if b.ndim == 1:
        b, lost = b[:, np.newaxis], (*lost, -1)
    return a, b, lost


def matmul_left(g, y, a, b):
    p, q, lost = matrices(a, b)
    g = np.expand_dims(g, lost)
    return unbroadcast(g @ q.swapaxes(-1, -2), p.shape).reshape(a.shape)


def matmul_right(g, y, a, b):
    p, q, lost = matrices(a, b)
    g = np.expand_dims(g, lost)
    return unbroadcast(p.swapaxes(-1, -2) @ g, q.shape).reshape(b.shape)


@primitive(matmul_left, matmul_right)
def matmul(a, b):
    return a @ b


# ---- one operand


@primitive(lambda g, y, a, n: g * (n * a ** (n - 1) if n != 0 else 0.0))
def power(a, n):
    return a**n


@primitive(lambda g, y, a: g * np.heaviside(a, 0.0))
def relu(a):
    return np.maximum(a, 0.0)


@primitive(lambda g, y, a: g * y)
def exp(a):
    return np.exp(a)


@primitive(lambda g, y, a: g / a)
def log(a):
    return np.log(a)


@primitive(lambda g, y, a: g * (1.0 - y * y))
def tanh(a):
    return np.tanh(a)


def spread(g, y, a, axis, keepdims):
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    return g + np.zeros_like(a)


@primitive(spread)
def total(a, axis, keepdims):
    return np.sum(a, axis=axis, keepdims=keepdims)


@primitive(lambda g, y, a, shape: np.reshape(g, a.shape))
def reshape(a, shape):
    return np.reshape(a, shape)


@primitive(lambda g, y, a, axes: np.transpose(g, np.argsort(axes)))
def transpose(a, axes):
    return np.transpose(a, axes)


def scatter(g, y, a, index):
    out = np.zeros_like(a)
    np.add.at(out, index, g)
    return out


@primitive(scatter)
def take(a, index):
    return a[index]


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = ()
        self._pull = None

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(other, self)

    def __neg__(self):
        return multiply(self, -1.0)

    def __sub__(self, other):
        return add(self, multiply(other, -1.0))

    def __rsub__(self, other):
        return add(other, -self)

    def __mul__(self, other):
        return multiply(self, other)

    def __rmul__(self, other):
        return multiply(other, self)

    def __truediv__(self, other):
        return divide(self, other)

    def __rtruediv__(self, other):
        return divide(other, self)

    def __matmul__(self, other):
        return matmul(self, other)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def __pow__(self, n):
        return power(self, n=n)

    def __getitem__(self, index):
        return take(self, index=index)

    relu, exp, log, tanh = relu, exp, log, tanh

    def sum(self, axis=None, keepdims=False):
        return total(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        added = self.sum(axis=axis, keepdims=keepdims)
        return added * (added.data.size / self.data.size)

    def reshape(self, *shape):
        return reshape(self, shape=shape[0] if len(shape) == 1 else shape)

    def transpose(self, axes=None):
        count = self.data.ndim
        axes = range(count)[::-1] if axes is None else axes
        return transpose(self, axes=tuple(axis % count for axis in axes))

    @property
    def T(self):
        return self.transpose()

    def log_softmax(self, axis=-1):
        lowered = self - np.max(self.data, axis=axis, keepdims=True)
        return lowered - lowered.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        """Seed the root, then run every rule once, results before operands."""
        order, done = [], set()
        stack = [self]
        while stack:
            node = stack[-1]
            waiting = [each for each in node._prev if each not in done]
            if node in done:
                stack.pop()
            elif waiting:
                stack.extend(waiting)
            else:
                done.add(node)
                order.append(node)
                stack.pop()
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self.grad = np.asarray(self.grad + np.ones_like(self.data))
        for node in reversed(order):
            if not node._prev:
                continue
            for operand, grad in zip(node._prev, node._pull(node.grad), strict=True):
                grad = unbroadcast(np.asarray(grad), operand.data.shape)
                operand.grad = np.asarray(operand.grad + grad)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows, classes = logits.data.shape
    wanted = np.zeros((rows, classes))
    wanted[np.arange(rows), np.asarray(labels)] = 1.0
    return (logits.log_softmax() * wanted).sum() * (-1.0 / rows)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    seen = {root}
    stack = [root]
    while stack:
        node = stack.pop()
        if not node.grad.any():
            continue
        node.grad = np.zeros_like(node.data)
        for operand in node._prev:
            if operand not in seen:
                seen.add(operand)
                stack.append(operand)


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
