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

# Rules are functions that return a tuple: one gradient for each input.
import operator

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, operands=(), back=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.operands = tuple(operands)
        self.back = back

    def __add__(self, other):
        return elementwise(operator.add, self, other, lambda g, a, b: (g, g))

    def __sub__(self, other):
        return elementwise(operator.sub, self, other, lambda g, a, b: (g, -g))

    def __mul__(self, other):
        return elementwise(operator.mul, self, other, lambda g, a, b: (g * b, g * a))

    def __truediv__(self, other):
        return elementwise(operator.truediv, self, other, lambda g, a, b: (g / b, -(g / b) * (a / b)))

    def __radd__(self, other):
        return elementwise(operator.add, other, self, lambda g, a, b: (g, g))

    def __rsub__(self, other):
        return elementwise(operator.sub, other, self, lambda g, a, b: (g, -g))

    def __rmul__(self, other):
        return elementwise(operator.mul, other, self, lambda g, a, b: (g * b, g * a))

    def __rtruediv__(self, other):
        return elementwise(operator.truediv, other, self, lambda g, a, b: (g / b, -(g / b) * (a / b)))

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Tensor(np.ones_like(x), (self,), lambda g: (np.zeros_like(g),))
        return Tensor(x**n, (self,), lambda g: (g * (n * x ** (n - 1)),))

    def __matmul__(self, other):
        return matmul(self, other)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        axes = normal_axes(axis, len(shape))
        kept = tuple(1 if i in axes else n for i, n in enumerate(shape))
        value = self.data.sum(axis=axes).reshape(kept if keepdims else drop(shape, axes))
        return Tensor(value, (self,), lambda g: (np.broadcast_to(g.reshape(kept), shape),))

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        share, to_all = out.data.size / self.data.size, out.back
        return Tensor(out.data * share, (self,), lambda g: to_all(g * share))

    def reshape(self, *shape):
        if len(shape) == 1 and not isinstance(shape[0], (int, np.integer)):
            (shape,) = shape
        old = self.data.shape
        return Tensor(self.data.reshape(shape), (self,), lambda g: (g.reshape(old),))

    def transpose(self, axes=None):
        if axes is None:
            return Tensor(self.data.T, (self,), lambda g: (g.T,))
        axes = [i % self.data.ndim for i in axes]
        back = [axes.index(i) for i in range(len(axes))]
        return Tensor(self.data.transpose(axes), (self,), lambda g: (g.transpose(back),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def back(g):
            back = np.zeros(shape)
            np.add.at(back, index, g)
            return (back,)

        return Tensor(self.data[index], (self,), back)

    def relu(self):
        on = self.data > 0
        return Tensor(np.where(on, self.data, 0.0), (self,), lambda g: (np.where(on, g, 0.0),))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: (g * y,))

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self,), lambda g: (g / x,))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: (g - g * y * y,))

    def log_softmax(self, axis=-1):
        x = self.data
        top = np.amax(x, axis=axis, keepdims=True)
        y = x - top - np.log(np.sum(np.exp(x - top), axis=axis, keepdims=True))
        return Tensor(y, (self,), lambda g: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),))

    def backward(self):
        order = consumers_first(self)
        waiting = {id(self): np.ones(self.data.shape)}
        for node in order:
            total = waiting.pop(id(node))
            if node.operands:
                node.grad = np.array(total)
                for one, g in zip(node.operands, node.back(total), strict=True):
                    before = waiting.get(id(one))
                    waiting[id(one)] = g if before is None else before + g
            else:
                node.grad = np.array(total)


def elementwise(op, a, b, rule):
    a, b = (x if isinstance(x, Tensor) else Tensor(x) for x in (a, b))
    x, y = a.data, b.data

    def back(g):
        to_a, to_b = rule(g, x, y)
        return unbroadcast(to_a, x.shape), unbroadcast(to_b, y.shape)

    return Tensor(op(x, y), (a, b), back)


def matmul(a, b):
    a, b = (x if isinstance(x, Tensor) else Tensor(x) for x in (a, b))
    x, y = a.data, b.data
    x2 = x[None] if x.ndim == 1 else x
    y2 = y[:, None] if y.ndim == 1 else y
    full = np.matmul(x2, y2)

    def back(g):
        g = g.reshape(full.shape)
        to_a = unbroadcast(g @ np.swapaxes(y2, -2, -1), x2.shape)
        to_b = unbroadcast(np.swapaxes(x2, -2, -1) @ g, y2.shape)
        return to_a.reshape(x.shape), to_b.reshape(y.shape)

    return Tensor(np.matmul(x, y), (a, b), back)


def normal_axes(axis, ndim):
    if axis is None:
        return tuple(range(ndim))
    if not isinstance(axis, tuple):
        axis = (axis,)
    return tuple(operator.index(i) % ndim for i in axis)


def drop(shape, axes):
    return tuple(n for i, n in enumerate(shape) if i not in axes)


def consumers_first(root):
    order, seen = [], set()

    def visit(node):
        seen.add(id(node))
        for one in node.operands:
            if id(one) not in seen:
                visit(one)
        order.append(node)

    visit(root)
    return order[::-1]


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    front = grad.ndim - len(shape)
    axes = tuple(range(front)) + tuple(front + i for i, n in enumerate(shape) if n == 1)
    return np.add.reduce(grad, axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    y = logits.log_softmax(-1)
    rows = np.arange(y.data.shape[0])
    return -y[rows, np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in consumers_first(root):
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
