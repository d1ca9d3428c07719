"""Exercise 8. Constants are told apart from tensors that want a gradient."""

import numpy as np


def spread(grad, shape, axis, keepdims):
    if axis is not None and not keepdims:
        grad = np.expand_dims(grad, axis)
    return np.broadcast_to(grad, shape)


class Tensor:
    __array_ufunc__ = None

    def __init__(self, data, wanted=True):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self.wanted = wanted
        self.parents = ()
        self.rule = None

    @staticmethod
    def constant(value):
        return value if isinstance(value, Tensor) else Tensor(value, wanted=False)

    @staticmethod
    def build(data, parents, rule):
        """A result; rule(grad) gives the gradients of the parents, in their order."""
        wanted = parents[0].wanted
        out = Tensor(data, wanted)
        out.parents = parents
        if wanted:
            out.rule = rule
        return out

    def __add__(self, other):
        other = Tensor.constant(other)
        return Tensor.build(self.data + other.data, (self, other), lambda g: (g, g))

    def __radd__(self, other):
        return Tensor.constant(other) + self

    def __mul__(self, other):
        other = Tensor.constant(other)
        return Tensor.build(
            self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data)
        )

    def __rmul__(self, other):
        return Tensor.constant(other) * self

    def __sub__(self, other):
        other = Tensor.constant(other)
        return Tensor.build(self.data - other.data, (self, other), lambda g: (g, -g))

    def __rsub__(self, other):
        return Tensor.constant(other) - self

    def __truediv__(self, other):
        other = Tensor.constant(other)
        return Tensor.build(
            self.data / other.data,
            (self, other),
            lambda g: (g / other.data, -g * self.data / other.data**2),
        )

    def __rtruediv__(self, other):
        return Tensor.constant(other) / self

    def __matmul__(self, other):
        other = Tensor.constant(other)
        a = self.data if self.data.ndim > 1 else self.data.reshape(1, -1)
        b = other.data if other.data.ndim > 1 else other.data.reshape(-1, 1)
        product = a @ b

        def rule(g):
            g = g.reshape(product.shape)
            ga = unbroadcast(g @ b.swapaxes(-1, -2), a.shape)
            gb = unbroadcast(a.swapaxes(-1, -2) @ g, b.shape)
            return ga.reshape(self.data.shape), gb.reshape(other.data.shape)

        return Tensor.build(self.data @ other.data, (self, other), rule)

    def __rmatmul__(self, other):
        return Tensor.constant(other) @ self

    def __neg__(self):
        return Tensor.build(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        def rule(g):
            if n == 0:
                return (np.zeros_like(self.data),)
            return (g * n * self.data ** (n - 1),)

        return Tensor.build(self.data**n, (self,), rule)

    def sum(self, axis=None, keepdims=False):
        return Tensor.build(
            self.data.sum(axis=axis, keepdims=keepdims),
            (self,),
            lambda g: (spread(g, self.data.shape, axis, keepdims),),
        )

    def mean(self, axis=None, keepdims=False):
        data = self.data.mean(axis=axis, keepdims=keepdims)
        share = data.size / self.data.size
        return Tensor.build(data, (self,), lambda g: (spread(g * share, self.data.shape, axis, keepdims),))

    def reshape(self, *shape):
        return Tensor.build(self.data.reshape(*shape), (self,), lambda g: (g.reshape(self.data.shape),))

    def transpose(self, axes=None):
        def rule(g):
            if axes is None:
                return (g.T,)
            return (g.transpose(np.argsort([i % g.ndim for i in axes])),)

        return Tensor.build(self.data.transpose(axes), (self,), rule)

    @property
    def T(self):
        return self.transpose()

    def __getitem__(self, index):
        def rule(g):
            grad = np.zeros_like(self.data)
            np.add.at(grad, index, g)
            return (grad,)

        return Tensor.build(self.data[index], (self,), rule)

    def relu(self):
        return Tensor.build(np.maximum(self.data, 0), (self,), lambda g: (g * (self.data > 0),))

    def exp(self):
        e = np.exp(self.data)
        return Tensor.build(e, (self,), lambda g: (g * e,))

    def log(self):
        return Tensor.build(np.log(self.data), (self,), lambda g: (g / self.data,))

    def tanh(self):
        t = np.tanh(self.data)
        return Tensor.build(t, (self,), lambda g: (g * (1 - t * t),))

    def log_softmax(self, axis=-1):
        z = self - self.data.max(axis=axis, keepdims=True)
        return z - z.exp().sum(axis=axis, keepdims=True).log()

    def sorted(self):
        order, seen = [], set()

        def visit(tensor):
            seen.add(tensor)
            for parent in tensor.parents:
                if parent not in seen:
                    visit(parent)
            order.append(tensor)

        visit(self)
        return order

    def backward(self):
        order = self.sorted()
        for tensor in order:
            if tensor.parents:
                tensor.grad = np.zeros_like(tensor.data)
        self.grad = self.grad + np.ones_like(self.data)
        for tensor in reversed(order):
            if tensor.rule is not None:
                for parent, grad in zip(tensor.parents, tensor.rule(tensor.grad)):
                    if parent.wanted:
                        parent.grad = parent.grad + unbroadcast(grad, parent.data.shape)


def unbroadcast(grad, shape):
    front = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(front)))
    for axis, (have, want) in enumerate(zip(grad.shape, shape)):
        if have != want:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def cross_entropy(logits, labels):
    rows, columns = logits.data.shape
    wanted = np.zeros((rows, columns))
    wanted[np.arange(rows), np.asarray(labels)] = 1.0
    return (logits.log_softmax() * wanted).sum() / -rows


def zero_grad(root):
    for tensor in root.sorted():
        tensor.grad = np.zeros_like(tensor.data)


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
