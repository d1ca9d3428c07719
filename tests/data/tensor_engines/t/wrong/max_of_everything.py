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

# Products and sums are einsums, and their rules are einsums with the letters in another order.
import string

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.history = []

    @staticmethod
    def make(data, *history):
        out = Tensor(data)
        out.history = list(history)
        return out

    def __add__(self, other):
        other = wrapped(other)
        return Tensor.make(self.data + other.data, (self, lambda g: g), (other, lambda g: g))

    def __sub__(self, other):
        other = wrapped(other)
        return Tensor.make(self.data - other.data, (self, lambda g: g), (other, lambda g: -g))

    def __mul__(self, other):
        other = wrapped(other)
        x, y = self.data, other.data
        return Tensor.make(
            np.einsum("...,...->...", x, y),
            (self, lambda g: np.einsum("...,...->...", g, y)),
            (other, lambda g: np.einsum("...,...->...", g, x)),
        )

    def __truediv__(self, other):
        other = wrapped(other)
        x, y = self.data, other.data
        return Tensor.make(x / y, (self, lambda g: g / y), (other, lambda g: -(g * x) / (y * y)))

    def __matmul__(self, other):
        other = wrapped(other)
        x, y = self.data, other.data
        left = "k" if x.ndim == 1 else "...ik"
        right = "k" if y.ndim == 1 else "...kj"
        stacks = "..." if max(x.ndim, y.ndim) > 1 else ""
        result = stacks + ("i" if x.ndim > 1 else "") + ("j" if y.ndim > 1 else "")
        a = left if x.ndim > 1 else stacks + "k"
        b = right if y.ndim > 1 else stacks + "k"
        # the gradient of a vector keeps the axes of the stack: they are summed on arrival
        return Tensor.make(
            np.matmul(x, y),
            (self, lambda g: np.einsum(f"{result},{right}->{a}", g, y)),
            (other, lambda g: np.einsum(f"{left},{result}->{b}", x, g)),
        )

    def __radd__(self, other):
        return wrapped(other) + self

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rmul__(self, other):
        return wrapped(other) * self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def __rmatmul__(self, other):
        return wrapped(other) @ self

    def __neg__(self):
        return Tensor.make(-self.data, (self, lambda g: -g))

    def __pow__(self, n):
        x = self.data
        slope = np.zeros_like(x) if n == 0 else n * x ** (n - 1)
        return Tensor.make(x**n, (self, lambda g: g * slope))

    def sum(self, axis=None, keepdims=False):
        x = self.data
        all_letters = string.ascii_lowercase[: x.ndim]
        axes = range(x.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
        gone = {all_letters[i] for i in axes}
        rest = "".join(c for c in all_letters if c not in gone)
        kept = tuple(1 if c in gone else n for c, n in zip(all_letters, x.shape))
        value = np.einsum(f"{all_letters}->{rest}", x)
        value = value.reshape(kept) if keepdims else value

        def spread(g):
            g = g.reshape([n for c, n in zip(all_letters, x.shape) if c not in gone])
            return np.einsum(f"{rest},{all_letters}->{all_letters}", g, np.ones(x.shape))

        return Tensor.make(value, (self, spread))

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s * (s.data.size / self.data.size)

    def reshape(self, *shape):
        if len(shape) == 1:
            shape = shape[0]
        old = self.data.shape
        return Tensor.make(self.data.reshape(shape), (self, lambda g: g.reshape(old)))

    def transpose(self, axes=None):
        old = string.ascii_lowercase[: self.data.ndim]
        new = old[::-1] if axes is None else "".join(old[i] for i in axes)
        return Tensor.make(np.einsum(f"{old}->{new}", self.data), (self, lambda g: np.einsum(f"{new}->{old}", g)))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def put(g):
            out = np.zeros(shape)
            np.add.at(out, index, g)
            return out

        return Tensor.make(self.data[index], (self, put))

    def relu(self):
        step = np.where(self.data > 0, 1.0, 0.0)
        return Tensor.make(np.maximum(self.data, 0.0), (self, lambda g: g * step))

    def exp(self):
        y = np.exp(self.data)
        return Tensor.make(y, (self, lambda g: g * y))

    def log(self):
        x = self.data
        return Tensor.make(np.log(x), (self, lambda g: g / x))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor.make(y, (self, lambda g: g * (1 - y * y)))

    def log_softmax(self, axis=-1):
        z = self.data - self.data.max()
        y = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
        return Tensor.make(y, (self, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True)))

    def backward(self):
        order = depth_first(self)
        for t in order:
            if t.history:
                t.grad = np.zeros(t.data.shape)
        self.grad += np.ones(self.data.shape)
        for t in reversed(order):
            for source, rule in t.history:
                source.grad += unbroadcast(rule(t.grad), source.data.shape)


def wrapped(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def depth_first(root):
    order, entered = [], {root}
    path = [(root, 0)]
    while path:
        t, i = path.pop()
        if i == len(t.history):
            order.append(t)
            continue
        path.append((t, i + 1))
        source = t.history[i][0]
        if source not in entered:
            entered.add(source)
            path.append((source, 0))
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    letters = string.ascii_lowercase[: grad.ndim]
    own = letters[grad.ndim - len(shape) :]
    keep = "".join(c for c, n in zip(own, shape) if n != 1)
    return np.einsum(f"{letters}->{keep}", grad).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = logits.data.shape[0]
    which = np.zeros(logits.data.shape)
    which[np.arange(n), np.asarray(labels, dtype=int)] = -1.0 / n
    return (logits.log_softmax(axis=1) * which).sum()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in depth_first(root):
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
