"""Exercise 8: the engine as two tables, of values and of rules."""

from collections import Counter, deque
from dataclasses import dataclass, field

import numpy as np


def softmax_log(a, axis):
    top = a.max(axis=axis, keepdims=True)
    return a - top - np.log(np.exp(a - top).sum(axis=axis, keepdims=True))


# What an operation makes of arrays (and of its settings).
VALUE = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "dot": lambda a, b: a @ b,
    "pow": lambda a, n: a**n,
    "sum": lambda a, axis, keepdims: a.sum(axis=axis, keepdims=keepdims),
    "reshape": lambda a, shape: a.reshape(*shape),
    "transpose": lambda a, axes: a.transpose(axes),
    "take": lambda a, index: a[index],
    "relu": lambda a: np.maximum(a, 0.0),
    "exp": lambda a: np.exp(a),
    "log": lambda a: np.log(a),
    "tanh": lambda a: np.tanh(a),
    "log_softmax": softmax_log,
}


def dot_rule(g, out, a, b):
    wide_a = a if a.ndim > 1 else a[np.newaxis, :]
    wide_b = b if b.ndim > 1 else b[:, np.newaxis]
    if b.ndim == 1:
        g = g[..., np.newaxis]
    if a.ndim == 1:
        g = g[..., np.newaxis, :]
    to_a = g @ np.moveaxis(wide_b, -1, -2)
    to_b = np.moveaxis(wide_a, -1, -2) @ g
    return (
        unbroadcast(to_a, wide_a.shape).reshape(a.shape),
        unbroadcast(to_b, wide_b.shape).reshape(b.shape),
    )


def sum_rule(g, out, a, axis, keepdims):
    if axis is None:
        axis = tuple(range(a.ndim))
    if not keepdims:
        g = np.expand_dims(g, axis)
    return (np.broadcast_to(g, a.shape),)


def transpose_rule(g, out, a, axes):
    if axes is None:
        return (g.transpose(),)
    return (g.transpose(np.argsort(np.mod(axes, a.ndim))),)


def take_rule(g, out, a, index):
    full = np.zeros_like(a)
    np.add.at(full, index, g)
    return (full,)


# What it sends to each of these arrays.
RULE = {
    "add": lambda g, out, a, b: (g, g),
    "sub": lambda g, out, a, b: (g, -g),
    "mul": lambda g, out, a, b: (g * b, g * a),
    "div": lambda g, out, a, b: (g / b, -g * a / (b * b)),
    "dot": dot_rule,
    "pow": lambda g, out, a, n: (g * n * a ** (n - 1) if n != 0 else 0.0 * g,),
    "sum": sum_rule,
    "reshape": lambda g, out, a, shape: (g.reshape(a.shape),),
    "transpose": transpose_rule,
    "take": take_rule,
    "relu": lambda g, out, a: (g * (a > 0),),
    "exp": lambda g, out, a: (g * out,),
    "log": lambda g, out, a: (g / a,),
    "tanh": lambda g, out, a: (g - g * out**2,),
    "log_softmax": lambda g, out, a, axis: (g - np.exp(out) * g.sum(axis=axis, keepdims=True),),
}


def tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def apply(op, *inputs, settings=()):
    inputs = tuple(tensor(each) for each in inputs)
    out = Tensor(VALUE[op](*(each.data for each in inputs), *settings))
    out.op, out.inputs, out.settings = op, inputs, settings
    return out


@dataclass(eq=False)
class Tensor:
    """An array, its gradient, and how it was made."""

    data: np.ndarray
    grad: np.ndarray = field(init=False)
    op: str = field(init=False, default="leaf", repr=False)
    inputs: tuple = field(init=False, default=(), repr=False)
    settings: tuple = field(init=False, default=(), repr=False)

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __post_init__(self):
        self.data = np.array(self.data, dtype=np.float64)
        self.clear()

    def clear(self):
        self.grad = np.zeros_like(self.data)

    def __add__(self, other):
        return apply("add", self, other)

    def __radd__(self, other):
        return apply("add", other, self)

    def __sub__(self, other):
        return apply("sub", self, other)

    def __rsub__(self, other):
        return apply("sub", other, self)

    def __mul__(self, other):
        return apply("mul", self, other)

    def __rmul__(self, other):
        return apply("mul", other, self)

    def __truediv__(self, other):
        return apply("div", self, other)

    def __rtruediv__(self, other):
        return apply("div", other, self)

    def __matmul__(self, other):
        return apply("dot", self, other)

    def __rmatmul__(self, other):
        return apply("dot", other, self)

    def __neg__(self):
        return apply("sub", 0.0, self)

    def __pow__(self, n):
        return apply("pow", self, settings=(n,))

    def sum(self, axis=None, keepdims=False):
        return apply("sum", self, settings=(axis, keepdims))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size // total.data.size)

    def reshape(self, *shape):
        return apply("reshape", self, settings=(shape,))

    def transpose(self, axes=None):
        return apply("transpose", self, settings=(axes,))

    T = property(transpose)

    def __getitem__(self, index):
        return apply("take", self, settings=(index,))

    def relu(self):
        return apply("relu", self)

    def exp(self):
        return apply("exp", self)

    def log(self):
        return apply("log", self)

    def tanh(self):
        return apply("tanh", self)

    def log_softmax(self, axis=-1):
        return apply("log_softmax", self, settings=(axis,))

    def backward(self):
        """A tensor's turn comes when none of its consumers is still to come."""
        nodes = below(self)
        pending = Counter()
        for node in nodes:
            if node.inputs:
                node.clear()
            pending.update({id(each) for each in node.inputs})
        self.grad += 1.0
        turn = deque([self])
        while turn:
            node = turn.popleft()
            if not node.inputs:
                continue
            arrays = [each.data for each in node.inputs]
            parts = RULE[node.op](node.grad, node.data, *arrays, *node.settings)
            for each, part in zip(node.inputs, parts, strict=True):
                each.grad += unbroadcast(part, each.data.shape)
                pending[id(each)] -= 1
                if pending[id(each)] == 0:
                    turn.append(each)


def below(root):
    """Root and every tensor that it was made of, once."""
    found, known = [root], {id(root)}
    for node in found:
        for each in node.inputs:
            if id(each) not in known:
                known.add(id(each))
                found.append(each)
    return found


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if np.ndim(grad) > len(shape):
        grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    ones = tuple(axis for axis, length in enumerate(shape) if length == 1)
    return grad.sum(axis=ones, keepdims=True) if ones else grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    each = logits.log_softmax(axis=-1)[np.arange(len(logits.data)), np.asarray(labels)]
    return -each.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in below(root):
        node.clear()


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
