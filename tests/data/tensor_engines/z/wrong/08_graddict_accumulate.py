"""Engine without gradients in the inner tensors: backward keeps them in a dictionary of its own."""

import numpy as np


def unbroadcast(grad, shape):
    if grad.shape == tuple(shape):
        return grad
    lead = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(lead)))
    axes = tuple(i for i, n in enumerate(shape) if n == 1)
    return np.asarray(np.sum(grad, axis=axes, keepdims=True))


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, sources=(), pull=None):
        self.data = np.array(data, dtype="float64")
        self.grad = np.zeros(self.data.shape)
        self.sources = sources
        self.pull = pull  # gradient of this tensor -> tuple of gradients, one for each source

    def __repr__(self):
        return "Tensor(%r)" % (self.data,)

    def __add__(self, other):
        other = lift(other)
        return Tensor(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = lift(other)
        return Tensor(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = lift(other)
        return Tensor(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    def __truediv__(self, other):
        other = lift(other)
        out = self.data / other.data
        return Tensor(out, (self, other), lambda g: (g / other.data, -(g * out) / other.data))

    def __matmul__(self, other):
        other = lift(other)
        return Tensor(self.data @ other.data, (self, other), lambda g: matmul_pull(self.data, other.data, g))

    def __pow__(self, n):
        def pull(g):
            if n == 0:
                return (np.zeros(self.data.shape),)
            return (n * self.data ** (n - 1) * g,)

        return Tensor(self.data**n, (self,), pull)

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __rmatmul__(self, other):
        return lift(other) @ self

    def __getitem__(self, index):
        def pull(g):
            put = np.zeros(self.data.shape)
            np.add.at(put, index, g)
            return (put,)

        return Tensor(self.data[index], (self,), pull)

    def sum(self, axis=None, keepdims=False):
        kept = np.sum(self.data, axis=axis, keepdims=True)

        def pull(g):
            return (np.zeros(self.data.shape) + g.reshape(kept.shape),)

        return Tensor(kept if keepdims else np.sum(self.data, axis=axis), (self,), pull)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis=axis, keepdims=keepdims)
        return s * (s.data.size / self.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(self.data.shape),))

    def transpose(self, axes=None):
        def pull(g):
            if axes is None:
                return (g.T,)
            order = sorted(range(g.ndim), key=lambda i: axes[i] % g.ndim)
            return (g.transpose(order),)

        return Tensor(self.data.transpose(axes), (self,), pull)

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return Tensor(self.data * (self.data > 0), (self,), lambda g: (g * (self.data > 0),))

    def exp(self):
        out = np.exp(self.data)
        return Tensor(out, (self,), lambda g: (g * out,))

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: (g / self.data,))

    def tanh(self):
        out = np.tanh(self.data)
        return Tensor(out, (self,), lambda g: (g * (1 - out**2),))

    def log_softmax(self, axis=-1):
        out = self.data - self.data.max(axis=axis, keepdims=True)
        out = out - np.log(np.exp(out).sum(axis=axis, keepdims=True))

        def pull(g):
            return (g - np.exp(out) * g.sum(axis=axis, keepdims=True),)

        return Tensor(out, (self,), pull)

    def backward(self):
        grads = {id(self): np.ones(self.data.shape)}
        for t in consumers_first(self):
            g = grads.pop(id(t))
            if t.pull is None:
                t.grad = t.grad + g if t.data.ndim else np.array(t.grad + g)
                continue
            for source, part in zip(t.sources, t.pull(g)):
                part = unbroadcast(np.asarray(part), source.data.shape)
                if id(source) in grads:
                    grads[id(source)] += part
                else:
                    grads[id(source)] = part


def lift(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def matmul_pull(a, b, g):
    A = a[None, :] if a.ndim == 1 else a
    B = b[:, None] if b.ndim == 1 else b
    G = np.reshape(g, np.matmul(A, B).shape)
    ga = unbroadcast(G @ B.swapaxes(-1, -2), A.shape)
    gb = unbroadcast(A.swapaxes(-1, -2) @ G, B.shape)
    return ga.reshape(a.shape), gb.reshape(b.shape)


def consumers_first(root):
    order, seen = [], set()
    stack = [(root, False)]
    while stack:
        t, expanded = stack.pop()
        if expanded:
            order.append(t)
            continue
        if t in seen:
            continue
        seen.add(t)
        stack.append((t, True))
        for s in t.sources:
            stack.append((s, False))
    order.reverse()
    return order


def cross_entropy(logits, labels):
    logp = logits.log_softmax(axis=-1)
    return -logp[np.arange(logp.data.shape[0]), np.asarray(labels)].mean()


def zero_grad(root):
    for t in consumers_first(root):
        t.grad = np.zeros(t.data.shape)
