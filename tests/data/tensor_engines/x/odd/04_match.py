"""A tensor is an expression: a word and its arguments. One function works out values, one the
gradients, both with `match`."""

import numpy as np


class Tensor:
    __array_ufunc__ = None
    __match_args__ = ("word", "args")

    def __init__(self, data, word="leaf", args=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.word, self.args = word, args

    def __add__(self, o):
        return make("+", self, o)

    def __radd__(self, o):
        return make("+", o, self)

    def __sub__(self, o):
        return make("-", self, o)

    def __rsub__(self, o):
        return make("-", o, self)

    def __mul__(self, o):
        return make("*", self, o)

    def __rmul__(self, o):
        return make("*", o, self)

    def __truediv__(self, o):
        return make("/", self, o)

    def __rtruediv__(self, o):
        return make("/", o, self)

    def __matmul__(self, o):
        return make("@", self, o)

    def __rmatmul__(self, o):
        return make("@", o, self)

    def __neg__(self):
        return make("neg", self)

    def __pow__(self, n):
        return make("pow", self, known=(n,))

    def __getitem__(self, index):
        return make("index", self, known=(index,))

    def sum(self, axis=None, keepdims=False):
        return make("sum", self, known=(axis, keepdims))

    def mean(self, axis=None, keepdims=False):
        return make("mean", self, known=(axis, keepdims))

    def reshape(self, *shape):
        return make("reshape", self, known=(shape,))

    def transpose(self, axes=None):
        return make("transpose", self, known=(axes,))

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return make("relu", self)

    def exp(self):
        return make("exp", self)

    def log(self):
        return make("log", self)

    def tanh(self):
        return make("tanh", self)

    def log_softmax(self, axis=-1):
        return make("log_softmax", self, known=(axis,))

    def backward(self):
        nodes = all_nodes(self)
        for t in nodes:
            if t.word != "leaf":
                t.grad = np.zeros_like(t.data)
        self.grad = np.array(self.grad + 1)
        for t in nodes:
            pieces = pull(t, t.grad)
            for operand, piece in zip((x for x in t.args if isinstance(x, Tensor)), pieces):
                piece = unbroadcast(piece, operand.data.shape)
                operand.grad = np.array(operand.grad + piece)


def make(word, *operands, known=()):
    operands = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in operands)
    return Tensor(value(word, *(x.data for x in operands), *known), word, operands + known)


def value(word, a, *rest):
    match word, *rest:
        case "+", b:
            return a + b
        case "-", b:
            return a - b
        case "*", b:
            return a * b
        case "/", b:
            return a / b
        case "@", b:
            return a @ b
        case ("neg",):
            return -a
        case "pow", n:
            return a**n
        case "sum", axis, keepdims:
            return a.sum(axis=axis, keepdims=keepdims)
        case "mean", axis, keepdims:
            return a.mean(axis=axis if a.ndim else None, keepdims=keepdims)
        case "reshape", shape:
            return a.reshape(*shape)
        case "transpose", axes:
            return a.transpose(axes)
        case "index", index:
            return a[index]
        case ("relu",):
            return np.maximum(a, 0.0)
        case ("exp",):
            return np.exp(a)
        case ("log",):
            return np.log(a)
        case ("tanh",):
            return np.tanh(a)
        case "log_softmax", axis:
            a = a - a.max(axis=axis, keepdims=True)
            return a - np.log(np.exp(a).sum(axis=axis, keepdims=True))
    raise ValueError(word)


def pull(t, g):
    """What each operand gets, before it is brought to the operand's shape."""
    y = t.data
    match t:
        case Tensor("leaf"):
            return []
        case Tensor("+"):
            return [g, g]
        case Tensor("-"):
            return [g, -g]
        case Tensor("*", (a, b)):
            return [g * b.data, g * a.data]
        case Tensor("/", (a, b)):
            return [g / b.data, -g * y / b.data]
        case Tensor("@", (a, b)):
            match a.data.ndim, b.data.ndim:
                case 1, 1:
                    return [g * b.data, g * a.data]
                case 1, _:
                    row = g[..., None, :]
                    return [(row * b.data).sum(-1), a.data[:, None] * row]
                case _, 1:
                    column = g[..., None]
                    return [column * b.data, column * a.data]  # axes in front are summed later
                case _:
                    return [g @ b.data.swapaxes(-1, -2), a.data.swapaxes(-1, -2) @ g]
        case Tensor("neg"):
            return [-g]
        case Tensor("pow", (a, n)):
            return [g * n * a.data ** (n - 1)] if n != 0 else [0 * g]
        case Tensor("sum" | "mean", (a, axis, keepdims)):
            if axis is not None and not keepdims and a.data.ndim:
                g = np.expand_dims(g, axis)
            share = 1.0 if t.word == "sum" else y.size / max(a.data.size, 1)
            return [np.broadcast_to(g * share, a.data.shape)]
        case Tensor("reshape", (a, _)):
            return [g.reshape(a.data.shape)]
        case Tensor("transpose", (_, None)):
            return [g.T]
        case Tensor("transpose", (a, axes)):
            return [np.moveaxis(g, list(range(a.data.ndim)), list(axes))]
        case Tensor("index", (a, index)):
            z = np.zeros_like(a.data)
            np.add.at(z, index, g)
            return [z]
        case Tensor("relu"):
            return [np.where(y > 0, g, 0.0)]
        case Tensor("exp"):
            return [g * y]
        case Tensor("log", (a,)):
            return [g / a.data]
        case Tensor("tanh"):
            return [g * (1 - y * y)]
        case Tensor("log_softmax", (_, axis)):
            return [g - np.exp(y) * g.sum(axis=axis, keepdims=True)]
    raise ValueError(t.word)


def all_nodes(root):
    """Consumers first. A tensor's height is the longest way up from a leaf; higher comes first."""
    height, stack, nodes = {}, [root], {}
    while stack:
        t = stack[-1]
        if id(t) in height:
            stack.pop()
            continue
        operands = [x for x in t.args if isinstance(x, Tensor)]
        missing = [x for x in operands if id(x) not in height]
        if missing:
            stack += missing
        else:
            height[id(t)] = 1 + max((height[id(x)] for x in operands), default=0)
            nodes[id(t)] = t
    return sorted(nodes.values(), key=lambda t: height[id(t)], reverse=True)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    match np.ndim(grad) - len(shape):
        case 0:
            axes = tuple(i for i, n in enumerate(shape) if n == 1)
            return grad.sum(axis=axes, keepdims=True) if axes else grad
        case _:
            return unbroadcast(grad.sum(axis=0), shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = logits.data.shape[0]
    rows = [logits.log_softmax(axis=1)[(i, int(k))] for i, k in enumerate(labels)] if n == 1 else None
    if rows:
        return -rows[0]
    return -logits.log_softmax(axis=1)[np.arange(n), np.array(labels, dtype=int)].mean()


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in all_nodes(root):
        t.grad = np.zeros_like(t.data)


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
