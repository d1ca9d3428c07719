"""Tensor engine with slots. A tensor stores the rule that made it, and the rule's arguments."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.ndim > len(shape):
        grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    thin = tuple(i for i in range(len(shape)) if shape[i] == 1 and grad.shape[i] != 1)
    if thin:
        grad = grad.sum(axis=thin, keepdims=True)
    return grad


def give(t, g):
    t.grad += unbroadcast(g, t.data.shape)


# ---- rules: what to do with the gradient of `out`


def back_add(out, a, b):
    give(a, out.grad)
    give(b, out.grad)


def back_sub(out, a, b):
    give(a, out.grad)
    give(b, -out.grad)


def back_mul(out, a, b):
    give(a, out.grad * b.data)
    give(b, out.grad * a.data)


def back_div(out, a, b):
    give(a, out.grad / b.data)
    give(b, -out.grad * out.data / b.data)


def back_matmul(out, a, b):
    g, x, y = out.grad, a.data, b.data
    if x.ndim == 1 and y.ndim == 1:
        give(a, g * y)
        give(b, g * x)
    elif x.ndim == 1:
        give(a, np.einsum("...n,...kn->...k", g, y))
        give(b, np.einsum("...n,k->...kn", g, x))
    elif y.ndim == 1:
        give(a, np.einsum("...m,k->...mk", g, y))
        give(b, np.einsum("...m,...mk->...k", g, x))
    else:
        give(a, np.einsum("...mn,...kn->...mk", g, y))
        give(b, np.einsum("...mk,...mn->...kn", x, g))


def back_neg(out, a):
    give(a, -out.grad)


def back_pow(out, a, n):
    if n != 0:
        give(a, out.grad * n * np.power(a.data, float(n) - 1))


def back_sum(out, a, axis, keepdims):
    g = out.grad
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    a.grad += g


def back_mean(out, a, axis, keepdims):
    g = out.grad * (out.data.size / a.data.size)
    if axis is not None and not keepdims:
        g = np.expand_dims(g, axis)
    a.grad += g


def back_reshape(out, a):
    give(a, out.grad.reshape(a.data.shape))


def back_transpose(out, a, axes):
    if axes is not None:
        axes = np.argsort(np.array(axes) % a.data.ndim)
    give(a, out.grad.transpose(axes))


def back_index(out, a, index):
    give(a, scatter(a.data.shape, index, out.grad))


def scatter(shape, index, g):
    """Zeros of `shape`, with g added where the index took the entries from."""
    full = np.zeros(shape)
    if isinstance(index, list):
        np.add.at(full, index, g)
    else:
        full[index] += g
    return full


def back_relu(out, a):
    give(a, out.grad * (a.data > 0))


def back_exp(out, a):
    give(a, out.grad * out.data)


def back_log(out, a):
    give(a, out.grad / a.data)


def back_tanh(out, a):
    give(a, out.grad * (1 - out.data * out.data))


def back_log_softmax(out, a, axis):
    total = out.grad.sum(axis=axis, keepdims=True)
    give(a, out.grad - np.exp(out.data) * total)


class Tensor:
    """An array, its gradient, and how it was made."""

    __slots__ = ("data", "grad", "parents", "rule", "args")
    __array_ufunc__ = None

    def __init__(self, data, parents=(), rule=None, args=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.parents = parents
        self.rule = rule
        self.args = args

    @staticmethod
    def of(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    def __add__(self, other):
        other = Tensor.of(other)
        return Tensor(self.data + other.data, (self, other), back_add)

    __radd__ = __add__

    def __sub__(self, other):
        other = Tensor.of(other)
        return Tensor(self.data - other.data, (self, other), back_sub)

    def __rsub__(self, other):
        return Tensor.of(other) - self

    def __mul__(self, other):
        other = Tensor.of(other)
        return Tensor(self.data * other.data, (self, other), back_mul)

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = Tensor.of(other)
        return Tensor(self.data / other.data, (self, other), back_div)

    def __rtruediv__(self, other):
        return Tensor.of(other) / self

    def __matmul__(self, other):
        other = Tensor.of(other)
        return Tensor(self.data @ other.data, (self, other), back_matmul)

    def __rmatmul__(self, other):
        return Tensor.of(other) @ self

    def __neg__(self):
        return Tensor(-self.data, (self,), back_neg)

    def __pow__(self, n):
        return Tensor(self.data**n, (self,), back_pow, (n,))

    def sum(self, axis=None, keepdims=False):
        value = self.data.sum(axis=axis, keepdims=keepdims)
        return Tensor(value, (self,), back_sum, (axis, keepdims))

    def mean(self, axis=None, keepdims=False):
        value = self.data.mean(axis=axis, keepdims=keepdims)
        return Tensor(value, (self,), back_mean, (axis, keepdims))

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), (self,), back_reshape)

    def transpose(self, axes=None):
        return Tensor(self.data.transpose(axes), (self,), back_transpose, (axes,))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        return Tensor(self.data[index], (self,), back_index, (index,))

    def relu(self):
        return Tensor(np.maximum(self.data, 0), (self,), back_relu)

    def exp(self):
        return Tensor(np.exp(self.data), (self,), back_exp)

    def log(self):
        return Tensor(np.log(self.data), (self,), back_log)

    def tanh(self):
        return Tensor(np.tanh(self.data), (self,), back_tanh)

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis=axis, keepdims=True)
        value = x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
        return Tensor(value, (self,), back_log_softmax, (axis,))

    def backward(self):
        order = sort(self)
        for t in order:
            if t.rule:
                t.grad = np.zeros(t.data.shape)
        self.grad += 1
        for t in order[::-1]:
            if t.rule:
                t.rule(t, *t.parents, *t.args)


def sort(root):
    done, order, stack = set(), [], [root]
    while stack:
        t = stack[-1]
        waiting = [p for p in t.parents if id(p) not in done]
        if waiting:
            stack.extend(waiting)
            continue
        stack.pop()
        if id(t) not in done:
            done.add(id(t))
            order.append(t)
    return order


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    n = len(labels)
    picked = logits.log_softmax()[np.arange(n), np.array(labels)]
    return -picked.sum() / n


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for t in sort(root):
        t.grad = np.zeros(t.data.shape)
