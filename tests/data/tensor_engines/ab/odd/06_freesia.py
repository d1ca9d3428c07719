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

from __future__ import annotations

from functools import reduce, singledispatch
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

# Four records say how a tensor was made. Any product, with or without stacks, is one einsum, and so are
# +, sums, transposes and what they send back.


class Leaf(NamedTuple):
    pass


class Einsum(NamedTuple):
    """The sum of products of the operands' entries, by letters; an axis of length 1 has no letter."""

    operands: tuple
    letters: tuple
    result: str
    sizes: dict
    shape: tuple


class Added(NamedTuple):
    operands: tuple


class Entrywise(NamedTuple):
    operands: tuple
    slope: object


class Moved(NamedTuple):
    operands: tuple
    numbers: object


LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, made=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.made = Leaf() if made is None else made

    @property
    def operands(self):
        return getattr(self.made, "operands", ())

    def __add__(self, other):
        other = wrap(other)
        return Tensor(self.data + other.data, Added((self, other)))

    def __mul__(self, other):
        other = wrap(other)
        shape = np.broadcast_shapes(self.data.shape, other.data.shape)
        names = LETTERS[: len(shape)]
        return einsum([self, other], [names[len(shape) - x.data.ndim :] for x in (self, other)], names, shape)

    def __matmul__(self, other):
        other = wrap(other)
        a, b = self.data.ndim, other.data.ndim
        shape = np.matmul(self.data, other.data).shape
        stack = LETTERS[: max(a - 2, b - 2, 0)]
        left = "xy" if a > 1 else "y"
        right = "yz" if b > 1 else "y"
        names = [stack[len(stack) - max(a - 2, 0) :] + left, stack[len(stack) - max(b - 2, 0) :] + right]
        result = stack + ("x" if a > 1 else "") + ("z" if b > 1 else "")
        return einsum([self, other], names, result, shape)

    def sum(self, axis=None, keepdims=False):
        shape = self.data.sum(axis=axis, keepdims=keepdims).shape
        kept = self.data.sum(axis=axis, keepdims=True).shape
        names = LETTERS[: self.data.ndim]
        axes = range(self.data.ndim) if axis is None else [i % max(self.data.ndim, 1) for i in np.atleast_1d(axis)]
        if self.data.ndim == 0:
            return self * 1.0
        result = "".join(c for i, c in enumerate(names) if i not in axes)
        out = einsum([self], [names], result, tuple(n for i, n in enumerate(kept) if i not in axes))
        return out.reshape(shape) if keepdims else out

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def moved(self, change):
        numbers = change(np.arange(self.data.size).reshape(self.data.shape))
        return Tensor(self.data.reshape(-1)[numbers], Moved((self,), numbers))

    def reshape(self, *shape):
        return self.moved(lambda numbers: numbers.reshape(*shape))

    def transpose(self, axes=None):
        return self.moved(lambda numbers: numbers.transpose(axes))

    def __getitem__(self, index):
        return self.moved(lambda numbers: numbers[index])

    def entrywise(self, value, slope):
        return Tensor(value, Entrywise((self,), slope))

    def __pow__(self, n):
        return self.entrywise(self.data**n, n * self.data ** (n - 1) if n != 0 else np.zeros(self.data.shape))

    def relu(self):
        return self.entrywise(np.maximum(self.data, 0), self.data > 0)

    def exp(self):
        return self.entrywise(np.exp(self.data), np.exp(self.data))

    def log(self):
        return self.entrywise(np.log(self.data), 1 / self.data)

    def tanh(self):
        return self.entrywise(np.tanh(self.data), 1 - np.tanh(self.data) ** 2)

    def log_softmax(self, axis=-1):
        lower = self - self.data.max(axis=axis, keepdims=True)
        return lower - lower.exp().sum(axis=axis, keepdims=True).log()

    T = property(lambda self: self.transpose())
    __neg__ = lambda self: self * -1.0
    __sub__ = lambda self, other: self + wrap(other) * -1.0
    __truediv__ = lambda self, other: self * wrap(other) ** -1
    __radd__ = lambda self, other: wrap(other) + self
    __rsub__ = lambda self, other: wrap(other) - self
    __rmul__ = lambda self, other: wrap(other) * self
    __rtruediv__ = lambda self, other: wrap(other) / self
    __rmatmul__ = lambda self, other: wrap(other) @ self

    def backward(self):
        order = sources(self)
        fresh = {id(t): np.zeros(t.data.shape) for t in order}
        fresh[id(self)] += 1.0
        for t in order:
            for source, part in zip(t.operands, send(t.made, fresh[id(t)])):
                fresh[id(source)] += part
        for t in order:
            t.grad = t.grad + fresh[id(t)] if isinstance(t.made, Leaf) else fresh[id(t)]


def wrap(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def einsum(operands, letters, result, shape):
    """Axes of length 1 are left out of all arrays, so that no letter has two lengths."""
    sizes = {}
    for x, names in zip(operands, letters):
        sizes.update({c: n for c, n in zip(names, x.data.shape) if n != 1})
    short = tuple("".join(c for c, n in zip(names, x.data.shape) if n != 1) for x, names in zip(operands, letters))
    out = "".join(c for c in result if c in sizes)
    value = np.einsum(",".join(short) + "->" + out, *(flat(x.data) for x in operands))
    return Tensor(value.reshape(shape), Einsum(tuple(operands), short, out, sizes, shape))


def flat(array):
    """Without the axes of length 1."""
    return array.reshape([n for n in array.shape if n != 1])


@singledispatch
def send(made, g):
    return ()


@send.register
def _(made: Added, g):
    return [unbroadcast(g, x.data.shape) for x in made.operands]


@send.register
def _(made: Entrywise, g):
    return [g * made.slope]


@send.register
def _(made: Moved, g):
    x = made.operands[0].data
    return [np.bincount(made.numbers.ravel(), g.ravel(), x.size).reshape(x.shape)]


@send.register
def _(made: Einsum, g):
    parts = []
    for i, x in enumerate(made.operands):
        others = [(made.letters[j], flat(y.data)) for j, y in enumerate(made.operands) if j != i]
        # letters that nothing else has (they were only summed) come from an array of ones
        known = made.result + "".join(names for names, _ in others)
        missing = "".join(c for c in made.letters[i] if c not in known)
        others.append((missing, np.ones([made.sizes[c] for c in missing])))
        text = ",".join([made.result] + [names for names, _ in others]) + "->" + made.letters[i]
        parts.append(np.einsum(text, flat(g), *(array for _, array in others)).reshape(x.data.shape))
    return parts


def sources(root):
    """Root first, each before its operands."""
    state = SimpleNamespace(order=[], seen=set(), stack=[(root, False)])
    while state.stack:
        t, done = state.stack.pop()
        if done:
            state.order.append(t)
        elif id(t) not in state.seen:
            state.seen.add(id(t))
            state.stack.append((t, True))
            state.stack.extend((x, False) for x in t.operands)
    return state.order[::-1]


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    added = grad.ndim - len(shape)
    axes = [i for i in range(grad.ndim) if i < added or shape[i - added] == 1]
    return reduce(lambda array, axis: array.sum(axis=axis, keepdims=True), axes, grad).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    return logits.log_softmax()[np.arange(labels.size), labels].mean() * -1.0


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in sources(root):
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
