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

# The derivative of a result by an operand is a linear map from arrays to arrays. Backward needs
# only the transpose of this map. The maps below know their transposes; A @ B is "first B, then A",
# and its transpose is B.T @ A.T. So no operation has a rule of its own: it says what its
# derivatives are.


class Map:
    def __matmul__(self, inner):
        return Chain(self, inner)

    def __neg__(self):
        return Scaling(-1.0) @ self

    def __sub__(self, other):
        return Together(self, -other)


class Chain(Map):
    def __init__(self, outer, inner):
        self.outer, self.inner = outer, inner

    def __call__(self, x):
        return self.outer(self.inner(x))

    @property
    def T(self):
        return Chain(self.inner.T, self.outer.T)


class Together(Map):
    """The sum of two maps."""

    def __init__(self, one, other):
        self.one, self.other = one, other

    def __call__(self, x):
        return self.one(x) + self.other(x)

    @property
    def T(self):
        return Together(self.one.T, self.other.T)


class Scaling(Map):
    """Every entry times a number of its own: a diagonal matrix, which is its own transpose."""

    def __init__(self, factors):
        self.factors = factors

    def __call__(self, x):
        return x * self.factors

    T = property(lambda self: self)


class Repeating(Map):
    """What broadcasting does; the transpose adds up what was repeated."""

    def __init__(self, small, large):
        self.small, self.large = tuple(small), tuple(large)

    def __call__(self, x):
        return np.broadcast_to(x, self.large)

    T = property(lambda self: Adding(self.large, self.small))


class Adding(Map):
    def __init__(self, large, small):
        self.large, self.small = tuple(large), tuple(small)

    def __call__(self, x):
        padded = (1,) * (len(self.large) - len(self.small)) + self.small
        axes = tuple(i for i, n in enumerate(padded) if n == 1)
        return np.add.reduce(x, axis=axes, keepdims=True).reshape(self.small)

    T = property(lambda self: Repeating(self.small, self.large))


class Reshaping(Map):
    def __init__(self, old, new):
        self.old, self.new = old, new

    def __call__(self, x):
        return x.reshape(self.new)

    T = property(lambda self: Reshaping(self.new, self.old))


class Permuting(Map):
    def __init__(self, axes):
        self.axes = tuple(axes)

    def __call__(self, x):
        return x.transpose(self.axes)

    @property
    def T(self):
        return Permuting(self.axes.index(i) for i in range(len(self.axes)))


class Selecting(Map):
    def __init__(self, shape, index):
        self.shape, self.index = shape, index

    def __call__(self, x):
        return x[self.index]

    T = property(lambda self: Placing(self.shape, self.index))


class Placing(Map):
    def __init__(self, shape, index):
        self.shape, self.index = shape, index

    def __call__(self, x):
        out = np.zeros(self.shape)
        np.add.at(out, self.index, x)
        return out

    T = property(lambda self: Selecting(self.shape, self.index))


class TimesRight(Map):
    """x -> x @ matrix, in every matrix of a stack."""

    def __init__(self, matrix):
        self.matrix = matrix

    def __call__(self, x):
        return x @ self.matrix

    T = property(lambda self: TimesRight(self.matrix.swapaxes(-1, -2)))


class TimesLeft(Map):
    def __init__(self, matrix):
        self.matrix = matrix

    def __call__(self, x):
        return self.matrix @ x

    T = property(lambda self: TimesLeft(self.matrix.swapaxes(-1, -2)))


ONE = Scaling(1.0)


