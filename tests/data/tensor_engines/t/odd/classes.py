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
    `.data`. `.grad` is a float64 array of the same shape, zeros at first.
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
  * relu at 0 has gradient 0. log_softmax and cross_entropy are right for logits of 1000.
  * Not judged: log at 0 and below, division by zero, fractions as powers of negative numbers.

root.backward()
  * The root holds one number, in any shape. Its gradient is seeded with ones. No data changes.
  * Leaves ADD: after several calls a leaf's `grad` is the sum of what each call alone would give.
    A root that is a leaf adds as well.
  * Inner tensors RESTART: what an earlier call left there must not enter a later one.
  * Tensors that the root cannot reach keep what they have.

zero_grad(root)
  * A function beside the class: afterwards every tensor that can be reached from `root` has a
    `grad` of zeros, of its own shape.

Size
  * A chain of 450 operations, a graph of 200 tensors, arrays of some thousand entries.

What is judged
--------------
Everything above, compared with PyTorch in float64: values, shapes and gradients. The names inside
your class beyond the contract are yours.

Run this file to see the examples:  python 08_tensor_engine.py
Stuck?  topograde hint tensor-engine        Ready?  topograde check tensor-engine
"""

# A class for each operator, with forward and backward, as in PyTorch's Function.
import numpy as np


class Op:
    def __init__(self, *inputs):
        self.inputs = [x if isinstance(x, Tensor) else Tensor(x) for x in inputs]

    def __call__(self):
        out = Tensor(self.forward(*[t.data for t in self.inputs]))
        out.creator = self
        return out


class Add(Op):
    def forward(self, a, b):
        return a + b

    def backward(self, g):
        a, b = self.inputs
        return unbroadcast(g, a.shape), unbroadcast(g, b.shape)


class Sub(Op):
    def forward(self, a, b):
        return a - b

    def backward(self, g):
        a, b = self.inputs
        return unbroadcast(g, a.shape), unbroadcast(-g, b.shape)


class Mul(Op):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a * b

    def backward(self, g):
        return unbroadcast(g * self.b, self.a.shape), unbroadcast(g * self.a, self.b.shape)


class Div(Op):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a / b

    def backward(self, g):
        to_a = g / self.b
        to_b = -g * self.a / self.b**2
        return unbroadcast(to_a, self.a.shape), unbroadcast(to_b, self.b.shape)


class Neg(Op):
    def forward(self, a):
        return -a

    def backward(self, g):
        return (-g,)


class Pow(Op):
    def __init__(self, a, n):
        super().__init__(a)
        self.n = n

    def forward(self, a):
        self.a = a
        return a**self.n

    def backward(self, g):
        if self.n == 0:
            return (g * 0.0,)
        return (g * self.n * self.a ** (self.n - 1),)


class MatMul(Op):
    def forward(self, a, b):
        self.a, self.b = a, b
        return a @ b

    def backward(self, g):
        a, b = self.a, self.b
        if a.ndim == 1 and b.ndim == 1:
            return g * b, g * a
        if b.ndim == 1:  # (..., n, k) @ (k,)
            return g[..., None] * b, unbroadcast(g[..., None] * a, b.shape)
        if a.ndim == 1:  # (k,) @ (..., k, m)
            to_a = unbroadcast((b * g[..., None, :]).sum(axis=-1), a.shape)
            return to_a, a[:, None] * g[..., None, :]
        to_a = unbroadcast(g @ b.swapaxes(-1, -2), a.shape)
        to_b = unbroadcast(a.swapaxes(-1, -2) @ g, b.shape)
        return to_a, to_b


class Sum(Op):
    def __init__(self, a, axis, keepdims):
        super().__init__(a)
        self.axis, self.keepdims = axis, keepdims

    def forward(self, a):
        self.shape = a.shape
        return a.sum(axis=self.axis, keepdims=self.keepdims)

    def backward(self, g):
        if self.axis is not None and not self.keepdims:
            g = np.expand_dims(g, self.axis)
        return (np.broadcast_to(g, self.shape),)


class Reshape(Op):
    def __init__(self, a, shape):
        super().__init__(a)
        self.shape = shape

    def forward(self, a):
        self.old = a.shape
        return a.reshape(self.shape)

    def backward(self, g):
        return (g.reshape(self.old),)


class Transpose(Op):
    def __init__(self, a, axes):
        super().__init__(a)
        self.axes = axes

    def forward(self, a):
        return np.moveaxis(a, self.axes, range(a.ndim))

    def backward(self, g):
        return (np.moveaxis(g, range(g.ndim), self.axes),)


class Index(Op):
    def __init__(self, a, index):
        super().__init__(a)
        self.index = index

    def forward(self, a):
        self.shape = a.shape
        return a[self.index]

    def backward(self, g):
        out = np.zeros(self.shape)
        np.add.at(out, self.index, g)
        return (out,)


class ReLU(Op):
    def forward(self, a):
        self.open = a > 0
        return np.where(self.open, a, 0.0)

    def backward(self, g):
        return (g * self.open,)


class Exp(Op):
    def forward(self, a):
        self.y = np.exp(a)
        return self.y

    def backward(self, g):
        return (g * self.y,)


class Log(Op):
    def forward(self, a):
        self.a = a
        return np.log(a)

    def backward(self, g):
        return (g / self.a,)


class Tanh(Op):
    def forward(self, a):
        self.y = np.tanh(a)
        return self.y

    def backward(self, g):
        return (g * (1 - self.y**2),)


class LogSoftmax(Op):
    def __init__(self, a, axis):
        super().__init__(a)
        self.axis = axis

    def forward(self, a):
        a = a - a.max(axis=self.axis, keepdims=True)
        self.y = a - np.log(np.exp(a).sum(axis=self.axis, keepdims=True))
        return self.y

    def backward(self, g):
        return (g - np.exp(self.y) * g.sum(axis=self.axis, keepdims=True),)


class Tensor:
    __array_priority__ = 1000.0

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.creator = None

    @property
    def shape(self):
        return self.data.shape

    @property
    def T(self):
        return self.transpose()

    def __add__(self, other):
        return Add(self, other)()

    def __radd__(self, other):
        return Add(other, self)()

    def __sub__(self, other):
        return Sub(self, other)()

    def __rsub__(self, other):
        return Sub(other, self)()

    def __mul__(self, other):
        return Mul(self, other)()

    def __rmul__(self, other):
        return Mul(other, self)()

    def __truediv__(self, other):
        return Div(self, other)()

    def __rtruediv__(self, other):
        return Div(other, self)()

    def __matmul__(self, other):
        return MatMul(self, other)()

    def __rmatmul__(self, other):
        return MatMul(other, self)()

    def __neg__(self):
        return Neg(self)()

    def __pow__(self, n):
        return Pow(self, n)()

    def __getitem__(self, index):
        return Index(self, index)()

    def sum(self, axis=None, keepdims=False):
        return Sum(self, axis, keepdims)()

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return Reshape(self, shape[0] if len(shape) == 1 else shape)()

    def transpose(self, axes=None):
        return Transpose(self, range(self.data.ndim)[::-1] if axes is None else axes)()

    def relu(self):
        return ReLU(self)()

    def exp(self):
        return Exp(self)()

    def log(self):
        return Log(self)()

    def tanh(self):
        return Tanh(self)()

    def log_softmax(self, axis=-1):
        return LogSoftmax(self, axis)()

    def ancestors(self):
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            t, closing = stack.pop()
            if closing:
                order.append(t)
            elif t not in seen:
                seen.add(t)
                stack.append((t, True))
                if t.creator is not None:
                    stack.extend((one, False) for one in t.creator.inputs)
        return order

    def backward(self):
        order = self.ancestors()
        for t in order:
            if t.creator is not None:
                t.grad = np.zeros_like(t.data)
        self.grad = self.grad + np.ones(self.shape)
        while order:
            t = order.pop()
            t.grad = np.asarray(t.grad)
            if t.creator is None:
                continue
            for one, g in zip(t.creator.inputs, t.creator.backward(t.grad)):
                one.grad = one.grad + g


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    while grad.ndim > len(shape):
        grad = np.asarray(grad.sum(axis=0))
    for i in range(grad.ndim):
        if shape[i] == 1 and grad.shape[i] != 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    logp = logits.log_softmax(axis=1)
    return Neg(logp[np.arange(logits.shape[0]), np.asarray(labels)].mean())()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in root.ancestors():
        t.grad = np.zeros(t.shape)


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
