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

# An operation is a generator that never ends. It gives its value first. From then on, whenever a
# gradient of this value is sent in, it answers with the gradients of its operands.


def adding(a, b):
    answer = a + b
    while True:
        grad = yield answer
        answer = grad, grad


def subtracting(a, b):
    answer = a - b
    while True:
        grad = yield answer
        answer = grad, -grad


def multiplying(a, b):
    answer = a * b
    while True:
        grad = yield answer
        answer = grad * b, grad * a


def dividing(a, b):
    answer = ratio = a / b
    while True:
        grad = yield answer
        answer = grad / b, -grad * ratio / b


def multiplying_matrices(a, b):
    answer = a @ b
    # from here on, a vector is a matrix with one row or one column
    left = a if a.ndim > 1 else a[np.newaxis, :]
    right = b if b.ndim > 1 else b[:, np.newaxis]
    full = np.matmul(left, right).shape
    while True:
        grad = yield answer
        grad = grad.reshape(full)
        to_left = grad @ right.swapaxes(-2, -1)
        to_right = left.swapaxes(-2, -1) @ grad
        answer = (
            unbroadcast(to_left, left.shape).reshape(a.shape),
            unbroadcast(to_right, right.shape).reshape(b.shape),
        )


def raising(a, *, n):
    answer = a**n
    slope = np.zeros_like(a) if n == 0 else n * a ** (n - 1)
    while True:
        grad = yield answer
        answer = (grad * slope,)


def summing(a, *, axis, keepdims):
    long = a.sum(axis=axis, keepdims=True)
    answer = long if keepdims else a.sum(axis=axis)
    while True:
        grad = yield answer
        answer = (np.broadcast_to(grad.reshape(long.shape), a.shape),)


def averaging(a, *, axis, keepdims):
    long = a.mean(axis=axis, keepdims=True)
    answer = long if keepdims else a.mean(axis=axis)
    while True:
        grad = yield answer
        answer = (np.broadcast_to(grad.reshape(long.shape), a.shape) * long.size / a.size,)


def reshaping(a, *, shape):
    answer = a.reshape(*shape)
    while True:
        grad = yield answer
        answer = (grad.reshape(a.shape),)


def transposing(a, *, axes):
    answer = a.transpose(axes)
    while True:
        grad = yield answer
        back = np.empty(a.shape)
        back.transpose(axes)[...] = grad  # a view of `back`: it is filled through it
        answer = (back,)


def picking(a, *, index):
    answer = a[index]
    while True:
        grad = yield answer
        back = np.zeros(a.shape)
        np.add.at(back, index, grad)
        answer = (back,)


def rectifying(a):
    answer = np.maximum(a, 0.0)
    while True:
        grad = yield answer
        answer = (np.where(a > 0, grad, 0.0),)


def exponentiating(a):
    answer = power = np.exp(a)
    while True:
        grad = yield answer
        answer = (grad * power,)


def taking_logarithms(a):
    answer = np.log(a)
    while True:
        grad = yield answer
        answer = (grad / a,)


def squashing(a):
    answer = squashed = np.tanh(a)
    while True:
        grad = yield answer
        answer = (grad * (1.0 - squashed * squashed),)


def scoring(a, *, axis):
    top = a.max(axis=axis, keepdims=True)
    answer = scores = a - top - np.log(np.exp(a - top).sum(axis=axis, keepdims=True))
    while True:
        grad = yield answer
        answer = (grad - np.exp(scores) * grad.sum(axis=axis, keepdims=True),)


def scoring_labels(a, *, labels):
    scorer = scoring(a, axis=1)
    rows = np.arange(labels.size)
    answer = -next(scorer)[rows, labels].mean()
    while True:
        grad = yield answer
        hot = np.zeros(a.shape)
        hot[rows, labels] = -grad / labels.size
        answer = scorer.send(hot)


def unary(operation):
    return lambda self: Tensor._of(operation, self)


def binary(operation):
    return lambda self, other: Tensor._of(operation, self, other)


def reflected(operation):
    return lambda self, other: Tensor._of(operation, other, self)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.maker = None
        self.made_of = ()

    @classmethod
    def _of(cls, operation, *operands, **how):
        operands = tuple(x if isinstance(x, cls) else cls(x) for x in operands)
        maker = operation(*(x.data for x in operands), **how)
        out = cls(next(maker))
        out.maker, out.made_of = maker, operands
        return out

    __add__, __radd__ = binary(adding), reflected(adding)
    __sub__, __rsub__ = binary(subtracting), reflected(subtracting)
    __mul__, __rmul__ = binary(multiplying), reflected(multiplying)
    __truediv__, __rtruediv__ = binary(dividing), reflected(dividing)
    __matmul__, __rmatmul__ = binary(multiplying_matrices), reflected(multiplying_matrices)
    relu, exp, log, tanh = map(unary, (rectifying, exponentiating, taking_logarithms, squashing))

    def __neg__(self):
        return Tensor._of(multiplying, self, -1.0)

    def __pow__(self, n):
        return Tensor._of(raising, self, n=n)

    def sum(self, axis=None, keepdims=False):
        return Tensor._of(summing, self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return Tensor._of(averaging, self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        return Tensor._of(reshaping, self, shape=shape)

    def transpose(self, axes=None):
        return Tensor._of(transposing, self, axes=axes)

    T = property(transpose)

    def __getitem__(self, index):
        return Tensor._of(picking, self, index=index)

    def log_softmax(self, axis=-1):
        return Tensor._of(scoring, self, axis=axis)

    def backward(self):
        mail = {self: [np.ones(self.data.shape)]}
        for node in reversed(makers_last(self)):
            grad = np.asarray(np.add.reduce(mail.pop(node)))
            if node.maker is None:
                node.grad = np.asarray(node.grad + grad)
                continue
            for operand, part in zip(node.made_of, node.maker.send(grad)):
                part = unbroadcast(part, operand.data.shape)
                mail.setdefault(operand, []).append(part)


def makers_last(root):
    """Everything `root` is made of, and what a tensor is made of before the tensor."""

    def visit(node):
        for operand in node.made_of:
            if operand not in order:
                yield operand
        order[node] = None

    order, path = {}, [(root, visit(root))]
    while path:
        node, steps = path[-1]
        operand = next(steps, None)
        if operand is None:
            path.pop()
        else:
            path.append((operand, visit(operand)))
    return list(order)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if np.shape(grad) == tuple(shape):
        return grad
    old = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    return grad.sum(axis=tuple(i for i, n in enumerate(old) if n == 1)).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    return Tensor._of(scoring_labels, logits, labels=np.array(labels).astype(int))


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in makers_last(root):
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
