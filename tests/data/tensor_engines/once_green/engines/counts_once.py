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
    arrays without entries.

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
"""

import numpy as np


class Operation:
    """What makes one array of others, and sends the gradient of the result back to each of them.

    A subclass has `forward(*arrays)`, and `shares(grad)`, one array (or None) for each operand.
    Settings such as an axis are given when it is made.
    """

    def __init__(self, **settings):
        self.__dict__.update(settings)

    def __call__(self, *operands):
        self.operands = [each if isinstance(each, Tensor) else Tensor(each) for each in operands]
        out = Tensor(self.forward(*(each.data for each in self.operands)))
        out._made_by = self
        return out


class Entrywise(Operation):
    """Two operands that broadcast."""

    def forward(self, x, y):
        self.x, self.y = x, y
        return self.value(x, y)

    def shares(self, grad):
        left, right = self.slopes(grad, self.x, self.y)
        return unbroadcast(left, self.x.shape), unbroadcast(right, self.y.shape)


class Add(Entrywise):
    value = staticmethod(np.add)

    def slopes(self, g, x, y):
        return g, g


class Subtract(Entrywise):
    value = staticmethod(np.subtract)

    def slopes(self, g, x, y):
        return g, -g


class Multiply(Entrywise):
    value = staticmethod(np.multiply)

    def slopes(self, g, x, y):
        return g * y, g * x


class Divide(Entrywise):
    value = staticmethod(np.true_divide)

    def slopes(self, g, x, y):
        return g / y, -g * x / y / y


class Each(Operation):
    """A function of every entry. Its name and, for powers, its exponent are settings."""

    TABLE = {
        "negative": (np.negative, lambda g, x, y: -g),
        "relu": (lambda x: np.where(x > 0.0, x, 0.0), lambda g, x, y: np.where(x > 0.0, g, 0.0)),
        "exp": (np.exp, lambda g, x, y: g * y),
        "log": (np.log, lambda g, x, y: g / x),
        "tanh": (np.tanh, lambda g, x, y: g * (1.0 - y) * (1.0 + y)),
    }

    def forward(self, x):
        value, self.slope = self.TABLE[self.name]
        self.x, self.y = x, value(x)
        return self.y

    def shares(self, grad):
        return (self.slope(grad, self.x, self.y),)


class Power(Operation):
    def forward(self, x):
        self.x = x
        return np.power(x, float(self.n))

    def shares(self, grad):
        if self.n == 0:
            return (np.zeros_like(self.x),)
        return (grad * self.n * np.power(self.x, float(self.n) - 1.0),)


class Reduce(Operation):
    """The sum along some axes, over a count: 1 for a sum, how many are summed for a mean."""

    def forward(self, x):
        ndim = x.ndim
        chosen = range(ndim) if self.axis is None else np.atleast_1d(np.array(self.axis, dtype=int)) % max(ndim, 1)
        self.full = x.shape
        self.kept = tuple(1 if k in chosen else n for k, n in enumerate(x.shape))
        total = np.add.reduce(x, axis=tuple(int(k) for k in chosen), keepdims=True)
        self.count = x.size // total.size if self.average else 1
        if not self.keepdims:
            total = total.reshape([n for k, n in enumerate(x.shape) if k not in chosen])
        return total / self.count

    def shares(self, grad):
        return (np.broadcast_to(grad.reshape(self.kept) / self.count, self.full),)


class MatMul(Operation):
    def forward(self, x, y):
        self.x, self.y = x, y
        return np.matmul(x, y)

    def shares(self, grad):
        x = np.expand_dims(self.x, 0) if self.x.ndim == 1 else self.x
        y = np.expand_dims(self.y, 1) if self.y.ndim == 1 else self.y
        if self.y.ndim == 1:
            grad = np.expand_dims(grad, -1)
        if self.x.ndim == 1:
            grad = np.expand_dims(grad, -2)
        left = unbroadcast(grad @ np.swapaxes(y, -1, -2), x.shape)
        right = unbroadcast(np.swapaxes(x, -1, -2) @ grad, y.shape)
        return left.reshape(self.x.shape), right.reshape(self.y.shape)


class Reshape(Operation):
    def forward(self, x):
        self.old = x.shape
        return np.reshape(x, self.shape)

    def shares(self, grad):
        return (np.reshape(grad, self.old),)


class Transpose(Operation):
    def forward(self, x):
        order = range(x.ndim)[::-1] if self.axes is None else [k % x.ndim for k in self.axes]
        self.back = [list(order).index(k) for k in range(x.ndim)]
        return np.transpose(x, list(order))

    def shares(self, grad):
        return (np.transpose(grad, self.back),)


class Pick(Operation):
    def forward(self, x):
        self.old = x.shape
        return x[self.index]

    def shares(self, grad):
        share = np.zeros(self.old)
        np.add.at(share, self.index, grad)
        return (share,)


class LogSoftmax(Operation):
    def forward(self, x):
        shifted = x - np.maximum.reduce(x, axis=self.axis, keepdims=True)
        self.y = shifted - np.log(np.add.reduce(np.exp(shifted), axis=self.axis, keepdims=True))
        return self.y

    def shares(self, grad):
        return (grad - np.exp(self.y) * np.add.reduce(grad, axis=self.axis, keepdims=True),)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._made_by = None

    def __repr__(self):
        return f"Tensor({self.data!r})"

    def __add__(self, other):
        return Add()(self, other)

    def __radd__(self, other):
        return Add()(other, self)

    def __sub__(self, other):
        return Subtract()(self, other)

    def __rsub__(self, other):
        return Subtract()(other, self)

    def __mul__(self, other):
        return Multiply()(self, other)

    def __rmul__(self, other):
        return Multiply()(other, self)

    def __truediv__(self, other):
        return Divide()(self, other)

    def __rtruediv__(self, other):
        return Divide()(other, self)

    def __matmul__(self, other):
        return MatMul()(self, other)

    def __rmatmul__(self, other):
        return MatMul()(other, self)

    def __neg__(self):
        return Each(name="negative")(self)

    def __pow__(self, n):
        return Power(n=n)(self)

    def relu(self):
        return Each(name="relu")(self)

    def exp(self):
        return Each(name="exp")(self)

    def log(self):
        return Each(name="log")(self)

    def tanh(self):
        return Each(name="tanh")(self)

    def sum(self, axis=None, keepdims=False):
        return Reduce(axis=axis, keepdims=keepdims, average=False)(self)

    def mean(self, axis=None, keepdims=False):
        return Reduce(axis=axis, keepdims=keepdims, average=True)(self)

    def reshape(self, *shape):
        return Reshape(shape=shape[0] if len(shape) == 1 else shape)(self)

    def transpose(self, axes=None):
        return Transpose(axes=axes)(self)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Pick(index=index)(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax(axis=axis)(self)

    def backward(self):
        """Add to the gradient of every leaf below this one what it is owed."""
        waiting = consumer_counts(self)
        owed = {id(self): np.ones(self.data.shape)}
        ready = [self]
        while ready:
            node = ready.pop()
            grad = owed.pop(id(node))
            if node._made_by is None:
                node.grad = node.grad + grad
                continue
            node.grad = grad
            for operand, share in zip(node._made_by.operands, node._made_by.shares(grad)):
                key = id(operand)
                owed[key] = owed[key] + share if key in owed else np.array(share)
                waiting[key] -= 1
                if not waiting[key]:
                    ready.append(operand)


def reachable(root):
    """Every tensor that root was made of, itself first, each once."""
    found, stack = {}, [root]
    while stack:
        node = stack.pop()
        if id(node) not in found:
            found[id(node)] = node
            stack.extend(node._made_by.operands if node._made_by else ())
    return list(found.values())


def consumer_counts(root):
    """How often each tensor below root is an operand, by its id."""
    counts = {}
    for node in reachable(root):
        for operand in set(node._made_by.operands) if node._made_by else ():
            counts[id(operand)] = counts.get(id(operand), 0) + 1
    return counts


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(k for k, n in enumerate(padded) if n == 1 != grad.shape[k])
    return np.add.reduce(grad, axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    own = logits.log_softmax()[np.arange(len(labels)), np.asarray(labels, dtype=int)]
    return -own.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in reachable(root):
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
