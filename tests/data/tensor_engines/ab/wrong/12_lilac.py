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
    """An array, its gradient, and how it was made: `made` is the operation's name, its operands, and more."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, *made):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.made = made

    def operands(self):
        return [x for x in self.made if isinstance(x, Tensor)]

    def __add__(self, other):
        other = tensor(other)
        return Tensor(self.data + other.data, "+", self, other)

    def __mul__(self, other):
        other = tensor(other)
        return Tensor(self.data * other.data, "*", self, other)

    def __truediv__(self, other):
        other = tensor(other)
        return Tensor(self.data / other.data, "/", self, other)

    def __matmul__(self, other):
        other = tensor(other)
        return Tensor(self.data @ other.data, "@", self, other)

    def __pow__(self, n):
        return Tensor(self.data**n, "**", self, n)

    def __neg__(self):
        return Tensor(-self.data, "neg", self)

    def __sub__(self, other):
        return self + (-tensor(other))

    def __radd__(self, other):
        return tensor(other) + self

    def __rsub__(self, other):
        return tensor(other) + (-self)

    def __rmul__(self, other):
        return tensor(other) * self

    def __rtruediv__(self, other):
        return tensor(other) / self

    def __rmatmul__(self, other):
        return tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), "sum", self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        return Tensor(self.data.mean(axis=axis, keepdims=keepdims), "mean", self, axis, keepdims)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), "reshape", self)

    def transpose(self, axes=None):
        axes = tuple(range(self.data.ndim))[::-1] if axes is None else tuple(axes)
        return Tensor(self.data.transpose(axes), "transpose", self, axes)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], "index", self, index)

    def relu(self):
        return Tensor(np.maximum(self.data, 0), "relu", self)

    def exp(self):
        return Tensor(np.exp(self.data), "exp", self)

    def log(self):
        return Tensor(np.log(self.data), "log", self)

    def tanh(self):
        return Tensor(np.tanh(self.data), "tanh", self)

    def log_softmax(self, axis=-1):
        shifted = self.data - self.data.max(axis=axis, keepdims=True)
        norm = np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
        return Tensor(shifted - norm, "log_softmax", self, axis)

    def backward(self):
        order = graph(self)
        for node in order:
            if node.made:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in order:
            pull(node)


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def pull(node):
    """Send the gradient of node to its operands."""
    g, out = node.grad, node.data
    match node.made:
        case ():
            pass
        case ("+", a, b):
            give(a, g)
            give(b, g)
        case ("*", a, b):
            give(a, g * b.data)
            give(b, g * a.data)
        case ("/", a, b):
            give(a, g / b.data)
            give(b, -g * a.data / b.data**2)
        case ("neg", a):
            give(a, -g)
        case ("**", a, n):
            if n != 0:
                give(a, g * n * a.data ** (n - 1))
        case ("@", a, b):
            x = a.data.reshape(1, -1) if a.data.ndim == 1 else a.data
            y = b.data.reshape(-1, 1) if b.data.ndim == 1 else b.data
            g = g.reshape(np.broadcast_shapes(x.shape[:-2], y.shape[:-2]) + (x.shape[-2], y.shape[-1]))
            give(a, unbroadcast(g @ y.swapaxes(-1, -2), x.shape).reshape(a.data.shape))
            give(b, unbroadcast(x.swapaxes(-1, -2) @ g, y.shape).reshape(b.data.shape))
        case ("sum", a, axis, keepdims):
            give(a, stretch(g, a.data.shape, axis, keepdims))
        case ("mean", a, axis, keepdims):
            give(a, stretch(g, a.data.shape, axis, keepdims) / (a.data.size / out.size))
        case ("reshape", a):
            give(a, g.reshape(a.data.shape))
        case ("transpose", a, axes):
            give(a, np.moveaxis(g, range(g.ndim), axes))
        case ("index", a, index):
            back = np.zeros_like(a.data)
            if isinstance(index, list):
                np.add.at(back, index, g)
            else:
                back[index] = g
            give(a, back)
        case ("relu", a):
            give(a, g * (a.data > 0))
        case ("exp", a):
            give(a, g * out)
        case ("log", a):
            give(a, g / a.data)
        case ("tanh", a):
            give(a, g * (1 - out**2))
        case ("log_softmax", a, axis):
            give(a, g - np.exp(out) * g.sum(axis=axis, keepdims=True))
        case _:
            raise ValueError(f"no rule for {node.made[0]}")


def give(t, grad):
    t.grad = t.grad + unbroadcast(grad, t.data.shape)


def stretch(g, shape, axis, keepdims):
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    return np.broadcast_to(g, shape)


def graph(root):
    """Root first, and each tensor after all of its consumers."""
    order, seen = [], set()
    stack = [(root, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            order.insert(0, node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((each, False) for each in node.operands())
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    axes = tuple(i for i in range(len(shape)) if grad.shape[i] != shape[i])
    return grad.sum(axis=axes, keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    log_probabilities = logits.log_softmax(axis=-1)
    return -log_probabilities[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in graph(root):
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
