"""A small engine: few operations have a rule, the others are made of them."""

import numpy as np


def unbroadcast(grad, shape):
    front = tuple(range(grad.ndim - len(shape)))
    ones = tuple(i + len(front) for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=front + ones, keepdims=True).reshape(shape)


class Tensor:
    __slots__ = ("data", "grad", "_prev", "_rule")
    __array_ufunc__ = None

    def __init__(self, data, _prev=(), _rule=None):
        self.data = np.array(data, dtype=np.float64)
        self.grad = np.zeros_like(self.data)
        self._prev = _prev
        self._rule = _rule

    @classmethod
    def of(cls, value):
        return value if isinstance(value, cls) else cls(value)

    # ---- with a rule: _rule(g) gives a gradient for each of _prev

    def __add__(self, other):
        other = Tensor.of(other)
        sa, sb = self.data.shape, other.data.shape
        return Tensor(
            self.data + other.data,
            (self, other),
            lambda g: (unbroadcast(g, sa), unbroadcast(g, sb)),
        )

    def __mul__(self, other):
        other = Tensor.of(other)
        a, b = self.data, other.data
        return Tensor(
            a * b,
            (self, other),
            lambda g: (unbroadcast(g * b, a.shape), unbroadcast(g * a, b.shape)),
        )

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Tensor(x**n, (self,), lambda g: (np.zeros_like(x),))
        return Tensor(x**n, (self,), lambda g: (g * n * x ** (n - 1),))

    def exp(self):
        y = np.exp(self.data)
        return Tensor(y, (self,), lambda g: (g * y,))

    def log(self):
        x = self.data
        return Tensor(np.log(x), (self,), lambda g: (g / x,))

    def tanh(self):
        y = np.tanh(self.data)
        return Tensor(y, (self,), lambda g: (g * (1.0 - y) * (1.0 + y),))

    def sum(self, axis=None, keepdims=False):
        shape = self.data.shape

        def rule(g):
            if axis is not None and not keepdims:
                g = np.expand_dims(g, axis)
            return (np.zeros(shape) + g,)

        return Tensor(self.data.sum(axis=axis, keepdims=keepdims), (self,), rule)

    def reshape(self, *shape):
        old = self.data.shape
        return Tensor(self.data.reshape(*shape), (self,), lambda g: (g.reshape(old),))

    def transpose(self, axes=None):
        if axes is None:
            axes = tuple(reversed(range(self.data.ndim)))
        back = np.argsort([axis % self.data.ndim for axis in axes])
        return Tensor(self.data.transpose(axes), (self,), lambda g: (g.transpose(back),))

    def __getitem__(self, index):
        shape = self.data.shape

        def rule(g):
            whole = np.zeros(shape)
            np.add.at(whole, index, g)
            return (whole,)

        return Tensor(self.data[index], (self,), rule)

    # ---- made of the others

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + Tensor.of(other) * -1.0

    def __truediv__(self, other):
        return self * Tensor.of(other) ** -1.0

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1.0 * other

    def __rmatmul__(self, other):
        return Tensor(other) @ self

    def __matmul__(self, other):
        other = Tensor.of(other)
        a, b = self, other
        # a[..., i, k, 1] * b[..., 1, k, j], summed over k
        if a.data.ndim > 1:
            a = a.reshape(a.data.shape + (1,))
        elif b.data.ndim > 1:
            a = a.reshape(a.data.shape + (1,))
        if b.data.ndim > 1 and self.data.ndim > 1:
            s = b.data.shape
            b = b.reshape(s[:-2] + (1,) + s[-2:])
        if self.data.ndim == 1 and other.data.ndim == 1:
            return (a * b).sum()
        if other.data.ndim == 1:
            return (a * b.reshape(-1, 1)).sum(axis=(-2, -1))
        return (a * b).sum(axis=-2)

    def mean(self, axis=None, keepdims=False):
        total = self.sum(axis=axis, keepdims=keepdims)
        return total * (total.data.size / self.data.size)

    @property
    def T(self):
        return self.transpose()

    def relu(self):
        return self * (self.data > 0)

    def log_softmax(self, axis=-1):
        shifted = self - self.data.max(axis=axis, keepdims=True)
        log_total = shifted.exp().sum(axis=axis, keepdims=True).log()
        return -(log_total - shifted)

    def backward(self):
        order = sorted_below(self)
        for node in order:
            if node._prev:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + np.ones_like(self.data)
        for node in reversed(order):
            if node._prev:
                for each, g in zip(node._prev, node._rule(node.grad)):
                    each.grad = each.grad + g


def sorted_below(root):
    order, seen = [], set()

    def visit(node):
        if id(node) not in seen:
            seen.add(id(node))
            for each in node._prev:
                visit(each)
            order.append(node)

    visit(root)
    return order


def cross_entropy(logits, labels):
    rows = np.arange(len(labels))
    return -logits.log_softmax()[rows, np.asarray(labels)].mean()


def zero_grad(root):
    for node in sorted_below(root):
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
