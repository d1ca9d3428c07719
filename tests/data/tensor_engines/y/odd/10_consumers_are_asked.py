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

from functools import partialmethod

import numpy as np

# Nothing is added up here while the graph is walked. A tensor's gradient is worked out at once: all
# of its consumers are asked what they owe it, and the answers are summed. So a gradient is never
# an array that somebody else adds to.

# name: (value, what is owed to the first operand, what is owed to the second one ...)
# g is the gradient of the result, y its value, the others are the operands' arrays.
RULES = {
    "plus": (lambda a, b: a + b, lambda g, y, a, b: g, lambda g, y, a, b: g),
    "minus": (lambda a, b: a - b, lambda g, y, a, b: g, lambda g, y, a, b: -g),
    "times": (lambda a, b: a * b, lambda g, y, a, b: g * b, lambda g, y, a, b: g * a),
    "over": (lambda a, b: a / b, lambda g, y, a, b: g / b, lambda g, y, a, b: -g * y / b),
    "dot": (
        lambda a, b: a @ b,
        lambda g, y, a, b: owed_to_left(g, a, b),
        lambda g, y, a, b: owed_to_right(g, a, b),
    ),
    "negative": (lambda a: -a, lambda g, y, a: -g),
    "power": (
        lambda a, n: a**n,
        lambda g, y, a, n: g * (n * a ** (n - 1)) if n != 0 else np.zeros_like(g),
    ),
    "rectified": (lambda a: np.maximum(a, 0), lambda g, y, a: g * (a > 0)),
    "exponential": (np.exp, lambda g, y, a: g * y),
    "logarithm": (np.log, lambda g, y, a: g / a),
    "hyperbolic": (np.tanh, lambda g, y, a: g * (1 - y * y)),
    "total": (
        lambda a, axis, keepdims: np.sum(a, axis=axis, keepdims=keepdims),
        lambda g, y, a, axis, keepdims: stretched(g, a, axis),
    ),
    "average": (
        lambda a, axis, keepdims: np.mean(a, axis=axis, keepdims=keepdims),
        lambda g, y, a, axis, keepdims: stretched(g, a, axis) * (y.size / a.size),
    ),
    "shaped": (lambda a, shape: a.reshape(*shape), lambda g, y, a, shape: g.reshape(a.shape)),
    "turned": (
        lambda a, axes: a.transpose(axes),
        lambda g, y, a, axes: g.T if axes is None else np.moveaxis(g, range(a.ndim), axes),
    ),
    "picked": (lambda a, index: a[index], lambda g, y, a, index: put_back(g, a, index)),
    "scores": (
        lambda a, axis: a - np.logaddexp.reduce(a, axis=axis, keepdims=True),
        lambda g, y, a, axis: g - np.exp(y) * g.sum(axis=axis, keepdims=True),
    ),
}


def as_matrices(a, b):
    return (a[None, :] if a.ndim == 1 else a), (b[:, None] if b.ndim == 1 else b)


def owed_to_left(g, a, b):
    left, right = as_matrices(a, b)
    stack = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    full = (*stack, left.shape[-2], right.shape[-1])
    return unbroadcast(g.reshape(full) @ right.swapaxes(-1, -2), left.shape).reshape(a.shape)


def owed_to_right(g, a, b):
    # the transposed product has the operands the other way round
    def flip(x):
        return x if x.ndim == 1 else x.swapaxes(-1, -2)

    if a.ndim > 1 and b.ndim > 1:
        g = g.swapaxes(-1, -2)
    return flip(owed_to_left(g, flip(b), flip(a)))


def stretched(g, a, axis):
    if axis is None:
        kept = (1,) * a.ndim
    else:
        axes = {i % max(a.ndim, 1) for i in (axis if isinstance(axis, tuple) else (axis,))}
        kept = tuple(1 if i in axes else n for i, n in enumerate(a.shape))
    return np.broadcast_to(g.reshape(kept), a.shape)


def put_back(g, a, index):
    whole = np.zeros(a.shape)
    np.add.at(whole, index, g)
    return whole


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _rule=None, _operands=(), _extra=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self._rule, self._operands, self._extra = _rule, _operands, _extra

    def _make(self, rule, *others, extra=(), swapped=False):
        operands = (self, *(x if isinstance(x, Tensor) else Tensor(x) for x in others))
        if swapped:
            operands = operands[::-1]
        value = RULES[rule][0](*(x.data for x in operands), *extra)
        return Tensor(value, rule, operands, extra)

    def _owes(self, place, g):
        """What this tensor, whose gradient is g, owes to its operand at this place."""
        operand = self._operands[place]
        arrays = (x.data for x in self._operands)
        owed = RULES[self._rule][1 + place](g, self.data, *arrays, *self._extra)
        return unbroadcast(owed, operand.data.shape)

    __add__ = partialmethod(_make, "plus")
    __sub__ = partialmethod(_make, "minus")
    __mul__ = partialmethod(_make, "times")
    __truediv__ = partialmethod(_make, "over")
    __matmul__ = partialmethod(_make, "dot")
    __radd__ = partialmethod(_make, "plus", swapped=True)
    __rsub__ = partialmethod(_make, "minus", swapped=True)
    __rmul__ = partialmethod(_make, "times", swapped=True)
    __rtruediv__ = partialmethod(_make, "over", swapped=True)
    __rmatmul__ = partialmethod(_make, "dot", swapped=True)
    __neg__ = partialmethod(_make, "negative")
    relu = partialmethod(_make, "rectified")
    exp = partialmethod(_make, "exponential")
    log = partialmethod(_make, "logarithm")
    tanh = partialmethod(_make, "hyperbolic")

    def __pow__(self, n):
        return self._make("power", extra=(n,))

    def sum(self, axis=None, keepdims=False):
        return self._make("total", extra=(axis, keepdims))

    def mean(self, axis=None, keepdims=False):
        return self._make("average", extra=(axis, keepdims))

    def reshape(self, *shape):
        return self._make("shaped", extra=(shape,))

    def transpose(self, axes=None):
        return self._make("turned", extra=(axes,))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return self._make("picked", extra=(index,))

    def log_softmax(self, axis=-1):
        return self._make("scores", extra=(axis,))

    def backward(self):
        consumers = consumers_below(self)
        known = {self: np.ones(self.data.shape)}
        asked = [*consumers]
        while asked:
            tensor = asked[-1]
            unknown = [c for c, _ in consumers[tensor] if c not in known]
            if tensor in known or not unknown:
                asked.pop()
                if tensor not in known:
                    known[tensor] = sum(c._owes(place, known[c]) for c, place in consumers[tensor])
            else:
                asked += dict.fromkeys(unknown)
        for tensor, g in known.items():
            if tensor._rule is None:
                tensor.grad = np.asarray(tensor.grad + g)


def consumers_below(root):
    """For each tensor that can be reached from `root`: its consumers there, and at which place."""
    consumers, todo = {root: []}, [root]
    while todo:
        tensor = todo.pop()
        for place, operand in enumerate(tensor._operands):
            if operand not in consumers:
                consumers[operand] = []
                todo.append(operand)
            consumers[operand].append((tensor, place))
    return consumers


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    front = np.ndim(grad) - len(shape)
    repeated = (*range(front), *(front + i for i, n in enumerate(shape) if n == 1))
    return np.sum(grad, axis=repeated).reshape(shape) if repeated else grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.array(labels).astype(int)
    return -logits.log_softmax(axis=1)[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for tensor in consumers_below(root):
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
