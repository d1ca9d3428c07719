"""Exercise 8: the engine, its rules as lines of text.

In a rule, a and b are the arrays that went in, y is what came out, g is the gradient of y, and s
is what else the operation was told. Python compiles the lines once, when the file is loaded.
"""

import itertools

import numpy as np

LINES = """
add         | a + b                            | g ; g
sub         | a - b                            | g ; -g
mul         | a * b                            | g * b ; g * a
div         | a / b                            | g / b ; -g * y / b
dot         | a @ b                            | (row(g, a, b) @ up(b, 1).swapaxes(-1, -2)) ; (up(a, 0).swapaxes(-1, -2) @ row(g, a, b))
neg         | -a                               | -g
pow         | a ** s                           | g * (s * a ** (s - 1) if s != 0 else 0.0)
sum         | a.sum(axis=s[0], keepdims=s[1])  | np.broadcast_to(g.reshape(np.sum(a, axis=s[0], keepdims=True).shape), a.shape)
reshape     | a.reshape(*s)                    | g.reshape(a.shape)
transpose   | a.transpose(s)                   | g.transpose(back(s, a.ndim))
take        | a[s]                             | put(a.shape, s, g)
relu        | np.maximum(a, 0.0)               | np.where(a > 0, g, 0.0)
exp         | np.exp(a)                        | g * y
log         | np.log(a)                        | g / a
tanh        | np.tanh(a)                       | g * (1 - y ** 2)
log_softmax | low(a, s) - np.log(np.exp(low(a, s)).sum(axis=s, keepdims=True)) | g - np.exp(y) * g.sum(axis=s, keepdims=True)
"""


def up(array, where):
    """A vector as a matrix; the new axis is the first or the last one."""
    return np.expand_dims(array, where) if array.ndim == 1 else array


def row(g, a, b):
    """The gradient of a product, of the shape that it has without vectors."""
    shape = list(g.shape)
    if b.ndim == 1:
        shape.append(1)
    if a.ndim == 1:
        shape.insert(len(shape) - 1, 1)
    return g.reshape(shape)


def back(axes, ndim):
    axes = range(ndim)[::-1] if axes is None else [axis % ndim for axis in axes]
    return sorted(range(ndim), key=list(axes).__getitem__)


def put(shape, index, g):
    full = np.zeros(shape)
    np.add.at(full, index, g)
    return full


def low(a, axis):
    return a - np.max(a, axis=axis, keepdims=True)


def compiled(line):
    name, value, rules = (each.strip() for each in line.split("|"))
    names = "a, b, s" if ";" in rules else "a, s"
    forward = eval(f"lambda {names}: {value}", globals())
    pulls = [eval(f"lambda g, y, {names}: {rule}", globals()) for rule in rules.split(";")]
    return name, (forward, pulls)


OPERATIONS = dict(compiled(line) for line in LINES.strip().splitlines())
AGES = itertools.count()


def do(name, *inputs, s=None):
    inputs = [each if isinstance(each, Tensor) else Tensor(each) for each in inputs]
    forward, pulls = OPERATIONS[name]
    out = Tensor(forward(*(each.data for each in inputs), s))
    out.inputs, out.pulls, out.s = inputs, pulls, s
    return out


class Tensor:
    """An array, its gradient, and how it was made."""

    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.inputs, self.pulls, self.s = [], [], None
        self.age = next(AGES)

    def __add__(self, other): return do("add", self, other)
    def __radd__(self, other): return do("add", other, self)
    def __sub__(self, other): return do("sub", self, other)
    def __rsub__(self, other): return do("sub", other, self)
    def __mul__(self, other): return do("mul", self, other)
    def __rmul__(self, other): return do("mul", other, self)
    def __truediv__(self, other): return do("div", self, other)
    def __rtruediv__(self, other): return do("div", other, self)
    def __matmul__(self, other): return do("dot", self, other)
    def __rmatmul__(self, other): return do("dot", other, self)
    def __neg__(self): return do("neg", self)
    def __pow__(self, n): return do("pow", self, s=n)
    def __getitem__(self, index): return do("take", self, s=index)
    def sum(self, axis=None, keepdims=False): return do("sum", self, s=(axis, keepdims))
    def reshape(self, *shape): return do("reshape", self, s=shape)
    def transpose(self, axes=None): return do("transpose", self, s=axes)
    def relu(self): return do("relu", self)
    def exp(self): return do("exp", self)
    def log(self): return do("log", self)
    def tanh(self): return do("tanh", self)
    def log_softmax(self, axis=-1): return do("log_softmax", self, s=axis)

    @property
    def T(self): return self.transpose()

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total * (total.data.size / self.data.size)

    def backward(self):
        by_age = youngest_first(self)
        for each in by_age:
            if each.inputs:
                each.grad = np.zeros_like(each.data)
        self.grad += 1.0
        for each in by_age:
            arrays = [source.data for source in each.inputs]
            for source, pull in zip(each.inputs, each.pulls):
                share = pull(each.grad, each.data, *arrays, each.s)
                # A share of a vector in a product may still be a matrix of one row or column.
                if each.pulls is OPERATIONS["dot"][1] and source.data.ndim == 1:
                    wide = (1, -1) if pull is each.pulls[0] else (-1, 1)
                    share = unbroadcast(share, source.data.reshape(wide).shape).reshape(-1)
                source.grad += unbroadcast(share, source.data.shape)


def youngest_first(root):
    """What can be reached; the inputs of a tensor are all older than it is."""
    reached, fresh = {root}, {root}
    while fresh:
        fresh = {source for each in fresh for source in each.inputs} - reached
        reached |= fresh
    return sorted(reached, key=lambda each: each.age, reverse=True)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    letters = "abcdefghijklmnop"[: grad.ndim]
    own = letters[grad.ndim - len(shape) :]
    kept = "".join(letter for letter, n in zip(own, shape) if n != 1)
    return np.einsum(f"{letters}->{kept}", grad).reshape(shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    return -logits.log_softmax()[range(len(labels)), np.array(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for each in youngest_first(root):
        each.grad = np.zeros_like(each.data)


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
