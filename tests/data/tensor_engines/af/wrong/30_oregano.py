"""Exercise 8, the exam: a tape.

Every operation writes itself on TAPE, in the order in which it is computed. So the tape is sorted
already, and backward() reads it from the end to the beginning. No graph search is needed for it.
"""

import numpy as np

TAPE = []


class Entry:
    """One operation: its result, its operands, its rule. `grad` is None if nothing arrived yet."""

    def __init__(self, result, operands, rule):
        self.result, self.operands, self.rule = result, operands, rule
        self.place = len(TAPE)
        self.grad = None
        TAPE.append(self)


def record(value, operands, rule):
    """A tensor that an operation made. rule(g) gives one gradient for each operand."""
    result = Tensor(value)
    result.entry = Entry(result, operands, rule)
    return result


def to_tensor(x):
    if isinstance(x, Tensor):
        return x
    return Tensor(x)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    if grad.shape == shape:
        return grad
    extra = tuple(range(grad.ndim - len(shape)))
    grad = np.sum(grad, axis=extra)
    for axis, n in enumerate(shape):
        if n == 1:
            grad = np.sum(grad, axis=axis, keepdims=True)
    return grad


def elementwise(value, slope, operand):
    return record(value, (operand,), lambda g: (g * slope,))


class Tensor:
    """An array and its gradient. `entry` is its place on the tape, None for a leaf."""

    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.entry = None

    def __repr__(self):
        where = "leaf" if self.entry is None else f"entry {self.entry.place}"
        return f"Tensor({self.data}, {where})"

    # ----- two operands -----

    def __add__(self, other):
        other = to_tensor(other)
        a, b = self.data, other.data

        def rule(g):
            return unbroadcast(g, a.shape), unbroadcast(g, b.shape)

        return record(a + b, (self, other), rule)

    def __sub__(self, other):
        other = to_tensor(other)
        a, b = self.data, other.data

        def rule(g):
            return unbroadcast(g, a.shape), unbroadcast(-g, b.shape)

        return record(a - b, (self, other), rule)

    def __mul__(self, other):
        other = to_tensor(other)
        a, b = self.data, other.data

        def rule(g):
            return unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)

        return record(a * b, (self, other), rule)

    def __truediv__(self, other):
        other = to_tensor(other)
        a, b = self.data, other.data

        def rule(g):
            return unbroadcast(g / b, a.shape), unbroadcast(-g * (a / b) / b, b.shape)

        return record(a / b, (self, other), rule)

    def __matmul__(self, other):
        other = to_tensor(other)
        a, b = self.data, other.data

        def rule(g):
            # Everything as stacks of matrices; `None` stands for the axis of a vector.
            x = a[None] if a.ndim == 1 else a
            y = b[:, None] if b.ndim == 1 else b
            if b.ndim == 1:
                g = np.expand_dims(g, -1)
            if a.ndim == 1:
                g = np.expand_dims(g, -2)
            gx = np.einsum("...ij,...kj->...ik", g, y)
            gy = np.einsum("...ki,...kj->...ij", x, g)
            gx, gy = unbroadcast(gx, x.shape), unbroadcast(gy, y.shape)
            return gx.reshape(a.shape), gy.reshape(b.shape)

        return record(a @ b, (self, other), rule)

    def __radd__(self, other):
        return to_tensor(other) + self

    def __rsub__(self, other):
        return to_tensor(other) - self

    def __rmul__(self, other):
        return to_tensor(other) * self

    def __rtruediv__(self, other):
        return to_tensor(other) / self

    def __rmatmul__(self, other):
        return to_tensor(other) @ self

    # ----- entry by entry -----

    def __neg__(self):
        return elementwise(-self.data, -1.0, self)

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return elementwise(self.data**n, slope, self)

    def relu(self):
        return elementwise(np.maximum(self.data, 0.0), (self.data > 0).astype(float), self)

    def exp(self):
        value = np.exp(self.data)
        return elementwise(value, value, self)

    def log(self):
        return elementwise(np.log(self.data), 1.0 / self.data, self)

    def tanh(self):
        value = np.tanh(self.data)
        return elementwise(value, 1.0 - value * value, self)

    # ----- along axes -----

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        kept = np.sum(self.data, axis=axis, keepdims=True)

        def rule(g):
            return (np.broadcast_to(np.reshape(g, kept.shape), shape),)

        return record(np.sum(self.data, axis=axis, keepdims=keepdims), (self,), rule)

    def mean(self, axis=None, keepdims=False):
        value = np.mean(self.data, axis=axis, keepdims=keepdims)
        return self.sum(axis, keepdims) / (self.data.size / value.size)

    def log_softmax(self, axis=-1):
        x = self.data - np.max(self.data, axis=axis, keepdims=True)
        e = np.exp(x)
        total = np.sum(e, axis=axis, keepdims=True)

        def rule(g):
            return (g - e / total * np.sum(g, axis=axis, keepdims=True),)

        return record(x - np.log(total), (self,), rule)

    # ----- entries elsewhere -----

    def reshape(self, *shape):
        old = self.data.shape
        return record(self.data.reshape(*shape), (self,), lambda g: (g.reshape(old),))

    def transpose(self, axes=None):
        if axes is None:
            return record(self.data.transpose(), (self,), lambda g: (g.transpose(),))
        back = np.empty(len(axes), dtype=int)
        back[list(axes)] = np.arange(len(axes))
        return record(self.data.transpose(axes), (self,), lambda g: (g.transpose(back),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        shape = self.data.shape

        def rule(g):
            full = np.zeros(shape)
            np.add.at(full, index, g)
            return (full,)

        return record(self.data[index], (self,), rule)

    # ----- backward -----

    def receive(self, g):
        if self.entry is None:
            self.grad = np.asarray(self.grad + g)
        elif self.entry.grad is None:
            self.entry.grad = g
        else:
            self.entry.grad = self.entry.grad + g

    def backward(self):
        seed = np.ones_like(self.data)
        if self.entry is None:
            self.receive(seed)
            return
        # Nothing behind the root belongs to it: only what is in front starts anew.
        for entry in TAPE[: self.entry.place + 1]:
            entry.grad = None
        self.receive(seed)
        for entry in reversed(TAPE):
            if entry.grad is None:  # not a part of what the root was made of
                continue
            entry.result.grad = np.array(entry.grad)
            for operand, g in zip(entry.operands, entry.rule(np.asarray(entry.grad))):
                operand.receive(g)


def cross_entropy(logits, labels):
    """The mean over all rows of minus the log-probability of the right label."""
    labels = np.asarray(labels)
    scores = logits.log_softmax(axis=-1)
    return -(scores[np.arange(len(labels)), labels].mean())


def zero_grad(root):
    """Give every tensor that can be reached from `root` a gradient of zeros."""
    seen, stack = set(), [root]
    while stack:
        t = stack.pop()
        if id(t) in seen:
            continue
        seen.add(id(t))
        t.grad = np.zeros_like(t.data)
        if t.entry is not None:
            stack.extend(t.entry.operands)
