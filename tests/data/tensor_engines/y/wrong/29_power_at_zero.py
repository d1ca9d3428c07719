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


class Node:
    """The part of a tensor that knows nothing of arithmetic: the graph."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.terms = []  # pairs: an operand, and its part of the rule

    @classmethod
    def result(cls, data, *terms):
        out = cls(data)
        out.terms.extend(terms)
        return out

    def nodes(self):
        """This node and all below it, in an order in which every operand comes later."""
        after, marked = [], set()
        stack = [(self, iter(self.terms))]
        marked.add(id(self))
        while stack:
            node, terms = stack[-1]
            for operand, _ in terms:
                if id(operand) not in marked:
                    marked.add(id(operand))
                    stack.append((operand, iter(operand.terms)))
                    break
            else:
                after.append(stack.pop()[0])
        after.reverse()
        return after

    def backward(self):
        nodes = self.nodes()
        for node in nodes:
            if node.terms:
                node.grad = np.zeros_like(node.data)
        self.grad += np.ones_like(self.data)
        for node in nodes:
            for operand, part in node.terms:
                operand.grad += unbroadcast(part(node.grad), operand.data.shape)


class Arithmetic(Node):
    def __add__(self, other):
        other = as_tensor(other)
        return Tensor.result(self.data + other.data, (self, lambda g: g), (other, lambda g: g))

    def __sub__(self, other):
        other = as_tensor(other)
        return Tensor.result(self.data - other.data, (self, lambda g: g), (other, lambda g: -g))

    def __mul__(self, other):
        a, b = self.data, as_tensor(other).data
        return Tensor.result(a * b, (self, lambda g: g * b), (as_tensor(other), lambda g: g * a))

    def __truediv__(self, other):
        other = as_tensor(other)
        a, b = self.data, other.data
        return Tensor.result(
            a / b, (self, lambda g: g / b), (other, lambda g: g * -a / np.square(b))
        )

    def __pow__(self, n):
        x = self.data
        with np.errstate(all="ignore"):
            slope = np.where(x == 0, 0.0, n * x ** (n - 1))
        return Tensor.result(x**n, (self, lambda g: g * slope))

    def __neg__(self):
        return Tensor.result(-self.data, (self, lambda g: -g))

    def __radd__(self, other):
        return as_tensor(other) + self

    def __rsub__(self, other):
        return as_tensor(other) - self

    def __rmul__(self, other):
        return as_tensor(other) * self

    def __rtruediv__(self, other):
        return as_tensor(other) / self


class Products(Node):
    def __matmul__(self, other):
        other = as_tensor(other)
        a, b = self.data, other.data
        if a.ndim == 1 or b.ndim == 1:
            # as a sum of products, entry by entry
            if b.ndim == 1:
                return (self * other).sum(axis=-1)
            column = self.reshape(-1, 1)
            return (column * other).sum(axis=-2)
        return Tensor.result(
            a @ b,
            (self, lambda g: g @ np.swapaxes(b, -1, -2)),
            (other, lambda g: np.swapaxes(a, -1, -2) @ g),
        )

    def __rmatmul__(self, other):
        return as_tensor(other) @ self


class Reductions(Node):
    def sum(self, axis=None, keepdims=False):
        kept = np.sum(self.data, axis=axis, keepdims=True)
        out = kept if keepdims else np.sum(self.data, axis=axis)
        return Tensor.result(
            out, (self, lambda g: np.broadcast_to(g.reshape(kept.shape), self.data.shape))
        )

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis=axis, keepdims=keepdims)
        return out * (out.data.size / self.data.size)

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return Tensor.result(
            y, (self, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))
        )


class Shapes(Node):
    def reshape(self, *shape):
        return Tensor.result(
            self.data.reshape(*shape), (self, lambda g: g.reshape(self.data.shape))
        )

    def transpose(self, axes=None):
        back = None if axes is None else np.argsort([i % len(axes) for i in axes])
        return Tensor.result(self.data.transpose(axes), (self, lambda g: g.transpose(back)))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def part(g):
            out = np.zeros_like(self.data)
            np.add.at(out, index, g)
            return out

        return Tensor.result(self.data[index], (self, part))


class Functions(Node):
    def relu(self):
        return Tensor.result(
            np.maximum(self.data, 0), (self, lambda g: np.where(self.data > 0, g, 0))
        )

    def exp(self):
        y = np.exp(self.data)
        return Tensor.result(y, (self, lambda g: g * y))

    def log(self):
        return Tensor.result(np.log(self.data), (self, lambda g: g / self.data))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor.result(y, (self, lambda g: g * (1 - y) * (1 + y)))


class Tensor(Arithmetic, Products, Reductions, Shapes, Functions):
    """An array, its gradient, and how it was made."""


def as_tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    stretched = tuple(i for i, (n, m) in enumerate(zip(shape, grad.shape)) if n < m)
    return grad.sum(axis=stretched, keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    return -logits.log_softmax()[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root.nodes():
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
