"""Tensor engine with a tape: every operation is written down in the order in which it happened."""

from collections import namedtuple

import numpy as np

Entry = namedtuple("Entry", "result operands rule")
TAPE = []


def record(data, operands, rule):
    result = Tensor(data)
    TAPE.append(Entry(result, operands, rule))
    return result


def played_back(root):
    """What the tape says about `root`, last entry first."""
    wanted, entries = {id(root)}, []
    for entry in reversed(TAPE):
        if id(entry.result) in wanted:
            entries.append(entry)
            wanted.update(id(o) for o in entry.operands)
    return entries


def wrap(value):
    return value if isinstance(value, Tensor) else Tensor(value)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros_like(self.data)

    def __add__(self, other):
        other = wrap(other)
        return record(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = wrap(other)
        return record(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = wrap(other)
        x, y = self.data, other.data
        return record(x * y, (self, other), lambda g: (g * y, g * x))

    def __truediv__(self, other):
        other = wrap(other)
        x, y = self.data, other.data
        return record(x / y, (self, other), lambda g: (g / y, -g * x / (y * y)))

    def __matmul__(self, other):
        other = wrap(other)
        x, y = self.data, other.data
        x2 = x.reshape(1, -1) if x.ndim == 1 else x
        y2 = y.reshape(-1, 1) if y.ndim == 1 else y
        full = x2 @ y2

        def rule(g):
            g = g.reshape(full.shape)
            gx = unbroadcast(g @ np.swapaxes(y2, -1, -2), x2.shape)
            gy = unbroadcast(np.swapaxes(x2, -1, -2) @ g, y2.shape)
            return gx.reshape(x.shape), gy.reshape(y.shape)

        return record(x @ y, (self, other), rule)

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __rmatmul__(self, other):
        return wrap(other) @ self

    def __neg__(self):
        return record(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return record(np.ones_like(x), (self,), lambda g: (np.zeros_like(x),))
        return record(x**n, (self,), lambda g: (g * n * x ** (n - 1),))

    def sum(self, axis=None, keepdims=False):
        x = self.data
        kept = x.sum(axis=axis, keepdims=True).shape
        return record(
            x.sum(axis=axis, keepdims=keepdims), (self,), lambda g: (np.ones_like(x) * g.reshape(kept),)
        )

    def mean(self, axis=None, keepdims=False):
        x = self.data
        kept = x.sum(axis=axis, keepdims=True)
        count = x.size / kept.size
        return record(
            x.mean(axis=axis, keepdims=keepdims),
            (self,),
            lambda g: (np.ones_like(x) * g.reshape(kept.shape) / count,),
        )

    def reshape(self, *shape):
        x = self.data
        return record(x.reshape(*shape), (self,), lambda g: (g.reshape(x.shape),))

    def transpose(self, axes=None):
        where = np.arange(self.data.ndim)[::-1] if axes is None else np.arange(self.data.ndim)[list(axes)]
        back = np.empty_like(where)
        back[where] = np.arange(len(where))
        return record(self.data.transpose(where), (self,), lambda g: (g.transpose(back),))

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        x = self.data

        def rule(g):
            whole = np.zeros(x.shape)
            np.add.at(whole, index, g)
            return (whole,)

        return record(x[index], (self,), rule)

    def relu(self):
        on = (self.data > 0).astype(float)
        return record(self.data * on, (self,), lambda g: (g * on,))

    def exp(self):
        y = np.exp(self.data)
        return record(y, (self,), lambda g: (g * y,))

    def log(self):
        x = self.data
        return record(np.log(x), (self,), lambda g: (g / x,))

    def tanh(self):
        y = np.tanh(self.data)
        return record(y, (self,), lambda g: (g * (1 - y * y),))

    def log_softmax(self, axis=-1):
        x = self.data - self.data.max(axis, keepdims=True)
        y = x - np.log(np.exp(x).sum(axis, keepdims=True))
        return record(y, (self,), lambda g: (g - np.exp(y) * g.sum(axis, keepdims=True),))

    def backward(self):
        entries = played_back(self)
        for entry in entries:
            entry.result.grad = np.zeros_like(entry.result.data)
        self.grad = self.grad + np.ones_like(self.data)
        for result, operands, rule in entries:
            for operand, g in zip(operands, rule(result.grad)):
                operand.grad = operand.grad + unbroadcast(g, operand.data.shape)
        TAPE.clear()


def unbroadcast(grad, shape):
    added = grad.ndim - len(shape)
    repeated = [i for i in range(grad.ndim) if i < added or shape[i - added] == 1]
    return grad.sum(axis=tuple(repeated)).reshape(shape)


def cross_entropy(logits, labels):
    return -logits.log_softmax()[list(range(len(labels))), [int(l) for l in labels]].mean()


def zero_grad(root):
    root.grad = np.zeros_like(root.data)
    for entry in played_back(root):
        for operand in entry.operands:
            operand.grad = np.zeros_like(operand.data)


# ---- Examples: run this file to see them. Nothing to do below this line. ----


def broadcast():
    a, b = Tensor([[1.0], [2.0]]), Tensor([3.0, 4.0, 5.0])
    (a * b).sum().backward()
    return [a.grad, b.grad]


def product():
    a, b = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([5.0, 6.0])
    (a @ b).mean().backward()
    return [a.grad, b.grad]


def twice():
    a = Tensor([1.0, 2.0])
    root = (a * a + a).sum()
    root.backward()
    root.backward()
    return [a.grad]


def same_row():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    (a[[0, 0, 1]] * 2).sum().backward()
    return [a.grad]


def labelled():
    x = Tensor([[1000.0, 0.0], [0.0, 0.0]])
    root = cross_entropy(x, [0, 1])
    root.backward()
    return [root.data, x.grad]


EXAMPLES = [
    ("(a * b).sum(), shapes (2, 1) and (3,)", broadcast, [[[12], [12]], [3, 3, 3]]),
    ("(a @ b).mean()", product, [[[2.5, 3], [2.5, 3]], [2, 3]]),
    ("(a * a + a).sum(), two calls", twice, [[6, 10]]),
    ("a[[0, 0, 1]] takes a row twice", same_row, [[[4, 4], [2, 2]]]),
    ("cross_entropy, logits of 1000", labelled, [np.log(2) / 2, [[0, 0], [0.25, -0.25]]]),
]


def main():
    for what, compute, wanted in EXAMPLES:
        try:
            found = compute()
        except Exception as error:
            print(f"  not yet  {what}: {type(error).__name__}: {error}")
            continue
        right = all(
            np.shape(one) == np.shape(other) and np.allclose(one, other)
            for one, other in zip(found, wanted, strict=True)
        )
        print(f"  {'right    ' if right else 'not yet  '}{what}")
        if not right:
            print(f"             expected {wanted}\n             found    {found}")


if __name__ == "__main__":
    main()
