"""Exercise 8, the exam: the whole engine, on arrays.

One table for all operations: the name, how the result is worked out, how the gradient goes back.
Both get the arrays of the operands (`xs`) and the options (`o`); the way back gets the gradient
`g` and the result `y` as well.
"""

import heapq
import itertools

import numpy as np

NUMBER = itertools.count()


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == shape:
        return grad
    front = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(front)))
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    return np.asarray(grad.sum(axis=ones, keepdims=True))


# ---- the ways back that are more than one line


def matmul_back(g, y, xs, o):
    a, b = xs
    a2 = a[np.newaxis, :] if a.ndim == 1 else a
    b2 = b[:, np.newaxis] if b.ndim == 1 else b
    if b.ndim == 1:
        g = np.expand_dims(g, -1)
    if a.ndim == 1:
        g = np.expand_dims(g, -2)
    to_a = unbroadcast(g @ b2.swapaxes(-1, -2), a2.shape)
    to_b = unbroadcast(a2.swapaxes(-1, -2) @ g, b2.shape)
    return to_a.reshape(a.shape), to_b.reshape(b.shape)


def pow_back(g, y, xs, o):
    (x,) = xs
    n = o["n"]
    if n == 0:
        return (np.zeros_like(x),)
    return (g * n * x ** (n - 1),)


def relu_back(g, y, xs, o):
    g[xs[0] <= 0] = 0.0
    return (g,)


def log_softmax_forward(xs, o):
    x = xs[0] - xs[0].max(axis=o["axis"], keepdims=True)
    return x - np.log(np.exp(x).sum(axis=o["axis"], keepdims=True))


def log_softmax_back(g, y, xs, o):
    return (g - np.exp(y) * g.sum(axis=o["axis"], keepdims=True),)


def sum_back(g, y, xs, o):
    (x,) = xs
    if not o["keepdims"]:
        axes = range(x.ndim) if o["axis"] is None else o["axis"]
        g = np.expand_dims(g, tuple(axes) if not isinstance(axes, int) else axes)
    return (g * np.ones(x.shape),)


def transpose_forward(xs, o):
    return xs[0].transpose(o["axes"])


def transpose_back(g, y, xs, o):
    if o["axes"] is None:
        return (g.transpose(),)
    back = [0] * g.ndim
    for new, old in enumerate(o["axes"]):
        back[old] = new
    return (g.transpose(back),)


def index_back(g, y, xs, o):
    whole = np.zeros_like(xs[0])
    np.add.at(whole, o["index"], g)
    return (whole,)


TABLE = {
    "add": (lambda xs, o: xs[0] + xs[1], lambda g, y, xs, o: (g, g)),
    "sub": (lambda xs, o: xs[0] - xs[1], lambda g, y, xs, o: (g, -g)),
    "mul": (lambda xs, o: xs[0] * xs[1], lambda g, y, xs, o: (g * xs[1], g * xs[0])),
    "div": (lambda xs, o: xs[0] / xs[1], lambda g, y, xs, o: (g / xs[1], -g * y / xs[1])),
    "matmul": (lambda xs, o: xs[0] @ xs[1], matmul_back),
    "neg": (lambda xs, o: -xs[0], lambda g, y, xs, o: (-g,)),
    "pow": (lambda xs, o: xs[0] ** o["n"], pow_back),
    "relu": (lambda xs, o: np.maximum(xs[0], 0.0), relu_back),
    "exp": (lambda xs, o: np.exp(xs[0]), lambda g, y, xs, o: (g * y,)),
    "log": (lambda xs, o: np.log(xs[0]), lambda g, y, xs, o: (g / xs[0],)),
    "tanh": (lambda xs, o: np.tanh(xs[0]), lambda g, y, xs, o: (g * (1.0 - y * y),)),
    "log_softmax": (log_softmax_forward, log_softmax_back),
    "sum": (lambda xs, o: xs[0].sum(**o), sum_back),
    "reshape": (
        lambda xs, o: xs[0].reshape(*o["shape"]),
        lambda g, y, xs, o: (g.reshape(xs[0].shape),),
    ),
    "transpose": (transpose_forward, transpose_back),
    "index": (lambda xs, o: xs[0][o["index"]], index_back),
}


def make(name, *operands, **options):
    """The result of an operation of the table."""
    operands = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in operands)
    forward, _ = TABLE[name]
    out = Tensor(forward([x.data for x in operands], options))
    out._made = (name, operands, options)
    return out


class Tensor:
    """An array, its gradient, and how it was made."""

    # With this, `array * tensor` is left to Tensor.__rmul__: NumPy does not go through the entries.
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._made = None
        self._number = next(NUMBER)  # operands always have smaller ones

    def __repr__(self):
        return f"Tensor(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        return make("add", self, other)

    def __radd__(self, other):
        return make("add", other, self)

    def __sub__(self, other):
        return make("sub", self, other)

    def __rsub__(self, other):
        return make("sub", other, self)

    def __mul__(self, other):
        return make("mul", self, other)

    def __rmul__(self, other):
        return make("mul", other, self)

    def __truediv__(self, other):
        return make("div", self, other)

    def __rtruediv__(self, other):
        return make("div", other, self)

    def __matmul__(self, other):
        return make("matmul", self, other)

    def __rmatmul__(self, other):
        return make("matmul", other, self)

    def __neg__(self):
        return make("neg", self)

    def __pow__(self, n):
        return make("pow", self, n=n)

    def __getitem__(self, index):
        return make("index", self, index=index)

    def relu(self):
        return make("relu", self)

    def exp(self):
        return make("exp", self)

    def log(self):
        return make("log", self)

    def tanh(self):
        return make("tanh", self)

    def log_softmax(self, axis=-1):
        return make("log_softmax", self, axis=axis)

    def sum(self, axis=None, keepdims=False):
        return make("sum", self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return make("reshape", self, shape=shape)

    def transpose(self, axes=None):
        return make("transpose", self, axes=axes)

    @property
    def T(self):
        return self.transpose()

    def backward(self):
        """Youngest first. The gradients of one call are in `grads`; leaves add theirs in the end."""
        grads = {self._number: np.ones_like(self.data)}
        queue = [(-self._number, self)]
        while queue:
            number, node = heapq.heappop(queue)
            grad = grads.pop(-number)
            if node._made is None:
                node.grad = np.asarray(node.grad + grad)
                continue
            name, operands, options = node._made
            _, back = TABLE[name]
            sent = back(grad, node.data, [x.data for x in operands], options)
            for operand, part in zip(operands, sent, strict=True):
                part = unbroadcast(np.asarray(part), operand.data.shape)
                key = operand._number
                if key in grads:
                    grads[key] = np.asarray(grads[key] + part)
                else:
                    grads[key] = part
                    heapq.heappush(queue, (-key, operand))


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows = list(range(len(labels)))
    return -logits.log_softmax()[rows, list(labels)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    todo, done = [root], set()
    while todo:
        node = todo.pop()
        if node._number not in done:
            done.add(node._number)
            node.grad = np.zeros(node.data.shape)
            if node._made is not None:
                todo += node._made[1]


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
