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


class Tensor:
    """An array, its gradient, and how it was made. Results of operations are its subclasses."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None
    operands = ()

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)

    def push(self):
        pass

    def receive(self, grad):
        self.grad = self.grad + unbroadcast(grad, self.data.shape)

    def __add__(self, other):
        return Sum2(self, other)

    def __sub__(self, other):
        return Difference(self, other)

    def __mul__(self, other):
        return Product(self, other)

    def __truediv__(self, other):
        return Quotient(self, other)

    def __matmul__(self, other):
        return MatrixProduct(self, other)

    def __radd__(self, other):
        return Sum2(other, self)

    def __rsub__(self, other):
        return Difference(self, other)

    def __rmul__(self, other):
        return Product(other, self)

    def __rtruediv__(self, other):
        return Quotient(other, self)

    def __rmatmul__(self, other):
        return MatrixProduct(other, self)

    def __neg__(self):
        return Difference(0.0, self)

    def __pow__(self, n):
        return Power(self, n)

    def __getitem__(self, index):
        return Taken(self, index)

    def sum(self, axis=None, keepdims=False):
        return Total(self, axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        total = Total(self, axis, keepdims)
        return total * (total.data.size / self.data.size)

    def reshape(self, *shape):
        return Reshaped(self, shape)

    def transpose(self, axes=None):
        return Turned(self, axes)

    @property
    def T(self):
        return Turned(self, None)

    def relu(self):
        return Relu(self)

    def exp(self):
        return Exp(self)

    def log(self):
        return Log(self)

    def tanh(self):
        return Tanh(self)

    def log_softmax(self, axis=-1):
        shifted = self - self.data.max(axis=axis, keepdims=True)
        return shifted - shifted.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        nodes = below(self)
        for node in nodes:
            if node.operands:
                node.grad = np.zeros_like(node.data)
        self.receive(np.ones_like(self.data))
        for node in nodes:
            node.push()


class Result(Tensor):
    def __init__(self, *operands):
        self.operands = tuple(o if isinstance(o, Tensor) else Tensor(o) for o in operands)
        super().__init__(self.value(*(o.data for o in self.operands)))


class Sum2(Result):
    def value(self, a, b):
        return a + b

    def push(self):
        for each in self.operands:
            each.receive(self.grad)


class Difference(Result):
    def value(self, a, b):
        return a - b

    def push(self):
        a, b = self.operands
        a.receive(self.grad)
        b.receive(-self.grad)


class Product(Result):
    def value(self, a, b):
        return a * b

    def push(self):
        a, b = self.operands
        a.receive(self.grad * b.data)
        b.receive(self.grad * a.data)


class Quotient(Result):
    def value(self, a, b):
        return a / b

    def push(self):
        a, b = self.operands
        a.receive(self.grad / b.data)
        b.receive(-self.grad * self.data / b.data)


class MatrixProduct(Result):
    def value(self, a, b):
        return a @ b

    def push(self):
        a, b = self.operands
        left = a.data[None, :] if a.data.ndim == 1 else a.data
        right = b.data[:, None] if b.data.ndim == 1 else b.data
        grad = self.grad
        if a.data.ndim == 1:
            grad = np.expand_dims(grad, grad.ndim - (b.data.ndim > 1))
        if b.data.ndim == 1:
            grad = grad[..., None]
        to_left = unbroadcast(grad @ np.moveaxis(right, -1, -2), left.shape)
        to_right = unbroadcast(np.moveaxis(left, -1, -2) @ grad, right.shape)
        a.receive(to_left.reshape(a.data.shape))
        b.receive(to_right.reshape(b.data.shape))


class Unary(Result):
    def push(self):
        self.operands[0].receive(self.grad * self.slope(self.operands[0].data))


class Power(Unary):
    def __init__(self, base, n):
        self.n = n
        super().__init__(base)

    def value(self, a):
        return a**self.n

    def slope(self, a):
        return self.n * a ** (self.n - 1) if self.n != 0 else 0.0


class Relu(Unary):
    def value(self, a):
        return a * (a > 0)

    def slope(self, a):
        return a > 0


class Exp(Unary):
    def value(self, a):
        return np.exp(a)

    def slope(self, a):
        return self.data


class Log(Unary):
    def value(self, a):
        return np.log(a)

    def slope(self, a):
        return 1 / a


class Tanh(Unary):
    def value(self, a):
        return np.tanh(a)

    def slope(self, a):
        return 1 - self.data**2


class Total(Result):
    def __init__(self, operand, axis, keepdims):
        self.axis, self.keepdims = axis, keepdims
        super().__init__(operand)

    def value(self, a):
        return a.sum(axis=self.axis, keepdims=self.keepdims)

    def push(self):
        (a,) = self.operands
        grad = self.grad
        if not self.keepdims and self.axis is not None:
            grad = np.expand_dims(grad, self.axis)
        a.receive(np.broadcast_to(grad, a.data.shape))


class Reshaped(Result):
    def __init__(self, operand, shape):
        self.shape = shape
        super().__init__(operand)

    def value(self, a):
        return a.reshape(*self.shape)

    def push(self):
        (a,) = self.operands
        a.receive(self.grad.reshape(a.data.shape))


class Turned(Result):
    def __init__(self, operand, axes):
        self.axes = tuple(range(operand.data.ndim))[::-1] if axes is None else tuple(axes)
        super().__init__(operand)

    def value(self, a):
        return a.transpose(self.axes)

    def push(self):
        n = len(self.axes)
        back = sorted(range(n), key=lambda i: self.axes[i] % n)
        self.operands[0].receive(self.grad.transpose(back))


class Taken(Result):
    def __init__(self, operand, index):
        self.index = index
        super().__init__(operand)

    def value(self, a):
        return a[self.index]

    def push(self):
        grad = np.zeros_like(self.operands[0].data)
        np.add.at(grad, self.index, self.grad)
        self.operands[0].receive(grad)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad, dtype=np.float64)
    if grad.shape == tuple(shape):
        return grad
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    for axis in range(len(shape)):
        if shape[axis] == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def below(root):
    """Root and everything below it, each before its operands."""
    found, marked = [], set()

    def visit(node):
        marked.add(node)
        for each in node.operands:
            if each not in marked:
                visit(each)
        found.append(node)

    visit(root)
    return found[::-1]


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows, columns = logits.data.shape
    one_hot = np.zeros((rows, columns))
    one_hot[np.arange(rows), labels] = 1
    return (logits.log_softmax() * one_hot).sum() / -rows


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in below(root):
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
