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
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, parents=(), grad_fn=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.parents = parents
        self.grad_fn = grad_fn

    # ---- arithmetic ----

    def __add__(self, other):
        other = as_tensor(other)
        return Tensor(self.data + other.data, (self, other), lambda g: [g, g])

    def __sub__(self, other):
        other = as_tensor(other)
        return Tensor(self.data - other.data, (self, other), lambda g: [g, -g])

    def __mul__(self, other):
        other = as_tensor(other)
        x, y = self.data, other.data
        return Tensor(x * y, (self, other), lambda g: [g * y, g * x])

    def __truediv__(self, other):
        other = as_tensor(other)
        x, y = self.data, other.data
        return Tensor(x / y, (self, other), lambda g: [g / y, -g * x / y**2])

    def __matmul__(self, other):
        other = as_tensor(other)
        x, y = self.data, other.data
        left = "ij" if x.ndim > 1 else "j"
        right = "jk" if y.ndim > 1 else "j"
        result = ("i" if x.ndim > 1 else "") + ("k" if y.ndim > 1 else "")

        def grad_fn(g):
            # the stack's axes come first in all three, and are summed by unbroadcast
            shape = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
            ones = np.ones(shape)
            gx = np.einsum(f"...,...{result},...{right}->...{left}", ones, g, y)
            gy = np.einsum(f"...,...{left},...{result}->...{right}", ones, x, g)
            return [gx, gy]

        return Tensor(x @ y, (self, other), grad_fn)

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: [-g])

    def __pow__(self, n):
        x = self.data
        return Tensor(x**n, (self,), lambda g: [g * n * x ** (n - 1) if n != 0 else g * 0])

    def __radd__(self, other):
        return as_tensor(other) + self

    def __rsub__(self, other):
        return as_tensor(other) - self

    def __rmul__(self, other):
        return as_tensor(other) * self

    def __rtruediv__(self, other):
        return as_tensor(other) / self

    def __rmatmul__(self, other):
        return as_tensor(other) @ self

    # ---- reductions and shapes ----

    def sum(self, axis=None, keepdims=False):
        x = self.data

        def grad_fn(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return [np.broadcast_to(g, x.shape)]

        return Tensor(x.sum(axis=axis, keepdims=keepdims), (self,), grad_fn)

    def mean(self, axis=None, keepdims=False):
        axes = range(self.data.ndim) if axis is None else np.atleast_1d(axis)
        count = 1
        for i in axes:
            count *= self.data.shape[i]
        return self.sum(axis=axis, keepdims=keepdims) / count

    def reshape(self, *shape):
        x = self.data
        return Tensor(x.reshape(*shape), (self,), lambda g: [g.reshape(x.shape)])

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim - 1, -1, -1)
        positions = np.arange(self.data.ndim)[list(axes)] if self.data.ndim else []
        back = list(np.argsort(positions))
        return Tensor(self.data.transpose(*axes), (self,), lambda g: [g.transpose(back)])

    T = property(transpose)

    def __getitem__(self, index):
        x = self.data

        def grad_fn(g):
            out = np.zeros(x.shape)
            np.add.at(out, index, g)
            return [out]

        return Tensor(x[index], (self,), grad_fn)

    # ---- functions ----

    def relu(self):
        x = self.data
        return Tensor(np.maximum(x, 0), (self,), lambda g: [np.heaviside(x, 1) * g])

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: [y * g])

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self,), lambda g: [g / x])

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: [(1 - y * y) * g])

    def log_softmax(self, axis=-1):
        z = self - self.data.max(axis=axis, keepdims=True)
        return z - z.exp().sum(axis=axis, keepdims=True).log()

    # ---- gradients ----

    def backward(self):
        order = walk(self)
        for each in order:
            if each.parents:
                each.grad = np.zeros_like(each.data)
        self.grad = self.grad + np.ones_like(self.data)
        for each in reversed(order):
            if each.parents:
                for parent, g in zip(each.parents, each.grad_fn(each.grad)):
                    parent.grad = parent.grad + unbroadcast(np.asarray(g), parent.data.shape)


def as_tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def walk(root):
    order, seen = [], set()
    stack = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            for parent in node.parents:
                stack.append((parent, False))
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    letters = "abcdefghijkl"[: grad.ndim]
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    kept = "".join(letter for letter, n in zip(letters, padded) if n != 1)
    return np.einsum(f"{letters}->{kept}", grad).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    target = np.zeros(logits.data.shape)
    target[np.arange(target.shape[0]), labels] = 1.0
    return -(logits.log_softmax() * target).sum() / target.shape[0]


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for each in walk(root):
        each.grad = np.zeros_like(each.data)


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
