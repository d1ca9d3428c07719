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

from functools import partial

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._rule = _rule

    def is_leaf(self):
        return self._rule is None

    def clear(self):
        self.grad = np.zeros_like(self.data)

    def __add__(self, other):
        other = plain(other)
        return Tensor(self.data + other.data, (self, other), add_rule)

    def __mul__(self, other):
        other = plain(other)
        return Tensor(self.data * other.data, (self, other), mul_rule)

    def __truediv__(self, other):
        other = plain(other)
        return Tensor(self.data / other.data, (self, other), div_rule)

    def __matmul__(self, other):
        other = plain(other)
        return Tensor(self.data @ other.data, (self, other), matmul_rule)

    def __pow__(self, n):
        return Tensor(self.data**n, (self,), partial(pow_rule, n=n))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + plain(other) * -1.0

    def __radd__(self, other):
        return plain(other) + self

    def __rsub__(self, other):
        return plain(other) + self * -1.0

    def __rmul__(self, other):
        return plain(other) * self

    def __rtruediv__(self, other):
        return plain(other) / self

    def __rmatmul__(self, other):
        return plain(other) @ self

    def sum(self, axis=None, keepdims=False):
        rule = partial(sum_rule, axis=axis, keepdims=keepdims)
        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), reshape_rule)

    def transpose(self, axes=None):
        if axes is not None:
            axes = tuple(i % self.data.ndim for i in axes)
        return Tensor(self.data.transpose(axes), (self,), partial(transpose_rule, axes=axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), partial(index_rule, index=index))

    def relu(self):
        return Tensor(np.maximum(self.data, 0.0), (self,), relu_rule)

    def exp(self):
        return Tensor(np.exp(self.data), (self,), exp_rule)

    def log(self):
        return Tensor(np.log(self.data), (self,), log_rule)

    def tanh(self):
        return Tensor(np.tanh(self.data), (self,), tanh_rule)

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return Tensor(y, (self,), partial(log_softmax_rule, axis=axis))

    def backward(self):
        if self.is_leaf():
            self.grad += np.ones_like(self.data)
            return
        order = topological(self)
        self.grad = np.ones_like(self.data)
        for node in reversed(order):
            if not node.is_leaf():
                node._rule(node, *node._prev)
        # inner tensors are clean again for the next call
        for node in order[:-1]:
            if not node.is_leaf():
                node.clear()


# ---- the rules: what a result adds to the gradients of its operands ----


def send(tensor, grad):
    tensor.grad += unbroadcast(grad, tensor.data.shape)


def add_rule(out, a, b):
    send(a, out.grad)
    send(b, out.grad)


def mul_rule(out, a, b):
    send(a, out.grad * b.data)
    send(b, out.grad * a.data)


def div_rule(out, a, b):
    send(a, out.grad / b.data)
    send(b, -out.grad * out.data / b.data)


def matmul_rule(out, a, b):
    if a.data.ndim == 1 and b.data.ndim == 1:
        send(a, out.grad * b.data)
        send(b, out.grad * a.data)
    elif b.data.ndim == 1:
        column = out.grad[..., np.newaxis]
        send(a, column * b.data)
        send(b, column * a.data)
    elif a.data.ndim == 1:
        row = out.grad[..., np.newaxis, :]
        send(a, (row * b.data).sum(axis=-1))
        send(b, row * a.data[:, np.newaxis])
    else:
        send(a, out.grad @ b.data.swapaxes(-1, -2))
        send(b, a.data.swapaxes(-1, -2) @ out.grad)


def pow_rule(out, a, n):
    if n != 0:
        send(a, out.grad * n * a.data ** (n - 1))


def sum_rule(out, a, axis, keepdims):
    grad = out.grad
    if axis is not None and not keepdims:
        grad = np.expand_dims(grad, axis)
    send(a, np.broadcast_to(grad, a.data.shape))


def reshape_rule(out, a):
    send(a, out.grad.reshape(a.data.shape))


def transpose_rule(out, a, axes):
    send(a, out.grad.transpose(None if axes is None else np.argsort(axes)))


def index_rule(out, a, index):
    grad = np.zeros_like(a.data)
    np.add.at(grad, index, out.grad)
    send(a, grad)


def relu_rule(out, a):
    send(a, out.grad * (a.data > 0))


def exp_rule(out, a):
    send(a, out.grad * out.data)


def log_rule(out, a):
    send(a, out.grad / a.data)


def tanh_rule(out, a):
    send(a, out.grad * (1.0 - out.data**2))


def log_softmax_rule(out, a, axis):
    send(a, out.grad - np.exp(out.data) * out.grad.sum(axis=axis, keepdims=True))


# ---- helpers ----


def plain(value):
    """`value` itself if it is a tensor, else a tensor of it."""
    return value if isinstance(value, Tensor) else Tensor(value)


def topological(root):
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack.extend((each, False) for each in node._prev)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    for _ in range(grad.ndim - len(shape)):
        grad = grad.sum(axis=0)
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows, labels = np.arange(len(labels)), np.asarray(labels, dtype=int)
    return -logits.log_softmax(axis=1)[rows, labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in topological(root):
        node.clear()


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
