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
    __slots__ = ("data", "grad", "inputs", "vjps")

    def __init__(self, data, inputs=(), vjps=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.inputs = inputs
        self.vjps = vjps

    @property
    def shape(self):
        return self.data.shape

    def _binary(self, other, value, vjp_self, vjp_other):
        """`self` and `other` broadcast: every vjp is summed back to its operand's shape."""
        return Tensor(
            value,
            (self, other),
            (
                lambda g: unbroadcast(vjp_self(g), self.shape),
                lambda g: unbroadcast(vjp_other(g), other.shape),
            ),
        )

    def __add__(self, other):
        other = _t(other)
        return self._binary(other, self.data + other.data, lambda g: g, lambda g: g)

    def __sub__(self, other):
        other = _t(other)
        return self._binary(other, self.data - other.data, lambda g: g, lambda g: -g)

    def __mul__(self, other):
        other = _t(other)
        a, b = self.data, other.data
        return self._binary(other, a * b, lambda g: g * b, lambda g: g * a)

    def __truediv__(self, other):
        other = _t(other)
        a, b = self.data, other.data
        return self._binary(other, a / b, lambda g: g / b, lambda g: -g * a / b**2)

    def __matmul__(self, other):
        other = _t(other)
        a, b = self.data, other.data
        letters = ("j" if a.ndim == 1 else "...ij"), ("j" if b.ndim == 1 else "...jk")
        product = "..." + ("" if a.ndim == 1 else "i") + ("" if b.ndim == 1 else "k")

        def back(g, factor, own, factor_letters):
            # axes of the stack that the operand does not have stay in front
            target = own if own.startswith("...") else "..." + own
            return np.einsum(f"{product},{factor_letters}->{target}", g, factor)

        return self._binary(
            other,
            a @ b,
            lambda g: back(g, b, letters[0], letters[1]),
            lambda g: back(g, a, letters[1], letters[0]),
        )

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Tensor(x**n, (self,), (lambda g: np.zeros_like(x),))
        return Tensor(x**n, (self,), (lambda g: g * n * x ** (n - 1),))

    def __neg__(self):
        return Tensor(-self.data, (self,), (lambda g: -g,))

    def __radd__(self, other):
        return _t(other) + self

    def __rsub__(self, other):
        return _t(other) - self

    def __rmul__(self, other):
        return _t(other) * self

    def __rtruediv__(self, other):
        return _t(other) / self

    def __rmatmul__(self, other):
        return _t(other) @ self

    def sum(self, axis=None, keepdims=False):
        x = self.data
        kept = x.sum(axis=axis, keepdims=True).shape
        return Tensor(
            x.sum(axis=axis, keepdims=keepdims),
            (self,),
            (lambda g: np.broadcast_to(g.reshape(kept), x.shape),),
        )

    def mean(self, axis=None, keepdims=False):
        x = self.data
        kept = x.sum(axis=axis, keepdims=True)
        return Tensor(
            x.mean(axis=axis, keepdims=keepdims),
            (self,),
            (lambda g: np.broadcast_to(g.reshape(kept.shape) * kept.size / x.size, x.shape),),
        )

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), (lambda g: g.reshape(self.shape),))

    def transpose(self, axes=None):
        ndim = self.data.ndim
        axes = tuple(range(ndim))[::-1] if axes is None else tuple(i % ndim for i in axes)
        back = tuple(sorted(range(ndim), key=axes.__getitem__))
        return Tensor(self.data.transpose(axes), (self,), (lambda g: g.transpose(back),))

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        def vjp(g):
            out = np.zeros(self.shape)
            np.add.at(out, index, g)
            return out

        return Tensor(self.data[index], (self,), (vjp,))

    def relu(self):
        on = self.data > 0
        return Tensor(self.data * on, (self,), (lambda g: g * on,))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), (lambda g: g * y,))

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self,), (lambda g: g / x,))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), (lambda g: g * (1.0 - y * y),))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=-1, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return Tensor(y, (self,), (lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True),))

    def backward(self):
        collected = {self: [np.ones(self.shape)]}
        for node in _topological(self):
            g = sum(collected.pop(node))
            if not node.inputs:
                node.grad += g
            for operand, vjp in zip(node.inputs, node.vjps):
                collected.setdefault(operand, []).append(vjp(g))


def _t(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def _topological(root):
    """Every tensor that can be reached from `root`, each before its inputs."""
    consumers, stack = {root: 0}, [root]
    while stack:
        for operand in stack.pop().inputs:
            if operand not in consumers:
                consumers[operand] = 0
                stack.append(operand)
            consumers[operand] += 1
    free = [root]
    while free:
        node = free.pop()
        yield node
        for operand in node.inputs:
            consumers[operand] -= 1
            if not consumers[operand]:
                free.append(operand)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    rows = np.arange(labels.size)
    return logits.log_softmax(1)[rows, labels].sum() / -labels.size


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in _topological(root):
        node.grad = np.zeros(node.shape)


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
