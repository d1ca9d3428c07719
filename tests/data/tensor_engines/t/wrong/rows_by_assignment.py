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

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, sources=(), pulls=()):
        self.data = np.array(data, dtype="float64")
        self.grad = np.zeros_like(self.data)
        self.sources, self.pulls = sources, pulls

    def __repr__(self):
        return "Tensor(%r)" % (self.data,)

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def unary(self, data, pull):
        return Tensor(data, (self,), (pull,))

    def binary(self, other, data, pull_self, pull_other):
        def left(g):
            return unbroadcast(pull_self(g), self.data.shape)

        def right(g):
            return unbroadcast(pull_other(g), other.data.shape)

        return Tensor(data, (self, other), (left, right))

    def __add__(self, o):
        o = Tensor.of(o)
        return self.binary(o, self.data + o.data, lambda g: g, lambda g: g)

    def __sub__(self, o):
        o = Tensor.of(o)
        return self.binary(o, self.data - o.data, lambda g: g, lambda g: -g)

    def __mul__(self, o):
        o = Tensor.of(o)
        return self.binary(o, self.data * o.data, lambda g: g * o.data, lambda g: g * self.data)

    def __truediv__(self, o):
        o = Tensor.of(o)
        q = self.data / o.data
        return self.binary(o, q, lambda g: g / o.data, lambda g: -g * q / o.data)

    def __matmul__(self, o):
        o = Tensor.of(o)
        a, b = np.atleast_2d(self.data), o.data if o.data.ndim > 1 else o.data[:, None]
        product = a @ b

        def left(g):
            g = g.reshape(product.shape)
            return unbroadcast(g @ flip(b), a.shape).reshape(self.data.shape)

        def right(g):
            g = g.reshape(product.shape)
            return unbroadcast(flip(a) @ g, b.shape).reshape(o.data.shape)

        return Tensor(self.data @ o.data, (self, o), (left, right))

    __radd__ = lambda self, o: Tensor.of(o) + self
    __rsub__ = lambda self, o: Tensor.of(o) - self
    __rmul__ = lambda self, o: Tensor.of(o) * self
    __rtruediv__ = lambda self, o: Tensor.of(o) / self
    __rmatmul__ = lambda self, o: Tensor.of(o) @ self

    def __neg__(self):
        return self.unary(-self.data, lambda g: -g)

    def __pow__(self, n):
        n = float(n)
        slope = n * self.data ** (n - 1.0) if n != 0.0 else 0.0 * self.data
        return self.unary(self.data**n, lambda g: g * slope)

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis, keepdims=True)
        data = kept if keepdims else self.data.sum(axis)
        return self.unary(data, lambda g: np.broadcast_to(g.reshape(kept.shape), self.data.shape))

    def mean(self, axis=None, keepdims=False):
        kept = self.data.mean(axis, keepdims=True)
        n = self.data.size / kept.size
        data = kept if keepdims else self.data.mean(axis)
        return self.unary(data, lambda g: np.broadcast_to(g.reshape(kept.shape) / n, self.data.shape))

    def reshape(self, *shape):
        shape = shape[0] if len(shape) == 1 else shape
        return self.unary(np.reshape(self.data, shape), lambda g: np.reshape(g, self.data.shape))

    def transpose(self, axes=None):
        if axes is None:
            return self.unary(self.data.T, lambda g: g.T)
        places = list(range(self.data.ndim))
        back = sorted(places, key=lambda i: axes[i] % len(places))
        return self.unary(self.data.transpose(axes), lambda g: g.transpose(back))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def pull(g):
            whole = np.zeros_like(self.data)
            whole[index] = g
            return whole

        return self.unary(self.data[index], pull)

    def relu(self):
        return self.unary(np.maximum(self.data, 0), lambda g: g * (self.data > 0))

    def exp(self):
        y = np.exp(self.data)
        return self.unary(y, lambda g: y * g)

    def log(self):
        return self.unary(np.log(self.data), lambda g: g / self.data)

    def tanh(self):
        y = np.tanh(self.data)
        return self.unary(y, lambda g: (1 - y**2) * g)

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return self.unary(y, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))

    def backward(self):
        order = sort_tensors(self)
        for t in order:
            if t.sources:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        for t in order:
            for source, pull in zip(t.sources, t.pulls):
                source.grad = source.grad + pull(t.grad)
        for t in order:
            t.grad = np.asarray(t.grad)


def flip(m):
    return m.swapaxes(-1, -2)


def sort_tensors(root):
    # Depth first without recursion; a tensor is kept when its inputs are all kept.
    out, state, stack = [], {}, [root]
    while stack:
        t = stack[-1]
        if state.get(id(t)) is None:
            state[id(t)] = "open"
            stack.extend(s for s in t.sources if id(s) not in state)
        else:
            stack.pop()
            if state[id(t)] == "open":
                state[id(t)] = "done"
                out.append(t)
    return out[::-1]


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    extra = grad.ndim - len(shape)
    if extra > 0:
        grad = grad.sum(axis=tuple(range(extra)))
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    if ones:
        grad = grad.sum(axis=ones, keepdims=True)
    return np.asarray(grad)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.array(labels, dtype=int)
    picked = logits.log_softmax(axis=-1)[np.arange(labels.size), labels]
    return picked.mean() * -1


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in sort_tensors(root):
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
