"""Every rule is a generator: it yields an input and what that input gets."""

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    shape = tuple(shape)
    lead = grad.ndim - len(shape)
    if lead:
        grad = grad.sum(axis=tuple(range(lead)))
    for i in range(grad.ndim):
        if shape[i] == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, inputs=(), rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.inputs = inputs
        self.rule = rule

    def __add__(self, other):
        other = make(other)

        def rule(g):
            yield self, g
            yield other, g

        return Tensor(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = make(other)

        def rule(g):
            yield self, g
            yield other, -g

        return Tensor(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = make(other)

        def rule(g):
            yield self, g * other.data
            yield other, g * self.data

        return Tensor(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = make(other)

        def rule(g):
            yield self, g / other.data
            yield other, -g * self.data * other.data**-2.0

        return Tensor(self.data / other.data, (self, other), rule)

    def __matmul__(self, other):
        other = make(other)
        a, b = self.data, other.data

        def rule(g):
            if a.ndim == b.ndim == 1:
                yield self, g * b
                yield other, g * a
            elif b.ndim == 1:
                yield self, g[..., None] * b
                yield other, (g[..., None] * a).sum(axis=-2)
            elif a.ndim == 1:
                yield self, (g[..., None, :] * b).sum(axis=-1)
                yield other, a[:, None] * g[..., None, :]
            else:
                yield self, g @ b.swapaxes(-1, -2)
                yield other, a.swapaxes(-1, -2) @ g

        return Tensor(a @ b, (self, other), rule)

    def __radd__(self, other):
        return make(other) + self

    def __rsub__(self, other):
        return make(other) - self

    def __rmul__(self, other):
        return make(other) * self

    def __rtruediv__(self, other):
        return make(other) / self

    def __rmatmul__(self, other):
        return make(other) @ self

    def __neg__(self):
        def rule(g):
            yield self, -g

        return Tensor(-self.data, (self,), rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                yield self, n * self.data ** (n - 1) * g

        return Tensor(self.data**n, (self,), rule)

    def sum(self, axis=None, keepdims=False):
        out = self.data.sum(axis=axis, keepdims=keepdims)

        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            yield self, np.broadcast_to(g, self.data.shape)

        return Tensor(out, (self,), rule)

    def mean(self, axis=None, keepdims=False):
        out = self.data.mean(axis=axis, keepdims=keepdims)
        share = out.size / self.data.size

        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            yield self, np.broadcast_to(g * share, self.data.shape)

        return Tensor(out, (self,), rule)

    def reshape(self, *shape):
        def rule(g):
            yield self, g.reshape(self.data.shape)

        return Tensor(self.data.reshape(*shape), (self,), rule)

    def transpose(self, axes=None):
        def rule(g):
            if axes is None:
                yield self, g.transpose()
            else:
                yield self, np.moveaxis(g, list(range(g.ndim)), list(axes))

        return Tensor(self.data.transpose(axes), (self,), rule)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            whole = np.zeros(self.data.shape)
            np.add.at(whole, index, g)
            yield self, whole

        return Tensor(self.data[index], (self,), rule)

    def relu(self):
        def rule(g):
            yield self, np.where(self.data > 0, g, 0.0)

        return Tensor(np.where(self.data > 0, self.data, 0.0), (self,), rule)

    def exp(self):
        out = np.exp(self.data)

        def rule(g):
            yield self, g * out

        return Tensor(out, (self,), rule)

    def log(self):
        def rule(g):
            yield self, g / self.data

        return Tensor(np.log(self.data), (self,), rule)

    def tanh(self):
        out = np.tanh(self.data)

        def rule(g):
            yield self, g * (1 - out**2)

        return Tensor(out, (self,), rule)

    def log_softmax(self, axis=-1):
        out = log_probabilities(self.data, axis)

        def rule(g):
            yield self, g - np.exp(out) * g.sum(axis=axis, keepdims=True)

        return Tensor(out, (self,), rule)

    def backward(self):
        order = list(oldest_first(self))
        for node in order:
            if node.rule:
                node.grad = np.zeros(node.data.shape)
        self.grad += 1
        while order:
            node = order.pop()
            if node.rule:
                for each, g in node.rule(node.grad):
                    each.grad += unbroadcast(g, each.data.shape)


def make(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def log_probabilities(x, axis):
    x = x - x.max(axis=axis, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=axis, keepdims=True))


def oldest_first(root):
    """Walk the graph; a tensor follows all of its inputs."""
    seen, stack = set(), [(root, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            yield node
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((each, False) for each in node.inputs)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    rows, labels = np.arange(len(logits.data)), np.asarray(labels)
    log_probs = log_probabilities(logits.data, axis=1)
    probs = np.exp(log_probs)

    def rule(g):
        off = probs
        off[rows, labels] -= 1.0
        yield logits, g * off / len(rows)

    return Tensor(-log_probs[rows, labels].mean(), (logits,), rule)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in oldest_first(root):
        node.grad = np.zeros(node.data.shape)
