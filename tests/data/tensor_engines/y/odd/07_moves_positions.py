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

from heapq import heappop, heappush
from itertools import count

import numpy as np

# An operation either works out something entry by entry, between arrays of one shape, or it moves
# entries. A move is an array of positions: entry p of the result is entry positions[p] of the
# operand. To find the positions, do to `arange` what is to be done to the tensor. Broadcasting,
# reshape, transpose and index are moves. A sum is a move that is run backwards.

_births = count()


def spread(flat, positions):
    """Reads: entry p of the result is flat[positions[p]]."""
    return flat[positions]


def pile(values, positions, size):
    """Writes: the transpose of `spread`. What goes to the same position is summed."""
    return np.bincount(positions.ravel(), weights=values.ravel(), minlength=size)


def numbered(shape):
    size = 1
    for n in shape:
        size *= n
    return np.arange(size).reshape(shape)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _pull=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._pull = _pull
        self._birth = next(_births)

    # ---- the three primitives ----

    def _moved(self, move):
        positions = np.asarray(move(numbered(self.data.shape)))
        size, shape = self.data.size, self.data.shape
        return Tensor(
            spread(self.data.ravel(), positions),
            (self,),
            lambda g: (pile(g, positions, size).reshape(shape),),
        )

    def _piled(self, positions, shape):
        size = numbered(shape).size
        return Tensor(
            pile(self.data, positions, size).reshape(shape),
            (self,),
            lambda g: (spread(g.ravel(), positions),),
        )

    @staticmethod
    def _entrywise(value, *slopes):
        """Every slope is a tensor, and the derivative of the value by it, of the same shape."""
        return Tensor(
            value,
            tuple(operand for operand, _ in slopes),
            lambda g: tuple(g * slope for _, slope in slopes),
        )

    # ---- everything else ----

    def _with(self, other):
        """Both operands, in their common shape."""
        other = other if isinstance(other, Tensor) else Tensor(other)
        shape = np.broadcast_shapes(self.data.shape, other.data.shape)
        both = (self, other)
        return [
            each
            if each.data.shape == shape
            else each._moved(lambda numbers: np.broadcast_to(numbers, shape))
            for each in both
        ]

    def __add__(self, other):
        a, b = self._with(other)
        return Tensor._entrywise(a.data + b.data, (a, 1.0), (b, 1.0))

    def __sub__(self, other):
        a, b = self._with(other)
        return Tensor._entrywise(a.data - b.data, (a, 1.0), (b, -1.0))

    def __mul__(self, other):
        a, b = self._with(other)
        return Tensor._entrywise(a.data * b.data, (a, b.data), (b, a.data))

    def __truediv__(self, other):
        a, b = self._with(other)
        return Tensor._entrywise(
            a.data / b.data, (a, 1.0 / b.data), (b, -a.data / b.data / b.data)
        )

    def __radd__(self, other):
        return Tensor(other) + self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __neg__(self):
        return Tensor._entrywise(-self.data, (self, -1.0))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Tensor._entrywise(self.data**n, (self, slope))

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        shape = np.matmul(self.data, other.data).shape
        left = (1,) + self.data.shape if self.data.ndim == 1 else self.data.shape
        right = other.data.shape + (1,) if other.data.ndim == 1 else other.data.shape
        left = self.reshape(*left, 1)  # (..., i, j, 1)
        right = other.reshape(*right[:-2], 1, *right[-2:])  # (..., 1, j, k)
        return (left * right).sum(axis=-2).reshape(shape)

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        kept = np.sum(self.data, axis=axis, keepdims=True).shape
        shape = kept if keepdims else np.sum(self.data, axis=axis).shape
        return self._piled(np.broadcast_to(numbered(kept), self.data.shape), shape)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return self._moved(lambda numbers: numbers.reshape(*shape))

    def transpose(self, axes=None):
        return self._moved(lambda numbers: numbers.transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._moved(lambda numbers: numbers[index])

    def relu(self):
        return Tensor._entrywise(np.maximum(self.data, 0.0), (self, self.data > 0))

    def exp(self):
        value = np.exp(self.data)
        return Tensor._entrywise(value, (self, value))

    def log(self):
        return Tensor._entrywise(np.log(self.data), (self, 1.0 / self.data))

    def tanh(self):
        value = np.tanh(self.data)
        return Tensor._entrywise(value, (self, 1.0 - value**2))

    def log_softmax(self, axis=-1):
        low = self - np.max(self.data, axis=axis, keepdims=True)
        return low - low.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        waiting = {self._birth: np.ones(self.data.shape)}
        heap = [(-self._birth, self)]
        while heap:
            _, youngest = heappop(heap)
            g = waiting.pop(youngest._birth)
            if youngest._pull is None:
                youngest.grad = np.asarray(youngest.grad + g)
                continue
            for operand, part in zip(youngest._prev, youngest._pull(g), strict=True):
                if operand._birth not in waiting:
                    heappush(heap, (-operand._birth, operand))
                waiting[operand._birth] = waiting.get(operand._birth, 0.0) + part


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    numbers = numbered(shape)
    return pile(grad, np.broadcast_to(numbers, grad.shape), numbers.size).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.array(labels).astype(int)
    scores = logits.log_softmax(axis=1)
    return -scores._moved(lambda numbers: numbers[:, 0] + labels).mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    found = {root}
    todo = [root]
    for node in todo:
        node.grad = np.zeros(node.data.shape)
        new = set(node._prev) - found
        found |= new
        todo += new


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
