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

from functools import wraps

import numpy as np


def operation(method):
    """`method` gives arrays only: the value, the operands, and a function that takes the gradient
    of the value to those of the operands. The decorated method gives a tensor."""

    @wraps(method)
    def build(self, *args, **kwargs):
        value, operands, pull = method(self, *args, **kwargs)
        out = Tensor(value)
        out._operands, out._pull = operands, pull
        return out

    return build


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._operands, self._pull = (), None

    # ---- two operands ----

    @operation
    def __add__(self, other):
        a, b = self, _tensor(other)
        return a.data + b.data, (a, b), lambda g: (g, g)

    @operation
    def __sub__(self, other):
        a, b = self, _tensor(other)
        return a.data - b.data, (a, b), lambda g: (g, -g)

    @operation
    def __mul__(self, other):
        a, b = self, _tensor(other)
        return a.data * b.data, (a, b), lambda g: (g * b.data, g * a.data)

    @operation
    def __truediv__(self, other):
        a, b = self, _tensor(other)
        return a.data / b.data, (a, b), lambda g: (g / b.data, -g * a.data / b.data**2)

    @operation
    def __matmul__(self, other):
        a, b = self, _tensor(other)
        x = a.data.reshape(1, -1) if a.data.ndim == 1 else a.data
        y = b.data.reshape(-1, 1) if b.data.ndim == 1 else b.data

        def pull(g):
            if a.data.ndim == 1:
                g = g[..., None, :] if b.data.ndim > 1 else g.reshape(1)
            if b.data.ndim == 1:
                g = g[..., :, None]
            to_x = unbroadcast(g @ y.swapaxes(-1, -2), x.shape)
            to_y = unbroadcast(x.swapaxes(-1, -2) @ g, y.shape)
            return to_x.reshape(a.data.shape), to_y.reshape(b.data.shape)

        return a.data @ b.data, (a, b), pull

    def __radd__(self, other):
        return _tensor(other) + self

    def __rsub__(self, other):
        return _tensor(other) - self

    def __rmul__(self, other):
        return _tensor(other) * self

    def __rtruediv__(self, other):
        return _tensor(other) / self

    def __rmatmul__(self, other):
        return _tensor(other) @ self

    # ---- one operand ----

    @operation
    def __neg__(self):
        return -self.data, (self,), lambda g: (-g,)

    @operation
    def __pow__(self, n):
        x = self.data
        return x**n, (self,), lambda g: (g * n * x ** (n - 1) if n else 0.0 * g,)

    @operation
    def relu(self):
        x = self.data
        return np.maximum(x, 0.0), (self,), lambda g: (g * (x > 0.0),)

    @operation
    def exp(self):
        y = np.exp(self.data)
        return y, (self,), lambda g: (g * y,)

    @operation
    def log(self):
        x = self.data
        return np.log(x), (self,), lambda g: (g / x,)

    @operation
    def tanh(self):
        y = np.tanh(self.data)
        return y, (self,), lambda g: (g * (1.0 - y**2),)

    @operation
    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return y, (self,), lambda g: (g - np.exp(y) * g.sum(axis=axis, keepdims=True),)

    @operation
    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        shape = self.data.shape
        return (
            self.data.sum(axis=axis, keepdims=keepdims),
            (self,),
            lambda g: (np.broadcast_to(g.reshape(kept), shape),),
        )

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis=axis, keepdims=keepdims)
        return out / (self.data.size // out.data.size)

    @operation
    def reshape(self, *shape):
        old = self.data.shape
        return self.data.reshape(*shape), (self,), lambda g: (g.reshape(old, order="A"),)

    @operation
    def transpose(self, axes=None):
        if axes is None:
            return self.data.T, (self,), lambda g: (g.T,)
        back = np.argsort([axis % self.data.ndim for axis in axes])
        return self.data.transpose(axes), (self,), lambda g: (g.transpose(back),)

    @property
    def T(self):
        return self.transpose()

    @operation
    def __getitem__(self, index):
        shape = self.data.shape

        def pull(g):
            whole = np.zeros(shape)
            np.add.at(whole, index, g)
            return (whole,)

        return self.data[index], (self,), pull

    # ---- backward ----

    def backward(self):
        gradient = {self: np.ones(self.data.shape)}
        for node in reversed(_sorted(self)):
            g = gradient.pop(node)
            if node._pull is None:
                node.grad += g
                continue
            for operand, part in zip(node._operands, node._pull(g)):
                part = unbroadcast(part, operand.data.shape)
                gradient[operand] = gradient[operand] + part if operand in gradient else part


def _tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def _sorted(root):
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, closed = stack.pop()
        if closed:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack += [(operand, False) for operand in node._operands]
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == tuple(shape):
        return grad
    added = grad.ndim - len(shape)
    stretched = [added + i for i, n in enumerate(shape) if n == 1]
    return grad.sum(axis=(*range(added), *stretched)).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    return -logits.log_softmax()[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in _sorted(root):
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
