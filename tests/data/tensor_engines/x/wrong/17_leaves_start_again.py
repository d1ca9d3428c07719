"""Tensor engine with a tape.

Every operation writes a line on the tape: result, operands, rule. backward() reads the lines from
the last to the first and leaves out those that have nothing to do with the root. Gradients are
arrays that are added to in place.
"""

import weakref

import numpy as np


class Record:
    """One operation on the tape."""

    def __init__(self, out, operands, rule):
        self.out = weakref.ref(out)
        self.operands = operands
        self.rule = rule


class Tape:
    def __init__(self):
        self.lines = []

    def write(self, out, operands, rule):
        line = Record(out, operands, rule)
        out.line = line
        self.lines.append(weakref.ref(line))
        if len(self.lines) > 5000:
            self.lines = [r for r in self.lines if r() is not None]

    def above(self, root):
        """The lines that lead to root, newest first."""
        needed = {id(root)}
        for ref in reversed(self.lines):
            line = ref()
            if line is None:
                continue
            out = line.out()
            if out is not None and id(out) in needed:
                needed.update(id(t) for t in line.operands)
                yield line


HISTORY = Tape()


def record(value, operands, rule):
    out = Tensor(value)
    HISTORY.write(out, operands, rule)
    return out


def accumulate(tensor, g):
    """Add g to the gradient of a tensor, in the tensor's own shape."""
    tensor.grad += unbroadcast(g, tensor.data.shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.line = None

    def __add__(self, other):
        other = to_tensor(other)

        def rule(g):
            accumulate(self, g)
            accumulate(other, g)

        return record(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = to_tensor(other)

        def rule(g):
            accumulate(self, g)
            accumulate(other, -g)

        return record(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = to_tensor(other)

        def rule(g):
            accumulate(self, g * other.data)
            accumulate(other, g * self.data)

        return record(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = to_tensor(other)

        def rule(g):
            accumulate(self, g / other.data)
            accumulate(other, -(self.data / other.data**2) * g)

        return record(self.data / other.data, (self, other), rule)

    def __matmul__(self, other):
        other = to_tensor(other)
        a = self.data if self.data.ndim > 1 else self.data[None, :]
        b = other.data if other.data.ndim > 1 else other.data[:, None]
        whole = a @ b  # with all of its axes
        value = self.data @ other.data

        def rule(g):
            g = g.reshape(whole.shape)
            ga = unbroadcast(g @ b.swapaxes(-1, -2), a.shape)
            gb = unbroadcast(a.swapaxes(-1, -2) @ g, b.shape)
            accumulate(self, ga.reshape(self.data.shape))
            accumulate(other, gb.reshape(other.data.shape))

        return record(value, (self, other), rule)

    def __radd__(self, other):
        return to_tensor(other).__add__(self)

    def __rsub__(self, other):
        return to_tensor(other).__sub__(self)

    def __rmul__(self, other):
        return to_tensor(other).__mul__(self)

    def __rtruediv__(self, other):
        return to_tensor(other).__truediv__(self)

    def __rmatmul__(self, other):
        return to_tensor(other).__matmul__(self)

    def __neg__(self):
        return record(-self.data, (self,), lambda g: accumulate(self, -g))

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                accumulate(self, g * n * np.power(self.data, float(n) - 1.0))

        return record(np.power(self.data, float(n)), (self,), rule)

    def sum(self, axis=None, keepdims=False):
        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            accumulate(self, np.broadcast_to(g, self.data.shape))

        return record(np.sum(self.data, axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            count = self.data.size / max(g.size, 1)
            accumulate(self, np.broadcast_to(g / count, self.data.shape))

        return record(np.mean(self.data, axis=axis, keepdims=keepdims), (self,), rule)

    def reshape(self, *shape):
        return record(
            self.data.reshape(*shape), (self,), lambda g: accumulate(self, g.reshape(self.data.shape))
        )

    def transpose(self, axes=None):
        if axes is None:
            return record(self.data.T, (self,), lambda g: accumulate(self, g.T))
        axes = tuple(np.arange(self.data.ndim)[list(axes)])

        def rule(g):
            accumulate(self, np.moveaxis(g, range(g.ndim), axes))

        return record(self.data.transpose(axes), (self,), rule)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            np.add.at(self.grad, index, g)

        return record(self.data[index], (self,), rule)

    def relu(self):
        return record(
            np.maximum(self.data, 0), (self,), lambda g: accumulate(self, np.where(self.data > 0, g, 0))
        )

    def exp(self):
        value = np.exp(self.data)
        return record(value, (self,), lambda g: accumulate(self, g * value))

    def log(self):
        return record(np.log(self.data), (self,), lambda g: accumulate(self, g / self.data))

    def tanh(self):
        value = np.tanh(self.data)
        return record(value, (self,), lambda g: accumulate(self, g * (1 - value * value)))

    def log_softmax(self, axis=-1):
        centered = self.data - np.max(self.data, axis=axis, keepdims=True)
        powers = np.exp(centered)
        total = np.sum(powers, axis=axis, keepdims=True)

        def rule(g):
            accumulate(self, g - powers / total * np.sum(g, axis=axis, keepdims=True))

        return record(centered - np.log(total), (self,), rule)

    def backward(self):
        lines = list(HISTORY.above(self))
        for line in lines:
            for t in (line.out(), *line.operands):
                t.grad = np.zeros_like(t.data)
        self.grad += 1.0
        for line in lines:
            line.rule(line.out().grad)


def to_tensor(value):
    return value if isinstance(value, Tensor) else Tensor(value)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    missing = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(missing)))
    stretched = [i for i in range(len(shape)) if shape[i] == 1 and grad.shape[i] != 1]
    return grad.sum(axis=tuple(stretched), keepdims=True)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    x = logits.data
    labels = np.asarray(labels, dtype=int)
    rows = np.arange(len(x))
    top = x.max(axis=1, keepdims=True)
    logp = x - top - np.log(np.exp(x - top).sum(axis=1, keepdims=True))

    def rule(g):
        d = np.exp(logp)
        d[rows, labels] -= 1
        accumulate(logits, g * d / len(x))

    return record(-logp[rows, labels].mean(), (logits,), rule)


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    tensors = {id(root): root}
    for line in HISTORY.above(root):
        tensors.update((id(t), t) for t in line.operands)
    for t in tensors.values():
        t.grad = np.zeros_like(t.data)
