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

from graphlib import TopologicalSorter

import numpy as np


class Tensor:
    """An array and its gradient. Every operation has a subclass of its own: a product is a
    `Product`, and knows its two factors. What is just a `Tensor` is a leaf."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None
    operands = ()

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)

    def gain(self, amount):
        self.grad += unbroadcast(amount, self.data.shape)

    def pass_on(self):
        """Only a leaf has nothing below it."""

    def graph(self):
        below, todo = {}, [self]
        while todo:
            node = todo.pop()
            if node not in below:
                below[node] = node.operands
                todo.extend(node.operands)
        return below

    def backward(self):
        order = list(TopologicalSorter(self.graph()).static_order())
        for node in order:
            if isinstance(node, Result):
                node.grad = np.zeros(node.data.shape)
        self.gain(np.ones(self.data.shape))
        while order:
            order.pop().pass_on()

    def __neg__(self):
        return Scaled(self, -1.0)

    def __pow__(self, n):
        return Power(self, n)

    def sum(self, axis=None, keepdims=False):
        return Sum(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        total = Sum(self, axis, keepdims)
        return Scaled(total, total.data.size / self.data.size)

    def reshape(self, *shape):
        return View(self, lambda array: array.reshape(*shape))

    def transpose(self, axes=None):
        return View(self, lambda array: array.transpose(axes))

    T = property(lambda self: View(self, np.transpose))

    def __getitem__(self, index):
        return Selection(self, index)

    def relu(self):
        return Product(self, Tensor(self.data > 0))

    def exp(self):
        return Exponential(self)

    def log(self):
        return Logarithm(self)

    def tanh(self):
        return Tangent(self)

    def log_softmax(self, axis=-1):
        low = Difference(self, self.data.max(axis=axis, keepdims=True))
        return Difference(low, Logarithm(Sum(Exponential(low), axis, True)))


class Result(Tensor):
    """Something that was worked out. It may install operators on Tensor."""

    def __init_subclass__(cls, operator=None):
        if operator:
            setattr(Tensor, f"__{operator}__", lambda self, other: cls(self, other))
            setattr(Tensor, f"__r{operator}__", lambda self, other: cls(other, self))

    def __init__(self, data, *operands):
        super().__init__(data)
        self.operands = operands

    @staticmethod
    def lifted(*values):
        return (value if isinstance(value, Tensor) else Tensor(value) for value in values)


class Addition(Result, operator="add"):
    def __init__(self, a, b):
        a, b = self.lifted(a, b)
        super().__init__(a.data + b.data, a, b)

    def pass_on(self):
        for operand in self.operands:
            operand.gain(self.grad)


class Difference(Result, operator="sub"):
    def __init__(self, a, b):
        a, b = self.lifted(a, b)
        super().__init__(a.data - b.data, a, b)

    def pass_on(self):
        a, b = self.operands
        a.gain(self.grad)
        b.gain(-self.grad)


class Product(Result, operator="mul"):
    def __init__(self, a, b):
        a, b = self.lifted(a, b)
        super().__init__(a.data * b.data, a, b)

    def pass_on(self):
        a, b = self.operands
        a.gain(self.grad * b.data)
        b.gain(self.grad * a.data)


class Quotient(Result, operator="truediv"):
    def __init__(self, a, b):
        a, b = self.lifted(a, b)
        super().__init__(a.data / b.data, a, b)

    def pass_on(self):
        a, b = self.operands
        a.gain(self.grad / b.data)
        b.gain(-self.grad * self.data / b.data)


class MatrixProduct(Result, operator="matmul"):
    def __init__(self, a, b):
        a, b = self.lifted(a, b)
        super().__init__(a.data @ b.data, a, b)

    def pass_on(self):
        a, b = self.operands
        left = a.data if a.data.ndim > 1 else a.data[np.newaxis]
        right = b.data if b.data.ndim > 1 else b.data[:, np.newaxis]
        grad = self.grad.reshape(np.matmul(left, right).shape)
        for_left = np.matmul(grad, np.swapaxes(right, -1, -2))
        for_right = np.matmul(np.swapaxes(left, -1, -2), grad)
        a.gain(unbroadcast(for_left, left.shape).reshape(a.data.shape))
        b.gain(unbroadcast(for_right, right.shape).reshape(b.data.shape))


class Scaled(Result):
    def __init__(self, a, factor):
        super().__init__(a.data * factor, a)
        self.factor = factor

    def pass_on(self):
        self.operands[0].gain(self.grad * self.factor)


class Power(Result):
    def __init__(self, a, n):
        super().__init__(a.data**n, a)
        self.n = n

    def pass_on(self):
        (a,) = self.operands
        if self.n != 0:
            a.gain(self.grad * self.n * a.data ** (self.n - 1))


class Sum(Result):
    def __init__(self, a, axis, keepdims):
        super().__init__(a.data.sum(axis=axis, keepdims=keepdims), a)
        self.kept = a.data.sum(axis=axis, keepdims=True).shape

    def pass_on(self):
        (a,) = self.operands
        a.gain(np.broadcast_to(self.grad.reshape(self.kept), a.data.shape))


class View(Result):
    """The same entries in another shape: a function that gives a view, and is used once more on an
    empty array, which is then filled through this view."""

    def __init__(self, a, view):
        super().__init__(view(a.data), a)
        self.view = view

    def pass_on(self):
        (a,) = self.operands
        amount = np.empty(a.data.shape)  # C-contiguous, so that reshape gives a view
        self.view(amount)[...] = self.grad
        a.gain(amount)


class Selection(Result):
    def __init__(self, a, index):
        super().__init__(a.data[index], a)
        self.index = index

    def pass_on(self):
        (a,) = self.operands
        np.add.at(a.grad, self.index, self.grad)


class Exponential(Result):
    def __init__(self, a):
        super().__init__(np.exp(a.data), a)

    def pass_on(self):
        self.operands[0].gain(self.grad * self.data)


class Logarithm(Result):
    def __init__(self, a):
        super().__init__(np.log(a.data), a)

    def pass_on(self):
        self.operands[0].gain(self.grad / self.operands[0].data)


class Tangent(Result):
    def __init__(self, a):
        super().__init__(np.tanh(a.data), a)

    def pass_on(self):
        self.operands[0].gain(self.grad * (1.0 - self.data**2))


class CrossEntropy(Result):
    def __init__(self, logits, labels):
        self.chosen = np.arange(labels.size), labels
        self.scores = logits.log_softmax(axis=1).data
        super().__init__(-self.scores[self.chosen].mean(), logits)

    def pass_on(self):
        (logits,) = self.operands
        share = self.grad / self.chosen[1].size
        logits.gain(np.exp(self.scores) * share)
        np.subtract.at(logits.grad, self.chosen, share)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    from_the_end = -np.arange(1, np.ndim(grad) + 1)
    repeated = [i for i in from_the_end if -i > len(shape) or shape[i] == 1]
    return np.sum(grad, axis=tuple(repeated), keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    return CrossEntropy(logits, np.array(labels).astype(int))


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root.graph():
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
