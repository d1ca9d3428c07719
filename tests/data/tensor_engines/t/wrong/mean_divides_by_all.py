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

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    added = grad.ndim - len(shape)
    axes = list(range(added))
    for i in range(len(shape)):
        if shape[i] == 1:
            axes.append(i + added)
    return grad.sum(axis=tuple(axes), keepdims=True).reshape(shape)


class Tensor:
    """An array that knows what it was made of."""

    __array_ufunc__ = None

    def __init__(self, data, inputs=(), pull=None):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self.inputs = inputs
        self.pull = pull

    def collect(self, contribution):
        """Add a gradient that some consumer sends."""
        self.grad = np.array(self.grad + unbroadcast(contribution, self.data.shape))

    @staticmethod
    def wrap(value):
        if isinstance(value, Tensor):
            return value
        return Tensor(value)

    def __add__(self, other):
        other = Tensor.wrap(other)

        def pull(g):
            self.collect(g)
            other.collect(g)

        return Tensor(self.data + other.data, (self, other), pull)

    __radd__ = __add__

    def __sub__(self, other):
        other = Tensor.wrap(other)

        def pull(g):
            self.collect(g)
            other.collect(-g)

        return Tensor(self.data - other.data, (self, other), pull)

    def __rsub__(self, other):
        return Tensor.wrap(other) - self

    def __mul__(self, other):
        other = Tensor.wrap(other)

        def pull(g):
            self.collect(g * other.data)
            other.collect(g * self.data)

        return Tensor(self.data * other.data, (self, other), pull)

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = Tensor.wrap(other)

        def pull(g):
            self.collect(g / other.data)
            other.collect(-g * self.data / other.data**2)

        return Tensor(self.data / other.data, (self, other), pull)

    def __rtruediv__(self, other):
        return Tensor.wrap(other) / self

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: self.collect(-g))

    def __pow__(self, n):
        def pull(g):
            slope = n * self.data ** (n - 1) if n else np.zeros_like(self.data)
            self.collect(g * slope)

        return Tensor(self.data**n, (self,), pull)

    def __matmul__(self, other):
        other = Tensor.wrap(other)
        left = self.data if self.data.ndim > 1 else self.data.reshape(1, -1)
        right = other.data if other.data.ndim > 1 else other.data.reshape(-1, 1)
        full = left @ right
        data = self.data @ other.data

        def pull(g):
            g = g.reshape(full.shape)
            to_left = g @ np.swapaxes(right, -1, -2)
            to_right = np.swapaxes(left, -1, -2) @ g
            self.collect(unbroadcast(to_left, left.shape).reshape(self.data.shape))
            other.collect(unbroadcast(to_right, right.shape).reshape(other.data.shape))

        return Tensor(data, (self, other), pull)

    def __rmatmul__(self, other):
        return Tensor.wrap(other) @ self

    def sum(self, axis=None, keepdims=False):
        data = self.data.sum(axis=axis, keepdims=keepdims)
        kept = self.data.sum(axis=axis, keepdims=True).shape

        def pull(g):
            self.collect(np.broadcast_to(g.reshape(kept), self.data.shape))

        return Tensor(data, (self,), pull)

    def mean(self, axis=None, keepdims=False):
        data = self.data.mean(axis=axis, keepdims=keepdims)
        kept = self.data.sum(axis=axis, keepdims=True)
        count = self.data.size

        def pull(g):
            self.collect(np.broadcast_to(g.reshape(kept.shape) / count, self.data.shape))

        return Tensor(data, (self,), pull)

    def reshape(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = shape[0]
        return Tensor(self.data.reshape(shape), (self,), lambda g: self.collect(g.reshape(self.data.shape)))

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = tuple(range(n))[::-1] if axes is None else tuple(ax % n for ax in axes)
        inverse = [0] * n
        for new, old in enumerate(axes):
            inverse[old] = new
        return Tensor(self.data.transpose(axes), (self,), lambda g: self.collect(g.transpose(inverse)))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def pull(g):
            spread = np.zeros(self.data.shape)
            np.add.at(spread, index, g)
            self.collect(spread)

        return Tensor(self.data[index], (self,), pull)

    def relu(self):
        mask = self.data > 0
        return Tensor(np.where(mask, self.data, 0.0), (self,), lambda g: self.collect(g * mask))

    def exp(self):
        e = np.exp(self.data)
        return Tensor(e, (self,), lambda g: self.collect(g * e))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: self.collect(g / self.data))

    def tanh(self):
        t = np.tanh(self.data)
        return Tensor(t, (self,), lambda g: self.collect(g * (1 - t * t)))

    def log_softmax(self, axis=-1):
        top = self.data.max(axis=axis, keepdims=True)
        logsum = top + np.log(np.exp(self.data - top).sum(axis=axis, keepdims=True))
        logp = self.data - logsum
        p = np.exp(logp)

        def pull(g):
            self.collect(g - p * g.sum(axis=axis, keepdims=True))

        return Tensor(logp, (self,), pull)

    def reachable(self):
        """All tensors below this one, each after everything it was made of."""
        order, seen = [], set()
        todo = [(self, iter(self.inputs))]
        seen.add(id(self))
        while todo:
            node, rest = todo[-1]
            for parent in rest:
                if id(parent) not in seen:
                    seen.add(id(parent))
                    todo.append((parent, iter(parent.inputs)))
                    break
            else:
                todo.pop()
                order.append(node)
        return order

    def backward(self):
        order = self.reachable()
        for node in order:
            if node.inputs:
                node.grad = np.zeros(node.data.shape)
        self.collect(np.ones(self.data.shape))
        for node in order[::-1]:
            if node.pull is not None:
                node.pull(node.grad)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = logits.data.shape[0]
    logp = logits.log_softmax(axis=-1)
    picked = logp[list(range(n)), list(labels)]
    return -(picked.sum() / n)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root.reachable():
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
