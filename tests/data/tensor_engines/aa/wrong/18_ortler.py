"""Tables of rules. A rule gets the gradient of the result, the result and the operands."""

import numpy as np


def unbroadcast(grad, shape):
    lead = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(lead))) if lead else grad
    ones = tuple(i for i in range(len(shape)) if shape[i] == 1)
    return grad.sum(axis=ones, keepdims=True) if ones else grad


BINARY = {
    "add": (lambda a, b: a + b, lambda g, a, b: g, lambda g, a, b: g),
    "sub": (lambda a, b: a - b, lambda g, a, b: g, lambda g, a, b: -g),
    "mul": (lambda a, b: a * b, lambda g, a, b: g * b, lambda g, a, b: g * a),
    "truediv": (lambda a, b: a / b, lambda g, a, b: g / b, lambda g, a, b: -g * a / b**2),
}

UNARY = {
    "relu": (lambda x: np.maximum(x, 0.0), lambda x, y: np.where(x > 0, 1.0, 0.0)),
    "exp": (np.exp, lambda x, y: y),
    "log": (np.log, lambda x, y: 1.0 / x),
    "tanh": (np.tanh, lambda x, y: 1.0 - y * y),
}


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, parents=(), rule=None):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self.parents = parents
        self.rule = rule  # from the gradient of the result to those of the parents

    def __neg__(self):
        return 0.0 - self

    def __pow__(self, n):
        x = self.data

        def rule(g):
            return [g * (n * x ** (n - 1) if n else np.zeros(x.shape))]

        return Tensor(x**n, (self,), rule)

    def __matmul__(self, other):
        return matmul(self, lift(other))

    def __rmatmul__(self, other):
        return matmul(lift(other), self)

    def sum(self, axis=None, keepdims=False):
        x = self.data
        slim = np.sum(x, axis=axis, keepdims=True).shape
        return Tensor(
            np.sum(x, axis=axis, keepdims=keepdims),
            (self,),
            lambda g: [np.broadcast_to(g.reshape(slim), x.shape)],
        )

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out / (self.data.size // out.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), (self,), lambda g: [g.reshape(old)])

    def transpose(self, axes=None):
        where = np.arange(self.data.ndim)
        where = where[::-1] if axes is None else where[list(axes)]
        return Tensor(self.data.transpose(where), (self,), lambda g: [g.transpose(np.argsort(where))])

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            whole = np.zeros(self.data.shape)
            np.add.at(whole, index, g)
            return [whole]

        return Tensor(self.data[index], (self,), rule)

    def log_softmax(self, axis=-1):
        top = Tensor(self.data.max(axis=axis, keepdims=True))
        moved = self - top.data
        return moved - moved.exp().sum(axis=axis, keepdims=True).log()

    def backward(self):
        order = walk(self)
        for t in order:
            if t.rule:
                t.grad = np.zeros(t.data.shape)
        self.grad = self.grad + np.ones(self.data.shape)
        for t in order:
            if t.rule:
                for p, g in zip(t.parents, t.rule(t.grad)):
                    p.grad = p.grad + g


def lift(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def matmul(s, t):
    a = s.data[None, :] if s.data.ndim == 1 else s.data
    b = t.data[:, None] if t.data.ndim == 1 else t.data
    value = a @ b

    def rule(g):
        g = g.reshape(value.shape)
        ga = unbroadcast(np.einsum("...ik,...jk->...ij", g, b), a.shape)
        gb = unbroadcast(np.einsum("...ki,...kj->...ij", a, g), b.shape)
        return [ga.reshape(s.data.shape), gb.reshape(t.data.shape)]

    return Tensor(s.data @ t.data, (s, t), rule)


def install():
    for name, (f, to_a, to_b) in BINARY.items():

        def binary(s, t, f=f, to_a=to_a, to_b=to_b):
            s, t = lift(s), lift(t)
            a, b = s.data, t.data

            def rule(g):
                return [unbroadcast(to_a(g, a, b), a.shape), unbroadcast(to_b(g, a, b), b.shape)]

            return Tensor(f(a, b), (s, t), rule)

        setattr(Tensor, f"__{name}__", lambda s, t, op=binary: op(s, t))
        setattr(Tensor, f"__r{name}__", lambda s, t, op=binary: op(t, s))
    for name, (f, slope) in UNARY.items():

        def unary(t, f=f):
            x, y = t.data, f(t.data)
            return Tensor(y, (t,), lambda g: [g * slope(x, y)])

        setattr(Tensor, name, unary)


install()


def walk(root):
    """Tensors below root, results before operands."""
    order, seen, stack = [], {id(root)}, [(root, iter(root.parents))]
    while stack:
        t, rest = stack[-1]
        for p in rest:
            if id(p) not in seen:
                seen.add(id(p))
                stack.append((p, iter(p.parents)))
                break
        else:
            order.append(t)
            stack.pop()
    return order[::-1]


def cross_entropy(logits, labels):
    n, k = logits.data.shape
    chosen = np.eye(k)[np.asarray(labels)]
    return (logits.log_softmax(axis=1) * chosen).sum() * (-1 / n)


def zero_grad(root):
    for t in walk(root):
        t.grad = np.zeros(t.data.shape)
