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

# The graph is made of nodes that the user never sees; a Tensor is a name for one of them.
from collections import Counter, deque

import numpy as np


class _Node:
    __slots__ = ("value", "slope", "below", "send")

    def __init__(self, value, below=(), send=None):
        self.value = np.array(value, dtype=np.float64)
        self.slope = np.zeros(self.value.shape)
        self.below = below
        self.send = send

    def everything(self):
        """Nodes with the number of their consumers in this graph."""
        uses, queue = Counter({self: 0}), deque([self])
        while queue:
            for node in queue.popleft().below:
                if node not in uses:
                    queue.append(node)
                uses[node] += 1
        return uses

    def run(self):
        uses = self.everything()
        for node in uses:
            if node.below:
                node.slope = np.zeros(node.value.shape)
        self.slope = np.asarray(self.slope + np.ones(self.value.shape))
        queue = deque([self])
        while queue:
            node = queue.popleft()
            if not node.below:
                continue
            for one, part in zip(node.below, node.send(node.slope)):
                one.slope = np.asarray(one.slope + unbroadcast(part, one.value.shape))
                uses[one] -= 1
                if uses[one] == 0:
                    queue.append(one)


class Tensor:
    __array_ufunc__ = None
    __slots__ = ("_node",)

    def __init__(self, data):
        self._node = data if isinstance(data, _Node) else _Node(data)

    @property
    def data(self):
        return self._node.value

    @data.setter
    def data(self, value):
        self._node.value = np.asarray(value, dtype=np.float64)

    @property
    def grad(self):
        return self._node.slope

    @grad.setter
    def grad(self, value):
        self._node.slope = np.asarray(value, dtype=np.float64)

    def _one(self, value, send):
        return Tensor(_Node(value, (self._node,), lambda g: (send(g),)))

    def _two(self, other, value, send):
        return Tensor(_Node(value, (self._node, other._node), send))

    def __add__(self, other):
        other = _name(other)
        return self._two(other, self.data + other.data, lambda g: (g, g))

    def __sub__(self, other):
        other = _name(other)
        return self._two(other, self.data - other.data, lambda g: (g, -g))

    def __mul__(self, other):
        other = _name(other)
        a, b = self.data, other.data
        return self._two(other, a * b, lambda g: (g * b, g * a))

    def __truediv__(self, other):
        other = _name(other)
        a, b = self.data, other.data
        return self._two(other, a / b, lambda g: (g / b, g * (-a / (b * b))))

    def __matmul__(self, other):
        other = _name(other)
        a, b = self.data, other.data
        rows = a if a.ndim >= 2 else a[None, :]
        columns = b if b.ndim >= 2 else b[:, None]
        shape = (rows @ columns).shape

        def send(g):
            g = g.reshape(shape)
            to_a = unbroadcast(g @ _turn(columns), rows.shape)
            to_b = unbroadcast(_turn(rows) @ g, columns.shape)
            return to_a.reshape(a.shape), to_b.reshape(b.shape)

        return self._two(other, a @ b, send)

    def __radd__(self, other):
        return _name(other) + self

    def __rsub__(self, other):
        return _name(other) - self

    def __rmul__(self, other):
        return _name(other) * self

    def __rtruediv__(self, other):
        return _name(other) / self

    def __rmatmul__(self, other):
        return _name(other) @ self

    def __neg__(self):
        return self._one(-self.data, np.negative)

    def __pow__(self, n):
        a = self.data
        if n == 0:
            return self._one(np.ones(a.shape), np.zeros_like)
        return self._one(a**n, lambda g: g * n * a ** (n - 1))

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return self._one(self.data.sum(axis=axis, keepdims=keepdims), lambda g: np.broadcast_to(g.reshape(kept), shape))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        shape = shape[0] if len(shape) == 1 else shape
        old = self.data.shape
        return self._one(self.data.reshape(shape), lambda g: g.reshape(old))

    def transpose(self, axes=None):
        ndim = self.data.ndim
        axes = tuple(range(ndim - 1, -1, -1)) if axes is None else tuple(np.arange(ndim)[list(axes)])
        return self._one(self.data.transpose(axes), lambda g: g.transpose(np.argsort(axes).astype(int)))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def send(g):
            whole = np.zeros(shape)
            np.add.at(whole, index, g)
            return whole

        return self._one(self.data[index], send)

    def relu(self):
        a = self.data
        return self._one(np.maximum(a, 0.0), lambda g: np.where(a > 0.0, g, 0.0))

    def exp(self):
        y = np.exp(self.data)
        return self._one(y, lambda g: g * y)

    def log(self):
        a = self.data
        return self._one(np.log(a), lambda g: g / a)

    def tanh(self):
        y = np.tanh(self.data)
        return self._one(y, lambda g: g * (1.0 + y) * (1.0 - y))

    def log_softmax(self, axis=-1):
        a = self.data
        small = a - a.max(axis=axis, keepdims=True)
        y = small - np.log(np.exp(small).sum(axis=axis, keepdims=True))
        return self._one(y, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))

    def backward(self):
        self._node.run()


def _name(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def _turn(m):
    return np.swapaxes(m, -1, -2)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    own = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    return grad.sum(axis=tuple(np.flatnonzero(np.array(own) == 1)), keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    logp = logits.log_softmax(axis=-1)
    n = logp.data.shape[0]
    return -logp[np.arange(n), np.asarray(labels)].sum() / n


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root._node.everything():
        node.slope = np.zeros(node.value.shape)


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
