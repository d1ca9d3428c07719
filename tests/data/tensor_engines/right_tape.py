"""A tape in place of links between tensors: every operation is one entry of a list."""

import numpy as np

TAPE = []


def fit(g, shape):
    extra = g.ndim - len(shape)
    g = g.reshape((-1, *g.shape[extra:])).sum(0) if extra else g
    for i, n in enumerate(shape):
        if n == 1 and g.shape[i] > 1:
            g = np.add.reduce(g, axis=i, keepdims=True)
    return g


unbroadcast = fit


class Tensor:
    __slots__ = ("__weakref__", "data", "grad")
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.asarray(data, dtype="float64").copy()
        self.grad = self.data * 0.0
        if not np.isfinite(self.data).all():
            self.grad = np.zeros(self.data.shape)

    def __add__(self, o):
        return record(np.add, (self, o), lambda g, x, y, z: (g, g))

    def __radd__(self, o):
        return wrap(o) + self

    def __sub__(self, o):
        return record(np.subtract, (self, o), lambda g, x, y, z: (g, -g))

    def __rsub__(self, o):
        return wrap(o) - self

    def __mul__(self, o):
        return record(np.multiply, (self, o), lambda g, x, y, z: (g * y, g * x))

    def __rmul__(self, o):
        return wrap(o) * self

    def __truediv__(self, o):
        return record(np.divide, (self, o), lambda g, x, y, z: (g / y, -g * z / y))

    def __rtruediv__(self, o):
        return wrap(o) / self

    def __neg__(self):
        return record(np.negative, (self,), lambda g, x, z: (-g,))

    def __pow__(self, n):
        return record(lambda x: x**n, (self,), lambda g, x, z: (g * n * x ** float((n or 1) - 1),))

    def __matmul__(self, o):
        def back(g, x, y, z):
            x2 = x.reshape(1, -1) if x.ndim == 1 else x
            y2 = y.reshape(-1, 1) if y.ndim == 1 else y
            g2 = g.reshape((x2 @ y2).shape)
            gx = fit(
                np.einsum(
                    "...ij,...kj->...ik", g2, np.broadcast_to(y2, (*g2.shape[:-2], *y2.shape[-2:]))
                ),
                x2.shape,
            )
            gy = fit(
                np.einsum(
                    "...ki,...kj->...ij", np.broadcast_to(x2, (*g2.shape[:-2], *x2.shape[-2:])), g2
                ),
                y2.shape,
            )
            return gx.reshape(x.shape), gy.reshape(y.shape)

        return record(np.matmul, (self, o), back)

    def __rmatmul__(self, o):
        return wrap(o) @ self

    def sum(self, axis=None, keepdims=False):
        def back(g, x, z):
            whole = np.sum(x, axis=axis, keepdims=True).shape
            return (np.broadcast_to(g.reshape(whole), x.shape),)

        return record(lambda x: np.sum(x, axis=axis, keepdims=keepdims), (self,), back)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s / (self.data.size // s.data.size)

    def reshape(self, *shape):
        shape = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
        return record(lambda x: x.reshape(shape), (self,), lambda g, x, z: (g.reshape(x.shape),))

    def transpose(self, axes=None):
        axes = tuple(axes) if axes is not None else tuple(range(self.data.ndim))[::-1]
        back = [0] * len(axes)
        for new, old in enumerate(axes):
            back[old] = new
        return record(lambda x: x.transpose(axes), (self,), lambda g, x, z: (g.transpose(back),))

    T = property(lambda self: self.transpose())

    def __getitem__(self, i):
        def back(g, x, z):
            places = np.arange(x.size).reshape(x.shape)[i].ravel()
            return (np.bincount(places, g.ravel(), x.size).reshape(x.shape),)

        return record(lambda x: x[i], (self,), back)

    def relu(self):
        return record(
            lambda x: np.where(x > 0, x, 0), (self,), lambda g, x, z: (np.where(x > 0, g, 0),)
        )

    def exp(self):
        return record(np.exp, (self,), lambda g, x, z: (g * z,))

    def log(self):
        return record(np.log, (self,), lambda g, x, z: (g / x,))

    def tanh(self):
        return record(np.tanh, (self,), lambda g, x, z: (g - g * z * z,))

    def log_softmax(self, axis=-1):
        m = self.data.max(axis=axis, keepdims=True)
        return self - ((self - m).exp().sum(axis=axis, keepdims=True).log() + m)

    def backward(self):
        grads = {id(self): np.ones(self.data.shape)}
        inner = {id(out) for out, *_ in TAPE}
        for out, inputs, back, saved in reversed(TAPE):
            g = grads.get(id(out))
            if g is None:
                continue
            for x, gx in zip(inputs, back(g, *saved, out.data)):
                grads[id(x)] = grads.get(id(x), 0.0) + fit(np.asarray(gx), x.data.shape)
        for t in {id(x): x for out, inputs, *_ in TAPE for x in (out, *inputs)}.values():
            if id(t) in grads:
                t.grad = grads[id(t)] + (0 if id(t) in inner else t.grad)
        if not TAPE or (
            id(self) not in inner and id(self) not in {id(x) for _, i, *_ in TAPE for x in i}
        ):
            self.grad = self.grad + 1.0


def wrap(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def record(f, inputs, back):
    inputs = tuple(wrap(x) for x in inputs)
    saved = tuple(x.data for x in inputs)
    out = Tensor(f(*saved))
    TAPE.append((out, inputs, back, saved))
    return out


def cross_entropy(logits, labels):
    hot = np.eye(logits.data.shape[1])[np.asarray(labels)]
    return -(logits.log_softmax() * hot).sum() / len(labels)


def zero_grad(root):
    reached = {id(root)}
    for out, inputs, *_ in reversed(TAPE):
        if id(out) in reached:
            reached |= {id(x) for x in inputs}
            out.grad = np.zeros(out.data.shape)
            for x in inputs:
                x.grad = np.zeros(x.data.shape)
    root.grad = np.zeros(root.data.shape)
