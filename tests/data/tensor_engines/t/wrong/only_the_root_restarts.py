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

# An operation is a generator: it yields its value first, and then, for each gradient that is
# sent in, the gradients of its inputs.
import numpy as np


def add_(a, b):
    up = yield a + b
    while True:
        up = yield up, up


def sub_(a, b):
    up = yield a - b
    while True:
        up = yield up, -up


def mul_(a, b):
    up = yield a * b
    while True:
        up = yield up * b, up * a


def div_(a, b):
    q = a / b
    up = yield q
    while True:
        up = yield up / b, -up * q / b


def neg_(a):
    up = yield -a
    while True:
        up = yield (-up,)


def pow_(a, n):
    up = yield a**n
    while True:
        up = yield (n * up * a ** (n - 1) if n != 0 else up * 0.0,)


def matmul_(a, b):
    """Matrices and stacks of matrices only."""
    up = yield a @ b
    while True:
        up = yield up @ np.swapaxes(b, -1, -2), np.swapaxes(a, -1, -2) @ up


def sum_(a, axis):
    up = yield a.sum(axis=axis, keepdims=True)
    while True:
        up = yield (up * np.ones(a.shape),)


def reshape_(a, shape):
    up = yield a.reshape(shape)
    while True:
        up = yield (up.reshape(a.shape),)


def transpose_(a, axes):
    back = [axes.index(i) for i in range(a.ndim)]
    up = yield a.transpose(axes)
    while True:
        up = yield (up.transpose(back),)


def index_(a, index):
    up = yield a[index]
    while True:
        spread = np.zeros(a.shape)
        np.add.at(spread, index, up)
        up = yield (spread,)


def relu_(a):
    up = yield np.maximum(a, 0.0)
    while True:
        up = yield (up * (a > 0.0),)


def exp_(a):
    e = np.exp(a)
    up = yield e
    while True:
        up = yield (up * e,)


def log_(a):
    up = yield np.log(a)
    while True:
        up = yield (up / a,)


def tanh_(a):
    t = np.tanh(a)
    up = yield t
    while True:
        up = yield (up * (1.0 - t * t),)


def log_softmax_(a, axis):
    a = a - a.max(axis=axis, keepdims=True)
    logp = a - np.log(np.exp(a).sum(axis=axis, keepdims=True))
    up = yield logp
    while True:
        up = yield (up - np.exp(logp) * up.sum(axis=axis, keepdims=True),)


def begin(operation, *inputs, **options):
    inputs = [x if isinstance(x, Tensor) else Tensor(x) for x in inputs]
    job = operation(*[x.data for x in inputs], **options)
    out = Tensor(next(job))
    out.inputs, out.job = inputs, job
    return out


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.inputs = []
        self.job = None

    def __add__(self, other):
        return begin(add_, self, other)

    def __radd__(self, other):
        return begin(add_, other, self)

    def __sub__(self, other):
        return begin(sub_, self, other)

    def __rsub__(self, other):
        return begin(sub_, other, self)

    def __mul__(self, other):
        return begin(mul_, self, other)

    def __rmul__(self, other):
        return begin(mul_, other, self)

    def __truediv__(self, other):
        return begin(div_, self, other)

    def __rtruediv__(self, other):
        return begin(div_, other, self)

    def __neg__(self):
        return begin(neg_, self)

    def __pow__(self, n):
        return begin(pow_, self, n=n)

    def __matmul__(self, other):
        a, b = self, other if isinstance(other, Tensor) else Tensor(other)
        shape = np.matmul(a.data, b.data).shape
        if a.data.ndim == 1:
            a = a.reshape(1, -1)
        if b.data.ndim == 1:
            b = b.reshape(-1, 1)
        return begin(matmul_, a, b).reshape(shape)

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        end = np.sum(self.data, axis=axis, keepdims=keepdims).shape
        return begin(sum_, self, axis=axis).reshape(end)

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (out.data.size / self.data.size)

    def reshape(self, *shape):
        return begin(reshape_, self, shape=shape[0] if len(shape) == 1 else shape)

    def transpose(self, axes=None):
        ndim = self.data.ndim
        axes = range(ndim)[::-1] if axes is None else axes
        return begin(transpose_, self, axes=[i % ndim for i in axes])

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return begin(index_, self, index=index)

    def relu(self):
        return begin(relu_, self)

    def exp(self):
        return begin(exp_, self)

    def log(self):
        return begin(log_, self)

    def tanh(self):
        return begin(tanh_, self)

    def log_softmax(self, axis=-1):
        return begin(log_softmax_, self, axis=axis)

    def backward(self):
        nodes = list(postorder(self))
        for node in nodes:
            if node is self and node.job is not None:
                node.grad = np.zeros_like(node.data)
        self.grad = np.asarray(self.grad + np.ones_like(self.data))
        while nodes:
            node = nodes.pop()
            if node.job is None:
                continue
            for one, up in zip(node.inputs, node.job.send(node.grad)):
                one.grad = np.asarray(one.grad + unbroadcast(up, one.data.shape))


def postorder(root):
    seen = {root}
    stack = [(root, iter(root.inputs))]
    while stack:
        node, rest = stack[-1]
        one = next(rest, None)
        if one is None:
            stack.pop()
            yield node
        elif one not in seen:
            seen.add(one)
            stack.append((one, iter(one.inputs)))


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    while np.ndim(grad) > len(shape):
        grad = np.sum(grad, axis=0)
    for i, n in enumerate(shape):
        if n == 1:
            grad = np.sum(grad, axis=i, keepdims=True)
    return np.asarray(grad)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    logp = begin(log_softmax_, logits, axis=1)
    picked = begin(index_, logp, index=(np.arange(logp.data.shape[0]), np.asarray(labels)))
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in postorder(root):
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
