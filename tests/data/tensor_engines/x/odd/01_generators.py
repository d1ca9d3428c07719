"""Every rule is a generator function: it yields (operand, contribution), one after the other.

A tensor holds the generator function; a backward pass makes a fresh generator for each tensor, so
a second call begins anew.
"""

import numpy as np


class Tensor:
    __array_ufunc__ = None
    made = 0

    def __init__(self, data, rule=None, *operands):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros(self.data.shape)
        self.rule = rule
        self.operands = operands
        Tensor.made += 1
        self.number = Tensor.made

    def __add__(self, other):
        def rule(g):
            yield self, g
            yield other, g

        other = T_(other)
        return Tensor(self.data + other.data, rule, self, other)

    def __sub__(self, other):
        def rule(g):
            yield self, g
            yield other, -g

        other = T_(other)
        return Tensor(self.data - other.data, rule, self, other)

    def __mul__(self, other):
        def rule(g):
            yield self, g * other.data
            yield other, g * self.data

        other = T_(other)
        return Tensor(self.data * other.data, rule, self, other)

    def __truediv__(self, other):
        def rule(g):
            share = g / other.data
            yield self, share
            yield other, -share * (self.data / other.data)

        other = T_(other)
        return Tensor(self.data / other.data, rule, self, other)

    def __matmul__(self, other):
        def rule(g):
            # one column of the right operand at a time would do; here all of them together
            a = self.data if self.data.ndim > 1 else self.data[None]
            b = other.data if other.data.ndim > 1 else other.data[:, None]
            lost = [-2] * (self.data.ndim == 1) + [-1] * (other.data.ndim == 1)
            if len(lost) == 2:
                g = g.reshape(1, 1)
            elif lost:
                g = np.expand_dims(g, lost[0])
            left = unbroadcast(np.einsum("...ij,...kj->...ik", g, b), a.shape)
            right = unbroadcast(np.einsum("...ik,...ij->...kj", a, g), b.shape)
            yield self, left.reshape(self.data.shape)
            yield other, right.reshape(other.data.shape)

        other = T_(other)
        return Tensor(self.data @ other.data, rule, self, other)

    def __neg__(self):
        def rule(g):
            yield self, -g

        return Tensor(-self.data, rule, self)

    def __pow__(self, n):
        def rule(g):
            if n:
                yield self, g * n * self.data ** (n - 1)

        return Tensor(self.data**n, rule, self)

    def __radd__(self, other):
        return T_(other) + self

    def __rsub__(self, other):
        return T_(other) - self

    def __rmul__(self, other):
        return T_(other) * self

    def __rtruediv__(self, other):
        return T_(other) / self

    def __rmatmul__(self, other):
        return T_(other) @ self

    def sum(self, axis=None, keepdims=False):
        long = self.data.sum(axis=axis, keepdims=True).shape

        def rule(g):
            yield self, g.reshape(long) + np.zeros(self.data.shape)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), rule, self)

    def mean(self, axis=None, keepdims=False):
        total = self.data.sum(axis=axis, keepdims=keepdims)
        long = self.data.sum(axis=axis, keepdims=True).shape
        many = np.float64(self.data.size / max(total.size, 1))
        value = total / many

        def rule(g):
            yield self, g.reshape(long) / many + np.zeros(self.data.shape)

        return Tensor(value, rule, self)

    def reshape(self, *shape):
        def rule(g):
            yield self, g.reshape(self.data.shape)

        return Tensor(self.data.reshape(*shape), rule, self)

    def transpose(self, axes=None):
        def rule(g):
            home = np.transpose(np.arange(self.data.size).reshape(self.data.shape), axes)
            flat = np.empty(self.data.size)
            flat[home.ravel()] = g.ravel()
            yield self, flat.reshape(self.data.shape)

        return Tensor(np.transpose(self.data, axes), rule, self)

    T = property(lambda self: self.transpose())

    def __getitem__(self, index):
        def rule(g):
            z = np.zeros(self.data.shape)
            np.add.at(z, index, g)
            yield self, z

        return Tensor(self.data[index], rule, self)

    def relu(self):
        def rule(g):
            yield self, np.where(self.data > 0, g, 0.0)

        return Tensor(np.fmax(self.data, 0.0), rule, self)

    def exp(self):
        value = np.exp(self.data)

        def rule(g):
            yield self, g * value

        return Tensor(value, rule, self)

    def log(self):
        def rule(g):
            yield self, g / self.data

        return Tensor(np.log(self.data), rule, self)

    def tanh(self):
        value = np.tanh(self.data)

        def rule(g):
            yield self, g
            yield self, -g * value**2

        return Tensor(value, rule, self)

    def log_softmax(self, axis=-1):
        value = self.data - np.max(self.data, axis=axis, keepdims=True)
        value = value - np.log(np.sum(np.exp(value), axis=axis, keepdims=True))

        def rule(g):
            yield self, g
            yield self, -np.exp(value) * np.sum(g, axis=axis, keepdims=True)

        return Tensor(value, rule, self)

    def backward(self):
        nodes = below(self)
        for t in nodes:
            if t.rule:
                t.grad = np.zeros(t.data.shape)
        self.grad = np.array(self.grad + 1.0)
        for t in sorted(nodes, key=lambda t: -t.number):
            for operand, g in t.rule(t.grad) if t.rule else ():
                operand.grad = np.array(operand.grad + unbroadcast(g, operand.data.shape))


def T_(x):
    return x if isinstance(x, Tensor) else Tensor(x)


def below(root):
    known = {root: None}
    for t in (line := [root]):  # the list grows while it is read
        for each in t.operands:
            if each not in known:
                known[each] = None
                line.append(each)
    return list(known)


def unbroadcast(grad, shape):
    lead = np.ndim(grad) - len(shape)
    grad = np.sum(grad, axis=tuple(range(lead)))
    for i, n in enumerate(shape):
        if n == 1:
            grad = np.sum(grad, axis=i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    labels = np.asarray(labels, dtype=int)
    one_hot = np.eye(logits.data.shape[1])[labels]
    return (logits.log_softmax(1) * one_hot).sum() / -len(labels)


def zero_grad(root):
    for t in below(root):
        t.grad = np.zeros(t.data.shape)


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
