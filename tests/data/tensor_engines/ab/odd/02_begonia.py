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

# Every operation that moves entries (reshape, transpose, index, broadcasting) is one thing here: a table
# that tells, for each entry of the result, the number of the entry that it is a copy of. So all of them
# have one rule: np.bincount adds up what the copies get. A sum is a broadcast read backwards.


def numbers(shape):
    return np.arange(int(np.prod(shape, dtype=int))).reshape(shape)


def scatter(values, where, shape):
    """Add each of the values to the entry whose number stands at its place in `where`."""
    size = int(np.prod(shape, dtype=int))
    return np.bincount(np.ravel(where), weights=np.ravel(values), minlength=size).reshape(shape)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    return scatter(grad, np.broadcast_to(numbers(shape), np.shape(grad)), shape)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, links=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.links = links  # pairs: a tensor, and a function from the gradient here to the one there

    # -- moving entries

    def gather(self, where):
        """A result that has, at each place, the entry of self with the number that stands there."""
        shape = self.data.shape
        return Tensor(self.data.ravel()[where], [(self, lambda g: scatter(g, where, shape))])

    def reshape(self, *shape):
        return self.gather(numbers(self.data.shape).reshape(*shape))

    def transpose(self, axes=None):
        return self.gather(numbers(self.data.shape).transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self.gather(numbers(self.data.shape)[index])

    def sum(self, axis=None, keepdims=False):
        x = self.data
        kept = x.sum(axis=axis, keepdims=True).shape
        where = np.broadcast_to(numbers(kept), x.shape)
        out = x.sum(axis=axis, keepdims=keepdims)
        return Tensor(out, [(self, lambda g: g.ravel()[where])])

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis=axis, keepdims=keepdims)
        return out * (out.data.size / self.data.size)

    # -- entry by entry

    def entrywise(self, y, slope):
        return Tensor(y, [(self, lambda g: g * slope)])

    def relu(self):
        on = (self.data > 0).astype(np.float64)
        return self.entrywise(np.maximum(self.data, 0.0), on)

    def exp(self):
        y = np.exp(self.data)
        return self.entrywise(y, y)

    def log(self):
        return self.entrywise(np.log(self.data), 1 / self.data)

    def tanh(self):
        y = np.tanh(self.data)
        return self.entrywise(y, 1 - y * y)

    def __neg__(self):
        return self.entrywise(-self.data, -1.0)

    def __pow__(self, n):
        return self.entrywise(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def __add__(self, other):
        return pair(self, other, lambda a, b: (a + b, 1.0, 1.0))

    def __sub__(self, other):
        return pair(self, other, lambda a, b: (a - b, 1.0, -1.0))

    def __mul__(self, other):
        return pair(self, other, lambda a, b: (a * b, b, a))

    def __truediv__(self, other):
        return pair(self, other, lambda a, b: (a / b, 1 / b, -a / (b * b)))

    def __radd__(self, other):
        return Tensor(other) + self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    # -- products and the rest

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        a, b = self.data, other.data
        a2 = a.reshape((1,) * (2 - a.ndim) + a.shape)
        b2 = b.reshape(b.shape + (1,) * (2 - b.ndim))
        shape = (a2 @ b2).shape

        def left(g):
            return unbroadcast(g.reshape(shape) @ b2.swapaxes(-1, -2), a2.shape).reshape(a.shape)

        def right(g):
            return unbroadcast(a2.swapaxes(-1, -2) @ g.reshape(shape), b2.shape).reshape(b.shape)

        return Tensor(a @ b, [(self, left), (other, right)])

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def log_softmax(self, axis=-1):
        z = self - self.data.max(axis=axis, keepdims=True)
        return z - z.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        uses = consumers(self)
        arrived = {self: np.ones(self.data.shape)}
        ready = [self]
        while ready:
            t = ready.pop()
            t.grad = arrived[t] if t.links else t.grad + arrived[t]
            for source, send in t.links:
                arrived[source] = arrived.get(source, 0.0) + send(arrived[t])
                uses[source] -= 1
                if not uses[source]:
                    ready.append(source)


def pair(a, b, rule):
    b = b if isinstance(b, Tensor) else Tensor(b)
    y, to_a, to_b = rule(a.data, b.data)
    return Tensor(
        y,
        [
            (a, lambda g: unbroadcast(g * to_a, a.data.shape)),
            (b, lambda g: unbroadcast(g * to_b, b.data.shape)),
        ],
    )


def consumers(root):
    """How often each tensor that can be reached is used; the root itself is used by nobody."""
    uses, todo = {root: 0}, [root]
    for t in todo:
        for source, _ in t.links:
            if source not in uses:
                uses[source] = 0
                todo.append(source)
            uses[source] += 1
    return uses


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows, columns = logits.data.shape
    return -logits.log_softmax().gather(np.arange(rows) * columns + np.asarray(labels)).mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in consumers(root):
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
