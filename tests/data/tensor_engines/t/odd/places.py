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

# Everything that moves entries is one operation: a list of places, and bincount to go back.
import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, inputs=(), rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.inputs = inputs
        self.rule = rule

    # -- one operation that gathers, one that adds up, and those of every entry

    def _gather(self, places):
        size, shape = self.data.size, self.data.shape

        def rule(g):
            return (collect(places, g, size).reshape(shape),)

        return Tensor(self.data.reshape(-1)[places], (self,), rule)

    def _collect(self, places, shape):
        size = int(np.prod(shape, dtype=int))
        value = collect(places, self.data, size).reshape(shape)
        return Tensor(value, (self,), lambda g: (g.reshape(-1)[places],))

    def _places(self):
        return np.arange(self.data.size).reshape(self.data.shape)

    def _stretch(self, shape):
        if self.data.shape == shape:
            return self
        return self._gather(np.broadcast_to(self._places(), shape))

    def _pair(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        shape = np.broadcast_shapes(self.data.shape, other.data.shape)
        return self._stretch(shape), other._stretch(shape)

    def _entrywise(self, value, slope):
        return Tensor(value, (self,), lambda g: (g * slope,))

    # -- operators

    def __add__(self, other):
        a, b = self._pair(other)
        return Tensor(a.data + b.data, (a, b), lambda g: (g, g))

    def __sub__(self, other):
        a, b = self._pair(other)
        return Tensor(a.data - b.data, (a, b), lambda g: (g, -g))

    def __mul__(self, other):
        a, b = self._pair(other)
        return Tensor(a.data * b.data, (a, b), lambda g: (g * b.data, g * a.data))

    def __truediv__(self, other):
        a, b = self._pair(other)
        return Tensor(a.data / b.data, (a, b), lambda g: (g / b.data, -g * a.data / b.data**2))

    def __radd__(self, other):
        return Tensor(other) + self

    def __rsub__(self, other):
        return Tensor(other) - self

    def __rmul__(self, other):
        return Tensor(other) * self

    def __rtruediv__(self, other):
        return Tensor(other) / self

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def __neg__(self):
        return self._entrywise(-self.data, -1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._entrywise(self.data**n, slope)

    def __matmul__(self, other):
        a, b = self, other if isinstance(other, Tensor) else Tensor(other)
        end = np.matmul(a.data, b.data).shape
        if a.data.ndim == 1:
            a = a.reshape((1,) + a.data.shape)
        if b.data.ndim == 1:
            b = b.reshape(b.data.shape + (1,))
        stack = np.broadcast_shapes(a.data.shape[:-2], b.data.shape[:-2])
        a, b = a._stretch(stack + a.data.shape[-2:]), b._stretch(stack + b.data.shape[-2:])

        def rule(g):
            return g @ b.data.swapaxes(-1, -2), a.data.swapaxes(-1, -2) @ g

        return Tensor(a.data @ b.data, (a, b), rule).reshape(end)

    # -- shapes

    def sum(self, axis=None, keepdims=False):
        kept = np.sum(self.data, axis=axis, keepdims=True).shape
        end = np.sum(self.data, axis=axis, keepdims=keepdims).shape
        target = np.arange(int(np.prod(kept, dtype=int))).reshape(kept)
        return self._collect(np.broadcast_to(target, self.data.shape), end)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis=axis, keepdims=keepdims)
        return out._entrywise(out.data * out.data.size / self.data.size, out.data.size / self.data.size)

    def reshape(self, *shape):
        return self._gather(self._places().reshape(shape[0] if len(shape) == 1 else shape))

    def transpose(self, axes=None):
        return self._gather(self._places().transpose(axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._gather(self._places()[index])

    # -- functions

    def relu(self):
        return self._entrywise(np.maximum(self.data, 0.0), self.data > 0)

    def exp(self):
        value = np.exp(self.data)
        return self._entrywise(value, value)

    def log(self):
        return self._entrywise(np.log(self.data), 1.0 / self.data)

    def tanh(self):
        value = np.tanh(self.data)
        return self._entrywise(value, 1.0 - value**2)

    def log_softmax(self, axis=-1):
        shifted = self - self.data.max(axis=axis, keepdims=True)
        return shifted - shifted.exp().sum(axis=axis, keepdims=True).log()

    # -- the walk

    def _all(self):
        """Inputs before what is made of them."""
        order, seen, stack = [], set(), [self]
        while stack:
            node = stack.pop()
            if isinstance(node, list):
                order.append(node[0])
            elif id(node) not in seen:
                seen.add(id(node))
                stack.append([node])
                stack.extend(node.inputs)
        return order

    def backward(self):
        order = self._all()
        for node in order:
            if node.inputs:
                node.grad = np.zeros_like(node.data)
        self.grad = np.asarray(self.grad + 1.0)
        for node in order[::-1]:
            if node.inputs:
                for one, g in zip(node.inputs, node.rule(node.grad)):
                    one.grad = np.asarray(one.grad + g)


def collect(places, values, size):
    """An array of `size` entries: at each place, the sum of the values sent there."""
    return np.bincount(np.ravel(places), weights=np.ravel(values), minlength=size)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    size = int(np.prod(shape, dtype=int))
    places = np.broadcast_to(np.arange(size).reshape(shape), np.shape(grad))
    return collect(places, grad, size).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows, columns = logits.data.shape
    places = np.arange(rows) * columns + np.asarray(labels, dtype=int)
    return -logits.log_softmax(axis=1)._gather(places).mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root._all():
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
