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

from types import SimpleNamespace

import numpy as np


class Function:
    """One operation: `forward` on arrays, and `backward`, one gradient for each operand."""

    @classmethod
    def apply(cls, *operands, **options):
        operands = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in operands)
        ctx = SimpleNamespace(**options)
        out = Tensor(cls.forward(ctx, *(x.data for x in operands)))
        out._made_by = (cls, ctx, operands)
        return out


class Add(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.shapes = a.shape, b.shape
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return tuple(unbroadcast(grad, shape) for shape in ctx.shapes)


class Mul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.saved = a, b
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved
        return unbroadcast(grad * b, a.shape), unbroadcast(grad * a, b.shape)


class Div(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.saved = a, b
        return a / b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved
        return unbroadcast(grad / b, a.shape), unbroadcast(-grad * a / b**2, b.shape)


class MatMul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.saved = a, b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved
        rows = np.atleast_2d(a)
        columns = b[:, np.newaxis] if b.ndim == 1 else b
        if b.ndim == 1:
            grad = np.expand_dims(grad, -1)
        if a.ndim == 1:
            grad = np.expand_dims(grad, -2)
        grad_rows = np.einsum("...ij,...kj->...ik", grad, columns)
        grad_columns = np.einsum("...ij,...ik->...jk", rows, grad)
        return (
            unbroadcast(grad_rows, rows.shape).reshape(a.shape),
            unbroadcast(grad_columns, columns.shape).reshape(b.shape),
        )


class Pow(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.saved = a
        return a**ctx.n

    @staticmethod
    def backward(ctx, grad):
        if ctx.n == 0:
            return (np.zeros_like(grad),)
        return (grad * ctx.n * ctx.saved ** (ctx.n - 1),)


class Sum(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.shape = a.shape
        kept = a.sum(axis=ctx.axis, keepdims=True)
        ctx.kept = kept.shape
        return kept if ctx.keepdims else a.sum(axis=ctx.axis)

    @staticmethod
    def backward(ctx, grad):
        return (np.broadcast_to(grad.reshape(ctx.kept), ctx.shape),)


class Reshape(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.old = a.shape
        return a.reshape(*ctx.shape)

    @staticmethod
    def backward(ctx, grad):
        return (grad.reshape(ctx.old),)


class Transpose(Function):
    @staticmethod
    def forward(ctx, a):
        axes = range(a.ndim - 1, -1, -1) if ctx.axes is None else ctx.axes
        ctx.back = [0] * a.ndim
        for new, old in enumerate(axes):
            ctx.back[old] = new
        return a.transpose(ctx.axes)

    @staticmethod
    def backward(ctx, grad):
        return (grad.transpose(ctx.back),)


class Index(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.shape = a.shape
        return a[ctx.index]

    @staticmethod
    def backward(ctx, grad):
        whole = np.zeros(ctx.shape)
        if isinstance(ctx.index, list):
            np.add.at(whole, ctx.index, grad)
        else:
            whole[ctx.index] += grad
        return (whole,)


class Relu(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.on = a > 0
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        return (np.where(ctx.on, grad, 0.0),)


class Exp(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.out = np.exp(a)
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        return (grad * ctx.out,)


class Log(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.a = a
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        return (grad / ctx.a,)


class Tanh(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.out = np.tanh(a)
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        return (grad * (1 - ctx.out**2),)


class LogSoftmax(Function):
    @staticmethod
    def forward(ctx, a):
        a = a - a.max(axis=ctx.axis, keepdims=True)
        ctx.out = a - np.log(np.exp(a).sum(axis=ctx.axis, keepdims=True))
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        return (grad - np.exp(ctx.out) * grad.sum(axis=ctx.axis, keepdims=True),)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._made_by = None

    def __add__(self, other):
        return Add.apply(self, other)

    def __radd__(self, other):
        return Add.apply(other, self)

    def __mul__(self, other):
        return Mul.apply(self, other)

    def __rmul__(self, other):
        return Mul.apply(other, self)

    def __neg__(self):
        return Mul.apply(self, -1.0)

    def __sub__(self, other):
        return Add.apply(self, Mul.apply(other, -1.0))

    def __rsub__(self, other):
        return Add.apply(other, Mul.apply(self, -1.0))

    def __truediv__(self, other):
        return Div.apply(self, other)

    def __rtruediv__(self, other):
        return Div.apply(other, self)

    def __matmul__(self, other):
        return MatMul.apply(self, other)

    def __rmatmul__(self, other):
        return MatMul.apply(other, self)

    def __pow__(self, n):
        return Pow.apply(self, n=n)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return Reshape.apply(self, shape=shape)

    def transpose(self, axes=None):
        return Transpose.apply(self, axes=axes)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Index.apply(self, index=index)

    def relu(self):
        return Relu.apply(self)

    def exp(self):
        return Exp.apply(self)

    def log(self):
        return Log.apply(self)

    def tanh(self):
        return Tanh.apply(self)

    def log_softmax(self, axis=-1):
        return LogSoftmax.apply(self, axis=axis)

    def _operands(self):
        return self._made_by[2] if self._made_by else ()

    def backward(self):
        grads = {self: np.ones_like(self.data)}
        for node in reversed(walk(self)):
            grad = grads.pop(node)
            if node._made_by is None:
                node.grad += grad
                continue
            function, ctx, operands = node._made_by
            for operand, part in zip(operands, function.backward(ctx, grad)):
                grads[operand] = grads[operand] + part if operand in grads else part


def walk(root):
    """Every tensor that can be reached from `root`, operands before results."""
    order, seen = [], {root}
    stack = [(root, iter(root._operands()))]
    while stack:
        node, rest = stack[-1]
        for operand in rest:
            if operand not in seen:
                seen.add(operand)
                stack.append((operand, iter(operand._operands())))
                break
        else:
            order.append(node)
            stack.pop()
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    extra = grad.ndim - len(shape)
    if extra:
        grad = grad.sum(axis=tuple(range(extra)))
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    if ones:
        grad = grad.sum(axis=ones, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    return -logits.log_softmax()[np.arange(labels.size), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in walk(root):
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
