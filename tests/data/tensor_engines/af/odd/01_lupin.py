"""Exercise 8, the exam: the whole engine, on arrays.

Every operation is a coroutine. Its first `yield` hands out the value. From then on it is asleep
in the result; whoever sends it the gradient of the result gets those of the operands back, as
often as they like.
"""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    wide = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    return grad.sum(axis=tuple(np.flatnonzero(np.equal(wide, 1))), keepdims=True).reshape(shape)


# ---- coroutines


def adding(a, b):
    g = yield a + b
    while True:
        g = yield g, g


def subtracting(a, b):
    g = yield a - b
    while True:
        g = yield g, -g


def multiplying(a, b):
    g = yield a * b
    while True:
        g = yield g * b, g * a


def dividing(a, b):
    quotient = a / b
    g = yield quotient
    while True:
        g = yield g / b, -g * quotient / b


def matmultiplying(a, b):
    g = yield a @ b
    rows = a[None, :] if a.ndim == 1 else a
    columns = b[:, None] if b.ndim == 1 else b
    shape = (rows @ columns).shape
    while True:
        g = g.reshape(shape)
        to_rows = unbroadcast(g @ np.swapaxes(columns, -1, -2), rows.shape)
        to_columns = unbroadcast(np.swapaxes(rows, -1, -2) @ g, columns.shape)
        g = yield to_rows.reshape(a.shape), to_columns.reshape(b.shape)


def raising(a, n):
    g = yield a**n
    slope = np.zeros_like(a) if n == 0 else n * a ** (n - 1)
    while True:
        g = yield (g * slope,)


def scaling(a, factor):
    g = yield a * factor
    while True:
        g = yield (g * factor,)


def rectifying(a):
    g = yield np.maximum(a, 0.0)
    while True:
        g = yield (np.where(a > 0, g, 0.0),)


def exponentiating(a):
    y = np.exp(a)
    g = yield y
    while True:
        g = yield (g * y,)


def taking_logs(a):
    g = yield np.log(a)
    while True:
        g = yield (g / a,)


def bending(a):
    y = np.tanh(a)
    g = yield y
    while True:
        g = yield (g * (1.0 - y * y),)


def normalising(a, axis):
    y = a - a.max(axis=axis, keepdims=True)
    y = y - np.log(np.exp(y).sum(axis=axis, keepdims=True))
    g = yield y
    while True:
        g = yield (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)


def summing(a, axis, keepdims):
    g = yield a.sum(axis=axis, keepdims=keepdims)
    shape = a.sum(axis=axis, keepdims=True).shape
    while True:
        g = yield (np.broadcast_to(g.reshape(shape), a.shape),)


def reshaping(a, shape):
    g = yield a.reshape(*shape)
    while True:
        g = yield (g.reshape(a.shape),)


def permuting(a, axes):
    axes = [axis % a.ndim for axis in (range(a.ndim)[::-1] if axes is None else axes)]
    g = yield a.transpose(axes)
    back = [axes.index(axis) for axis in range(a.ndim)]
    while True:
        g = yield (g.transpose(back),)


def picking(a, index):
    g = yield a[index]
    while True:
        full = np.zeros_like(a)
        np.add.at(full, index, g)
        g = yield (full,)


def asleep(coroutine, operands, *options):
    """The tensor in which a new coroutine sleeps."""
    operands = [each if isinstance(each, Tensor) else Tensor(each) for each in operands]
    running = coroutine(*(each.data for each in operands), *options)
    out = Tensor(next(running))
    out._operands, out._coroutine = operands, running
    return out


def binary(coroutine):
    return (
        lambda self, other: asleep(coroutine, (self, other)),
        lambda self, other: asleep(coroutine, (other, self)),
    )


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._operands = []
        self._coroutine = None

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    __add__, __radd__ = binary(adding)
    __sub__, __rsub__ = binary(subtracting)
    __mul__, __rmul__ = binary(multiplying)
    __truediv__, __rtruediv__ = binary(dividing)
    __matmul__, __rmatmul__ = binary(matmultiplying)

    def __neg__(self):
        return asleep(scaling, [self], -1.0)

    def __pow__(self, n):
        return asleep(raising, [self], n)

    def __getitem__(self, index):
        return asleep(picking, [self], index)

    def relu(self):
        return asleep(rectifying, [self])

    def exp(self):
        return asleep(exponentiating, [self])

    def log(self):
        return asleep(taking_logs, [self])

    def tanh(self):
        return asleep(bending, [self])

    def log_softmax(self, axis=-1):
        return asleep(normalising, [self], axis)

    def sum(self, axis=None, keepdims=False):
        return asleep(summing, [self], axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return asleep(scaling, [total], total.data.size / self.data.size)

    def reshape(self, *shape):
        return asleep(reshaping, [self], shape)

    def transpose(self, axes=None):
        return asleep(permuting, [self], axes)

    T = property(transpose)

    def backward(self):
        arrived = {self: [np.ones_like(self.data)]}
        for node in reversed(list(operands_first(self))):
            grad = sum(arrived.pop(node))
            if node._coroutine is None:
                node.grad = np.asarray(node.grad + grad)
                continue
            node.grad = np.array(grad)
            sent = node._coroutine.send(node.grad)
            for operand, part in zip(node._operands, sent, strict=True):
                part = unbroadcast(part, operand.data.shape)
                arrived.setdefault(operand, []).append(part)


def operands_first(root):
    """Every tensor that `root` is made of, once, after its own operands."""
    entered, path = {root}, [(root, iter(root._operands))]
    while path:
        node, rest = path[-1]
        new = next((each for each in rest if each not in entered), None)
        if new is None:
            path.pop()
            yield node
        else:
            entered.add(new)
            path.append((new, iter(new._operands)))


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    return -logits.log_softmax()[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in operands_first(root):
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
