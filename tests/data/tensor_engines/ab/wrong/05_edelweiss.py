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

import itertools

import numpy as np

_numbers = itertools.count()


def _tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


class Tensor:
    """An array, its gradient, and how it was made. A result has a higher number than its operands."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._rule = _rule
        self._number = next(_numbers)

    def _add(self, grad):
        self.grad = self.grad + unbroadcast(grad, self.data.shape)

    def __add__(self, other):
        other = _tensor(other)

        def rule(g):
            self._add(g)
            other._add(g)

        return Tensor(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = _tensor(other)

        def rule(g):
            self._add(g * other.data)
            other._add(g * self.data)

        return Tensor(self.data * other.data, (self, other), rule)

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: self._add(-g))

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self._add(g * (n * self.data ** (n - 1)))

        return Tensor(self.data**n, (self,), rule)

    def __matmul__(self, other):
        other = _tensor(other)
        if self.data.ndim == 1 and other.data.ndim == 1:
            return (self * other).sum()
        if self.data.ndim == 1:
            out = self.reshape(1, -1) @ other
            return out.reshape(out.data.shape[:-2] + out.data.shape[-1:])
        if other.data.ndim == 1:
            out = self @ other.reshape(-1, 1)
            return out.reshape(out.data.shape[:-1])

        def rule(g):
            self._add(g @ other.data.swapaxes(-2, -1))
            other._add(self.data.swapaxes(-2, -1) @ g)

        return Tensor(self.data @ other.data, (self, other), rule)

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape

        def rule(g):
            self._add(np.broadcast_to(g.reshape(kept), self.data.shape))

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), lambda g: self._add(g.reshape(self.data.shape)))

    def transpose(self, axes=None):
        def rule(g):
            back = None if axes is None else np.argsort(np.arange(self.data.ndim)[list(axes)])
            self._add(g.transpose(back))

        return Tensor(self.data.transpose(axes), (self,), rule)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            grad = np.zeros_like(self.data)
            np.add.at(grad, index, g)
            self._add(grad)

        return Tensor(self.data[index], (self,), rule)

    def relu(self):
        return Tensor(self.data.clip(min=0), (self,), lambda g: self._add(g * (self.data > 0)))

    def exp(self):
        value = np.exp(self.data)
        return Tensor(value, (self,), lambda g: self._add(g * value))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: self._add(g / self.data))

    def tanh(self):
        value = np.tanh(self.data)
        return Tensor(value, (self,), lambda g: self._add(g * (1 - value * value)))

    def log_softmax(self, axis=-1):
        value = self.data - self.data.max(axis=axis, keepdims=True)
        value = value - np.log(np.exp(value).sum(axis=axis, keepdims=True))

        def rule(g):
            self._add(g - np.exp(value) * g.sum(axis=axis, keepdims=True))

        return Tensor(value, (self,), rule)

    def backward(self):
        graph = reached(self)
        self.grad = self.grad + 1
        for t in graph:
            if t._rule is not None:
                t._rule(t.grad)
        # leave inner tensors clean for the next call
        for t in graph[1:]:
            if t._rule is not None:
                t.grad = np.zeros_like(t.data)

    def __sub__(self, other):
        return self + -_tensor(other)

    def __truediv__(self, other):
        return self * _tensor(other) ** -1

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def __rmatmul__(self, other):
        return _tensor(other) @ self

    __radd__ = __add__
    __rmul__ = __mul__


def reached(root):
    """Everything below root, the newest first."""
    found, todo = {}, [root]
    while todo:
        t = todo.pop()
        if t._number not in found:
            found[t._number] = t
            todo.extend(t._prev)
    return [found[number] for number in sorted(found, reverse=True)]


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=ones, keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    logp = logits.log_softmax(axis=1)
    return -logp[np.arange(logp.data.shape[0]), np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in reached(root):
        t.grad = np.zeros_like(t.data)


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
