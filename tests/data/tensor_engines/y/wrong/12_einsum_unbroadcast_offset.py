"""Tensors whose products, sums and transposes are written in Einstein's notation."""

import string

import numpy as np


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    extra = grad.ndim - len(shape)
    axes = list(range(extra))
    for i, n in enumerate(shape):
        if n == 1:
            axes.append(i)
    return grad.sum(axis=tuple(axes)).reshape(shape)


def letters(n):
    return string.ascii_lowercase[:n]


class Tensor:
    """An array, its gradient, and the rules that lead back from it."""

    __array_ufunc__ = None

    def __init__(self, data, rules=()):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.rules = rules  # pairs: an operand, a function from our gradient to what it gets

    @property
    def shape(self):
        return self.data.shape

    @property
    def ndim(self):
        return self.data.ndim

    @staticmethod
    def of(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    def __add__(self, other):
        other = self.of(other)
        return Tensor(self.data + other.data, ((self, lambda g: g), (other, lambda g: g)))

    def __sub__(self, other):
        other = self.of(other)
        return Tensor(self.data - other.data, ((self, lambda g: g), (other, lambda g: -g)))

    def __mul__(self, other):
        other = self.of(other)
        return Tensor(
            np.einsum("...,...->...", self.data, other.data),
            ((self, lambda g: g * other.data), (other, lambda g: g * self.data)),
        )

    def __truediv__(self, other):
        other = self.of(other)
        return Tensor(
            self.data / other.data,
            (
                (self, lambda g: g / other.data),
                (other, lambda g: -g * self.data / other.data**2),
            ),
        )

    def __matmul__(self, other):
        other = self.of(other)
        i = "i" if self.ndim > 1 else ""
        k = "k" if other.ndim > 1 else ""
        a, b, c = f"...{i}j", f"...j{k}", f"...{i}{k}"
        return Tensor(
            np.einsum(f"{a},{b}->{c}", self.data, other.data),
            (
                (self, lambda g: np.einsum(f"{c},{b}->{a}", g, other.data)),
                (other, lambda g: np.einsum(f"{c},{a}->{b}", g, self.data)),
            ),
        )

    def __radd__(self, other):
        return self.of(other) + self

    def __rsub__(self, other):
        return self.of(other) - self

    def __rmul__(self, other):
        return self.of(other) * self

    def __rtruediv__(self, other):
        return self.of(other) / self

    def __rmatmul__(self, other):
        return self.of(other) @ self

    def __neg__(self):
        return Tensor(-self.data, ((self, lambda g: -g),))

    def __pow__(self, n):
        if n == 0:
            return Tensor(np.ones(self.shape), ((self, lambda g: np.zeros(self.shape)),))
        return Tensor(self.data**n, ((self, lambda g: g * n * self.data ** (n - 1)),))

    def sum(self, axis=None, keepdims=False):
        axes = range(self.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
        gone = {range(self.ndim)[i] for i in axes}
        every = letters(self.ndim)
        left = "".join(c for i, c in enumerate(every) if i not in gone)
        value = np.einsum(f"{every}->{left}", self.data)
        kept = tuple(1 if i in gone else n for i, n in enumerate(self.shape))
        ones = np.ones(self.shape)
        return Tensor(
            np.reshape(value, kept) if keepdims else value,
            ((self, lambda g: g.reshape(kept) * ones),),
        )

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis, keepdims)
        return total / (self.data.size / total.data.size)

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape), ((self, lambda g: g.reshape(self.shape)),))

    def transpose(self, axes=None):
        old = letters(self.ndim)
        new = old[::-1] if axes is None else "".join(old[i] for i in axes)
        return Tensor(
            np.einsum(f"{old}->{new}", self.data),
            ((self, lambda g: np.einsum(f"{new}->{old}", g)),),
        )

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def back(g):
            whole = np.zeros(self.shape)
            np.add.at(whole, index, g)
            return whole

        return Tensor(self.data[index], ((self, back),))

    def relu(self):
        return Tensor(np.maximum(self.data, 0.0), ((self, lambda g: g * (self.data > 0)),))

    def exp(self):
        value = np.exp(self.data)
        return Tensor(value, ((self, lambda g: g * value),))

    def log(self):
        return Tensor(np.log(self.data), ((self, lambda g: g / self.data),))

    def tanh(self):
        value = np.tanh(self.data)
        return Tensor(value, ((self, lambda g: g * (1 - value**2)),))

    def log_softmax(self, axis=-1):
        value = self.data - self.data.max(axis=axis, keepdims=True)
        value = value - np.log(np.exp(value).sum(axis=axis, keepdims=True))
        return Tensor(
            value, ((self, lambda g: g - np.exp(value) * g.sum(axis=axis, keepdims=True)),)
        )

    def chain(self):
        """Every tensor that led to this one, each after its operands."""
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            node, done = stack.pop()
            if done:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                stack.extend((operand, False) for operand, _ in node.rules)
        return order

    def backward(self):
        order = self.chain()
        for node in order:
            if node.rules:
                node.grad = np.zeros(node.shape)
        self.grad += np.ones(self.shape)
        for node in reversed(order):
            for operand, rule in node.rules:
                operand.grad += unbroadcast(rule(node.grad), operand.shape)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    log_probs = logits.log_softmax(axis=-1)
    rows, classes = log_probs.shape
    one_hot = np.eye(classes)[np.asarray(labels)]
    return (log_probs * one_hot).sum() * (-1.0 / rows)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    for node in root.chain():
        node.grad = np.zeros(node.shape)
