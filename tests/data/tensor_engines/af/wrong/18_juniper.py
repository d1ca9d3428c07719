"""Exercise 8, the exam: the whole engine, on arrays.

Two tables hold all of the mathematics: FORWARD says what an operation gives, PULLBACK says what
its operands get, as a tuple, from (gradient, value, operands, options). `record` is the only
place that makes an inner tensor. The order of the way back needs no search and no sorting: every
tensor knows how many operations use it, and is ready when all of them have reported.
"""

import numpy as np


def keep_shape(array, axis):
    """The shape of the sum of array over axis when that axis stays."""
    axes = range(array.ndim) if axis is None else np.atleast_1d(axis) % max(array.ndim, 1)
    return tuple(1 if k in axes else n for k, n in enumerate(array.shape))


def flipped(array):
    return np.swapaxes(array, -1, -2)


def matmul_pullback(g, out, a, b):
    if a.ndim == 1 and b.ndim == 1:
        return g * b, g * a
    if a.ndim == 1:
        return (np.expand_dims(g, -2) * b).sum(-1), a[:, None] * np.expand_dims(g, -2)
    if b.ndim == 1:
        return np.expand_dims(g, -1) * b, (np.expand_dims(g, -1) * a).sum(-2)
    return g @ flipped(b), flipped(a) @ g


def index_pullback(g, out, a, index):
    grad = np.zeros(a.shape)
    np.add.at(grad, index, g)
    return (grad,)


def inverse(axes, ndim):
    back = [0] * ndim
    for new, old in enumerate(axes):
        back[old] = new
    return back


FORWARD = {
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "matmul": lambda a, b: a @ b,
    "pow": lambda a, n: a**n,
    "sum": lambda a, axis, keepdims: a.sum(axis=axis, keepdims=keepdims),
    "reshape": lambda a, shape: a.reshape(*shape),
    "transpose": lambda a, axes: a.transpose(axes),
    "index": lambda a, index: a[index],
    "relu": lambda a: np.maximum(a, 0.0),
    "exp": np.exp,
    "log": np.log,
    "tanh": np.tanh,
    "logsumexp": lambda a, axis: np.logaddexp.reduce(a, axis=axis, keepdims=True),
}

PULLBACK = {
    "add": lambda g, out, a, b: (g, g),
    "mul": lambda g, out, a, b: (g * b, g * a),
    "div": lambda g, out, a, b: (g / b, -g * out / b),
    "matmul": matmul_pullback,
    "pow": lambda g, out, a, n: (g * n * a ** (n - 1) if n != 0 else 0 * g,),
    "sum": lambda g, out, a, axis, keepdims: (np.broadcast_to(g.reshape(keep_shape(a, axis)), a.shape),),
    "reshape": lambda g, out, a, shape: (g.reshape(a.shape),),
    "transpose": lambda g, out, a, axes: (g.transpose(inverse(axes, a.ndim)),),
    "index": index_pullback,
    "relu": lambda g, out, a: (np.where(a > 0, g, 0.0),),
    "exp": lambda g, out, a: (g * out,),
    "log": lambda g, out, a: (g / a,),
    "tanh": lambda g, out, a: (g * (1 - out) * (1 + out),),
    "logsumexp": lambda g, out, a, axis: (g * np.exp(a - out),),
}


def lift(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def record(name, *operands, **options):
    operands = tuple(map(lift, operands))
    out = Tensor(FORWARD[name](*(each.data for each in operands), **options))
    out.name, out.operands, out.options = name, operands, options
    for each in operands:
        each.uses += 1
    return out


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None
    __slots__ = ("data", "grad", "name", "operands", "options", "uses")

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.name, self.operands, self.options = None, (), {}
        self.uses = 0  # by how many places of operands

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad}, name={self.name})"

    def __add__(self, other):
        return record("add", self, other)

    def __radd__(self, other):
        return record("add", other, self)

    def __mul__(self, other):
        return record("mul", self, other)

    def __rmul__(self, other):
        return record("mul", other, self)

    def __neg__(self):
        return record("mul", self, -1.0)

    def __sub__(self, other):
        return record("add", self, -lift(other))

    def __rsub__(self, other):
        return record("add", other, -self)

    def __truediv__(self, other):
        return record("div", self, other)

    def __rtruediv__(self, other):
        return record("div", other, self)

    def __matmul__(self, other):
        return record("matmul", self, other)

    def __rmatmul__(self, other):
        return record("matmul", other, self)

    def __pow__(self, n):
        return record("pow", self, n=n)

    def __getitem__(self, index):
        return record("index", self, index=index)

    def sum(self, axis=None, keepdims=False):
        return record("sum", self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return record("reshape", self, shape=shape)

    def transpose(self, axes=None):
        ndim = self.data.ndim
        axes = range(ndim - 1, -1, -1) if axes is None else (axis % ndim for axis in axes)
        return record("transpose", self, axes=tuple(axes))

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return record("relu", self)

    def exp(self):
        return record("exp", self)

    def log(self):
        return record("log", self)

    def tanh(self):
        return record("tanh", self)

    def log_softmax(self, axis=-1):
        return self - record("logsumexp", self, axis=axis)

    def backward(self):
        waiting = {}  # tensor: how many of its uses have not reported yet
        sums = {self: np.ones(self.data.shape)}
        ready = [self]
        while ready:
            node = ready.pop()
            grad = sums.pop(node)
            if not node.operands:
                node.grad = node.grad + grad if node.grad.shape else np.array(node.grad + grad)
                continue
            node.grad = grad
            operands = [each.data for each in node.operands]
            parts = PULLBACK[node.name](grad, node.data, *operands, **node.options)
            for each, part in zip(node.operands, parts, strict=True):
                part = unbroadcast(part, each.data.shape)
                sums[each] = np.asarray(sums[each] + part) if each in sums else part
                waiting[each] = waiting.get(each, each.uses) - 1
                if not waiting[each]:
                    ready.append(each)
        for each in [each for each in sums if not each.operands]:
            each.grad = np.asarray(each.grad + sums.pop(each))


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    while grad.ndim > len(shape):
        grad = np.add.reduce(grad, axis=0)
        grad = np.asarray(grad)
    for axis, length in enumerate(shape):
        if length == 1:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    picked = logits.log_softmax(axis=-1)[np.arange(labels.size), labels]
    return -picked.mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    reached, todo = {root}, [root]
    while todo:
        node = todo.pop()
        node.grad = np.zeros(node.data.shape)
        fresh = [each for each in node.operands if each not in reached]
        reached.update(fresh)
        todo.extend(fresh)


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
