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

from typing import Callable, List, NamedTuple

import numpy as np


class Dependency(NamedTuple):
    tensor: "Tensor"
    local: Callable[[np.ndarray], np.ndarray]


class Tensor:
    """Every tensor has a list of the tensors it depends on, with a function for each."""

    __array_ufunc__ = None

    def __init__(self, data, made_of: List[Dependency] = ()):
        self.data = np.array(data, dtype=np.float64)
        self.made_of = list(made_of)
        self.zero_grad()

    def zero_grad(self):
        self.grad = np.zeros(self.data.shape, dtype=np.float64)

    # the walk

    def topological(self):
        done, order = set(), []
        stack = [(self, False)]
        while stack:
            tensor, ready = stack.pop()
            if ready:
                order.append(tensor)
            elif id(tensor) not in done:
                done.add(id(tensor))
                stack.append((tensor, True))
                for dep in tensor.made_of:
                    stack.append((dep.tensor, False))
        order.reverse()
        return order

    def backward(self):
        order = self.topological()
        for tensor in order:
            if tensor.made_of:
                tensor.zero_grad()
        self.grad = np.asarray(self.grad + 1.0)
        for tensor in order:
            for dep in tensor.made_of:
                dep.tensor.grad = np.asarray(dep.tensor.grad + dep.local(tensor.grad))

    # arithmetic

    def __add__(self, other):
        return add(self, ensure(other))

    def __radd__(self, other):
        return add(ensure(other), self)

    def __sub__(self, other):
        return add(self, neg(ensure(other)))

    def __rsub__(self, other):
        return add(ensure(other), neg(self))

    def __mul__(self, other):
        return mul(self, ensure(other))

    def __rmul__(self, other):
        return mul(ensure(other), self)

    def __truediv__(self, other):
        return div(self, ensure(other))

    def __rtruediv__(self, other):
        return div(ensure(other), self)

    def __matmul__(self, other):
        return matmul(self, ensure(other))

    def __rmatmul__(self, other):
        return matmul(ensure(other), self)

    def __neg__(self):
        return neg(self)

    def __pow__(self, n):
        return power(self, n)

    def __getitem__(self, index):
        return take(self, index)

    # the rest

    def sum(self, axis=None, keepdims=False):
        return tensor_sum(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        return tensor_mean(self, axis, keepdims)

    def reshape(self, *shape):
        if len(shape) == 1 and hasattr(shape[0], "__len__"):
            shape = tuple(shape[0])
        return Tensor(self.data.reshape(shape), [Dependency(self, lambda g: g.reshape(self.data.shape))])

    def transpose(self, axes=None):
        if axes is None:
            axes = range(self.data.ndim - 1, -1, -1)
        axes = [ax + self.data.ndim if ax < 0 else ax for ax in axes]
        return Tensor(np.transpose(self.data, axes), [Dependency(self, lambda g: np.transpose(g, np.argsort(axes)))])

    T = property(transpose)

    def relu(self):
        return Tensor(np.maximum(0.0, self.data), [Dependency(self, lambda g: g * np.heaviside(self.data, 0.0))])

    def exp(self):
        data = np.exp(self.data)
        return Tensor(data, [Dependency(self, lambda g: g * data)])

    def log(self):
        return Tensor(np.log(self.data), [Dependency(self, lambda g: g / self.data)])

    def tanh(self):
        data = np.tanh(self.data)
        return Tensor(data, [Dependency(self, lambda g: g * (1.0 - np.square(data)))])

    def log_softmax(self, axis=-1):
        shifted = self.data - np.max(self.data, axis=axis, keepdims=True)
        data = shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True))

        def local(g):
            return g - np.exp(data) * np.sum(g, axis=axis, keepdims=True)

        return Tensor(data, [Dependency(self, local)])


def ensure(value) -> Tensor:
    return value if isinstance(value, Tensor) else Tensor(value)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    ndims_added = np.ndim(grad) - len(shape)
    for _ in range(ndims_added):
        grad = np.sum(grad, axis=0)
    for i, dim in enumerate(shape):
        if dim == 1:
            grad = np.sum(grad, axis=i, keepdims=True)
    return np.asarray(grad)


