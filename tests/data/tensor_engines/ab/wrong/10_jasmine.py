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

import heapq
from functools import partial

import numpy as np


class Tensor:
    """An array, its gradient, and how it was made. A leaf is of generation 0."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, sources=(), rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.sources = sources
        self.rule = rule
        self.generation = 1 + max(s.generation for s in sources) if sources else 0

    def __add__(self, other):
        return binary(np.add, d_add, self, other)

    def __radd__(self, other):
        return binary(np.add, d_add, other, self)

    def __sub__(self, other):
        return binary(np.subtract, d_subtract, self, other)

    def __rsub__(self, other):
        return binary(np.subtract, d_subtract, other, self)

    def __mul__(self, other):
        return binary(np.multiply, d_multiply, self, other)

    def __rmul__(self, other):
        return binary(np.multiply, d_multiply, other, self)

    def __truediv__(self, other):
        return binary(np.divide, d_divide, self, other)

    def __rtruediv__(self, other):
        return binary(np.divide, d_divide, other, self)

    def __matmul__(self, other):
        return binary(np.matmul, d_matmul, self, other)

    def __rmatmul__(self, other):
        return binary(np.matmul, d_matmul, other, self)

    def __neg__(self):
        return 0.0 - self

    def __pow__(self, n):
        return Tensor(self.data**n, (self,), partial(d_power, n=n))

    def sum(self, axis=None, keepdims=False):
        value = self.data.sum(axis=axis, keepdims=keepdims)
        return Tensor(value, (self,), partial(d_sum, axis=axis, keepdims=keepdims))

    def mean(self, axis=None, keepdims=False):
        value = self.data.mean(axis=axis, keepdims=keepdims)
        return Tensor(value, (self,), partial(d_mean, axis=axis, keepdims=keepdims))

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), d_reshape)

    def transpose(self, axes=None):
        return Tensor(self.data.transpose(axes), (self,), partial(d_transpose, axes=axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), partial(d_index, index=index))

    def relu(self):
        return Tensor(np.maximum(self.data, 0.0), (self,), d_relu)

    def exp(self):
        return Tensor(np.exp(self.data), (self,), d_exp)

    def log(self):
        return Tensor(np.log(self.data), (self,), d_log)

    def tanh(self):
        return Tensor(np.tanh(self.data), (self,), d_tanh)

    def log_softmax(self, axis=-1):
        z = self.data - np.max(self.data, axis=axis, keepdims=True)
        z -= np.log(np.sum(np.exp(z), axis=axis, keepdims=True))
        return Tensor(z, (self,), partial(d_log_softmax, axis=axis))

    def backward(self):
        for t in below(self):
            if t.rule is not None:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones_like(self.data)
        heap, queued = [(-self.generation, id(self), self)], {id(self)}
        while heap:
            t = heapq.heappop(heap)[-1]
            if t.rule is None:
                continue
            for source, g in zip(t.sources, t.rule(t, t.grad)):
                source.grad = source.grad + g
                if id(source) not in queued:
                    queued.add(id(source))
                    heapq.heappush(heap, (-source.generation, id(source), source))


def binary(function, rule, a, b):
    a = a if isinstance(a, Tensor) else Tensor(a)
    b = b if isinstance(b, Tensor) else Tensor(b)
    return Tensor(function(a.data, b.data), (a, b), rule)


def shaped(t, ga, gb):
    a, b = t.sources
    return unbroadcast(ga, a.data.shape), unbroadcast(gb, b.data.shape)


def d_add(t, g):
    return shaped(t, g, g)


def d_subtract(t, g):
    return shaped(t, g, -g)


def d_multiply(t, g):
    a, b = t.sources
    return shaped(t, g * b.data, g * a.data)


def d_divide(t, g):
    a, b = t.sources
    return shaped(t, g / b.data, -g * t.data / b.data)


def d_matmul(t, g):
    a, b = (s.data for s in t.sources)
    if a.ndim == b.ndim == 1:
        return g * b, g * a
    if a.ndim == 1:
        return shaped(t, (b @ g[..., None])[..., 0], a[:, None] * g[..., None, :])
    if b.ndim == 1:
        return shaped(t, g[..., None] * b, (g[..., None, :] @ a)[..., 0, :])
    return shaped(t, g @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ g)


def d_power(t, g, n):
    x = t.sources[0].data
    return (np.zeros_like(x),) if n == 0 else (g * n * x ** (n - 1),)


def put_back(g, shape, axis, keepdims):
    """The gradient of a sum over axis, repeated until it has this shape."""
    if axis is not None and not keepdims:
        axes = (axis,) if np.ndim(axis) == 0 else axis
        for i in sorted(axes):
            g = np.expand_dims(g, i)
    return np.broadcast_to(g, shape)


def d_sum(t, g, axis, keepdims):
    return (put_back(g, t.sources[0].data.shape, axis, keepdims),)


def d_mean(t, g, axis, keepdims):
    x = t.sources[0].data
    return (put_back(g * (t.data.size / x.size), x.shape, axis, keepdims),)


def d_reshape(t, g):
    return (g.reshape(t.sources[0].data.shape),)


def d_transpose(t, g, axes):
    if axes is None:
        return (g.T,)
    return (np.moveaxis(g, list(range(g.ndim)), list(axes)),)


def d_index(t, g, index):
    out = np.zeros_like(t.sources[0].data)
    np.add.at(out, index, g)
    return (out,)


def d_relu(t, g):
    return (g * (t.data > 0),)


def d_exp(t, g):
    return (g * t.data,)


def d_log(t, g):
    return (g / t.sources[0].data,)


def d_tanh(t, g):
    return (g * (1 - t.data**2),)


def d_log_softmax(t, g, axis):
    return (g - np.exp(t.data) * np.sum(g, axis=axis, keepdims=True),)


def below(root):
    seen, stack, found = {id(root)}, [root], []
    while stack:
        t = stack.pop()
        found.append(t)
        for s in t.sources:
            if id(s) not in seen:
                seen.add(id(s))
                stack.append(s)
    return found


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(i for i in range(grad.ndim) if padded[i] == 1 and grad.shape[i] > 1)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    logp = logits.log_softmax()
    return -logp[np.arange(len(labels)), np.array(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in below(root):
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
