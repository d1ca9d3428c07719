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


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    extra = grad.ndim - len(shape)
    padded = (1,) * extra + tuple(shape)
    axes = tuple(i for i, n in enumerate(padded) if n == 1)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


class Context:
    """What forward leaves for backward."""

    def save(self, *arrays):
        self.saved = arrays


class Function:
    @classmethod
    def apply(cls, *inputs, **options):
        tensors = [x if isinstance(x, Tensor) else Tensor(x) for x in inputs]
        ctx = Context()
        ctx.shapes = [t.data.shape for t in tensors]
        value = cls.forward(ctx, *[t.data for t in tensors], **options)
        out = Tensor(value)
        out.function, out.ctx, out.inputs = cls, ctx, tensors
        return out


class Add(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, g):
        return unbroadcast(g, ctx.shapes[0]), unbroadcast(g, ctx.shapes[1])


class Sub(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a - b

    @staticmethod
    def backward(ctx, g):
        return unbroadcast(g, ctx.shapes[0]), unbroadcast(-g, ctx.shapes[1])


class Mul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a * b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
        return unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)


class Div(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a / b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
        grad_a = g / b
        grad_b = -g * a / (b * b)
        return unbroadcast(grad_a, a.shape), unbroadcast(grad_b, b.shape)


class Pow(Function):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save(a)
        ctx.n = float(n)
        return a**n

    @staticmethod
    def backward(ctx, g):
        (a,) = ctx.saved
        slope = np.zeros_like(a) if ctx.n == 0 else ctx.n * a ** (ctx.n - 1)
        return g * slope, None


class MatMul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
        if a.ndim == 1 and b.ndim == 1:
            return g * b, g * a
        if a.ndim == 1:
            grad_a = (b @ g[..., None])[..., 0]
            grad_b = a[:, None] * g[..., None, :]
        elif b.ndim == 1:
            grad_a = g[..., None] * b
            grad_b = (np.swapaxes(a, -1, -2) @ g[..., None])[..., 0]
        else:
            grad_a = g @ np.swapaxes(b, -1, -2)
            grad_b = a.T @ g
        return unbroadcast(grad_a, a.shape), unbroadcast(grad_b, b.shape)


class Sum(Function):
    @staticmethod
    def forward(ctx, a, axis, keepdims):
        ctx.kept = a.sum(axis=axis, keepdims=True).shape
        return a.sum(axis=axis, keepdims=keepdims)

    @staticmethod
    def backward(ctx, g):
        return (np.broadcast_to(g.reshape(ctx.kept), ctx.shapes[0]),)


class Reshape(Function):
    @staticmethod
    def forward(ctx, a, shape):
        return a.reshape(shape)

    @staticmethod
    def backward(ctx, g):
        return (g.reshape(ctx.shapes[0]),)


class Transpose(Function):
    @staticmethod
    def forward(ctx, a, axes):
        ctx.axes = axes
        return a.transpose(axes)

    @staticmethod
    def backward(ctx, g):
        if ctx.axes is None:
            return (g.transpose(),)
        back = [0] * g.ndim
        for new, old in enumerate(ctx.axes):
            back[old] = new
        return (g.transpose(back),)


class Index(Function):
    @staticmethod
    def forward(ctx, a, index):
        ctx.index = index
        return a[index]

    @staticmethod
    def backward(ctx, g):
        grad = np.zeros(ctx.shapes[0])
        np.add.at(grad, ctx.index, g)
        return (grad,)


class Relu(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.mask = a > 0
        return np.where(ctx.mask, a, 0.0)

    @staticmethod
    def backward(ctx, g):
        return (g * ctx.mask,)


class Exp(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.y = np.exp(a)
        return ctx.y

    @staticmethod
    def backward(ctx, g):
        return (g * ctx.y,)


class Log(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, g):
        return (g / ctx.saved[0],)


class Tanh(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.y = np.tanh(a)
        return ctx.y

    @staticmethod
    def backward(ctx, g):
        return (g * (1.0 - ctx.y**2),)


class LogSoftmax(Function):
    @staticmethod
    def forward(ctx, a, axis):
        z = a - np.max(a, axis=axis, keepdims=True)
        ctx.axis = axis
        ctx.y = z - np.log(np.sum(np.exp(z), axis=axis, keepdims=True))
        return ctx.y

    @staticmethod
    def backward(ctx, g):
        return (g - np.exp(ctx.y) * g.sum(axis=ctx.axis, keepdims=True),)


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.function = None
        self.ctx = None
        self.inputs = []

    def __add__(self, other):
        return Add.apply(self, other)

    def __radd__(self, other):
        return Add.apply(other, self)

    def __sub__(self, other):
        return Sub.apply(self, other)

    def __rsub__(self, other):
        return Sub.apply(other, self)

    def __mul__(self, other):
        return Mul.apply(self, other)

    def __rmul__(self, other):
        return Mul.apply(other, self)

    def __truediv__(self, other):
        return Div.apply(self, other)

    def __rtruediv__(self, other):
        return Div.apply(other, self)

    def __matmul__(self, other):
        return MatMul.apply(self, other)

    def __rmatmul__(self, other):
        return MatMul.apply(other, self)

    def __neg__(self):
        return Mul.apply(self, -1.0)

    def __pow__(self, n):
        return Pow.apply(self, n=n)

    def sum(self, axis=None, keepdims=False):
        return Sum.apply(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = tuple(shape[0])
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

    def backward(self):
        order = reachable(self)
        for t in order:
            if t.function is not None:
                t.grad = np.zeros(t.data.shape)
        self.grad = self.grad + 1.0
        for t in reversed(order):
            if t.function is None:
                continue
            for source, g in zip(t.inputs, t.function.backward(t.ctx, t.grad)):
                source.grad = source.grad + g


def reachable(root):
    """All tensors below root, operands before results."""
    order, seen, stack = [], set(), [(root, iter(root.inputs))]
    seen.add(id(root))
    while stack:
        tensor, rest = stack[-1]
        for each in rest:
            if id(each) not in seen:
                seen.add(id(each))
                stack.append((each, iter(each.inputs)))
                break
        else:
            order.append(tensor)
            stack.pop()
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    rows = np.arange(logits.data.shape[0])
    return -(logits.log_softmax()[rows, labels].mean())


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in reachable(root):
        t.grad = np.zeros(t.data.shape)


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
