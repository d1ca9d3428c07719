"""Exercise 8, the exam: the whole engine, on arrays.

You have built all the parts. Now put them together: a `Tensor` class that gives the values and
the gradients that PyTorch gives. NumPy and Python's standard library may be used. Nothing of
them that needs files, threads, other processes or the network works while it is graded.

You may copy from your earlier answers, and from your scalar engine: the order of nodes and what
a second call does are the same here. What is new is that every gradient has a shape.

The contract
------------
Tensors
  * `Tensor(data)`: data is a number, a nested list or an array. It is kept as a float64 array in
    `.data`. `.grad` is a float64 array of its own, of the same shape, zeros at first.
  * The result of an operation is a new tensor. No operation changes the data of a tensor that
    exists. A training loop, outside of it, may set `p.data`, also by `p.data -= 0.1 * p.grad`,
    and builds its graph anew each time.

Operators, with NumPy's broadcasting
  * `+ - * /` and `@` between two tensors, or a tensor and a plain number or array on either side.
    `@` takes vectors, matrices and stacks of matrices.
  * `-t`, and `t ** n` with a plain number n.
  * `t.sum(axis=None, keepdims=False)` and `t.mean(...)`: axis is None, an int or a tuple of ints.
  * `t.reshape(*shape)` (also one tuple; -1 is allowed), `t.transpose(axes=None)`, `t.T`.
  * `t[index]`: ints, slices, tuples of these, or one list or array of ints. A row may come twice.
  * `t.relu()`, `t.exp()`, `t.log()`, `t.tanh()`, `t.log_softmax(axis=-1)`.
  * Beside the class: `unbroadcast(grad, shape)`, and `cross_entropy(logits, labels)`, the mean
    over the rows of logits; labels are whole numbers.
  * relu at 0 has gradient 0, and so has `t ** 0`, also at 0. log_softmax and cross_entropy are
    right for logits of 1000.
  * Not judged: log at 0 and below, division by zero, fractions as powers of negative numbers,
    arrays without entries; whether `Tensor(array)` copies the array, and whether the data of a
    result lie in the memory of its operands.

root.backward()
  * The root holds one number, in any shape. Its gradient is seeded with ones. No data changes.
  * Leaves ADD: after several calls a leaf's `grad` is the sum of what each call alone would give.
    A root that is a leaf adds as well.
  * Inner tensors RESTART: what an earlier call left there must not enter a later one.
  * Leaves that the root cannot reach keep what they have. What an inner tensor's `grad` holds after
    a call is not judged.

zero_grad(root)
  * A function beside the class: afterwards every tensor that can be reached from `root` has a
    `grad` of zeros, of its own shape. Leaves that it cannot reach keep what they have.

Size
  * A chain of 450 operations, a graph of 200 tensors, arrays of some thousand entries.

What is judged
--------------
Everything above, compared with PyTorch in float64: values, shapes and gradients. The names inside
your class beyond the contract are yours.

Run this file to see the examples:  python 08_tensor_engine.py
Stuck?  topograde hint tensor-engine        Ready?  topograde check tensor-engine
Passed? Train a network with it:  python digits.py
"""

import numpy as np


def operation(generator):
    """A rule is a generator: it yields the value, is sent the gradient, and yields what each operand gets.

    For every call of backward a fresh generator is run, so that there may be any number of calls.
    """

    def build(*operands, **options):
        operands = [x if isinstance(x, Tensor) else Tensor(x) for x in operands]
        arrays = [x.data for x in operands]
        start = lambda: generator(*arrays, **options)
        out = Tensor(next(start()))
        out._operands, out._start = operands, start
        return out

    return build


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    extra = grad.ndim - len(shape)
    axes = [*range(extra), *(extra + i for i, n in enumerate(shape) if n == 1)]
    return np.add.reduce(grad, axis=tuple(axes), keepdims=True).reshape(shape)


@operation
def add(a, b):
    g = yield a + b
    yield g, g


