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
    `.data`. `.grad` is a float64 array of the same shape, zeros at first.
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
  * relu at 0 has gradient 0. log_softmax and cross_entropy are right for logits of 1000.
  * Not judged: log at 0 and below, division by zero, fractions as powers of negative numbers.

root.backward()
  * The root holds one number, in any shape. Its gradient is seeded with ones. No data changes.
  * Leaves ADD: after several calls a leaf's `grad` is the sum of what each call alone would give.
    A root that is a leaf adds as well.
  * Inner tensors RESTART: what an earlier call left there must not enter a later one.
  * Tensors that the root cannot reach keep what they have.

zero_grad(root)
  * A function beside the class: afterwards every tensor that can be reached from `root` has a
    `grad` of zeros, of its own shape.

Size
  * A chain of 450 operations, a graph of 200 tensors, arrays of some thousand entries.

What is judged
--------------
Everything above, compared with PyTorch in float64: values, shapes and gradients. The names inside
your class beyond the contract are yours.

Run this file to see the examples:  python 08_tensor_engine.py
Stuck?  topograde hint tensor-engine        Ready?  topograde check tensor-engine
"""

# The order comes from the standard library: graphlib sorts, a dataclass holds.
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from typing import Any, Callable

import numpy as np


@dataclass(eq=False)
class Tensor:
    data: Any
    parents: tuple = field(default=(), repr=False)
    rule: Callable = field(default=None, repr=False)

    __array_ufunc__ = None

    def __post_init__(self):
        self.data = np.array(self.data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)

    def get(self, g):
        """Take one contribution."""
        self.grad = np.add(self.grad, unbroadcast(g, self.data.shape), out=np.empty_like(self.data))

    def __add__(self, other):
        other = tensor_of(other)

        def rule(g):
            self.get(g)
            other.get(g)

        return Tensor(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = tensor_of(other)

        def rule(g):
            self.get(g)
            other.get(-g)

        return Tensor(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = tensor_of(other)

        def rule(g):
            self.get(g * other.data)
            other.get(g * self.data)

        return Tensor(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = tensor_of(other)

        def rule(g):
            self.get(g / other.data)
            other.get(g * -self.data / np.square(other.data))

        return Tensor(self.data / other.data, (self, other), rule)

    def __matmul__(self, other):
        other = tensor_of(other)

        def rule(g):
            match self.data.ndim, other.data.ndim:
                case 1, 1:
                    self.get(g * other.data)
                    other.get(g * self.data)
                case 1, _:
                    self.get(np.matmul(other.data, g[..., None]).squeeze(-1))
                    other.get(self.data[:, None] * g[..., None, :])
                case _, 1:
                    self.get(g[..., None] * other.data)
                    other.get(g[..., None] * self.data)
                case _:
                    self.get(np.matmul(g, other.data.swapaxes(-1, -2)))
                    other.get(np.matmul(self.data.swapaxes(-1, -2), g))

        return Tensor(np.matmul(self.data, other.data), (self, other), rule)

    def __radd__(self, other):
        return tensor_of(other) + self

    def __rsub__(self, other):
        return tensor_of(other) - self

    def __rmul__(self, other):
        return tensor_of(other) * self

    def __rtruediv__(self, other):
        return tensor_of(other) / self

    def __rmatmul__(self, other):
        return tensor_of(other) @ self

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: self.get(-g))

    def __pow__(self, n):
        def rule(g):
            self.get(g * n * np.power(self.data, n - 1) if n else 0 * g)

        return Tensor(np.power(self.data, n), (self,), rule)

    def sum(self, axis=None, keepdims=False):
        kept = np.sum(self.data, axis=axis, keepdims=True)
        out = kept if keepdims else np.squeeze(kept, axis=axis)
        return Tensor(out, (self,), lambda g: self.get(g.reshape(kept.shape) + np.zeros_like(self.data)))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size // total.data.size)

    def reshape(self, *shape):
        if len(shape) == 1:
            shape = shape[0]
        return Tensor(self.data.reshape(shape), (self,), lambda g: self.get(g.reshape(self.data.shape)))

    def transpose(self, axes=None):
        out = np.transpose(self.data, axes)
        # where each entry came from, found by turning an array of places the same way
        places = np.transpose(np.arange(self.data.size).reshape(self.data.shape), axes)

        def rule(g):
            back = np.empty(self.data.size)
            back[places.ravel()] = g.ravel()
            self.get(back.reshape(self.data.shape))

        return Tensor(out, (self,), rule)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            back = np.zeros_like(self.data)
            if isinstance(index, (list, np.ndarray, tuple)):
                np.add.at(back, index, g)
            else:
                back[index] += g
            self.get(back)

        return Tensor(self.data[index], (self,), rule)

    def relu(self):
        return Tensor(np.maximum(self.data, 0.0), (self,), lambda g: self.get(g * np.greater(self.data, 0.0)))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: self.get(np.multiply(g, y)))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: self.get(np.divide(g, self.data)))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: self.get(g - g * np.square(y)))

    def log_softmax(self, axis=-1):
        y = self.data - np.logaddexp.reduce(self.data, axis=axis, keepdims=True)
        p = np.exp(y)
        return Tensor(y, (self,), lambda g: self.get(g - p * g.sum(axis=axis, keepdims=True)))

    def backward(self):
        order = inputs_first(self)
        for node in order:
            if node.parents:
                node.grad = np.zeros_like(node.data)
        self.get(np.ones_like(self.data))
        for node in reversed(order):
            if node.rule:
                node.rule(node.grad)


def tensor_of(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def inputs_first(root):
    graph, todo = {}, [root]
    while todo:
        node = todo.pop()
        if node not in graph:
            graph[node] = node.parents
            todo.extend(node.parents)
    return list(TopologicalSorter(graph).static_order())


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    if grad.shape == tuple(shape):
        return grad
    front = grad.ndim - len(shape)
    grad = np.asarray(grad.sum(axis=tuple(range(front))))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    y = logits.log_softmax(axis=1)
    labels = np.asarray(labels, dtype=int)
    rows = np.arange(labels.size)

    def rule(g):
        spread = np.zeros_like(y.data)
        spread[rows, labels] = -g / labels.size
        y.get(spread)

    return Tensor(-np.mean(y.data[rows, labels]), (y,), rule)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in inputs_first(root):
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