class Tensor:
    """An array, its gradient, and the derivatives by what it was made of."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, derivatives=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.derivatives = tuple(derivatives)  # pairs: an operand, the derivative by it

    @classmethod
    def entrywise(cls, value, *pairs):
        """From pairs of an operand and a map that acts on its array, broadcast."""
        return cls(
            value,
            [(x, slope @ Repeating(x.data.shape, np.shape(value))) for x, slope in pairs],
        )

    def __add__(self, other):
        other = lifted(other)
        return Tensor.entrywise(self.data + other.data, (self, ONE), (other, ONE))

    def __sub__(self, other):
        other = lifted(other)
        return Tensor.entrywise(self.data - other.data, (self, ONE), (other, -ONE))

    def __mul__(self, other):
        other = lifted(other)
        a, b = self.data, other.data
        return Tensor.entrywise(a * b, (self, Scaling(b)), (other, Scaling(a)))

    def __truediv__(self, other):
        other = lifted(other)
        a, b = self.data, other.data
        return Tensor.entrywise(a / b, (self, Scaling(1.0 / b)), (other, Scaling(-a / b**2)))

    def __matmul__(self, other):
        other = lifted(other)
        a, b = self.data, other.data
        rows = a.reshape((1, -1)) if a.ndim == 1 else a
        columns = b.reshape((-1, 1)) if b.ndim == 1 else b
        full, shape = (rows @ columns).shape, (a @ b).shape
        by_a = (
            Reshaping(full, shape)
            @ TimesRight(columns)
            @ Repeating(rows.shape, full[:-2] + rows.shape[-2:])
            @ Reshaping(a.shape, rows.shape)
        )
        by_b = (
            Reshaping(full, shape)
            @ TimesLeft(rows)
            @ Repeating(columns.shape, full[:-2] + columns.shape[-2:])
            @ Reshaping(b.shape, columns.shape)
        )
        return Tensor(a @ b, [(self, by_a), (other, by_b)])

    def __pow__(self, n):
        slope = Scaling(0.0 if n == 0 else n * self.data ** (n - 1))
        return Tensor(self.data**n, [(self, slope)])

    def __neg__(self):
        return Tensor(-self.data, [(self, -ONE)])

    def __radd__(self, other):
        return lifted(other) + self

    def __rsub__(self, other):
        return lifted(other) - self

    def __rmul__(self, other):
        return lifted(other) * self

    def __rtruediv__(self, other):
        return lifted(other) / self

    def __rmatmul__(self, other):
        return lifted(other) @ self

    def sum(self, axis=None, keepdims=False):
        value = self.data.sum(axis=axis, keepdims=keepdims)
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return Tensor(
            value, [(self, Reshaping(kept, np.shape(value)) @ Adding(self.data.shape, kept))]
        )

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        value = self.data.reshape(*shape)
        return Tensor(value, [(self, Reshaping(self.data.shape, value.shape))])

    def transpose(self, axes=None):
        places = range(self.data.ndim)
        turn = Permuting(places[::-1] if axes is None else [places[i] for i in axes])
        return Tensor(turn(self.data), [(self, turn)])

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        selection = Selecting(self.data.shape, index)
        return Tensor(selection(self.data), [(self, selection)])

    def relu(self):
        above = Scaling((self.data > 0).astype(float))
        return Tensor(above(self.data), [(self, above)])

    def exp(self):
        value = np.exp(self.data)
        return Tensor(value, [(self, Scaling(value))])

    def log(self):
        return Tensor(np.log(self.data), [(self, Scaling(1.0 / self.data))])

    def tanh(self):
        value = np.tanh(self.data)
        return Tensor(value, [(self, Scaling(1.0 - value**2))])

    def log_softmax(self, axis=-1):
        top = self.data.max(axis=axis, keepdims=True)
        value = self.data - top
        value = value - np.log(np.exp(value).sum(axis=axis, keepdims=True))
        average = Adding(self.data.shape, top.shape) @ Scaling(np.exp(value))
        return Tensor(value, [(self, ONE - Repeating(top.shape, self.data.shape) @ average)])

    def backward(self):
        gradient = {self: np.ones(self.data.shape)}
        for node in reversed(operands_first(self)):
            g = gradient.pop(node)
            if not node.derivatives:
                node.grad = np.array(node.grad + g)
            for operand, derivative in node.derivatives:
                part = derivative.T(g)
                gradient[operand] = gradient[operand] + part if operand in gradient else part


def lifted(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def operands_first(root):
    order, seen, stack = [], set(), [(False, root)]
    while stack:
        leaving, node = stack.pop()
        if leaving:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((True, node))
            stack.extend((False, operand) for operand, _ in node.derivatives)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    return Repeating(shape, grad.shape).T(grad)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.array(labels).astype(int)
    return -logits.log_softmax()[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in operands_first(root):
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
