"""The engine keeps gradients in a dictionary while it walks; tensors get them at the end."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == shape:
        return grad
    axes = list(range(grad.ndim - len(shape)))
    axes += [i - len(shape) for i, n in enumerate(shape) if n == 1]
    return grad.sum(axis=tuple(axes), keepdims=True).reshape(shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, parents=(), vjp=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.parents = parents
        self.vjp = vjp

    def __add__(self, other):
        other = tensor(other)
        s, o = self.data.shape, other.data.shape
        return Tensor(
            self.data + other.data,
            (self, other),
            lambda g: (unbroadcast(g, s), unbroadcast(g, o)),
        )

    def __mul__(self, other):
        other = tensor(other)
        s, o = self.data, other.data
        return Tensor(
            s * o,
            (self, other),
            lambda g: (unbroadcast(g * o, s.shape), unbroadcast(g * s, o.shape)),
        )

    def __pow__(self, n):
        s = self.data
        return Tensor(s**n, (self,), lambda g: (g * n * s ** (n - 1) if n else g * 0.0,))

    def __neg__(self):
        return Tensor(-self.data, (self,), lambda g: (-g,))

    def __sub__(self, other):
        return self + (-tensor(other))

    def __truediv__(self, other):
        return self * tensor(other) ** -1.0

    def __matmul__(self, other):
        other = tensor(other)
        s, o = self.data, other.data

        def vjp(g):
            if s.ndim == 1 and o.ndim == 1:
                return g * o, g * s
            if s.ndim == 1:
                gs = np.sum(g[..., None, :] * o, axis=-1)
                return unbroadcast(gs, s.shape), s[:, None] * g[..., None, :]
            if o.ndim == 1:
                go = np.sum(g[..., None] * s, axis=-2)
                return g[..., None] * o, unbroadcast(go, o.shape)
            gs = g @ np.swapaxes(o, -1, -2)
            go = np.swapaxes(s, -1, -2) @ g
            return unbroadcast(gs, s.shape), unbroadcast(go, o.shape)

        return Tensor(s @ o, (self, other), vjp)

    def __radd__(self, other):
        return tensor(other) + self

    def __rsub__(self, other):
        return tensor(other) - self

    def __rmul__(self, other):
        return tensor(other) * self

    def __rtruediv__(self, other):
        return tensor(other) / self

    def __rmatmul__(self, other):
        return tensor(other) @ self

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = np.sum(self.data, axis=axis, keepdims=True).shape
        return Tensor(
            np.sum(self.data, axis=axis, keepdims=keepdims),
            (self,),
            lambda g: (np.ones(shape) * g.reshape(kept),),
        )

    def mean(self, axis=None, keepdims=False):
        out = self.sum(axis, keepdims)
        return out * (1.0 * out.data.size / self.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(old),))

    def transpose(self, axes=None):
        if axes is None:
            back = None
        else:
            axes = [a + self.data.ndim if a < 0 else a for a in axes]
            back = sorted(range(len(axes)), key=lambda i: axes[i])
        return Tensor(np.transpose(self.data, axes), (self,), lambda g: (np.transpose(g, back),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def vjp(g):
            out = np.zeros(shape)
            np.add.at(out, index, g)
            return (out,)

        return Tensor(self.data[index], (self,), vjp)

    def relu(self):
        s = self.data
        return Tensor(np.maximum(s, 0.0), (self,), lambda g: (g * np.heaviside(s, 0.0),))

    def exp(self):
        e = np.exp(self.data)
        return Tensor(e, (self,), lambda g: (g * e,))

    def log(self):
        s = self.data
        return Tensor(np.log(s), (self,), lambda g: (g / s,))

    def tanh(self):
        t = np.tanh(self.data)
        return Tensor(t, (self,), lambda g: (g * (1.0 - t**2),))

    def log_softmax(self, axis=-1):
        s = self.data - self.data.max(axis=axis, keepdims=True)
        s = s - np.log(np.exp(s).sum(axis=axis, keepdims=True))
        return Tensor(s, (self,), lambda g: (g - np.exp(s) * g.sum(axis=axis, keepdims=True),))

    def backward(self):
        grads = {id(self): np.ones(self.data.shape)}
        for node in reversed(toposort(self)):
            g = grads.pop(id(node))
            if node.vjp is None:
                node.grad += g
                continue
            node.grad = g
            for parent, contribution in zip(node.parents, node.vjp(g), strict=True):
                key = id(parent)
                if key in grads:
                    grads[key] += contribution
                else:
                    grads[key] = contribution


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def toposort(root):
    """Parents first. Nothing is visited twice."""
    out, opened, closed, stack = [], set(), set(), [root]
    while stack:
        node = stack[-1]
        if id(node) in opened:
            stack.pop()
            if id(node) not in closed:
                closed.add(id(node))
                out.append(node)
        else:
            opened.add(id(node))
            stack.extend(p for p in node.parents if id(p) not in opened)
    return out


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    picked = logits.log_softmax()[np.arange(len(labels)), np.asarray(labels)]
    return picked.mean() * -1


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in toposort(root):
        node.grad = np.zeros(node.data.shape)
