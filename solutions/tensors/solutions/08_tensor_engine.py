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
  * A chain of 450 operations `+` and `*`, a graph of 200 tensors, arrays of some thousand entries.

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
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=()):
        ### BEGIN SOLUTION
        # TODO: what a tensor remembers
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._backward = lambda: None
        ### END SOLUTION

    ### BEGIN SOLUTION
    # TODO: the operators, the functions and backward
    # STUB:
    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def _made(self, data, inputs, *rules):
        """A tensor whose rule adds to each input what its function makes of `out.grad`."""
        out = Tensor(data, inputs)

        def _backward():
            for node, rule in zip(inputs, rules, strict=True):
                node.grad = node.grad + unbroadcast(rule(out.grad), node.data.shape)

        out._backward = _backward
        return out

    def __add__(self, other):
        other = as_tensor(other)
        data = self.data + other.data
        return self._made(data, (self, other), lambda g: g, lambda g: g)

    def __mul__(self, other):
        other = as_tensor(other)
        x, y = self.data, other.data
        return self._made(x * y, (self, other), lambda g: g * y, lambda g: g * x)

    def __truediv__(self, other):
        other = as_tensor(other)
        x, y = self.data, other.data
        return self._made(x / y, (self, other), lambda g: g / y, lambda g: -g * x / y**2)

    def __neg__(self):
        return self._made(-self.data, (self,), lambda g: -g)

    def __pow__(self, n):
        x = self.data
        return self._made(x**n, (self,), lambda g: g * n * x ** ((n or 1) - 1.0))

    def __matmul__(self, other):
        other = as_tensor(other)
        # A vector is a matrix of one row on the left, and of one column on the right.
        x = self.data[None, :] if self.data.ndim == 1 else self.data
        y = other.data[:, None] if other.data.ndim == 1 else other.data
        shape = (x @ y).shape

        def left(g):
            g = g.reshape(shape) @ np.swapaxes(y, -1, -2)
            return unbroadcast(g, x.shape).reshape(self.data.shape)

        def right(g):
            g = np.swapaxes(x, -1, -2) @ g.reshape(shape)
            return unbroadcast(g, y.shape).reshape(other.data.shape)

        return self._made(self.data @ other.data, (self, other), left, right)

    def __radd__(self, other):
        return as_tensor(other) + self

    def __rmul__(self, other):
        return as_tensor(other) * self

    def __sub__(self, other):
        return self + -as_tensor(other)

    def __rsub__(self, other):
        return as_tensor(other) - self

    def __rtruediv__(self, other):
        return as_tensor(other) / self

    def __rmatmul__(self, other):
        return as_tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape

        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return np.broadcast_to(g, shape)

        return self._made(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return self._made(self.data.reshape(*shape), (self,), lambda g: g.reshape(self.data.shape))

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(range(self.data.ndim))[::-1]
        back = np.argsort([axis % self.data.ndim for axis in axes])
        return self._made(self.data.transpose(axes), (self,), lambda g: g.transpose(back))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            found = np.zeros_like(self.data)
            np.add.at(found, index, g)  # `found[index] += g` adds a row that comes twice only once
            return found

        return self._made(self.data[index], (self,), rule)

    def relu(self):
        return self._made(np.maximum(self.data, 0.0), (self,), lambda g: g * (self.data > 0))

    def exp(self):
        data = np.exp(self.data)
        return self._made(data, (self,), lambda g: g * data)

    def log(self):
        x = self.data
        return self._made(np.log(x), (self,), lambda g: g / x)

    def tanh(self):
        data = np.tanh(self.data)
        return self._made(data, (self,), lambda g: g * (1.0 - data**2))

    def log_softmax(self, axis=-1):
        moved = self.data - self.data.max(axis=axis, keepdims=True)
        data = moved - np.log(np.exp(moved).sum(axis=axis, keepdims=True))
        return self._made(
            data, (self,), lambda g: g - np.exp(data) * g.sum(axis=axis, keepdims=True)
        )

    def backward(self):
        order = in_order(self)
        for node in order:
            if node._prev:  # leaves add from call to call, inner tensors restart
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in reversed(order):
            node._backward()

    ### END SOLUTION


### BEGIN SOLUTION
# TODO: what you need beside the class
# STUB:
def as_tensor(item):
    return item if isinstance(item, Tensor) else Tensor(item)


def in_order(root):
    """Every tensor that can be reached from the root, once, inputs first."""
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack += [(each, False) for each in node._prev]
    return order


### END SOLUTION


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    ### BEGIN SOLUTION
    # TODO: axes that were added, axes of length 1 that were stretched
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    return grad.sum(axis=stretched, keepdims=True)
    ### END SOLUTION


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    ### BEGIN SOLUTION
    # TODO: log_softmax, an index, a mean
    rows = np.arange(len(labels))
    return -logits.log_softmax()[rows, np.asarray(labels)].mean()
    ### END SOLUTION


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    ### BEGIN SOLUTION
    # TODO: every tensor that can be reached
    for node in in_order(root):
        node.grad = np.zeros_like(node.data)
    ### END SOLUTION


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
