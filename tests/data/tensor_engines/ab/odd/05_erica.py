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

# The rules are written in tensors: what an operation sends back is an expression in `Tensor` again, and
# backward works it out with the same operators. (So one could take gradients of gradients.)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, parents=(), rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.parents, self.rule = parents, rule

    shape = property(lambda self: self.data.shape)

    def __add__(self, other):
        other = as_tensor(other)
        return Tensor(self.data + other.data, (self, other), lambda g: (fit(g, self), fit(g, other)))

    def __mul__(self, other):
        other = as_tensor(other)
        rule = lambda g: (fit(g * other, self), fit(g * self, other))
        return Tensor(self.data * other.data, (self, other), rule)

    def __pow__(self, n):
        rule = lambda g: (g * (n * self ** (n - 1)) if n != 0 else g * 0.0,)
        return Tensor(self.data**n, (self,), rule)

    def __matmul__(self, other):
        other = as_tensor(other)
        if self.data.ndim == 0 or other.data.ndim == 0:
            raise ValueError("@ needs at least one axis on both sides")
        if self.data.ndim == 1:
            out = self.reshape(1, -1) @ other
            cut = out.data.ndim - (2 if other.data.ndim > 1 else 1)
            return out.reshape(out.shape[:cut] + out.shape[cut + 1 :])
        if other.data.ndim == 1:
            out = self @ other.reshape(-1, 1)
            return out.reshape(out.shape[:-1])
        rule = lambda g: (fit(g @ other.flip(), self), fit(self.flip() @ g, other))
        return Tensor(self.data @ other.data, (self, other), rule)

    def flip(self):
        """The last two axes exchanged."""
        n = self.data.ndim
        return self.transpose((*range(n - 2), n - 1, n - 2))

    def repeat_to(self, shape):
        """What broadcasting does."""
        return Tensor(np.broadcast_to(self.data, shape), (self,), lambda g: (fit(g, self),))

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        rule = lambda g: (g.reshape(kept).repeat_to(self.shape),)
        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(self.shape),))

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = [i % n for i in axes] if axes is not None else list(range(n))[::-1]
        rule = lambda g: (g.transpose([axes.index(i) for i in range(n)]),)
        return Tensor(self.data.transpose(axes), (self,), rule)

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), lambda g: (g.put(index, self.shape),))

    def put(self, index, shape):
        """An array of zeros to which these entries are added at the index: the inverse of taking them."""
        out = np.zeros(shape)
        np.add.at(out, index, self.data)
        return Tensor(out, (self,), lambda g: (g[index],))

    def relu(self):
        return self * (self.data > 0)

    def exp(self):
        out = Tensor(np.exp(self.data), (self,))
        out.rule = lambda g: (g * out,)
        return out

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: (g / self,))

    def tanh(self):
        out = Tensor(np.tanh(self.data), (self,))
        out.rule = lambda g: (g * (1 - out * out),)
        return out

    def log_softmax(self, axis=-1):
        shifted = self - self.data.max(axis=axis, keepdims=True)
        return shifted - shifted.exp().sum(axis=axis, keepdims=True).log()

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -as_tensor(other)

    def __truediv__(self, other):
        return self * as_tensor(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return as_tensor(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return as_tensor(other) / self

    def __rmatmul__(self, other):
        return as_tensor(other) @ self

    T = property(lambda self: self.transpose())

    def backward(self):
        found = gradients(self)
        for t, g in found:
            t.grad = g.data.copy() if t.parents else t.grad + g.data


def as_tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def fit(g, t):
    """The tensor g, summed over what was repeated of t."""
    shape = t.shape
    if g.shape == shape:
        return g
    lead = g.data.ndim - len(shape)
    axes = [*range(lead), *(lead + i for i, n in enumerate(shape) if n == 1)]
    return g.sum(axis=tuple(axes)).reshape(shape)


def gradients(root):
    """Pairs of each tensor below root and the tensor that is its gradient. It changes nothing."""
    sent = {root: Tensor(np.ones_like(root.data))}
    pairs = []
    for t in reversed(made_of(root)):
        # the graph of the gradient is not needed any more: a fresh leaf keeps it short
        g = Tensor(sent.pop(t).data)
        pairs.append((t, g))
        if t.parents:
            for parent, part in zip(t.parents, t.rule(g)):
                sent[parent] = sent[parent] + part if parent in sent else part
    return pairs


def made_of(root):
    order, seen, stack = [], set(), [root]
    while stack:
        t = stack.pop()
        if isinstance(t, tuple):
            order.append(t[0])
        elif t not in seen:
            seen.add(t)
            stack.append((t,))
            stack.extend(t.parents)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    return fit(Tensor(grad), Tensor(np.empty(shape))).data


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    return -logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in made_of(root):
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
