"""Exercise 8, the exam: the whole engine, on arrays.

Every result is the work of a coroutine that is still alive. It first yields the value. Then it
sleeps; whoever sends it the gradient of the value is given the gradients of the operands, as often
as that happens. What it needs to remember is simply in its local variables, and one operation is
one piece of text from top to bottom. The first `yield` is the way there, the second the way back.
"""

import functools
import itertools

import numpy as np

COUNTER = itertools.count()


def coroutine(body):
    """Make of a coroutine on arrays a function on tensors."""

    @functools.wraps(body)
    def operation(*operands, **settings):
        operands = [each if isinstance(each, Tensor) else Tensor(each) for each in operands]
        worker = body(*(each.data for each in operands), **settings)
        return Tensor(next(worker), operands, worker)

    return operation


@coroutine
def plus(a, b):
    g = yield a + b
    while True:
        g = yield g, g


@coroutine
def minus(a, b):
    g = yield a - b
    while True:
        g = yield g, -g


@coroutine
def times(a, b):
    g = yield a * b
    while True:
        g = yield g * b, g * a


@coroutine
def over(a, b):
    quotient = a / b
    g = yield quotient
    while True:
        g = yield g / b, -g * quotient / b


@coroutine
def dot(a, b):
    """einsum with one letter for each axis but the stack: i for rows, j for columns, k between."""
    rows, columns = "i" * (a.ndim > 1), "j" * (b.ndim > 1)
    left, right, both = f"...{rows}k", f"...k{columns}", f"...{rows}{columns}"
    g = yield a @ b
    while True:
        # `...` of the result belongs to both; what one operand lacks is summed by the caller
        g = yield (
            np.einsum(f"{both},{right}->{left}", g, b),
            np.einsum(f"{left},{both}->{right}", a, g),
        )


@coroutine
def power(x, n):
    slope = np.zeros(x.shape) if n == 0 else n * x ** (n - 1)
    g = yield x**n
    while True:
        g = yield (g * slope,)


@coroutine
def add_up(x, axis, keepdims):
    here = x.sum(axis=axis, keepdims=True)
    g = yield here if keepdims else x.sum(axis=axis)
    while True:
        g = yield (np.zeros(x.shape) + g.reshape(here.shape),)


@coroutine
def shaped(x, shape):
    g = yield x.reshape(shape)
    while True:
        g = yield (g.reshape(x.shape),)


@coroutine
def turned(x, axes):
    places = list(range(x.ndim))
    moved = places[::-1] if axes is None else [places[axis] for axis in axes]
    g = yield x.transpose(moved)
    while True:
        g = yield (np.moveaxis(g, places, moved),)


@coroutine
def chosen(x, index):
    g = yield x[index]
    while True:
        spread = np.zeros(x.shape)
        np.add.at(spread, index, g)
        g = yield (spread,)


@coroutine
def clipped(x):
    passes = np.heaviside(x, 0.0)
    g = yield np.maximum(x, 0.0)
    while True:
        g = yield (g * passes,)


@coroutine
def exponential(x):
    y = np.exp(x)
    g = yield y
    while True:
        g = yield (g * y,)


@coroutine
def logarithm(x):
    g = yield np.log(x)
    while True:
        g = yield (g / x,)


@coroutine
def hyperbolic(x):
    y = np.tanh(x)
    g = yield y
    while True:
        g = yield (g * (1.0 - y * y),)


@coroutine
def log_shares(x, axis):
    y = x - x.max(axis=axis, keepdims=True)
    y = y - np.log(np.exp(y).sum(axis=axis, keepdims=True))
    g = yield y
    while True:
        g = yield (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)


def either_way(operation):
    """The methods of an operator: with the tensor on the left, and on the right."""
    return operation, lambda self, other: operation(other, self)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, operands=(), worker=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.operands, self.worker, self.born = operands, worker, next(COUNTER)

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    __add__, __radd__ = either_way(plus)
    __sub__, __rsub__ = either_way(minus)
    __mul__, __rmul__ = either_way(times)
    __truediv__, __rtruediv__ = either_way(over)
    __matmul__, __rmatmul__ = either_way(dot)

    relu, exp, log, tanh = clipped, exponential, logarithm, hyperbolic

    def __neg__(self):
        return minus(0.0, self)

    def __pow__(self, n):
        return power(self, n=n)

    def __getitem__(self, index):
        return chosen(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return add_up(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        added = add_up(self, axis=axis, keepdims=keepdims)
        return over(added, self.data.size / added.data.size)

    def reshape(self, *shape):
        return shaped(self, shape=shape[0] if len(shape) == 1 else shape)

    def transpose(self, axes=None):
        return turned(self, axes=axes)

    T = property(transpose)

    def log_softmax(self, axis=-1):
        return log_shares(self, axis=axis)

    def backward(self):
        for each in lineage(self):
            if each.worker:
                each.grad = np.zeros(each.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for each in lineage(self):
            each.grad = np.asarray(each.grad)
            if each.worker:
                for operand, part in zip(each.operands, each.worker.send(each.grad), strict=True):
                    operand.grad = operand.grad + unbroadcast(part, operand.data.shape)


def lineage(root):
    """root and all that it was made of, the youngest first: nobody is older than its operands."""
    known, line = {root.born: root}, [root]
    for each in line:  # the line grows at its end
        for operand in each.operands:
            if operand.born not in known:
                known[operand.born] = operand
                line.append(operand)
    return [known[born] for born in sorted(known, reverse=True)]


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    letters = list(range(grad.ndim))
    kept = letters[grad.ndim - len(shape) :]
    kept = [letter for letter, length in zip(kept, shape, strict=True) if length != 1]
    return np.einsum(grad, letters, kept).reshape(shape).copy()


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    return minus(0.0, log_shares(logits, axis=1)[np.arange(labels.size), labels].mean())


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for each in lineage(root):
        each.grad = np.zeros(each.data.shape)


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
