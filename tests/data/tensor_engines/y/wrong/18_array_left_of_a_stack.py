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

    def __init__(self, data, _prev=(), _op="leaf"):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._prev = _prev
        self._op = _op
        self._rule = None

    def __repr__(self):
        return f"<Tensor {self._op} {self.data.shape}>"

    # ---- arithmetic ----

    def __add__(self, other):
        other = Tensor._of(other)
        out = Tensor(self.data + other.data, (self, other), "+")

        def rule(up):
            self._receive(up)
            other._receive(up)

        out._rule = rule
        return out

    def __sub__(self, other):
        other = Tensor._of(other)
        out = Tensor(self.data - other.data, (self, other), "-")

        def rule(up):
            self._receive(up)
            other._receive(-up)

        out._rule = rule
        return out

    def __mul__(self, other):
        other = Tensor._of(other)
        out = Tensor(self.data * other.data, (self, other), "*")

        def rule(up):
            self._receive(up * other.data)
            other._receive(up * self.data)

        out._rule = rule
        return out

    def __truediv__(self, other):
        other = Tensor._of(other)
        out = Tensor(self.data / other.data, (self, other), "/")

        def rule(up):
            self._receive(up / other.data)
            other._receive(-up * self.data / (other.data * other.data))

        out._rule = rule
        return out

    def __pow__(self, n):
        out = Tensor(self.data**n, (self,), "**")

        def rule(up):
            if n == 0:
                return
            self._receive(up * (n * self.data ** (n - 1)))

        out._rule = rule
        return out

    def __matmul__(self, other):
        other = Tensor._of(other)
        out = Tensor(self.data @ other.data, (self, other), "@")

        def rule(up):
            a, b = self.data, other.data
            if a.ndim == 1 and b.ndim == 1:
                self._receive(up * b)
                other._receive(up * a)
            elif a.ndim == 1:
                self._receive((b @ up[..., :, None])[..., 0])
                other._receive(a[:, None] * up[..., None, :])
            elif b.ndim == 1:
                self._receive(up[..., :, None] * b)
                other._receive((up[..., None, :] @ a)[..., 0, :])
            else:
                self._receive(up @ b.swapaxes(-1, -2))
                other._receive(a.swapaxes(-1, -2) @ up)

        out._rule = rule
        return out

    def __neg__(self):
        out = Tensor(-self.data, (self,), "neg")
        out._rule = lambda up: self._receive(-up)
        return out

    # ---- the plain operand is on the left ----

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return (self.T @ np.transpose(other)).T

    # ---- sums ----

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), "sum")
        long_shape = self.data.sum(axis=axis, keepdims=True).shape
        out._rule = lambda up: self._receive(up.reshape(long_shape) + np.zeros(self.data.shape))
        return out

    def mean(self, axis=None, keepdims=False):
        out = Tensor(self.data.mean(axis=axis, keepdims=keepdims), (self,), "mean")
        long_shape = self.data.sum(axis=axis, keepdims=True).shape
        share = out.data.size / self.data.size
        out._rule = lambda up: self._receive(
            up.reshape(long_shape) * np.full(self.data.shape, share)
        )
        return out

    # ---- shapes ----

    def reshape(self, *shape):
        out = Tensor(self.data.reshape(*shape), (self,), "reshape")
        out._rule = lambda up: self._receive(up.reshape(self.data.shape))
        return out

    def transpose(self, axes=None):
        out = Tensor(np.transpose(self.data, axes), (self,), "transpose")

        def rule(up):
            if axes is None:
                self._receive(up.T)
            else:
                self._receive(np.moveaxis(up, range(up.ndim), axes))

        out._rule = rule
        return out

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        out = Tensor(self.data[index], (self,), "index")

        def rule(up):
            whole = np.zeros(self.data.shape)
            np.add.at(whole, index, up)
            self._receive(whole)

        out._rule = rule
        return out

    # ---- functions ----

    def relu(self):
        out = Tensor(self.data * (self.data > 0), (self,), "relu")
        out._rule = lambda up: self._receive(up * (self.data > 0))
        return out

    def exp(self):
        out = Tensor(np.exp(self.data), (self,), "exp")
        out._rule = lambda up: self._receive(up * out.data)
        return out

    def log(self):
        out = Tensor(np.log(self.data), (self,), "log")
        out._rule = lambda up: self._receive(up / self.data)
        return out

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,), "tanh")
        out._rule = lambda up: self._receive(up * (1.0 - out.data * out.data))
        return out

    def log_softmax(self, axis=-1):
        top = self.data.max(axis=axis, keepdims=True)
        norm = top + np.log(np.exp(self.data - top).sum(axis=axis, keepdims=True))
        out = Tensor(self.data - norm, (self,), "log_softmax")
        out._rule = lambda up: self._receive(
            up - np.exp(out.data) * up.sum(axis=axis, keepdims=True)
        )
        return out

    # ---- the engine ----

    @staticmethod
    def _of(value):
        return value if isinstance(value, Tensor) else Tensor(value)

    def _receive(self, grad):
        self.grad += unbroadcast(grad, self.data.shape)

    def _below(self, found=None):
        """This tensor and all below it, operands first."""
        found = {} if found is None else found
        if id(self) not in found:
            found[id(self)] = None
            for operand in self._prev:
                operand._below(found)
            del found[id(self)]
            found[id(self)] = self
        return found

    def backward(self):
        order = list(self._below().values())
        for node in order:
            if node._rule is not None:
                node.grad = np.zeros(node.data.shape)
        self.grad += np.ones(self.data.shape)
        for node in order[::-1]:
            if node._rule is not None:
                node._rule(node.grad)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(i for i in range(grad.ndim) if padded[i] == 1)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.array(labels, dtype=int)
    rows = np.arange(labels.shape[0])
    picked = logits.log_softmax(axis=1)[rows, labels]
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root._below().values():
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
