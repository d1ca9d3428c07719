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

# Ten operations have rules. All others are made of them.
import functools

import numpy as np


def primitive(function):
    """The function gives a value, and one function for each input's gradient."""

    @functools.wraps(function)
    def call(*inputs, **options):
        inputs = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in inputs)
        value, pulls = function(*(x.data for x in inputs), **options)
        out = Tensor(value)
        out._inputs, out._pulls = inputs, pulls
        return out

    return call


@primitive
def add(a, b):
    return a + b, (lambda g: g, lambda g: g)


@primitive
def multiply(a, b):
    return a * b, (lambda g: g * b, lambda g: g * a)


@primitive
def power(a, n):
    slope = n * a ** (n - 1) if n != 0 else np.zeros(a.shape)
    return a**n, (lambda g: g * slope,)


@primitive
def matrix_product(a, b):
    """Of two matrices, or of stacks of them."""
    return a @ b, (lambda g: g @ b.swapaxes(-1, -2), lambda g: a.swapaxes(-1, -2) @ g)


@primitive
def total(a, axis):
    """The axes stay, with length 1."""
    return a.sum(axis=axis, keepdims=True), (lambda g: np.broadcast_to(g, a.shape),)


@primitive
def reshaped(a, shape):
    return a.reshape(shape), (lambda g: g.reshape(a.shape),)


@primitive
def turned(a, axes):
    return a.transpose(axes), (lambda g: g.transpose(np.argsort(axes)),)


@primitive
def taken(a, index):
    def pull(g):
        out = np.zeros(a.shape)
        np.add.at(out, index, g)
        return out

    return a[index], (pull,)


@primitive
def exponential(a):
    e = np.exp(a)
    return e, (lambda g: g * e,)


@primitive
def logarithm(a):
    return np.log(a), (lambda g: g / a,)


@primitive
def hyperbolic_tangent(a):
    t = np.tanh(a)
    return t, (lambda g: g * (1.0 - t * t),)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._inputs = self._pulls = ()

    def __add__(self, other):
        return add(self, other)

    __radd__ = __add__

    def __mul__(self, other):
        return multiply(self, other)

    __rmul__ = __mul__

    def __neg__(self):
        return multiply(self, -1.0)

    def __sub__(self, other):
        return add(self, multiply(other, -1.0))

    def __rsub__(self, other):
        return add(other, -self)

    def __pow__(self, n):
        return power(self, n=n)

    def __truediv__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        return self * other**-1.0

    def __rtruediv__(self, other):
        return multiply(other, self**-1.0)

    def __matmul__(self, other):
        a, b = self, other if isinstance(other, Tensor) else Tensor(other)
        gone = []
        if b.data.ndim == 1:
            b = b.reshape(-1, 1)
            gone.append(-1)
        if a.data.ndim == 1:
            a = a.reshape(1, -1)
            gone.append(-2)
        out = matrix_product(a, b)
        return out.reshape(np.squeeze(out.data, axis=tuple(gone)).shape)

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        out = total(self, axis=axis)
        return out if keepdims else out.reshape(np.squeeze(out.data, axis=axis).shape)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis=axis, keepdims=keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        return reshaped(self, shape=shape[0] if len(shape) == 1 else shape)

    def transpose(self, axes=None):
        places = list(range(self.data.ndim))
        return turned(self, axes=places[::-1] if axes is None else [places[i] for i in axes])

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return taken(self, index=index)

    def relu(self):
        return self * (self.data > 0)

    def exp(self):
        return exponential(self)

    def log(self):
        return logarithm(self)

    def tanh(self):
        return hyperbolic_tangent(self)

    def log_softmax(self, axis=-1):
        calm = self - self.data.max(axis=axis, keepdims=True)
        return calm - calm.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        order = made_of(self)
        for tensor in order:
            if tensor._inputs:
                tensor.grad = np.zeros(tensor.data.shape)
        self.grad = np.asarray(self.grad + np.ones(self.data.shape))
        for tensor in reversed(order):
            for source, pull in zip(tensor._inputs, tensor._pulls):
                source.grad = np.asarray(source.grad + unbroadcast(pull(tensor.grad), source.data.shape))


def made_of(root):
    """Everything that `root` was made of, and `root` last."""
    order, stage = [], {}
    stack = [root]
    while stack:
        tensor = stack[-1]
        if id(tensor) not in stage:
            stage[id(tensor)] = 1
            stack += [one for one in tensor._inputs if id(one) not in stage]
        else:
            stack.pop()
            if stage[id(tensor)] == 1:
                stage[id(tensor)] = 2
                order.append(tensor)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    front = grad.ndim - len(shape)
    for i, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad.sum(axis=tuple(range(front))).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = logits.data.shape[0]
    return -logits.log_softmax(axis=1)[np.arange(rows), np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for tensor in made_of(root):
        tensor.grad = np.zeros(tensor.data.shape)


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
