"""Tensor engine, no recursion anywhere."""

import numpy as np


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _grads=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._grads = _grads

    @classmethod
    def lift(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = self.lift(other)
        return Tensor(self.data + other.data, (self, other), lambda g: [g, g])

    def __mul__(self, other):
        other = self.lift(other)
        grads = lambda g: [g * other.data, g * self.data]
        return Tensor(self.data * other.data, (self, other), grads)

    def __truediv__(self, other):
        other = self.lift(other)
        value = self.data / other.data
        return Tensor(value, (self, other), lambda g: [g / other.data, -g * value / other.data])

    def __matmul__(self, other):
        other = self.lift(other)
        a, b = self.data, other.data
        value = a @ b

        def grads(g):
            left, right = "ab"[: a.ndim == 1], "cd"[: b.ndim == 1]
            if left and right:
                return [g * b, g * a]
            if left:
                return [np.einsum("...j,...kj->...k", g, b), np.einsum("k,...j->...kj", a, g)]
            if right:
                return [np.einsum("...i,k->...ik", g, b), np.einsum("...ik,...i->...k", a, g)]
            ga = np.einsum("...ij,...kj->...ik", g, b)
            gb = np.einsum("...ik,...ij->...kj", a, g)
            return [ga, gb]

        return Tensor(value, (self, other), grads)

    def __pow__(self, n):
        if n == 0:
            slope = np.zeros_like(self.data)
        else:
            slope = n * self.data ** (n - 1)
        return Tensor(self.data**n, (self,), lambda g: [g * slope])

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + self.lift(other) * -1.0

    def __rsub__(self, other):
        return self.lift(other) + self * -1.0

    def __rtruediv__(self, other):
        return self.lift(other) / self

    def __rmatmul__(self, other):
        return self.lift(other) @ self

    __radd__ = __add__
    __rmul__ = __mul__

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape
        value = self.data.sum(axis=axis, keepdims=keepdims)
        kept = self.data.sum(axis=axis, keepdims=True).shape
        return Tensor(value, (self,), lambda g: [np.zeros(shape) + g.reshape(kept)])

    def mean(self, axis=None, keepdims=False):
        shape = self.data.shape
        value = self.data.mean(axis=axis, keepdims=keepdims)
        kept = self.data.sum(axis=axis, keepdims=True).shape
        share = value.size / self.data.size
        return Tensor(value, (self,), lambda g: [np.zeros(shape) + share * g.reshape(kept)])

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), (self,), lambda g: [g.reshape(old)])

    def transpose(self, axes=None):
        n = self.data.ndim
        axes = tuple(range(n - 1, -1, -1)) if axes is None else tuple(ax % n for ax in axes)
        back = sorted(range(n), key=lambda i: axes[i])
        return Tensor(self.data.transpose(axes), (self,), lambda g: [g.transpose(back)])

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def grads(g):
            z = np.zeros_like(self.data)
            np.add.at(z, index, g)
            return [z]

        return Tensor(self.data[index], (self,), grads)

    def relu(self):
        keep = (self.data > 0).astype(float)
        return Tensor(self.data * keep, (self,), lambda g: [g * keep])

    def exp(self):
        value = np.exp(self.data)
        return Tensor(value, (self,), lambda g: [g * value])

    def log(self):
        return Tensor(np.log(self.data), (self,), lambda g: [g / self.data])

    def tanh(self):
        value = np.tanh(self.data)
        return Tensor(value, (self,), lambda g: [g * (1 - value * value)])

    def log_softmax(self, axis=-1):
        z = self.data - self.data.max(axis=axis, keepdims=True)
        p = np.exp(z)
        norm = p.sum(axis=axis, keepdims=True)
        p /= norm
        return Tensor(
            z - np.log(norm), (self,), lambda g: [g - p * g.sum(axis=axis, keepdims=True)]
        )

    def backward(self):
        order = inputs_first(self)
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in reversed(order):
            if node._grads is None:
                continue
            for each, g in zip(node._prev, node._grads(node.grad), strict=True):
                each.grad = each.grad + unbroadcast(g, each.data.shape)


def inputs_first(root):
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            order.append(node)
            continue
        stack.append((node, True))
        for each in node._prev:
            if each not in seen:
                seen.add(each)
                stack.append((each, False))
    return order


def unbroadcast(grad, shape):
    while len(grad.shape) > len(shape):
        grad = grad.sum(axis=0)
    for i in range(len(shape)):
        if shape[i] == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    logp = logits.log_softmax(axis=-1)
    count = len(labels)
    return -(logp[np.arange(count), labels].sum() / count)


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = np.zeros_like(node.data)


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
