"""Array autograd. One table holds, for each operation, its value and its gradients."""

import numpy as np


def swap(m):
    return np.swapaxes(m, -1, -2)


def matmul_left(g, out, a, b):
    if b.ndim == 1:
        return np.multiply.outer(g, b)
    if a.ndim == 1:
        return np.einsum("...m,...km->...k", g, b)
    return g @ swap(b)


def matmul_right(g, out, a, b):
    if a.ndim == 1:
        return np.einsum("k,...m->...km", a, g) if b.ndim > 1 else g * a
    if b.ndim == 1:
        return np.einsum("...n,...nk->...k", g, a)
    return swap(a) @ g


def spread(g, shape, axis, keepdims):
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    return np.broadcast_to(g, shape)


def scatter(g, shape, index):
    """An array of zeros, with g put where index took it from."""
    full = np.zeros(shape)
    if isinstance(index, list):
        np.add.at(full, index, g)
    else:
        full[index] += g
    return full


def untranspose(g, axes):
    if axes is None:
        return g.T
    inverse = [0] * len(axes)
    for new, old in enumerate(axes):
        inverse[old] = new
    return g.transpose(inverse)


def log_softmax(x, axis):
    x = x - np.max(x, axis=axis, keepdims=True)
    return x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True))


# name: (value, gradient of operand 0, gradient of operand 1, ...)
RULES = {
    "add": (lambda a, b: a + b, lambda g, out, a, b: g, lambda g, out, a, b: g),
    "sub": (lambda a, b: a - b, lambda g, out, a, b: g, lambda g, out, a, b: -g),
    "mul": (lambda a, b: a * b, lambda g, out, a, b: g * b, lambda g, out, a, b: g * a),
    "div": (lambda a, b: a / b, lambda g, out, a, b: g / b, lambda g, out, a, b: -g * out / b),
    "matmul": (lambda a, b: a @ b, matmul_left, matmul_right),
    "neg": (lambda a: -a, lambda g, out, a: -g),
    "pow": (lambda a, n: a**n, lambda g, out, a, n: g * n * a ** (n - 1) if n else g * 0.0),
    "sum": (
        lambda a, axis, keepdims: a.sum(axis=axis, keepdims=keepdims),
        lambda g, out, a, axis, keepdims: spread(g, a.shape, axis, keepdims),
    ),
    "mean": (
        lambda a, axis, keepdims: a.mean(axis=axis, keepdims=keepdims),
        lambda g, out, a, axis, keepdims: spread(g, a.shape, axis, keepdims) * out.size / a.size,
    ),
    "reshape": (lambda a, shape: a.reshape(*shape), lambda g, out, a, shape: g.reshape(a.shape)),
    "transpose": (lambda a, axes: a.transpose(axes), lambda g, out, a, axes: untranspose(g, axes)),
    "index": (lambda a, index: a[index], lambda g, out, a, index: scatter(g, a.shape, index)),
    "pick": (
        lambda a, labels: a[np.arange(len(labels)), labels],
        lambda g, out, a, labels: scatter(g, a.shape, (np.arange(len(labels)), labels)),
    ),
    "relu": (lambda a: np.maximum(a, 0.0), lambda g, out, a: np.where(a > 0, g, 0.0)),
    "exp": (np.exp, lambda g, out, a: g * out),
    "log": (np.log, lambda g, out, a: g / a),
    "tanh": (np.tanh, lambda g, out, a: g * (1.0 - out * out)),
    "log_softmax": (
        log_softmax,
        lambda g, out, a, axis: g - np.exp(out) * g.sum(axis=axis, keepdims=True),
    ),
}


def run(name, *operands, **options):
    operands = tuple(t if isinstance(t, Tensor) else Tensor(t) for t in operands)
    value = RULES[name][0](*(t.data for t in operands), **options)
    return Tensor(value, name, operands, options)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, name=None, operands=(), options=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.name, self.operands, self.options = name, operands, options

    __add__ = lambda self, other: run("add", self, other)
    __radd__ = lambda self, other: run("add", other, self)
    __sub__ = lambda self, other: run("sub", self, other)
    __rsub__ = lambda self, other: run("sub", other, self)
    __mul__ = lambda self, other: run("mul", self, other)
    __rmul__ = lambda self, other: run("mul", other, self)
    __truediv__ = lambda self, other: run("div", self, other)
    __rtruediv__ = lambda self, other: run("div", other, self)
    __matmul__ = lambda self, other: run("matmul", self, other)
    __rmatmul__ = lambda self, other: run("matmul", other, self)
    __neg__ = lambda self: run("neg", self)
    __pow__ = lambda self, n: run("pow", self, n=n)
    __getitem__ = lambda self, index: run("index", self, index=index)

    def sum(self, axis=None, keepdims=False):
        return run("sum", self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return run("mean", self, axis=axis, keepdims=keepdims)

    def reshape(self, *shape):
        return run("reshape", self, shape=shape)

    def transpose(self, axes=None):
        return run("transpose", self, axes=axes)

    @property
    def T(self):
        return run("transpose", self, axes=None)

    def relu(self):
        return run("relu", self)

    def exp(self):
        return run("exp", self)

    def log(self):
        return run("log", self)

    def tanh(self):
        return run("tanh", self)

    def log_softmax(self, axis=-1):
        return run("log_softmax", self, axis=axis)

    def backward(self):
        order = walk(self)
        for t in order:
            if t.operands:
                t.grad = np.zeros(t.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for t in reversed(order):
            datas = [each.data for each in t.operands]
            for each, rule in zip(t.operands, RULES[t.name][1:] if t.name else ()):
                g = rule(t.grad, t.data, *datas, **t.options)
                each.grad = each.grad + unbroadcast(g, each.data.shape)


def walk(root):
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        t, ready = stack.pop()
        if ready:
            order.append(t)
        elif id(t) not in seen:
            seen.add(id(t))
            stack.append((t, True))
            stack.extend((each, False) for each in t.operands)
    return order


def unbroadcast(grad, shape):
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def cross_entropy(logits, labels):
    return -run("pick", logits.log_softmax(), labels=list(labels)).mean()


def zero_grad(root):
    for t in walk(root):
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
