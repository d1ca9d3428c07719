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

# name -> (the function, its derivative from x and y = f(x))
FUNCTIONS = {
    "relu": (lambda x: np.maximum(x, 0.0), lambda x, y: np.heaviside(x, 0.0)),
    "exp": (np.exp, lambda x, y: y),
    "log": (np.log, lambda x, y: 1.0 / x),
    "tanh": (np.tanh, lambda x, y: 1.0 - y * y),
    "__neg__": (np.negative, lambda x, y: np.full_like(x, -1.0)),
}

# name -> (the operation, both derivatives)
ENTRYWISE = {
    "add": (np.add, lambda a, b: (np.ones_like(a), np.ones_like(b))),
    "sub": (np.subtract, lambda a, b: (np.ones_like(a), -np.ones_like(b))),
    "mul": (np.multiply, lambda a, b: (b, a)),
    "truediv": (np.divide, lambda a, b: (1.0 / b, -a / (b * b))),
}


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._rule = _rule  # takes the gradient of this tensor, gives one for each of _prev

    def __pow__(self, n):
        def rule(grad):
            slope = n * self.data ** (n - 1) if n else np.zeros_like(self.data)
            return [grad * slope]

        return Tensor(self.data**n, (self,), rule)

    def __matmul__(self, other):
        return matmul(self, tensor(other))

    def __rmatmul__(self, other):
        return matmul(tensor(other), self)

    def sum(self, axis=None, keepdims=False):
        def rule(grad):
            if axis is not None and not keepdims:
                grad = np.expand_dims(grad, axis)
            return [np.broadcast_to(grad, self.data.shape)]

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        if axis is None:
            count = self.data.size
        else:
            axes = axis if isinstance(axis, tuple) else (axis,)
            count = np.prod([self.data.shape[i] for i in axes])
        return self.sum(axis, keepdims) * (1.0 / count)

    def reshape(self, *shape):
        def rule(grad):
            return [grad.reshape(self.data.shape)]

        return Tensor(self.data.reshape(*shape), (self,), rule)

    def transpose(self, axes=None):
        def rule(grad):
            if axes is None:
                return [np.transpose(grad)]
            places = np.arange(self.data.ndim)[list(axes)]
            return [np.transpose(grad, np.argsort(places))]

        return Tensor(np.transpose(self.data, axes), (self,), rule)

    T = property(transpose)

    def __getitem__(self, index):
        def rule(grad):
            back = np.zeros_like(self.data)
            np.add.at(back, index, grad)
            return [back]

        return Tensor(self.data[index], (self,), rule)

    def log_softmax(self, axis=-1):
        x = self.data - np.max(self.data, axis=axis, keepdims=True)
        y = x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True))

        def rule(grad):
            return [grad - np.exp(y) * np.sum(grad, axis=axis, keepdims=True)]

        return Tensor(y, (self,), rule)

    def backward(self):
        received = {self: np.ones_like(self.data)}
        for node in self._sorted():
            grad = received[node]
            if not node._prev:
                node.grad += grad
            else:
                for operand, part in zip(node._prev, node._rule(grad)):
                    received[operand] = received.get(operand, 0.0) + part

    def _sorted(self):
        """What this tensor is made of, results before their operands."""
        done, order, stack = set(), [], [self]
        while stack:
            node = stack[-1]
            missing = [each for each in node._prev if each not in done]
            if missing:
                stack.extend(missing)
            else:
                stack.pop()
                if node not in done:
                    done.add(node)
                    order.append(node)
        return order[::-1]


def tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def function(f, slope):
    def method(self):
        y = f(self.data)
        return Tensor(y, (self,), lambda grad: [grad * slope(self.data, y)])

    return method


def entrywise(f, slopes):
    def apply(a, b):
        def rule(grad):
            by_a, by_b = slopes(a.data, b.data)
            return [unbroadcast(grad * by_a, a.data.shape), unbroadcast(grad * by_b, b.data.shape)]

        return Tensor(f(a.data, b.data), (a, b), rule)

    return (
        lambda self, other: apply(self, tensor(other)),
        lambda self, other: apply(tensor(other), self),
    )


for name, (f, slope) in FUNCTIONS.items():
    setattr(Tensor, name, function(f, slope))
for name, (f, slopes) in ENTRYWISE.items():
    straight, reflected = entrywise(f, slopes)
    setattr(Tensor, f"__{name}__", straight)
    setattr(Tensor, f"__r{name}__", reflected)


def matmul(a, b):
    def rule(grad):
        x, y = a.data, b.data
        if x.ndim == 1:
            x, grad = x[np.newaxis], np.expand_dims(grad, -1 if y.ndim == 1 else -2)
        if y.ndim == 1:
            y, grad = y[:, np.newaxis], grad if a.data.ndim == 1 else grad[..., np.newaxis]
        if a.data.ndim == 1 and b.data.ndim == 1:
            grad = grad.reshape(1, 1)
        to_x = unbroadcast(grad @ np.moveaxis(y, -1, -2), x.shape)
        to_y = unbroadcast(np.moveaxis(x, -1, -2) @ grad, y.shape)
        return [to_x.reshape(a.data.shape), to_y.reshape(b.data.shape)]

    return Tensor(a.data @ b.data, (a, b), rule)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.add.reduce(grad, axis=tuple(range(grad.ndim - len(shape))))
    for axis in range(len(shape)):
        if shape[axis] == 1:
            grad = np.add.reduce(grad, axis=axis, keepdims=True)
    return np.asarray(grad)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels).astype(np.uint8)
    classes = np.arange(logits.data.shape[1])
    hot = classes == labels[:, np.newaxis]
    return -(logits.log_softmax() * hot).sum() / len(labels)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root._sorted():
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
