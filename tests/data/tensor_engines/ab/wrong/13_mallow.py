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

    def __init__(self, data, _prev=(), _op="leaf", **_args):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._op = _op
        self._args = _args

    def _binary(self, other, op, function, swap=False):
        other = other if isinstance(other, Tensor) else Tensor(other)
        a, b = (other, self) if swap else (self, other)
        return Tensor(function(a.data, b.data), (a, b), op)

    def __add__(self, other):
        return self._binary(other, "add", np.add)

    def __radd__(self, other):
        return self._binary(other, "add", np.add, swap=True)

    def _back_add(self, g, a, b):
        return g, g

    def __sub__(self, other):
        return self._binary(other, "sub", np.subtract)

    def __rsub__(self, other):
        return self._binary(other, "sub", np.subtract, swap=True)

    def _back_sub(self, g, a, b):
        return g, -g

    def __mul__(self, other):
        return self._binary(other, "mul", np.multiply)

    def __rmul__(self, other):
        return self._binary(other, "mul", np.multiply, swap=True)

    def _back_mul(self, g, a, b):
        return g * b, g * a

    def __truediv__(self, other):
        return self._binary(other, "div", np.true_divide)

    def __rtruediv__(self, other):
        return self._binary(other, "div", np.true_divide, swap=True)

    def _back_div(self, g, a, b):
        return g / b, -g * self.data / b

    def __matmul__(self, other):
        return self._binary(other, "matmul", np.matmul)

    def __rmatmul__(self, other):
        return self._binary(other, "matmul", np.matmul, swap=True)

    def _back_matmul(self, g, a, b):
        if a.ndim == 1 and b.ndim == 1:
            return b * g, a * g
        if a.ndim == 1:
            return np.einsum("...k,...jk->...j", g, b), np.einsum("j,...k->...jk", a, g)
        if b.ndim == 1:
            return np.einsum("...i,j->...ij", g, b), np.einsum("...ij,...i->...j", a, g)
        return np.einsum("...ik,...jk->...ij", g, b), np.einsum("...ij,...ik->...jk", a, g)

    def __neg__(self):
        return Tensor(-self.data, (self,), "neg")

    def _back_neg(self, g, a):
        return (-g,)

    def __pow__(self, n):
        return Tensor(self.data**n, (self,), "pow", n=n)

    def _back_pow(self, g, a, n):
        return (g * n * a ** (n - 1),) if n != 0 else (np.zeros_like(a),)

    def sum(self, axis=None, keepdims=False):
        value = self.data.sum(axis=axis, keepdims=keepdims)
        return Tensor(value, (self,), "sum", axis=axis, keepdims=keepdims)

    def _back_sum(self, g, a, axis, keepdims):
        if axis is not None and not keepdims:
            g = np.expand_dims(g, axis)
        return (np.broadcast_to(g, a.shape),)

    def mean(self, axis=None, keepdims=False):
        value = self.data.mean(axis=axis, keepdims=keepdims)
        return Tensor(value, (self,), "mean", axis=axis, keepdims=keepdims)

    def _back_mean(self, g, a, axis, keepdims):
        (g,) = self._back_sum(g, a, axis, keepdims)
        return (g / (a.size // self.data.size),)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), "reshape")

    def _back_reshape(self, g, a):
        return (g.reshape(a.shape),)

    def transpose(self, axes=None):
        return Tensor(self.data.transpose(axes), (self,), "transpose", axes=axes)

    def _back_transpose(self, g, a, axes):
        if axes is None:
            return (g.transpose(),)
        positive = [i if i >= 0 else i + a.ndim for i in axes]
        return (g.transpose([positive.index(i) for i in range(a.ndim)]),)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), "index", index=index)

    def _back_index(self, g, a, index):
        grad = np.zeros_like(a)
        np.add.at(grad, index, g)
        return (grad,)

    def relu(self):
        return Tensor(np.maximum(self.data, 0), (self,), "relu")

    def _back_relu(self, g, a):
        return (g * (a > 0),)

    def exp(self):
        return Tensor(np.exp(self.data), (self,), "exp")

    def _back_exp(self, g, a):
        return (g * self.data,)

    def log(self):
        return Tensor(np.log(self.data), (self,), "log")

    def _back_log(self, g, a):
        return (g / a,)

    def tanh(self):
        return Tensor(np.tanh(self.data), (self,), "tanh")

    def _back_tanh(self, g, a):
        return (g * (1 - self.data**2),)

    def log_softmax(self, axis=-1):
        z = self.data - self.data.max(axis=axis, keepdims=True)
        z = z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
        return Tensor(z, (self,), "log_softmax", axis=axis)

    def _back_log_softmax(self, g, a, axis):
        return (g - np.exp(self.data) * g.sum(axis=axis, keepdims=True),)

    def _sorted(self):
        order, seen = [], set()

        def visit(t):
            if t in seen:
                return
            seen.add(t)
            for parent in t._prev:
                visit(parent)
            order.append(t)

        visit(self)
        return order

    def backward(self):
        order = self._sorted()
        for t in order:
            if t._prev:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in reversed(order):
            if t._op == "leaf":
                continue
            rule = getattr(t, "_back_" + t._op)
            grads = rule(t.grad, *[p.data for p in t._prev], **t._args)
            for p, g in zip(t._prev, grads):
                p.grad = p.grad + unbroadcast(g, p.data.shape)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == tuple(shape):
        return grad
    while len(grad.shape) > len(shape):
        grad = grad.sum(0)
    for i in range(len(shape)):
        if shape[i] == 1 and grad.shape[i] != 1:
            grad = grad.sum(i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = logits.data.shape[0]
    return logits.log_softmax()[np.arange(rows), np.array(labels)].sum() / -rows


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in root._sorted():
        if not t._prev:
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
