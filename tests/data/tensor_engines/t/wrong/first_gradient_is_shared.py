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

import numpy as np


class Tensor:
    # One class, one big switch: `_op` says how a tensor was made, `_args` what else is needed.
    __array_ufunc__ = None

    def __init__(self, data, _op="", _inputs=(), _args=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._op, self._inputs, self._args = _op, _inputs, _args

    def __add__(self, other):
        other = tensor(other)
        return Tensor(self.data + other.data, "+", (self, other))

    def __sub__(self, other):
        other = tensor(other)
        return Tensor(self.data - other.data, "-", (self, other))

    def __mul__(self, other):
        other = tensor(other)
        return Tensor(self.data * other.data, "*", (self, other))

    def __truediv__(self, other):
        other = tensor(other)
        return Tensor(self.data / other.data, "/", (self, other))

    def __matmul__(self, other):
        other = tensor(other)
        return Tensor(self.data @ other.data, "@", (self, other))

    def __radd__(self, other):
        return tensor(other) + self

    def __rsub__(self, other):
        return tensor(other) - self

    def __rmul__(self, other):
        return tensor(other) * self

    def __rtruediv__(self, other):
        return tensor(other) / self

    def __rmatmul__(self, other):
        return tensor(other) @ self

    def __neg__(self):
        return Tensor(-self.data, "neg", (self,))

    def __pow__(self, n):
        return Tensor(self.data**n, "pow", (self,), (n,))

    def sum(self, axis=None, keepdims=False):
        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), "sum", (self,), (axis,))

    def mean(self, axis=None, keepdims=False):
        return Tensor(self.data.mean(axis=axis, keepdims=keepdims), "mean", (self,), (axis,))

    def reshape(self, *shape):
        if len(shape) == 1:
            shape = shape[0]
        return Tensor(self.data.reshape(shape), "reshape", (self,))

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(reversed(range(self.data.ndim)))
        return Tensor(self.data.transpose(axes), "transpose", (self,), (axes,))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], "index", (self,), (index,))

    def relu(self):
        return Tensor(self.data.clip(min=0.0), "relu", (self,))

    def exp(self):
        return Tensor(np.exp(self.data), "exp", (self,))

    def log(self):
        return Tensor(np.log(self.data), "log", (self,))

    def tanh(self):
        return Tensor(np.tanh(self.data), "tanh", (self,))

    def log_softmax(self, axis=-1):
        biggest = self.data.max(axis=axis, keepdims=True)
        small = self.data - biggest
        data = small - np.log(np.exp(small).sum(axis=axis, keepdims=True))
        return Tensor(data, "log_softmax", (self,), (axis,))

    def _give(self, g):
        g = unbroadcast(g, self.data.shape)
        if self.grad.any():
            self.grad += g
        else:
            self.grad = g

    def _spread(self):
        """Send this tensor's gradient to its inputs."""
        op, g, y = self._op, self.grad, self.data
        if op == "":
            return
        a = self._inputs[0]
        x = a.data
        if op in ("+", "-", "*", "/", "@"):
            b = self._inputs[1]
        if op == "+":
            a._give(g)
            b._give(g)
        elif op == "-":
            a._give(g)
            b._give(-g)
        elif op == "*":
            a._give(g * b.data)
            b._give(g * x)
        elif op == "/":
            a._give(g / b.data)
            b._give(-g * y / b.data)
        elif op == "@":
            if x.ndim == 1 and b.data.ndim == 1:
                a._give(g * b.data)
                b._give(g * x)
            elif x.ndim == 1:
                # (k,) @ (..., k, m)
                a._give((b.data @ g[..., None])[..., 0])
                b._give(x[:, None] * g[..., None, :])
            elif b.data.ndim == 1:
                # (..., n, k) @ (k,)
                a._give(g[..., None] * b.data)
                b._give((np.swapaxes(x, -1, -2) @ g[..., None])[..., 0])
            else:
                a._give(g @ np.swapaxes(b.data, -1, -2))
                b._give(np.swapaxes(x, -1, -2) @ g)
        elif op == "neg":
            a._give(-g)
        elif op == "pow":
            (n,) = self._args
            if n != 0:
                a._give(g * n * x ** (n - 1))
        elif op == "sum" or op == "mean":
            (axis,) = self._args
            if axis is not None and y.ndim < x.ndim:
                g = np.expand_dims(g, axis)
            if op == "mean":
                g = g / (x.size // y.size)
            a._give(g + np.zeros(x.shape))
        elif op == "reshape":
            a._give(g.reshape(x.shape))
        elif op == "transpose":
            (axes,) = self._args
            back = np.empty(x.ndim, dtype=int)
            back[list(axes)] = np.arange(x.ndim)
            a._give(g.transpose(back))
        elif op == "index":
            (index,) = self._args
            z = np.zeros(x.shape)
            np.add.at(z, index, g)
            a._give(z)
        elif op == "relu":
            a._give(np.where(x > 0, g, 0.0))
        elif op == "exp":
            a._give(g * y)
        elif op == "log":
            a._give(g / x)
        elif op == "tanh":
            a._give(g * (1 - y) * (1 + y))
        elif op == "log_softmax":
            (axis,) = self._args
            a._give(g - np.exp(y) * g.sum(axis=axis, keepdims=True))

    def backward(self):
        nodes = below(self)
        for node in nodes:
            if node._op != "":
                node.grad = np.zeros_like(node.data)
        self.grad += 1.0
        for node in nodes:
            node._spread()


def tensor(value):
    if not isinstance(value, Tensor):
        value = Tensor(value)
    return value


def below(root):
    """Everything that `root` was made of, consumers first."""
    consumers, found = {id(root): 0}, [root]
    for node in found:
        for one in node._inputs:
            if id(one) not in consumers:
                consumers[id(one)] = 0
                found.append(one)
            consumers[id(one)] += 1
    ready, order = [root], []
    while ready:
        node = ready.pop()
        order.append(node)
        for one in node._inputs:
            consumers[id(one)] -= 1
            if consumers[id(one)] == 0:
                ready.append(one)
    return order


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == shape:
        return grad
    full = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(i for i in range(grad.ndim) if full[i] == 1)
    return grad.sum(axis=axes, keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n, classes = logits.data.shape
    onehot = np.zeros((n, classes))
    onehot[np.arange(n), labels] = 1.0
    return -(logits.log_softmax() * onehot).sum() / n


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
