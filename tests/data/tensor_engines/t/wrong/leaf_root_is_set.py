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

# Gradients are lists of contributions, and are only summed when somebody asks for `.grad`.
import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, made_of=(), send=None):
        self.data = np.array(data, dtype=np.float64)
        self._ledger = {"sum": None, "open": []}
        self._made_of = made_of
        self._send = send

    @property
    def grad(self):
        ledger = self._ledger
        if ledger["sum"] is None:
            ledger["sum"] = np.zeros(self.data.shape)
        if ledger["open"]:
            total = ledger["sum"]
            for entry in ledger["open"]:
                total = total + entry
            ledger["sum"], ledger["open"] = np.asarray(total), []
        return ledger["sum"]

    @grad.setter
    def grad(self, value):
        self._ledger = {"sum": np.array(value, dtype=np.float64), "open": []}

    def _post(self, entry):
        self._ledger["open"].append(unbroadcast(entry, self.data.shape))

    def __add__(self, other):
        other = lift(other)

        def send(g):
            self._post(g)
            other._post(g)

        return Tensor(self.data + other.data, [self, other], send)

    def __neg__(self):
        return Tensor(-self.data, [self], lambda g: self._post(-g))

    def __sub__(self, other):
        return self + (-lift(other))

    def __mul__(self, other):
        other = lift(other)

        def send(g):
            self._post(g * other.data)
            other._post(g * self.data)

        return Tensor(self.data * other.data, [self, other], send)

    def __truediv__(self, other):
        other = lift(other)

        def send(g):
            self._post(g / other.data)
            other._post(-g * self.data / other.data / other.data)

        return Tensor(self.data / other.data, [self, other], send)

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __rmatmul__(self, other):
        return lift(other) @ self

    def __pow__(self, n):
        def send(g):
            if n != 0:
                self._post(n * g * self.data ** (n - 1))

        return Tensor(self.data**n, [self], send)

    def __matmul__(self, other):
        other = lift(other)

        def send(g):
            a, b = self.data, other.data
            shape_a, shape_b = a.shape, b.shape
            a = a.reshape((1,) + shape_a) if len(shape_a) == 1 else a
            b = b.reshape(shape_b + (1,)) if len(shape_b) == 1 else b
            stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
            g = g.reshape(stack + (a.shape[-2], b.shape[-1]))
            self._post(unbroadcast(g @ np.swapaxes(b, -2, -1), a.shape).reshape(shape_a))
            other._post(unbroadcast(np.swapaxes(a, -2, -1) @ g, b.shape).reshape(shape_b))

        return Tensor(self.data @ other.data, [self, other], send)

    def sum(self, axis=None, keepdims=False):
        def send(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self._post(np.broadcast_to(g, self.data.shape))

        return Tensor(np.sum(self.data, axis=axis, keepdims=keepdims), [self], send)

    def mean(self, axis=None, keepdims=False):
        out = np.mean(self.data, axis=axis, keepdims=keepdims)

        def send(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            self._post(np.broadcast_to(g, self.data.shape) * out.size / self.data.size)

        return Tensor(out, [self], send)

    def reshape(self, *shape):
        shape = shape[0] if len(shape) == 1 else shape
        return Tensor(self.data.reshape(shape), [self], lambda g: self._post(g.reshape(self.data.shape)))

    def transpose(self, axes=None):
        ndim = self.data.ndim
        axes = tuple(range(ndim))[::-1] if axes is None else tuple(i % ndim for i in axes)
        back = tuple(axes.index(i) for i in range(ndim))
        return Tensor(self.data.transpose(axes), [self], lambda g: self._post(g.transpose(back)))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def send(g):
            spread = np.zeros(self.data.shape)
            np.add.at(spread, index, g)
            self._post(spread)

        return Tensor(self.data[index], [self], send)

    def relu(self):
        return Tensor(np.maximum(self.data, 0.0), [self], lambda g: self._post(g * (self.data > 0)))

    def exp(self):
        value = np.exp(self.data)
        return Tensor(value, [self], lambda g: self._post(g * value))

    def log(self):
        return Tensor(np.log(self.data), [self], lambda g: self._post(g / self.data))

    def tanh(self):
        value = np.tanh(self.data)
        return Tensor(value, [self], lambda g: self._post(g * (1.0 - value * value)))

    def log_softmax(self, axis=-1):
        peak = np.max(self.data, axis=axis, keepdims=True)
        value = self.data - (peak + np.log(np.sum(np.exp(self.data - peak), axis=axis, keepdims=True)))

        def send(g):
            self._post(g - np.exp(value) * np.sum(g, axis=axis, keepdims=True))

        return Tensor(value, [self], send)

    def backward(self):
        line = line_up(self)
        for tensor in line:
            if tensor._made_of:
                tensor._ledger = {"sum": None, "open": []}
        self.grad = np.ones(self.data.shape)
        for tensor in line:
            if tensor._made_of:
                tensor._send(tensor.grad)


def lift(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def line_up(root):
    """Consumers before what they consume: a tensor enters when its last consumer has."""
    waiting = {}
    todo = [root]
    while todo:
        tensor = todo.pop()
        for one in tensor._made_of:
            if one not in waiting:
                waiting[one] = 0
                todo.append(one)
            waiting[one] += 1
    line = [root]
    for tensor in line:
        for one in tensor._made_of:
            waiting[one] -= 1
            if waiting[one] == 0:
                line.append(one)
    return line


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    if len(shape) < grad.ndim:
        return unbroadcast(grad.sum(axis=0), shape)
    for place, length in enumerate(shape):
        if length == 1:
            grad = grad.sum(axis=place, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    picked = logits.log_softmax()[np.arange(logits.data.shape[0]), np.asarray(labels)]
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for tensor in line_up(root):
        tensor._ledger = {"sum": None, "open": []}


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
