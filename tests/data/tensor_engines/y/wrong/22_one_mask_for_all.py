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


class Operation:
    """Works on arrays only. `forward` gives the value. `backward` gets the gradient of the
    result, the result and the operands, and gives a gradient for each operand."""

    def forward(self, *operands, **how):
        raise NotImplementedError

    def backward(self, grad, result, *operands, **how):
        raise NotImplementedError


class Add(Operation):
    def forward(self, a, b):
        return a + b

    def backward(self, grad, result, a, b):
        return grad, grad


class Subtract(Operation):
    def forward(self, a, b):
        return a - b

    def backward(self, grad, result, a, b):
        return grad, -grad


class Multiply(Operation):
    def forward(self, a, b):
        return a * b

    def backward(self, grad, result, a, b):
        return grad * b, grad * a


class Divide(Operation):
    def forward(self, a, b):
        return a / b

    def backward(self, grad, result, a, b):
        return grad / b, -grad * result / b


class Matmul(Operation):
    def forward(self, a, b):
        return a @ b

    def backward(self, grad, result, a, b):
        if a.ndim == 1:
            grad_a, grad_b = self.backward(np.expand_dims(grad, -2 if b.ndim > 1 else 0),
                                           None, a[None, :], b)
            return grad_a.reshape((-1, a.size)).sum(axis=0), grad_b
        if b.ndim == 1:
            grad_a, grad_b = self.backward(grad[..., None], None, a, b[:, None])
            return grad_a, grad_b.reshape((-1, b.size)).sum(axis=0)
        return grad @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ grad


class Power(Operation):
    def forward(self, a, n):
        return a**n

    def backward(self, grad, result, a, n):
        if n == 0:
            return (np.zeros_like(a),)
        return (grad * n * a ** (n - 1),)


class Sum(Operation):
    def forward(self, a, axis, keepdims):
        return a.sum(axis=axis, keepdims=keepdims)

    def backward(self, grad, result, a, axis, keepdims):
        if not keepdims and axis is not None:
            grad = np.expand_dims(grad, axis)
        return (np.broadcast_to(grad, a.shape),)


class Mean(Sum):
    def forward(self, a, axis, keepdims):
        return a.mean(axis=axis, keepdims=keepdims)

    def backward(self, grad, result, a, axis, keepdims):
        (grad,) = super().backward(grad, result, a, axis, keepdims)
        return (grad * result.size / a.size,)


class Reshape(Operation):
    def forward(self, a, shape):
        return a.reshape(*shape)

    def backward(self, grad, result, a, shape):
        return (grad.reshape(a.shape),)


class Transpose(Operation):
    def forward(self, a, axes):
        return a.transpose(axes)

    def backward(self, grad, result, a, axes):
        if axes is None:
            return (grad.transpose(),)
        back = np.empty(a.ndim, dtype=int)
        back[list(axes)] = np.arange(a.ndim)
        return (grad.transpose(back),)


class Index(Operation):
    def forward(self, a, index):
        return a[index]

    def backward(self, grad, result, a, index):
        back = np.zeros(a.shape)
        np.add.at(back, index, grad)
        return (back,)


class Relu(Operation):
    def forward(self, a):
        self.positive = a > 0
        return np.where(self.positive, a, 0.0)

    def backward(self, grad, result, a):
        return (np.where(self.positive, grad, 0.0),)


class Exp(Operation):
    def forward(self, a):
        return np.exp(a)

    def backward(self, grad, result, a):
        return (grad * result,)


class Log(Operation):
    def forward(self, a):
        return np.log(a)

    def backward(self, grad, result, a):
        return (grad / a,)


class Tanh(Operation):
    def forward(self, a):
        return np.tanh(a)

    def backward(self, grad, result, a):
        return (grad * (1.0 - result**2),)


class LogSoftmax(Operation):
    def forward(self, a, axis):
        a = a - a.max(axis=axis, keepdims=True)
        return a - np.log(np.exp(a).sum(axis=axis, keepdims=True))

    def backward(self, grad, result, a, axis):
        return (grad - np.exp(result) * grad.sum(axis=axis, keepdims=True),)


ADD, SUBTRACT, MULTIPLY, DIVIDE, MATMUL, POWER = (
    Add(), Subtract(), Multiply(), Divide(), Matmul(), Power()
)
SUM, MEAN, RESHAPE, TRANSPOSE, INDEX = Sum(), Mean(), Reshape(), Transpose(), Index()
RELU, EXP, LOG, TANH, LOG_SOFTMAX = Relu(), Exp(), Log(), Tanh(), LogSoftmax()


def run(operation, *operands, **how):
    """A tensor from an operation. Plain operands are made tensors."""
    operands = [x if isinstance(x, Tensor) else Tensor(x) for x in operands]
    out = Tensor(operation.forward(*(x.data for x in operands), **how))
    out._operation, out._operands, out._how = operation, operands, how
    return out


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._operation, self._operands, self._how = None, [], {}

    def __add__(self, other):
        return run(ADD, self, other)

    def __radd__(self, other):
        return run(ADD, other, self)

    def __sub__(self, other):
        return run(SUBTRACT, self, other)

    def __rsub__(self, other):
        return run(SUBTRACT, other, self)

    def __mul__(self, other):
        return run(MULTIPLY, self, other)

    def __rmul__(self, other):
        return run(MULTIPLY, other, self)

    def __truediv__(self, other):
        return run(DIVIDE, self, other)

    def __rtruediv__(self, other):
        return run(DIVIDE, other, self)

    def __matmul__(self, other):
        return run(MATMUL, self, other)

    def __rmatmul__(self, other):
        return run(MATMUL, other, self)

    def __neg__(self):
        return run(SUBTRACT, 0.0, self)

    def __pow__(self, n):
        return run(POWER, self, n=n)

    def sum(self, axis=None, keepdims=False):
        return run(SUM, self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return run(MEAN, self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        return run(RESHAPE, self, shape=shape)

    def transpose(self, axes=None):
        return run(TRANSPOSE, self, axes=axes)

    @property
    def T(self):
        return run(TRANSPOSE, self, axes=None)

    def __getitem__(self, index):
        return run(INDEX, self, index=index)

    def relu(self):
        return run(RELU, self)

    def exp(self):
        return run(EXP, self)

    def log(self):
        return run(LOG, self)

    def tanh(self):
        return run(TANH, self)

    def log_softmax(self, axis=-1):
        return run(LOG_SOFTMAX, self, axis=axis)

    def backward(self):
        order = sort(self)
        for node in order:
            if node._operands:
                node.grad = np.zeros_like(node.data)
        self.grad += np.ones_like(self.data)
        for node in reversed(order):
            if node._operands:
                arrays = [x.data for x in node._operands]
                parts = node._operation.backward(node.grad, node.data, *arrays, **node._how)
                for x, part in zip(node._operands, parts):
                    x.grad += unbroadcast(part, x.data.shape)


def sort(root):
    order, seen, stack = [], set(), [(root, 0)]
    while stack:
        node, at = stack.pop()
        if at == 0 and id(node) in seen:
            continue
        seen.add(id(node))
        if at < len(node._operands):
            stack.append((node, at + 1))
            stack.append((node._operands[at], 0))
        else:
            order.append(node)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    for _ in range(np.ndim(grad) - len(shape)):
        grad = np.sum(grad, axis=0)
    for axis, n in enumerate(shape):
        if n == 1 and grad.shape[axis] > 1:
            grad = np.sum(grad, axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.array(labels).astype(int)
    return -logits.log_softmax()[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in sort(root):
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