@operation
def multiply(a, b):
    g = yield a * b
    yield g * b, g * a


@operation
def divide(a, b):
    y = a / b
    g = yield y
    yield g / b, -g * y / b


@operation
def power(a, *, n):
    g = yield a**n
    yield (g * n * a ** (n - 1) if n != 0 else 0.0 * g,)


@operation
def matmul(a, b):
    g = yield a @ b
    # vectors become matrices of one row or one column; the axis that was lost is put back into g
    row, column = np.atleast_2d(a), b if b.ndim > 1 else b[:, None]
    g = g.reshape((row @ column).shape)
    to_row = unbroadcast(g @ column.swapaxes(-1, -2), row.shape)
    to_column = unbroadcast(row.swapaxes(-1, -2) @ g, column.shape)
    yield to_row.reshape(a.shape), to_column.reshape(b.shape)


@operation
def total(a, *, axis, keepdims):
    g = yield a.sum(axis=axis, keepdims=keepdims)
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    yield (np.broadcast_to(g, a.shape),)


@operation
def reshaped(a, *, shape):
    g = yield a.reshape(*shape)
    yield (g.reshape(a.shape),)


@operation
def turned(a, *, axes):
    axes = tuple(reversed(range(a.ndim))) if axes is None else tuple(axes)
    g = yield a.transpose(axes)
    out = np.empty(a.shape)
    out.transpose(axes)[...] = g
    yield (out,)


@operation
def taken(a, *, index):
    g = yield a[index]
    out = np.zeros(a.shape)
    np.add.at(out, index, g)
    yield (out,)


@operation
def relu(a):
    g = yield np.maximum(a, 0)
    yield (np.where(a > 0, g, 0),)


@operation
def exp(a):
    y = np.exp(a)
    g = yield y
    yield (g * y,)


@operation
def log(a):
    g = yield np.log(a)
    yield (g / a,)


@operation
def tanh(a):
    y = np.tanh(a)
    g = yield y
    yield (g - g * y * y,)


@operation
def log_softmax(a, *, axis):
    y = a - a.max(axis=axis, keepdims=True)
    y = y - np.log(np.exp(y).sum(axis=axis, keepdims=True))
    g = yield y
    yield (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._operands, self._start = [], None

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(other, self)

    def __sub__(self, other):
        return add(self, multiply(other, -1))

    def __rsub__(self, other):
        return add(other, multiply(self, -1))

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

    def __neg__(self):
        return multiply(self, -1)

    def __pow__(self, n):
        return power(self, n=n)

    def __getitem__(self, index):
        return taken(self, index=index)

    def sum(self, axis=None, keepdims=False):
        return total(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s * (s.data.size / self.data.size)

    def reshape(self, *shape):
        return reshaped(self, shape=shape)

    def transpose(self, axes=None):
        return turned(self, axes=axes)

    T = property(transpose)
    relu = lambda self: relu(self)
    exp = lambda self: exp(self)
    log = lambda self: log(self)
    tanh = lambda self: tanh(self)

    def log_softmax(self, axis=-1):
        return log_softmax(self, axis=axis)

    def backward(self):
        order = list(operands_first(self))
        for t in order:
            if t._start:
                t.grad = np.zeros(t.data.shape)
        self.grad = self.grad + 1.0
        while order:
            t = order.pop()
            if t._start:
                rule = t._start()
                next(rule)
                for operand, g in zip(t._operands, rule.send(t.grad)):
                    operand.grad = operand.grad + unbroadcast(g, operand.data.shape)


def operands_first(root):
    seen, path = {id(root)}, [(root, iter(root._operands))]
    while path:
        t, rest = path[-1]
        for operand in rest:
            if id(operand) not in seen:
                seen.add(id(operand))
                path.append((operand, iter(operand._operands)))
                break
        else:
            path.pop()
            yield t


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    return -logits.log_softmax()[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in operands_first(root):
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