def add(t1: Tensor, t2: Tensor) -> Tensor:
    def grad_fn1(g):
        return unbroadcast(g, t1.data.shape)

    def grad_fn2(g):
        return unbroadcast(g, t2.data.shape)

    return Tensor(t1.data + t2.data, [Dependency(t1, grad_fn1), Dependency(t2, grad_fn2)])


def mul(t1: Tensor, t2: Tensor) -> Tensor:
    def grad_fn1(g):
        return unbroadcast(g * t2.data, t1.data.shape)

    def grad_fn2(g):
        return unbroadcast(g * t1.data, t2.data.shape)

    return Tensor(t1.data * t2.data, [Dependency(t1, grad_fn1), Dependency(t2, grad_fn2)])


def div(t1: Tensor, t2: Tensor) -> Tensor:
    def grad_fn1(g):
        return unbroadcast(g / t2.data, t1.data.shape)

    def grad_fn2(g):
        return unbroadcast(-g * t1.data / (t2.data * t2.data), t2.data.shape)

    return Tensor(t1.data / t2.data, [Dependency(t1, grad_fn1), Dependency(t2, grad_fn2)])


def neg(x: Tensor) -> Tensor:
    return Tensor(-x.data, [Dependency(x, lambda g: -g)])


def power(x: Tensor, n) -> Tensor:
    def local(g):
        if n == 0:
            return np.zeros_like(g)
        return g * n * np.power(x.data, n - 1)

    return Tensor(np.power(x.data, n), [Dependency(x, local)])


def matmul(t1: Tensor, t2: Tensor) -> Tensor:
    def as_matrices(g):
        a, b = t1.data, t2.data
        if b.ndim == 1:
            b, g = b[:, np.newaxis], g[..., np.newaxis]
        if a.ndim == 1:
            a, g = a[np.newaxis, :], g[..., np.newaxis, :]
        return a, b, g

    def grad_fn1(g):
        a, b, g = as_matrices(g)
        return unbroadcast(g @ np.swapaxes(b, -1, -2), a.shape).reshape(t1.data.shape)

    def grad_fn2(g):
        a, b, g = as_matrices(g)
        return unbroadcast(np.swapaxes(a, -1, -2) @ g, b.shape).reshape(t2.data.shape)

    return Tensor(t1.data @ t2.data, [Dependency(t1, grad_fn1), Dependency(t2, grad_fn2)])


def put_back(g, axis, ndim):
    """A reduced gradient with its axes in place again, each of length 1."""
    axes = axis if isinstance(axis, tuple) else (axis,)
    for ax in [ax % ndim for ax in axes]:
        g = np.expand_dims(g, ax)
    return g


def tensor_sum(x: Tensor, axis, keepdims) -> Tensor:
    def local(g):
        if axis is not None and not keepdims:
            g = put_back(g, axis, x.data.ndim)
        return g * np.ones_like(x.data)

    return Tensor(x.data.sum(axis=axis, keepdims=keepdims), [Dependency(x, local)])


def tensor_mean(x: Tensor, axis, keepdims) -> Tensor:
    data = x.data.mean(axis=axis, keepdims=keepdims)
    share = np.size(data) / np.size(x.data)

    def local(g):
        if axis is not None and not keepdims:
            g = put_back(g, axis, x.data.ndim)
        return g * share * np.ones_like(x.data)

    return Tensor(data, [Dependency(x, local)])


def take(x: Tensor, index) -> Tensor:
    def local(g):
        grad = np.zeros_like(x.data)
        np.add.at(grad, index, g)
        return grad

    return Tensor(x.data[index], [Dependency(x, local)])


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = logits.data.shape[0]
    labels = np.asarray(labels, dtype=int)
    logp = logits.log_softmax(axis=1)

    def local(g):
        grad = np.zeros_like(logp.data)
        grad[np.arange(n), labels] = -1.0 / n
        return g * grad

    return Tensor(-logp.data[np.arange(n), labels].mean(), [Dependency(logp, local)])


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for tensor in root.topological():
        tensor.zero_grad()


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
