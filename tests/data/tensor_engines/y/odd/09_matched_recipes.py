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

from dataclasses import dataclass

import numpy as np

# A recipe says how a tensor was made, and no more: it holds tensors and plain values. There are
# two functions on recipes: `cook` finds the value, `share` divides a gradient up.


@dataclass(frozen=True, eq=False)
class Given:
    """A leaf."""


@dataclass(frozen=True, eq=False)
class Entrywise:
    sign: str
    left: object
    right: object


@dataclass(frozen=True, eq=False)
class MatrixProduct:
    left: object
    right: object


@dataclass(frozen=True, eq=False)
class Power:
    base: object
    exponent: object


@dataclass(frozen=True, eq=False)
class Applied:
    function: str
    to: object


@dataclass(frozen=True, eq=False)
class Total:
    of: object
    axis: object
    keepdims: bool


@dataclass(frozen=True, eq=False)
class Reshaped:
    old: object
    shape: tuple


@dataclass(frozen=True, eq=False)
class Turned:
    old: object
    axes: object


@dataclass(frozen=True, eq=False)
class Part:
    whole: object
    index: object


@dataclass(frozen=True, eq=False)
class LogSoftmax:
    of: object
    axis: int


def cook(recipe):
    match recipe:
        case Entrywise("+", a, b):
            return a.data + b.data
        case Entrywise("-", a, b):
            return a.data - b.data
        case Entrywise("*", a, b):
            return a.data * b.data
        case Entrywise("/", a, b):
            return a.data / b.data
        case MatrixProduct(a, b):
            return a.data @ b.data
        case Power(a, n):
            return a.data**n
        case Applied("relu", a):
            return np.maximum(a.data, 0.0)
        case Applied("exp" | "log" | "tanh" as name, a):
            return getattr(np, name)(a.data)
        case Total(a, axis, keepdims):
            return a.data.sum(axis=axis, keepdims=keepdims)
        case Reshaped(a, shape):
            return a.data.reshape(*shape)
        case Turned(a, axes):
            return a.data.transpose(axes)
        case Part(a, index):
            return a.data[index]
        case LogSoftmax(a, axis):
            x = a.data - a.data.max(axis=axis, keepdims=True)
            return x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
    raise TypeError(recipe)


def share(recipe, value, g):
    """Pairs: a tensor, and what it gets (perhaps in the larger shape of the value)."""
    match recipe:
        case Entrywise("+", a, b):
            yield a, g
            yield b, g
        case Entrywise("-", a, b):
            yield a, g
            yield b, -g
        case Entrywise("*", a, b):
            yield a, g * b.data
            yield b, g * a.data
        case Entrywise("/", a, b):
            yield a, g / b.data
            yield b, -g * value / b.data
        case MatrixProduct(Tensor(data=x) as a, Tensor(data=y) as b):
            match x.ndim, y.ndim:
                case 1, 1:
                    yield a, g * y
                    yield b, g * x
                case 1, _:
                    yield a, np.einsum("...k,...jk->...j", g, y)
                    yield b, np.einsum("...k,j->...jk", g, x)
                case _, 1:
                    yield a, np.einsum("...i,j->...ij", g, y)
                    yield b, np.einsum("...i,...ij->...j", g, x)
                case _:
                    yield a, np.einsum("...ik,...jk->...ij", g, y)
                    yield b, np.einsum("...ik,...ij->...jk", g, x)
        case Power(a, 0):
            yield a, np.zeros_like(g)
        case Power(a, n):
            yield a, g * n * a.data ** (n - 1)
        case Applied("relu", a):
            yield a, np.where(a.data > 0, g, 0.0)
        case Applied("exp", a):
            yield a, g * value
        case Applied("log", a):
            yield a, g / a.data
        case Applied("tanh", a):
            yield a, g * (1.0 - value**2)
        case Total(a, axis, _):
            kept = np.empty(a.data.shape).sum(axis=axis, keepdims=True).shape
            yield a, np.broadcast_to(g.reshape(kept), a.data.shape)
        case Reshaped(a, _):
            yield a, g.reshape(a.data.shape)
        case Turned(a, None):
            yield a, g.T
        case Turned(a, axes):
            yield a, np.moveaxis(g, range(g.ndim), axes)
        case Part(a, index):
            whole = np.zeros(a.data.shape)
            np.add.at(whole, index, g)
            yield a, whole
        case LogSoftmax(a, axis):
            yield a, g - np.exp(value) * g.sum(axis=axis, keepdims=True)


