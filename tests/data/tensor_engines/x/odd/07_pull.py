"""The gradient is asked for, not sent: a tensor asks its consumers what they owe to it.

grad(t) = sum over the consumers c of t of  debt(c, t), which needs grad(c). The oldest tensors
are asked last, so that no question has to wait for an answer.
"""

import collections
import numpy as np

Use = collections.namedtuple("Use", "consumer debt")


class Tensor:
    __array_ufunc__ = None
    age = 0

    def __init__(self, data):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.debts = []  # (operand, function: my gradient -> what I owe to it)
        Tensor.age += 1
        self.age = Tensor.age

    def owing(self, operand, debt):
        self.debts.append((operand, debt))
        return self

    # arithmetic: subtraction and division go over -1 times and the power -1

    def __add__(self, other):
        other = Tensor.of(other)
        out = Tensor(self.data + other.data)
        return out.owing(self, lambda g: g).owing(other, lambda g: g)

    def __mul__(self, other):
        other = Tensor.of(other)
        out = Tensor(self.data * other.data)
        return out.owing(self, lambda g: g * other.data).owing(other, lambda g: g * self.data)

    def __pow__(self, n):
        out = Tensor(np.float_power(self.data, n))
        if n == 0:
            return out.owing(self, np.zeros_like)
        return out.owing(self, lambda g: g * n * np.float_power(self.data, n - 1))

    def __neg__(self):
        return Tensor(-self.data).owing(self, lambda g: -g)

    def __sub__(self, other):
        return self + -Tensor.of(other)

    def __truediv__(self, other):
        return self * Tensor.of(other) ** -1

    def __radd__(self, other):
        return Tensor.of(other) + self

    def __rsub__(self, other):
        return Tensor.of(other) - self

    def __rmul__(self, other):
        return Tensor.of(other) * self

    def __rtruediv__(self, other):
        return Tensor.of(other) / self

    def __rmatmul__(self, other):
        return Tensor.of(other) @ self

    def __matmul__(self, other):
        other = Tensor.of(other)
        a, b = self.data, other.data
        out = Tensor(a @ b)
        if a.ndim == b.ndim == 1:
            return out.owing(self, lambda g: g * b).owing(other, lambda g: g * a)
        if a.ndim == 1:
            out.owing(self, lambda g: np.einsum("...kj,...j->...k", b, g))
            return out.owing(other, lambda g: np.einsum("k,...j->...kj", a, g))
        if b.ndim == 1:
            out.owing(self, lambda g: np.einsum("...i,k->...ik", g, b))
            return out.owing(other, lambda g: np.einsum("...ik,...i->...k", a, g))
        out.owing(self, lambda g: np.einsum("...ij,...kj->...ik", g, b))
        return out.owing(other, lambda g: np.einsum("...ik,...ij->...kj", a, g))

    def sum(self, axis=None, keepdims=False):
        out = Tensor(self.data.sum(axis=axis, keepdims=keepdims))
        long = np.empty_like(self.data).sum(axis=axis, keepdims=True).shape
        return out.owing(self, lambda g: np.broadcast_to(g.reshape(long), self.data.shape))

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total / (self.data.size / max(total.data.size, 1))

    def reshape(self, *shape):
        return Tensor(self.data.reshape(*shape)).owing(
            self, lambda g: g.reshape(self.data.shape)
        )

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(range(self.data.ndim - 1, -1, -1))
        here = list(range(self.data.ndim))
        return Tensor(self.data.transpose(axes)).owing(self, lambda g: np.moveaxis(g, here, axes))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def debt(g):
            z = np.zeros(self.data.shape)
            np.add.at(z, index, g)
            return z

        return Tensor(self.data[index]).owing(self, debt)

    def relu(self):
        return Tensor(np.maximum(self.data, 0)).owing(self, lambda g: np.where(self.data > 0, g, 0))

    def exp(self):
        out = Tensor(np.exp(self.data))
        return out.owing(self, lambda g: g * out.data)

    def log(self):
        return Tensor(np.log(self.data)).owing(self, lambda g: g / self.data)

    def tanh(self):
        out = Tensor(np.tanh(self.data))
        return out.owing(self, lambda g: g * (1 - out.data * out.data))

    def log_softmax(self, axis=-1):
        low = self + -self.data.max(axis=axis, keepdims=True)
        return low - low.exp().sum(axis=axis, keepdims=True).log()

    @staticmethod
    def of(x):
        return x if isinstance(x, Tensor) else Tensor(x)

    def below(self):
        """All tensors that self is made of, with the uses that self's graph makes of each."""
        uses = {self: []}
        asked = [self]
        while asked:
            consumer = asked.pop()
            for operand, debt in consumer.debts:
                if operand not in uses:
                    uses[operand] = []
                    asked.append(operand)
                uses[operand].append(Use(consumer, debt))
        return uses

    def backward(self):
        uses = self.below()
        answer = {}
        for t in sorted(uses, key=lambda t: t.age, reverse=True):
            g = np.ones(t.data.shape) if t is self else np.zeros(t.data.shape)
            for use in uses[t]:
                g = g + unbroadcast(use.debt(answer[use.consumer]), t.data.shape)
            answer[t] = np.asarray(g)
        for t, g in answer.items():
            t.grad = np.array(g if t.debts else t.grad + g)


def unbroadcast(grad, shape):
    """The gradient, summed over everything that broadcasting from `shape` repeated."""
    grad = np.asarray(grad)
    letters = "abcdefghijklmnopqrstuvwxyz"[: grad.ndim]
    own = letters[grad.ndim - len(shape) :]
    kept = "".join(c for c, n in zip(own, shape) if n != 1)
    return np.einsum(f"{letters}->{kept}", grad).reshape(shape).copy()


def cross_entropy(logits, labels):
    logp = logits.log_softmax(axis=1)
    weights = np.zeros(logp.data.shape)
    weights[np.arange(len(labels)), np.asarray(labels, dtype=int)] = -1 / len(labels)
    return (logp * weights).sum()


def zero_grad(root):
    for t in root.below():
        t.grad = np.zeros(t.data.shape)
