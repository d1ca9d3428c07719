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


class Gradients:
    """The gradients of one call of backward, by tensor."""

    def __init__(self):
        self.of = {}

    def add(self, tensor, grad):
        grad = unbroadcast(grad, tensor.data.shape)
        if tensor in self.of:
            self.of[tensor] += grad
        else:
            self.of[tensor] = grad

    def take(self, tensor):
        return self.of.pop(tensor)


class Tensor:
    """An array, its gradient, and how it was made.

    `_rule(grad, gradients)` adds to `gradients` what the operands get when the result got `grad`.
    """

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._rule = _rule

    def __add__(self, other):
        other = to_tensor(other)

        def rule(grad, gradients):
            gradients.add(self, grad)
            gradients.add(other, grad)

        return Tensor(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = to_tensor(other)

        def rule(grad, gradients):
            gradients.add(self, grad)
            gradients.add(other, -grad)

        return Tensor(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = to_tensor(other)

        def rule(grad, gradients):
            gradients.add(self, grad * other.data)
            gradients.add(other, grad * self.data)

        return Tensor(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = to_tensor(other)

        def rule(grad, gradients):
            gradients.add(self, grad / other.data)
            gradients.add(other, -grad * self.data / np.square(other.data))

        return Tensor(self.data / other.data, (self, other), rule)

    def __matmul__(self, other):
        other = to_tensor(other)

        def rule(grad, gradients):
            a, b = self.data, other.data
            if b.ndim == 1:
                gradients.add(self, np.multiply.outer(grad, b))
            else:
                column = grad[..., None] if a.ndim == 1 else grad.swapaxes(-1, -2)
                part = (b @ column).swapaxes(-1, -2)
                gradients.add(self, part[..., 0, :] if a.ndim == 1 else part)
            if a.ndim == 1:
                row = grad[..., None] if b.ndim == 1 else grad[..., None, :]
                gradients.add(other, (a * grad) if b.ndim == 1 else a[:, None] * row)
            else:
                column = grad[..., None] if b.ndim == 1 else grad
                part = a.swapaxes(-1, -2) @ column
                gradients.add(other, part[..., 0] if b.ndim == 1 else part)

        return Tensor(self.data @ other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(grad, gradients):
            slope = n * self.data ** (n - 1) if n != 0 else 0.0 * self.data
            gradients.add(self, grad * slope)

        return Tensor(self.data**n, (self,), rule)

    def __neg__(self):
        def rule(grad, gradients):
            gradients.add(self, -grad)

        return Tensor(-self.data, (self,), rule)

    def __radd__(self, other):
        return to_tensor(other) + self

    def __rsub__(self, other):
        return to_tensor(other) - self

    def __rmul__(self, other):
        return to_tensor(other) * self

    def __rtruediv__(self, other):
        return to_tensor(other) / self

    def __rmatmul__(self, other):
        return to_tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        def rule(grad, gradients):
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            gradients.add(self, grad * np.ones_like(self.data))

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        data = self.data.mean(axis=axis, keepdims=keepdims)

        def rule(grad, gradients):
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            gradients.add(self, grad * np.full_like(self.data, data.size / self.data.size))

        return Tensor(data, (self,), rule)

    def reshape(self, *shape):
        def rule(grad, gradients):
            gradients.add(self, grad.reshape(self.data.shape))

        return Tensor(self.data.reshape(*shape), (self,), rule)

    def transpose(self, axes=None):
        def rule(grad, gradients):
            if axes is None:
                gradients.add(self, grad.T)
            else:
                order = [i % self.data.ndim for i in axes]
                gradients.add(self, grad.transpose([order.index(i) for i in range(len(order))]))

        return Tensor(self.data.transpose(axes), (self,), rule)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(grad, gradients):
            whole = np.zeros_like(self.data)
            np.add.at(whole, index, grad)
            gradients.add(self, whole)

        return Tensor(self.data[index], (self,), rule)

    def relu(self):
        def rule(grad, gradients):
            gradients.add(self, grad * (self.data > 0))

        return Tensor(np.maximum(self.data, 0), (self,), rule)

    def exp(self):
        data = np.exp(self.data)

        def rule(grad, gradients):
            gradients.add(self, grad * data)

        return Tensor(data, (self,), rule)

    def log(self):
        def rule(grad, gradients):
            gradients.add(self, grad / self.data)

        return Tensor(np.log(self.data), (self,), rule)

    def tanh(self):
        data = np.tanh(self.data)

        def rule(grad, gradients):
            gradients.add(self, grad * (1 - data**2))

        return Tensor(data, (self,), rule)

    def log_softmax(self, axis=-1):
        data = self.data - self.data.max(axis=axis, keepdims=True)
        data = data - np.log(np.exp(data).sum(axis=axis, keepdims=True))

        def rule(grad, gradients):
            gradients.add(self, grad - np.exp(data) * grad.sum(axis=axis, keepdims=True))

        return Tensor(data, (self,), rule)

    def backward(self):
        gradients = Gradients()
        gradients.add(self, np.ones_like(self.data))
        for node in results_first(self):
            grad = gradients.take(node)
            if node._rule is None:
                node.grad += grad
            else:
                node._rule(grad, gradients)


def to_tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def results_first(root):
    """All that `root` is made of. No tensor comes before a result that it is an operand of."""
    entered, order = {root}, []
    path = [[root, list(root._prev)]]
    while path:
        node, left = path[-1]
        if left:
            operand = left.pop()
            if operand not in entered:
                entered.add(operand)
                path.append([operand, list(operand._prev)])
        else:
            order.insert(0, node)
            path.pop()
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == shape:
        return grad
    new = grad.ndim - len(shape)
    axes = tuple(range(new)) + tuple(new + i for i, n in enumerate(shape) if n == 1)
    return np.reshape(grad.sum(axis=axes), shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=np.intp)
    chosen = logits.log_softmax()[np.arange(len(labels)), labels]
    return -chosen.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in results_first(root):
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
