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

# Every tensor has a number; inputs have smaller ones. backward takes the greatest first.
import heapq
import itertools

import numpy as np

_count = itertools.count()


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, *edges):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.edges = edges  # pairs: (input, function from my gradient to its gradient)
        self.number = next(_count)

    def __add__(self, other):
        a, b = self, wrap(other)
        return Tensor(a.data + b.data, (a, fit(a)), (b, fit(b)))

    def __mul__(self, other):
        a, b = self, wrap(other)
        return Tensor(
            a.data * b.data,
            (a, lambda g: fit(a)(g * b.data)),
            (b, lambda g: fit(b)(g * a.data)),
        )

    def __sub__(self, other):
        a, b = self, wrap(other)
        return Tensor(a.data - b.data, (a, fit(a)), (b, lambda g: fit(b)(-g)))

    def __truediv__(self, other):
        a, b = self, wrap(other)
        return Tensor(
            a.data / b.data,
            (a, lambda g: fit(a)(g / b.data)),
            (b, lambda g: fit(b)(g * -a.data / b.data**2)),
        )

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __rmatmul__(self, other):
        return wrap(other) @ self

    def __neg__(self):
        return Tensor(-self.data, (self, np.negative))

    def __pow__(self, n):
        def edge(g):
            return g * (n * self.data ** (n - 1)) if n != 0 else np.zeros_like(self.data)

        return Tensor(self.data**n, (self, edge))

    def __matmul__(self, other):
        a, b = self, wrap(other)
        out = a.data @ b.data
        row = a.data.ndim == 1
        column = b.data.ndim == 1
        x = a.data[None, :] if row else a.data
        y = b.data[:, None] if column else b.data

        def matrix(g):
            if column:
                g = np.expand_dims(g, -1)
            if row:
                g = np.expand_dims(g, -2)
            return g

        def to_a(g):
            return unbroadcast(matrix(g) @ y.swapaxes(-1, -2), x.shape).reshape(a.data.shape)

        def to_b(g):
            return unbroadcast(x.swapaxes(-1, -2) @ matrix(g), y.shape).reshape(b.data.shape)

        return Tensor(out, (a, to_a), (b, to_b))

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape

        def edge(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return np.broadcast_to(g, shape)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self, edge))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (max(total.data.size, 1) / self.data.size)

    def reshape(self, *shape):
        shape = shape[0] if len(shape) == 1 else shape
        return Tensor(self.data.reshape(shape), (self, lambda g: g.reshape(self.data.shape)))

    def transpose(self, axes=None):
        places = np.arange(self.data.ndim).reshape(-1)
        order = places[::-1] if axes is None else places[list(axes)]
        return Tensor(self.data.transpose(order), (self, lambda g: g.transpose(np.argsort(order))))

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        def edge(g):
            out = np.zeros_like(self.data)
            np.add.at(out, index, g)
            return out

        return Tensor(self.data[index], (self, edge))

    def relu(self):
        return Tensor(np.fmax(self.data, 0.0), (self, lambda g: g * (self.data > 0.0)))

    def exp(self):
        out = Tensor(np.exp(self.data), (self, lambda g: g * out.data))
        return out

    def log(self):
        return Tensor(np.log(self.data), (self, lambda g: g / self.data))

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self, lambda g: g * (1 - out.data * out.data)))
        return out

    def log_softmax(self, axis=-1):
        shifted = self.data - self.data.max(axis=axis, keepdims=True)
        norm = np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
        soft = np.exp(shifted - norm)

        def edge(g):
            return g - soft * np.sum(g, axis=axis, keepdims=True)

        return Tensor(shifted - norm, (self, edge))

    def backward(self):
        arrived = {self.number: np.ones_like(self.data)}
        heap = [(-self.number, self)]
        while heap:
            _, tensor = heapq.heappop(heap)
            grad = arrived.pop(tensor.number)
            if not tensor.edges:
                tensor.grad = np.asarray(tensor.grad + grad)
                continue
            tensor.grad = np.array(grad, dtype=np.float64)
            for source, edge in tensor.edges:
                if source.number in arrived:
                    arrived[source.number] = arrived[source.number] + edge(grad)
                else:
                    arrived[source.number] = edge(grad)
                    heapq.heappush(heap, (-source.number, source))


def wrap(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def fit(tensor):
    """The edge of an operand that may have been broadcast."""
    return lambda g: unbroadcast(g, tensor.data.shape)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    added = np.ndim(grad) - len(shape)
    padded = (1,) * added + tuple(shape)
    axes = tuple(i for i, (n, m) in enumerate(zip(padded, np.shape(grad))) if n != m or i < added)
    return np.sum(grad, axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    logp = logits.log_softmax(-1)
    rows = range(logits.data.shape[0])
    return logp[list(rows), labels].sum() * (-1.0 / len(rows))


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    todo, met = [root], {root.number}
    while todo:
        tensor = todo.pop()
        tensor.grad = np.zeros_like(tensor.data)
        for source, _ in tensor.edges:
            if source.number not in met:
                met.add(source.number)
                todo.append(source)


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