def ingredients(recipe):
    return [x for x in vars(recipe).values() if isinstance(x, Tensor)]


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, recipe=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.recipe = recipe or Given()

    @staticmethod
    def by(recipe):
        return Tensor(cook(recipe), recipe)

    def __add__(self, other):
        return Tensor.by(Entrywise("+", self, lift(other)))

    def __radd__(self, other):
        return Tensor.by(Entrywise("+", lift(other), self))

    def __sub__(self, other):
        return Tensor.by(Entrywise("-", self, lift(other)))

    def __rsub__(self, other):
        return Tensor.by(Entrywise("-", lift(other), self))

    def __mul__(self, other):
        return Tensor.by(Entrywise("*", self, lift(other)))

    def __rmul__(self, other):
        return Tensor.by(Entrywise("*", lift(other), self))

    def __truediv__(self, other):
        return Tensor.by(Entrywise("/", self, lift(other)))

    def __rtruediv__(self, other):
        return Tensor.by(Entrywise("/", lift(other), self))

    def __matmul__(self, other):
        return Tensor.by(MatrixProduct(self, lift(other)))

    def __rmatmul__(self, other):
        return Tensor.by(MatrixProduct(lift(other), self))

    def __neg__(self):
        return 0.0 - self

    def __pow__(self, n):
        return Tensor.by(Power(self, n))

    def sum(self, axis=None, keepdims=False):
        return Tensor.by(Total(self, axis, keepdims))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return Tensor.by(Reshaped(self, shape))

    def transpose(self, axes=None):
        return Tensor.by(Turned(self, axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor.by(Part(self, index))

    def relu(self):
        return Tensor.by(Applied("relu", self))

    def exp(self):
        return Tensor.by(Applied("exp", self))

    def log(self):
        return Tensor.by(Applied("log", self))

    def tanh(self):
        return Tensor.by(Applied("tanh", self))

    def log_softmax(self, axis=-1):
        return Tensor.by(LogSoftmax(self, axis))

    def backward(self):
        shares = {id(self): np.ones_like(self.data)}
        for node in shopping_list(self):
            g = shares.pop(id(node))
            if isinstance(node.recipe, Given):
                node.grad = np.asarray(node.grad + g)
            for tensor, part in share(node.recipe, node.data, g):
                part = unbroadcast(part, tensor.data.shape)
                if id(tensor) in shares:
                    part = part + shares[id(tensor)]
                shares[id(tensor)] = part


def shopping_list(root):
    """All that goes into `root`: every tensor after all that are made of it."""
    uses, todo = {root: 0}, [root]
    while todo:
        for tensor in ingredients(todo.pop().recipe):
            if tensor not in uses:
                uses[tensor] = 0
                todo.append(tensor)
            uses[tensor] += 1
    ready = [root]
    for node in ready:
        for tensor in ingredients(node.recipe):
            uses[tensor] -= 1
            if uses[tensor] == 0:
                ready.append(tensor)
    return ready


def lift(x):
    match x:
        case Tensor():
            return x
        case _:
            return Tensor(x)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    match grad.ndim - len(shape):
        case 0:
            stretched = tuple(i for i, n in enumerate(shape) if n == 1)
            return grad.sum(axis=stretched, keepdims=True)
        case _:
            return unbroadcast(np.asarray(grad.sum(axis=0)), shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.array(labels).astype(int)
    return -logits.log_softmax()[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in shopping_list(root):
        node.grad = np.zeros_like(node.data)


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
