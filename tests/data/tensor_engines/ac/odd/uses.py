"""Backward without pushing: a tensor ASKS all its uses below the root what they send to it."""

import numpy as np


class Use:
    """One place in which a tensor is an operand."""

    def __init__(self, result, send):
        self.result, self.send = result, send


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.sources = []  # (tensor, function of the gradient of this one)


    def by(self, source, send):
        self.sources.append((source, send))
        return self

    def __add__(self, o):
        o = T_(o)
        return Tensor(self.data + o.data).by(self, lambda g: g).by(o, lambda g: g)

    def __sub__(self, o):
        o = T_(o)
        return Tensor(self.data - o.data).by(self, lambda g: g).by(o, lambda g: -g)

    def __mul__(self, o):
        o = T_(o)
        a, b = self.data, o.data
        return Tensor(a * b).by(self, lambda g: g * b).by(o, lambda g: g * a)

    def __truediv__(self, o):
        o = T_(o)
        a, b = self.data, o.data
        return Tensor(a / b).by(self, lambda g: g / b).by(o, lambda g: -g * a / b**2)

    def __matmul__(self, o):
        o = T_(o)
        a, b = self.data, o.data
        A = a[None, :] if a.ndim == 1 else a
        B = b[:, None] if b.ndim == 1 else b
        wide = (A @ B).shape
        return (
            Tensor(a @ b)
            .by(
                self,
                lambda g: unbroadcast(g.reshape(wide) @ B.swapaxes(-2, -1), A.shape).reshape(
                    a.shape
                ),
            )
            .by(
                o,
                lambda g: unbroadcast(A.swapaxes(-2, -1) @ g.reshape(wide), B.shape).reshape(
                    b.shape
                ),
            )
        )

    def __radd__(self, o):
        return T_(o) + self

    def __rsub__(self, o):
        return T_(o) - self

    def __rmul__(self, o):
        return T_(o) * self

    def __rtruediv__(self, o):
        return T_(o) / self

    def __rmatmul__(self, o):
        return T_(o) @ self

    def __neg__(self):
        return Tensor(-self.data).by(self, lambda g: -g)

    def __pow__(self, n):
        a = self.data
        return Tensor(a**n).by(self, lambda g: g * n * a ** (n - 1.0) if n else np.zeros(a.shape))

    def sum(self, axis=None, keepdims=False):
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return Tensor(self.data.sum(axis=axis, keepdims=keepdims)).by(
            self, lambda g: np.tile(g.reshape(kept), np.floor_divide(self.data.shape, kept))
        )

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s / (self.data.size // s.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape)).by(self, lambda g: g.reshape(self.data.shape))

    def transpose(self, axes=None):
        # the same transposition of the numbers of the entries tells where each one came from
        number = np.arange(self.data.size).reshape(self.data.shape).transpose(axes).ravel()

        def send(g):
            flat = np.empty(g.size)
            flat[number] = g.ravel()
            return flat.reshape(self.data.shape)

        return Tensor(self.data.transpose(axes)).by(self, send)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def send(g):
            d = np.zeros(self.data.shape)
            np.add.at(d, index, g)
            return d

        return Tensor(self.data[index]).by(self, send)

    def relu(self):
        on = (np.sign(self.data) + np.abs(np.sign(self.data))) / 2
        return Tensor(self.data * on).by(self, lambda g: g * on)

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y).by(self, lambda g: g * y)

    def log(self):
        a = self.data
        return Tensor(np.log(a)).by(self, lambda g: g / a)

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y).by(self, lambda g: g * (1 - y) * (1 + y))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis, keepdims=True))
        return Tensor(y).by(self, lambda g: g - np.exp(y) * g.sum(axis, keepdims=True))

    def backward(self):
        uses = uses_below(self)
        known = {id(self): np.ones(self.data.shape)}

        def ask(t):
            if id(t) not in known:
                g = np.zeros(t.data.shape)
                for use in uses[id(t)]:
                    ask(use.result)
                    g += unbroadcast(use.send(known[id(use.result)]), t.data.shape)
                known[id(t)] = g

        for t in reach(self):
            ask(t)
            t.grad = known[id(t)] + (0 if t.sources else t.grad)
            t.grad = np.array(t.grad)


def T_(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def reach(root):
    seen = {id(root): root}
    level = [root]
    while level:
        level = [s for t in level for s, _ in t.sources]
        level = list({id(s): s for s in level if id(s) not in seen}.values())
        seen.update((id(s), s) for s in level)
    return list(seen.values())


def uses_below(root):
    uses = {}
    for t in reach(root):
        for source, send in t.sources:
            uses.setdefault(id(source), []).append(Use(t, send))
    return uses


def unbroadcast(grad, shape):
    shape = tuple(shape)
    padded = (1,) * (grad.ndim - len(shape)) + shape
    axes = tuple(np.flatnonzero(np.array(padded) != np.array(grad.shape)))
    return grad.sum(axis=axes, keepdims=True).reshape(shape) if axes else grad.reshape(shape)


def cross_entropy(logits, labels):
    logs = logits.log_softmax()
    return -logs[np.arange(len(logs.data)), np.array(labels)].mean()


def zero_grad(root):
    for t in reach(root):
        t.grad = np.zeros(t.data.shape)
