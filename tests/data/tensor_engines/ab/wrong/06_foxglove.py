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


class Tensor:
    """An array, its gradient, and pairs of a parent and what sends a gradient to it."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, edges=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.edges = list(edges)

    @staticmethod
    def lift(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    def __add__(self, other):
        other = Tensor.lift(other)
        return Tensor(
            self.data + other.data,
            [
                (self, lambda g: unbroadcast(g, self.data.shape)),
                (other, lambda g: unbroadcast(g, other.data.shape)),
            ],
        )

    __radd__ = __add__

    def __neg__(self):
        return Tensor(-self.data, [(self, np.negative)])

    def __sub__(self, other):
        return self + (-Tensor.lift(other))

    def __rsub__(self, other):
        return Tensor.lift(other) - self

    def __mul__(self, other):
        other = Tensor.lift(other)
        return Tensor(
            self.data * other.data,
            [
                (self, lambda g: unbroadcast(g * other.data, self.data.shape)),
                (other, lambda g: unbroadcast(g * self.data, other.data.shape)),
            ],
        )

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = Tensor.lift(other)
        a, b = self.data, other.data
        return Tensor(
            a / b,
            [
                (self, lambda g: unbroadcast(g / b, a.shape)),
                (other, lambda g: unbroadcast(-g * a / b**2, b.shape)),
            ],
        )

    def __rtruediv__(self, other):
        return Tensor.lift(other) / self

    def __pow__(self, n):
        def send(g):
            return np.zeros_like(g) if n == 0 else g * n * self.data ** (n - 1)

        return Tensor(self.data**n, [(self, send)])

    def __matmul__(self, other):
        other = Tensor.lift(other)
        a, b = self.data, other.data
        a2 = np.atleast_2d(a)
        b2 = b[:, np.newaxis] if b.ndim == 1 else b
        full = np.matmul(a2, b2).shape

        def to_self(g):
            return unbroadcast(g.reshape(full) @ np.swapaxes(b2, -1, -2), a2.shape).reshape(a.shape)

        def to_other(g):
            return unbroadcast(np.swapaxes(a2, -1, -2) @ g.reshape(full), b2.shape).reshape(b.shape)

        return Tensor(a @ b, [(self, to_self), (other, to_other)])

    def __rmatmul__(self, other):
        return Tensor.lift(other) @ self

    def sum(self, axis=None, keepdims=False):
        def send(g):
            if not keepdims and axis is not None:
                g = np.expand_dims(g, axis)
            return np.broadcast_to(g, self.data.shape).copy()

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), [(self, send)])

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), [(self, lambda g: g.reshape(self.data.shape).copy())])

    def transpose(self, axes=None):
        if axes is None:
            return Tensor(self.data.transpose(), [(self, lambda g: g.transpose().copy())])
        inverse = [0] * len(axes)
        for i, axis in enumerate(axes):
            inverse[axis] = i
        return Tensor(self.data.transpose(axes), [(self, lambda g: g.transpose(inverse).copy())])

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def send(g):
            grad = np.zeros_like(self.data)
            np.add.at(grad, index, g)
            return grad

        return Tensor(self.data[index], [(self, send)])

    def relu(self):
        keep = self.data > 0
        return Tensor(self.data * keep, [(self, lambda g: g * keep)])

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, [(self, lambda g: g * y)])

    def log(self):
        return Tensor(np.log(self.data), [(self, lambda g: g / self.data)])

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, [(self, lambda g: g * (1 - y**2))])

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return Tensor(y, [(self, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))])

    def backward(self):
        arrived = {self: np.ones_like(self.data)}
        for node in topological(self):
            g = arrived.pop(node)
            if not node.edges:
                node.grad = node.grad + g
                continue
            node.grad = g
            for parent, send in node.edges:
                part = send(g)
                if parent in arrived:
                    arrived[parent] += part
                else:
                    arrived[parent] = part


def topological(root):
    """Consumers before what they consume."""
    out, seen, stack = [], {root}, [(root, 0)]
    while stack:
        node, i = stack.pop()
        if i == len(node.edges):
            out.append(node)
            continue
        stack.append((node, i + 1))
        parent = node.edges[i][0]
        if parent not in seen:
            seen.add(parent)
            stack.append((parent, 0))
    out.reverse()
    return out


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis, n in enumerate(shape):
        if n == 1 and grad.shape[axis] > 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = logits.data.shape[0]
    return -logits.log_softmax()[np.arange(n), np.array(labels)].sum() / n


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in topological(root):
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
