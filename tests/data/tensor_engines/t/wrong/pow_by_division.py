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

# A table of rules; the methods of the class are made from the table by a loop.
import numpy as np

TABLE = {}


def rule(name):
    def keep(function):
        TABLE[name] = function
        return function

    return keep


# Each entry takes arrays (and options) and returns the value and a function from its gradient to
# the gradients of the arrays.


@rule("add")
def _(a, b):
    return a + b, lambda g: (unbroadcast(g, a.shape), unbroadcast(g, b.shape))


@rule("sub")
def _(a, b):
    return a - b, lambda g: (unbroadcast(g, a.shape), unbroadcast(-g, b.shape))


@rule("mul")
def _(a, b):
    return a * b, lambda g: (unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape))


@rule("truediv")
def _(a, b):
    def pull(g):
        g = g / b
        return unbroadcast(g, a.shape), unbroadcast(-g * a / b, b.shape)

    return a / b, pull


@rule("matmul")
def _(a, b):
    def pull(g):
        m = a if a.ndim > 1 else a[np.newaxis]
        n = b if b.ndim > 1 else b[..., np.newaxis]
        g = np.reshape(g, np.broadcast_shapes(m.shape[:-2], n.shape[:-2]) + (m.shape[-2], n.shape[-1]))
        to_m = unbroadcast(g @ np.moveaxis(n, -1, -2), m.shape)
        to_n = unbroadcast(np.moveaxis(m, -1, -2) @ g, n.shape)
        return to_m.reshape(a.shape), to_n.reshape(b.shape)

    return a @ b, pull


@rule("neg")
def _(a):
    return -a, lambda g: (-g,)


@rule("pow")
def _(a, n):
    def pull(g):
        if n == 0:
            return (np.zeros(a.shape),)
        return (n * a**n / a * g,)

    return a**n, pull


@rule("sum")
def _(a, axis=None, keepdims=False):
    def pull(g):
        if not keepdims:
            g = np.expand_dims(g, tuple(range(a.ndim)) if axis is None else axis)
        return (np.tile(g, [n // m if m else 0 for n, m in zip(a.shape, g.shape)]),)

    return np.sum(a, axis=axis, keepdims=keepdims), pull


@rule("mean")
def _(a, axis=None, keepdims=False):
    total, pull = TABLE["sum"](a, axis, keepdims)
    each = total.size / a.size
    return total * each, lambda g: pull(g * each)


@rule("reshape")
def _(a, *shape):
    return a.reshape(*shape), lambda g: (g.reshape(a.shape),)


@rule("transpose")
def _(a, axes=None):
    where = np.arange(a.ndim)
    turned = None if axes is None else np.argsort(where[list(axes)])
    return a.transpose(axes), lambda g: (g.transpose(turned),)


@rule("getitem")
def _(a, index):
    def pull(g):
        back = np.zeros(a.shape)
        np.add.at(back, index, g)
        return (back,)

    return a[index], pull


@rule("relu")
def _(a):
    return a * (a > 0), lambda g: (g * (a > 0),)


@rule("exp")
def _(a):
    e = np.exp(a)
    return e, lambda g: (g * e,)


@rule("log")
def _(a):
    return np.log(a), lambda g: (g / a,)


@rule("tanh")
def _(a):
    t = np.tanh(a)
    return t, lambda g: (g * (1.0 - t**2),)


@rule("log_softmax")
def _(a, axis=-1):
    top = a.max(axis=axis, keepdims=True)
    logp = a - top - np.log(np.exp(a - top).sum(axis=axis, keepdims=True))
    return logp, lambda g: (g - np.exp(logp) * g.sum(axis=axis, keepdims=True),)


class Tensor:
    __array_ufunc__ = None
    __slots__ = ("data", "grad", "inputs", "pull")

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.inputs, self.pull = (), None

    @property
    def T(self):
        return self.transpose()

    def backward(self):
        nodes = walk(self)
        grads = {node: np.zeros(node.data.shape) for node in nodes}
        grads[self] = np.ones(self.data.shape)
        for node in nodes:
            if node.inputs:
                for one, g in zip(node.inputs, node.pull(grads[node])):
                    grads[one] = grads[one] + g
        for node in nodes:
            base = 0.0 if node.inputs else node.grad
            node.grad = np.asarray(base + grads[node])


def run(name, inputs, *options, **named):
    inputs = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in inputs)
    value, pull = TABLE[name](*(x.data for x in inputs), *options, **named)
    out = Tensor(value)
    out.inputs, out.pull = inputs, pull
    return out


def install():
    def straight(name):
        return lambda self, other: run(name, (self, other))

    def reflected(name):
        return lambda self, other: run(name, (other, self))

    def single(name):
        return lambda self, *options, **named: run(name, (self,), *options, **named)

    for name in ("add", "sub", "mul", "truediv", "matmul"):
        setattr(Tensor, f"__{name}__", straight(name))
        setattr(Tensor, f"__r{name}__", reflected(name))
    for name in ("neg", "pow", "getitem"):
        setattr(Tensor, f"__{name}__", single(name))
    for name in ("sum", "mean", "reshape", "transpose", "relu", "exp", "log", "tanh", "log_softmax"):
        setattr(Tensor, name, single(name))


install()


def walk(root):
    """Consumers first."""
    finished, started, stack = [], set(), [root]
    while stack:
        node = stack.pop()
        if node is None:
            finished.append(stack.pop())
        elif node not in started:
            started.add(node)
            stack += [node, None]
            stack += node.inputs
    return finished[::-1]


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    extra = np.ndim(grad) - len(shape)
    summed = list(range(extra)) + [extra + i for i, n in enumerate(shape) if n == 1]
    return np.sum(grad, axis=tuple(summed), keepdims=True).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels, dtype=int)
    return -run("log_softmax", (logits,), 1)[np.arange(len(labels)), labels].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in walk(root):
        node.grad = np.zeros(node.data.shape)


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
