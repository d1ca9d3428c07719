"""Every operation keeps its inputs and a vector-Jacobian product. Gradients travel in a dict."""

import numpy as np


def unbroadcast(grad, shape):
    if grad.shape == tuple(shape):
        return grad
    extra = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(extra)))
    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)


def T_(m):
    return np.moveaxis(m, -1, -2)


class Tensor:
    __slots__ = ("data", "grad", "inputs", "vjp")
    __array_ufunc__ = None

    def __init__(self, data, inputs=(), vjp=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.inputs = inputs
        self.vjp = vjp

    def backward(self):
        travelling = {id(self): np.ones_like(self.data)}
        for node in postorder(self)[::-1]:
            grad = travelling.pop(id(node))
            if node.vjp is None:
                node.grad = node.grad + grad
                continue
            node.grad = np.array(grad)
            for source, share in zip(node.inputs, node.vjp(grad)):
                share = unbroadcast(share, source.data.shape)
                if id(source) in travelling:
                    travelling[id(source)] += share
                else:
                    travelling[id(source)] = share

    def __add__(self, other):
        return two(np.add, self, other, lambda g, a, b: (g, g))

    def __sub__(self, other):
        return two(np.subtract, self, other, lambda g, a, b: (g, -g))

    def __mul__(self, other):
        return two(np.multiply, self, other, lambda g, a, b: (g * b, g * a))

    def __truediv__(self, other):
        return two(np.divide, self, other, lambda g, a, b: (g / b, -g * a / b / b))

    def __matmul__(self, other):
        return two(np.matmul, self, other, matmul_vjp)

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

    def __neg__(self):
        return one(-self.data, self, lambda g: -g)

    def __pow__(self, n):
        x = self.data
        return one(x**n, self, lambda g: g * (n * x ** (n - 1) if n != 0 else 0.0))

    def sum(self, axis=None, keepdims=False):
        x = self.data
        axes = tuple(range(x.ndim)) if axis is None else axis

        def back(g):
            g = g if keepdims else np.expand_dims(g, axes)
            return g * np.ones_like(x)

        return one(x.sum(axis=axes, keepdims=keepdims), self, back)

    def mean(self, axis=None, keepdims=False):
        s = self.sum(axis, keepdims)
        return s * (s.data.size / self.data.size)

    def reshape(self, *shape):
        old = self.data.shape
        return one(self.data.reshape(*shape), self, lambda g: g.reshape(old).copy())

    def transpose(self, axes=None):
        if axes is None:
            return one(self.data.transpose(), self, lambda g: g.transpose().copy())
        axes = [a % len(axes) for a in axes]
        return one(self.data.transpose(axes), self, lambda g: g.transpose(np.argsort(axes)).copy())

    T = property(transpose)

    def __getitem__(self, index):
        def back(g):
            full = np.zeros_like(self.data)
            np.add.at(full, index, g)
            return full

        return one(self.data[index], self, back)

    def relu(self):
        return one(np.maximum(0, self.data), self, lambda g: g * (self.data > 0))

    def exp(self):
        y = np.exp(self.data)
        return one(y, self, lambda g: g * y)

    def log(self):
        return one(np.log(self.data), self, lambda g: g / self.data)

    def tanh(self):
        y = np.tanh(self.data)
        return one(y, self, lambda g: g * (1 - y * y))

    def log_softmax(self, axis=-1):
        z = self.data - self.data.max(axis=axis, keepdims=True)
        y = z - np.log(np.sum(np.exp(z), axis=axis, keepdims=True))
        return one(y, self, lambda g: g - np.exp(y) * g.sum(axis=axis, keepdims=True))


def tensor(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def one(value, source, back):
    return Tensor(value, (source,), lambda g: (back(g),))


def two(f, a, b, backs):
    a, b = tensor(a), tensor(b)
    return Tensor(f(a.data, b.data), (a, b), lambda g: backs(g, a.data, b.data))


def matmul_vjp(g, a, b):
    if a.ndim == 1 and b.ndim == 1:
        return g * b, g * a
    if a.ndim == 1:
        ga, gb = matmul_vjp(np.expand_dims(g, -2), a[None, :], b)
        return unbroadcast(ga, (1, a.size))[0], gb
    if b.ndim == 1:
        ga, gb = matmul_vjp(np.expand_dims(g, -1), a, b[:, None])
        return ga, unbroadcast(gb, (b.size, 1))[:, 0]
    return g @ T_(b), T_(a) @ g


def postorder(root):
    out, seen, stack = [], set(), [root]
    while stack:
        node = stack[-1]
        if id(node) in seen:
            stack.pop()
            continue
        missing = [n for n in node.inputs if id(n) not in seen]
        if missing:
            stack.extend(missing)
        else:
            seen.add(id(node))
            out.append(stack.pop())
    return out


def cross_entropy(logits, labels):
    logp = logits.log_softmax()
    return -logp[np.arange(logits.data.shape[0]), np.asarray(labels, dtype=int)].mean()


def zero_grad(root):
    for node in postorder(root):
        node.grad = np.zeros_like(node.data)
