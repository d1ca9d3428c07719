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

# The rules are text. {name: (operands, value, what each operand gets)}; g is the gradient, y the value,
# a and b are the operands' arrays, everything else is an option of the operation.
TEXT = """
add         a b | a + b                            | g ; g
sub         a b | a - b                            | g ; -g
mul         a b | a * b                            | g * b ; g * a
div         a b | a / b                            | g / b ; -g * y / b
matmul      a b | a @ b                            | left(g, a, b) ; right(g, a, b)
neg         a   | -a                               | -g
pow         a   | a ** n                           | g * n * a ** (n - 1) if n != 0 else 0 * g
sum         a   | a.sum(axis=axis, keepdims=kept)  | spread(g, a, axis)
mean        a   | a.mean(axis=axis, keepdims=kept) | spread(g, a, axis) * y.size / a.size
reshape     a   | a.reshape(*shape)                | g.reshape(a.shape)
transpose   a   | a.transpose(axes)                | turn_back(g, a, axes)
index       a   | a[index]                         | put(g, a, index)
relu        a   | np.where(a > 0, a, 0.0)          | g * (a > 0)
exp         a   | np.exp(a)                        | g * y
log         a   | np.log(a)                        | g / a
tanh        a   | np.tanh(a)                       | g * (1 - y * y)
log_softmax a   | normal(a, axis)                  | g - np.exp(y) * g.sum(axis=axis, keepdims=True)
"""


def left(g, a, b):
    if b.ndim == 1:
        return g[..., None] * b
    if a.ndim == 1:
        return np.matmul(b, g[..., None])[..., 0]
    return np.matmul(g, b.swapaxes(-1, -2))


def right(g, a, b):
    if a.ndim == 1:
        return a * g[..., None] if b.ndim == 1 else a[:, None] * g[..., None, :]
    if b.ndim == 1:
        return (a * g[..., None]).sum(axis=-2)
    return np.matmul(a.swapaxes(-1, -2), g)


def spread(g, a, axis):
    if g.ndim < a.ndim and axis is not None:
        g = np.expand_dims(g, axis)
    return np.broadcast_to(g, a.shape)


def turn_back(g, a, axes):
    here = np.arange(a.size).reshape(a.shape).transpose(axes)
    out = np.empty(a.size)
    out[here.ravel()] = g.ravel()
    return out.reshape(a.shape)


def put(g, a, index):
    out = np.zeros(a.shape)
    np.add.at(out, index, g)
    return out


def normal(a, axis):
    a = a - a.max(axis=axis, keepdims=True)
    return a - np.log(np.exp(a).sum(axis=axis, keepdims=True))


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    ones = np.broadcast_to(np.empty(shape), grad.shape)
    if grad.ndim == 0:
        return grad
    # an axis along which broadcasting repeats has stride 0 (or length 1, where a sum does nothing)
    repeated = tuple(i for i, stride in enumerate(ones.strides) if stride == 0 or grad.shape[i] == 1)
    return grad.sum(axis=repeated).reshape(shape)


RULES = {}
for line in TEXT.strip().splitlines():
    head, value, grads = line.split("|")
    name = head.split()[0]
    parts = [compile(part.strip(), name, "eval") for part in grads.split(";")]
    RULES[name] = (head.split()[1:], compile(value.strip(), name, "eval"), parts)


def do(name, *operands, **options):
    letters, value, _ = RULES[name]
    operands = [x if isinstance(x, Tensor) else Tensor(x) for x in operands]
    scope = dict(zip(letters, (x.data for x in operands)), **options)
    out = Tensor(eval(value, globals(), scope))
    out.name, out.operands, out.scope = name, operands, scope
    return out


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.name, self.operands, self.scope = None, [], {}

    def sum(self, axis=None, keepdims=False):
        return do("sum", self, axis=axis, kept=keepdims)

    def mean(self, axis=None, keepdims=False):
        return do("mean", self, axis=axis, kept=keepdims)

    def reshape(self, *shape):
        return do("reshape", self, shape=shape)

    def transpose(self, axes=None):
        return do("transpose", self, axes=axes)

    def log_softmax(self, axis=-1):
        return do("log_softmax", self, axis=axis)

    def __pow__(self, n):
        return do("pow", self, n=n)

    def __getitem__(self, index):
        return do("index", self, index=index)

    T = property(transpose)

    def backward(self):
        order = everything(self)
        for t in order:
            if t.name:
                t.grad = np.zeros(t.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for t in reversed(order):
            if t.name:
                scope = dict(t.scope, g=t.grad, y=t.data)
                for x, rule in zip(t.operands, RULES[t.name][2]):
                    x.grad = x.grad + unbroadcast(eval(rule, globals(), scope), x.data.shape)


def method(name, swap=False):
    return lambda *operands: do(name, *(operands[::-1] if swap else operands))


for _name, _python in {"add": "add", "sub": "sub", "mul": "mul", "div": "truediv", "matmul": "matmul"}.items():
    setattr(Tensor, f"__{_python}__", method(_name))
    setattr(Tensor, f"__r{_python}__", method(_name, swap=True))
for _name in ("relu", "exp", "log", "tanh"):
    setattr(Tensor, _name, method(_name))
Tensor.__neg__ = method("neg")


def everything(root, order=None, seen=None):
    """All that root is made of, operands first."""
    if order is None:
        order, seen = [], set()
    seen.add(root)
    for x in root.operands:
        if x not in seen:
            everything(x, order, seen)
    order.append(root)
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    return -logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in everything(root):
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
